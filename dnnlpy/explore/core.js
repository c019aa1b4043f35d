// What all explorables share. KEY names the figures that this script belongs to.
const sum = (a) => a.reduce((s, x) => s + x, 0);
const dot = (a, b) => a.reduce((s, x, i) => s + x * b[i], 0);
const norm = (a) => Math.sqrt(dot(a, a));
const copy = (x) => JSON.parse(JSON.stringify(x));
const softmax = (z) => {
  const top = Math.max(...z);
  const e = z.map((x) => Math.exp(x - top));
  return e.map((x) => x / sum(e));
};

const clip = (x) => Math.max(-1, Math.min(1, x));

// A number for people: fixed digits, thousands apart, a true minus; plain 0 only for exactly zero.
const num = (x, digits = 2) => {
  if (x === 0) return "0";
  const [whole, rest] = Math.abs(x).toFixed(digits).split(".");
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest ? "." + rest : "");
  return x < 0 && /[1-9]/.test(text) ? "\u2212" + text : text;
};

class Figure {
  constructor(root) {
    this.root = root;
    this.data = JSON.parse(root.querySelector('script[type="application/json"]').textContent);
    this.state = copy(this.data.start);
    this.part("controls").hidden = false;
    this.on("reset", "click", () => (this.state = copy(this.data.start)));
    this.ask();
  }

  parts(name) {
    return [...this.root.querySelectorAll(`[data-part="${name}"]`)];
  }

  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  // After the reader did something to a part: change the state, then draw it.
  on(name, type, change) {
    this.parts(name).forEach((element, index) =>
      element.addEventListener(type, (event) => {
        change(this.state, element, index, event);
        this.draw(this.state);
      }),
    );
  }

  // Writes one number into each element of a part; `limit` is where its colour or bar ends.
  show(name, values, { digits = 2, limit = 0 } = {}) {
    const list = [values].flat(2);
    this.parts(name).forEach((element, i) => {
      element.textContent = num(list[i], digits);
      element.dataset.x = list[i];
      if (limit) element.style.setProperty("--v", clip(list[i] / limit).toFixed(3));
    });
  }

  write(texts) {
    for (const [name, text] of Object.entries(texts)) {
      for (const element of this.parts(name)) if (element.textContent !== text) element.textContent = text;
    }
  }

  // Puts a value into a control, as after a reset.
  set(name, value) {
    const element = this.part(name);
    if (element.value !== String(value)) element.value = value;
  }

  // Lets arrow keys move the focus among the elements of a part that stand in rows of `columns`.
  arrows(name, columns = 1) {
    const elements = this.parts(name);
    const steps = { ArrowDown: columns, ArrowUp: -columns, ArrowRight: 1, ArrowLeft: -1 };
    elements.forEach((element, i) =>
      element.addEventListener("keydown", (event) => {
        const next = elements[i + steps[event.key]];
        if (!next) return;
        event.preventDefault();
        next.focus();
        next.click();
      }),
    );
  }

  // Makes the cells of a table a grid: click, tap or arrow keys choose one; `pick` shows which.
  grid(name, columns, choose) {
    this.part(name).closest("table").setAttribute("role", "grid");
    this.on(name, "click", (state, _, i) => choose(state, i));
    this.arrows(name, columns);
    this.pick(name, 0);
  }

  pick(name, chosen) {
    this.parts(name).forEach((element, i) => {
      element.classList.toggle("pick", i === chosen);
      element.setAttribute("aria-selected", i === chosen);
      element.tabIndex = i === Math.max(0, chosen) ? 0 : -1;
    });
  }

  // Marks the elements of a part for which `is` holds: rows of a table, pressed buttons.
  mark(name, is) {
    this.parts(name).forEach((element, i) => {
      element.classList.toggle("on", is(i, element));
      if (element.matches("button")) element.setAttribute("aria-pressed", is(i, element));
    });
  }

  say(values) {
    this.write({ say: this.data.say.replace(/\{(\w+)\}/g, (_, name) => values[name]) });
  }

  // The prediction: buttons in place of the folded answer, until one is chosen.
  ask() {
    const { root, data } = this;
    const choices = this.part("choices");
    root.dataset.asking = "";
    choices.hidden = false;
    this.part("why").hidden = true;
    [...data.choices, "not sure"].forEach((text, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => {
        delete root.dataset.asking;
        for (const other of choices.children) other.setAttribute("aria-pressed", other === button);
        const right = i === data.answer;
        this.part("verdict").hidden = this.part("why").hidden = false;
        this.part("verdict").textContent = right ? "Right." : i < data.choices.length ? "Not quite." : "See for yourself.";
        this.part("why").open = true;
      });
      choices.append(button);
    });
  }
}

// Starts every figure of this script that is on the page and not yet alive.
const mount = (start) => {
  for (const root of document.querySelectorAll(`[data-explore="${KEY}"]:not([data-live])`)) {
    root.dataset.live = "";
    const figure = new Figure(root);
    figure.draw = start(figure);
    figure.draw(figure.state);
  }
};
