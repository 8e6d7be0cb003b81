// My rack: from a photograph, whether the rack holds an opening and, if the players allow it, the best play.

import { all, button, byId, h, show } from "../page/dom.js";
import { get, listen, now, onState, press } from "../page/table.js";
import { bestPlay, coached } from "../parts/racks/plays.js";
import { Rack } from "../parts/racks/rack.js";
import { counted, t } from "../think/texts.js";

let help = "none";
let rack = null;
let answer = null;

function draw() {
  const state = now.state;
  if (!state) return;
  const isOver = !state.match || ["counting", "over"].includes(state.turn.phase);
  const key = [
    Boolean(state.match),
    state.players.map((p) => [p.name, p.opened]),
    help,
    isOver,
    rack && [rack.player, rack.tiles, [...rack.unsure], rack.isReading],
    answer,
  ];
  byId("allowed").hidden = !state.match;
  show(byId("mine"), key, () => mine(state, isOver));
}

function mine(state, isOver) {
  const players = state.match ? state.players.map((player) => player.name) : [null];
  if (!rack || !players.includes(rack.player)) rack = new Rack(players[0], changed);
  return [
    state.match ? whose(players) : h("p", t("Is the opening there, and what is the best play on a bare table?")),
    rack.sources("mine"),
    rack.view(state.match?.joker_on_rack ?? null),
    help === "none" && !isOver ? h("p.trouble", t("The players have not allowed help during the round.")) : ask(),
    told(),
  ];
}

function whose(players) {
  const choose = (event) => {
    rack = new Rack(event.target.value, changed);
    draw();
  };
  const who = h(
    "select",
    { id: "who", onchange: choose },
    players.map((name) => h("option", { value: name, selected: name === rack.player }, name)),
  );
  return h("p", h("label", { for: "who" }, t("Whose rack?")), " ", who);
}

function changed() {
  answer = null;
  draw();
}

function ask() {
  return rack.tiles?.length ? button(t("What can I play?"), think, { class: "big", id: "ask" }) : null;
}

async function think() {
  const [asked, tiles] = [rack, rack.tiles.join(" ")];
  const told = await coached(tiles, asked.player);
  if (rack !== asked || rack.tiles.join(" ") !== tiles) return; // it is no answer to what is shown by now
  answer = told;
  draw();
}

function told() {
  if (!answer) return null;
  if (answer.error) return h("p.trouble", { role: "alert" }, answer.error);
  const { opening, best, opened } = answer;
  const first = opened ? t("{player} has opened already.", { player: rack.player }) : openingSaid(opening);
  return h("div", { role: "status", id: "told" }, h("p.lead", first), best ? bestPlay(best) : null);
}

function openingSaid(opening) {
  const points = counted(opening.points, "{n} point", "{n} points");
  return opening.is_there
    ? t("Yes: you can lay {points}; {needed} are needed.", { points, needed: opening.needed })
    : t("Not yet: your best sets are worth {points}; {needed} are needed.", { points, needed: opening.needed });
}

async function showHelp() {
  help = (await get("/api/house")).help;
  for (const choice of all("[name=help]")) choice.checked = choice.value === help;
  draw();
}

for (const choice of all("[name=help]")) {
  choice.addEventListener("change", async () => {
    await press("/api/house", { help: choice.value });
    await showHelp();
  });
}
onState(draw);
listen();
showHelp();
