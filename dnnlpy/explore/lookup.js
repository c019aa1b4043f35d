// state: row, the chosen row of the drawn table; size, the table whose price is shown.
mount((figure) => {
  const { table, ids, sizes, limit } = figure.data;
  figure.on("id", "click", (state, _, row) => (state.row = row));
  figure.on("size", "change", (state, list) => (state.size = +list.value));
  figure.arrows("id");

  return ({ row, size }) => {
    const e = table.map((_, i) => +(i === row)); // (V,)
    const x = table[0].map((_, d) => sum(e.map((weight, i) => weight * table[i][d]))); // (D,)
    const [V, D] = sizes[size];
    figure.show("e", e, { digits: 0, limit: 1 });
    figure.show("x", x, { limit });
    figure.show("price", [V * D, 0, 4 * V, 8, 4 * V * D, 4 * D], { digits: 0 });
    figure.mark("E-row", (i) => i === row);
    figure.mark("id", (i) => i === row);
    figure.set("size", size);
    figure.say({ id: ids[row], x: x.map((value) => num(value)).join(", ") });
  };
});
