// The demo is one tap away: it begins anew, at a page of its own.

import { all, notice } from "../../page/dom.js";
import { post } from "../../page/table.js";

/** Begins the demo and goes there. */
export async function watchDemo() {
  try {
    const { port } = await post("/api/camera/demo");
    location.href = `http://${location.hostname}:${port}/`;
  } catch (error) {
    notice(error.message);
  }
}

for (const button of all("[data-demo-begins]")) button.addEventListener("click", watchDemo);
