// Keys of the page: each clicks or focuses what stands for it. Draws nothing. Keys are told by their
// place on the keyboard, so that they are the same in every layout.

const listeners = new WeakMap()

const WRITES = "input, textarea, select, [contenteditable=true], [role=textbox], [role=application]"
const PAGE = '[data-testid="stMain"]'

const isWriting = (event) =>
  event.composedPath().some((node) => node instanceof Element && node.matches(WRITES))

const act = ({ selector, focus }) => {
  if (focus) return document.dispatchEvent(new CustomEvent("workbench:focus", { detail: focus }))
  const found = document.querySelector(selector)
  if (!found) return
  if (found.matches("textarea")) found.focus()
  else found.click()
}

export default function ({ parentElement, data, setTriggerValue }) {
  let frame = listeners.get(parentElement)
  if (!frame) {
    frame = {}
    frame.onKey = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isWriting(event)) return
      if (document.querySelector('[role="dialog"]')) return
      const name = (event.shiftKey ? "Shift+" : "") + event.code
      const wanted = frame.keys.find((one) => one.code === name)
      if (!wanted) return
      event.preventDefault()
      // A click beside all controls focuses the page; a key would draw a ring around it.
      if (document.activeElement?.matches(PAGE)) document.activeElement.blur()
      if (wanted.code === frame.help) frame.tell()
      else act(wanted)
    }
    document.addEventListener("keydown", frame.onKey)
    listeners.set(parentElement, frame)
  }
  frame.keys = data.keys
  frame.help = data.help
  frame.tell = () => setTriggerValue("help", true)
  return () => {
    document.removeEventListener("keydown", frame.onKey)
    listeners.delete(parentElement)
  }
}
