const slides = [...document.querySelectorAll("section")];
let now = Math.max(0, slides.findIndex((slide) => "#" + slide.id === location.hash));

function show(index) {
  now = Math.min(Math.max(index, 0), slides.length - 1);
  slides.forEach((slide, at) => slide.classList.toggle("now", at === now));
  history.replaceState(null, "", "#" + slides[now].id);
  scrollTo(0, 0);
}

function chapter(step) {
  const here = slides[now].dataset.chapter;
  let at = now;
  while (slides[at + step] && slides[at].dataset.chapter === here) at += step;
  // Backwards: to the first slide of that chapter.
  while (step < 0 && slides[at - 1]?.dataset.chapter === slides[at].dataset.chapter) at -= 1;
  show(at);
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("summary")) return;
  const keys = {
    ArrowRight: () => show(now + 1), PageDown: () => show(now + 1), " ": () => show(now + 1),
    ArrowLeft: () => show(now - 1), PageUp: () => show(now - 1),
    ArrowDown: () => chapter(1), ArrowUp: () => chapter(-1),
    Home: () => show(0), End: () => show(slides.length - 1),
    o: () => slides[now].querySelectorAll("details").forEach((one) => { one.open = !one.open; }),
    n: () => document.body.classList.toggle("notes"),
  };
  if (keys[event.key]) {
    keys[event.key]();
    event.preventDefault();
  }
});
show(now);
