// Counting: each loser photographs the own rack, corrects its reading, and confirms; then the round is scored.

import { button, byId, h, notice, numberField, show } from "../page/dom.js";
import { draftOf, keepDraft } from "../page/remembered.js";
import { get, listen, now, onState, post } from "../page/table.js";
import { tilesOf } from "../parts/board/tiles.js";
import { Rack, underCamera } from "../parts/racks/rack.js";
import { counted, t } from "../think/texts.js";
import { inWords } from "../think/tiles.js";

const EVERY = 2000; // milliseconds between looks at what others confirmed
const NOT_ADDING_UP = "does-not-add-up"; // a refusal on which the players may insist
const racks = new Map();
const typed = new Map(); // points that somebody is typing: others confirm theirs meanwhile, and nothing is lost
let confirmed = new Map(); // what each player has confirmed: tiles in notation, or points
let doubt = false;
let counting = null; // which count of racks it is: match, round and turn

function rackOf(player) {
  if (!racks.has(player)) racks.set(player, new Rack(player, changed));
  return racks.get(player);
}

function changed() {
  keepTyped();
  draw();
}

/** Stores on this device the input that is not confirmed yet, because phones are reloaded. */
function keepTyped() {
  const tiles = [...racks]
    .filter(([, rack]) => rack.tiles)
    .map(([name, { tiles, unsure }]) => [name, tiles, [...unsure]]);
  keepDraft("racks", counting, tiles.length || typed.size ? { tiles, points: [...typed] } : null);
}

/** Restores the text typed on this device for this count; drafts of other counts are deleted. */
function takeUp({ match, turn }) {
  const which = `${match.number}/${match.round}/${turn.number}`;
  if (which === counting) return;
  counting = which;
  const draft = draftOf("racks", counting) || { tiles: [], points: [] };
  racks.clear();
  typed.clear();
  for (const [name, points] of draft.points) typed.set(name, points);
  for (const [name, tiles, unsure] of draft.tiles) Object.assign(rackOf(name), { tiles, unsure: new Set(unsure) });
}

function draw() {
  const state = now.state;
  if (!state) return;
  const isCounting = state.turn.phase === "counting";
  if (isCounting) takeUp(state);
  byId("lead").textContent = isCounting
    ? t("The round is over. Count the racks.")
    : t("Racks are counted when a round is over.");
  const key = [
    isCounting,
    state.players,
    [...confirmed],
    [...racks.values()].map((r) => [r.tiles, [...r.unsure], r.isReading]),
  ];
  // the keyboard's focus goes first to where the last confirmed rack was
  show(byId("end"), [state.turn.phase, state.players, [...confirmed], doubt], () => end(state));
  show(byId("racks"), key, () =>
    isCounting
      ? state.players
          .filter((player) => player.counts)
          .sort((a, b) => Number(!a.rack) - Number(!b.rack))
          .map(card)
      : [],
  );
}

function card(player) {
  const name = player.name;
  const title = h("h2", t("{player}'s rack", { player: name }));
  if (player.rack === 0) return h("section.card", title, h("p", t("{player}'s rack is empty.", { player: name })));
  if (confirmed.has(name))
    return h(
      "section.card.confirmed",
      title,
      rackConfirmed(name),
      button(t("Change"), () => change(name)),
    );
  const rack = rackOf(name);
  const place = now.state.players.indexOf(player);
  const camera = button(t("It lies under the camera"), async () => rack.set(await underCamera(now.state)), {
    id: `camera-${place}`,
  });
  const held =
    player.rack === null
      ? null
      : h("p.quiet-text", counted(player.rack, "{n} tile on the rack", "{n} tiles on the rack"));
  return h(
    "section.card",
    title,
    held,
    byPoints(player, place),
    rack.sources(place, now.state.camera.status === "none" ? [] : [camera]),
    rack.view(now.state.match.joker_on_rack),
    rack.tiles ? confirmation(player, rack, place) : null,
  );
}

/** The field for the points of a rack that is counted without its tiles. */
function byPoints(player, place) {
  const input = numberField(`points-${place}`, {
    value: typed.get(player.name) ?? "",
    oninput: () => {
      typed.set(player.name, input.value);
      done.hidden = input.value === "";
      keepTyped();
    },
    inputmode: "numeric",
    min: 0,
    max: 10000,
    enterkeyhint: "done",
  });
  // the number pads of some phones have no Enter key
  const done = h("button", { type: "submit", id: `points-done-${place}` }, t("This is my rack"));
  done.hidden = input.value === "";
  let sent = ""; // the field is left before the button is pressed
  const send = async () => {
    if (input.value === "" || input.value === sent) return;
    sent = input.value;
    await confirm(player.name, { points: Number(sent) });
    sent = "";
  };
  input.addEventListener("change", send);
  return h(
    "form.inline",
    { onsubmit: send },
    h("label", { for: `points-${place}` }, t("Points on the rack (0: empty)")),
    input,
    done,
  );
}

function rackConfirmed(name) {
  const rack = confirmed.get(name);
  if (/^\d*$/.test(rack)) return h("p.sum", counted(Number(rack), "{n} point", "{n} points"));
  return h("p.tiles", tilesOf(rack));
}

function confirmation(player, rack, place) {
  const differs = player.rack !== null && rack.tiles.length !== player.rack;
  return [
    differs &&
      h(
        "p.trouble",
        t("Expected: {n}. Here: {m}.", {
          n: counted(player.rack, "{n} tile", "{n} tiles"),
          m: counted(rack.tiles.length, "{n} tile", "{n} tiles"),
        }),
      ),
    button(t("This is my rack"), () => confirm(player.name, { tiles: rack.tiles.join(" ") }), {
      class: "big",
      id: `confirm-${place}`,
    }),
  ];
}

async function confirm(player, rack) {
  try {
    taken(await post("/api/racks", { player, ...rack }));
    notice(""); // what was wrong before is put right
  } catch (error) {
    notice(error.message);
  }
  draw();
}

/** The confirmed racks, by player: a Map, because a player may have the name of a property of every object. */
function taken(answer) {
  const racksNow = Object.entries(answer.racks);
  if (JSON.stringify(racksNow) === JSON.stringify([...confirmed])) return;
  doubt = false; // it was about others
  confirmed = new Map(racksNow);
  for (const one of [racks, typed]) for (const name of confirmed.keys()) one.delete(name);
  keepTyped();
}

function change(name) {
  const rack = confirmed.get(name);
  if (/^\d*$/.test(rack)) typed.set(name, rack || "0");
  else rackOf(name).set(rack.split(" "));
  return confirm(name, { tiles: null });
}

function end(state) {
  const { phase } = state.turn;
  if (["playing", "paused"].includes(phase)) return null;
  if (phase !== "counting") return phase === "over" ? h("a.button.big", { href: "/scores" }, t("Scores")) : null;
  const missing = state.players
    .filter((player) => player.counts && player.rack !== 0 && !confirmed.has(player.name))
    .map((player) => player.name);
  if (missing.length) return h("p", { role: "status" }, t("Still missing: {players}", { players: inWords(missing) }));
  return [
    doubt ? h("p.trouble", { role: "alert" }, doubt) : null,
    button(doubt ? t("Score it anyway") : t("Score the round"), () => score(state, Boolean(doubt)), {
      class: "big",
      id: "score",
    }),
  ];
}

async function score(state, anyway) {
  const all = Object.fromEntries(
    state.players
      .filter((player) => player.counts)
      .map((player) => [player.name, asSent(confirmed.get(player.name) || "")]),
  );
  try {
    await post("/api/round/end", { racks: all, anyway });
    location.href = "/scores";
  } catch (error) {
    if (error.body?.code === NOT_ADDING_UP) doubt = error.message;
    else notice(error.message);
    draw();
  }
}

/** The racks as they are sent: points as a number, tiles as text. */
function asSent(rack) {
  return /^\d+$/.test(rack) ? Number(rack) : rack;
}

async function look() {
  if (now.state?.turn.phase === "counting") {
    const others = await get("/api/racks").catch(() => null);
    if (others) {
      taken(others);
      draw();
    }
  }
  setTimeout(look, EVERY);
}

onState(draw);
listen();
look();
