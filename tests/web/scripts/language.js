// The page's language as /texts/en.js brings it; imported before any script that says something.
const colours = { k: "black", r: "red", b: "blue", o: "orange" };
const messages = Object.entries(colours).map(([letter, name]) => [`colour.${letter}`, [name, null, null]]);
globalThis.tilewatch = { language: "en", texts: {}, messages: Object.fromEntries(messages) };
