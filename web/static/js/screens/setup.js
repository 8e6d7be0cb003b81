// Set up: players and rules on one side, the camera's view and advice on the other.

import { keepAdvising, letPhonesIn } from "../parts/setup/advice.js";
import {
  agreeOnHelp,
  asText,
  chooseHelp,
  chosenHelp,
  chosenRules,
  drawOptions,
  firstTrouble,
  keptOpen,
  offerBeginners,
  plainRefusal,
  showBeginners,
  takeOver,
} from "../parts/setup/options.js";
import "../parts/turn/demo.js";
import { button, byId, h } from "../page/dom.js";
import { draftOf, keepDraft } from "../page/remembered.js";
import { get, listen, now, onState, post, press, Refusal } from "../page/table.js";
import { offerKnown } from "../parts/history/evenings.js";
import { followPhones } from "../parts/setup/networks.js";
import { drawQuestions, openNames } from "../parts/setup/questions.js";
import { nextPace, pacesOf, timesSaid } from "../think/pace.js";
import { counted, t } from "../think/texts.js";

const EVERY = 1500; // milliseconds between pictures
let seats = { least: 2, most: 4 }; // players that a match may have; these until the rules are told
let names = ["", ""];
let paces = []; // the times of each player, as multiples of the rules' time, in the order of the names; left out: 1
let last = null; // the number of the match before the one that is set up, 0: there is none; null: not known yet
let hasPicture = false; // whether a camera has given one
let asking = 0; // counts the questions about rules

function drawNames() {
  const focused = document.activeElement?.id;
  byId("names").replaceChildren(
    ...names.map(nameField),
    names.length < seats.most ? h("li.plain", button(t("Add a player"), add, { id: "add" })) : "",
  );
  // the user goes on typing in the same field although it was redrawn
  if (focused && document.activeElement?.id !== focused) byId(focused)?.focus();
}

function nameField(name, place) {
  const called = name || t("Player {n}", { n: place + 1 });
  const input = h("input", {
    id: `name-${place}`,
    value: name,
    maxlength: "40",
    autocomplete: "off",
    placeholder: t("Player {n}", { n: place + 1 }),
    "aria-label": t("Player {n}", { n: place + 1 }),
    enterkeyhint: place < names.length - 1 ? "next" : "go",
    oninput: (event) => {
      names[place] = event.target.value;
    },
    onkeydown: (event) => onward(event, place),
  });
  return h(
    "li",
    input,
    h(
      "span.name-tools",
      button(timesSaid(paces[place] ?? 1), () => quicken(place), {
        id: `pace-${place}`,
        "aria-label": t("{name}: {times} the time for a turn", { name: called, times: timesSaid(paces[place] ?? 1) }),
      }),
      button("↑", () => move(place, -1), {
        id: `earlier-${place}`,
        "aria-label": t("{name}: earlier", { name: called }),
        disabled: place === 0,
      }),
      button("↓", () => move(place, 1), {
        id: `later-${place}`,
        "aria-label": t("{name}: later", { name: called }),
        disabled: place === names.length - 1,
      }),
      button("×", () => remove(place), {
        id: `remove-${place}`,
        "aria-label": t("{name}: remove", { name: called }),
        disabled: names.length <= seats.least,
      }),
    ),
  );
}

/** Makes Enter move from name to name; after the last name it starts the match. */
function onward(event, place) {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  const next = byId(`name-${place + 1}`);
  if (next) next.focus();
  else byId("start").click();
}

/** Changes a player's pace: the next larger one; after the largest the normal one. */
function quicken(place) {
  paces[place] = nextPace(paces[place] ?? 1);
  drawNames();
}

function add() {
  names.push("");
  drawNames();
  byId(`name-${names.length - 1}`).focus();
}

/** Puts a player of an earlier match into the first free field. */
function seat(name) {
  const free = names.findIndex((one) => !one.trim());
  if (names.includes(name) || (free < 0 && names.length >= seats.most)) return;
  if (free < 0) names.push(name);
  else names[free] = name;
  drawNames();
}

function move(place, by) {
  for (const list of [names, paces]) [list[place], list[place + by]] = [list[place + by], list[place]];
  drawNames();
}

function remove(place) {
  names.splice(place, 1);
  paces.splice(place, 1);
  drawNames();
}

/** Shows the chosen rules; redraws every option if the preset has changed. */
async function tellRules(isAnother) {
  asking += 1;
  const mine = asking;
  const asked = encodeURIComponent(asText(chosenRules()));
  byId("about").textContent = byId("preset").selectedOptions[0].dataset.about;
  byId("agreement").href = `/agreement?rules=${asked}`;
  try {
    const told = await get(`/api/rules?rules=${asked}`);
    if (mine !== asking && !isAnother) return; // Answers may overtake each other; the newest counts.
    byId("short").replaceChildren(...told.short.map((sentence) => h("li", sentence)));
    complain("");
    if (isAnother) drawOptions(told.options, () => tellRules(false));
    if (JSON.stringify(seats) !== JSON.stringify(told.players)) {
      seats = told.players;
      while (names.length < seats.least) names.push("");
      drawNames();
    }
  } catch (error) {
    complain(error instanceof Refusal ? plain(error) : t("The table does not answer. Trying again …"));
  }
}

/** A refusal that begins with the name of the player or option it is about. */
function plain(refusal) {
  const seat = /^players\[(\d+)\]$/.exec(refusal.body.values?.name || "");
  return seat ? `${t("Player {n}", { n: Number(seat[1]) + 1 })}: ${refusal.message}` : plainRefusal(refusal);
}

function complain(...what) {
  byId("trouble").replaceChildren(...what);
}

/** Whether the match at the table has only been dealt: it may then be set up again without a question. */
function isOnlyDealt() {
  return now.state?.turn.phase === "ready" && !now.state.rounds.length;
}

async function start(event, anyway = isOnlyDealt()) {
  event.preventDefault();
  const players = names.map((name) => name.trim()).filter(Boolean);
  const wrong = firstTrouble();
  if (wrong) {
    complain(wrong.text);
    keptOpen(wrong.name);
    return;
  }
  const again = players.find((name, place) => players.indexOf(name) < place);
  if (again) return refuse(t("Two players are called {name}: give each a name of their own.", { name: again }));
  if (players.length < seats.least)
    return refuse(
      counted(seats.least, "At least {n} player with a name.", "At least {n} players, each with a name of their own."),
    );
  try {
    await post("/api/match", { players, rules: chosenRules(), anyway });
    for (const [player, pace] of pacesOf(names, paces)) await post("/api/players/pace", { player, pace });
    await agreeOnHelp();
    location.replace("/"); // Back leads to where one was before, not to the set-up of a match that is being played
  } catch (error) {
    const isRefused = error instanceof Refusal && error.status === 409;
    const words =
      error.body?.code === "not-seated"
        ? t("Start anyway")
        : t("Leave the match that is being played, it can be resumed, and start this one");
    const instead = button(words, (pressed) => start(pressed, true), { id: "instead" });
    refuse(
      error instanceof Refusal ? plain(error) : t("The table does not answer. Trying again …"),
      isRefused ? instead : "",
    );
  }
}

/** Shows why the match does not start beside the button, which is visible wherever the page is scrolled. */
function refuse(...what) {
  complain(...what);
  byId("trouble").scrollIntoView({ block: "center" });
}

/** Renews the newest picture; nothing is requested before a camera has given one. */
function watch() {
  const picture = byId("picture");
  const look = () => {
    if (hasPicture) picture.src = `/api/picture.jpg?at=${Date.now()}`;
    else setTimeout(look, EVERY);
  };
  picture.addEventListener("load", () => {
    picture.hidden = false;
    setTimeout(look, EVERY);
  });
  picture.addEventListener("error", () => {
    picture.hidden = true;
    setTimeout(look, EVERY);
  });
  look();
}

function tellCamera(camera) {
  hasPicture ||= camera.size !== null;
  drawQuestions(camera);
  drawMirror(camera);
}

/** The switch for a mirrored camera, which the program also sets by itself. */
function drawMirror({ size, mirrored }) {
  const mirror = byId("mirror");
  mirror.hidden = size === null;
  mirror.textContent = mirrored ? t("Leave the picture mirrored") : t("The picture is mirrored: mirror it back");
  mirror.onclick = () => press("/api/camera/mirror", { mirrored: !mirrored });
}

/**
 * Stores on this device the text typed until the match begins, because a phone may be reloaded, even before the table's
 * first answer.
 */
function keepTyped() {
  // without a name there is nothing to store: the last match's names are offered
  const isWorthIt = last !== null || names.some((name) => name);
  if (isWorthIt) keepDraft("setup", last, { names, paces, rules: chosenRules(), help: chosenHelp() });
}

/** Restores the text typed before a reload, or else offers the players and rules of the last match. */
function takeUp(state, before) {
  last = state.match?.number ?? 0;
  if (before) return;
  const untold = draftOf("setup", null); // typed before the table's first answer
  if (names.some((name) => name)) return untold && keepTyped();
  const draft = draftOf("setup", last) || untold;
  if (draft) {
    chooseHelp(draft.help);
    offer(draft.names, draft.rules, draft.paces);
    openNames();
    keepTyped(); // about this match from now on
  } else if (state.match) {
    const staying = state.players.filter((player) => !player.left);
    offer(
      staying.map((player) => player.name),
      state.match.rules,
      staying.map((player) => player.pace),
    );
  }
}

/** Puts players and rules into the form. */
function offer(players, rules, times = []) {
  names = [...players];
  paces = [...times];
  while (names.length < seats.least) names.push("");
  drawNames();
  takeOver(rules);
  showBeginners();
  if (rules.preset) byId("house-rules").open = true;
  tellRules(true);
}

/** Fills in the players and rules of a tournament, if it seated players at this table. */
async function asSeated() {
  const { seating } = await get("/api/seating").catch(() => ({ seating: null }));
  if (!seating) return;
  offer(seating.players, seating.rules);
  byId("seated").textContent = t("{tournament}, round {round}: table {table}", seating);
  byId("seated").hidden = false;
}

drawNames();
asSeated();
offerKnown(byId("known"), seat);
tellRules(true);
offerBeginners(() => tellRules(true));
byId("preset").addEventListener("change", () => tellRules(true));
byId("form").addEventListener("submit", start);
for (const kind of ["input", "change", "click"]) byId("form").addEventListener(kind, keepTyped);
onState(takeUp);
byId("own-camera").addEventListener("click", () => press("/api/camera", { sender: null }));
byId("use-photos").addEventListener("click", () => press("/api/camera", { sender: "photos" }));
listen();
watch();
keepAdvising(tellCamera);
letPhonesIn();
followPhones();
