// One rack, read from a photograph and corrected by hand.

import { all, button, buttons, h, notice } from "../../page/dom.js";
import { fitting } from "../../page/photo.js";
import { newestTurns, post } from "../../page/table.js";
import { counted, t } from "../../think/texts.js";
import { called, pointsOf } from "../../think/tiles.js";
import { pickTile, pickTiles, tileButton } from "../board/tiles.js";

/** A rack that is being read or corrected; `changed` is called after each change. */
export class Rack {
  constructor(player, changed) {
    this.player = player;
    this.changed = changed;
    this.tiles = null;
    this.unsure = new Set();
    this.isReading = false;
  }

  /** Takes over tiles as certain. */
  set(tiles) {
    this.tiles = [...tiles];
    this.unsure = new Set();
    this.changed();
  }

  async photo(file) {
    this.isReading = true;
    this.changed();
    const form = new FormData();
    if (this.player !== null) form.append("player", this.player);
    form.append("photo", await fitting(file));
    try {
      const read = await post("/api/rack", form);
      this.tiles = read.tiles;
      this.unsure = new Set(read.unsure);
    } catch (error) {
      notice(error.message);
    }
    this.isReading = false;
    this.changed();
  }

  mend(place) {
    const chosen = (tile) => {
      this.tiles[place] = tile;
      this.unsure.delete(place);
      this.changed();
    };
    const remove = () => {
      this.tiles.splice(place, 1);
      this.unsure = new Set([...this.unsure].filter((n) => n !== place).map((n) => (n > place ? n - 1 : n)));
      all("#sheet button")[0].click();
      this.changed();
    };
    pickTile(t("Which tile is it?"), [this.tiles[place]], chosen, [
      button(t("Remove it"), remove, { class: "remove", id: "remove-tile" }),
    ]);
  }

  add() {
    const chosen = (tile) => {
      this.tiles = tile === null ? (this.tiles || []).slice(0, -1) : [...(this.tiles || []), tile];
      this.changed();
    };
    const title = this.player === null ? t("My rack") : t("{player}'s rack", { player: this.player });
    pickTiles(title, chosen, () => this.tiles || []);
  }

  /** The file input for a photograph; it is made once, because replacing it would lose a photograph in progress. */
  camera(id) {
    if (!this.field) {
      this.field = h("input", {
        type: "file",
        accept: "image/*",
        capture: "environment",
        id: `photo-${id}`,
        class: "unseen",
        onchange: (event) => {
          const [file] = event.target.files;
          if (file) this.photo(file);
          event.target.value = "";
        },
      });
    }
    return this.field;
  }

  /** The ways to get tiles in: photograph, and more by hand. */
  sources(id, more = []) {
    const input = this.camera(id);
    return buttons(
      input,
      h("label", { for: `photo-${id}`, class: "button big" }, t("Photograph the rack")),
      more,
      button(
        t("Type it in"),
        () => {
          this.set(this.tiles || []);
          this.add();
        },
        { id: `type-${id}` },
      ),
    );
  }

  /** The tiles, which a tap corrects, and their points, if a joker's value is known. */
  view(joker) {
    if (this.isReading) return h("p", { role: "status" }, t("Reading …"));
    if (!this.tiles) return null;
    const tile = (name, place) =>
      tileButton(
        name,
        () => this.mend(place),
        called(name, this.unsure.has(place)),
        this.unsure.has(place) ? "unsure" : "",
      );
    return h(
      "div",
      h(
        "div.rack",
        this.tiles.map(tile),
        button("+", () => this.add(), { class: "tile add", "aria-label": t("Add a tile") }),
      ),
      joker === null
        ? null
        : h("p", { role: "status", class: "sum" }, counted(pointsOf(this.tiles, joker), "{n} point", "{n} points")),
    );
  }
}

/** The tiles under the camera that are not part of the table: a rack that was laid there to be counted. */
export async function underCamera(state) {
  const lying = state.table.flatMap((set) => set.tiles);
  const turns = (await newestTurns()).turns.filter((turn) => turn.round === state.match.round);
  const last = turns[turns.length - 1];
  const known = last ? last[last.legal ? "after" : "before"].flatMap((row) => row.split(" ")) : [];
  const rest = [...lying];
  for (const tile of known) {
    const at = rest.indexOf(tile);
    if (at < 0) return lying; // The table was cleared: all that lies there is the rack.
    rest.splice(at, 1);
  }
  return rest;
}
