// How the editor looks: Streamlit's theme variables, so that light and dark follow by themselves.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language"
import { EditorView } from "@codemirror/view"
import { tags } from "@lezer/highlight"

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--st-blue-text-color)" },
  { tag: tags.string, color: "var(--st-green-text-color)" },
  { tag: [tags.keyword, tags.brace], color: "var(--st-violet-text-color)" },
  { tag: tags.comment, color: "var(--st-gray-text-color)", fontStyle: "italic" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--st-orange-text-color)" },
])

const box = {
  background: "var(--st-background-color)",
  color: "var(--st-text-color)",
  border: "1px solid var(--st-border-color)",
  borderRadius: "var(--st-base-radius)",
  boxShadow: "0 4px 14px rgb(0 0 0 / .18)",
}

const theme = EditorView.theme({
  "&": {
    height: "100%",
    fontSize: "12px",
    color: "var(--st-text-color)",
    background: "var(--st-secondary-background-color)",
    border: "1px solid var(--st-border-color)",
    borderRadius: "var(--st-base-radius)",
  },
  "&.cm-focused": { outline: "none", borderColor: "var(--st-primary-color)" },
  ".cm-scroller": { fontFamily: "var(--st-code-font)", lineHeight: "1.5", scrollbarWidth: "thin" },
  ".cm-content": { caretColor: "var(--st-text-color)" },
  ".cm-cursor": { borderLeftColor: "var(--st-text-color)" },
  // As opaque as the text that slides under it.
  ".cm-gutters": {
    background: "var(--st-secondary-background-color)",
    color: "var(--st-gray-text-color)",
    border: "none",
  },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 2px 0 4px", minWidth: "1.6em" },
  ".cm-activeLine, .cm-activeLineGutter": {
    background: "color-mix(in srgb, var(--st-primary-color) 7%, transparent)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--st-primary-color) 28%, transparent)",
  },
  ".cm-matchingBracket": {
    background: "color-mix(in srgb, var(--st-primary-color) 22%, transparent)",
  },
  ".cm-tooltip": box,
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--st-font)",
    maxWidth: "34rem",
    maxHeight: "9rem",
  },
  ".cm-tooltip-autocomplete ul li": { padding: ".15rem .5rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    background: "color-mix(in srgb, var(--st-primary-color) 18%, transparent)",
    color: "inherit",
  },
  ".cm-completionIcon": { display: "none" },
  ".cm-completionDetail": { fontStyle: "normal", color: "var(--st-gray-text-color)" },
  ".cm-diagnostic": { fontFamily: "var(--st-font)", borderLeftColor: "var(--st-red-color)" },
  ".cm-lint-marker": { width: ".7em", height: ".7em" },
})

export const look = [theme, syntaxHighlighting(highlight)]
