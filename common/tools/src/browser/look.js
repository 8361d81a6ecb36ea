// Looks at a page after `boxes.js`: at colours, the keyboard, and what it is made of.
function legible() {
  texts().forEach(contrasts);
}

function keyboard() {
  for (const element of document.querySelectorAll("a[href], select, summary, .scroll, pre[tabindex]")) {
    if (!element.getClientRects().length) continue;
    element.focus();
    check(document.activeElement === element, `no focus: ${named(element)}`);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    check(outlineStyle !== "none" && parseFloat(outlineWidth) >= 1, `focus unseen: ${named(element)}`);
    check(element.getBoundingClientRect().right > 0, `focus outside: ${named(element)}`);
  }
  document.activeElement.blur();
}

function structure() {
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((heading) => Number(heading.tagName[1]));
  headings.forEach((level, index) => check(level <= (headings[index - 1] ?? 0) + 1, `heading ${index} of level ${level}`));
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  check(new Set(ids).size === ids.length, "an id occurs twice");
  for (const link of document.querySelectorAll("[href]")) {
    const target = link.getAttribute("href");
    check(target.startsWith("#") && document.getElementById(target.slice(1)), `leads nowhere: ${target}`);
  }
  for (const select of document.querySelectorAll("select")) check(select.labels.length, `no label: ${select.id}`);
  check(performance.getEntriesByType("resource").length === 0, "something was loaded");
}

// What is folded has to fit, too.
for (const details of document.querySelectorAll("details")) details.open = true;
const { scheme } = document.documentElement.dataset;
check((luminance(background(document.body)) < 0.5) === (scheme === "dark"), `it is not ${scheme}`);
structure();
legible();
keyboard();
