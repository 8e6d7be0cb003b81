// The table's questions: an enlarged picture of the place, and the likely answers first, one tap each.

import { button, buttons, byId, h, show } from "../../page/dom.js";
import { now, press } from "../../page/table.js";
import { boxOf, middleOf } from "../../think/ghosts.js";
import { likelyIn } from "../../think/likely.js";
import { counted, said, spoken, t } from "../../think/texts.js";
import { claim } from "../turn/claim.js";
import { openPutRight } from "../turn/put-right.js";
import { cropOf, likelyAt, mendTile, nameUnread, shownIn, tell, tellFree, tellThere } from "./mend.js";
import { tileButton, tileElement } from "./tiles.js";

const IN_PLACE = ["missing", "unread"]; // questions that are asked beside the place they are about
const MOST_MISSING = 3; // tiles that are told at once; what all clocks wait for is asked one at a time

/** A key of the questions: they are redrawn only when it changes. */
export function askedOf(state) {
  const unsure = state.unsure.map(({ confidence, ...asked }) => asked); // how sure it is may change with each picture
  const unread = state.unread?.map(({ quad }) => quad.flat().map((share) => Math.round(share * 25))); // nor its outline
  return [unsure, unread, state.question, isMissed(state) ? state.missing_at : null];
}

export function isAsking(state) {
  return Boolean(state.question) || state.unsure.length > 0 || state.unread?.length > 0 || isMissed(state);
}

/**
 * Shows, above everything else, the question for which the clock is stopped: the reason, whose turn it is, the question
 * and its answers. A new question scrolls the page to the top.
 */
export function toAnswer(state) {
  const place = byId("asked");
  const isAsked = Boolean(state.turn.asked);
  const isNew = isAsked && place.hidden;
  place.hidden = !isAsked;
  document.body.classList.toggle("is-asked", isAsked);
  show(place, isAsked && [askedOf(state), state.doing, Boolean(state.pressed)], () => [
    h(
      "div.waited-for",
      state.doing && h("p", { role: "alert" }, said(state.doing)),
      state.pressed && button(t("Not done yet"), () => press("/api/turn/done/forget"), { id: "not-done" }),
    ),
    asking(state),
  ]);
  if (isNew && byId("sheet").hidden) scrollTo(0, 0);
}

/** The questions of a state. */
export function asking(state) {
  const insist = () => claim(true);
  const { question } = state;
  const isMisread = question?.kind === "misread" && state.table[question.set]?.quads[question.place];
  return [
    isMisread ? misread(question) : null,
    question && !isMisread && !IN_PLACE.includes(question.kind) ? other(question, insist) : null,
    unread(state, insist),
    isMissed(state) ? missed(state, insist) : null,
    isMisread ? null : unsure(state),
  ];
}

function isMissed(state) {
  return state.missing_at?.length > 0 && (state.question?.kind === "missing" || state.alarm?.kind === "missing");
}

function misread(question) {
  const { set, place } = question;
  const shown = shownIn(set, place);
  const settle = (tile) => () => tell(shown, tile);
  return card(
    cropOf(shown.quad),
    h("p", said(question)),
    h(
      "div.answers",
      question.tiles.map((tile) => tileButton(tile, settle(tile), t("It is {tile}", { tile: spoken(tile) }))),
      button(t("another tile"), () => mendTile(set, place), { class: "quiet" }),
    ),
  );
}

function missed(state, insist) {
  const one = ({ tile, quad }) =>
    card(
      quad ? cropOf(quad) : tileElement(tile, "huge"),
      h("p", t("Is {tile} still there?", { tile: spoken(tile) })),
      h(
        "div.answers",
        quad ? button(t("It is there"), () => tellThere(middleOf(quad), tile), { class: "big" }) : null,
        h("p.hint", t("If it lies elsewhere, tap it in the picture below.")),
      ),
    );
  const isAsked = state.question?.kind === "missing";
  const [most, all] = [isAsked ? 1 : MOST_MISSING, state.missing_at.length];
  return [
    state.missing_at.slice(0, most).map(one),
    all > most && h("p", t("and {n} more", { n: all - most })),
    isAsked && button(t("It is not there: judge the table without it"), insist, { id: "anyway" }),
  ];
}

function other(question, insist) {
  if (question.kind === "by-hand") return unseen(question);
  if (["lone", "apart"].includes(question.kind) && now.state.table[question.set]?.quads[0])
    return lone(question, insist);
  return answered(
    question,
    button(t("Judge it as it lies"), insist, { id: "anyway", class: "big" }),
    question.kind === "too-many" && button(t("Put a rack right"), openPutRight),
  );
}

/** The question about tiles that belong to no set: one may be print on the cloth, a row may stand on a rack. */
function lone(question, insist) {
  const shown = shownIn(question.set, 0);
  const isRow = question.kind === "apart";
  return card(
    isRow ? cropOf(boxOf(now.state.table[question.set].quads.flat()), "row") : cropOf(shown.quad),
    h("p", said(question)),
    h(
      "div.answers",
      button(
        isRow ? t("No part of the game") : t("No tile lies there"),
        () => press("/api/tile", { ...shown.at, tile: null }),
        { class: "none" },
      ),
      button(t("Judge it as it lies"), insist, { id: "anyway" }),
    ),
  );
}

/**
 * The question when a player insists though the camera sees nothing: which tiles were played? No player draws a
 * penalty.
 */
function unseen(question) {
  return answered(
    question,
    button(t("Nothing: a tile is drawn"), () => claim(false, "nothing"), { id: "played-nothing" }),
    button(t("Tiles: we keep this round by hand"), () => claim(false, "tiles"), { id: "played-tiles" }),
  );
}

function answered(question, ...choices) {
  return card(pictureOf(question), h("p", said(question)), buttons(...choices));
}

/** The picture for a question: the first of its tiles on the table, else the whole table. */
function pictureOf(question) {
  const { table, camera, version } = now.state;
  const quads = table.flatMap((row) => row.quads.filter((_, place) => question.tiles.includes(row.tiles[place])));
  if (quads.length) return cropOf(quads[0]);
  if (camera.status === "lost" || !camera.size) return null;
  const alt = t("The table as the camera sees it");
  return h("img.crop", { src: `/api/picture.jpg?plain=1&of=${version}`, alt });
}

/** The question about the first tile of which the camera is unsure. */
function unsure(state) {
  const [one] = state.unsure;
  if (!one || !state.table[one.set]?.quads[one.place]) return null;
  const shown = shownIn(one.set, one.place);
  const settle = (tile) => () => tell(shown, tile);
  const more = state.unsure.length - 1;
  return card(
    cropOf(shown.quad, "small"),
    h("p", t("Is this tile …")),
    h(
      "div.answers",
      likelyIn(state.table[one.set].tiles, one.place, one).map((tile) =>
        tileButton(tile, settle(tile), t("It is {tile}", { tile: spoken(tile) })),
      ),
      button(t("another tile"), () => mendTile(one.set, one.place), { class: "quiet" }),
    ),
    more ? h("p.hint", counted(more, "{n} more tile is unsure.", "{n} more tiles are unsure.")) : null,
  );
}

/** The question about the first tile that cannot be read. */
function unread(state, insist) {
  const [one] = state.unread || [];
  if (!one) return null;
  const isAsked = state.question?.kind === "unread";
  const settle = (tile) => () => tellThere(middleOf(one.quad), tile);
  return card(
    cropOf(one.quad),
    h("p", isAsked ? said(state.question) : one.or.length ? t("Which tile lies there?") : t("Is this a tile?")),
    h(
      "div.answers",
      likelyAt(one).map((tile) => tileButton(tile, settle(tile), t("It is {tile}", { tile: spoken(tile) }))),
      button(t("another tile"), () => nameUnread(one), { class: "quiet" }),
      button(t("No tile lies there"), () => tellFree(middleOf(one.quad)), { class: "quiet none" }),
      isAsked && button(t("Judge it as it lies"), insist, { id: "anyway" }),
    ),
  );
}

function card(picture, ...rest) {
  return h("div.question.asked", picture, h("div", rest));
}
