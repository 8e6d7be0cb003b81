// Setting up: players and rules on one side, what the camera sees and how to make it see better on the other.

import { adviceFor, lightOf } from "./advice.js";
import { button, byId, h, notice, show, t } from "./dom.js";
import { get, listen, now, onState, post, Refusal } from "./table.js";

const MOST = 4;
const LEAST = 2;
const EVERY = 1500; // milliseconds between pictures
const OPTIONS = ["turn_seconds", "extensions", "opening_points", "failed_turn_draw", "joker_on_rack", "rounds"];
let names = ["", ""];

function drawNames() {
  byId("names").replaceChildren(...names.map(nameField), names.length < MOST ? h("li", { class: "plain" }, button(t("setup.add"), add, { id: "add" })) : "");
}

function nameField(name, place) {
  const called = name || t("setup.player", { n: place + 1 });
  const input = h("input", { id: `name-${place}`, value: name, maxlength: "40", autocomplete: "off", placeholder: t("setup.player", { n: place + 1 }),
    "aria-label": t("setup.player", { n: place + 1 }), oninput: (event) => { names[place] = event.target.value; } });
  return h("li", {}, input, h("span", { class: "name-tools" },
    button("↑", () => move(place, -1), { "aria-label": t("setup.up", { name: called }), disabled: place === 0 }),
    button("↓", () => move(place, 1), { "aria-label": t("setup.down", { name: called }), disabled: place === names.length - 1 }),
    button("×", () => remove(place), { "aria-label": t("setup.remove", { name: called }), disabled: names.length <= LEAST })));
}

function add() {
  names.push("");
  drawNames();
  byId(`name-${names.length - 1}`).focus();
}

function move(place, by) {
  [names[place], names[place + by]] = [names[place + by], names[place]];
  drawNames();
}

function remove(place) {
  names.splice(place, 1);
  drawNames();
}

async function tellRules() {
  const preset = byId("preset").value;
  byId("agreement").href = `/agreement?rules=${encodeURIComponent(preset)}`;
  try {
    const told = await get(`/api/rules?rules=${encodeURIComponent(preset)}`);
    byId("short").replaceChildren(...told.short.map((sentence) => h("li", {}, sentence)));
  } catch (error) {
    notice(t("offline"));
  }
}

function rules() {
  const changes = OPTIONS.map((name) => [name, byId(name).value]).filter(([, value]) => value !== "");
  const preset = byId("preset").value;
  return changes.length ? { preset, ...Object.fromEntries(changes.map(([name, value]) => [name, Number(value)])) } : preset;
}

async function start(event, anyway = false) {
  event.preventDefault();
  const players = names.map((name) => name.trim()).filter(Boolean);
  if (players.length < LEAST || new Set(players).size < players.length) {
    byId("trouble").textContent = t("setup.two");
    return;
  }
  try {
    await post("/api/match", { players, rules: rules(), anyway });
    location.href = "/";
  } catch (error) {
    const isPlaying = error instanceof Refusal && error.status === 409;
    const instead = button(t("setup.instead"), (pressed) => start(pressed, true), { id: "instead" });
    byId("trouble").replaceChildren(error.message, isPlaying ? instead : "");
  }
}

function advise() {
  const picture = byId("picture");
  if (!now.state) return;
  const seen = picture.naturalWidth > 0;
  const list = adviceFor(now.state, picture.naturalWidth || 1280, picture.naturalHeight || 720, seen ? lightOf(picture) : null);
  show(byId("advice"), list, () => list.map(({ good, text }) => h("li", { class: good ? "good" : "bad" }, text)));
}

function watch() {
  const picture = byId("picture");
  const again = () => setTimeout(() => { picture.src = `/api/picture.jpg?at=${Date.now()}`; }, EVERY);
  picture.addEventListener("load", () => { picture.hidden = false; advise(); again(); });
  picture.addEventListener("error", () => { picture.hidden = true; advise(); again(); });
  picture.src = "/api/picture.jpg";
}

function nextNames(state, before) {
  if (!before && state.players.length && names.every((name) => !name)) {
    names = state.players.map((player) => player.name);
    drawNames();
  }
  advise();
}

drawNames();
tellRules();
byId("preset").addEventListener("change", tellRules);
byId("form").addEventListener("submit", start);
onState(nextNames);
listen();
watch();
