// One entry of the browser's history for each page. Draws nothing. Streamlit enters a page at an
// address without parameters and adds those of the page in an entry of its own; a step back from
// there led to the bare address, which added them again, so that no step back left the page. A run
// that began before the parameters were there adds them once more: the same address again.

if (!window.workbenchPushes) {
  window.workbenchPushes = true
  const push = history.pushState.bind(history)
  history.pushState = (state, title, url) => {
    const { href, pathname } = new URL(url ?? "", location.href)
    const isBare = !location.search && pathname === location.pathname
    if (isBare || href === location.href) history.replaceState(state, title, url)
    else push(state, title, url)
  }
}

export default function () {}
