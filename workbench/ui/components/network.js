// Parts of the drawings of graphs: the vis-network library, the theme's colours, icon buttons.
// This script is put before those of the components, after dom.js.

let library = null

const loadLibrary = (url) => {
  if (globalThis.vis?.Network) return Promise.resolve()
  library ??= new Promise((ready, failed) => {
    const script = document.createElement("script")
    script.src = url
    script.onload = ready
    script.onerror = failed
    document.head.append(script)
  })
  return library
}

const button = (label, symbol, act) => {
  const node = el("button", "icon", symbol)
  node.type = "button"
  node.title = label
  node.setAttribute("aria-label", label)
  node.onclick = act
  return node
}

const colors = (element) => {
  const style = getComputedStyle(element)
  const read = (name) => style.getPropertyValue(`--st-${name}`).trim()
  return {
    text: read("text-color"),
    background: read("background-color"),
    edge: read("gray-color"),
    muted: read("gray-text-color"),
    accent: read("primary-color"),
    font: read("font"),
    palette: read("chart-categorical-colors").split(",").map((color) => color.trim()),
  }
}
