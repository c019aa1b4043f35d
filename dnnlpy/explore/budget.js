// state: sizes, [V, D, L]; model, 0 for one set by hand, else its place in the list; dtype.
mount((figure) => {
  const { models, bytes } = figure.data;
  const MIB = 2 ** 20;
  figure.on("model", "change", (state, list) => {
    state.model = +list.value;
    if (state.model) state.sizes = models[state.model - 1].slice(0, 3);
  });
  figure.on("size", "change", (state, field, i) => {
    const size = Math.round(Math.max(+field.min, Math.min(+field.max, +field.value)));
    if (size !== state.sizes[i]) state.model = 0;
    state.sizes[i] = size;
  });
  figure.on("dtype", "change", (state, list) => (state.dtype = +list.value));

  return ({ sizes: [V, D, L], model, dtype }) => {
    const body = model ? models[model - 1][3] : L * (12 * D ** 2 + 13 * D) + 2 * D + 1024 * D;
    const table = V * D;
    const each = bytes[dtype];
    const count = (tables) => {
      const mib = each.map((size) => (tables * table * size) / MIB);
      const all = body + tables * table;
      return [tables * table, all, (100 * tables * table) / all, ...mib, 2 * table, V * each[0]];
    };
    const [tied, untied] = [count(1), count(2)];
    [["tied", tied], ["untied", untied]].forEach(([name, values]) =>
      figure.parts(name).forEach((element, i) => {
        element.textContent = num(values[i], [0, 0, 1, 1, 1, 1, 1, 0, 0][i]);
        element.dataset.x = values[i];
        element.style.setProperty("--v", (values[i] / (untied[i] || 1)).toFixed(3));
      }));
    figure.parts("size").forEach((field, i) => (field.value = [V, D, L][i]));
    figure.set("model", model);
    figure.set("dtype", dtype);
    figure.say({
      saved: num(table, 0), share: num((100 * table) / untied[1], 1),
      mib: num((table * sum(each)) / MIB, 1), flops: num(2 * table, 0),
    });
  };
});
