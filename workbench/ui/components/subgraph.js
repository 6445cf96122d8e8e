// The subgraph. vis-network draws on a canvas; labels and details never pass through HTML.

const MARGIN = 10
const CLOSEST = 1.1

const frames = new WeakMap()

const styledNodes = (data, theme) => {
  const order = data.kinds.map((kind) => kind.id)
  return data.nodes.map(({ kind, lifted, ...node }) => {
    const color = theme.palette[order.indexOf(kind) % theme.palette.length]
    const lit = { background: color, border: theme.text }
    return {
      ...node,
      color: { background: color, border: color, highlight: lit, hover: lit },
      font: lifted ? { ...outlined(theme), vadjust: -lift(node) } : written(theme),
    }
  })
}

const LINE = 16

// A label stands below its node; this much higher it stands above.
const lift = (node) => 2 * node.size + LINE * node.label.split("\n").length + 10

const written = (theme) => ({ color: theme.text, face: theme.font, strokeWidth: 0, background: theme.background })

// The library draws a background where the label would be without the lift.
const outlined = (theme) => ({ color: theme.text, face: theme.font, strokeWidth: 4, strokeColor: theme.background })

const styledEdges = (data, theme) =>
  data.edges.map((edge) => ({
    ...edge,
    color: { color: theme.edge, highlight: theme.accent, hover: theme.accent, opacity: 0.75 },
    font: written(theme),
  }))
const drawLegend = (frame) => {
  const legend = el("ul", "legend")
  frame.data.kinds.forEach((kind, i) => {
    const item = el("li")
    const dot = el("i")
    dot.style.background = frame.theme.palette[i % frame.theme.palette.length]
    item.append(dot, kind.label)
    legend.append(item)
  })
  return legend
}

const drawDetails = (frame, id) => {
  const { texts, run } = frame.data
  const found = frame.data.details[id]
  frame.card?.remove()
  frame.card = null
  if (!found) return
  const card = el("aside", "card")
  card.setAttribute("aria-label", found.title)
  const head = el("header")
  head.append(el("b", "", found.title), button(texts.close, "close", () => frame.show(null)))
  card.append(head, el("p", "kind", found.kind))
  const rows = el("dl")
  for (const [name, value] of found.rows) rows.append(el("dt", "", name), el("dd", "", value))
  card.append(rows)
  if (found.relations.length) {
    card.append(el("h5", "", texts.relations))
    for (const relation of found.relations) card.append(el("p", "relation", relation))
  }
  if (found.sources.length) {
    const line = el("p", "used", `${texts.used_by}: `)
    for (const number of found.sources) {
      const link = el("a", "", `[${number}]`)
      link.href = `#cite-${run}-${number}`
      line.append(link, " ")
    }
    card.append(line)
  }
  if (found.claims.length) {
    card.append(el("h5", "", texts.claims))
    for (const claim of found.claims) {
      const link = el("a", "claim", claim.text)
      link.href = claim.href
      card.append(link)
    }
  }
  const { x } = frame.network.canvasToDOM(frame.network.getPosition(id))
  const left = x > frame.canvas.clientWidth / 2
  card.classList.toggle("left", left)
  frame.root.append(card)
  const offset = { x: ((left ? 1 : -1) * card.offsetWidth) / 2, y: 0 }
  frame.network.focus(id, { scale: frame.network.getScale(), offset })
  frame.card = card
}

const drawTools = (frame) => {
  const { texts } = frame.data
  const tools = el("div", "tools")
  tools.append(button(texts.fit, "fit_screen", () => fit(frame)))
  tools.append(
    button(texts.full, "fullscreen", () =>
      document.fullscreenElement ? document.exitFullscreen() : frame.root.requestFullscreen(),
    ),
  )
  return tools
}

// The library's own fit knows nothing of labels that stand above their nodes.
const fit = (frame) => {
  const { canvas, network, data } = frame
  if (!network || !canvas.clientWidth || !data.nodes.length) return
  const sides = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { id, size, label, lifted } of data.nodes) {
    const { x, y } = network.getPosition(id)
    const lines = label.split("\n")
    const half = Math.max(size, (Math.max(...lines.map((line) => line.length)) * 7) / 2)
    const text = LINE * lines.length + 6
    sides.left = Math.min(sides.left, x - half)
    sides.right = Math.max(sides.right, x + half)
    sides.top = Math.min(sides.top, y - size - (lifted ? text : 0))
    sides.bottom = Math.max(sides.bottom, y + size + (lifted ? 0 : text))
  }
  const wide = canvas.clientWidth / (sides.right - sides.left + 2 * MARGIN)
  const high = canvas.clientHeight / (sides.bottom - sides.top + 2 * MARGIN)
  const position = { x: (sides.left + sides.right) / 2, y: (sides.top + sides.bottom) / 2 }
  network.moveTo({ position, scale: Math.min(wide, high, CLOSEST) })
}

const startNetwork = (frame) => {
  const { data, theme } = frame
  frame.network?.destroy()
  frame.nodes = new vis.DataSet(styledNodes(data, theme))
  frame.edges = new vis.DataSet(styledEdges(data, theme))
  const options = structuredClone(data.options)
  options.interaction.zoomView = false // a wheel turns the page until the graph is clicked
  frame.network = new vis.Network(frame.canvas, { nodes: frame.nodes, edges: frame.edges }, options)
  // Not "selectNode": a node that is lit for its source is selected already.
  frame.network.on("click", (event) => drawDetails(frame, event.nodes[0] ?? null))
  frame.network.once("afterDrawing", () => {
    fit(frame)
    frame.canvas.dataset.drawn = String(data.nodes.length)
    document.dispatchEvent(new CustomEvent("workbench:graph"))
  })
  frame.canvas.onpointerdown = () => frame.network.setOptions({ interaction: { zoomView: true } })
  frame.canvas.onpointerleave = () => frame.network.setOptions({ interaction: { zoomView: false } })
}

const refresh = (frame) => {
  const { data, theme } = frame
  const signature = JSON.stringify([data.run, data.nodes, data.edges, theme, data.texts])
  if (signature === frame.signature) return
  frame.signature = signature
  drawDetails(frame, null)
  frame.root.querySelectorAll(".legend, .tools").forEach((node) => node.remove())
  frame.root.append(drawLegend(frame), drawTools(frame))
  frame.canvas.setAttribute("aria-label", data.texts.label)
  startNetwork(frame)
}

const mount = (root) => {
  const frame = { root, canvas: root.querySelector(".canvas"), signature: "", card: null }
  // A canvas tells no one what is drawn on it: tests and assistive scripts ask here.
  frame.canvas.workbenchPlace = (id) => frame.network.canvasToDOM(frame.network.getPosition(id))
  frame.canvas.workbenchLit = () => frame.network.getSelectedNodes()
  frame.canvas.workbenchShow = (id) => frame.show(id)
  frame.show = (id) => {
    frame.network?.setSelection({ nodes: id ? [id] : [], edges: [] })
    drawDetails(frame, id)
  }
  frame.onSource = ({ detail }) => {
    if (!frame.network || detail.run !== frame.data.run) return
    drawDetails(frame, null)
    const nodes = detail.nodes.filter((id) => frame.nodes.get(id))
    const edges = detail.edges.filter((id) => frame.edges.get(id))
    frame.network.setSelection({ nodes, edges }, { highlightEdges: false })
  }
  frame.resized = new ResizeObserver(() => fit(frame))
  frame.resized.observe(root)
  document.addEventListener("workbench:source", frame.onSource)
  return frame
}

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".frame")
  let frame = frames.get(parentElement)
  if (!frame) frames.set(parentElement, (frame = mount(root)))
  frame.data = data
  loadLibrary(data.script).then(() => {
    if (!frames.has(parentElement)) return
    frame.theme = colors(root)
    refresh(frame)
  })
  return () => {
    document.removeEventListener("workbench:source", frame.onSource)
    frame.resized.disconnect()
    frame.network?.destroy()
    frames.delete(parentElement)
  }
}
