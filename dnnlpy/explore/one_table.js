// state: mode, how W is made; E and W, the tables, one and the same where the memory is shared;
// cell, [table, row, column] under edit; moments, AdamW's [m, v] of each parameter.
mount((figure) => {
  const { modes, head, limit, rate, start } = figure.data;
  const [V, D] = [head.length, head[0].length];
  const shared = ({ mode }) => mode === "tied" || mode === "aliased";
  const weight = (state) => (shared(state) ? state.E : state.W);
  const renew = (state, mode) =>
    Object.assign(state, copy({ ...start, id: state.id, target: state.target, optimiser: state.optimiser }), {
      mode,
      W: copy(mode === "untied" ? head : start.E),
    });

  // Gradients of -log p[target], apart: what reaches E by the lookup, and W as the head.
  const gradients = (state) => {
    const h = state.E[state.id];
    const error = softmax(weight(state).map((row) => dot(row, h))).map((p, j) => p - (j === state.target));
    const back = h.map((_, d) => sum(weight(state).map((row, j) => error[j] * row[d])));
    return [state.E.map((_, i) => back.map((g) => (i === state.id ? g : 0))), error.map((e) => h.map((x) => e * x))];
  };

  const step = (state) => {
    const [lookup, scores] = gradients(state);
    const before = [copy(state.E), copy(weight(state))];
    state.steps += 1;
    const parameters = state.mode === "tied" ? [[state.E, lookup.map((row, i) => row.map((g, d) => g + scores[i][d]))]]
      : [[state.E, lookup], [weight(state), scores]];
    parameters.forEach(([table, gradient], k) => {
      const zeros = () => table.map((row) => row.map(() => 0));
      const [m, v] = (state.moments[k] ??= [zeros(), zeros()]);
      table.forEach((row, i) => row.forEach((_, d) => {
        const g = gradient[i][d];
        m[i][d] = 0.9 * m[i][d] + 0.1 * g;
        v[i][d] = 0.999 * v[i][d] + 0.001 * g * g;
        const [mean, square] = [m[i][d] / (1 - 0.9 ** state.steps), v[i][d] / (1 - 0.999 ** state.steps)];
        row[d] -= rate * (state.optimiser ? g : mean / (Math.sqrt(square) + 1e-8));
      }));
    });
    const far = (a, b) => Math.max(...a.flat().map((x, i) => Math.abs(x - b.flat()[i])));
    state.moved = Math.max(far(state.E, before[0]), far(weight(state), before[1]));
  };

  figure.on("mode", "click", (state, _, i) => renew(state, modes[i]));
  figure.on("token", "change", (state, list) => (state.id = +list.value));
  figure.on("target", "change", (state, list) => (state.target = +list.value));
  figure.on("step", "click", step);
  figure.on("optimiser", "change", (state, list) =>
    Object.assign(state, { optimiser: +list.value, moments: [], steps: 0 }));
  const edited = (state) => (state.cell[0] ? weight(state) : state.E)[state.cell[1]];
  figure.on("edit", "input", (state, range) => (edited(state)[state.cell[2]] = +range.value));
  ["E", "W"].forEach((name, k) => {
    figure.grid(name, D, (state, i) => (state.cell = [k, Math.floor(i / D), i % D]));
    figure.on(name, "keydown", (state, _, i, event) => {
      const change = { "+": 0.1, "-": -0.1 }[event.key];
      if (change) edited(state)[state.cell[2]] += change;
    });
  });

  return (state) => {
    const tied = state.mode === "tied";
    if (tied) state.cell[0] = 0;
    const [E, W] = [state.E, weight(state)];
    const h = E[state.id];
    const logits = W.map((row) => dot(row, h));
    const p = softmax(logits);
    const best = logits.indexOf(Math.max(...logits));
    const shape = `(${V}, ${D})`;
    figure.show("E", E, { limit });
    figure.show("W", W, { limit });
    figure.show("x", h, { limit });
    figure.show("logit", logits);
    figure.show("p", p, { limit: 1 });
    figure.show("moved", [state.moved]);
    figure.mark("mode", (i) => modes[i] === state.mode);
    figure.mark("E-row", (i) => i === state.id);
    figure.mark("logit-row", (i) => i === state.target);
    figure.pick("E", state.cell[0] ? -1 : state.cell[1] * D + state.cell[2]);
    figure.pick("W", state.cell[0] ? state.cell[1] * D + state.cell[2] : -1);
    figure.part("second").hidden = tied;
    const first = figure.part("E").closest("table");
    first.className = tied ? "both" : "in";
    first.caption.textContent = tied ? `E = W ${shape}` : `in: E ${shape}`;
    for (const name of ["token", "target", "optimiser"]) figure.set(name, state[name === "token" ? "id" : name]);
    figure.set("edit", edited(state)[state.cell[2]]);
    const [table, row, column] = state.cell;
    figure.write({
      "edit-label": `${"EW"[table]}[${row}, ${column}]`,
      "edit-value": num(edited(state)[column]),
      values: E.flat().every((x, i) => x === W.flat()[i]) ? "yes" : "no",
      memory: shared(state) ? "yes" : "no",
      same: tied ? "yes" : "no",
      trained: (tied ? "" : "2 × ") + V * D,
    });
    figure.say({
      id: state.id, x: h.map((value) => num(value)).join(", "), best, logit: num(logits[best]),
      target: state.target, loss: num(-Math.log(p[state.target])),
    });
  };
});
