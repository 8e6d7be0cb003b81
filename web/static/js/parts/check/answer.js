// The answer to a checked photograph: the verdict in a sentence, the reasons, and the questions, one at a time.

import { button, h } from "../../page/dom.js";
import { likelyIn } from "../../think/likely.js";
import { stands, whole } from "../../think/mended.js";
import { counted, said, spoken, t } from "../../think/texts.js";
import { inWords as joined, spokenAll } from "../../think/tiles.js";
import { tileButton } from "../board/tiles.js";
import { accountTold, faultTold } from "../turn/explained.js";

/** The verdict in one sentence. */
export function verdictSaid(told) {
  const kind = whole(told);
  if (!told.turn) return tableSaid(told, kind);
  const { played, opening_points: points } = told.turn;
  if (kind === "doubt") return t("In doubt: please settle what is asked below.");
  if (kind === "bad") return t("Not allowed.");
  if (!played.length) return t("Allowed: nothing was laid.");
  const opens = points === null ? "" : ` ${counted(points, "An opening of {n} point.", "An opening of {n} points.")}`;
  return t("Allowed. Laid: {tiles}.", { tiles: joined([spokenAll(played)]) }) + opens;
}

function tableSaid(told, kind) {
  if (!told.sets.length && !told.unread.length) return t("No tile is seen in this photograph.");
  if (kind === "doubt") return t("In doubt: please settle what is asked below.");
  const wrong = told.sets.filter((one) => stands(one) === "bad").length;
  if (kind === "bad" && wrong)
    return counted(wrong, "Not allowed: {n} row is no set.", "Not allowed: {n} rows are no sets.");
  if (kind === "bad") return t("Not allowed.");
  const points = told.sets.reduce((sum, one) => sum + one.points, 0);
  const sets = counted(told.sets.length, "{n} set", "{n} sets");
  return t("Allowed: {sets}, {points}.", { sets, points: counted(points, "{n} point", "{n} points") });
}

/** The reasons why a table or turn is not allowed, with the leaflet's sentences; and faults of a photograph. */
export function why(told) {
  const { turn } = told;
  const faults = turn ? (turn.question ? [] : turn.faults) : faultsOf(told);
  const isPoor = told.advice?.length > 0 && (!told.clear || !told.sets.length || told.table.in_doubt);
  return [
    faults.map((fault) => faultTold(fault, turn?.account ?? null)),
    turn && !turn.question ? accountTold(turn) : null,
    isPoor
      ? h(
          "ul.advice",
          told.advice.map((one) => h("li.better", said(one))),
        )
      : null,
  ];
}

function faultsOf(told) {
  const sure = told.sets.filter((one) => stands(one) === "bad").flatMap((one) => one.faults);
  return [...sure, ...told.table.faults];
}

/** The next question: about the turn, then a doubtful tile of the photograph after it, then of the one before. */
export function asked(told, shots, judgeSo) {
  const { question } = told.turn ?? {};
  if (question) return aboutTurn(question, shots, judgeSo);
  const open = [shots.after, shots.before].find((shot) => shot.table?.unsure.length || shot.table?.unread.length);
  if (!open || (told.turn && shots.before.table)) return null;
  return open.table.unsure.length ? unsure(open) : unread(open);
}

function aboutTurn(question, shots, judgeSo) {
  const shot = question.kind === "misread-before" ? shots.before : shots.after;
  const quad = shot.table?.sets[question.set]?.quads[question.place];
  const goOn = button(goesOn(question.kind), judgeSo, { id: "anyway" });
  if (question.kind.startsWith("misread") && quad) {
    const settle = (tile) => () => shot.name(question.set, question.place, tile);
    return card(
      shot.crop(quad),
      said(question),
      question.tiles.map((tile) => answer(tile, settle(tile))),
      goOn,
    );
  }
  if (question.kind === "unread" && shot.table.unread.length) return unread(shot, goOn);
  const hint = question.kind === "missing" && h("p.hint", t("If it lies there, tap it in the picture below."));
  return card(null, said(question), hint, goOn);
}

function goesOn(kind) {
  return kind === "missing" ? t("It is not there: judge the table without it") : t("Judge it as it lies");
}

function unsure(shot) {
  const [one] = shot.table.unsure;
  const row = shot.table.sets[one.set];
  const settle = (tile) => () => shot.name(one.set, one.place, tile);
  const more = shot.table.unsure.length - 1;
  return card(
    shot.crop(row.quads[one.place]),
    t("Is this tile …"),
    likelyIn(row.tiles, one.place, one).map((tile) => answer(tile, settle(tile))),
    button(t("another tile"), () => shot.mend(one.set, one.place), { class: "quiet" }),
    more ? h("p.hint", counted(more, "{n} more tile is unsure.", "{n} more tiles are unsure.")) : null,
  );
}

function unread(shot, goOn = null) {
  const [one] = shot.table.unread;
  return card(
    shot.crop(one.quad),
    one.or.length ? t("Which tile lies there?") : t("Is this a tile?"),
    one.or.slice(0, 3).map((tile) => answer(tile, () => shot.settle(0, tile))),
    button(t("another tile"), () => shot.nameUnread(0), { class: "quiet" }),
    button(t("No tile lies there"), () => shot.settle(0, null), { class: "quiet none" }),
    goOn,
  );
}

function answer(tile, settle) {
  return tileButton(tile, settle, t("It is {tile}", { tile: spoken(tile) }));
}

function card(picture, text, ...answers) {
  return h("div.question.asked", picture, h("div", h("p", text), h("div.answers", answers)));
}
