// Corrects a scored round: the points of any rack, or the whole round struck out; and shows corrections to everybody.

import { button, buttons, byId, each, h, notice, numberField } from "../../page/dom.js";
import { closePanel, closeSheet, openSheet, top } from "../../page/sheet.js";
import { now, post, pressAndClose } from "../../page/table.js";
import { isolated, t } from "../../think/texts.js";
import { pointsOf } from "../../think/tiles.js";

/** The points of a rack in the state, which holds its tiles or only its points. */
function rackPoints(rack, joker) {
  return typeof rack === "number" ? rack : pointsOf(rack.split(" ").filter(Boolean), joker);
}

/** The person who corrected a round; "": unknown. */
const signature = ({ mended }) => (mended?.by ? ` (${isolated(mended.by)})` : "");

/** The last correction of a round in one sentence; null: it was not corrected. */
function correctionTold(round) {
  const { mended } = round;
  if (!mended) return null;
  const by = signature(round);
  if (round.void) return t("Round {n} was struck out.", { n: round.round }) + by;
  const changed = mended.changed
    .map(({ player, is, was }) => t("{player} {is} instead of {was}", { player, is, was }))
    .join(", ");
  return changed ? t("Round {n} was corrected: {changed}", { n: round.round, changed }) + by : null;
}

/** Opens the panel for correcting a round. `match`: number of a past match; left out: the match at the table. */
export function openRound(round, joker, match = null) {
  const fields = Object.entries(round.racks).map(([name, rack], n) => [
    name,
    numberField(`mend-${n}`, {
      inputmode: "numeric",
      min: 0,
      max: 10000,
      value: rackPoints(rack, joker),
      onfocus: (event) => event.target.select(),
    }),
  ]);
  let isDoubted = false; // whether the table doubts the points as they stand: sent once more they are accepted
  const doubt = (is) => {
    isDoubted = is;
    if (byId("mend-save")) byId("mend-save").textContent = is ? t("Score it anyway") : t("Save");
  };
  const save = async () => doubt(await send(round, fields, joker, match, isDoubted));
  const list = fields.map(([name, input]) =>
    h("p.mend-line", h("label", { for: input.id }, t("{player}: points on the rack", { player: name })), " ", input),
  );
  const title = t("Round {n}: put the count right", { n: round.round });
  const strike = () => pressAndClose(`/api/rounds/${round.round}/${round.void ? "unvoid" : "void"}`, { match });
  const told = correctionTold(round);
  openSheet(
    title,
    told ? h("p.quiet-text", told) : null,
    round.void
      ? null
      : h(
          "form.inline.mend-round",
          { onsubmit: save, oninput: () => doubt(false) },
          list,
          h("p.hint", t("0 points: the rack is empty, and its player has won.")),
          h("p.trouble", { id: "mend-trouble", role: "alert" }),
          h("button", { type: "submit", class: "big", id: "mend-save" }, t("Save")),
        ),
    buttons(
      button(round.void ? t("Let this round count again") : t("Strike this round out"), strike, { id: "strike" }),
      told && !round.void ? button(t("As it was before"), () => takeBack(round, match), { id: "mend-back" }) : null,
    ),
  );
}

/** Sends the changed racks; returns whether the table refused them as impossible, so that the players may insist. */
async function send(round, fields, joker, match, anyway) {
  const changed = fields.filter(
    ([name, input]) => input.value !== "" && Number(input.value) !== rackPoints(round.racks[name], joker),
  );
  if (!changed.length) {
    closeSheet();
    return false;
  }
  const racks = Object.fromEntries(changed.map(([name, input]) => [name, Number(input.value)]));
  const panel = top();
  try {
    await post(`/api/rounds/${round.round}/racks`, { racks, match, anyway });
    closePanel(panel);
    return false;
  } catch (error) {
    byId("mend-trouble").textContent = error.message;
    return error.body?.code === "does-not-add-up";
  }
}

function takeBack(round, match) {
  return pressAndClose(`/api/rounds/${round.round}/racks`, { racks: round.mended.racks, match, anyway: true });
}

/** Tells everybody of a correction that was just made; that a round was struck out is shown beside its Undo. */
export function tellCorrection(state, before) {
  const old = new Map((before?.rounds || []).map((round) => [round.round, round]));
  for (const round of state.rounds) {
    const was = old.get(round.round);
    const again = was?.void && !round.void ? t("Round {n} counts again.", { n: round.round }) + signature(round) : null;
    const told = again ?? correctionTold(round);
    const isTold = round.void && state.undo;
    if (was && told && told !== correctionTold(was) && !isTold) notice(told);
  }
}

/** The line about a correction, with a button for a further correction; null: the round was not corrected. */
export function corrections(state) {
  const told = state.rounds.map(correctionTold).filter(Boolean);
  return told.length ? each("ul.corrections", told, (one) => h("li", one)) : null;
}

/** The button on a round's number. */
export function roundButton(round, state = now.state) {
  return button(round.round, () => openRound(round, state.match.joker_on_rack), {
    id: `round-${round.round}`,
    class: "quiet",
    "aria-label": t("Round {n}: put the count right", { n: round.round }),
  });
}
