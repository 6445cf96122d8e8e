// The passages of a document on the left, its text on the right. A click selects a passage in both.

const browsers = new WeakMap()

const option = (browser, passage) => {
  const item = el("li")
  item.id = `passage-${passage.number}`
  item.role = "option"
  item.dataset.number = passage.number
  const head = el("div", "head")
  head.append(el("span", "number", passage.label))
  head.append(el("span", "where", passage.where))
  item.append(head, el("p", "start", passage.start))
  if (passage.cited) {
    const button = el("button", "cited", passage.cited)
    button.type = "button"
    button.onclick = (event) => {
      event.stopPropagation()
      browser.report(passage.number)
    }
    item.append(button)
  }
  item.onclick = () => select(browser, passage.number, "list")
  return item
}

const select = (browser, number, from) => {
  const { list, text } = browser
  browser.selected = number
  for (const item of list.children) {
    const chosen = Number(item.dataset.number) === number
    item.setAttribute("aria-selected", String(chosen))
    if (!chosen) continue
    list.setAttribute("aria-activedescendant", item.id)
    if (from !== "list") reveal(list, item, item)
    else item.scrollIntoView({ block: "nearest", inline: "nearest" })
  }
  const parts = [...text.querySelectorAll("[data-number]")]
  for (const part of parts) part.classList.toggle("passage", Number(part.dataset.number) === number)
  const chosen = parts.filter((part) => Number(part.dataset.number) === number)
  if (from !== "text" && chosen.length) reveal(text, chosen[0], chosen.at(-1))
}

// Scrolls a pane, never the page: what is asked for stands a sixth down, or stays if it is in sight.
const reveal = (pane, first, last) => {
  const box = pane.getBoundingClientRect()
  const top = first.getBoundingClientRect().top - box.top
  const bottom = last.getBoundingClientRect().bottom - box.top
  if (top >= 0 && bottom <= box.height) return
  pane.scrollTop += top - box.height / 6
}

const move = (browser, event) => {
  const numbers = browser.data.passages.map((passage) => passage.number)
  const at = numbers.indexOf(browser.selected)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: numbers.length - 1 }[event.key]
  if (to === undefined || event.target !== browser.list) return
  event.preventDefault()
  if (numbers[to] !== undefined) select(browser, numbers[to], "keys")
}

const draw = (browser) => {
  const { data, list, text } = browser
  list.setAttribute("aria-label", data.texts.passages)
  text.setAttribute("aria-label", data.texts.text)
  list.replaceChildren(...data.passages.map((passage) => option(browser, passage)))
  const ranges = data.passages.map(({ number, range }) => ({
    from: range[0],
    to: range[1],
    tag: "span",
    cls: "part",
    number,
  }))
  text.replaceChildren()
  if (data.cut_before) text.append(el("p", "cut", data.texts.cut))
  drawDocument(text, { text: data.text, ranges })
  if (data.cut_after) text.append(el("p", "cut", data.texts.cut))
  list.scrollTop = 0
  text.scrollTop = 0
  const chosen = data.selected ?? data.passages[0]?.number
  if (chosen !== undefined) select(browser, chosen, "start")
}

export default function ({ parentElement: root, data, setTriggerValue }) {
  let browser = browsers.get(root)
  if (!browser) {
    const [list, text] = [root.querySelector(".list"), root.querySelector(".text")]
    browsers.set(root, (browser = { root, list, text, signature: "" }))
    list.onkeydown = (event) => move(browser, event)
    text.onclick = (event) => {
      const part = event.target.closest("[data-number]")
      if (part && !String(getSelection())) select(browser, Number(part.dataset.number), "text")
    }
  }
  browser.report = (number) => setTriggerValue("cited", number)
  const signature = JSON.stringify(data)
  if (signature !== browser.signature) {
    Object.assign(browser, { data, signature })
    draw(browser)
  }
  return () => browsers.delete(root)
}
