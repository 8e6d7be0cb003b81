// A table's result, typed in: points of each player, and the tiles left on each rack.

import { button, h } from "../../page/dom.js";
import { closeSheet, openSheet } from "../../page/sheet.js";
import { post } from "../../page/table.js";
import { t } from "../../think/texts.js";

/** Opens the form for a table of a round; `done` is called when it was taken. */
export function resultForm(table, round, isDirector, done) {
  const rows = table.players.map((name, n) => ({
    name,
    points: h("input", {
      id: `points-${n}`,
      type: "number",
      step: "any",
      required: true,
      "aria-label": t("Points of {name}", { name }),
      value: table.result ? table.result.scores[name] : "",
    }),
    tiles: h("input", {
      type: "number",
      min: "0",
      max: "200",
      "aria-label": t("Tiles left of {name}", { name }),
      value: table.result?.tiles[name] ?? "",
    }),
  }));
  const reason = h("input", { id: "reason", maxlength: "500" });
  const sum = h("p.quiet-text");
  const trouble = h("p.trouble", { role: "alert" });
  const add = () => {
    sum.textContent = t("Together: {sum} (has to be 0)", {
      sum: rows.reduce((all, row) => all + Number(row.points.value || 0), 0),
    });
  };
  const send = async () => {
    const scores = Object.fromEntries(rows.map((row) => [row.name, Number(row.points.value)]));
    const tiles = Object.fromEntries(
      rows.filter((row) => row.tiles.value !== "").map((row) => [row.name, Number(row.tiles.value)]),
    );
    try {
      await post("/api/club/result", {
        table: table.table,
        round,
        scores,
        tiles,
        ...(reason.value.trim() ? { reason: reason.value } : {}),
      });
      closeSheet();
      done();
    } catch (error) {
      trouble.textContent = error.message;
    }
  };
  const heads = h(
    "div.result-row",
    { "aria-hidden": "true" },
    h("strong", t("Player")),
    h("strong", t("Points")),
    h("strong", t("Tiles left")),
  );
  const form = h(
    "form",
    { onsubmit: send, oninput: add },
    heads,
    rows.map((row) => h("div.result-row", h("span", row.name), row.points, row.tiles)),
    sum,
    isDirector && [h("label", { for: "reason" }, t("Why (kept with the result)")), " ", reason],
    trouble,
    h(
      "p.small-buttons",
      h("button", { type: "submit" }, t("Enter the result")),
      button(t("Cancel"), closeSheet, { class: "quiet" }),
    ),
  );
  openSheet(t("Table {n}, round {round}", { n: table.table, round }), form);
  add();
  rows[0].points.focus();
}
