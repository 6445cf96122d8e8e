"use strict";
// Opens the source that a link points to, and all of them for printing.
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const box = target && target.closest("details");
  if (!box) return;
  box.open = true;
  const quoted = box.querySelector("mark");
  (quoted || box).scrollIntoView({ block: "center" });
};
addEventListener("hashchange", open);
addEventListener("click", (event) => {
  const link = event.target.closest("a.cite");
  if (link && link.hash === location.hash) open();
});
addEventListener("beforeprint", () => {
  for (const box of document.querySelectorAll("details:not(.raw)")) box.open = true;
});
open();
