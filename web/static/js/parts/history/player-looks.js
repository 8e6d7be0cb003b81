// A player's colour and picture: chosen here, scaled down on this device, stored in the database.

import { button, buttons, h, notice } from "../../page/dom.js";
import { opened } from "../../page/photo.js";
import { post } from "../../page/table.js";
import { t } from "../../think/texts.js";

const COLOURS = 8;
const SIDE = 320; // pixels of the square that is sent

/** The elements for choosing; `draw` is called with the changed player. */
export function looks(player, address, draw) {
  const send = async (path, body) => {
    try {
      draw(await post(path, body));
    } catch (error) {
      notice(error.message);
    }
  };
  const swatch = (n) =>
    h(
      "label",
      { class: `swatch p${n}` },
      h("input", {
        type: "radio",
        name: "colour",
        value: n,
        checked: n === player.colour,
        "aria-label": t("Colour {n}", { n: n + 1 }),
        onchange: () => send(address, { colour: n }),
      }),
    );
  const file = h("input", {
    type: "file",
    id: "photo",
    class: "unseen",
    accept: "image/*",
    onchange: async () => {
      if (file.files.length) await send(`${address}/picture`, await form(file.files[0]).catch(() => null));
    },
  });
  return [
    h(
      "fieldset.swatches",
      h("legend", t("Colour")),
      Array.from({ length: COLOURS }, (_, n) => swatch(n)),
    ),
    buttons(
      file,
      h("label.button", { for: "photo" }, player.picture ? t("Another picture") : t("Choose or take a picture")),
      player.picture
        ? button(t("Remove the picture"), () => send(`${address}/picture`, new FormData()), { id: "no-picture" })
        : null,
    ),
    h(
      "p.hint",
      t(
        "The picture is made small on this device and kept in this table's database; only devices with the PIN see it.",
      ),
    ),
  ];
}

/** The middle of a picture as a small square, in a form. */
async function form(chosen) {
  const { width, height, drawn } = await opened(chosen);
  const side = Math.min(width, height);
  const sent = new FormData();
  sent.append("photo", await drawn([(width - side) / 2, (height - side) / 2, side, side], SIDE, SIDE), "player.jpg");
  return sent;
}
