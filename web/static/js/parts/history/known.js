// Players of earlier evenings, offered where names are asked for: one tap each.

import { button, each, h } from "../../page/dom.js";
import { get } from "../../page/table.js";
import { t } from "../../think/texts.js";
import { face } from "./evenings.js";

const MOST = 12; // the ones who played last; the others are typed

/** Shows them in a place; `pick` is called with the name that is tapped. */
export async function offerKnown(place, pick) {
  const { players } = await get("/api/players").catch(() => ({ players: [] }));
  const newest = [...players].sort((a, b) => b.last_played.localeCompare(a.last_played)).slice(0, MOST);
  place.hidden = !newest.length;
  const one = (player) => {
    const made = button("", () => pick(player.name), { class: "known", "data-name": player.name });
    made.append(face(player), h("span", player.name));
    return h("li", made);
  };
  place.replaceChildren(h("p.hint", t("Who played here before: tap a name.")), each("ul", newest, one));
}
