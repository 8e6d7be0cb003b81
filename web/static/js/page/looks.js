// Applies this device's choices (light or dark, letters on tiles) before the first paint.
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
      /* the page also works without the service worker */
    });
  }
})();
