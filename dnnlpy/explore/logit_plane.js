// state: h; scale, what each row's length is multiplied by; row, the chosen one; target; temperature.
mount((figure) => {
  const { weight, names, unit } = figure.data;
  const plane = figure.part("plane");
  const handle = figure.part("h");
  handle.setAttribute("role", "button");
  handle.setAttribute("aria-label", "h: drag it, or move it with the arrow keys");
  handle.tabIndex = 0;

  const at = (event) => {
    const box = plane.getBoundingClientRect();
    const half = plane.viewBox.baseVal.width / 2;
    const side = (2 * half) / box.width;
    return [(event.clientX - box.left) * side - half, half - (event.clientY - box.top) * side].map(
      (x) => Math.max(-half, Math.min(half, x)) / unit);
  };
  figure.on("h", "pointerdown", (state, element, _, event) => element.setPointerCapture(event.pointerId));
  // A finger on h drags it and does not scroll the page (touch-action does nothing inside an SVG).
  figure.on("h", "touchstart", (state, _, __, event) => event.preventDefault());
  figure.on("h", "pointermove", (state, element, _, event) => {
    if (element.hasPointerCapture(event.pointerId)) state.h = at(event);
  });
  figure.on("h", "keydown", (state, _, __, event) => {
    const move = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!move) return;
    event.preventDefault();
    const edge = 160 / unit;
    state.h = state.h.map((x, d) => Math.max(-edge, Math.min(edge, x + (move[d] * 5) / unit)));
  });
  figure.on("row", "click", (state, _, i) => (state.row = i));
  figure.arrows("row");
  figure.on("scale", "input", (state, range) => (state.scale[state.row] = +range.value));
  figure.on("temperature", "input", (state, range) => (state.temperature = +range.value));
  figure.on("target", "change", (state, list) => (state.target = +list.value));

  return ({ h, scale, row, target, temperature }) => {
    const rows = weight.map((w, i) => w.map((x) => x * scale[i])); // (V, 2)
    const logits = rows.map((w) => dot(w, h));
    const p = softmax(logits.map((z) => z / temperature));
    const cosines = rows.map((w, i) => logits[i] / Math.max(norm(w) * norm(h), 1e-8));
    const top = (list) => list.indexOf(Math.max(...list));
    figure.show("length", rows.map(norm));
    figure.show("cosine", cosines);
    figure.show("logit", logits);
    figure.show("p", p, { limit: 1 });
    figure.mark("line", (i) => i === row);
    figure.mark("row", (i) => i === row);
    figure.mark("arrow", (i) => i === row);
    figure.set("scale", scale[row]);
    figure.set("temperature", temperature);
    figure.set("target", target);
    figure.write({ "scale-value": num(scale[row]), "temperature-value": num(temperature) });

    const place = (element, values) =>
      Object.entries(values).forEach(([name, value]) => element.setAttribute(name, value.toFixed(1)));
    figure.parts("arrow").forEach((arrow, i) => {
      const [x, y] = [rows[i][0] * unit, -rows[i][1] * unit];
      place(arrow.children[0], { x2: x, y2: y });
      place(arrow.children[1], { cx: x, cy: y });
      place(arrow.children[2], { x: x + (x < 0 ? -8 : 8), y: y + 4 });
    });
    const foot = rows[row].map((x) => (x * logits[row] * unit) / dot(rows[row], rows[row]));
    const [x, y] = [h[0] * unit, -h[1] * unit];
    place(figure.part("foot"), { x1: x, y1: y, x2: foot[0], y2: -foot[1] });
    place(figure.part("h-line"), { x2: x, y2: y });
    handle.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    const [best, nearest] = [top(logits), top(cosines)];
    figure.say({
      x: num(h[0]), y: num(h[1]), nearest: names[nearest], cosine: num(cosines[nearest]), best: names[best],
      logit: num(logits[best]), p: num(p[best]), target: names[target], loss: num(-Math.log(p[target])),
    });
  };
});
