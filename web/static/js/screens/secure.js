// Explains the browser's warning about the certificate, and leads on to HTTPS. This page is served over plain HTTP.

import { byId } from "../page/dom.js";

/** Skips the explanation on a phone that trusts this computer's certificate already. */
async function goOnIfKnown(link) {
  try {
    await fetch(link.dataset.probe, { mode: "no-cors", cache: "no-store" });
  } catch {
    return; // It warns: that is what this page is about.
  }
  location.replace(link.href);
}

goOnIfKnown(byId("go"));
