// Shows a question and its steps as soon as it is sent, over the run before it. Once the server has
// drawn them it covers the panels of that run alone, until those of the new one are there, or the
// page without a run (a question that is refused).

const MOST_MS = 5000
const BEGUN = ".st-key-wb_header_begun .wb-question"
const DRAWN = ".st-key-wb_header .wb-question"
const frames = new WeakMap()

const part = (name) => document.querySelector(`[data-testid="${name}"]`)

const drawn = (question, steps) => {
  const page = part("stMain").getBoundingClientRect()
  const echo = el("div", "wb-echo stHtml")
  echo.setAttribute("aria-hidden", "true")
  echo.style.cssText = `left: ${page.left}px; top: ${page.top}px; width: ${part("stMain").clientWidth}px`
  echo.style.padding = getComputedStyle(part("stMainBlockContainer")).padding
  const head = el("div", "wb-echo-head")
  head.append(el("div", "wb-echo-question", question))
  const strip = el("div")
  strip.innerHTML = steps // written by Python, without anything that a person or a model wrote
  echo.append(head, strip)
  fit(echo)
  return echo
}

// Down to the question box, which is lower once a question of several lines has left it.
const fit = (echo) => {
  const { top } = part("stMain").getBoundingClientRect()
  echo.style.height = `${part("stBottom").getBoundingClientRect().top - top}px`
}

const uncoverSteps = (app, echo) => {
  const strip = [...app.querySelectorAll(".wb-strip")].find((one) => !echo.contains(one))
  if (!strip) return
  const above = strip.getBoundingClientRect().bottom + 1 - echo.getBoundingClientRect().top
  echo.replaceChildren()
  echo.style.clipPath = `inset(${above}px 0 0 0)` // moving it would count as a shift of the layout
}

const begin = (data) => {
  let stop = () => {}
  const frame = { data }
  const show = (box) => {
    const question = box.value.trim()
    if (!question || question.length > frame.data.most || box.disabled || !part("stBottom")) return
    stop()
    const app = part("stApp"), echo = drawn(question, frame.data.steps)
    let begun = false
    const look = () => {
      const state = app.dataset.testScriptState
      begun ||= state === "running"
      const has = (heading) => [...app.querySelectorAll(heading)].some((one) => one.title === question)
      if (!part("stBottom") || has(DRAWN) || (begun && state === "notRunning")) return stop()
      fit(echo)
      if (echo.firstChild && has(BEGUN)) uncoverSteps(app, echo)
    }
    const watch = new MutationObserver(look)
    const late = setTimeout(() => stop(), MOST_MS)
    stop = () => {
      watch.disconnect()
      clearTimeout(late)
      echo.remove()
      stop = () => {}
    }
    app.append(echo)
    watch.observe(app, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-test-script-state", "title"] })
  }
  const key = (event) => {
    const isSent = event.key === "Enter" && !event.shiftKey && !event.isComposing
    if (isSent && event.target.matches?.(frame.data.box)) show(event.target)
  }
  const press = (event) => {
    const box = event.target.closest?.('[data-testid="stChatInputSubmitButton"]') && document.querySelector(frame.data.box)
    if (box) show(box)
  }
  document.addEventListener("keydown", key, true)
  document.addEventListener("click", press, true)
  frame.end = () => {
    document.removeEventListener("keydown", key, true)
    document.removeEventListener("click", press, true)
    stop()
  }
  return frame
}

export default function ({ parentElement, data }) {
  if (!frames.has(parentElement)) frames.set(parentElement, begin(data))
  frames.get(parentElement).data = data // in the language that was chosen since
  return () => {
    frames.get(parentElement)?.end()
    frames.delete(parentElement)
  }
}
