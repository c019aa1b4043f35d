// Comforts of the page. Without this file every text, formula, figure and link is there all the same.
(() => {
  const root = document.documentElement, find = (s, within = document) => [...within.querySelectorAll(s)]
  const make = (tag, props = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), props)
    node.append(...children)
    return node
  }
  const home = root.dataset.root, LEVELS = ["beginner", "practitioner", "expert"]
  const article = document.querySelector("article")

  // How you read: level, links, colours; chosen once and remembered
  const inline = find("p a[href], li a[href], td a[href], dd a[href]", article).filter(a => !a.closest(".hits, .opening"))
  inline.forEach(a => { a.dataset.href = a.getAttribute("href") })
  const apply = () => {
    const level = LEVELS.indexOf(root.dataset.level || "beginner")
    for (const a of inline) {
      const shown = root.dataset.links !== "off" && !(a.dataset.level && LEVELS.indexOf(a.dataset.level) < level)
      shown ? a.setAttribute("href", a.dataset.href) : a.removeAttribute("href")
    }
  }
  const form = document.getElementById("reading")
  for (const input of form.elements) if (input.type === "radio") input.checked = input.value === (root.dataset[input.name] || { level: "beginner", links: "on", theme: "auto" }[input.name])
  form.addEventListener("change", ({ target }) => {
    root.dataset[target.name] = target.value
    try { localStorage[`book-${target.name}`] = target.value } catch { /* a private window forgets */ }
    apply()
  })
  apply()

  // Explained words: a card on hover, focus and tap
  const card = make("div", { id: "card", hidden: true })
  document.querySelector("main").append(card)
  let leaving
  const hide = () => { card.hidden = true; delete card.dataset.of }
  const leave = () => { leaving = setTimeout(hide, 200) }
  const show = term => {
    clearTimeout(leaving)
    if (!term.hasAttribute("href")) return
    const id = term.getAttribute("aria-describedby"), box = term.getBoundingClientRect()
    card.replaceChildren(make("div", { textContent: document.getElementById(id).textContent }),
      make("a", { href: term.href, textContent: "More in the reference", tabIndex: -1 }))
    card.hidden = false
    card.dataset.of = id
    const left = Math.min(box.left, root.clientWidth - card.offsetWidth - 16)
    const below = box.bottom + 8 + card.offsetHeight < innerHeight
    card.style.left = `${Math.max(16, left) + scrollX}px`
    card.style.top = `${scrollY + (below ? box.bottom + 8 : box.top - 8 - card.offsetHeight)}px`
  }
  for (const term of find("a.term")) {
    term.addEventListener("pointerenter", event => { if (event.pointerType === "mouse") show(term) })
    term.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") leave() })
    term.addEventListener("focus", () => show(term))
    term.addEventListener("blur", leave)
    term.addEventListener("click", event => {
      if (event.pointerType === "touch" && term.hasAttribute("href")) { event.preventDefault(); show(term) }
    })
  }
  card.addEventListener("pointerenter", () => clearTimeout(leaving))
  card.addEventListener("pointerleave", leave)
  addEventListener("keydown", event => { if (event.key === "Escape") hide() })
  addEventListener("pointerdown", event => { if (!event.target.closest("#card, a.term")) hide() })

  // Copy buttons
  for (const box of navigator.clipboard ? find(".cell_input") : []) {
    const button = make("button", { type: "button", className: "copy", textContent: "Copy" })
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(box.querySelector("pre").textContent.trimEnd())
      button.textContent = "Copied"
      setTimeout(() => { button.textContent = "Copy" }, 1500)
    })
    box.append(button)
  }

  // What is wider than its box can be scrolled by keyboard
  const wide = find("pre, .scroll, .cell_output, div.math")
  const measure = () => wide.forEach(box => box.scrollWidth > box.clientWidth ? box.setAttribute("tabindex", "0") : box.removeAttribute("tabindex"))
  const watch = new ResizeObserver(measure)
  watch.observe(article)
  document.fonts.addEventListener("loadingdone", measure)
  find("details").forEach(fold => fold.addEventListener("toggle", measure))

  // The contents follow the scroll
  const entries = find(".contents a[href^='#']").map(a => [a, document.getElementById(decodeURIComponent(a.hash.slice(1)))])
  const follow = () => {
    const passed = entries.filter(([, section]) => section && section.getBoundingClientRect().top < 120)
    entries.forEach(([a]) => a.classList.toggle("here", a === passed.at(-1)?.[0]))
  }
  if (entries.length) { addEventListener("scroll", follow, { passive: true }); follow() }
  find("#book a").forEach(a => a.addEventListener("click", () => document.getElementById("book").matches(":popover-open") && document.getElementById("book").hidePopover()))

  // Search: in a dialogue from anywhere, and on its own page
  const SMALL = new Set("a an and are as at be by can do does for from how i in is it its my of on or so that the this to what when why with".split(" "))
  const stem = word => word.replace(/(?<=\w{4})(ings?|ed|es|s)$|(?<=\w{3})s$/, "")
  const tokens = text => (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) || []).map(stem)
  const asked = text => { const all = tokens(text), big = all.filter(word => !SMALL.has(word)); return big.length ? big : all }
  let loading
  const load = () => loading ||= new Promise((done, failed) =>
    document.head.append(make("script", { src: `${home}_static/search.js`, onload: () => done(window.bookIndex), onerror: failed })))
  const ways = (query, words) => {  // the query as typed, and with a reader's words replaced by the book's
    const typed = ` ${tokens(query).join(" ")} `
    return [asked(query), ...Object.entries(words).filter(([said]) => typed.includes(` ${tokens(said).join(" ")} `)).map(
      ([said, term]) => asked(typed.replace(` ${tokens(said).join(" ")} `, ` ${term} `)))]
  }
  const score = (words, section) => {  // the share of the words found counts most, then where and how often
    let found = 0, sum = 0
    for (const word of words) {
      const count = (where, weight) => weight * Math.min(3, where.filter(w => w.startsWith(word)).length)
      const here = count(section.heads, 8) + count(section.pages, 4) + count(section.texts, 1)
      if (here) found += 1
      sum += here
    }
    return Math.floor(1000 * found / words.length) * 1000 + sum
  }
  const snippet = (text, words) => {
    const parts = text.split(/(?<=[\s(])/), hit = Math.max(0, parts.findIndex(part => words.some(w => tokens(part).some(t => t.startsWith(w)))))
    const shown = parts.slice(Math.max(0, hit - 8), hit + 20)
    return shown.map(part => words.some(w => tokens(part).some(t => t.startsWith(w))) ? make("b", { textContent: part }) : part)
  }
  const answer = async (query, hits, say) => {
    const { sections, words } = await load()
    for (const s of sections) s.texts ||= (s.heads = tokens(s.h), s.pages = tokens(s.p), tokens(s.t))
    const all = query.trim() ? ways(query, words) : []
    const ranked = sections.map(s => [Math.max(0, ...all.map(w => score(w, s))), s]).sort((a, b) => b[0] - a[0])
    const found = ranked.filter(([n]) => n >= 1000 && n >= ranked[0][0] - ranked[0][0] % 1000).slice(0, 12)
    hits.replaceChildren(...found.map(([, s]) => make("li", {},
      make("a", { href: home + s.a, textContent: s.h }), !s.p || s.h === s.p ? "" : make("span", { textContent: ` in ${s.p}` }),
      make("div", {}, ...snippet(s.t, all.flat())))))
    say.textContent = !query.trim() ? "" : found.length ? `${found.length} sections` : "Nothing found. Try fewer or other words."
  }
  const widget = () => {
    const input = make("input", { type: "search", name: "q", autocomplete: "off" })
    input.setAttribute("aria-label", "Search the book")
    const say = make("p", { className: "say" }), hits = make("ol", { className: "hits" })
    say.setAttribute("role", "status")
    input.addEventListener("input", () => answer(input.value, hits, say))
    return [make("div", { className: "query" }, input), say, hits]
  }
  const place = document.querySelector("[data-search]")
  if (place) {
    place.append(...widget())
    const input = place.querySelector("input")
    input.value = new URLSearchParams(location.search).get("q") || ""
    input.dispatchEvent(new Event("input"))
    input.focus()
  }
  const dialog = make("dialog", { id: "search" })
  const open = () => {
    if (place) return place.querySelector("input").focus()
    if (!dialog.isConnected) {
      dialog.setAttribute("aria-label", "Search")
      dialog.append(...widget())
      const close = make("button", { type: "button", textContent: "Close" })
      close.addEventListener("click", () => dialog.close())
      dialog.querySelector(".query").append(close)
      dialog.addEventListener("click", event => { if (event.target === dialog || event.target.closest(".hits a")) dialog.close() })
      document.body.append(dialog)
    }
    dialog.showModal()
    dialog.querySelector("input").select()
  }
  document.querySelector(".find").addEventListener("click", event => { event.preventDefault(); open() })
  addEventListener("keydown", event => { if (event.key === "k" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); open() } })
})()
