// The editor of plans and of prompt templates. Python is the authority on what is wrong: its problems
// come back by JSON path, those of templates by line.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete"
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands"
import { json, jsonLanguage, jsonParseLinter } from "@codemirror/lang-json"
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language"
import { lintGutter, lintKeymap, linter, setDiagnostics } from "@codemirror/lint"
import { EditorState } from "@codemirror/state"
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view"

import { completions } from "./complete.js"
import { jinja, lineAt, variables } from "./jinja.js"
import { look } from "./look.js"
import { rangeOf } from "./tree.js"

const PAUSE_MS = 400
const editors = new WeakMap()

const isTemplate = (editor) => Boolean(editor.data.variables)
const placeOf = (editor, state, path) => (isTemplate(editor) ? lineAt : rangeOf)(state, path)

const diagnostics = (editor) => (view) => {
  const broken = isTemplate(editor) ? [] : jsonParseLinter()(view)
  if (broken.length) return broken
  return editor.data.problems.map((problem) => ({
    ...placeOf(editor, view.state, problem.path),
    severity: problem.severity,
    message: [problem.message, problem.tip].filter(Boolean).join(" "),
  }))
}

const send = (editor) => {
  clearTimeout(editor.timer)
  const text = editor.view.state.doc.toString()
  if (text === editor.sent) return
  editor.sent = text
  editor.setStateValue("text", text)
}

const plan = (editor) => [
  json(),
  jsonLanguage.data.of({ autocomplete: completions(() => editor.data) }),
  closeBrackets(),
]

const template = (editor) => {
  const known = () => new Set(editor.data.variables.map(({ name }) => name))
  const language = jinja(known)
  return [language, language.data.of({ autocomplete: variables(() => editor.data) })]
}

const extensions = (editor) => [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  EditorView.lineWrapping, // the panel is narrow: scrolled sideways, the list of completions would be hidden
  autocompletion({ icons: false, aboveCursor: true }), // below stand the problems
  isTemplate(editor) ? template(editor) : plan(editor),
  linter(diagnostics(editor), { delay: 150 }),
  look,
  keymap.of([
    { key: "Mod-Enter", run: () => (send(editor), true) },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...lintKeymap,
    ...foldKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
  EditorView.contentAttributes.of({ "aria-label": editor.data.label, tabindex: "0" }), // the scroller itself takes no focus
  EditorView.domEventHandlers({ blur: () => send(editor) }),
  EditorView.updateListener.of((update) => {
    if (!update.docChanged) return
    clearTimeout(editor.timer)
    editor.timer = setTimeout(() => send(editor), PAUSE_MS)
  }),
]

const mount = (root, place, data) => {
  const editor = { data, revision: data.revision, sent: data.text, timer: 0 }
  const state = EditorState.create({ doc: data.text, extensions: extensions(editor) })
  editor.view = new EditorView({ state, parent: place, root: root instanceof ShadowRoot ? root : undefined })
  return editor
}

const replace = (editor, data) => {
  const { doc } = editor.view.state
  editor.revision = data.revision
  editor.sent = data.text
  editor.view.dispatch({ changes: { from: 0, to: doc.length, insert: data.text } })
}

/** Puts the cursor where a problem is. */
export const goTo = (root, path) => {
  const editor = editors.get(root)
  const { view } = editor
  const { from, to } = placeOf(editor, view.state, path)
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
  view.focus()
}

export const draw = (root, place, data, setStateValue) => {
  let editor = editors.get(root)
  if (!editor) editors.set(root, (editor = mount(root, place, data)))
  editor.data = data
  editor.setStateValue = setStateValue
  if (data.revision !== editor.revision) replace(editor, data)
  const { view } = editor
  view.dispatch(setDiagnostics(view.state, diagnostics(editor)(view)))
}

export const unmount = (root) => {
  const editor = editors.get(root)
  if (!editor) return
  clearTimeout(editor.timer)
  editor.view.destroy()
  editors.delete(root)
}
