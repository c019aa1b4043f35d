// state: ids, the sequence; t, the position that is looked at.
mount((figure) => {
  const { tokens, places, labels, limit } = figure.data;
  const swap = (state, other) => {
    const { ids, t } = state;
    if (!(other in ids)) return;
    [ids[t], ids[other]] = [ids[other], ids[t]];
    state.t = other;
  };
  figure.on("slot", "click", (state, _, t) => (state.t = t));
  figure.arrows("slot");
  figure.on("left", "click", (state) => swap(state, state.t - 1));
  figure.on("right", "click", (state) => swap(state, state.t + 1));
  figure.on("token", "change", (state, list) => (state.ids[state.t] = +list.value));

  return ({ ids, t }) => {
    const x = ids.map((id, place) => tokens[id].map((value, d) => value + places[place][d])); // (T, D)
    const line = (row) => row.map((value) => num(value)).join(", ");
    figure.show("x", x, { limit });
    figure.parts("slot").forEach((button, place) => (button.textContent = labels[ids[place]]));
    figure.mark("slot", (i) => i === t);
    figure.mark("E-row", (i) => i === ids[t]);
    figure.mark("P-row", (i) => i === t);
    figure.mark("x-row", (i) => i === t);
    figure.set("token", ids[t]);
    figure.say({ t, id: ids[t], e: line(tokens[ids[t]]), p: line(places[t]), x: line(x[t]) });
  };
});
