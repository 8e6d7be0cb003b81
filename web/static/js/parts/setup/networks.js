// The card for phones: which phones arrived, likely reasons if no phone did, and this computer's other networks.

import { button, byId, each, h, show } from "../../page/dom.js";
import { get, onState, press } from "../../page/table.js";
import { said, t } from "../../think/texts.js";

const EVERY = 2000; // milliseconds between two looks
const NEW = 300; // seconds for which an arrival is told

/** Keeps the card up to date until the page is left. */
export function followPhones() {
  onState((state, before) => {
    if (before && state.phones && before.phones !== state.phones) tellAddress(state.phones);
  });
  if (byId("networks")) keepLooking();
}

/** Shows the QR code and the address to type anew if they have changed. */
function tellAddress(phones) {
  if (!byId("code")) return void window.location.reload(); // phones were let in from another screen
  byId("typed").querySelector("dd").textContent = new URL(phones).host;
  const code = new URL(byId("code").src);
  code.searchParams.set("at", phones);
  byId("code").src = `${code.pathname}${code.search}`;
}

async function keepLooking() {
  try {
    draw(await get("/api/networks"));
  } catch {
    // A device that may not press gets no networks; a table that does not answer is reported above the page.
  }
  setTimeout(keepLooking, EVERY);
}

function draw({ networks, arrived, reasons }) {
  const told = arrived.filter((one) => one.seconds < NEW).map(({ device, inside }) => ({ device, inside }));
  if (byId("arrivals")) show(byId("arrivals"), told, () => [each("ul.short", told, arrival)]);
  show(byId("why-outside"), reasons, () => reasons.map((reason) => h("li", said(reason))));
  if (reasons.length && !byId("other-networks").dataset.told) {
    byId("other-networks").dataset.told = "yes"; // opened only once: whoever closes it has read it
    byId("other-networks").open = true;
  }
  show(byId("networks"), networks, () => networks.map((one) => network(one, networks)));
}

function arrival({ device, inside }) {
  const words = inside
    ? t("{device} is in.", { device })
    : t("{device} has reached this computer and stands before the warning or the PIN.", { device });
  return h("li", words);
}

const KINDS = {
  wifi: () => t("Wi-Fi"),
  cable: () => t("Cable"),
  hotspot: () => t("This computer's hotspot"),
  vpn: () => t("VPN: everybody in it could look on, too"),
  virtual: () => t("Virtual: no phones are in it"),
};

function network({ address, kind, card, open }, networks) {
  const words = `${KINDS[kind]()} (${card}): ${address}`;
  if (open) return h("p", `✓ ${words}`);
  const others = networks.filter((one) => one.open).map((one) => one.address);
  return h(
    "p",
    `${words} `,
    button(t("Let phones in here, too"), () => choose([address, ...others])),
  );
}

async function choose(addresses) {
  const isOpen = Boolean(byId("code"));
  if ((await press("/api/networks", { addresses })) && !isOpen) window.location.reload();
}
