"""A window that looks at the page as a person does: it waits for visible content, never for a fixed time.

The page redraws itself whenever the table changes, so no method keeps an element between calls: each finds the element
and uses it in one script, and tries again until the element exists.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from tests.web.browser.chrome import ANSWERED, PATIENCE, PageLost, Window

BEAT = 0.02
"""Seconds between two checks of the page."""
SOON = """const [script, given] = arguments, look = new Function(script), until = Date.now() + 1000;
return (async () => {
  while (Date.now() < until) {
    let found = null;
    try { if (document.readyState === 'complete') found = look(...given);
      if (found instanceof Promise) found = await found; } catch { }
    if (found) return found instanceof Node ? true : found;
    await new Promise((on) => setTimeout(on, 20));
  }
  return null;
})();"""
"""Checks a condition on the page itself for a second, once its scripts run. A click is answered before it can
navigate."""
SHOWN = """const shown = css => [...document.querySelectorAll(css)].find(element => element.getClientRects().length > 0
  && element.checkVisibility({visibilityProperty: true})) || null;"""
CLICK = """const pressed = shown(arguments[0]);
if (!pressed || pressed.disabled) return false;
pressed.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
return true;"""
AXE_ASKED = {"resultTypes": ["violations"], "selectors": False, "preload": False}
"""Settings of axe-core without a selector for each element and without incomplete results, which halves its time."""
TEXT = "const said = shown(arguments[0]); return said && (said.innerText ?? said.textContent).trim();"
ATTRIBUTE = "const one = shown(arguments[0]); return one && [one.getAttribute(arguments[1])];"
ALL = "return [...document.querySelectorAll(arguments[0])].map(one => one[arguments[1]]);"
CHOSEN = "const field = shown(arguments[0]); if (!field) return false; field.focus(); field.select(); return true;"
CHOOSE = """const asked = shown(arguments[0]);
const option = asked && [...asked.options].find(one => one.text === arguments[1]);
if (!option) return false;
asked.value = option.value;
asked.dispatchEvent(new Event('change', {bubbles: true}));
return true;"""


class Device:
    """A window of Chromium on the page."""

    def __init__(self, window: Window, name: str, address: str, artefacts: Path | None, axe: str | None) -> None:
        self.window, self.name, self.address, self._artefacts, self._axe = window, name, address, artefacts, axe
        self.run, self.answer, self.cdp, self.keys = window.run, window.answer, window.cdp, window.keys

    def open(self, path: str) -> None:
        """Opens a screen by its path, or a whole address."""
        self.window.go(urljoin(self.address, path))

    def wait(self, condition: Callable[[], Any], what: str) -> Any:
        """The first true result of `condition`; the page is asked again while it is being left or drawn."""
        until, why = time.monotonic() + PATIENCE, ""
        while time.monotonic() < until:
            try:
                if found := condition():
                    return found
            except PageLost as lost:
                why = f" ({lost})"
            time.sleep(BEAT)
        raise AssertionError(f"{self.name} never had: {what}{why}")

    def _soon(self, script: str, what: str, *given: Any) -> Any:
        """The first true result of a function body, checked on the page itself."""
        return self.wait(lambda: self.run(SOON, script, given), what)

    def _shown(self, script: str, css: str, *more: str) -> Any:
        """The first true result of a script that gets the visible elements for `css`."""
        return self._soon(SHOWN + script, css, css, *more)

    def one(self, css: str) -> None:
        """Waits until an element exists and is visible."""
        self._shown("return shown(arguments[0]) !== null;", css)

    def count(self, css: str) -> int:
        """The number of elements."""
        return len(self.all(css, "tagName"))

    def all(self, css: str, quality: str) -> list[Any]:
        """A property of all elements, visible or not: `innerText`, `href`, `checked`."""
        return list(self.run(ALL, css, quality))

    def press(self, css: str) -> None:
        """Presses an element once it can be pressed, and only once, even if the page redraws meanwhile."""
        self._shown(CLICK, css)

    def write(self, css: str, text: str) -> None:
        """Puts a text into a field, key by key."""

        def written() -> bool:
            self._shown(CHOSEN, css)
            self.keys(text or "\ue003")
            return bool(self.run("return document.querySelector(arguments[0]).value", css) == text)

        self.wait(written, css)

    def choose(self, css: str, text: str) -> None:
        """Chooses the option of a list with this text."""
        self._shown(CHOOSE, css, text)

    def send(self, css: str, path: Path) -> None:
        """Gives a file to an input, which need not be visible."""
        self.wait(lambda: self.window.gives(css, path), css)

    def text(self, css: str) -> str:
        """The text of an element, as soon as it has some."""
        return str(self._shown(TEXT, css))

    def attribute(self, css: str, name: str) -> str | None:
        """An attribute of a visible element; None: the element has no such attribute."""
        value: str | None = self._shown(ATTRIBUTE, css, name)[0]
        return value

    def says(self, css: str, words: str) -> None:
        """Waits until an element contains the text."""
        self.until(f"[...document.querySelectorAll({css!r})].some(e => e.textContent.includes({words!r}))")

    def awake(self, css: str) -> None:
        """Waits until an element can be pressed: Done is disabled for a second when a turn begins, and a browser may be
        quicker."""
        self.one(css)
        self.until(f"!document.querySelector({css!r}).disabled")

    def tab_to(self, css: str, most: int = 40) -> None:
        """Presses Tab until an element has the focus."""
        self.awake(css)
        until = time.monotonic() + ANSWERED  # a sheet holds the focus until its press is answered
        while most > 0 or time.monotonic() < until:
            if self.run("return document.activeElement.matches(arguments[0])", css):
                return
            self.keys("\ue004")
            most -= 1
        raise AssertionError(f"{css} cannot be reached by the keyboard")

    def enter(self, css: str) -> None:
        """Presses a button by keyboard alone."""
        self.tab_to(css)
        self.keys("\ue007")

    def until(self, script: str) -> None:
        """Waits until a script returns a true value."""
        self._soon(f"return {script}", script)

    def looks_well(self, name: str, but: str = " 400 ") -> None:
        """Checks that nothing overflows sideways, the console is empty and axe-core finds no fault.

        A screenshot is stored if the environment asks for it. `but`: messages that this page may leave on the console.
        """
        if self._artefacts is not None:
            (self._artefacts / f"{name}-{self.name}.png").write_bytes(self.window.picture())
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.run(f"return {wide}") <= 1, f"{name} is too wide for a {self.name}"
        expected = (" 400 ", " 409 ", but)  # of refusals, too
        told = [error for error in self.window.errors() if not any(one in error for one in expected)]
        assert not told, told
        found = self.complaints()
        assert not found, found

    def complaints(self) -> list[str]:
        """Faults that axe-core calls serious or critical."""
        if self._axe is None:
            return []
        if not self.run("return 'axe' in window"):
            self.run(self._axe)
        found = self.answer(
            "const [how, done] = arguments; axe.run(document, how).then(r => done(r.violations))", AXE_ASKED
        )
        grave = [one for one in found if one["impact"] in ("serious", "critical")]
        return [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in grave]
