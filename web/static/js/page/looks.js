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
    navigator.serviceWorker.register("/sw.js").catch(function () {
      /* The page works without it. */
    });
  }
})();
