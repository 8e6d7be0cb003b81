// A photograph with an outline around each set: green if valid, red if not, amber if a tile is in doubt. A tap on a
// tile corrects it, a tap beside adds one; two fingers zoom.

import { h, svg } from "../../page/dom.js";
import { sideOf } from "../../think/ghosts.js";
import { around, stands, usualSide } from "../../think/mended.js";
import { spoken, t } from "../../think/texts.js";
import { called } from "../../think/tiles.js";
import { beginAt, marked, pointOf } from "../board/pictured.js";
import { inFrame, onTap } from "../board/zoom.js";

const LINE = 0.09; // of a tile's width
const SIGNS = { bad: "✕", doubt: "?" };

/** The photograph of a shot, `wide` CSS pixels wide, with its reading drawn on it. */
export function outlined(shot, wide) {
  const { table, side } = shot;
  const paper = svg(
    "svg",
    {
      class: "outlines",
      viewBox: `0 0 ${table.width} ${table.height}`,
      role: "group",
      "aria-label": t("The photograph: tap a tile to mend it, an empty place to add one"),
    },
    svg("rect", { class: "ground", x: 0, y: 0, width: table.width, height: table.height }),
    table.sets.map((row) => lineAround(row)),
    table.sets.map((row, set) => row.quads.map((quad, place) => tile(shot, row, set, place, quad))),
    table.unread.map((one, n) =>
      marked(
        one.quad,
        { id: `outline-${side}-unread-${n}`, "aria-label": t("Which tile lies there?") },
        "unsure",
        "?",
        () => shot.nameUnread(n),
      ),
    ),
    table.sets.map((row) => label(row, usualSide(table))),
  );
  onTap(
    paper.firstChild,
    (event) => pointOf(paper, event),
    (at) => shot.add(at),
  );
  beginAt(paper);
  const picture = shot.picture ? h("img", { src: shot.picture.src, alt: "", class: "photograph" }) : null;
  return inFrame(`photograph ${side}`, t("The photograph"), h("div.picture.checked", picture, paper), wide);
}

function lineAround(row) {
  return svg("polygon", {
    class: `set-line ${stands(row)}`,
    points: around(row.quads).join(" "),
    "stroke-width": sideOf(row.quads[0]) * LINE,
  });
}

function tile(shot, row, set, place, quad) {
  const isUnsure = shot.table.unsure.some((one) => one.set === set && one.place === place);
  const id = `outline-${shot.side}-${set}-${place}`;
  return marked(
    quad,
    { id, "aria-label": called(row.tiles[place], isUnsure) },
    isUnsure ? "unsure" : "plain",
    isUnsure ? "?" : "",
    () => shot.mend(set, place),
  );
}

/**
 * The points of a set, or the sign of an invalid one, at its upper right corner; the tiles for which jokers stand are
 * listed in words.
 */
function label(row, side) {
  const corners = around(row.quads);
  const [x, y] = [Math.max(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))];
  const kind = stands(row);
  const said = SIGNS[kind] ?? String(row.points);
  const wide = side * (0.45 + 0.32 * said.length);
  return svg(
    "g",
    { class: `set-label ${kind}`, "aria-hidden": "true" },
    svg("rect", { x: x - wide / 2, y: y - side * 0.4, width: wide, height: side * 0.8, rx: side * 0.2 }),
    svg("text", { x, y: y + side * 0.2, "text-anchor": "middle", "font-size": side * 0.56 }, said),
  );
}

/** Each set in words, for users who do not see the picture, with the tiles for which its jokers stand. */
export function inWords(table) {
  const points = (row) => (row.faults.length ? t("no set") : String(row.points));
  return h(
    "details.in-words",
    h("summary", t("Every set in words")),
    h(
      "ol",
      table.sets.map((row) =>
        h("li", { class: stands(row) }, `${row.tiles.map(spoken).join(", ")}: ${points(row)}`, jokers(row)),
      ),
    ),
  );
}

/** The tiles for which a set's jokers stand. */
export function jokers(row) {
  if (!row.stands?.length) return null;
  const names = row.stands.map((tiles) => tiles.map(spoken).join(" / "));
  return h("span.hint", ` ${t("The joker stands for {tile}.", { tile: names.join(", ") })}`);
}
