// A list of named rows in groups, for the keyboard too: arrows move, Enter selects, and to the
// right and to the left a row opens and closes.

const lists = new WeakMap()
let count = 0

// Types beyond the palette have its colours again in another shape.
const SHAPES = ["dot", "square", "diamond"]
const KEYS = { Enter: "select", " ": "select", ArrowRight: "expand", ArrowLeft: "collapse" }

const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey

const palette = (root) =>
  getComputedStyle(root).getPropertyValue("--st-chart-categorical-colors").split(",").map((color) => color.trim())

const drawRow = (list, row, colors) => {
  const item = el("div", "row")
  item.id = `${list.name}-${list.rows.length}`
  item.setAttribute("role", "option")
  item.setAttribute("aria-selected", String(row.id === list.data.selected))
  if (row.color !== "") {
    const shape = SHAPES[Math.floor(Number(row.color) / colors.length) % SHAPES.length]
    const dot = el("i", shape)
    dot.style.background = colors[Number(row.color) % colors.length]
    item.append(dot)
  }
  item.append(el("span", "text", row.text))
  if (row.note) item.append(el("small", "", row.note))
  const at = list.rows.length
  item.onclick = () => {
    move(list, at)
    list.act("select", row.id)
    if (list.data.details) bringIntoSight(list.data.details)
  }
  item.ondblclick = () => list.act("expand", row.id)
  list.rows.push({ item, id: row.id })
  return item
}

const draw = (list, colors) => {
  const { box, data } = list
  const active = list.rows[list.at]?.id
  list.rows = []
  const parts = data.groups.map((group, i) => {
    const part = el("div", "group")
    const title = el("div", "title", group.title)
    title.id = `${list.name}-title-${i}`
    part.setAttribute("role", "group")
    part.setAttribute("aria-labelledby", title.id)
    part.append(title, ...group.rows.map((row) => drawRow(list, row, colors)))
    if (group.note) part.append(el("div", "note", group.note))
    return part
  })
  box.replaceChildren(...parts)
  box.setAttribute("aria-label", data.label)
  const wanted = [active, data.selected].map((id) => list.rows.findIndex((row) => row.id === id))
  move(list, Math.max(0, wanted.find((at) => at >= 0) ?? 0), false)
}

const move = (list, at, scroll = true) => {
  list.rows[list.at]?.item.classList.remove("active")
  list.at = Math.max(0, Math.min(list.rows.length - 1, at))
  const row = list.rows[list.at]
  if (!row) return list.box.removeAttribute("aria-activedescendant")
  row.item.classList.add("active")
  list.box.setAttribute("aria-activedescendant", row.item.id)
  if (scroll) row.item.scrollIntoView({ block: "nearest" })
}

const mount = (box) => {
  const list = { box, name: `items-${++count}`, rows: [], at: 0, signature: "" }
  box.onkeydown = (event) => {
    const last = list.rows.length - 1
    const to = { ArrowDown: list.at + 1, ArrowUp: list.at - 1, Home: 0, End: last, PageDown: list.at + 10, PageUp: list.at - 10 }
    if (event.key in to) move(list, to[event.key])
    else if (event.key in KEYS && list.rows[list.at]) list.act(KEYS[event.key], list.rows[list.at].id)
    else if (isPlain(event) && list.data.keys?.[event.code] && list.rows[list.at])
      list.act(list.data.keys[event.code], list.rows[list.at].id)
    else return
    event.preventDefault()
  }
  return list
}

export default function ({ parentElement, data, setTriggerValue }) {
  let list = lists.get(parentElement)
  if (!list) lists.set(parentElement, (list = mount(parentElement.querySelector(".items"))))
  list.data = data
  list.act = (kind, id) => setTriggerValue("act", { kind, id })
  const colors = palette(list.box) // others in another theme
  const signature = JSON.stringify([data, colors])
  if (signature !== list.signature) {
    list.signature = signature
    draw(list, colors)
  }
  return () => lists.delete(parentElement)
}
