// Records when what is awaited appears, how long the page keeps changing, and how far it shifts.
(() => {
  const state = { from: null, wanted: {}, seen: {}, changed: null, shifts: 0 }
  const roots = [document] // components draw into shadow roots
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options)
    roots.push(root)
    return root
  }
  window.feltWatch = (wanted, event) => {
    Object.assign(state, { from: null, wanted, seen: {}, changed: null, shifts: 0 })
    if (event === "load") return (state.from = 0) // the clock starts at the navigation
    const begin = (one) => {
      if (event === "keydown" && one.key !== "Enter") return
      removeEventListener(event, begin, true)
      state.from = performance.now()
    }
    addEventListener(event, begin, true)
  }
  window.feltSeen = () => ({
    ...state.seen,
    idle: state.changed === null ? null : state.changed - state.from,
    shifts: state.shifts,
    quiet: state.from !== null && Object.keys(state.wanted).every((name) => name in state.seen)
      ? performance.now() - Math.max(state.changed ?? 0, ...Object.values(state.seen).map((ms) => state.from + ms)) : 0,
  })
  window.feltMissing = () => Object.entries(state.wanted)
    .filter(([name]) => !(name in state.seen)).map(([, wanted]) => wanted.join(" ")).join(", ")
  const holds = ([selector, text]) => roots.some((root) => (root.host?.isConnected ?? true) &&
    [...root.querySelectorAll(selector)].some((one) => one.textContent.includes(text) && one.checkVisibility()))
  const look = () => {
    if (state.from !== null) {
      for (const [name, wanted] of Object.entries(state.wanted))
        if (!(name in state.seen) && holds(wanted)) state.seen[name] = performance.now() - state.from
    }
    requestAnimationFrame(look)
  }
  look()
  const changes = () => { if (state.from !== null) state.changed = performance.now() }
  addEventListener("DOMContentLoaded", () =>
    new MutationObserver(changes).observe(document.body, { subtree: true, childList: true, characterData: true }))
  new PerformanceObserver((list) => {
    for (const one of list.getEntries())
      if (state.from !== null && one.startTime >= state.from) state.shifts += one.value
  }).observe({ type: "layout-shift", buffered: true })
})()
