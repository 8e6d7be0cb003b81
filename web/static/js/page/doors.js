// The table's addresses: a line tells an address that changed; and a phone tries the table's other addresses when its
// own does not answer.

import { t } from "../think/texts.js";
import { notice } from "./dom.js";

const PATIENCE = 6000; // milliseconds without an answer before other addresses are tried
const EVERY = 4000; // milliseconds between two rounds of tries
let ways = []; // addresses that let this device in, told while the table still answered
let trying = null;
let where = null; // the newest address that was told

/** Tells where phones find the page if that has changed. */
export function tellMoved(state, before) {
  if (before && state.phones !== before.phones) {
    if (!state.phones)
      notice(t("This computer has left its network: phones cannot reach it until it is back in the Wi-Fi."), true);
    else if (where && where !== state.phones)
      notice(
        t("This computer's address has changed: {address}. The code on Set up shows it.", { address: state.phones }),
        true,
      );
    else if (where) notice("");
  }
  where = state.phones || where;
}

/**
 * Remembers the table's other addresses; `told`: the answer of /api/networks, which is empty for a device that may not
 * press.
 */
export async function learnWays(told) {
  const here = window.location.hostname;
  if (here === "localhost" || here.startsWith("127.")) return;
  try {
    ({ ways } = await told());
  } catch {
    // this device keeps to the address that it has
  }
}

/**
 * Tries the table's other addresses as long as the present address does not answer; `isAway`: whether it does not
 * answer.
 */
export function tryOtherWays(isAway) {
  if (!isAway) {
    clearTimeout(trying);
    trying = null;
  } else if (!trying) trying = setTimeout(tryAll, PATIENCE);
}

async function tryAll() {
  for (const way of ways.map((one) => new URL(one))) {
    const isSame = way.origin === window.location.origin || way.protocol !== window.location.protocol;
    if (isSame || !(await answers(way))) continue;
    const screen = window.location.pathname.slice(1);
    if (screen) way.searchParams.set("to", screen);
    if (way.protocol === "http:") way.searchParams.set("plain", "1");
    window.location.replace(way);
    return;
  }
  trying = setTimeout(tryAll, EVERY);
}

async function answers(way) {
  try {
    await fetch(new URL("here", way), { mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(2000) });
    return trying !== null; // null: the table answers at its own address again
  } catch {
    return false;
  }
}
