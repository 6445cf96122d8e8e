// The id of this browser tab, by which it is known again after a reload. Draws nothing. The browser
// forgets it with the tab. A duplicated tab is given what is stored for the first one, its id too:
// each holds a lock on its id as long as it is open, and one that finds it locked takes another.

const NAME = "workbench-tab"
const PATIENCE_MS = 500 // a reload lets go of its lock at once

const fresh = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-")

// Browsers have locks in secure contexts alone: at https and on this machine.
const claimed = (id) => !navigator.locks || new Promise((resolve) => {
  const held = () => {
    resolve(true)
    return new Promise(() => {})
  }
  const options = { signal: AbortSignal.timeout(PATIENCE_MS) }
  navigator.locks.request(`${NAME}-${id}`, options, held).catch(() => resolve(false))
})

const own = async (known) => {
  const before = stored(NAME) ?? known
  const id = before && (await claimed(before)) ? before : fresh()
  if (id !== before) await claimed(id)
  store(NAME, id)
  return id
}

export default function ({ data, setStateValue }) {
  window.workbenchTab ??= own(data.id)
  window.workbenchTab.then((id) => id !== data.id && setStateValue("id", id))
}
