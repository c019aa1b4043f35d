// state: ids and labels, one of each a position; cell, the number of the table that is spelt out.
mount((figure) => {
  const { table } = figure.data;
  const [V, D] = [table.length, table[0].length];
  const longest = figure.parts("id").length;
  figure.on("id", "change", (state, list, t) => (state.ids[t] = +list.value));
  figure.on("label", "change", (state, list, t) => (state.labels[t] = +list.value));
  figure.on("repeat", "click", (state) => state.ids.fill(state.ids[0]));
  figure.on("more", "click", ({ ids, labels }) => {
    if (ids.length < longest) [ids, labels].forEach((list) => list.push((list.at(-1) + 1) % V));
  });
  figure.on("less", "click", ({ ids, labels }) => {
    if (ids.length > 1) [ids, labels].forEach((list) => list.pop());
  });
  for (const name of ["lookup", "head", "total"]) figure.grid(name, D, (state, i) => (state.cell = i));

  return ({ ids, labels, cell }) => {
    const T = ids.length;
    const zeros = () => table.map((row) => row.map(() => 0));
    const [lookup, head] = [zeros(), zeros()];
    let loss = 0;
    ids.forEach((id, t) => {
      const h = table[id];
      const p = softmax(table.map((row) => dot(row, h)));
      loss -= Math.log(p[labels[t]]) / T;
      p.forEach((share, j) => {
        const error = (share - (j === labels[t])) / T;
        for (let d = 0; d < D; d++) {
          head[j][d] += error * h[d];
          lookup[id][d] += error * table[j][d];
        }
      });
    });
    const parts = [lookup, head, lookup.map((row, i) => row.map((g, d) => g + head[i][d]))].map((part) => part.flat());
    const limit = Math.max(...parts.flat().map(Math.abs));
    ["lookup", "head", "total"].forEach((name, k) => {
      figure.show(name, parts[k], { limit });
      figure.pick(name, cell);
    });
    figure.mark("lookup-row", (i) => ids.includes(i));
    [["id", ids], ["label", labels]].forEach(([name, list]) =>
      figure.parts(name).forEach((element, t) => {
        element.hidden = t >= T;
        if (t < T) element.value = list[t];
      }));
    const [a, b, c] = parts.map((part) => num(norm(part), 3));
    const [x, y, z] = parts.map((part) => num(part[cell], 3));
    figure.say({ loss: num(loss), read: new Set(ids).size, V, a, b, c, row: Math.floor(cell / D), column: cell % D, x, y, z });
  };
});
