// One photograph to be checked: its picture, its reading, and a user's corrections of it.

import { button, buttons, h } from "../../page/dom.js";
import { fitting } from "../../page/photo.js";
import { closeSheet } from "../../page/sheet.js";
import { middleOf } from "../../think/ghosts.js";
import { likelyBeside, likelyIn } from "../../think/likely.js";
import { added, named, nearest, outlineAt, sentOf, settled } from "../../think/mended.js";
import { t } from "../../think/texts.js";
import { pickTile } from "../board/tiles.js";

const HEIGHT = 336; // pixels of a crop's height
const AROUND = 1.7; // times a tile's size that is shown of its surroundings

/** A photograph of the table `before` or `after` the turn; `changed` is called with the corrected table. */
export class Shot {
  constructor(side, changed) {
    this.side = side;
    this.changed = changed;
    this.forget();
  }

  /** Takes a photograph from the camera, the gallery or the clipboard, and discards the previous reading. */
  async take(file) {
    this.file = await fitting(file);
    this.table = null;
    this.picture = await shownOf(this.file);
  }

  forget() {
    this.file = null;
    this.picture = null;
    this.table = null;
  }

  /** The value to send: the photograph, or the corrected table. */
  get sent() {
    return sentOf(this.table);
  }

  /** The enlarged picture of a place of the photograph, as an element. */
  crop(quad, more = "") {
    const [wide, high] = [apart(quad[0], quad[1]), apart(quad[0], quad[3])];
    const [height, width] = [HEIGHT, Math.max(24, Math.round((HEIGHT * wide) / Math.max(1, high)))];
    const canvas = h("canvas", {
      class: `crop ${more}`,
      width: String(Math.min(2 * HEIGHT, width)),
      height: String(height),
      role: "img",
      "aria-label": t("The place as the camera sees it"),
    });
    if (!this.picture) return canvas;
    const pen = canvas.getContext("2d");
    const scale = height / (AROUND * Math.max(1, high));
    const shrunk = this.picture.naturalWidth / this.table.width;
    const [x, y] = middleOf(quad);
    pen.translate(canvas.width / 2, canvas.height / 2);
    pen.rotate(-Math.atan2(quad[1][1] - quad[0][1], quad[1][0] - quad[0][0]));
    pen.scale(scale / shrunk, scale / shrunk);
    pen.drawImage(this.picture, -x * shrunk, -y * shrunk);
    return canvas;
  }

  name(set, place, tile) {
    this.changed(this, named(this.table, set, place, tile));
  }

  settle(n, tile) {
    this.changed(this, settled(this.table, n, tile));
  }

  /** Asks for the name of the tile at an index of a row; the answer may be that no tile lies there. */
  mend(set, place) {
    const row = this.table.sets[set];
    const doubt = this.table.unsure.find((one) => one.set === set && one.place === place);
    const chosen = (tile) => this.name(set, place, tile);
    pickTile(
      t("Which tile is it?"),
      likelyIn(row.tiles, place, doubt),
      chosen,
      none(() => chosen(null)),
      this.crop(row.quads[place]),
    );
  }

  /** Asks which tile lies at a point of the photograph where none is read. */
  add(at) {
    const near = nearest(this.table, at);
    const row = near && this.table.sets[near.set].tiles;
    const likely = near ? likelyBeside(row, near.place === 0, near.place === row.length - 1, []) : [];
    const chosen = (tile) => this.changed(this, added(this.table, at, tile));
    pickTile(t("Which tile lies there?"), likely, chosen, null, this.crop(outlineAt(this.table, at)));
  }

  /** Asks for the name of an unreadable tile. */
  nameUnread(n) {
    const { quad, or } = this.table.unread[n];
    const chosen = (tile) => this.settle(n, tile);
    pickTile(
      t("Which tile lies there?"),
      or.slice(0, 3),
      chosen,
      none(() => chosen(null)),
      this.crop(quad),
    );
  }
}

function none(act) {
  const closing = () => {
    closeSheet();
    act();
  };
  return buttons(button(t("No tile lies there"), closing, { class: "remove", id: "no-tile" }));
}

/** The photograph as an element that can be drawn on a canvas; null: this device cannot decode it. */
async function shownOf(file) {
  const picture = h("img", { alt: "" });
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    return picture;
  } catch {
    return null;
  }
}

function apart([ax, ay], [bx, by]) {
  return Math.hypot(ax - bx, ay - by);
}
