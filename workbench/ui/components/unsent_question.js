// The question that is typed and not asked yet. It is kept in this tab when its box is left or the
// page is hidden, as before a reload, and put back into an empty box. Draws nothing.

const NAME = "workbench-unsent-question"
const frames = new WeakMap()

const write = (box, text) => {
  // Past React, which takes the text from the event.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(box, text)
  box.dispatchEvent(new Event("input", { bubbles: true }))
}

const unsent = (person) => {
  const kept = JSON.parse(stored(NAME) ?? "{}")
  return kept.person === person ? kept.text : ""
}

const begin = (person, selector) => {
  let box = null
  const keep = () => {
    if (box) store(NAME, box.value && JSON.stringify({ person, text: box.value }))
  }
  const find = () => {
    const found = document.querySelector(selector)
    if (!found || found === box) return
    keep() // the page was drawn anew, with another box
    box = found
    const text = unsent(person)
    if (text && !box.value) write(box, text)
  }
  const watch = new MutationObserver(find)
  watch.observe(document.body, { childList: true, subtree: true })
  document.addEventListener("visibilitychange", keep)
  find()
  return () => {
    watch.disconnect()
    document.removeEventListener("visibilitychange", keep)
    keep()
  }
}

export default function ({ parentElement, data }) {
  if (!frames.has(parentElement)) frames.set(parentElement, begin(data.typist, data.box))
  return () => {
    frames.get(parentElement)?.()
    frames.delete(parentElement)
  }
}
