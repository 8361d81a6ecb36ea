// With `#slides`, a chapter is shown as slides: one for each heading, and for each further thing to look at. The bold
// sentence of a section is its claim. The rest becomes notes.
if (location.hash.startsWith("#slides")) {
  const THING = "figure, pre, details, .excerpt, .output, .exercise, .table-wrapper";
  const chapters = { "1": ".nav-chapters.next", "-1": ".nav-chapters.previous" };
  for (const step in chapters) chapters[step] = document.querySelector(chapters[step])?.href;

  let slides = [];
  let slide, title;

  const add = () => {
    slide = Object.fromEntries(["h1", "p", "div", "aside"].map((tag) => [tag, document.createElement(tag)]));
    slide.h1.innerHTML = title;
    slides.push(slide);
  };

  for (const block of [...document.querySelector("main").children]) {
    const claim = block.matches("p") && block.querySelector("strong");
    if (block.matches("h1, h2, h3")) {
      title = block.querySelector(".header").innerHTML;
      add();
    } else if (block.matches(THING)) {
      if (slide.div.hasChildNodes()) add();
      // Of an exercise, the title and the commands: the hints stay in the book.
      const told = block.matches(".exercise") ? block.querySelectorAll(":scope > p:first-child, :scope > pre") : [block];
      slide.div.append(...told);
    } else {
      if (claim && /[.?!]$/.test(claim.textContent) && !slide.p.hasChildNodes()) {
        slide.p.append(...claim.childNodes);
      }
      slide.aside.append(block);
    }
  }

  // A title alone is worth a slide only if it opens the chapter.
  slides = slides.filter(({ p, div }, index) => index === 0 || p.hasChildNodes() || div.hasChildNodes());
  const sections = slides.map((parts, index) => {
    const section = document.createElement("section");
    const footer = document.createElement("footer");
    footer.innerHTML = `<a href="${location.pathname}">the chapter</a> · ${index + 1} of ${slides.length}`;
    section.append(...Object.values(parts), footer);
    return section;
  });
  const keys = document.createElement("footer");
  keys.className = "keys";
  keys.textContent = "← → one slide · ↑ ↓ one chapter · o unfold · n notes · Home, End";
  document.body.replaceChildren(...sections, keys);
  document.body.className = sessionStorage.slides ?? "slides";

  // What is shown fills its page. In pixels, and in parts of the usual size of type: the smallest that can be read, and the largest.
  const LEGIBLE = 15, SMALLEST = 0.55, LARGEST = 2.5;
  const isWhole = (one) => one.scrollWidth <= one.clientWidth + 1 || !one.clientWidth || !one.checkVisibility();
  const fits = (section) => section.scrollHeight <= innerHeight && [...section.querySelectorAll(":not(svg, svg *)")].every(isWhole);
  const fill = () => {
    const section = sections[now];
    const usual = parseFloat(getComputedStyle(document.documentElement).fontSize);
    let [size, tooLarge] = [Math.max(SMALLEST, LEGIBLE / usual), LARGEST];
    while (tooLarge - size > 0.02) {
      const between = (size + tooLarge) / 2;
      section.style.fontSize = `${between}rem`;
      if (fits(section)) size = between;
      else tooLarge = between;
    }
    section.style.fontSize = `${size}rem`;
  };

  // `#slides-3`, or from the end, `#slides--1`.
  let now = Number(location.hash.slice("#slides-".length)) || 0;
  const show = (index) => {
    now = Math.min(Math.max(index, 0), sections.length - 1);
    sections.forEach((section, at) => section.classList.toggle("now", at === now));
    history.replaceState(null, "", `#slides-${now}`);
    fill();
    scrollTo(0, 0);
  };

  // What stands beside the parts of the book is to look things up, and has no slides.
  const isTold = (page) => page && new URL(page).pathname.split("/").length === location.pathname.split("/").length;
  const chapter = (step, at) => {
    if (isTold(chapters[step])) location.href = `${chapters[step]}#slides-${at}`;
  };
  const move = (step) => (sections[now + step] ? show(now + step) : chapter(step, step < 0 ? -1 : 0));

  const actions = {
    ArrowRight: () => move(1), PageDown: () => move(1), " ": () => move(1),
    ArrowLeft: () => move(-1), PageUp: () => move(-1),
    ArrowDown: () => chapter(1, 0), ArrowUp: () => chapter(-1, 0),
    Home: () => show(0), End: () => show(sections.length - 1),
    o: () => sections[now].querySelectorAll("details").forEach((one) => { one.open = !one.open; }),
    n: () => {
      document.body.classList.toggle("notes");
      sessionStorage.slides = document.body.className;
      fill();
    },
  };
  // In the phase of capture: mdBook has keys of its own.
  addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("summary")) return;
    if (actions[event.key]) {
      actions[event.key]();
      event.preventDefault();
    }
  }, true);
  for (const [target, event] of [[window, "resize"], [document, "toggle"], [document, "load"], [document.fonts, "loadingdone"]]) {
    // In the phase of capture: neither `toggle` nor the `load` of a picture goes further up.
    target.addEventListener(event, fill, true);
  }
  show(now < 0 ? sections.length + now : now);
}
