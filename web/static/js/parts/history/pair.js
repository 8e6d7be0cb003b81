// The pictures before and after a turn, beside each other.

import { each, h } from "../../page/dom.js";
import { t } from "../../think/texts.js";

/** The two pictures of a turn that are there; `told`: what is said below one, and what it shows. */
export function pair(pictures, told) {
  const sides = ["before", "after"].filter((side) => pictures[side]);
  if (!sides.length) return null;
  return each("div.pair", sides, (side) => {
    const [below, alt] = told(side);
    const image = h("img", { src: pictures[side], loading: "lazy", alt });
    return h("figure", h("a", { href: pictures[side] }, image), h("figcaption", below));
  });
}

export function sideSaid(side, turn) {
  return side === "before"
    ? t("Before {player}'s turn", { player: turn.player })
    : t("After {player}'s turn", { player: turn.player });
}
