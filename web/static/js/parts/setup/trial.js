// The trial: any three tiles in a row appear named, and a wrong one is mended by a tap. It proves that tonight will
// work.

import { byId, each, h, show } from "../../page/dom.js";
import { get, onState } from "../../page/table.js";
import { spoken, t } from "../../think/texts.js";
import { mendTile } from "../board/mend.js";
import { tileButton } from "../board/tiles.js";

const ENOUGH = 3; // tiles that prove it
const MOST = 13; // tiles that are shown, as many as a run has
let tried = false;

/** Whether three tiles were read since this page was opened. */
export function isTried() {
  return tried;
}

/** The tiles that are shown: the first row of three, or tiles that lie apart. */
function laid(state) {
  if (state.match && !state.match.ended) return [];
  const all = state.table.flatMap((row, set) =>
    row.tiles.map((tile, place) => ({ tile, set, place, isInRow: row.tiles.length >= ENOUGH })),
  );
  const first = all.find((one) => one.isInRow);
  const shown = first ? all.filter((one) => one.set === first.set) : all;
  return shown.length < ENOUGH
    ? []
    : shown.slice(0, MOST).map((one) => ({
        ...one,
        isDoubtful: state.unsure.some(({ set, place }) => set === one.set && place === one.place),
      }));
}

function draw(state) {
  const tiles = laid(state);
  if (tiles.length && state.steady) tried = true;
  show(byId("trial"), tiles, () =>
    tiles.length
      ? [
          each("p.tiles", tiles, ({ tile, set, place, isDoubtful }) =>
            tileButton(tile, () => mendTile(set, place), spoken(tile), isDoubtful ? "unsure" : ""),
          ),
          h("p.hint", t("Is one of them wrong? Tap it, and say what it is.")),
        ]
      : [],
  );
}

/** Which set that was taught here lies there: chosen, or recognised by its tiles. */
async function nameTheSet() {
  const { used } = await get("/api/sets");
  if (used) byId("own-set").textContent = t("Your own set: {name}", { name: used });
}

if (byId("trial")) {
  onState(draw);
  nameTheSet().catch(() => {}); // without it the link says the same as always
}
