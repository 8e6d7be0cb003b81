// Before the first paint: light or dark, letters on tiles, as this device has chosen.
(function () {
  "use strict";
  var root = document.documentElement;
  function chosen(name) {
    try {
      return localStorage.getItem("tilewatch." + name);
    } catch (e) {
      return null;
    }
  }
  root.dataset.light = chosen("light") || "auto";
  root.dataset.letters = chosen("letters") === "true" ? "yes" : "no";
  if ("serviceWorker" in navigator && window.isSecureContext) {
    // Another version of the page's files has another worker, which forgets those before.
    var script = /** @type {HTMLScriptElement} */ (document.currentScript);
    var version = script.src.split("/static/")[1].split("/")[0];
    navigator.serviceWorker.register("/sw.js?" + version).catch(function () {
      /* The page works without it. */
    });
  }
})();
