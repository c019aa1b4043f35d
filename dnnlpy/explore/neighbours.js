// state: token and moment, places in their lists.
mount((figure) => {
  const { tokens, steps, tables } = figure.data; // tables[table][moment][token] = [[word, cosine], ...]
  const names = ["input", "tied", "output"];
  figure.on("token", "change", (state, list) => (state.token = +list.value));
  figure.on("moment", "click", (state, _, i) => (state.moment = i));
  figure.arrows("moment");

  return ({ token, moment }) => {
    const rows = tables.map((table) => table[moment][token]);
    rows.forEach((row, k) => {
      figure.show(`${names[k]}-cosine`, row.map(([, cosine]) => cosine), { limit: 1 });
      figure.parts(`${names[k]}-word`).forEach((cell, i) => (cell.textContent = row[i][0]));
    });
    const shared = (other) => rows[1].filter(([word]) => other.some(([also]) => also === word)).length;
    figure.set("token", token);
    figure.mark("moment", (i) => i === moment);
    figure.say({
      token: tokens[token], step: steps[moment], count: rows[1].length, input: shared(rows[0]), output: shared(rows[2]),
    });
  };
});
