// A phone belongs to a person: it asks once whose it is, and buzzes in the colour of the seat when its turn comes.

import { colourOf, ownColour } from "../../page/colours.js";
import { button, buttons, byId, h, show } from "../../page/dom.js";
import { effect } from "../../page/effects.js";
import { isSeatChosen, mySeat, takeSeat } from "../../page/remembered.js";
import { t } from "../../think/texts.js";

// a larger screen is everybody's unless somebody says otherwise; at 200 % Done needs the room
const PHONE = "(min-width: 20rem) and (max-width: 37rem) and (min-height: 36rem)";
const ASKED_IN = ["ready", "playing", "paused"];

/** Asks a phone that joins whose it is, until it was answered; `again`: what shows names is drawn anew. */
export function askWhose(state, again) {
  const place = byId("whose-phone");
  const names = state.players.filter((player) => !player.left).map((player) => player.name);
  const isCalm = ASKED_IN.includes(state.turn.phase) && !state.turn.asked && !state.pressed;
  place.hidden = !names.length || isSeatChosen() || !isCalm || !matchMedia(PHONE).matches;
  const take = (name) => () => {
    takeSeat(name);
    place.hidden = true;
    again();
  };
  show(place, place.hidden ? null : names, () => [
    h("strong", t("Whose phone is this?")),
    buttons(
      names.map((name) => button(name, take(name), { class: `big ${ownColour(name)}` })),
      button(t("Everybody's"), take(""), { class: "quiet", id: "nobodys-phone" }),
    ),
  ]);
}

/** Marks the screen in the seat's colour for as long as it is this device's turn, and buzzes once when it begins. */
export function markMyTurn(state, before) {
  const isMine = (one) => Boolean(one) && one.turn.phase === "playing" && one.turn.player === mySeat();
  const colour = colourOf(state.turn.player);
  byId("whose").classList.toggle("mine", isMine(state));
  byId("whose").style.setProperty("--own", colour === undefined ? "var(--accent)" : `var(--p${colour})`);
  if (isMine(state) && before && !(isMine(before) && before.turn.number === state.turn.number)) effect("mine");
}
