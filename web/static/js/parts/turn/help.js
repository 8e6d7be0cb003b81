// Explains a screen that has no room for it: three sentences and a drawing, behind a button.

import { button, byId, h } from "../../page/dom.js";
import { openSheet } from "../../page/sheet.js";
import { t } from "../../think/texts.js";

/** The button that explains the present screen. */
export function helpButton() {
  return button(
    "?",
    () => openSheet(t("What can I do here?"), h("div.help-here", byId("help-here").content.cloneNode(true))),
    { id: "help", "aria-label": t("What can I do here?") },
  );
}
