// state: width and std, places in their lists; scaled, 1 for inputs times sqrt(D) plus 2 for logits over it.
mount((figure) => {
  const { seen, floor, bins } = figure.data;
  const high = 120;
  figure.on("width", "click", (state, _, i) => (state.width = i));
  figure.on("std", "change", (state, list) => (state.std = +list.value));
  figure.on("scaled", "click", (state, _, i) => (state.scaled ^= 1 << i));

  return ({ width, std, scaled }) => {
    const [loss, own, spread, from, to, ...heights] = seen[[width, std, scaled]];
    const limit = Math.max(loss, floor);
    figure.show("loss", loss, { limit });
    figure.show("floor", floor, { limit });
    figure.show("own", own);
    figure.show("spread", spread);
    figure.show("low", from, { digits: 1 });
    figure.show("high", to, { digits: 1 });
    figure.parts("column").forEach((column, i) => {
      column.setAttribute("y", (high - (heights[i] / 100) * high).toFixed(1));
      column.setAttribute("height", ((heights[i] / 100) * high).toFixed(1));
    });
    figure.mark("width", (i) => i === width);
    figure.mark("scaled", (i) => Boolean(scaled & (1 << i)));
    figure.set("std", std);
    figure.say({ loss: num(loss), floor: num(floor), own: num(own), spread: num(spread) });
  };
});
