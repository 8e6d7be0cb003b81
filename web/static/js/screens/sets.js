// Taught sets: teach one from a picture, choose, correct, export.

import { button, byId, each, h, notice } from "../page/dom.js";
import { fitting } from "../page/photo.js";
import { get, listen, post } from "../page/table.js";
import { keptSets } from "../parts/setup/kept-sets.js";
import { beginSteps, rowsOfStep, stepDone } from "../parts/setup/teach-steps.js";
import { colourSaid, counted, said, spoken, t } from "../think/texts.js";
import { COLOURS } from "../think/tiles.js";

const BLURRED = 0.5; // a face that is read right less often is asked for again
const FACES = [...COLOURS.flatMap((colour) => Array.from({ length: 13 }, (_, n) => `${colour}${n + 1}`)), "J"];
const COLOUR = "taught.which-colour"; // the question which colour a row has
let sent = { photo: null, rows: "", asked: undefined }; // what the last answer is about; `asked`: the faces in doubt
let answer = null; // what was learnt last, or the set whose faces are shown
let all = { sets: [], used: null, damaged: [] };

/**
 * Sends a picture to learn from; null: the camera's present picture. `rows`: the tiles in it, if they do not lie in
 * order; `insist`: the answer to a question about this picture. `name`: the set's.
 */
async function teach(photo, rows = "", insist = "", name = called()) {
  const form = new FormData();
  form.append("name", name);
  form.append("mark", markOf(name) || "");
  if (rows) form.append("rows", rows);
  if (insist) form.append("insist", insist);
  busy(true);
  await tried(async () => {
    photo = await fitting(photo ?? (await seen()));
    if (photo) form.append("photo", photo);
    answer = await post("/api/sets", form);
    isCalled(name, answer.name);
    sent = { photo, rows, asked: undefined };
    stepDone(answer, BLURRED);
  });
  busy(false);
  await drawAll();
}

/** The name of the set being taught: the name typed, or that of the set on the table. */
const called = () => byId("set-name").value.trim() || all.used || t("Our set");

/** The mark of the shown set with that name; it stays the same if another device renames the set. */
const markOf = (name) => (answer?.name === name ? answer : all.sets.find((one) => one.name === name))?.mark;

/** Shows the new name of the set that is being taught here. */
function isCalled(before, name) {
  const input = byId("set-name");
  if (input.value.trim() === before) input.value = name;
}

/** The camera's present picture, kept so that a question and its answer mean the same one; null: there is none. */
async function seen() {
  const picture = await fetch("/api/picture.jpg?plain=1");
  return picture.ok ? picture.blob() : null;
}

function busy(is) {
  for (const one of byId("teaching").querySelectorAll("button")) one.disabled = is;
  byId("learning").hidden = !is;
}

async function tried(act) {
  try {
    await act();
  } catch (error) {
    notice(error.message);
  }
}

async function drawAll() {
  await tried(async () => {
    all = await get("/api/sets");
  });
  byId("set-name").placeholder = called();
  if (answer?.mark) goOn(all.sets.find(({ mark }) => mark === answer.mark));
  byId("sets").replaceChildren(...keptSets(all, press, showFaces));
  byId("taught").replaceChildren(...(answer ? told(answer) : []));
}

/** Makes this the set whose faces are shown; undefined: it was forgotten. */
function goOn(set) {
  if (set) isCalled(answer.name, set.name);
  answer = set ? { ...answer, ...set, faces: facesOf(set, answer.faces) } : null;
}

/** How surely each face of a set is read, 0 to 1; `told`: the values known from lessons; other faces count as sure. */
const facesOf = ({ marks }, told) => Object.fromEntries(Object.keys(marks).map((tile) => [tile, told[tile] ?? 1]));

function told({ faces, complaints }) {
  const known = Object.keys(faces).length;
  return [
    h("p", counted(known, "{n} face is known", "{n} faces are known")),
    each("ul.complaints", complaints, (one) =>
      h("li", said(one), one.crop && h("img", { src: one.crop, alt: "" }), colours(one), isSo(one)),
    ),
    board(answer),
    known > 0 && h("p.hint", t("Tap a face that is wrong: it is forgotten.")),
  ].filter(Boolean);
}

/** Sends the last picture again with the answer to its question; it teaches the same set. */
const answers = (rows, insist) => teach(sent.photo, rows, insist, answer.name);

/** The button which confirms that a tile has the face expected at its place. */
function isSo({ insist, values }) {
  if (!values.insist) return "";
  const [tile] = values.insist;
  const says = tile === "J" ? t("It is a joker") : t("It is {tile}", { tile: spoken(tile) });
  return button(says, () => answers(sent.rows, insist), { "data-insist": tile });
}

/** The buttons for the question which colour a row has; once all such rows are answered, they are learnt. */
function colours({ code, values }) {
  if (code !== COLOUR) return "";
  const place = values.row - 1;
  return h(
    "span.links",
    { role: "group" },
    left(values.rows).map((colour) =>
      button(colourSaid(colour), () => answered(place, colour), { "data-colour": `${values.row}${colour}` }),
    ),
  );
}

/** The colours that no other row has. */
const left = (rows) => COLOURS.filter((colour) => !rows.includes(`${colour}1`));

async function answered(place, colour) {
  const asked = answer.complaints.filter(({ code }) => code === COLOUR);
  sent.asked ??= asked.map(({ insist }) => insist).join(" ");
  const rows = asked[0].values.rows.split("; ");
  rows[place] = `${colour}1-${colour}13`;
  const told = rows.join("; ");
  if (left(told).length === 1) return answers(told.replace("?", `${left(told)}1-${left(told)}13`), sent.asked);
  if (!told.includes("?")) return answers(told, sent.asked);
  const open = asked.filter(({ values }) => values.row !== place + 1);
  answer.complaints = open.map((one) => ({ ...one, values: { ...one.values, rows: told } }));
  return drawAll();
}

/** Every taught face; a tap deletes a face. */
function board({ name, faces, missing, marks }) {
  const path = `/api/sets/${encodeURIComponent(name)}`;
  return each("div.faces", FACES, (tile) =>
    missing.includes(tile) || !(tile in faces)
      ? h(
          `span.missing.${tile[0]}`,
          { role: "img", "aria-label": t("{tile} is missing", { tile: spoken(tile) }) },
          tile.slice(1) || tile,
        )
      : h(
          "button",
          {
            type: "button",
            class: faces[tile] < BLURRED ? "blurred" : "",
            "data-face": tile,
            onclick: () => press(`${path}/forget`, { tile, mark: marks[tile] }),
            "aria-label": t("{tile}: forget this face", { tile: spoken(tile) }),
          },
          h("img", { src: `${path}/faces/${tile}.jpg?${marks[tile]}`, alt: "" }),
        ),
  );
}

/** Whether the camera sees these rows complete. */
async function shown(rows) {
  try {
    return (await get(`/api/sets/shown?rows=${encodeURIComponent(rows)}`)).shown;
  } catch {
    return false; // the row can still be learnt with a tap
  }
}

/** Forgets the faces that a step taught. */
async function forget(rows) {
  if (!answer) return;
  const { name, mark } = answer;
  answer = null;
  busy(true); // what is learnt meanwhile would be forgotten with it
  await press(`/api/sets/${encodeURIComponent(name)}/forget`, { rows, mark });
  busy(false);
}

/** Shows the faces of a taught set. */
async function showFaces(set) {
  answer = { ...set, faces: facesOf(set, {}), complaints: [] };
  await drawAll();
  byId("taught").scrollIntoView({ block: "center" });
}

/** Presses a button of a set, and redraws the sets. */
async function press(path, body = {}) {
  await tried(() => post(path, body));
  await drawAll();
}

async function bringIn(event) {
  const [file] = event.target.files;
  event.target.value = "";
  const form = new FormData();
  form.append("file", file || "");
  if (file) await tried(() => post("/api/sets/file", form));
  await drawAll();
}

/** Continues teaching a set of which some rows are known. */
function begin() {
  const missing = all.sets.find(({ name }) => name === called())?.missing ?? FACES;
  beginSteps({ learn: (rows) => teach(null, rows), shown, forget }, missing);
}

byId("teach-seen").addEventListener("click", () => teach(null));
byId("teach-jokers").addEventListener("click", () => teach(null, "J J"));
byId("teach-steps").addEventListener("click", begin);
byId("teach-photo").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file) teach(file, rowsOfStep());
  event.target.value = "";
});
byId("set-file").addEventListener("change", bringIn);
listen();
drawAll();
