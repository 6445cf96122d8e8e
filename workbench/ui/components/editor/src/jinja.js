// Jinja templates: the code in braces is coloured, its variables are completed with their meaning.

import { StreamLanguage } from "@codemirror/language"

const ENDS = { "{{": "}}", "{%": "%}", "{#": "#}" }
const KEYWORDS = new Set(
  "and block elif else endblock endfilter endfor endif endmacro endset filter for from if import in include is macro not or set with".split(" ")
)

/** The language, whose known variables stand out from misspelt ones. */
export const jinja = (known) =>
  StreamLanguage.define({
    name: "jinja",
    startState: () => ({ end: null }),
    token: (stream, state) => {
      if (!state.end) {
        const opening = stream.match(/\{[{%#]-?/)
        if (opening) {
          state.end = ENDS[opening[0].slice(0, 2)]
          return state.end === "#}" ? "comment" : "brace"
        }
        if (!stream.match(/[^{]+/)) stream.next()
        return null
      }
      if (state.end === "#}") {
        if (stream.match(/.*?#\}/)) state.end = null
        else stream.skipToEnd()
        return "comment"
      }
      if (stream.match(new RegExp(`-?${state.end}`))) {
        state.end = null
        return "brace"
      }
      if (stream.eatSpace()) return null
      if (stream.match(/"[^"]*"?|'[^']*'?/)) return "string"
      if (stream.match(/\d+/)) return "number"
      const word = stream.match(/[\p{L}_]\w*/u)
      if (!word) return stream.next(), null
      if (KEYWORDS.has(word[0])) return "keyword"
      return known().has(word[0]) ? "propertyName" : null
    },
  })

const isInCode = (before) => {
  const opened = Math.max(before.lastIndexOf("{{"), before.lastIndexOf("{%"))
  return opened >= 0 && Math.max(before.lastIndexOf("}}"), before.lastIndexOf("%}")) < opened
}

/** Completes variables in the code; asked for in the text, it writes `{{ name }}`. */
export const variables = (data) => (context) => {
  const word = context.matchBefore(/\w*/)
  const inCode = isInCode(context.state.sliceDoc(0, word.from))
  if (!context.explicit && (!inCode || !word.text)) return null
  const options = data().variables.map(({ name, detail }) => ({
    label: name,
    detail,
    type: "variable",
    apply: inCode ? name : `{{ ${name} }}`,
  }))
  return { from: word.from, options, validFor: /^\w*$/ }
}

/** The line that a problem's place names, such as "line 3". */
export const lineAt = (state, place) => {
  const number = Number(/\d+/.exec(place)?.[0] ?? 1)
  const { from, to } = state.doc.line(Math.min(Math.max(number, 1), state.doc.lines))
  return { from, to }
}
