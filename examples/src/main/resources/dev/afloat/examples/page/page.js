"use strict";

const LETTERS = { semantic: "S", cache: "C", keyword: "K" };
const NAMES = { semantic: "the semantic model", cache: "the cache", keyword: "keywords" };
const ALARM = 0.1;
const byId = id => document.getElementById(id);
const strip = byId("strip");
const known = new Map();
let paused = false;
let before = null;

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });
const percent = share => `${Math.round(100 * share)} %`;

function breaker(state) {
  if (state.probeDue) return "due for a probe";
  return state.breaker.toLowerCase().replace("_", " ");
}

function name(cell) {
  const how = cell.degraded ? `, degraded, ${cell.reason}` : "";
  return `Request ${cell.number}, ${cell.query}: answered by ${NAMES[cell.tier]}${how}` + (cell.breakerOpen ? ", breaker open" : "");
}

function button(cell) {
  const made = element("button", LETTERS[cell.tier]);
  made.type = "button";
  made.className = `cell fresh ${cell.level.toLowerCase()}${cell.breakerOpen ? " open" : ""}`;
  made.setAttribute("aria-label", name(cell));
  made.tabIndex = -1;
  made.addEventListener("focus", () => choose(cell, made));
  made.addEventListener("click", () => made.focus());
  return made;
}

function choose(cell, made) {
  for (const other of strip.querySelectorAll("button")) {
    other.tabIndex = -1;
    other.removeAttribute("aria-current");
  }
  made.tabIndex = 0;
  made.setAttribute("aria-current", "true");
  const attempts = document.createElement("ol");
  attempts.append(...cell.attempts.map(attempt => element("li", attempt)));
  byId("details").replaceChildren(element("p", `${name(cell)}. It took ${cell.millis} ms.`), attempts);
}

/** A request that has the focus stays until that has moved on: it would be lost, or jump each second. */
function showStrip(cells) {
  const first = cells.length ? cells[0].number : 0;
  for (const [number, cell] of known) {
    if (number < first && cell !== document.activeElement) {
      cell.remove();
      known.delete(number);
    }
  }
  for (const cell of cells) {
    if (!known.has(cell.number)) {
      const made = button(cell);
      strip.append(made);
      known.set(cell.number, made);
    }
  }
  if (!strip.querySelector("[tabindex='0']") && strip.lastChild) strip.lastChild.tabIndex = 0;
}

function showUser(cell) {
  if (!cell) return;
  byId("query").textContent = `“${cell.query}”`;
  byId("badge").hidden = cell.style !== "BADGE";
  byId("products").replaceChildren(...cell.products.map(product => element("li", product)));
  byId("best").hidden = !cell.bestMatch;
  byId("best").textContent = cell.bestMatch ? `Best match: ${cell.products[0]}` : "";
}

function showNow(state) {
  byId("answered").textContent = `${state.answered} of ${state.requests}`;
  byId("degraded").textContent = `${state.cells.filter(cell => cell.degraded).length} of ${state.cells.length}`;
  byId("ratio").textContent = percent(state.ratio);
  byId("ratio").classList.toggle("alarm", state.ratio > ALARM);
  byId("breaker").textContent = breaker(state);
  byId("breaker").classList.toggle("alarm", state.breaker !== "CLOSED");
  byId("spared").textContent = `${state.requests - state.modelCalls}`;
}

/** Only what changes is news: one sentence for each request would drown a screen reader. */
function tell(state) {
  const news = [];
  if (before) {
    if (state.breaker !== before.breaker) news.push(`The breaker of the model is now ${breaker(state)}.`);
    if (state.ratio > ALARM && before.ratio <= ALARM) news.push(`More than ${percent(ALARM)} of the answers are degraded.`);
    if (state.ratio <= ALARM && before.ratio > ALARM) news.push(`No more than ${percent(ALARM)} of the answers are degraded.`);
  }
  if (news.length) announce(news.join(" "));
  before = state;
}

const GONE = "The program behind this page does not answer: it has been ended, perhaps.";

/** Says it once, however often it is so: what is written anew is read out anew. */
function announce(text) {
  if (byId("news").textContent !== text) byId("news").textContent = text;
}

async function refresh() {
  try {
    const response = await fetch("state");
    if (!response.ok) throw new Error(response.status);
    const state = await response.json();
    if (paused || (before && state.requests < before.requests)) return;
    if (byId("news").textContent === GONE) announce("");
    showNow(state);
    showStrip(state.cells);
    showUser(state.cells[state.cells.length - 1]);
    tell(state);
  } catch (gone) {
    announce(GONE);
  }
}

strip.addEventListener("keydown", event => {
  const all = [...strip.querySelectorAll("button")];
  const at = all.indexOf(document.activeElement);
  const row = getComputedStyle(strip).gridTemplateColumns.split(" ").length;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + row, ArrowUp: at - row, Home: 0, End: all.length - 1 }[event.key];
  if (to !== undefined && all[to]) {
    event.preventDefault();
    all[to].focus();
  }
});

byId("pause").addEventListener("click", () => {
  paused = !paused;
  byId("pause").setAttribute("aria-pressed", paused);
  if (!paused) refresh();
});

setInterval(() => paused || refresh(), 500);
refresh();
