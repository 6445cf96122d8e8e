// The drawing of the Graph page. Labels keep their size on the screen at every zoom: those with
// room are drawn, and zooming in gives room to the others. Nothing passes through HTML.

const FONT = 12.5 // pixels on the screen
const LINE = 15
const SPACE = 4 // between a dot and its label
const SIDES = 76 // room for labels beyond the outer dots
const CLOSEST = 1.25
const MOST_SHAPED = 4 // how much wider or higher a layout may become
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
const styledNode = (frame, { kind, lifted, label, title, more, ...node }) => {
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

// --- labels --------------------------------------------------------------------------------------

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const around = (x, y, width, height, radius) => {
  const box = (left, top) => ({ left, top, right: left + width, bottom: top + height })
  const away = radius + SPACE
  return [
    box(x - width / 2, y + away),
    box(x - width / 2, y - away - height),
    box(x + away, y - height / 2),
    box(x - away - width, y - height / 2),
  ]
}

const inside = (box, sides) =>
  box.left >= sides.left && box.right <= sides.right && box.top >= sides.top && box.bottom <= sides.bottom

const visible = ({ network, canvas }, scale) => {
  const { x, y } = network.getViewPosition()
  const [half, high] = [canvas.clientWidth / 2, canvas.clientHeight / 2]
  return { left: x * scale - half, right: x * scale + half, top: y * scale - high, bottom: y * scale + high }
}

// Everything here is in pixels of the screen; the selected node and the path choose first.
const placeLabels = (frame, ctx, scale) => {
  const { network, data } = frame
  const at = network.getPositions()
  const radius = 10 * scale
  const nodes = data.nodes.filter(({ id }) => at[id])
  const dots = nodes.map(({ id }) => {
    const [x, y] = [at[id].x * scale, at[id].y * scale]
    return { id, left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }
  })
  const rank = ({ id }) => (id === data.selected ? 0 : data.path.nodes.includes(id) ? 1 : 2)
  const sides = visible(frame, scale)
  const taken = []
  for (const node of nodes.sort((a, b) => rank(a) - rank(b))) {
    const lines = node.label.split("\n")
    const width = Math.max(...lines.map((line) => ctx.measureText(line).width)) * scale + 6
    const height = LINE * lines.length
    const places = around(at[node.id].x * scale, at[node.id].y * scale, width, height, radius)
    const free = (box) =>
      inside(box, sides) &&
      !taken.some((other) => meet(box, other)) && !dots.some((dot) => dot.id !== node.id && meet(box, dot))
    const place = places.find(free) ?? (rank(node) < 2 ? places[0] : null)
    if (place) taken.push({ ...place, id: node.id, lines })
  }
  frame.dots = dots
  return taken
}

const drawLabel = (frame, ctx, { left, right, top, bottom, lines }, scale, color) => {
  ctx.fillStyle = frame.theme.background
  ctx.globalAlpha = 0.8
  ctx.fillRect(left / scale, top / scale, (right - left) / scale, (bottom - top) / scale)
  ctx.globalAlpha = 1
  ctx.fillStyle = color
  lines.forEach((line, i) => ctx.fillText(line, (left + right) / 2 / scale, (top + LINE * (i + 0.5)) / scale))
}

// Labels of the selected edge, or of the edges of the selected node and of the path.
const drawEdgeLabels = (frame, ctx, scale) => {
  const { data, network } = frame
  const at = network.getPositions()
  const joined = data.edges.filter((edge) => [edge.id, edge.from, edge.to].includes(data.selected))
  const named = joined.length <= MOST_NAMED ? joined : []
  for (const edge of data.edges) {
    const wanted = named.includes(edge) || data.path.edges.includes(edge.id)
    if (!wanted || !at[edge.from] || !at[edge.to]) continue
    const [one, other] = [at[edge.from], at[edge.to]]
    const [x, y] = [((one.x + other.x) / 2) * scale, ((one.y + other.y) / 2) * scale]
    const width = ctx.measureText(edge.title).width * scale + 4
    if (width > Math.hypot(one.x - other.x, one.y - other.y) * scale) continue
    const box = { left: x - width / 2, right: x + width / 2, top: y - LINE / 2, bottom: y + LINE / 2 }
    if ([...frame.labels, ...frame.dots].some((other) => meet(other, box))) continue
    frame.labels.push({ ...box, id: edge.id })
    drawLabel(frame, ctx, { ...box, lines: [edge.title] }, scale, frame.theme.muted)
  }
}

const drawLabels = (frame, ctx) => {
  const scale = frame.network.getScale()
  ctx.save()
  ctx.textAlign = "center"
  ctx.textBaseline = "middle"
  ctx.font = `${FONT / scale}px ${frame.theme.font}`
  frame.labels = placeLabels(frame, ctx, scale)
  for (const label of frame.labels) drawLabel(frame, ctx, label, scale, frame.theme.text)
  ctx.font = `${(FONT - 1) / scale}px ${frame.theme.font}`
  drawEdgeLabels(frame, ctx, scale)
  ctx.restore()
}

// --- the drawing ---------------------------------------------------------------------------------

const sidesOf = (nodes) => {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

// The layout takes the shape of the canvas; labels and dots keep theirs.
const shaped = (nodes, canvas) => {
  const { left, right, top, bottom } = sidesOf(nodes)
  const room = (canvas.clientWidth - 2 * SIDES) / (canvas.clientHeight - SIDES)
  const ratio = room / (Math.max(right - left, 1) / Math.max(bottom - top, 1))
  if (nodes.length < 3 || !(ratio > 0)) return nodes
  const wider = Math.sqrt(Math.min(Math.max(ratio, 1 / MOST_SHAPED), MOST_SHAPED))
  return nodes.map((node) => ({ ...node, x: node.x * wider, y: node.y / wider }))
}

const fit = (frame) => {
  const { canvas, network, data } = frame
  if (!network || !canvas.clientWidth || !data.nodes.length) return
  const { left, right, top, bottom } = sidesOf(data.nodes)
  const wide = (canvas.clientWidth - 2 * SIDES) / Math.max(right - left, 1)
  const high = (canvas.clientHeight - SIDES) / Math.max(bottom - top, 1)
  const scale = Math.max(Math.min(wide, high, CLOSEST), 0.05)
  network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale })
}

const glide = (frame, from) => {
  const turn = (frame.turn = (frame.turn ?? 0) + 1)
  const begun = performance.now()
  const long = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : GLIDE_MS
  const step = () => {
    if (turn !== frame.turn || !frames.has(frame.parent)) return
    const t = long ? Math.min(1, (performance.now() - begun) / long) : 1
    const eased = t * (2 - t)
    for (const { id, x, y } of frame.data.nodes) {
      const start = from[id] ?? { x, y }
      frame.network.moveNode(id, start.x + (x - start.x) * eased, start.y + (y - start.y) * eased)
    }
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
  options.interaction.zoomView = false // a wheel turns the page until the graph is clicked
  frame.network = new vis.Network(frame.canvas, { nodes: frame.nodes, edges: frame.edges }, options)
  frame.network.on("afterDrawing", (ctx) => drawLabels(frame, ctx))
  frame.network.on("click", (event) => {
    const id = event.nodes[0] ?? labelled(frame, event.pointer.canvas) ?? event.edges[0]
    if (id !== undefined && id !== frame.data.selected) frame.act("select", id)
  })
  frame.network.on("doubleClick", (event) => {
    const id = event.nodes[0] ?? labelled(frame, event.pointer.canvas)
    if (id !== undefined && frame.nodes.get(id)) frame.act("expand", id)
  })
  frame.canvas.onpointerdown = () => frame.network.setOptions({ interaction: { zoomView: true } })
  frame.canvas.onpointerleave = () => frame.network.setOptions({ interaction: { zoomView: false } })
}

const labelled = (frame, { x, y }) => {
  const scale = frame.network.getScale()
  const point = { left: x * scale, right: x * scale, top: y * scale, bottom: y * scale }
  return frame.labels?.find((label) => meet(label, point))?.id
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
  tools.append(
    button(data.texts.fit, "fit_screen", () => fit(frame)),
    button(data.texts.full, "fullscreen", () =>
      document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen(),
    ),
  )
  root.append(legend, tools)
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
    const style = getComputedStyle(frame.root)
    frame.theme = { ...colors(frame.root), muted: style.getPropertyValue("--st-gray-text-color").trim() }
    refresh(frame)
  })
  return () => {
    frame.resized.disconnect()
    frame.network?.destroy()
    frames.delete(parentElement)
  }
}
