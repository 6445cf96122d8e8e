// A table whose rows open. Texts are drawn with textContent; Python sorts and divides into pages.

const tables = new WeakMap()

const headCell = (table, column) => {
  const { sort } = table.data
  const sorted = sort?.name === column.name && sort.sign
  const cell = el("th", `${column.kind} c-${column.name}`)
  cell.scope = "col"
  if (column.width) cell.style.width = column.width
  if (column.fixed) {
    cell.textContent = column.label
    return cell
  }
  const button = el("button", "", column.label)
  button.type = "button"
  button.onclick = () => table.send("sorted_by", column.name)
  if (sorted) {
    cell.setAttribute("aria-sort", sorted === 1 ? "ascending" : "descending")
    button.append(el("span", "arrow", sorted === 1 ? "↑" : "↓"))
  }
  cell.append(button)
  return cell
}

// A cell is a text, or { text, under, note, tone }: a line below it, a remark, the colour of a label.
const fill = (cell, value, row, table) => {
  const { text, under, note, tone } = typeof value === "object" && value ? value : { text: value }
  if (!cell.previousSibling && row.opens) {
    const button = el("button", "open", text)
    button.type = "button"
    cell.append(button)
  } else if (tone) cell.append(el("span", `label ${tone}`, text))
  else cell.append(el("span", "", text))
  if (under) cell.append(el("small", "", under))
  if (note) cell.append(el("small", "note", note))
}

const body = (table, row) => {
  const line = el("tr", row.opens ? "opens" : "")
  line.dataset.id = row.id
  for (const { name, kind, label } of table.data.columns) {
    const cell = el("td", `${kind} c-${name}`)
    if (kind === "number") cell.dataset.label = label
    line.append(cell)
    fill(cell, row.cells[name], row, table)
  }
  if (row.opens)
    line.onclick = () => {
      if (!String(getSelection())) table.send("opened", row.id)
    }
  return line
}

const draw = (table) => {
  const node = table.root.querySelector("table")
  const { data } = table
  node.setAttribute("aria-label", data.texts.label)
  const focused = table.root.querySelector("th button:focus")?.parentNode.cellIndex
  const head = el("tr")
  head.append(...data.columns.map((column) => headCell(table, column)))
  node.tHead.replaceChildren(head)
  node.tBodies[0].replaceChildren(...data.rows.map((row) => body(table, row)))
  if (focused !== undefined) node.tHead.rows[0].cells[focused]?.querySelector("button").focus()
}

export default function ({ parentElement: root, data, setTriggerValue }) {
  let table = tables.get(root)
  if (!table) tables.set(root, (table = { root, signature: "" }))
  table.send = (name, value) => setTriggerValue(name, value)
  const signature = JSON.stringify(data)
  if (signature !== table.signature) {
    const turned = table.data && table.data.page !== data.page
    Object.assign(table, { data, signature })
    draw(table)
    if (turned) root.querySelector(".frame").scrollTop = 0
  }
  return () => tables.delete(root)
}
