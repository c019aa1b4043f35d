// state: guesses, the guess at each operation, -1 while there is none.
mount((figure) => {
  const { answers, guesses } = figure.data;
  for (const row of figure.parts("guesses")) row.hidden = false;
  figure.on("guess", "click", (state, _, i) => (state.guesses[Math.floor(i / guesses.length)] = i % guesses.length));

  return (state) => {
    figure.mark("guess", (i) => state.guesses[Math.floor(i / guesses.length)] === i % guesses.length);
    figure.parts("outcome").forEach((outcome, i) => {
      outcome.hidden = state.guesses[i] < 0;
      outcome.className = state.guesses[i] === answers[i] ? "right" : "wrong";
    });
    figure.say({
      guessed: state.guesses.filter((guess) => guess >= 0).length, all: answers.length,
      right: state.guesses.filter((guess, i) => guess === answers[i]).length,
    });
  };
});
