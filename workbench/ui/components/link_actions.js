// Links of the page that Python acts on: "#run-<id>" opens a run. Draws nothing.

const listeners = new WeakMap()

export default function ({ parentElement, data, setTriggerValue }) {
  let frame = listeners.get(parentElement)
  if (!frame) {
    frame = {}
    frame.onClick = (event) => {
      const link = event.composedPath().find((node) => node instanceof Element && node.matches("a[href]"))
      const href = link?.getAttribute("href") ?? ""
      const kind = frame.kinds.find((one) => href.startsWith(`#${one}-`))
      if (!kind) return
      event.preventDefault()
      event.stopPropagation()
      frame.act({ kind, target: href.slice(kind.length + 2) })
    }
    document.addEventListener("click", frame.onClick, true)
    listeners.set(parentElement, frame)
  }
  frame.kinds = data.kinds
  frame.act = (value) => setTriggerValue("act", value)
  return () => {
    document.removeEventListener("click", frame.onClick, true)
    listeners.delete(parentElement)
  }
}
