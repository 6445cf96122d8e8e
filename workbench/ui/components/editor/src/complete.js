// Completion from the plan's JSON Schema: keys, allowed values and ids, with what each one means.

import { nodesAlong, pathOf, stringsOf, surroundings } from "./tree.js"

const expanded = (schema) =>
  schema.anyOf || schema.oneOf ? [...(schema.anyOf ?? schema.oneOf)].flatMap(expanded) : [schema]

/** Alternatives that the strings already written in the object do not rule out. */
const fitting = (schemas, written) =>
  schemas.filter((schema) =>
    Object.entries(schema.properties ?? {}).every(
      ([key, one]) => !one.enum || typeof written[key] !== "string" || one.enum.includes(written[key]),
    ),
  )

const schemasAt = (state, root, path) => {
  const nodes = nodesAlong(state, path)
  let schemas = expanded(root)
  path.forEach((step, depth) => {
    const node = nodes[depth]
    if (node?.name === "Object") {
      const exact = fitting(schemas, stringsOf(state, node))
      if (exact.length) schemas = exact
    }
    const inner = (schema) => (typeof step === "number" ? schema.items : schema.properties?.[step])
    schemas = schemas.map(inner).filter(Boolean).flatMap(expanded)
  })
  return schemas
}

const option = (label, data, kind, apply) => ({
  label,
  type: kind,
  detail: data.words[label] ?? "",
  apply,
})

const keyOptions = (state, container, data, end) => {
  const written = stringsOf(state, container)
  const schemas = schemasAt(state, data.schema, pathOf(state, container))
  const exact = fitting(schemas, written)
  const keys = new Set((exact.length ? exact : schemas).flatMap((one) => Object.keys(one.properties ?? {})))
  const follows = /^"?\s*:/.exec(state.sliceDoc(end, end + 20))
  const tail = follows ? "" : ": "
  const insert = (view, _, from, to) => {
    const key = view.state.sliceDoc(from - 1, from) === '"' ? "" : '"'
    const closed = view.state.sliceDoc(to, to + 1) === '"'
    return { key, closed, tail }
  }
  return [...keys]
    .filter((key) => !(key in written))
    .map((label) =>
      option(label, data, "property", (view, chosen, from, to) => {
        const { key, closed } = insert(view, chosen, from, to)
        const text = `${key}${label}"${tail}`
        const end = to + (closed ? 1 : 0)
        view.dispatch({ changes: { from, to: end, insert: text }, selection: { anchor: from + text.length } })
      }),
    )
}

const quotedInsert = (label) => (view, _, from, to) => {
  const open = view.state.sliceDoc(from - 1, from) === '"' ? "" : '"'
  const close = view.state.sliceDoc(to, to + 1) === '"' ? 1 : 0
  const text = `${open}${label}"`
  view.dispatch({ changes: { from, to: to + close, insert: text }, selection: { anchor: from + text.length } })
}

const valueOptions = (state, path, data, quoted) => {
  const schemas = schemasAt(state, data.schema, path)
  const values = schemas.flatMap((one) => one.enum ?? [])
  const name = path.findLast((step) => typeof step === "string")
  const wanted = data.id_keys[name]
  const free = schemas.some((one) => one.type === "string" && !one.enum)
  const ids = free && wanted !== undefined ? data.ids.filter((one) => !wanted || one.type === wanted) : []
  const found = [...new Set(values)].map((label) => option(label, data, "enum", quotedInsert(label)))
  for (const { id, name: label } of ids) {
    found.push({ label: id, detail: label, type: "constant", apply: quotedInsert(id) })
  }
  if (!quoted && schemas.some((one) => one.type === "boolean")) {
    found.push({ label: "true", type: "keyword" }, { label: "false", type: "keyword" })
  }
  return found
}

/** A completion source over `current()`, the component's latest data. */
export const completions = (current) => (context) => {
  const data = current()
  const before = context.matchBefore(/"?[\w.:-]*/)
  const quoted = before.text.startsWith('"')
  if (!context.explicit && !before.text) return null
  const from = before.from + (quoted ? 1 : 0)
  const { container, property } = surroundings(context.state, before.from)
  if (!container) return null
  const lead = context.state.sliceDoc(Math.max(0, before.from - 200), before.from).trimEnd()
  const asks = lead.endsWith(":")
  let options
  if (container.name === "Object" && !asks) {
    options = keyOptions(context.state, container, data, context.pos)
  } else {
    const path = pathOf(context.state, container)
    const key = property ? stringsKey(context.state, property) : lastKey(lead)
    options = valueOptions(context.state, [...path, container.name === "Array" ? 0 : key], data, quoted)
  }
  return options.length ? { from, options, validFor: /^[\w.:-]*$/ } : null
}

const stringsKey = (state, property) => {
  const name = property.getChild("PropertyName")
  return name ? state.sliceDoc(name.from + 1, name.to - 1) : null
}

const lastKey = (lead) => /"([^"]+)"\s*:$/.exec(lead)?.[1] ?? null
