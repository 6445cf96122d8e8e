// Labels of a graph drawing keep their size on the screen at every zoom: those with room are drawn,
// and zooming in gives room to the others. This script is put after network.js.

const FONT = 12.5 // pixels on the screen
const LINE = 15
const SPACE = 4 // between a dot and its label
const MOST_LINES = 400 // edges that labels keep off; beyond them every place crosses some

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const around = (x, y, width, height, radius) => {
  const box = (left, top) => ({ left, top, right: left + width, bottom: top + height })
  const away = radius + SPACE
  const aslant = away * Math.SQRT1_2
  return [
    box(x - width / 2, y + away),
    box(x - width / 2, y - away - height),
    box(x + away, y - height / 2),
    box(x - away - width, y - height / 2),
    box(x + aslant, y + aslant),
    box(x - aslant - width, y + aslant),
    box(x + aslant, y - aslant - height),
    box(x - aslant - width, y - aslant - height),
  ]
}

// A box moved sideways until it is within the sides, as far as it can be.
const pushed = (box, sides) => {
  const by = Math.max(sides.left - box.left, 0) || Math.min(sides.right - box.right, 0)
  return { ...box, left: box.left + by, right: box.right + by }
}

// Whether a line between two points passes through a box (Liang-Barsky).
const crosses = ({ x1, y1, x2, y2 }, box) => {
  let [from, to] = [0, 1]
  for (const [step, room] of [
    [x1 - x2, x1 - box.left], [x2 - x1, box.right - x1], [y1 - y2, y1 - box.top], [y2 - y1, box.bottom - y1],
  ]) {
    if (step === 0 && room < 0) return false
    if (step < 0) from = Math.max(from, room / step)
    if (step > 0) to = Math.min(to, room / step)
  }
  return from <= to
}

const inside = (box, sides) =>
  box.left >= sides.left && box.right <= sides.right && box.top >= sides.top && box.bottom <= sides.bottom

const visible = ({ network, canvas }, scale) => {
  const { x, y } = network.getViewPosition()
  const [half, high] = [canvas.clientWidth / 2, canvas.clientHeight / 2]
  return { left: x * scale - half, right: x * scale + half, top: y * scale - high, bottom: y * scale + high }
}

// The first of the boxes that lies on the fewest lines, with their number.
const clearest = (boxes, crossed) => {
  let best = null
  for (const box of boxes) {
    const lies = crossed(box)
    if (!best || lies < best.lies) best = { ...box, lies }
    if (!lies) break
  }
  return best
}

// Everything here is in pixels of the screen. `rank` gives the order in which nodes choose their
// place; those below `certain` are named even where their label covers something. `shows` tells
// which nodes are there to be named.
const placeLabels = (frame, ctx, scale, { rank, certain, shows = () => true }) => {
  const { network, data } = frame
  const at = network.getPositions()
  const nodes = data.nodes.filter((node) => at[node.id] && shows(node))
  const radius = (node) => (node.size ?? 8) * scale + 2
  const dots = nodes.map((node) => {
    const [x, y, r] = [at[node.id].x * scale, at[node.id].y * scale, radius(node)]
    return { id: node.id, left: x - r, right: x + r, top: y - r, bottom: y + r }
  })
  const sides = visible(frame, scale)
  const lines = data.edges.length > MOST_LINES ? [] : data.edges.filter((edge) => at[edge.from] && at[edge.to])
    .map(({ from, to }) => ({ x1: at[from].x * scale, y1: at[from].y * scale, x2: at[to].x * scale, y2: at[to].y * scale }))
  const crossed = (box) => lines.filter((line) => crosses(line, box)).length
  const taken = []
  for (const node of nodes.toSorted((a, b) => rank(a) - rank(b))) {
    const words = node.label.split("\n")
    const width = Math.max(...words.map((line) => ctx.measureText(line).width)) * scale + 6
    const height = LINE * words.length
    const places = around(at[node.id].x * scale, at[node.id].y * scale, width, height, radius(node))
    const free = (box) =>
      inside(box, sides) &&
      !taken.some((other) => meet(box, other)) && !dots.some((dot) => dot.id !== node.id && meet(box, dot))
    const pushedPlaces = places.slice(0, 2).map((box) => pushed(box, sides))
    const open = [...places, ...pushedPlaces].filter(free)
    if (!open.length && rank(node) < certain) open.push(places[0])
    const place = clearest(open, crossed)
    if (place) taken.push({ ...place, id: node.id, lines: words })
  }
  frame.dots = dots
  return taken
}

const drawLabel = (frame, ctx, { left, right, top, bottom, lines }, scale, color, cover = 0.8) => {
  ctx.fillStyle = frame.theme.background
  ctx.globalAlpha = cover
  ctx.fillRect(left / scale, top / scale, (right - left) / scale, (bottom - top) / scale)
  ctx.globalAlpha = 1
  ctx.fillStyle = color
  lines.forEach((line, i) => ctx.fillText(line, (left + right) / 2 / scale, (top + LINE * (i + 0.5)) / scale))
}

// The labels of edges that `wanted` names, where they cover neither a node nor another label.
const drawEdgeLabels = (frame, ctx, scale, wanted) => {
  const at = frame.network.getPositions()
  for (const edge of frame.data.edges) {
    if (!wanted(edge) || !at[edge.from] || !at[edge.to]) continue
    const [one, other] = [at[edge.from], at[edge.to]]
    const [x, y] = [((one.x + other.x) / 2) * scale, ((one.y + other.y) / 2) * scale]
    const width = ctx.measureText(edge.title).width * scale + 4
    if (width > Math.hypot(one.x - other.x, one.y - other.y) * scale) continue
    const box = { left: x - width / 2, right: x + width / 2, top: y - LINE / 2, bottom: y + LINE / 2 }
    if ([...frame.labels, ...frame.dots].some((other) => meet(other, box))) continue
    frame.labels.push({ ...box, id: edge.id })
    drawLabel(frame, ctx, { ...box, lines: [edge.title] }, scale, frame.theme.muted, 1)
  }
}

// Draw the labels of nodes, then those of edges; `frame.labels` has where they stand.
const writeLabels = (frame, ctx, { names, ...order }) => {
  const scale = frame.network.getScale()
  ctx.save()
  ctx.textAlign = "center"
  ctx.textBaseline = "middle"
  ctx.font = `${FONT / scale}px ${frame.theme.font}`
  frame.labels = placeLabels(frame, ctx, scale, order)
  for (const label of frame.labels) drawLabel(frame, ctx, label, scale, frame.theme.text)
  ctx.font = `${(FONT - 1) / scale}px ${frame.theme.font}`
  drawEdgeLabels(frame, ctx, scale, names)
  ctx.restore()
}

// The node or edge whose label stands at a place of the canvas.
const labelled = (frame, { x, y }) => {
  const scale = frame.network.getScale()
  const point = { left: x * scale, right: x * scale, top: y * scale, bottom: y * scale }
  return frame.labels?.find((label) => meet(label, point))?.id
}

// --- the layout on the canvas --------------------------------------------------------------------

const SIDES = 76 // room for labels beyond the outer dots, on a canvas that is wide enough
const CLOSEST = 1.25
// The height of a canvas, in pixels, from which a graph may be drawn closer.
const ROOMY = 480
const MOST_CLOSER = 1.7
const MOST_SHAPED = 4 // how much wider or higher a layout may become

const sidesOf = (nodes) => {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

const sideRoom = (canvas) => Math.min(SIDES, 0.15 * canvas.clientWidth)

// The layout takes the shape of the canvas; labels and dots keep theirs.
const shaped = (nodes, canvas) => {
  const { left, right, top, bottom } = sidesOf(nodes)
  const room = (canvas.clientWidth - 2 * sideRoom(canvas)) / (canvas.clientHeight - sideRoom(canvas))
  const ratio = room / (Math.max(right - left, 1) / Math.max(bottom - top, 1))
  const isLine = Math.min(right - left, bottom - top) < LINE
  if (nodes.length < 3 || isLine || !(ratio > 0)) return nodes
  const wider = Math.sqrt(Math.min(Math.max(ratio, 1 / MOST_SHAPED), MOST_SHAPED))
  return nodes.map((node) => ({ ...node, x: node.x * wider, y: node.y / wider }))
}

// The library's own `moveNode` draws the whole graph once more for every node.
const moveAll = ({ network }, nodes) => {
  for (const { id, x, y } of nodes) Object.assign(network.body.nodes[id], { x, y })
  network.redraw()
}

const fit = (frame) => {
  const { canvas, network, data } = frame
  if (!network || !canvas.clientWidth || !data.nodes.length) return
  const { left, right, top, bottom } = sidesOf(data.nodes)
  const wide = (canvas.clientWidth - 2 * sideRoom(canvas)) / Math.max(right - left, 1)
  const high = (canvas.clientHeight - sideRoom(canvas)) / Math.max(bottom - top, 1)
  // A graph on the full screen is drawn larger, its labels too.
  const closest = CLOSEST * Math.min(Math.max(canvas.clientHeight / ROOMY, 1), MOST_CLOSER)
  const scale = Math.max(Math.min(wide, high, closest), 0.05)
  network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale })
}

// A wheel turns the page until the graph is clicked.
const zoomWhereClicked = (frame) => {
  frame.canvas.onpointerdown = () => frame.network.setOptions({ interaction: { zoomView: true } })
  frame.canvas.onpointerleave = () => frame.network.setOptions({ interaction: { zoomView: false } })
}

const fullButton = (root, label) =>
  button(label, "fullscreen", () =>
    document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen(),
  )
