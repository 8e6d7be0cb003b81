// The taught sets, one row each: whether it is on the table, its faces, its name, its file.

import { button, h } from "../../page/dom.js";
import { closeSheet, openSheet } from "../../page/sheet.js";
import { counted, t } from "../../think/texts.js";

/**
 * The rows. `press`: presses a button of a set, with its address and body; `show`: shows a set's faces. @returns
 * {any[]}
 */
export function keptSets({ sets, used, damaged }, press, show) {
  const rows = sets.length ? sets.map((set) => row(set, used === set.name, press, show)) : [none()];
  return [...rows, ...damaged.map(unusable)];
}

const none = () => h("p.hint", t("None yet."));

const unusable = (file) =>
  h("p.hint", t("{file} is not used: it is damaged, or was put there by hand. It is left as it is.", { file }));

function row(set, isUsed, press, show) {
  const { name, known, mark } = set;
  const path = `/api/sets/${encodeURIComponent(name)}`;
  const pressSet = (what, more = {}) => press(`${path}/${what}`, { ...more, mark });
  return h(
    "div.set-row",
    { "data-set": name },
    h("strong", name),
    h("span", counted(known, "{n} face is known", "{n} faces are known")),
    button(isUsed ? t("Lies on the table") : t("Use it"), () => pressSet("use", { used: !isUsed }), {
      "aria-pressed": String(isUsed),
    }),
    button(t("Show its faces"), () => show(set), { "data-show": name }),
    button(t("Rename"), () => openName(name, (to) => pressSet("rename", { to })), { "data-rename": name }),
    h("a.button", { href: `${path}/file`, download: `${name}.set.npz` }, t("Save as a file")),
    button(t("Forget it"), () => pressSet("forget")),
  );
}

/** Asks for another name. */
function openName(name, rename) {
  const input = h("input", { id: "other-name", maxlength: "40", autocomplete: "off", value: name, required: true });
  const send = () => {
    closeSheet();
    rename(input.value);
  };
  openSheet(
    t("Another name"),
    h(
      "form.inline",
      { onsubmit: send },
      h("label", { for: "other-name" }, t("What is the set of tiles called?")),
      input,
      h("button", { type: "submit", id: "rename-set" }, t("Rename")),
    ),
  );
  input.focus();
}
