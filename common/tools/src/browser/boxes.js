"use strict";
// Measures the page that it runs in: whether each text can be read, and has its place for itself.
const wrong = [];
const check = (holds, problem) => { if (!holds) wrong.push(problem); };
const named = (element) => `${element.tagName}.${element.getAttribute("class") ?? ""} ${element.textContent.trim().slice(0, 30)}`;

/** The smallest box of a text, in pixels: about the one of type of 9 pixels. */
const SMALLEST = 10;
/** By so much, boxes may overlap: letters do not fill them. */
const PLAY = 2;

/** Lists the elements that have text of their own and are seen. What is for the ear alone is not. */
function texts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const parents = new Set();
  while (walker.nextNode()) if (walker.currentNode.data.trim()) parents.add(walker.currentNode.parentElement);
  return [...parents].filter((element) => !element.closest("script, style, title, desc, option, noscript, .said")
    && element.getClientRects().length && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
}

const meet = (a, b) => ({
  left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
});

const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Returns where an element can be seen, where it is cut off though nothing scrolls, and what it stays in place with. */
function room(element, known) {
  if (element === document.documentElement) return { seen: EVERYWHERE, uncut: EVERYWHERE, layer: null };
  if (known.has(element)) return known.get(element);
  const { seen, uncut, layer } = room(element.parentElement, known);
  const { overflowX, textOverflow, position } = getComputedStyle(element);
  const found = { seen, uncut, layer: /sticky|fixed/.test(position) ? element : layer };
  // A picture in a picture has the box of what is drawn in it.
  if (overflowX !== "visible" && element !== document.body && !element.ownerSVGElement) {
    const box = element.getBoundingClientRect();
    found.seen = meet(seen, box);
    const isCut = /hidden|clip/.test(overflowX) && textOverflow !== "ellipsis";
    found.uncut = isCut ? meet(uncut, box) : EVERYWHERE;
  }
  known.set(element, found);
  return found;
}

/** Returns the boxes of an element's own text, line by line, as far as they can be seen. */
function boxes(element, known) {
  const { seen, uncut, layer } = room(element, known);
  const range = document.createRange();
  const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const rects = own.flatMap((node) => {
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  });
  for (const rect of rects) {
    check(rect.height >= SMALLEST, `a box of ${rect.height.toFixed(1)} pixels: ${named(element)}`);
    const left = meet(rect, uncut);
    check(left.right - left.left > rect.width - PLAY && left.bottom - left.top > rect.height - PLAY, `cut: ${named(element)}`);
  }
  return rects.map((rect) => ({ ...meet(rect, seen), element, layer })).filter((box) => box.right > box.left && box.bottom > box.top);
}

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

/** Checks that the text of an element has enough contrast. */
function contrasts(element) {
  const style = getComputedStyle(element);
  const colours = [element.closest("svg") ? style.fill : style.color, background(element)].map(luminance);
  const contrast = (Math.max(...colours) + 0.05) / (Math.min(...colours) + 0.05);
  check(contrast >= 4.5, `contrast ${contrast.toFixed(2)}: ${named(element)}`);
}

/** Checks that a box that scrolls has a bar of its own, because a system's may show only while it moves, and shadows at its edges. */
function scrolls(box) {
  const { overflowX, overflowY, backgroundAttachment } = getComputedStyle(box);
  const goesOn = [box.scrollWidth > box.clientWidth + PLAY && overflowX, box.scrollHeight > box.clientHeight + PLAY && overflowY];
  if (!goesOn.some((overflow) => /auto|scroll/.test(overflow)) || !box.checkVisibility() || box.closest("nav")) return;
  const hasBar = getComputedStyle(box, "::-webkit-scrollbar").height !== "auto";
  check(hasBar && /local/.test(backgroundAttachment), `does not show that it scrolls: ${named(box)}`);
}

function measure() {
  const { scrollWidth } = document.scrollingElement;
  check(scrollWidth <= innerWidth, `${scrollWidth} pixels wide`);
  for (const image of document.images) {
    check(!image.checkVisibility() || image.width >= image.naturalWidth * 0.75, `small: ${image.src}`);
  }
  for (const cell of document.querySelectorAll("td")) {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const { width, height } = range.getBoundingClientRect();
    check(height < Math.max(100, 1.5 * width), `squeezed: ${named(cell)}`);
  }
  document.body.querySelectorAll("*").forEach(scrolls);
  const known = new Map();
  const all = texts().flatMap((element) => boxes(element, known)).sort((a, b) => a.top - b.top);
  all.forEach((box, index) => {
    check(box.right <= innerWidth + PLAY || box.left >= innerWidth, `beyond the page: ${named(box.element)}`);
    for (let next = index + 1; all[next]?.top < box.bottom - PLAY; next += 1) {
      const other = all[next];
      const both = meet(box, other);
      if (box.element === other.element || box.layer !== other.layer) continue;
      check(both.right - both.left <= PLAY || both.bottom - both.top <= PLAY, `${named(other.element)} lies upon ${named(box.element)}`);
    }
  });
}
