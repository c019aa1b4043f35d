// One slide at a time, by keyboard or button. Without this file they stand below one another.
(() => {
  const root = document.documentElement, slides = [...document.querySelectorAll(".slide")]
  const button = (text, label, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, onclick: act })
    made.setAttribute("aria-label", label)
    return made
  }
  let now = 0
  const fit = () => {  // what is higher than the window is shrunk, to less than a half; then it scrolls
    const slide = slides[now], inside = slide.firstElementChild
    inside.style.zoom = 1
    for (let zoom = 0.95; slide.scrollHeight > slide.clientHeight + 1 && zoom > 0.44; zoom -= 0.05) inside.style.zoom = zoom
  }
  const show = number => {
    slides[now].classList.remove("now")
    now = Math.max(0, Math.min(slides.length - 1, number))
    slides[now].classList.add("now")
    place.textContent = `${now + 1} / ${slides.length}`
    history.replaceState(null, "", `#${now + 1}`)
    fit()
  }
  const next = () => {  // a closed answer opens before the next slide comes
    const answer = slides[now].querySelector(":scope > div > details:not([open]), :scope > div > .cell > details:not([open])")
    answer ? answer.open = true : show(now + 1)
  }
  const dark = () => {
    const is = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches
    root.dataset.theme = is ? "light" : "dark"
  }
  const full = () => document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()
  const keys = { ArrowRight: next, ArrowDown: next, PageDown: next, " ": next, ArrowLeft: () => show(now - 1),
    ArrowUp: () => show(now - 1), PageUp: () => show(now - 1), Home: () => show(0), End: () => show(slides.length), d: dark, f: full }
  addEventListener("keydown", event => {
    const busy = event.target.closest("input, select, textarea, button, summary, a[href], [tabindex]")
    if (busy && !event.key.startsWith("Page") || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return
    event.preventDefault()
    keys[event.key]()
  })
  const bar = Object.assign(document.createElement("nav"), { id: "turn" }), place = document.createElement("span")
  bar.setAttribute("aria-label", "Slides")
  place.setAttribute("role", "status")
  bar.append(button("‹", "Previous slide", () => show(now - 1)), place, button("›", "Next slide", next))
  document.body.append(bar)
  root.classList.add("js")
  addEventListener("resize", fit)
  for (const event of ["toggle", "load"]) document.addEventListener(event, fit, true)  // folds, figures
  addEventListener("hashchange", () => show(Number(location.hash.slice(1)) - 1))
  show((Number(location.hash.slice(1)) || 1) - 1)
})()
