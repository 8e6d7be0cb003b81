// Why the browser will warn, and on past it. Runs over plain HTTP: nothing in here needs a safe address.

import { byId } from "../page/dom.js";

/** A phone that takes this computer's certificate already has nothing to be told. */
async function goOnIfKnown(link) {
  try {
    await fetch(link.dataset.probe, { mode: "no-cors", cache: "no-store" });
  } catch {
    return; // It warns: that is what this page is about.
  }
  location.replace(link.href);
}

goOnIfKnown(byId("go"));
