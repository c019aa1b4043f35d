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
  // A query meets a section's questions (questions.yml), heading, page, text and code, in this order of weight.
  const SMALL = new Set("a about actually all am an and any are as at be been being by can cant cannot could d did didn do does doesn doesnt doing don dont for from get gets getting given gives had happen happens has have having how i if in into is isn isnt it its just ll m many me mean means much must my need needs of on only or our re really s should shouldn so still t than that the their them then there this those to tell us use used uses using ve very vs want was we were what when where whether which who whose why will with won would you your".split(" "))
  const stem = word => word.replace(/iz(?=[aeio])/, "is").replace(/(?<=\w{5})ations?$/, "").replace(/(?<=s|x|z|ch|sh)es$|(?<!bia|[sui])s$/, "")
    .replace(/(?<=\w{4})(?<!p)ly$|(?<=\w{4})(?<!umb|lay|nev)(er|est)$/, "")
    .replace(/(ying|ied|ie|y)$/, "i").replace(/(?<=\w{3})(?<!e|^emb)(ed|ing)$/, "").replace(/([bdgmnprt])\1$/, "$1").replace(/(?<=\w{3})e$/, "")
  const WORD = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}]+|==/gu
  const alike = new Map()  // a stem, and the one that stands for all that say the same
  const split = text => text.toLowerCase().replace(/(?<=\d),(?=\d{3})/g, "").replace(/(?<=gpt)-(?=\d)/g, "").match(WORD) || []
  const sense = word => { const it = stem(word); return alike.get(it) || it }
  const tokens = text => split(text).map(sense)
  const asked = text => { const all = split(text), big = all.filter(word => !SMALL.has(word)); return [...new Set((big.length ? big : all).map(sense))] }
  let loading
  const load = () => loading ||= new Promise((done, failed) =>
    document.head.append(make("script", { src: `${home}_static/search.js`, onload: () => done(prepare(window.bookIndex)), onerror: failed })))
  const prepare = index => {  // each section's words with their weight, and its questions as words and what they weigh
    for (const group of index.alike) { const [first, ...others] = split(group).map(stem); others.forEach(word => alike.set(word, first)) }
    const texts = index.sections.map(s => tokens(s.t)), mean = texts.reduce((sum, list) => sum + list.length, 0) / texts.length
    index.sections.forEach((s, k) => {
      s.bag = new Map()
      s.asks = (s.q || []).map(asked)
      for (const [list, weight, more] of [[s.asks.flat(), 3, 0], [tokens(s.h), 3, 0], [tokens(s.p), 1.5, 0], [texts[k], 1, 0.15], [tokens(s.c || ""), 0.6, 0.03]])
        for (const w of list) s.bag.set(w, s.bag.has(w) ? Math.min(s.bag.get(w) + more, 3.5) : weight / (more ? 0.5 + texts[k].length / mean / 2 : 1))
    })
    const count = new Map()
    for (const s of index.sections) for (const w of s.bag.keys()) count.set(w, (count.get(w) || 0) + 1)
    index.rare = count => Math.log(1 + index.sections.length / (1 + count))
    index.worth = new Map([...count].map(([w, n]) => [w, index.rare(n)]))
    index.known = [...count.keys(), ...alike.keys()]
    for (const s of index.sections) s.asks = s.asks.map(list => [list, list.reduce((sum, w) => sum + index.worth.get(w), 0)])
    return index
  }
  const ways = (query, said) => {  // the query as typed, and with a reader's words replaced by the book's
    const typed = ` ${tokens(query).join(" ")} `
    return [asked(query), ...Object.entries(said).map(([words, term]) => [` ${tokens(words).join(" ")} `, term]).filter(([words]) => typed.includes(words)).map(
      ([words, term]) => [...new Set([...asked(query).filter(w => !words.includes(` ${w} `)), ...asked(term)])])]
  }
  const BESIDE = /^(Exercises|Quiz|Where to go next.*)$|^dnnlpy|^python -m|^The functions|^Bibliography$/  // what explains nothing
  const rank = (wanted, { sections, rare, known }) => {  // rare words count most, those of no section not at all; a section with all of them leads
    const strength = wanted.map(w => {
      const longer = w.length < 3 ? [] : known.filter(t => t.startsWith(w)).map(t => alike.get(t) || t)
      return sections.map(s => s.bag.get(w) || 0.7 * Math.max(0, ...longer.map(t => s.bag.get(t) || 0)))
    })
    const worth = strength.map(row => row.some(Boolean) && rare(row.filter(Boolean).length)), sum = (list, of) => list.reduce((a, x, i) => a + of(x, i), 0)
    const all = sum(worth, w => w)
    return sections.map((s, k) => {
      const found = sum(worth, (w, i) => strength[i][k] && w), weighed = sum(worth, (w, i) => w * strength[i][k])
      const near = Math.max(0, ...s.asks.map(([ask, weight]) => 2 * sum(wanted, (w, i) => ask.includes(w) && worth[i]) / (all + weight)))
      return all && (BESIDE.test(s.h) ? 0.6 : 1) * weighed / all * (found / all) ** 2 + 6 * near ** 3
    })
  }
  const snippet = ({ h, t, c = "" }, wanted, { worth }) => {  // from the sentence that has most of what was asked; code where neither text nor heading has any
    const has = part => { const all = tokens(part); return wanted.filter(w => all.some(t => t === w || w.length > 2 && t.startsWith(w))) }
    const value = part => has(part).reduce((sum, w) => sum + (worth.get(w) || 1), 0)
    const text = value(t) || value(h) || !value(c) ? t.split(/(?<=[.?!]["”’)]?)\s+/) : [c]
    const first = text.map(value).reduce((best, n, k, all) => n > all[best] ? k : best, 0)
    const parts = text.slice(first).join(" ").split(/(?<=[\s(])/), hit = parts.findIndex(part => has(part).length)
    const from = hit < 24 ? 0 : hit - 8
    return parts.slice(from, from + 36).map(part => has(part).length ? make("b", { textContent: part }) : part)
  }
  const answer = async (query, hits, say) => {
    const index = await load(), { sections, words, otherwise } = index
    const all = query.trim() ? ways(query, words) : []
    const scores = all.map(way => rank(way, index)), best = sections.map((s, k) => [Math.max(0, ...scores.map(row => row[k])), s]).sort((a, b) => b[0] - a[0])
    const found = best.filter(([n]) => n > 0.05 && n > best[0][0] / 4).slice(0, 12)
    hits.replaceChildren(...found.map(([, s]) => make("li", {},
      make("a", { href: home + s.a, textContent: s.h }), !s.p || s.h === s.p ? "" : make("span", { textContent: ` in ${s.p}` }),
      make("div", {}, ...snippet(s, all.flat(), index)))))
    say.replaceChildren(...!query.trim() ? [] : found.length ? [found.length > 1 ? `${found.length} sections` : "1 section"] : ["Nothing found. Try other words, or the list of questions: ", make("a", { href: home + otherwise.a, textContent: otherwise.h })])
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
