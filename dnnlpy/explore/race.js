// state: loss, 0 for validation and 1 for training; point, where on the curves the table reads.
mount((figure) => {
  const { names, curves, every } = figure.data; // curves[kind][loss][point][seed]
  const [wide, high] = [360, 200];
  const last = curves[0][0].length - 1;
  figure.on("loss", "click", (state, _, i) => (state.loss = i));
  figure.on("point", "input", (state, range) => (state.point = range.value / every));

  return ({ loss, point }) => {
    const kinds = curves.map((kind) => kind[loss]);
    const stats = (seeds) => [sum(seeds) / seeds.length, Math.min(...seeds), Math.max(...seeds)];
    const seen = kinds.map((points) => points.slice(1)).flat(2); // the start is above the chart
    const [from, to] = [Math.min(...seen), Math.max(...seen)];
    const at = (value, i) =>
      `${(((i + 1) / last) * wide).toFixed(1)},${(high - ((value - from) / (to - from)) * high).toFixed(1)}`;
    kinds.forEach((points, kind) => {
      const rows = points.slice(1).map(stats);
      figure.parts("curve")[kind].setAttribute("points", rows.map(([mean], i) => at(mean, i)).join(" "));
      const edge = (which) => rows.map((row, i) => at(row[which], i));
      figure.parts("band")[kind].setAttribute("points", [...edge(2), ...edge(1).reverse()].join(" "));
    });
    const rows = kinds.map((points) => stats(points[point]));
    const [first, next] = rows.map((_, kind) => kind).sort((a, b) => rows[a][0] - rows[b][0]);
    figure.show("loss-value", rows, { digits: 3 });
    figure.show("top", to);
    figure.show("bottom", from);
    for (const end of ["x1", "x2"]) figure.part("now").setAttribute(end, ((point / last) * wide).toFixed(1));
    figure.mark("loss", (i) => i === loss);
    figure.set("point", point * every);
    figure.write({ "point-value": num(point * every, 0) });
    figure.say({
      step: num(point * every, 0), loss: ["validation", "training"][loss], best: names[first], value: num(rows[first][0], 3),
      gap: rows[first][2] < rows[next][1] ? "All its seeds lie below those of the next." : "Its seeds overlap with those of the next.",
    });
  };
});
