// What the browser stores for this tab alone. One that is told to store nothing throws errors.

const stored = (name) => {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

const store = (name, value) => {
  try {
    if (value) sessionStorage.setItem(name, value)
    else sessionStorage.removeItem(name)
  } catch {}
}
