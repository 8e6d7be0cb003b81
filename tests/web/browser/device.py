"""A window that looks at the page as a person does: it waits for what is to be seen, and never for a time.

The page draws itself anew whenever the table changes. So nothing here holds an element from one call to the next:
what is looked for is found and used in one go, again and again until it was there.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from tests.web.browser.chrome import ANSWERED, PATIENCE, PageLost, Window

BEAT = 0.02
"""Seconds between two looks."""
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
"""Looks for a second on the page itself, once its scripts run. A click is answered before it can lead elsewhere."""
SHOWN = """const shown = css => [...document.querySelectorAll(css)].find(element => element.getClientRects().length > 0
  && element.checkVisibility({visibilityProperty: true})) || null;"""
CLICK = """const pressed = shown(arguments[0]);
if (!pressed || pressed.disabled) return false;
pressed.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
return true;"""
AXE_ASKED = {"resultTypes": ["violations"], "selectors": False, "preload": False}
"""Without a selector for each element and the looks once more, which no complaint names, it takes half the time."""
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
        """Goes to a screen, or to a whole address."""
        self.window.go(urljoin(self.address, path))

    def wait(self, condition: Callable[[], Any], what: str) -> Any:
        """What `condition` gives as soon as it is something true; a page that is being left or drawn is asked again."""
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
        """What the body of a function gives on the page, as soon as it is something true."""
        return self.wait(lambda: self.run(SOON, script, given), what)

    def _shown(self, script: str, css: str, *more: str) -> Any:
        """What a script gives that is told what is shown at `css`, as soon as it gives something true."""
        return self._soon(SHOWN + script, css, css, *more)

    def one(self, css: str) -> None:
        """Waits until something is there and shown."""
        self._shown("return shown(arguments[0]) !== null;", css)

    def count(self, css: str) -> int:
        """How many there are."""
        return len(self.all(css, "tagName"))

    def all(self, css: str, quality: str) -> list[Any]:
        """A quality of all there are, shown or not: `innerText`, `href`, `checked`."""
        return list(self.run(ALL, css, quality))

    def press(self, css: str) -> None:
        """Presses what is shown there, once it can be pressed; once, however often the page draws it anew meanwhile."""
        self._shown(CLICK, css)

    def write(self, css: str, text: str) -> None:
        """Puts a text into a field, key by key."""

        def written() -> bool:
            self._shown(CHOSEN, css)
            self.keys(text or "\ue003")
            return bool(self.run("return document.querySelector(arguments[0]).value", css) == text)

        self.wait(written, css)

    def choose(self, css: str, text: str) -> None:
        """Chooses what reads so in a list."""
        self._shown(CHOOSE, css, text)

    def send(self, css: str, path: Path) -> None:
        """Gives a file to a field, which need not be shown."""
        self.wait(lambda: self.window.gives(css, path), css)

    def text(self, css: str) -> str:
        """What stands there, as soon as something does."""
        return str(self._shown(TEXT, css))

    def attribute(self, css: str, name: str) -> str | None:
        """An attribute of what is shown there; None: it has none of that name."""
        value: str | None = self._shown(ATTRIBUTE, css, name)[0]
        return value

    def says(self, css: str, words: str) -> None:
        """Waits until something there says so."""
        self.until(f"[...document.querySelectorAll({css!r})].some(e => e.textContent.includes({words!r}))")

    def awake(self, css: str) -> None:
        """Waits until it can be pressed: Done rests for a second when a turn begins, and a browser may be quicker."""
        self.one(css)
        self.until(f"!document.querySelector({css!r}).disabled")

    def tab_to(self, css: str, most: int = 40) -> None:
        """Goes from one stop of the keyboard to the next until it is there."""
        self.awake(css)
        until = time.monotonic() + ANSWERED  # a sheet keeps the keyboard until its press is answered
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
        """Waits until a script answers with something true."""
        self._soon(f"return {script}", script)

    def looks_well(self, name: str, but: str = " 400 ") -> None:
        """Nothing sticks out sideways, nothing stands in the console, axe has nothing to complain of.

        A picture is kept where somebody asked for them.
        `but`: what the console may say on this page alone.
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
        """What axe-core finds serious or critical."""
        if self._axe is None:
            return []
        if not self.run("return 'axe' in window"):
            self.run(self._axe)
        found = self.answer(
            "const [how, done] = arguments; axe.run(document, how).then(r => done(r.violations))", AXE_ASKED
        )
        grave = [one for one in found if one["impact"] in ("serious", "critical")]
        return [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in grave]
