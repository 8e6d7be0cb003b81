// The standings of a tournament as a table.

import { each, h, tableHead } from "../../page/dom.js";
import { signed } from "../../think/points.js";
import { said, t } from "../../think/texts.js";

/** The standings as a table; `own`: the player whose line is marked. */
export function standingsTable(standings, own = "") {
  const counted = [t("Points"), t("Rounds won"), t("Tiles left"), t("Rounds")].map((text) => [text, "n"]);
  const row = (one) =>
    h(
      "tr",
      { class: `${one.player === own ? "own" : ""} ${one.is_in ? "" : "gone"}` },
      h("td", one.place),
      h("td.name", one.player, one.is_in ? "" : ` (${t("has left")})`),
      h("td.n", signed(one.points)),
      h("td.n", one.won),
      h("td.n", one.tiles ?? "–"),
      h("td.n", one.played),
      h(
        "td.quiet-text",
        one.final
          ? t("final {n}: {points}", { n: one.final.table, points: signed(one.final.points) })
          : one.by
            ? said(one.by)
            : "",
      ),
    );
  return h("table.standings", tableHead(["", t("Player"), ...counted, ""]), each("tbody", standings.standings, row));
}
