// Set up's checks, one at a time: camera, light, distance, and names. The first failing check is open, with a drawing;
// passed checks are lines with a tick, grey if they could be better; those after a failing check wait. Then the trial,
// which proves that the camera reads the tiles.

import { all, byId, each, h, show } from "../../page/dom.js";
import { get, onState } from "../../page/table.js";
import { counted, said, spoken, t } from "../../think/texts.js";
import { mendTile } from "../board/mend.js";
import { tileButton } from "../board/tiles.js";
import { letPhonesIn } from "./advice.js";

const ORDER = ["camera", "light", "tiles"];
const WORST = ["stops", "open", "better", "good"];
const FEWEST = 2; // names with which a match can begin
const ENOUGH = 3; // tiles of the trial that prove that tonight will work
const MOST = 13; // tiles of it that are shown, as many as a run has
let isTried = false; // whether three tiles were read since this page was opened
let isAhead = false; // whether names may be entered although the camera is not ready; they stay if it fails later
let newest = null; // what the camera said last

/** Draws the checks from the camera's advice. */
export function drawQuestions(camera) {
  newest = camera;
  const { advice, phone } = camera;
  const told = ORDER.map((about) => answerOf(about, advice));
  const current = told.findIndex(({ level }) => level === "stops" || level === "open");
  for (const [place, one] of told.entries()) {
    drawOne(one, current >= 0 && place > current ? "waits" : one.level, place === current);
  }
  // the match is kept by hand: no camera is needed
  for (const { about, level } of told) questionOf(about).hidden = current < 0 && level === "waits";
  const stops = current >= 0 && told[current].level === "stops";
  drawNames(stops, current < 0);
  placePhones(told[0].level === "stops");
  byId("by-phone").hidden = !phone;
  byId("more-cameras").hidden = told[0].level === "stops";
  const isByHand = advice.some(({ message }) => message.code === "advice.by-hand");
  byId("camera-asked").hidden = isByHand;
}

function answerOf(about, advice) {
  const mine = advice.filter((one) => one.about === about);
  const level = WORST.find((worst) => mine.some((one) => one.level === worst)) || "waits";
  const isKnown = about === "tiles" && level === "open" && isTried; // the trial's tiles may be taken away again
  return {
    about,
    level: isKnown ? "good" : level,
    said: isKnown ? t("Three tiles were read: tonight will work.") : mine.map(({ message }) => said(message)).join(" "),
  };
}

function questionOf(about) {
  return all(`#advice [data-about="${about}"]`)[0];
}

function drawOne({ about, said: words }, level, isCurrent) {
  const place = questionOf(about);
  place.dataset.level = level;
  show(place.querySelector(".said"), [words, level], () => [level === "waits" ? "" : words]);
  place.querySelector(".help").hidden = !isCurrent;
}

function drawNames(stops, isCurrent) {
  const isOpen = !stops || isAhead;
  isAhead = isOpen;
  byId("form").hidden = !isOpen;
  byId("names-first").hidden = isOpen;
  const named = all("#names input").filter((field) => field.value.trim()).length;
  const isAnswered = isOpen && named >= FEWEST;
  const words = isAnswered
    ? counted(named, "{n} player.", "{n} players.")
    : isOpen
      ? t("Who plays, and by which rules?")
      : "";
  drawOne({ about: "names", said: words }, isAnswered ? "good" : isOpen ? "open" : "waits", isCurrent && !isAnswered);
}

/** Shows the names whatever the camera's state, because a user is entering them. */
export function openNames() {
  isAhead = true;
  drawNames(true, false);
}

/** The QR code: for the phone that is to be the camera while there is no camera, else for everybody's phones. */
function placePhones(isWanted) {
  const [card, code] = [byId("phones"), byId("code")];
  const there = byId(isWanted ? "phones-here" : "phones-there");
  if (card.parentElement !== there && !card.contains(document.activeElement)) there.append(card);
  byId("use-phone").hidden = Boolean(code);
  card.hidden = isWanted && !code;
  card.querySelector("h2").textContent = isWanted
    ? t("Scan this with the phone that is to be the camera")
    : t("Phones join here");
  const address = code ? new URL(code.src) : null;
  if (!code || (address.searchParams.get("to") === "camera") === isWanted) return;
  if (isWanted) address.searchParams.set("to", "camera");
  else address.searchParams.delete("to");
  code.src = `${address.pathname}${address.search}`;
}

/** The tiles that are shown: the first row of three, or tiles that lie apart. */
function laid(state) {
  if (state.match && !state.match.ended) return [];
  const all = state.table.flatMap((row, set) =>
    row.tiles.map((tile, place) => ({ tile, set, place, isInRow: row.tiles.length >= ENOUGH })),
  );
  const first = all.find((one) => one.isInRow);
  const shown = first ? all.filter((one) => one.set === first.set) : all;
  return shown.length < ENOUGH
    ? []
    : shown.slice(0, MOST).map((one) => ({
        ...one,
        isDoubtful: state.unsure.some(({ set, place }) => set === one.set && place === one.place),
      }));
}

/** The trial: three tiles in a row are shown with their names, and a tap corrects a wrong one. */
function drawTrial(state) {
  const tiles = laid(state);
  if (tiles.length && state.steady) isTried = true;
  show(byId("trial"), tiles, () =>
    tiles.length
      ? [
          each("p.tiles", tiles, ({ tile, set, place, isDoubtful }) =>
            tileButton(tile, () => mendTile(set, place), spoken(tile), isDoubtful ? "unsure" : ""),
          ),
          h("p.hint", t("Is one of them wrong? Tap it, and say what it is.")),
        ]
      : [],
  );
}

/** The taught set on the table: chosen by the players, or recognised by its tiles. */
async function nameTheSet() {
  const { used } = await get("/api/sets");
  if (used) byId("own-set").textContent = t("Your own set: {name}", { name: used });
}

onState((state) => {
  if (byId("trial")) drawTrial(state);
  if (newest) drawQuestions(newest); // the trial is seen at once, not when the camera is asked next
});
byId("names-first").addEventListener("click", () => {
  openNames();
  byId("name-0").focus();
});
letPhonesIn("use-phone");
if (byId("trial")) nameTheSet().catch(() => {}); // without it the link says the same as always
