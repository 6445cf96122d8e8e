// The subgraph of a run. vis-network draws on a canvas; labels and details never pass through HTML.

const EDGES_NAMED = 4 // with more edges, those of what is selected are named only
const MOST_NAMED = 8 // edges of what is selected that are named
const SINGLE_MS = 260 // a click waits so long for the second one of a double click
const DASHES = { cited: false, found: false, added: [4, 4] }

const frames = new WeakMap()
const folded = (text) => text.toLowerCase().replaceAll("ё", "е").trim()

const kindColor = (frame, kind) => {
  const at = frame.data.kinds.findIndex((one) => one.id === kind)
  return frame.theme.palette[at % frame.theme.palette.length]
}

const matches = (frame, { title }) => !frame.words || folded(title).includes(frame.words)

// A disc is a node that the answer cites, a ring one that was merely found; added ones are dashed.
const styledNode = (frame, { kind, label, state, ...node }) => {
  const { theme } = frame
  const color = kindColor(frame, kind)
  const background = state === "cited" ? color : theme.background
  const lit = { background, border: theme.text }
  return {
    ...node,
    label: undefined,
    hidden: frame.off.has(kind),
    opacity: matches(frame, node) ? 1 : 0.2,
    borderWidth: 3,
    borderWidthSelected: 5,
    shapeProperties: { borderDashes: DASHES[state] },
    color: { background, border: color, highlight: lit, hover: lit },
  }
}

const styledEdge = (frame, { label, state, ...edge }) => {
  const { theme } = frame
  const opacity = state === "cited" ? 0.9 : 0.4
  return {
    ...edge,
    label: undefined,
    width: state === "cited" ? 2 : 1,
    dashes: DASHES[state],
    color: { color: theme.edge, highlight: theme.accent, hover: theme.accent, opacity },
  }
}

const isShown = (frame, { kind }) => !frame.off.has(kind)

const drawLabels = (frame, ctx) => {
  const { data, network } = frame
  const lit = new Set(network.getSelectedNodes())
  const litEdges = new Set(network.getSelectedEdges())
  const rank = (node) => (lit.has(node.id) ? 0 : node.state === "cited" ? 1 : 2)
  const named = litEdges.size <= MOST_NAMED ? litEdges : new Set()
  const names = (edge) => data.edges.length <= EDGES_NAMED || named.has(edge.id)
  const shows = (node) => isShown(frame, node) && (matches(frame, node) || lit.has(node.id))
  writeLabels(frame, ctx, { rank, certain: 1, names, shows })
}

// --- details -------------------------------------------------------------------------------------

const linked = (text, href, cls) => {
  const link = el("a", cls, text)
  link.href = href
  return link
}

const drawDetails = (frame, id) => {
  const { texts, run } = frame.data
  const found = frame.data.details[id]
  frame.card?.remove()
  frame.card = null
  frame.shown = found ? id : null
  document.dispatchEvent(
    new CustomEvent("workbench:dependents", { detail: { run, claims: found?.claims.map(({ place }) => place) ?? null } }),
  )
  if (!found) return
  const card = el("aside", "card")
  card.tabIndex = -1
  card.setAttribute("aria-label", found.title)
  card.setAttribute("aria-live", "polite")
  const head = el("header")
  head.append(el("b", "", found.title))
  if (found.is_node) head.append(button(texts.expand, "add_circle", () => frame.act("expand", id)))
  head.append(button(texts.close, "close", () => frame.show(null)))
  card.append(head, el("p", "kind", [found.kind, texts[found.state]].filter(Boolean).join(" · ")))
  const rows = el("dl")
  for (const [name, value] of found.rows) rows.append(el("dt", "", name), el("dd", "", value))
  card.append(rows)
  if (found.relations.length) {
    card.append(el("h5", "", texts.relations))
    for (const relation of found.relations) card.append(el("p", "relation", relation))
  }
  if (found.sources.length) {
    const line = el("p", "used", `${texts.used_by}: `)
    for (const number of found.sources) line.append(linked(`[${number}]`, `#cite-${run}-${number}`), " ")
    card.append(line)
  }
  card.append(el("h5", "", found.claims.length ? texts.claims : texts.no_claims))
  for (const claim of found.claims) card.append(linked(claim.text, claim.href, "claim"))
  frame.stage.append(card)
  frame.card = card
}

const select = (frame, id) => {
  const nodes = frame.nodes?.get(id) ? [id] : []
  const edges = frame.edges?.get(id) ? [id] : []
  frame.network?.setSelection({ nodes, edges })
}

// --- the text list -------------------------------------------------------------------------------

const drawList = (frame) => {
  frame.list.replaceChildren()
  const { data } = frame
  const kinds = Object.fromEntries(data.nodes.map((node) => [node.id, node.kind]))
  const hides = ({ id, ends }) => ends.some((one) => frame.off.has(kinds[one])) || !matches(frame, { title: data.details[id].title })
  for (const row of data.rows.filter((row) => !hides(row))) {
    const item = el("li", row.state)
    const go = el("button", "", row.text)
    go.type = "button"
    go.onclick = () => frame.show(row.id)
    item.append(go)
    if (row.state !== "found") item.append(el("small", "", ` ${data.texts[row.state]}`))
    frame.list.append(item)
  }
}

const showList = (frame, listed) => {
  frame.listed = listed
  frame.list.hidden = !listed
  frame.canvas.hidden = listed
  frame.listButton.setAttribute("aria-pressed", String(listed))
}

// --- tools ---------------------------------------------------------------------------------------

const restyle = (frame) => {
  if (!frame.network) return
  frame.nodes.update(frame.data.nodes.map((node) => styledNode(frame, node)))
  frame.network.redraw()
  drawList(frame)
}

const drawTools = (frame) => {
  const { texts } = frame.data
  const tools = el("div", "tools")
  const heading = el("h2", "", texts.title)
  heading.append(el("small", "", texts.counts))
  const search = el("input")
  search.type = "search"
  search.value = frame.typed
  search.placeholder = texts.search
  search.setAttribute("aria-label", texts.search)
  search.oninput = () => {
    frame.typed = search.value
    frame.words = folded(search.value)
    restyle(frame)
  }
  search.onkeydown = (event) => {
    if (event.key !== "Enter" || !frame.words) return
    const found = frame.data.nodes.filter((node) => isShown(frame, node) && matches(frame, node))
    const next = found[(found.findIndex(({ id }) => id === frame.shown) + 1) % found.length]
    if (next) frame.show(next.id)
  }
  frame.listButton = button(texts.list, "list", () => showList(frame, !frame.listed))
  tools.append(
    heading,
    search,
    frame.listButton,
    button(texts.fit, "fit_screen", () => fit(frame)),
    fullButton(frame.root, texts.full),
  )
  return tools
}

// The legend is the filter of types too.
const drawLegend = (frame) => {
  const legend = el("ul", "legend")
  for (const kind of frame.data.kinds) {
    const item = el("li")
    const toggle = el("button")
    const dot = el("i")
    toggle.type = "button"
    toggle.title = frame.data.texts.filter
    dot.style.background = kindColor(frame, kind.id)
    toggle.append(dot, kind.label)
    const mark = () => toggle.setAttribute("aria-pressed", String(!frame.off.has(kind.id)))
    toggle.onclick = () => {
      if (!frame.off.delete(kind.id)) frame.off.add(kind.id)
      mark()
      restyle(frame)
    }
    mark()
    item.append(toggle)
    legend.append(item)
  }
  const states = new Set(frame.data.nodes.map(({ state }) => state))
  for (const state of ["cited", "found", "added"].filter((one) => states.has(one))) {
    const item = el("li", "state")
    item.append(el("i", state), frame.data.texts[state])
    legend.append(item)
  }
  return legend
}

// --- keyboard ------------------------------------------------------------------------------------

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const onKey = (frame, event) => {
  const step = STEPS[event.key]
  if (step) {
    const nodes = frame.data.nodes.filter((node) => isShown(frame, node))
    const at = nodes.findIndex(({ id }) => id === frame.shown)
    const next = nodes[(at + step + nodes.length) % nodes.length] ?? nodes[0]
    if (next) frame.show(next.id)
  } else if (event.key === "Enter") frame.card?.focus()
  else if (event.key === "Escape") frame.show(null)
  else if (event.code === "KeyE" && frame.shown) frame.act("expand", frame.shown)
  else return
  event.preventDefault()
  event.stopPropagation()
}

// --- the drawing ---------------------------------------------------------------------------------

const startNetwork = (frame) => {
  const { data } = frame
  frame.network?.destroy()
  frame.given = data.nodes
  data.nodes = frame.shaped = shaped(frame.given, frame.canvas)
  frame.nodes = new vis.DataSet(data.nodes.map((node) => styledNode(frame, node)))
  frame.edges = new vis.DataSet(data.edges.map((edge) => styledEdge(frame, edge)))
  const options = structuredClone(data.options)
  options.interaction.zoomView = false
  options.interaction.keyboard = false // the arrows go from node to node
  frame.network = new vis.Network(frame.canvas, { nodes: frame.nodes, edges: frame.edges }, options)
  const under = (event) => event.nodes[0] ?? labelled(frame, event.pointer.canvas) ?? event.edges[0] ?? null
  frame.network.on("afterDrawing", (ctx) => drawLabels(frame, ctx))
  // Not "selectNode": a node that is lit for its source is selected already.
  frame.network.on("click", (event) => {
    clearTimeout(frame.clicked)
    frame.clicked = setTimeout(() => frame.show(under(event)), SINGLE_MS)
  })
  frame.network.on("doubleClick", (event) => {
    clearTimeout(frame.clicked)
    const id = under(event)
    if (frame.nodes.get(id)) frame.act("expand", id)
  })
  frame.network.once("afterDrawing", () => {
    fit(frame)
    frame.canvas.dataset.drawn = String(data.nodes.length)
    document.dispatchEvent(new CustomEvent("workbench:graph"))
  })
  zoomWhereClicked(frame)
}

const refresh = (frame) => {
  const { data, theme } = frame
  const signature = JSON.stringify([data.run, data.nodes, data.edges, theme, data.texts])
  if (signature === frame.signature) return (data.nodes = frame.shaped)
  const before = frame.signature && frame.data.run === frame.lastRun ? frame.shown : null
  if (frame.lastRun !== data.run) Object.assign(frame, { off: new Set(), words: "", typed: "" })
  frame.lastRun = data.run
  frame.signature = signature
  frame.root.querySelectorAll(".legend, .tools").forEach((node) => node.remove())
  frame.root.prepend(drawTools(frame))
  frame.root.append(drawLegend(frame))
  frame.canvas.setAttribute("aria-label", `${data.texts.label}. ${data.texts.keys}`)
  drawList(frame)
  showList(frame, frame.listed)
  startNetwork(frame)
  drawDetails(frame, before)
}

const mount = (root) => {
  const stage = root.querySelector(".stage")
  const canvas = root.querySelector(".canvas")
  const frame = { root, stage, canvas, signature: "", card: null, shown: null, listed: false }
  frame.list = el("ul", "list")
  frame.list.hidden = true
  stage.append(frame.list)
  // A canvas tells no one what is drawn on it: tests and assistive scripts ask here.
  canvas.workbenchPlace = (id) => frame.network.canvasToDOM(frame.network.getPosition(id))
  canvas.workbenchLit = () => frame.network.getSelectedNodes()
  canvas.workbenchLitEdges = () => frame.network.getSelectedEdges()
  canvas.workbenchShow = (id) => frame.show(id)
  canvas.workbenchLabels = () => frame.labels.filter((label) => label.lines)
  canvas.onkeydown = (event) => onKey(frame, event)
  frame.show = (id) => {
    select(frame, id)
    drawDetails(frame, id)
  }
  frame.onSource = ({ detail }) => {
    if (!frame.network || detail.run !== frame.data.run) return
    const nodes = detail.nodes.filter((id) => frame.nodes.get(id))
    const edges = detail.edges.filter((id) => frame.edges.get(id))
    frame.network.setSelection({ nodes, edges }, { highlightEdges: false })
  }
  // The library measures its canvas later than this is told, so it is told first.
  frame.resized = new ResizeObserver(() => {
    if (!frame.network || !canvas.clientWidth) return
    frame.network.setSize("100%", "100%")
    frame.data.nodes = frame.shaped = shaped(frame.given, canvas)
    fit(frame)
    moveAll(frame, frame.shaped)
  })
  frame.resized.observe(canvas)
  document.addEventListener("workbench:source", frame.onSource)
  frame.onFocus = ({ detail }) => detail === "graph" && canvas.focus()
  document.addEventListener("workbench:focus", frame.onFocus)
  return frame
}

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".frame")
  let frame = frames.get(parentElement)
  if (!frame) frames.set(parentElement, (frame = mount(root)))
  frame.data = data
  frame.act = (kind, id) => setTriggerValue("act", { kind, id })
  loadLibrary(data.script).then(() => {
    if (!frames.has(parentElement)) return
    frame.theme = colors(root)
    refresh(frame)
  })
  return () => {
    document.removeEventListener("workbench:source", frame.onSource)
    document.removeEventListener("workbench:focus", frame.onFocus)
    frame.resized.disconnect()
    frame.network?.destroy()
    frames.delete(parentElement)
  }
}
