// The id of this browser tab, once there is something to find again after a reload. Draws nothing.
// The browser forgets it with the tab.

const NAME = "workbench-tab"

export default function ({ data, setStateValue }) {
  const known = sessionStorage.getItem(NAME)
  if (!known && !data.keeps) return
  const id = known ?? crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-")
  if (!known) sessionStorage.setItem(NAME, id)
  if (id !== data.id) setStateValue("id", id)
}
