// The source panel. Everything that comes from a model or a document is drawn with textContent.

const LINKS = 'a[href*="#cite-"], a[href*="#claim-"]'
const CITE = /#cite-([0-9a-z]+)-(\d+)(?:\.(\d+))?$/
const CLAIM = /#claim-([0-9a-z]+)-(\d+)-/

const panels = new WeakMap()
const selections = new Map() // run id -> what is shown, so that a redraw keeps it

const button = (label, symbol, act, disabled) => {
  const node = el("button", "icon", symbol)
  node.type = "button"
  node.title = label
  node.setAttribute("aria-label", label)
  node.disabled = disabled
  node.onclick = act
  return node
}

// --- the document, with its passage and its sentence ----------------------------------------------

const documentBody = (source, nth, texts) => {
  const body = el("div", "document")
  const { document: doc } = source
  const mark = doc.marks[Math.min(nth, doc.marks.length) - 1]
  const marked = doc.rows.length ? doc.rows : mark ? [mark] : []
  const ranges = marked.map(([from, to]) => ({ from, to, tag: "mark" }))
  if (doc.passage) ranges.push({ from: doc.passage[0], to: doc.passage[1], tag: "span", cls: "passage" })
  if (doc.cut_before) body.append(el("p", "cut", texts.cut))
  drawDocument(body, { text: doc.text, ranges })
  if (doc.cut_after) body.append(el("p", "cut", texts.cut))
  return body
}

// --- a fact's path through the graph -------------------------------------------------------------

const pathLine = (steps) => {
  const line = el("p", "path")
  for (const step of steps) {
    if (step.node !== undefined) line.append(el("b", "", step.node))
    else line.append(el("span", "edge", step.back ? ` ←${step.edge}— ` : ` —${step.edge}→ `))
  }
  return line
}

const factHead = (source, texts) => {
  const head = el("div", "fact")
  head.append(el("p", "statement", source.text))
  if (source.paths.length) head.append(pathLine(source.paths[0]))
  if (source.document) head.append(el("p", "origin", `${texts.stated_in}: ${source.document.title}`))
  return head
}

const dependent = ({ data }, source) => {
  if (!source.claims?.length) return []
  const links = source.claims.map((place) => {
    const link = el("a", "source", data.claims[place].text)
    link.href = `#claim-${data.run}-${place}-${data.claims[place].verdict}`
    return link
  })
  return [el("h5", "", data.texts.dependent), ...links]
}

const otherPaths = (source, texts) => {
  const others = source.paths.slice(1)
  if (!others.length) return []
  return [el("h5", "", texts.also), ...others.map(pathLine)]
}

// --- far from the answer: where the panels are one column, as on a phone ---------------------------

const SEEN_PX = 160 // less of the panel above the question box is not seen

const isOnScreen = (section) => {
  const { top, bottom } = section.getBoundingClientRect()
  return top >= 0 && top < innerHeight - SEEN_PX && bottom > 0
}

const wayBack = (panel) => {
  if (!panel.isFar) return []
  const back = () => {
    const { opener } = panel
    const link = opener.isConnected ? opener : document.querySelector(`a[href="${opener.getAttribute("href")}"]`)
    link?.scrollIntoView({ block: "center" })
    link?.focus({ preventScroll: true })
  }
  return [button(panel.data.texts.back, "arrow_upward", back, false)]
}

// --- the panel -----------------------------------------------------------------------------------

const neighbours = (panel, number) => {
  const { order, sources } = panel.data
  const all = Object.keys(sources).map(Number)
  const list = order.includes(number) ? order : all
  const at = list.indexOf(number)
  return { at, count: list.length, previous: list[at - 1], next: list[at + 1] }
}

const drawSource = (panel, { number, nth }) => {
  const { data, section } = panel
  const { texts } = data
  const source = data.sources[number]
  const { at, count, previous, next } = neighbours(panel, number)
  const head = el("header")
  head.append(el("span", "number", `[${number}]`))
  head.append(el("h3", "", source.title))
  const nav = el("nav")
  nav.append(...wayBack(panel))
  nav.append(button(texts.previous, "chevron_left", () => panel.select({ number: previous, nth: 1 }), previous === undefined))
  nav.append(el("span", "place", `${at + 1} ${texts.of} ${count}`))
  nav.append(button(texts.next, "chevron_right", () => panel.select({ number: next, nth: 1 }), next === undefined))
  head.append(nav)
  const parts = [head]
  if (source.crumbs.length) parts.push(el("p", "crumbs", source.crumbs.join(" › ")))
  parts.push(el("p", "meta", source.meta.join(" · ")))
  if (source.text !== null) parts.push(factHead(source, texts))
  const body = el("div", "body")
  body.tabIndex = 0
  body.append(...otherPaths(source, texts), ...dependent(panel, source))
  if (source.document) body.append(documentBody(source, nth, texts))
  else if (source.text !== null) body.append(el("p", "quiet", source.absent))
  section.replaceChildren(...parts, body)
  section.setAttribute("aria-label", `${texts.title} ${number}: ${source.title}`)
  scrollToMark(body)
}

// The mark stands a third down, below whole lines: the first block shown begins at the top.
const scrollToMark = (body) => {
  const target = body.querySelector("mark") ?? body.querySelector(".passage")
  const behind = target && target.offsetTop + target.offsetHeight > body.clientHeight
  if (!behind) return (body.scrollTop = 0)
  const from = target.offsetTop - body.clientHeight / 3
  const first = [...body.querySelectorAll(".document > *")].find((one) => one.offsetTop >= from)
  body.scrollTop = Math.min(first?.offsetTop ?? from, target.offsetTop)
}

// A text whose stretches stand in elements of their own.
const withSpans = (node, text, spans, tag, cls) => {
  let at = 0
  for (const [from, to] of spans) {
    node.append(text.slice(at, from), el(tag, cls, text.slice(from, to)))
    at = to
  }
  node.append(text.slice(at))
  return node
}

const drawClaim = (panel, { claim: place }) => {
  const { data, section } = panel
  const { texts } = data
  const claim = data.claims[place]
  const head = el("header")
  head.append(el("span", `verdict ${claim.verdict}`, claim.label), ...wayBack(panel))
  const body = el("div", "body fact")
  body.tabIndex = 0
  body.append(withSpans(el("p", "statement"), claim.text, claim.missing, "span", "missing"))
  if (claim.reasons.length) {
    const list = el("ul")
    for (const reason of claim.reasons) list.append(el("li", "", reason))
    body.append(list)
  }
  body.append(el("h5", "", texts.nearest))
  body.append(claim.sentence ? withSpans(el("p", "quote"), claim.sentence, claim.matched, "mark") : el("p", "quiet", texts.no_nearest))
  for (const number of claim.sources) {
    const link = el("a", "source", `[${number}] ${data.sources[number]?.title ?? ""}`)
    link.href = `#cite-${data.run}-${number}`
    body.append(link)
  }
  section.replaceChildren(head, body)
  section.setAttribute("aria-label", `${texts.claim}: ${claim.label}`)
}

const drawEmpty = (panel) => {
  const head = el("header")
  head.append(el("h3", "plain", panel.data.texts.title))
  panel.section.replaceChildren(head, el("p", "quiet", panel.data.texts.empty))
  panel.section.setAttribute("aria-label", panel.data.texts.title)
}

const exists = (data, wanted) =>
  wanted && (wanted.claim !== undefined ? wanted.claim in data.claims : wanted.number in data.sources)

const draw = (panel) => {
  const { data } = panel
  let wanted = selections.get(data.run)
  if (!exists(data, wanted)) wanted = data.order.length ? { number: data.order[0], nth: 1 } : null
  const content = wanted && (wanted.claim !== undefined ? data.claims[wanted.claim] : data.sources[wanted.number])
  const signature = JSON.stringify([data.run, wanted, content, data.order, data.texts.title, panel.isFar])
  if (signature === panel.signature) return
  panel.signature = signature
  panel.shown = wanted
  if (!wanted) drawEmpty(panel)
  else if (wanted.claim !== undefined) drawClaim(panel, wanted)
  else drawSource(panel, wanted)
  announce(panel, wanted)
}

const litBy = (data, wanted) => {
  if (!wanted) return undefined
  return (wanted.claim !== undefined ? data.claims[wanted.claim] : data.sources[wanted.number])?.lit
}

// Calls, plan steps, entities and claims that what is shown rests on, or that rest on it.
const light = (data, wanted, lit) => {
  for (const node of document.querySelectorAll(".wb-lit")) node.classList.remove("wb-lit")
  if (!lit) return
  const isClaim = wanted.claim !== undefined
  const claims = isClaim ? [wanted.claim] : data.sources[wanted.number].claims
  const sources = isClaim ? data.claims[wanted.claim].sources : []
  const places = [
    ...lit.calls.map((place) => `[data-call="${place}"]`),
    ...lit.steps.map((place) => `[data-step="${place}"]`),
    ...lit.nodes.map((id) => `[data-node="${CSS.escape(id)}"]`),
    ...claims.map((place) => claimLinks(data, place)),
    ...sources.map((number) => `.wb-sources a[href$="#cite-${data.run}-${number}"]`),
  ]
  if (!places.length) return
  for (const node of document.querySelectorAll(places.join(", "))) node.classList.add("wb-lit")
}

const claimLinks = (data, place) => `:is(.stMarkdown a, .wb-claims a)[href*="#claim-${data.run}-${place}-"]`

const lightClaims = (data, places) => {
  for (const node of document.querySelectorAll(".wb-lit")) node.classList.remove("wb-lit")
  if (!places.length) return
  const links = places.map((place) => claimLinks(data, place)).join(", ")
  for (const node of document.querySelectorAll(links)) node.classList.add("wb-lit")
}

// The answer's links and, unless it is the graph that asks, the graph follow what is shown.
const announce = (panel, wanted, tellsGraph = true) => {
  const { data } = panel
  const lit = litBy(data, wanted)
  light(data, wanted, lit)
  for (const link of document.querySelectorAll(LINKS)) link.removeAttribute("aria-current")
  const source = wanted && data.sources[wanted.number]
  if (source) {
    const suffix = wanted.nth > 1 ? `.${wanted.nth}` : ""
    const href = `#cite-${data.run}-${wanted.number}${suffix}`
    for (const link of document.querySelectorAll(`a[href$="${href}"]`)) link.setAttribute("aria-current", "true")
  }
  if (!tellsGraph) return
  const detail = { run: data.run, nodes: lit?.nodes ?? [], edges: lit?.edges ?? [] }
  document.dispatchEvent(new CustomEvent("workbench:source", { detail }))
}

const wantedBy = (href, run) => {
  const cite = CITE.exec(href)
  if (cite) return cite[1] === run ? { number: Number(cite[2]), nth: Number(cite[3] ?? 1) } : null
  const claim = CLAIM.exec(href)
  return claim && claim[1] === run ? { claim: claim[2] } : null
}

const mount = (section) => {
  const panel = { section, data: null, shown: null, signature: "", opener: null, isFar: false }
  panel.select = (wanted, opener) => {
    if (opener && !section.contains(opener)) {
      panel.opener = opener
      panel.isFar = !isOnScreen(section)
    }
    selections.set(panel.data.run, wanted)
    draw(panel)
    section.focus({ preventScroll: true })
    if (opener && !isOnScreen(section)) section.scrollIntoView({ block: "start" })
  }
  panel.onClick = (event) => {
    const link = event.composedPath().find((node) => node instanceof Element && node.matches(LINKS))
    if (!link) return
    event.preventDefault()
    event.stopPropagation()
    const wanted = wantedBy(link.getAttribute("href"), panel.data.run)
    if (exists(panel.data, wanted)) panel.select(wanted, link)
  }
  section.onkeydown = (event) => {
    const step = { ArrowLeft: "previous", ArrowRight: "next" }[event.key]
    const shown = selections.get(panel.data.run) ?? { number: panel.data.order[0] }
    if (event.key === "Escape") panel.opener?.focus()
    else if (step && shown.number !== undefined) {
      const number = neighbours(panel, shown.number)[step]
      if (number !== undefined) panel.select({ number, nth: 1 })
    }
  }
  // A graph that is drawn later than the source shown here has not heard of it yet.
  panel.onGraph = () => announce(panel, panel.shown)
  // A node or an edge of the graph is selected, or a call or an entity opened: its claims light up.
  panel.onDependents = ({ detail }) => {
    if (detail.run !== panel.data.run) return
    if (detail.claims) lightClaims(panel.data, detail.claims)
    else announce(panel, panel.shown, false)
  }
  panel.onToggle = ({ target }) => {
    if (!(target instanceof Element) || target.dataset.claims === undefined) return
    const claims = target.open ? target.dataset.claims.split(" ").filter(Boolean) : null
    panel.onDependents({ detail: { run: panel.data.run, claims } })
  }
  document.addEventListener("workbench:dependents", panel.onDependents)
  document.addEventListener("toggle", panel.onToggle, true)
  document.addEventListener("click", panel.onClick, true)
  document.addEventListener("workbench:graph", panel.onGraph)
  panel.onFocus = ({ detail }) => detail === "source" && section.focus()
  document.addEventListener("workbench:focus", panel.onFocus)
  return panel
}

export default function ({ parentElement, data }) {
  const section = parentElement.querySelector("section")
  let panel = panels.get(parentElement)
  if (!panel) panels.set(parentElement, (panel = mount(section)))
  panel.data = data
  draw(panel)
  return () => {
    document.removeEventListener("click", panel.onClick, true)
    document.removeEventListener("workbench:graph", panel.onGraph)
    document.removeEventListener("workbench:focus", panel.onFocus)
    document.removeEventListener("workbench:dependents", panel.onDependents)
    document.removeEventListener("toggle", panel.onToggle, true)
    panels.delete(parentElement)
  }
}
