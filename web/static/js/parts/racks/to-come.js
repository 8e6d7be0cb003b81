// The racks that are not counted yet, shown on screens that count none themselves.

import { get, now, onState } from "../../page/table.js";
import { t } from "../../think/texts.js";
import { inWords } from "../../think/tiles.js";

const LOOK = 1500; // milliseconds between two looks
let missing = null; // names; null: nobody has asked

const isCounting = (state) => state?.turn.phase === "counting";

/** Names of the players whose racks are not counted yet; null: nobody knows yet. */
export function toCome() {
  return missing;
}

/** The racks that are not counted yet, in one sentence; null: all are counted. */
export function toComeSaid() {
  return missing?.length ? t("Still missing: {players}", { players: inWords(missing) }) : null;
}

async function ask(redraw) {
  const told = await get("/api/racks/missing").catch(() => ({ missing }));
  if (JSON.stringify(told.missing) === JSON.stringify(missing)) return;
  ({ missing } = told);
  redraw();
}

/** Asks repeatedly while racks are counted; `redraw` is called when the list has changed. */
export function followRacks(redraw) {
  onState((state, before) => {
    if (!isCounting(state)) missing = null;
    else if (!isCounting(before)) ask(redraw);
  });
  setInterval(() => isCounting(now.state) && ask(redraw), LOOK);
}
