// The JSON in the editor as a tree: paths to nodes and back. Half-written JSON is the usual case.

import { syntaxTree } from "@codemirror/language"

const PUNCTUATION = new Set(["[", "]", "{", "}", ",", ":", "⚠"])

const children = (node) => {
  const found = []
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!PUNCTUATION.has(child.name)) found.push(child)
  }
  return found
}

const unquoted = (text) => text.replace(/^"|"$/g, "")

const keyOf = (state, property) => {
  const name = property.getChild("PropertyName")
  return name ? unquoted(state.sliceDoc(name.from, name.to)) : null
}

const properties = (node) => children(node).filter((child) => child.name === "Property")

const valueOf = (property) =>
  children(property).find((child) => child.name !== "PropertyName") ?? null

/** The object or array around a place, and the property whose value stands there. */
export const surroundings = (state, place) => {
  let node = syntaxTree(state).resolveInner(place, -1)
  let property = null
  while (node && node.name !== "Object" && node.name !== "Array") {
    if (node.name === "Property") property = node
    node = node.parent
  }
  return { container: node, property }
}

/** The steps from the root to a node: keys and indexes. */
export const pathOf = (state, node) => {
  const path = []
  for (let inner = node; inner?.parent; inner = inner.parent) {
    const outer = inner.parent
    if (outer.name === "Property") path.unshift(keyOf(state, outer))
    else if (outer.name === "Array") {
      path.unshift(children(outer).findIndex((child) => child.from === inner.from))
    }
  }
  return path
}

/** Strings that stand directly in an object, by key. */
export const stringsOf = (state, object) => {
  const found = {}
  for (const property of object ? properties(object) : []) {
    const value = valueOf(property)
    found[keyOf(state, property)] =
      value?.name === "String" ? unquoted(state.sliceDoc(value.from, value.to)) : null
  }
  return found
}

/** The nodes from the root down a path, as far as they are there. */
export const nodesAlong = (state, path) => {
  let node = syntaxTree(state).topNode.firstChild
  const nodes = [node]
  for (const step of path) {
    if (!node) break
    if (typeof step === "number") node = node.name === "Array" ? children(node)[step] : null
    else {
      const property = properties(node).find((one) => keyOf(state, one) === step)
      node = property ? (valueOf(property) ?? property) : null
    }
    if (node) nodes.push(node)
  }
  return nodes
}

/** `$.tool_calls[0].args` as steps. */
export const steps = (path) =>
  [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index))

/** Where a JSON path stands in the text; the nearest thing around it when it is not there. */
export const rangeOf = (state, path) => {
  const node = nodesAlong(state, steps(path)).at(-1)
  if (!node) return { from: 0, to: Math.min(1, state.doc.length) }
  const big = node.name === "Object" || node.name === "Array"
  return { from: node.from, to: big ? node.from + 1 : node.to }
}
