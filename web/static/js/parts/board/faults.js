// Why a set is not allowed.

import { h } from "../../page/dom.js";
import { openSheet } from "../../page/sheet.js";
import { said, t } from "../../think/texts.js";

/** Opens the rules that a set breaks. */
export function why(faults) {
  openSheet(
    faults.map(said)[0],
    faults.map((fault, n) =>
      h(
        "div.rule",
        n ? h("p", said(fault)) : null,
        h("p.source", t("The rule: {source}", { source: said(fault.rule) })),
      ),
    ),
  );
}
