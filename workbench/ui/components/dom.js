// An element with a class and a text. This script is put before those of components that draw.

const el = (name, cls, text) => {
  const node = document.createElement(name)
  if (cls) node.className = cls
  if (text !== undefined && text !== null) node.textContent = text
  return node
}
