// The list of runs. Questions are drawn with textContent; order and ticks live in the browser.

const lists = new WeakMap()

// Order and scroll position by the table's key: they outlast a visit to another page of the app,
// which removes the table and loads this script again.
const places = (globalThis.workbenchRunLists ??= {})

const tickBox = (label, checked, change) => {
  const box = el("input")
  box.type = "checkbox"
  box.checked = checked
  box.setAttribute("aria-label", label)
  box.onchange = change
  return box
}

// --- order ---------------------------------------------------------------------------------------

const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : a - b)

// What is not known stands last in either direction.
const inOrder = ({ data, sort }) => {
  if (!sort) return data.rows
  const [known, unknown] = [[], []]
  for (const row of data.rows) (row.raw[sort.name] === null ? unknown : known).push(row)
  known.sort((a, b) => sort.sign * compare(a.raw[sort.name], b.raw[sort.name]))
  return [...known, ...unknown]
}

// Up, down, then as it came.
const turn = (list, name) => {
  const { sort } = list
  if (sort?.name !== name) list.sort = { name, sign: 1 }
  else list.sort = sort.sign === 1 ? { name, sign: -1 } : null
  places[list.data.key].sort = list.sort
  draw(list)
  list.root.querySelector(".frame").scrollTop = 0
}

// --- ticks ---------------------------------------------------------------------------------------

const tick = (list, ids, on) => {
  for (const id of ids) on ? list.ticked.add(id) : list.ticked.delete(id)
  showTicks(list)
  list.report([...list.ticked])
}

const showTicks = (list) => {
  const boxes = [...list.root.querySelectorAll("tbody input")]
  for (const box of boxes) {
    const row = box.closest("tr")
    box.checked = list.ticked.has(row.dataset.id)
    row.classList.toggle("ticked", box.checked)
  }
  const count = boxes.filter((box) => box.checked).length
  const all = list.root.querySelector("thead input")
  all.checked = count > 0 && count === boxes.length
  all.indeterminate = count > 0 && count < boxes.length
}

// --- drawing -------------------------------------------------------------------------------------

const cellClass = ({ name, kind, folds }) => `${name} ${kind}${folds ? " folds" : ""}`

const headCell = (list, column) => {
  const cell = el("th", cellClass(column))
  if (column.width) cell.style.width = `${column.width}rem`
  const sorted = list.sort?.name === column.name && list.sort.sign
  const button = el("button", "", column.label)
  button.type = "button"
  button.onclick = () => turn(list, column.name)
  if (sorted) {
    cell.setAttribute("aria-sort", sorted === 1 ? "ascending" : "descending")
    button.append(el("span", "arrow", sorted === 1 ? "↑" : "↓"))
  }
  cell.append(button)
  return cell
}

const head = (list) => {
  const { data } = list
  const row = el("tr")
  const all = el("th", "tick")
  const ids = data.rows.map((one) => one.id)
  all.append(tickBox(data.texts.all, false, (event) => tick(list, ids, event.target.checked)))
  row.append(all, ...data.columns.map((column) => headCell(list, column)))
  return row
}

// What a narrow list has no column for, under the question; a phone shows the time elsewhere.
const folded = (row, columns) => {
  const under = el("small", "under")
  const others = columns.filter(({ folds }) => folds).map(({ name }) => row.cells[name])
  under.append(el("span", "when", [row.cells.created, ""].join(" · ")), others.join(" · "))
  return under
}

const question = (row, columns) => {
  const words = el("a", "words", row.cells.question)
  words.title = row.cells.question
  words.href = `./?run=${encodeURIComponent(row.id)}`
  const parts = [words, folded(row, columns)]
  if (row.fork && !columns.some(({ name }) => name === "fork")) {
    const fork = el("small", "fork", row.fork)
    fork.title = row.fork
    parts.push(fork)
  }
  if (row.outdated) parts.push(el("small", "outdated", row.outdated))
  return parts
}

// A value, in the colour of what it means.
const value = (row, name) => {
  const text = row.cells[name]
  const tone = row.tones[name]
  if (!tone) return name === "rating" ? el("span", "stars", text) : text
  return el("span", `${name === "verdict" ? "chip" : "score"} ${tone}`, text)
}

// The width below which the table scrolls sideways: the columns and a readable question.
const widths = ({ columns }) => {
  const sum = (some) => some.reduce((total, { width }) => total + width, 0)
  const stays = ({ name, folds }) => !folds && name !== "created"
  return { wide: sum(columns) + 17, narrow: sum(columns.filter(stays)) + 15 }
}

const body = (list, row) => {
  const { data } = list
  const line = el("tr")
  line.dataset.id = row.id
  const box = el("td", "tick")
  const label = `${data.texts.one}: ${row.cells.question}`
  box.append(tickBox(label, false, (event) => tick(list, [row.id], event.target.checked)))
  line.append(box)
  for (const column of data.columns) {
    const cell = el("td", cellClass(column))
    cell.append(...(column.name === "question" ? question(row, data.columns) : [value(row, column.name)]))
    line.append(cell)
  }
  // A click with a modifier key on the question opens a new tab, as links do.
  line.onclick = (event) => {
    const isKept = event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest(".tick")
    if (isKept) return
    event.preventDefault()
    if (String(getSelection())) return
    places[data.key].top = list.root.querySelector(".frame").scrollTop
    list.open(row.id)
  }
  return line
}

const draw = (list) => {
  const table = list.root.querySelector("table")
  table.setAttribute("aria-label", list.data.texts.label)
  const { wide, narrow } = widths(list.data)
  table.style.setProperty("--wide", `${wide}rem`)
  table.style.setProperty("--narrow", `${narrow}rem`)
  const focused = list.root.querySelector("th button:focus")?.parentNode.cellIndex
  table.tHead.replaceChildren(head(list))
  table.tBodies[0].replaceChildren(...inOrder(list).map((row) => body(list, row)))
  if (focused) table.tHead.rows[0].cells[focused].querySelector("button").focus()
  showTicks(list)
}

export default function ({ parentElement: root, data, setStateValue, setTriggerValue }) {
  let list = lists.get(root)
  const place = (places[data.key] ??= { sort: null, top: 0 })
  const isNew = !list
  if (isNew) lists.set(root, (list = { root, ticked: new Set(), sort: place.sort, signature: "" }))
  list.report = (ids) => setStateValue("ticked", ids)
  list.open = (id) => setTriggerValue("opened", id)
  const signature = JSON.stringify(data)
  if (signature !== list.signature) {
    Object.assign(list, { data, signature })
    draw(list)
  }
  if (isNew) root.querySelector(".frame").scrollTop = place.top
  return () => lists.delete(root)
}
