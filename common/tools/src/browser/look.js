// Looks at a page after `boxes.js`: at colours, the keyboard, and what it is made of.
const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);

// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
function luminance(colour) {
  const [red, green, blue] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function background(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if ((channels(colour)[3] ?? 1) > 0) return colour;
  }
  return "rgb(255, 255, 255)";
}

function legible() {
  for (const element of texts()) {
    const style = getComputedStyle(element);
    const colours = [element.closest("svg") ? style.fill : style.color, background(element)].map(luminance);
    const contrast = (Math.max(...colours) + 0.05) / (Math.min(...colours) + 0.05);
    check(contrast >= 4.5, `contrast ${contrast.toFixed(2)}: ${named(element)}`);
  }
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
