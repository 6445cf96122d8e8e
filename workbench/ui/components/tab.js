// The id of this browser tab, by which it is known again after a reload. Draws nothing. The browser
// forgets it with the tab.

const NAME = "workbench-tab"
const fresh = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-")

export default function ({ data, setStateValue }) {
  const id = stored(NAME) ?? data.id ?? fresh()
  store(NAME, id)
  if (id !== data.id) setStateValue("id", id)
}
