// The demo. Texts are drawn with textContent; the answers' HTML comes from recordings of the package,
// whose own markup was escaped when it was made (workbench/export/answer_html.py).

const players = new WeakMap()

const html = (name, cls, markup) => {
  const node = el(name, cls)
  node.innerHTML = markup
  return node
}

const button = (cls, label, act) => {
  const node = el("button", cls, label)
  node.type = "button"
  node.onclick = act
  return node
}

// A passage without the marks of Markdown at the beginnings of lines: "## Limits", "- Baggage".
const plain = (text) => text.replace(/^#{1,6} +/gm, "").replace(/^- /gm, "• ")

const textsOf = (body) => {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  return texts
}

// A number is not torn from its thousands or its percent sign.
const keepNumbers = (body) => {
  for (const text of textsOf(body)) {
    text.textContent = text.textContent.replace(/(\d) (?=%|\d{3}\b)/g, "$1\u00a0")
  }
  return body
}

// The words of an element, each in an element of its own, so that they can appear one by one.
const words = (body) => {
  for (const text of textsOf(body)) {
    if (text.parentElement.closest("a.cite")) continue
    const pieces = text.textContent.split(/(?<=[^\S\u00a0])(?=\S)/).map((piece) => el("span", "word", piece))
    text.replaceWith(...pieces)
  }
  return [...body.querySelectorAll(".word, a.cite")]
}

class Player {
  constructor(root, data, language) {
    Object.assign(this, { root, data, language, scene: 0, customer: false, paused: false, timers: [] })
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches
    this.keys = (event) => this.key(event)
    document.addEventListener("keydown", this.keys)
    this.start()
  }

  close() {
    document.removeEventListener("keydown", this.keys)
    this.stop()
  }

  get texts() { return this.data[this.language].texts }
  get writing() { return this.scenes[this.scene].beats.findIndex((beat) => beat.writes) }
  get scenes() { return this.data[this.language].scenes }

  key(event) {
    if (!this.root.isConnected) return this.close()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const onControl = event.composedPath()[0].closest?.("button, a, summary")
    const acts = {
      ArrowRight: () => this.go(this.scene + 1),
      ArrowLeft: () => this.go(this.scene - 1),
      KeyC: () => this.view(!this.customer),
      KeyL: () => this.speak(),
      Space: () => !onControl && this.pause(),
    }
    if (!acts[event.code] || (event.code === "Space" && onControl)) return
    event.preventDefault()
    acts[event.code]()
  }

  // --- time -----------------------------------------------------------------------------------------

  stop() {
    this.timers.forEach(clearTimeout)
    this.timers = []
  }

  start() {
    this.stop()
    this.done = 0
    this.paused = false
    this.source = null
    this.draw()
    this.play()
  }

  play() {
    const { beats } = this.scenes[this.scene]
    if (this.still) this.done = beats.length
    if (this.done >= beats.length) return this.finish()
    const beat = beats[this.done]
    this.show(beat)
    this.timers.push(setTimeout(() => { this.done += 1; this.play() }, beat.ms))
  }

  pause() {
    if (this.done >= this.scenes[this.scene].beats.length) return this.start()
    this.paused = !this.paused
    this.stop()
    this.controls()
    if (!this.paused) this.play()
  }

  go(scene) {
    if (scene < 0 || scene >= this.scenes.length) return
    this.scene = scene
    this.start()
    this.root.scrollIntoView({ block: "start" })
  }

  view(customer) {
    this.customer = customer
    this.answer(true)
    this.controls()
  }

  speak() {
    this.language = this.language === "ru" ? "en" : "ru"
    this.start()
  }

  // --- what is drawn --------------------------------------------------------------------------------

  draw() {
    const { texts, scenes } = this
    const scene = scenes[this.scene]
    this.root.lang = document.documentElement.lang = this.language
    this.root.classList.remove("ended", "checked")
    const head = el("header")
    const brand = el("p", "brand")
    const name = el("b", "", texts.brand)
    name.prepend(html("span", "mark", this.data[this.language].mark))
    brand.append(name, el("span", "", texts.badge))
    const tabs = el("nav")
    tabs.setAttribute("aria-label", texts.scenes)
    scenes.forEach((one, place) => {
      const tab = button("tab", `${place + 1}. ${one.title}`, () => this.go(place))
      if (place === this.scene) tab.setAttribute("aria-current", "step")
      tabs.append(tab)
    })
    const tongue = button("tongue", texts.language, () => this.speak())
    tongue.lang = this.language === "ru" ? "en" : "ru"
    head.append(brand, tabs, tongue)

    this.beats = el("ol", "beats")
    scene.beats.forEach((beat) => this.beats.append(el("li", "", beat.name)))
    this.caption = el("p", "caption")
    this.caption.setAttribute("aria-live", "polite")
    this.card = el("article", "card")
    this.aside = el("aside", "source")
    this.aside.setAttribute("aria-label", texts.source)
    const columns = el("div", "columns")
    columns.append(this.card, this.aside)
    this.more = el("div")
    this.bar = el("footer")
    this.root.replaceChildren(
      head, el("p", "lead", scene.lead), el("h1", "", scene.question), this.beats, this.caption, columns,
      this.more, this.bar,
    )
    this.controls()
    this.passage()
  }

  show(beat) {
    const items = [...this.beats.children]
    items.forEach((item, place) => {
      item.className = place < this.done ? "done" : place === this.done ? "now" : ""
    })
    this.caption.textContent = beat.caption
    this.root.classList.toggle("checked", this.done > this.writing)
    if (beat.writes) this.answer(false, beat.ms)
  }

  // The answer whole, or word by word as it was written.
  answer(whole, ms = 0) {
    const scene = this.scenes[this.scene]
    if (this.done < this.writing) return
    const body = keepNumbers(html("div", "answer", this.customer ? scene.customer : scene.answer))
    this.card.replaceChildren(body)
    const ended = this.root.classList.contains("ended")
    if (!this.customer && ended) this.card.prepend(this.light(scene.light))
    if (scene.edit && !this.customer && ended) this.card.append(el("p", "edit", scene.edit))
    this.passage()
    body.querySelectorAll("a.cite").forEach((link) => {
      link.onclick = (event) => {
        event.preventDefault()
        this.source = Number(link.textContent)
        this.passage(true)
      }
    })
    if (whole || this.still) return
    const written = words(body)
    written.forEach((word, place) => {
      word.classList.add("hidden")
      const shown = () => word.classList.remove("hidden")
      this.timers.push(setTimeout(shown, (place / written.length) * ms))
    })
  }

  light(light) {
    const line = el("p", `light ${light.tone}`)
    line.setAttribute("role", "status")
    line.append(el("i"), el("strong", "", light.label))
    return line
  }

  earlier(scene) {
    const before = html("div", "", scene.before)
    before.querySelectorAll("a.cite").forEach((link) => link.remove())
    return [el("h2", "", this.texts.before), before]
  }

  passage(opened = false) {
    const scene = this.scenes[this.scene]
    const found = scene.sources.find((one) => one.number === this.source)
    this.hideSource()
    if (!found) {
      const ended = this.root.classList.contains("ended")
      const hint = el("p", "hint", this.texts.open_source)
      this.aside.replaceChildren(...(scene.before && ended ? this.earlier(scene) : [hint]))
      return
    }
    const body = el("div", "passage")
    found.pieces.forEach(([text, quoted]) => body.append(el(quoted ? "mark" : "span", "", plain(text))))
    const title = el("h2", "", `${found.number}. ${found.label}`)
    title.tabIndex = -1
    this.aside.replaceChildren(title, body)
    if (!opened) return
    body.querySelector("mark")?.scrollIntoView({ block: "nearest" })
    title.focus({ preventScroll: true })
  }

  hideSource() {
    const ended = this.root.classList.contains("ended")
    this.aside.hidden = this.customer || !ended || !this.scenes[this.scene].sources.length
  }

  finish() {
    ;[...this.beats.children].forEach((item) => { item.className = "done" })
    this.root.classList.add("ended", "checked")
    this.caption.textContent = ""
    this.answer(true)
    this.details()
    this.controls()
  }

  details() {
    const { texts } = this
    const { steps, claims } = this.scenes[this.scene]
    this.more.replaceChildren()
    if (!steps.length && !claims.length) return
    const box = el("details", "more")
    box.append(el("summary", "", texts.more))
    if (steps.length) box.append(el("h3", "", texts.steps))
    steps.forEach((step) => box.append(el("p", "", step)))
    if (claims.length) box.append(el("h3", "", texts.claims))
    claims.forEach((claim) => {
      const line = el("p", `claim ${claim.kind}`)
      line.append(el("b", "", claim.verdict), ` ${claim.text}`, claim.why ? el("small", "", ` ${claim.why}`) : "")
      box.append(line)
    })
    this.more.append(box)
  }

  controls() {
    const { texts } = this
    const ended = this.done >= this.scenes[this.scene].beats.length
    const back = button("arrow", "←", () => this.go(this.scene - 1))
    const on = button("arrow", "→", () => this.go(this.scene + 1))
    back.disabled = this.scene === 0
    on.disabled = this.scene === this.scenes.length - 1
    back.setAttribute("aria-label", texts.previous)
    on.setAttribute("aria-label", texts.next)
    const pace = ended ? texts.replay : this.paused ? texts.play : texts.pause
    const eyes = button("eyes", this.customer ? texts.analyst : texts.customer, () => this.view(!this.customer))
    eyes.setAttribute("aria-pressed", String(this.customer))
    this.bar.replaceChildren(back, button("pace", pace, () => this.pause()), on, eyes, el("small", "", texts.keys))
    this.hideSource()
    this.root.classList.toggle("customer", this.customer)
  }
}

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".demo")
  const known = players.get(root)
  if (known) return
  players.set(root, new Player(root, data.scenes, data.language))
  return () => players.get(root)?.close()
}
