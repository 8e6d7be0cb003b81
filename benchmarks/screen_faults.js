// Returns the layout faults of the present screen, one line each; arguments[0]: English texts that must not appear in
// the page's language.

const english = arguments[0].map((text) => new RegExp(`^${text}$`));
const found = new Set();
const doc = document.documentElement;
const name = (element) => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}${element.classList[0] ? `.${element.classList[0]}` : ""}`;
const isShown = (element) => element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, .skip, [hidden]");
const isOver = (element) => { for (let at = element; at; at = at.parentElement) { const how = getComputedStyle(at).position; if (["fixed", "absolute", "sticky"].includes(how)) return true; } return false; };

if (doc.scrollWidth - doc.clientWidth > 1) found.add(`${doc.scrollWidth - doc.clientWidth} px stick out sideways`);

const leaves = [...document.querySelectorAll("body *:not(svg *):not(script):not(option)")].filter((element) =>
  isShown(element) && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
for (const leaf of leaves) {
  const hides = !["visible", "auto", "scroll"].includes(getComputedStyle(leaf).overflowX);
  if (hides && leaf.scrollWidth > leaf.clientWidth + 1) found.add(`cut: ${name(leaf)} ${leaf.textContent.trim().slice(0, 40)}`);
  for (const node of leaf.childNodes) {
    const text = node.nodeType === 3 ? node.textContent.trim() : "";
    if (text.length > 3 && english.some((one) => one.test(text))) found.add(`in English: ${text.slice(0, 60)}`);
  }
}
const isPannedIn = (element) => { for (let at = element.parentElement; at; at = at.parentElement) if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true; return false; };
for (const pressed of document.querySelectorAll("button, a.button, select, input:not([type=checkbox]):not([type=radio])")) {
  if (!isShown(pressed)) continue;
  const box = pressed.getBoundingClientRect();
  if (pressed.scrollWidth > pressed.clientWidth + 1 && pressed.matches("button, a.button")) found.add(`wider than its button: ${name(pressed)} ${pressed.textContent.trim().slice(0, 40)}`);
  if ((box.left < -1 || box.right > innerWidth + 1) && !isPannedIn(pressed)) found.add(`cut by the screen: ${name(pressed)} ${pressed.textContent.trim().slice(0, 40)}`);
}
const SMALLEST = 22; // CSS pixels of a tile that is read without leaning forward
for (const tile of document.querySelectorAll(".tile, .placed")) {
  const { width } = tile.getBoundingClientRect();
  if (isShown(tile) && width > 0 && width < SMALLEST - 0.5 && !tile.closest(".ghosts, .drawing")) found.add(`a tile of ${Math.round(width)} px`);
}
const isScrolledAway = (leaf) => { for (let at = leaf.parentElement; at; at = at.parentElement) if (["auto", "scroll"].includes(getComputedStyle(at).overflowX) && leaf.getBoundingClientRect().left >= at.getBoundingClientRect().right - 3) return true; return false; };
const flat = leaves.filter((leaf) => !isOver(leaf) && !(getComputedStyle(leaf).display === "inline" && leaf.getClientRects().length > 1) && !isScrolledAway(leaf) && !leaf.closest("svg, .tile")).map((leaf) => ({ leaf, box: leaf.getBoundingClientRect() }));
flat.sort((a, b) => a.box.top - b.box.top);
flat.forEach((one, place) => {
  for (let next = place + 1; next < flat.length && flat[next].box.top < one.box.bottom - 3; next += 1) {
    const [a, b] = [one.box, flat[next].box];
    const isWithin = one.leaf.contains(flat[next].leaf) || flat[next].leaf.contains(one.leaf);
    if (!isWithin && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)
      found.add(`overlap: ${name(one.leaf)} and ${name(flat[next].leaf)}`);
  }
});
const first = [...document.querySelectorAll("main .big")].find(isShown); // the others are for what comes after it
if (first && first.getBoundingClientRect().bottom > innerHeight) found.add(`below the fold: ${name(first)}`);

for (const picture of document.querySelectorAll(".ghostly"))
  if (isShown(picture) && picture.querySelector("svg").getBoundingClientRect().height > picture.clientHeight + 1) found.add("cut: a picture under its ghost");

const tabs = document.querySelector(".tabs");
if (tabs && getComputedStyle(tabs).position === "fixed" && isShown(tabs)) {
  const last = Math.max(0, ...flat.filter(({ leaf }) => leaf.closest("main")).map(({ box }) => box.bottom + scrollY));
  const free = doc.scrollHeight - tabs.getBoundingClientRect().height;
  if (tabs.getBoundingClientRect().width > innerWidth / 2 && last > free + 1) found.add(`the tabs cover ${Math.round(last - free)} px of the end`);
}
return [...found];
