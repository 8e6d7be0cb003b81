// The best play from a rack in words and as a table, and the coach's comments on the rack.

import { button, h } from "../../page/dom.js";
import { kept } from "../../page/remembered.js";
import { choose, say, setting } from "../../page/sound.js";
import { get } from "../../page/table.js";
import { counted, said, t } from "../../think/texts.js";
import { rowsOf } from "../board/tiles.js";

/**
 * The coach's answer on a player's rack, or the reason why there is none: {error}. Without a match the rules chosen on
 * Check a table apply.
 */
export function coached(rack, player) {
  const rules = player === null && kept("check.rules");
  const whose = player === null ? (rules ? { rules } : {}) : { player };
  const asked = `/api/coach?${new URLSearchParams({ rack, ...whose })}`;
  return get(asked).catch((error) => ({ error: error.message }));
}

export function bestPlay(best) {
  if (!best.play.length) return [h("p", t("Nothing can be laid.")), lacking(best)];
  return [
    h("p", t("The best play: {tiles} ({points})", { tiles: best.play, points: pointsOf(best) })),
    rows(best.table, best.play),
    best.optimal ? null : h("p.quiet-text", notSure(best)),
    steps(best),
    others(best),
  ];
}

function pointsOf(play) {
  return counted(play.points, "{n} point", "{n} points");
}

function rows(table, laid = []) {
  return rowsOf(table, (tile) => (laid.includes(tile) ? "new" : ""));
}

function notSure(best) {
  return best.at_most > best.play.length
    ? t("This is the best found in a few seconds: at least {least} tiles can be laid, at most {most}.", {
        least: best.play.length,
        most: best.at_most,
      })
    : t("This is the best found in a few seconds; there may be a better play.");
}

/** The play as steps to lay by hand, with the table after each; read aloud if wished. */
function steps(best) {
  if (!best.steps?.length) return null;
  const list = best.steps.map((step) => h("li", h("p", said(step)), rows(step.table)));
  return h(
    "details.coach-steps",
    h("summary", t("By hand, step by step")),
    "speechSynthesis" in window ? button(t("Read it aloud"), () => aloud(best.steps), { class: "no-print" }) : null,
    h("ol", list),
  );
}

function aloud(steps) {
  const was = setting("voice");
  choose("voice", true);
  say(steps.map((step) => said(step)).join(" "));
  choose("voice", was);
}

function others(best) {
  if (!best.others?.length) return null;
  const list = best.others.map((play) =>
    h("li", h("p", t("{tiles} ({points})", { tiles: play.play, points: pointsOf(play) })), rows(play.table, play.play)),
  );
  return h("details.coach-others", h("summary", t("Other plays of as many tiles")), h("ol", list));
}

function lacking(best) {
  if (!best.would_open) return null;
  return h(
    "p",
    best.would_open.length
      ? t("One of these tiles more would open: {tiles}", { tiles: best.would_open })
      : t("No single tile more would open."),
  );
}
