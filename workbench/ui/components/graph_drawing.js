// The drawing of the Graph page. Nothing passes through HTML.

const MOST_NAMED = 8 // edges of the selected node that show their labels
const GLIDE_MS = 260

const frames = new WeakMap()

const kindColors = (frame) => {
  const { palette } = frame.theme
  return Object.fromEntries(frame.data.kinds.map((kind) => [kind.id, palette[Number(kind.color) % palette.length]]))
}

// Types beyond the palette have its colours again in another shape.
const SHAPES = ["dot", "square", "diamond"]

const shapeOf = (frame, { color }) => SHAPES[Math.floor(Number(color) / frame.theme.palette.length) % SHAPES.length]

// A ring stands for a node with neighbours that are not drawn, a disc for one without.
const styledNode = (frame, { kind, label, title, more, ...node }) => {
  const { theme, data } = frame
  const color = frame.kinds[kind]
  const background = more ? theme.background : color
  const border = data.path.nodes.includes(node.id) ? theme.accent : color
  const lit = { background, border: theme.text }
  return {
    ...node,
    label: undefined,
    shape: shapeOf(frame, data.kinds.find((one) => one.id === kind)),
    title: more ? `${title}: ${more}` : title,
    size: 8,
    borderWidth: 3,
    borderWidthSelected: 5,
    color: { background, border, highlight: lit, hover: lit },
  }
}

const styledEdge = (frame, { label, ...edge }) => {
  const { theme, data } = frame
  const onPath = data.path.edges.includes(edge.id)
  const color = onPath ? theme.accent : theme.edge
  return {
    ...edge,
    label: undefined,
    width: onPath ? 3 : 1,
    color: { color, highlight: theme.accent, hover: theme.accent, opacity: onPath ? 1 : 0.55 },
  }
}

// The selected node and the path choose their places first; the selected edge, or those of the
// selected node and of the path, are named.
const drawLabels = (frame, ctx) => {
  const { data } = frame
  const rank = ({ id }) => (id === data.selected ? 0 : data.path.nodes.includes(id) ? 1 : 2)
  const joined = data.edges.filter((edge) => [edge.id, edge.from, edge.to].includes(data.selected))
  const named = joined.length <= MOST_NAMED ? joined : []
  const names = (edge) => named.includes(edge) || data.path.edges.includes(edge.id)
  writeLabels(frame, ctx, { rank, certain: 2, names })
}

// --- the drawing ---------------------------------------------------------------------------------

const glide = (frame, from) => {
  const turn = (frame.turn = (frame.turn ?? 0) + 1)
  const begun = performance.now()
  const long = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : GLIDE_MS
  const step = () => {
    if (turn !== frame.turn || !frames.has(frame.parent)) return
    const t = long ? Math.min(1, (performance.now() - begun) / long) : 1
    const eased = t * (2 - t)
    moveAll(frame, frame.data.nodes.map(({ id, x, y }) => {
      const start = from[id] ?? { x, y }
      return { id, x: start.x + (x - start.x) * eased, y: start.y + (y - start.y) * eased }
    }))
    if (t < 1) requestAnimationFrame(step)
    else frame.canvas.dataset.drawn = String(frame.data.nodes.length)
  }
  step()
}

const replace = (set, items) => {
  const kept = new Set(items.map(({ id }) => id))
  set.remove(set.getIds().filter((id) => !kept.has(id)))
  set.update(items)
}

const start = (frame) => {
  frame.nodes = new vis.DataSet()
  frame.edges = new vis.DataSet()
  const options = structuredClone(frame.data.options)
  options.interaction.zoomView = false
  frame.network = new vis.Network(frame.canvas, { nodes: frame.nodes, edges: frame.edges }, options)
  frame.network.on("afterDrawing", (ctx) => drawLabels(frame, ctx))
  frame.network.on("click", (event) => {
    const id = event.nodes[0] ?? labelled(frame, event.pointer.canvas) ?? event.edges[0]
    if (id === undefined) return
    if (id !== frame.data.selected) frame.act("select", id)
    bringIntoSight("wb_graph_card")
  })
  frame.network.on("doubleClick", (event) => {
    const id = event.nodes[0] ?? labelled(frame, event.pointer.canvas)
    if (id !== undefined && frame.nodes.get(id)) frame.act("expand", id)
  })
  zoomWhereClicked(frame)
}

const drawFurniture = (frame) => {
  const { data, theme, root } = frame
  root.querySelectorAll(".legend, .tools").forEach((node) => node.remove())
  const legend = el("ul", "legend")
  for (const kind of data.kinds) {
    const item = el("li")
    const dot = el("i", shapeOf(frame, kind))
    dot.style.background = frame.kinds[kind.id]
    item.append(dot, kind.label)
    legend.append(item)
  }
  if (data.nodes.some((node) => node.more)) {
    const item = el("li")
    item.append(el("i", "ring"), data.texts.more)
    legend.append(item)
  }
  legend.append(el("li", "hint", data.texts.hint))
  const tools = el("div", "tools")
  tools.append(button(data.texts.fit, "fit_screen", () => fit(frame)), fullButton(root, data.texts.full))
  root.prepend(tools)
  root.append(legend)
  frame.canvas.setAttribute("aria-label", data.texts.label)
}

const refresh = (frame) => {
  const { data, theme } = frame
  const { selected, ...drawn } = data
  const signature = JSON.stringify([drawn, theme])
  if (signature !== frame.signature) {
    frame.signature = signature
    frame.kinds = kindColors(frame)
    if (!frame.network) start(frame)
    const from = frame.network.getPositions()
    drawFurniture(frame)
    data.nodes = frame.shaped = shaped(data.nodes, frame.canvas)
    replace(frame.edges, [])
    replace(frame.nodes, data.nodes.map((node) => styledNode(frame, node)))
    replace(frame.edges, data.edges.map((edge) => styledEdge(frame, edge)))
    fit(frame)
    glide(frame, from)
  } else data.nodes = frame.shaped
  const isNode = frame.nodes.get(selected)
  const isEdge = frame.edges.get(selected)
  frame.network.setSelection({ nodes: isNode ? [selected] : [], edges: isEdge ? [selected] : [] })
  frame.network.redraw()
}

const mount = (parent) => {
  const root = parent.querySelector(".frame")
  const frame = { parent, root, canvas: root.querySelector(".canvas"), signature: "", labels: [] }
  // A canvas tells no one what is drawn on it: tests and assistive scripts ask here.
  frame.canvas.workbenchPlace = (id) => frame.network.canvasToDOM(frame.network.getPosition(id))
  frame.canvas.workbenchLit = () => frame.network.getSelectedNodes()
  frame.canvas.workbenchLabels = () => frame.labels.filter((label) => label.lines).map((label) => label.id)
  frame.resized = new ResizeObserver(() => fit(frame))
  frame.resized.observe(root)
  return frame
}

export default function ({ parentElement, data, setTriggerValue }) {
  let frame = frames.get(parentElement)
  if (!frame) frames.set(parentElement, (frame = mount(parentElement)))
  frame.data = data
  frame.act = (kind, id) => setTriggerValue("act", { kind, id })
  loadLibrary(data.script).then(() => {
    if (!frames.has(parentElement)) return
    frame.theme = colors(frame.root)
    refresh(frame)
  })
  return () => {
    frame.resized.disconnect()
    frame.network?.destroy()
    frames.delete(parentElement)
  }
}
