// The owner of a phone: it asks once whose it is, and vibrates and shows the player's colour in the player's turn.

import { colourOf, ownColour } from "../../page/colours.js";
import { button, buttons, byId, h, show } from "../../page/dom.js";
import { effect } from "../../page/effects.js";
import { isSeatChosen, mySeat, takeSeat } from "../../page/remembered.js";
import { t } from "../../think/texts.js";

// a larger screen belongs to nobody unless a user says otherwise; at 200 % the room is needed for Done
const PHONE = "(min-width: 20rem) and (max-width: 37rem) and (min-height: 36rem)";
const ASKED_IN = ["ready", "playing", "paused"];

/** Asks a new phone for its owner until the question is answered; `again`: redraws the elements that show names. */
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

/** Marks the screen in the player's colour during the owner's turn, and vibrates once at its beginning. */
export function markMyTurn(state, before) {
  const isMine = (one) => Boolean(one) && one.turn.phase === "playing" && one.turn.player === mySeat();
  const colour = colourOf(state.turn.player);
  byId("whose").classList.toggle("mine", isMine(state));
  byId("whose").style.setProperty("--own", colour === undefined ? "var(--accent)" : `var(--p${colour})`);
  if (isMine(state) && before && !(isMine(before) && before.turn.number === state.turn.number)) effect("mine");
}
