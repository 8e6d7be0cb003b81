// The last verdict, and the next move of putting a table back, drawn in tiles.

import { h } from "../../page/dom.js";
import { faultNames } from "../../think/faults.js";
import { said, t } from "../../think/texts.js";
import { verdictText } from "../../think/verdicts.js";
import { tileElement } from "../board/tiles.js";

const NAMED = 2; // kinds of fault that are named beside their tiles; all of them stand in the turn's account
const MANY = 7; // tiles that stand in one row with their colour's sign below; more of them are drawn closer

/** The last verdict: the player, whether it was legal, the tiles laid or those of the faults, and the number drawn. */
export function drawnVerdict(verdict) {
  const isLegal = verdict.counts_as_legal;
  const tiles = isLegal ? verdict.played : faulty(verdict);
  const drawn = isLegal ? verdict.draw : verdict.fine;
  const isMany = tiles.length + (drawn ? 1 : 0) > MANY;
  return [
    h("p.unseen", { role: "status" }, verdictText(verdict)),
    h(
      "div",
      { class: `drawn ${isLegal ? "legal" : "illegal"} ${isMany ? "many" : ""}`, "aria-hidden": "true" },
      h(
        "span.by-whom",
        h("span.mark", isLegal ? "✓" : "✕"),
        h("strong", verdict.player),
        h("span.words", words(verdict)),
      ),
      tilesInRow(tiles, drawnTiles(drawn)),
    ),
  ];
}

/** The caption of the tiles. */
function words(verdict) {
  const { played, opening_points: points, faults } = verdict;
  if (verdict.counts_as_legal)
    return !played.length ? "" : points === null ? t("From the rack:") : t("Opens with {n}:", { n: points });
  const names = faultNames();
  const told = [...new Set(faults.map((fault) => names[fault.code] ?? said(fault)))];
  const most = told.slice(0, NAMED).join(", ");
  return told.length > NAMED ? `${most} …` : most || t("not allowed");
}

/** The tiles that the faults are about. */
const faulty = ({ faults }) => [...new Set(faults.flatMap((fault) => fault.tiles))];

function tilesInRow(tiles, more = null) {
  return h(
    "span.tiles-in-row",
    tiles.map((tile) => tileElement(tile)),
    more,
  );
}

/** The tiles drawn from the pool: one face-down tile with their number. */
function drawnTiles(count) {
  return count ? h("span.face-down-tile", `+${count}`) : null;
}

/** The next move of putting the table back: the tile, and its future neighbours. */
export function drawnMove(state) {
  const moves = state.restore?.moves || [];
  const at = moves.findIndex((one) => !one.done);
  if (at < 0) return h("p.middle-line", t("Put the table back"));
  const next = moves[at];
  const gap = h("span.gap", { "aria-hidden": "true" });
  const beside = [next.left && tileElement(next.left), gap, next.right && tileElement(next.right)];
  return [
    h("p.middle-line", { role: "status" }, said(next)),
    h(
      "div.drawn",
      h("span.words", t("Move {n} of {all}", { n: at + 1, all: moves.length })),
      h("span.tiles-in-row", tileElement(next.tile)),
      h("span.mark", { "aria-hidden": "true" }, "→"),
      next.to === "rack"
        ? h("strong", state.turn.player)
        : h("span.tiles-in-row", next.left || next.right ? beside : gap),
    ),
  ];
}
