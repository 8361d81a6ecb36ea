"use strict";
// Loads each page into a frame, runs the script there, and writes down what is wrong. Chromium has no window as narrow as
// a telephone, but a frame may be, and its page is as dark as the frame.
async function look(page, scheme, width) {
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: page, width, height: 2000, frameBorder: 0 });
  frame.style.colorScheme = scheme;
  const loaded = new Promise((resolve) => { frame.onload = resolve; });
  document.body.append(frame);
  await loaded;
  const inside = frame.contentWindow;
  await inside.document.fonts.ready;
  inside.document.documentElement.dataset.scheme = scheme;
  const wrong = new Set(inside.eval(script));
  frame.remove();
  return [...wrong].slice(0, 5).map((problem) => `${page.split("/").at(-1)} in ${scheme}, ${width} wide: ${problem}`);
}

async function all() {
  const wrong = [];
  for (const page of pages) {
    for (const [scheme, width] of [["light", 400], ["dark", 400], ["light", 1300], ["dark", 1300]]) wrong.push(...await look(page, scheme, width));
  }
  return wrong;
}

all().catch((error) => [`${error.stack}`]).then((wrong) => {
  document.body.dataset.verdict = (wrong.join("; ") || "fine").replace(/[^\w .:;#=,()-]/g, "_");
});
