// The agreement is read or printed; its exercises lie there as tiles.

import { h } from "./dom.js";
import { tileElement } from "./tiles.js";
import { t } from "./texts.js";

for (const list of document.querySelectorAll("[data-rows]")) {
  const rows = list.dataset.rows.split("/").filter(Boolean);
  list.append(...(rows.length ? rows.map((row) => h("li", {}, row.split(" ").map((tile) => tileElement(tile)))) : [h("li", { class: "nothing" }, t("The table is empty."))]));
}
document.getElementById("print").addEventListener("click", () => window.print());
