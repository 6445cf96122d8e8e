// The plan editor with the list of its problems. Without its bundle it is a plain text area.

const places = new WeakMap()
let library = null

const el = (name, cls, text) => {
  const node = document.createElement(name)
  if (cls) node.className = cls
  if (text !== undefined && text !== null) node.textContent = text
  return node
}

const drawProblems = (panel, data) => {
  const items = data.problems.map((problem) => {
    const item = el("li", problem.severity)
    const go = el("button", "", problem.place ?? problem.path)
    go.type = "button"
    go.title = problem.path
    go.onclick = () => panel.editor?.goTo(panel.root, problem.path)
    item.append(go, el("span", "", problem.message))
    if (problem.tip) item.append(el("em", "", problem.tip))
    return item
  })
  panel.problems.replaceChildren(...items)
  panel.problems.hidden = !items.length
}

const plainEditor = () => {
  let area = null
  const draw = (root, place, data, setStateValue) => {
    if (!area) {
      area = el("textarea")
      area.setAttribute("aria-label", data.label)
      area.spellcheck = false
      place.append(area)
    }
    if (area.dataset.revision !== String(data.revision)) {
      area.value = data.text
      area.dataset.revision = String(data.revision)
    }
    area.onchange = () => setStateValue("text", area.value)
  }
  return { draw, goTo: () => area?.focus(), unmount: () => {} }
}

export default function ({ parentElement: root, data, setStateValue }) {
  let panel = places.get(root)
  if (!panel) {
    panel = { root, place: root.querySelector(".place"), problems: root.querySelector(".problems"), editor: null }
    places.set(root, panel)
  }
  panel.data = data
  panel.setStateValue = setStateValue
  drawProblems(panel, data)
  library ??= import(new URL(data.script, document.baseURI)).catch(() => plainEditor())
  library.then((editor) => {
    if (!places.has(root)) return
    panel.editor = editor
    editor.draw(root, panel.place, panel.data, panel.setStateValue)
  })
  return () => {
    places.delete(root)
    panel.editor?.unmount(root)
  }
}
