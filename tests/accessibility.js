// Runs axe on a page and leaves the page as it was. Five things spare axe most of its work.
async ([options, passedBefore]) => {
  // Code is plain text while axe looks, and a formula an empty box of its size: they are thousands of
  // spans in colours that tests/reading/test_colours.py checks.
  const boxes = [...document.querySelectorAll('.highlight pre, .sig, .katex')].map(box => {
    const {width, height} = box.getBoundingClientRect()
    const size = `display: inline-block; width: ${width}px; height: ${height}px`
    return {box, size: box.matches('.katex') && size, style: box.getAttribute('style')}
  })
  const contents = boxes.map(({box}) => [...box.childNodes])
  for (const {box, size} of boxes) {
    box.textContent = size ? '' : box.textContent
    if (size) box.style.cssText = size
  }

  // Colours are measured for three of all texts or links that look alike and stand in elements that
  // look alike, because the others have the same; and what passed on one page is not measured again.
  const digest = text => {
    let [a, b] = [1, 2]
    for (let i = 0; i < text.length; i++) {
      a = Math.imul(a ^ text.charCodeAt(i), 0x01000193)
      b = Math.imul(b ^ text.charCodeAt(i), 0x5bd1e995)
    }
    return `${a} ${b}`
  }
  const looks = new Map()
  const look = element => {
    if (element && !looks.has(element)) {
      const s = getComputedStyle(element)
      looks.set(element, digest([look(element.parentElement), element.localName, element.className,
        ...element.getAttributeNames(), s.color, s.backgroundColor, s.backgroundImage, s.opacity,
        s.filter, s.mixBlendMode, s.textShadow, s.fontSize, s.fontWeight, s.position,
        s.textDecorationLine, s.borderBottom].join()))
    }
    return looks.get(element)
  }
  const words = element =>
    [...element.childNodes].map(node => node.nodeType === 3 ? node.data : '').join('').trim()
  const passed = new Set(passedBefore), undo = []
  const spare = (id, concerns) => {
    const kind = element => [id, look(element), words(element).length > 1].join(' ')
    const tried = new Map()  // of one letter axe is never sure: it is not of a word's kind
    const rule = axe._audit.rules.find(rule => rule.id === id)
    const {matches} = rule
    rule.matches = (element, ...rest) => {
      if (!concerns(element)) return false
      const times = passed.has(kind(element)) ? 3 : tried.get(kind(element)) ?? 0
      return times < 3 && matches(element, ...rest) && Boolean(tried.set(kind(element), times + 1))
    }
    undo.push(() => rule.matches = matches)
    for (const check of rule.any.map(check => axe._audit.checks[check.id ?? check])) {
      const {evaluate} = check
      check.evaluate = function (element, ...rest) {
        const verdict = evaluate.call(this, element, ...rest)
        if (verdict) passed.add(kind(element))
        return verdict
      }
      undo.push(() => check.evaluate = evaluate)
    }
  }
  // What has no text of its own has no contrast.
  const code = new Set(boxes.map(({box}) => box))
  spare('color-contrast', element =>
    (words(element) || element.matches('input, select, textarea')) && !code.has(element))
  spare('link-in-text-block', element => element)

  // The rules run one after the other, which needs no queue for each element, and the HTML of an
  // element, with all that is in it, is written only where something is wrong.
  for (const rule of axe._audit.rules) {
    rule.run = (context, options, resolve, reject) => {
      try { resolve(rule.runSync(context, options)) } catch (error) { reject(error) }
    }
    undo.push(() => delete rule.run)
  }
  axe._audit.noHtml = true
  undo.push(() => axe._audit.noHtml = false)

  const {violations} = await axe.run(document, {...options, elementRef: true})
  for (const back of undo) back()
  boxes.forEach(({box, size, style}, place) => {
    box.replaceChildren(...contents[place])
    if (size) style === null ? box.removeAttribute('style') : box.setAttribute('style', style)
  })
  const found = violations.flatMap(({id, nodes}) =>
    nodes.map(({element}) => `${id}: ${element.outerHTML.slice(0, 300)}`))
  return {found, passed: [...passed]}
}
