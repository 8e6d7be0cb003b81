// The demo is one tap away: it begins anew, at a page of its own.

import { notice } from "../../page/dom.js";
import { post } from "../../page/table.js";
import { t } from "../../page/texts.js";

/** Begins the demo and goes there. */
export async function watchDemo() {
  try {
    const { port } = await post("/api/camera/demo");
    location.href = `http://${location.hostname}:${port}/`;
  } catch (error) {
    notice(error.message || t("The table does not answer. Trying again …"));
  }
}

for (const button of document.querySelectorAll("[data-demo-begins]")) button.addEventListener("click", watchDemo);
