"use strict";
// Steps through the scenes of the page. The picture is drawn already: the script marks what is current.

const at = (id) => document.getElementById(id);
const { scenes, sources } = JSON.parse(at("data").textContent);

// What is of no use without the script.
at("player").innerHTML = `<div class="controls">
  <button type="button" id="first" aria-label="First event">|◀</button>
  <button type="button" id="back" aria-label="Event before">◀</button>
  <button type="button" id="play">Play</button>
  <button type="button" id="forward" aria-label="Next event">▶</button>
  <button type="button" id="last" aria-label="Last event">▶|</button>
  <input type="range" id="range" min="0" value="0" aria-label="Event">
</div>
<p id="when"></p>
<p id="sentence" class="scroll" tabindex="0" aria-live="polite"></p>`;
at("details").innerHTML = `<section><h2>Ready queue</h2><ol id="ready" class="scroll" tabindex="0"></ol></section>
<section><h2>Waiting, and for what</h2><div id="waiting" class="scroll" tabindex="0"></div></section>
<section><h2 id="whose">Calls</h2><p id="lesson"></p><ol id="calls" class="scroll" tabindex="0"></ol></section>
<section><h2 id="file">Source</h2><pre id="source" class="scroll" tabindex="0"></pre></section>`;
at("stage").insertAdjacentHTML("afterbegin", `<div id="cursor"></div>`);

const sections = [...document.querySelectorAll(".scene")];
const lists = [...document.querySelectorAll(".sentences")];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const PACE = 900; // milliseconds between two events

let scene = 0; // the scene that is followed
let step = 0; // the place of the current event among the steps of the scene
let chosen = null; // the lane that the reader has chosen; null follows the event
let call = null; // the call whose source is shown, counted from the innermost; null is the one that waits
let shown = null; // the file that is shown
let timer = null;

/** What the calls of a scene show, by what is drawn in it. */
const lessons = {
  pending: "The innermost call comes first. A waker is passed inward, and Pending is returned outward.",
  call: "When a callback returns, its calls are gone.",
  blocked: "A blocked thread keeps all of these calls on its stack.",
};

/** The entries with a sentence: the others are no steps. */
const steps = scenes.map(({ entries }) => entries.flatMap(({ sentence }, index) => (sentence ? [index] : [])));

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Marks what is code in a text. */
const prose = (text) => text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));

/** Returns the first step of a scene from whose event on calls are known: those before it have little to show. */
const opening = (place) => Math.max(0, steps[place].findIndex((index) => callsOf(place, index).length));

/** Returns the calls that led to an entry. */
const callsOf = (place, index) => scenes[place].entries[scenes[place].entries[index].calls].places;

/** Moves to the step in the address, `#step-12`, or `#step-12-2` in the second scene. Returns whether there is one. */
function goToAddress() {
  const [, number, place = 1] = /^#step-(\d+)(?:-(\d+))?$/.exec(location.hash) ?? [];
  if (!number || !scenes[place - 1]) return false;
  scene = place - 1;
  chosen = null;
  go(number - 1);
  return true;
}

/** Moves to a step, and stays within the scene. */
function go(to) {
  step = Math.max(0, Math.min(to, steps[scene].length - 1));
  call = null;
  show();
}

/** Moves to the first step of a scene from an entry on. */
function goToEntry(to, entry) {
  follow(to);
  const next = steps[scene].findIndex((index) => index >= entry);
  go(next < 0 ? steps[scene].length - 1 : next);
}

/** Follows another scene from the same time on, because all scenes have one clock. */
function follow(to) {
  if (to === scene) return;
  const x = current()?.x ?? 0;
  scene = to;
  chosen = null;
  step = Math.max(0, steps[scene].findLastIndex((index) => scenes[scene].entries[index].x <= x));
}

const current = () => scenes[scene]?.entries[steps[scene][step]];

function show() {
  const entry = current();
  if (!entry) return;
  const index = steps[scene][step];
  const { lanes } = scenes[scene];
  const lane = chosen ?? entry.lane;
  const where = entry.lane === null ? "" : ` · ${lanes[entry.lane]}`;
  at("range").max = steps[scene].length - 1;
  at("range").value = step;
  at("range").setAttribute("aria-valuetext", `${step + 1}: ${entry.sentence.replaceAll("`", "")}`);
  at("when").textContent = `${step + 1} of ${steps[scene].length} · ${entry.time}${where}`;
  at("sentence").replaceChildren(...prose(entry.sentence));
  at("sentence").scrollTop = 0;
  mark(index, lane);
  moveTo(entry.x);
  at("ready").replaceChildren(...(entry.ready.length ? entry.ready : ["empty"]).map((task) => element("li", {}, task)));
  at("ready").classList.toggle("empty", !entry.ready.length);
  at("details").classList.toggle("bare", !scenes[scene].hasTasks);
  at("waiting").replaceChildren(waiting(entry.waiting));
  calls(index, lane);
  // The last thing of all: a browser refuses to change an address very often.
  history.replaceState(null, "", `#step-${step + 1}${scene ? `-${scene + 1}` : ""}`);
}

/** Marks what lasts at the current entry: polls, sleeps, and wake-ups on their way to a poll. */
function mark(index, lane) {
  sections.forEach((section, place) => {
    const isFollowed = place === scene;
    section.classList.toggle("followed", isFollowed);
    for (const part of section.querySelectorAll("[data-from]")) {
      const { from, to } = part.dataset;
      part.classList.toggle("on", isFollowed && from <= index && index <= to);
    }
    section.querySelectorAll(".labels button").forEach((button, at) => {
      button.classList.toggle("chosen", isFollowed && at === lane);
      button.setAttribute("aria-pressed", isFollowed && at === chosen);
    });
    for (const line of lists[place].children) line.classList.toggle("lit", isFollowed && Number(line.dataset.entry) === index);
  });
  const line = lists[scene].querySelector(".lit");
  if (line) into(lists[scene], line);
}

/** Scrolls a box, and not the page, so that a line of it is seen. */
function into(box, line) {
  const [outer, inner] = [box, line].map((element) => element.getBoundingClientRect());
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - box.clientHeight / 3;
}

/** Moves the cursor, and the picture below it. */
function moveTo(x) {
  at("cursor").style.transform = `translateX(${x - 1}px)`;
  const picture = at("picture");
  const width = picture.clientWidth - at("cursor").offsetLeft;
  const seen = x - picture.scrollLeft;
  if (seen > 10 && seen < width - 30) return;
  picture.scrollTo({ left: x - width / 4, behavior: calm.matches || timer === null ? "auto" : "smooth" });
}

function waiting(tasks) {
  if (!tasks.length) return element("p", {}, "Nothing waits.");
  const rows = tasks.flatMap(([task, causes]) => [
    element("dt", {}, task), ...causes.map((cause) => element("dd", {}, ...prose(cause))),
  ]);
  return element("dl", {}, ...rows);
}

/** Lists the calls that last led a lane to where it is, the innermost first, and shows the source of one. */
function calls(index, lane) {
  const { entries, lanes } = scenes[scene];
  const known = entries.slice(0, index + 1).findLast((entry) => entry.lane === lane && entries[entry.calls].places.length);
  const places = known ? entries[known.calls].places : [];
  const isOver = places.length > 0 && known !== entries[index];
  call ??= known?.open ?? 0;
  at("whose").textContent = lane === null ? "Calls" : `Calls of ${lanes[lane]}${chosen === null ? "" : " (chosen)"}`;
  const lesson = lessons[Object.keys(lessons).find((part) => sections[scene].querySelector(`.part.${part}`))];
  at("lesson").textContent = isOver ? "The last known calls: they may be over." : (lanes[lane] !== "event loop" && lesson) || "";
  at("calls").classList.toggle("over", isOver);
  at("calls").replaceChildren(...places.map((place, index) => {
    const button = element("button", { type: "button", title: place.function }, place.short, element("small", {}, `${place.file}:${place.line}`));
    button.setAttribute("aria-current", index === call);
    button.addEventListener("click", () => {
      call = index;
      source(place);
      for (const [other, { firstChild }] of [...at("calls").children].entries()) firstChild.setAttribute("aria-current", other === index);
    });
    return element("li", {}, button);
  }));
  source(places[call]);
}

/** Shows a file, with one line lit. */
function source(place) {
  const text = place && sources[place.file];
  at("file").textContent = place ? `${place.file}, line ${place.line}` : "No call is known";
  if (shown !== place?.file) {
    const lines = text ? text.split("\n") : [];
    at("source").replaceChildren(...lines.map((line) => element("code", { className: /^\s*\/\//.test(line) ? "comment" : "" }, `${line}\n`)));
    shown = place?.file;
  }
  for (const line of at("source").querySelectorAll(".lit")) line.classList.remove("lit");
  const line = place && at("source").children[place.line - 1];
  if (!line) return;
  line.classList.add("lit");
  into(at("source"), line);
}

function play(isOn) {
  clearInterval(timer);
  timer = isOn ? setInterval(() => (step + 1 < steps[scene].length ? go(step + 1) : play(false)), PACE) : null;
  at("play").textContent = isOn ? "Pause" : "Play";
  // What changes by itself is not read out.
  at("sentence").setAttribute("aria-live", isOn ? "off" : "polite");
}

function toggle() {
  if (timer === null && step === steps[scene].length - 1) go(0);
  play(timer === null);
}

const actions = {
  first: () => go(0), back: () => go(step - 1), forward: () => go(step + 1), last: () => go(Infinity),
};
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

function pressed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input")) return;
  if (event.key === " " && !event.target.matches("button")) toggle();
  else if (keys[event.key]) {
    play(false);
    actions[keys[event.key]]();
  } else return;
  event.preventDefault();
}

/** Chooses a lane, or none if it is chosen already. */
function choose(place, lane) {
  follow(place);
  chosen = chosen === lane ? null : lane;
  call = null;
  show();
}

for (const [id, action] of Object.entries(actions)) {
  at(id).addEventListener("click", () => {
    play(false);
    action();
  });
}
at("play").addEventListener("click", toggle);
at("range").addEventListener("input", () => {
  play(false);
  go(at("range").valueAsNumber);
});
addEventListener("keydown", pressed);
sections.forEach((section, place) => {
  section.querySelector("h2 button").addEventListener("click", () => {
    follow(place);
    show();
  });
  section.querySelectorAll(".labels button").forEach((button, lane) => button.addEventListener("click", () => choose(place, lane)));
  section.addEventListener("click", ({ target }) => {
    const part = target.closest("[data-from]");
    if (!part) return;
    chosen = null;
    goToEntry(place, Number(part.dataset.from));
  });
  lists[place].addEventListener("click", ({ target }) => {
    const line = target.closest("li");
    if (line) goToEntry(place, Number(line.dataset.entry));
  });
});
for (const button of document.querySelectorAll("button:disabled")) button.disabled = false;
for (const item of document.querySelectorAll(".legend li")) item.hidden = !at("stage").querySelector(`[data-from].${item.dataset.of}`);
for (const note of document.querySelectorAll(".note[data-of]")) note.hidden = !scenes.some(({ hasTasks }) => hasTasks);
document.documentElement.classList.add("replays");
addEventListener("hashchange", goToAddress);
if (!goToAddress()) go(opening(scene));
