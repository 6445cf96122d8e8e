// Draws the text of a document by lines: headings, list items, tables, code, paragraphs. Its script
// is put before that of a component that shows documents. Everything is drawn with textContent.

// Marks of emphasis, code and escapes; of a link all but its label, of *words* all but the words.
const MARKS = /\*\*|`|\\(?=[!-/:-@[-`{-~])|(!?\[)([^[\]]*)\]\([^()]*\)|(?<![\w*\\])(\*)(?=\S)([^*`[\]\n]*\S)\*(?![\w*])/g
const FENCE = /^\s*(`{3,}(?=[^`]*$)|~{3,})/

const marksIn = (text, from, to) =>
  Array.from(text.slice(from, to).matchAll(MARKS)).flatMap((one) => {
    const start = from + one.index
    const end = start + one[0].length
    const [open, kept] = [one[1] ?? one[3], one[2] ?? one[4]]
    if (open === undefined) return [[start, end]]
    const inner = start + open.length
    return [[start, inner], [inner + kept.length, end]]
  })

const without = (hidden, text, from, to) => {
  let kept = ""
  for (const [start, end] of hidden) {
    if (end <= from || start >= to) continue
    kept += text.slice(from, Math.max(from, start))
    from = Math.min(Math.max(from, end), to)
  }
  return kept + text.slice(from, to)
}

// Marks are left out; offsets stay those of the document. ``doc.ranges`` are elements to draw
// around parts of the text, { from, to, tag, cls, number }; the first that holds a part wins.
const appendText = (parent, doc, from, to, hidden = marksIn(doc.text, from, to)) => {
  const cuts = new Set([from, to])
  for (const range of doc.ranges) {
    for (const place of [range.from, range.to]) if (place > from && place < to) cuts.add(place)
  }
  const places = [...cuts].sort((a, b) => a - b)
  for (let i = 0; i + 1 < places.length; i++) {
    const [start, end] = [places[i], places[i + 1]]
    const plain = without(hidden, doc.text, start, end)
    const text = plain.replace(/(\d) %/g, "$1\u00a0%") // a percentage is not torn apart
    const range = doc.ranges.find((one) => start >= one.from && end <= one.to)
    if (!range) {
      parent.append(text)
      continue
    }
    const node = el(range.tag, range.cls, text)
    if (range.number !== undefined) node.dataset.number = range.number
    parent.append(node)
  }
}

const appendRow = (table, doc, line, start) => {
  if (/^\s*\|[\s:|-]+\|\s*$/.test(line)) return
  const row = table.insertRow()
  let from = line.indexOf("|") + 1
  const last = line.lastIndexOf("|")
  while (from <= last) {
    const to = line.indexOf("|", from)
    const cell = row.insertCell()
    const raw = line.slice(from, to)
    const lead = raw.length - raw.trimStart().length
    appendText(cell, doc, start + from + lead, start + from + raw.trimEnd().length)
    from = to + 1
  }
}

const drawDocument = (into, doc) => {
  let offset = 0
  let open = null // the table, code or paragraph that the next line may go on with
  let fence = "" // the mark that closes the code
  for (const line of doc.text.split("\n")) {
    const start = offset
    offset += line.length + 1
    const heading = /^(#{1,6})\s+/.exec(line)
    const bullet = /^(\s*)([-*+]|\d+[.)])\s+/.exec(line)
    const mark = FENCE.exec(line)?.[1] ?? ""
    if (fence && !(mark.startsWith(fence) && line.trim() === mark)) {
      appendText(open, doc, start, Math.min(offset, doc.text.length), [])
    } else if (mark) {
      fence = fence ? "" : mark
      open = fence ? el("pre") : null
      if (open) into.append(open)
    } else if (!line.trim()) {
      open = null
    } else if (heading) {
      open = null
      const node = el("h4", `level-${heading[1].length}`)
      appendText(node, doc, start + heading[0].length, start + line.length)
      into.append(node)
    } else if (/^\s*\|.*\|\s*$/.test(line)) {
      if (open?.tagName !== "TABLE") into.append((open = el("table")))
      appendRow(open, doc, line, start)
    } else if (bullet) {
      open = el("p", "item")
      open.append(el("span", "bullet", /\d/.test(bullet[2]) ? bullet[2] : "•"))
      const words = el("span")
      appendText(words, doc, start + bullet[0].length, start + line.length)
      open.append(words)
      into.append(open)
    } else if (open?.tagName === "P") {
      const words = open.classList.contains("item") ? open.lastChild : open
      words.append(" ")
      appendText(words, doc, start + line.length - line.trimStart().length, start + line.length)
    } else {
      into.append((open = el("p")))
      appendText(open, doc, start, start + line.length)
    }
  }
}
