// An element with a class and a text. This script is put before those of components that draw.

const el = (name, cls, text) => {
  const node = document.createElement(name)
  if (cls) node.className = cls
  if (text !== undefined && text !== null) node.textContent = text
  return node
}

// Where one column is all there is room for, details stand below what they are chosen in, out of
// sight; ``name`` is the key of their container.
const bringIntoSight = (name) => {
  if (matchMedia("(max-width: 640px)").matches) document.querySelector(`.st-key-${name}`)?.scrollIntoView({ block: "start" })
}
