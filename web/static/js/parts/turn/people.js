// Changes of players: leaving, joining, renaming, and the order of turns; and whose this device is.

import { button, buttons, byId, each, h, notice } from "../../page/dom.js";
import { mySeat, takeSeat } from "../../page/remembered.js";
import { askFirst, closePanel, closeSheet, openSheet, top } from "../../page/sheet.js";
import { now, post, press, pressAndClose, Refusal, takeAnswer } from "../../page/table.js";
import { PACES, timesSaid } from "../../think/pace.js";
import { counted, said, t } from "../../think/texts.js";
import { inWords } from "../../think/tiles.js";

const DEALT = ["ready", "playing", "paused", "restoring"];

/** Every player, and the button for adding one. */
export function openPeople() {
  const { players } = now.state;
  const one = (player) =>
    h(
      "li",
      button(player.left ? t("{player} (left)", { player: player.name }) : player.name, () => openPlayer(player.name)),
    );
  openSheet(t("Players"), each("ul.people", players, one), buttons(joinButton("people-join")));
}

/** The button that lets somebody join. */
export function joinButton(id) {
  return button(t("Somebody joins"), () => openJoin(), { id });
}

/** The actions for one player: leave or come back, rename, change the order, own this device. */
export function openPlayer(name) {
  const player = now.state.players.find((one) => one.name === name);
  if (!player) return;
  openSheet(
    name,
    player.left ? comesBack(player) : leaves(player),
    renames(name),
    player.left ? null : seats(name),
    player.left ? null : pace(player),
    player.left ? null : mine(name),
  );
}

function leaves(player) {
  const go = (rack) => () => pressAndClose("/api/players/leave", { player: player.name, rack });
  const tiles = player.rack ? counted(player.rack, "{n} tile on the rack", "{n} tiles on the rack") : null;
  const hasRack = DEALT.includes(now.state.turn.phase) || now.state.turn.phase === "counting";
  return h(
    "section",
    h("h3", t("{player} leaves", { player: player.name })),
    tiles ? h("p.quiet-text", tiles) : null,
    buttons(
      hasRack
        ? [
            button(t("The rack goes to the pool"), go("pool"), { id: "leave-pool" }),
            button(t("The rack is counted at the round's end"), go("keep"), { id: "leave-keep" }),
          ]
        : button(t("{player} leaves", { player: player.name }), go("pool"), { id: "leave-pool" }),
    ),
    h("p.hint", t("The points so far stay.")),
  );
}

function comesBack({ name, slip }) {
  const stay = () => pressAndClose("/api/players/stay", { player: name });
  return h(
    "section",
    h("h3", t("{player} comes back", { player: name })),
    buttons(
      slip && button(t("It was a slip: with the same rack"), stay, { id: "stay", class: "big" }),
      joining(() => name),
    ),
  );
}

/** Asks for the joining player: from the next round on or, while tiles are dealt, at once. */
function joining(named) {
  const come = (isNow) => () => pressAndClose("/api/players/join", { player: named(), now: isNow });
  return [
    DEALT.includes(now.state.turn.phase) && button(t("Now, with a dealt rack"), come(true), { id: "join-now" }),
    button(t("From the next round on"), come(false), { id: "join-next" }),
  ];
}

function openJoin() {
  const input = h("input", { id: "join-name", maxlength: "40", autocomplete: "off", required: true });
  openSheet(
    t("Somebody joins"),
    h("p", h("label", { for: "join-name" }, t("Name")), " ", input),
    buttons(joining(() => input.value)),
  );
  input.focus();
}

/** Asks for a player's new name, which applies to every match. `then`: called afterwards. */
export function openName(name, then) {
  openSheet(name, renames(name, then));
  byId("new-name").focus();
}

function renames(name, then) {
  const input = h("input", { id: "new-name", maxlength: "40", autocomplete: "off", value: name, required: true });
  const send = () => rename(name, input.value.normalize().trim(), false, then); // as the table keeps it
  return h(
    "form.inline",
    { onsubmit: send },
    h("h3", t("Another name")),
    h("label", { for: "new-name" }, t("Name")),
    input,
    h("button", { type: "submit", id: "rename" }, t("Rename")),
  );
}

/** Renames a player in every match; if the name is taken, asks whether both are one person; then calls `then`. */
export async function rename(player, to, merge, then = (_to) => {}) {
  const panel = top();
  try {
    takeAnswer(await post("/api/players/rename", { player, to, merge }));
    // Another device may have renamed the player before the answer arrived; then the name exists.
    if (mySeat() === player && !now.state?.players.some((one) => one.name === player)) takeSeat(to);
    closePanel(panel);
    then(to);
  } catch (error) {
    if (error instanceof Refusal && error.body.code === "name-taken") askMerge(player, error, then);
    else notice(error.message);
  }
}

function askMerge(player, error, then) {
  const other = error.body.values.name;
  const here = (now.state?.players ?? []).map((one) => one.name);
  if (here.includes(player) && here.includes(other)) {
    notice(said({ code: "played-each-other", values: { one: player, other } }));
    return;
  }
  const words = [
    h("p", t("{other} has played here already. Are {player} and {other} the same person?", { player, other })),
    h("p", t("All matches of both will be {other}'s.", { other })),
  ];
  const merge = () => rename(player, other, true, then); // the name as it is written there: the page of it follows
  askFirst(t("One person?"), words, t("Yes, the same person"), merge, { id: "merge" });
}

/** The buttons that move a player up or down in the order of turns. */
function seats(name) {
  const playing = now.state.players.filter((one) => !one.left).map((one) => one.name);
  const place = playing.indexOf(name);
  const move = (by) => () => {
    const order = [...playing];
    [order[place], order[place + by]] = [order[place + by], order[place]];
    pressAndClose("/api/players/order", { players: order });
  };
  return h(
    "section",
    h("h3", t("Order of turns: {players}", { players: inWords(playing) })),
    buttons(
      place > 0 && button(t("Before {player}", { player: playing[place - 1] }), move(-1), { id: "seat-earlier" }),
      place < playing.length - 1 &&
        button(t("After {player}", { player: playing[place + 1] }), move(1), { id: "seat-later" }),
    ),
  );
}

/** The button that gives one player more time for each turn, such as a child. */
function pace(player) {
  const now = player.pace ?? 1;
  const one = (times) =>
    button(timesSaid(times), () => pressAndClose("/api/players/pace", { player: player.name, pace: times }), {
      id: `pace-${times}`,
      "aria-pressed": String(now === times),
    });
  return h("section", h("h3", t("Time for a turn")), each("div.small-buttons", PACES, one));
}

/** The button that makes a player the owner of this device, whose Done is then confirmed for others. */
function mine(name) {
  const isMine = mySeat() === name;
  const choose = () => {
    takeSeat(isMine ? "" : name);
    closeSheet();
  };
  return h(
    "section",
    h("h3", t("This device")),
    buttons(
      button(
        isMine ? t("It is not {player}'s any more", { player: name }) : t("I am {player}", { player: name }),
        choose,
        { id: "my-seat" },
      ),
    ),
  );
}

/** Forgets a player, and says what was removed; one tap undoes it. `then`: called afterwards. */
export async function forgetPlayer(name, then) {
  if (await press("/api/players/forget", { player: name })) then();
}
