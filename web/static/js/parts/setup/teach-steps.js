// Teaches a set row by row: asks for the next row, then for faces that should be shown again. A row that lies complete
// is learnt automatically.

import { button, byId, h } from "../../page/dom.js";
import { spoken, t } from "../../think/texts.js";

const AGAIN = 13; // tiles that are asked for once more at a time
// complaints after which a step continues only at a tap, because the same row would cause them again
const AS_BEFORE = ["taught.otherwise", "taught.out-of-order", "taught.are-these-jokers"];
const PAUSE = 1500; // milliseconds between two looks at the table

let left = null; // the steps to come, the first one now; null: nobody teaches step by step
let done = []; // those that were learnt, the last one last
let waits = false; // whether the step goes on only at a tap: somebody went back to it, or it was complained of
let act = null;

/**
 * Begins the steps. `acts`: learn(rows) learns the rows on the table, shown(rows) tells whether they are on it,
 * forget(rows) unlearns them. `missing`: the faces that are not known; only their rows are asked for, or all rows if no
 * face is missing.
 */
export function beginSteps(acts, missing) {
  if (act === null) setInterval(look, PAUSE);
  act = acts;
  [done, waits] = [[], false];
  const rows = [
    [t("Lay the black tiles from 1 to 13 in a row."), "k1-k13"],
    [t("Below them the red tiles from 1 to 13."), "r1-r13"],
    [t("Below them the blue tiles from 1 to 13."), "b1-b13"],
    [t("Below them the orange or yellow tiles from 1 to 13."), "o1-o13"],
    [t("Last the two jokers, side by side."), "J J"],
  ];
  left = rows.filter(([, row]) => !missing.length || missing.some((tile) => tile[0] === row[0]));
  draw();
}

/** The rows that this step asks for, as /api/sets takes them; "": there is no step. A photograph may show them. */
export const rowsOfStep = () => left?.[0]?.[1] ?? "";

/** Goes on after a row was learnt: with the next step, or with the same one if there were complaints. */
export function stepDone({ complaints, missing, faces }, blurred) {
  if (left === null) return;
  waits = complaints.some(({ code }) => AS_BEFORE.includes(code));
  if (complaints.length) return;
  done.push(left.shift());
  if (!left.length) {
    const again = [...missing, ...Object.keys(faces).filter((tile) => faces[tile] < blurred)].slice(0, AGAIN);
    if (again.length) {
      const tiles = again.map(spoken).join(", ");
      left = [[t("Once more, side by side in this order: {tiles}", { tiles }), again.join(" ")]];
    } else left = null;
  }
  draw();
}

/** Asks whether the step's row lies there, complete, and then learns it as if somebody had tapped. */
async function look() {
  const rows = rowsOfStep();
  if (!rows || waits || document.hidden || byId("step-lies").disabled) return;
  const is = await act.shown(rows);
  if (is && rows === rowsOfStep() && !waits && !byId("step-lies").disabled) act.learn(rows);
}

function stop() {
  left = null;
  draw();
}

function skip() {
  left.shift();
  if (!left.length) left = null;
  draw();
}

async function back() {
  left.unshift(done.pop());
  waits = true;
  draw();
  await act.forget(rowsOfStep());
}

function draw() {
  const place = byId("step");
  place.hidden = left === null;
  for (const id of ["teach-seen", "teach-steps", "teach-jokers"]) byId(id).hidden = left !== null;
  if (left === null) return;
  const [says, rows] = left[0];
  place.replaceChildren(
    h("p.says", says),
    h(
      "p.links",
      button(t("They lie there"), () => act.learn(rows), { class: "big", id: "step-lies" }),
      button(t("Leave it out"), skip, { id: "step-skip" }),
      done.length ? button(t("One step back"), back, { id: "step-back" }) : "",
      button(t("Stop"), stop, { id: "step-stop", class: "quiet" }),
    ),
  );
}
