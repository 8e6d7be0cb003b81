"""Chromium, driven by its own protocol through a pipe: without a driver program in between.

Each test device is a `Window` with its own cookies, storage and size; all windows share a process.
"""

import base64
import json
import os
import select
import shutil
import signal
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from fcntl import F_DUPFD_CLOEXEC, fcntl
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
"""The full browser, with its own warnings and dialogs; None: not installed."""
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM
"""The headless shell of Chromium; without it the full browser is used, which takes twice the processor time."""
PATIENCE = 90.0
"""Seconds to wait for a page; long, because a busy machine is slow."""
ANSWERED = 5.0
"""Seconds within which a press is answered that has nothing to wait for."""
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en", "--no-first-run",
    "--disable-background-networking", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling", "--disable-extensions", "--disable-component-update", "--mute-audio",
    "--disable-features=IgnoreDuplicateNavs,Prewarm,Translate,MediaRouter", "--disable-sync",
)  # fmt: skip
KEYS: Mapping[str, tuple[str, int, str]] = {
    "\ue003": ("Backspace", 8, ""), "\ue004": ("Tab", 9, ""), "\ue007": ("Enter", 13, "\r"),
    "\ue00c": ("Escape", 27, ""), " ": ("Space", 32, " "),
    "\ue00e": ("PageUp", 33, ""), "\ue00f": ("PageDown", 34, ""), "\ue010": ("End", 35, ""),
    "\ue012": ("ArrowLeft", 37, ""), "\ue013": ("ArrowUp", 38, ""), "\ue014": ("ArrowRight", 39, ""),
    "\ue015": ("ArrowDown", 40, ""),
}  # fmt: skip
"""Keys other than letters, by WebDriver's codes for them: code, number, the text that they type."""


class PageLost(Exception):
    """A script that failed, or the page that it ran on was left meanwhile."""


def _pipe() -> tuple[int, int]:
    """A pipe's ends, to read from and to write to, with numbers other than 3 and 4, which Chromium uses itself."""
    low = os.pipe()
    ends = fcntl(low[0], F_DUPFD_CLOEXEC, 10), fcntl(low[1], F_DUPFD_CLOEXEC, 10)
    for end in low:
        os.close(end)
    return ends


class Chrome:
    """A headless Chromium process with additional `flags`; `folder`: its profile.

    `whole`: the full browser, which also shows certificate warnings.
    """

    def __init__(self, folder: Path, *flags: str, whole: bool = False) -> None:
        (its_in, self._to), (self._from, its_out) = _pipe(), _pipe()
        command = [
            str(CHROMIUM if whole else SHELL),
            *FLAGS,
            "--remote-debugging-pipe",
            f"--user-data-dir={folder}",
            *flags,
        ]
        # servers run in threads beside: spawning copies none of their locks
        ends: list[Any] = [(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_RDWR, 0) for n in (0, 1, 2)]
        ends += [(os.POSIX_SPAWN_DUP2, its_in, 3), (os.POSIX_SPAWN_DUP2, its_out, 4)]
        self._process = os.posix_spawn(command[0], command, os.environ, file_actions=ends, setsid=True)
        self._rest, self._number = b"", 0
        self._events: defaultdict[str, list[Any]] = defaultdict(list)
        for end in (its_in, its_out):
            os.close(end)

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs."""
        with suppress(ChildProcessError):
            return os.waitpid(self._process, os.WNOHANG)[0] == 0
        return False

    def call(self, method: str, session: str | None = None, **given: Any) -> Any:
        """The result of a command of the protocol; raises PageLost if Chromium refuses it."""
        self._number += 1
        asked = {"id": self._number, "method": method, "params": given} | ({"sessionId": session} if session else {})
        left = json.dumps(asked).encode() + b"\0"
        while left:
            left = left[os.write(self._to, left) :]
        while (answer := self._next()).get("id") != self._number:
            self._keep(answer)
        if "error" in answer:
            raise PageLost(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def events(self, session: str, patience: float = 0.0) -> list[Any]:
        """Events of a window since the last call; waits up to `patience` seconds for them."""
        while select.select([self._from], [], [], 0.0 if self._events[session] else patience)[0]:
            self._keep(self._next())
        return self._events.pop(session, [])

    def _keep(self, event: Any) -> None:
        self._events[event.get("sessionId", "")].append(event)

    def _next(self) -> Any:
        while b"\0" not in self._rest:
            if not select.select([self._from], [], [], PATIENCE)[0]:
                raise TimeoutError("Chromium does not answer")
            more = os.read(self._from, 1 << 20)
            if not more:
                raise EOFError("Chromium has ended")
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def end(self) -> None:
        """Ends the process."""
        os.killpg(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        for end in (self._to, self._from):
            os.close(end)


class Window:
    """A window of its own cookies and storage, of this size in CSS pixels.

    `touch`: with touch input, as on phones and tablets. `keeps`: caches files and pages for offline use, as browsers
    do; each page then takes twice as long.
    """

    def __init__(self, chrome: Chrome, width: int, height: int, touch: bool = True, keeps: bool = False) -> None:
        self.chrome = chrome
        self._context = chrome.call("Target.createBrowserContext")["browserContextId"]
        place = {"browserContextId": self._context, "url": "about:blank", "newWindow": True}
        target = chrome.call("Target.createTarget", **place)["targetId"]
        self._session = chrome.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._drawn: set[str] = set()
        self._errors: list[str] = []
        self._pressed: set[str] = set()
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.cdp(f"{domain}.enable")
        self.cdp("Page.setLifecycleEventsEnabled", enabled=True)
        self.cdp("Emulation.setFocusEmulationEnabled", enabled=True)  # each window has the focus, as on its own device
        if touch:
            self.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
        if not keeps:
            self.cdp("Network.setBypassServiceWorker", bypass=True)
        self.resize(width, height, 1.5 if touch else 1.0, touch)

    def cdp(self, method: str, **given: Any) -> Any:
        """The result of a command of Chromium's protocol in this window."""
        return self.chrome.call(method, self._session, **given)

    def resize(self, width: int, height: int, ratio: float = 1.0, mobile: bool = False) -> None:
        """Resizes the window, in CSS pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": mobile}
        self.cdp("Emulation.setDeviceMetricsOverride", **size)

    def go(self, address: str) -> None:
        """Opens an address and waits until its page is loaded; requests of earlier presses are usually answered
        first."""
        self._let_presses_through()
        until = time.monotonic() + PATIENCE
        while not self._is_there(address):
            if time.monotonic() > until:
                raise TimeoutError(f"{address}: the page itself goes elsewhere")

    def _let_presses_through(self) -> None:
        """Waits for the answers to presses, up to a limit: leaving a page cancels its requests."""
        until = time.monotonic() + ANSWERED
        self._hear()
        while self._pressed and time.monotonic() < until:
            self._hear(0.1)
        self._pressed.clear()  # a slow answer is waited for once only

    def _is_there(self, address: str) -> bool:
        """Opens an address; False: the page navigated elsewhere at the same moment."""
        self._hear()
        before = set(self._drawn)
        answer = self.cdp("Page.navigate", url=address)
        if answer.get("errorText") == "net::ERR_ABORTED":
            return False
        if "errorText" in answer:
            raise PageLost(f"{address}: {answer['errorText']}")
        if "loaderId" in answer:  # otherwise it is the same page at another fragment
            self._until_loaded(before)
        return True

    def reload(self) -> None:
        """Reloads the page."""
        self._let_presses_through()
        before = set(self._drawn)
        self.cdp("Page.reload")
        self._until_loaded(before)

    def _until_loaded(self, before: set[str]) -> None:
        until = time.monotonic() + PATIENCE
        while not self._drawn - before:
            if time.monotonic() > until:
                raise TimeoutError("the page was not loaded")
            self._hear(1.0)

    def _hear(self, patience: float = 0.0) -> None:
        """Sorts the events of the window: loaded pages, and errors."""
        for event in self.chrome.events(self._session, patience):
            told = event["params"]
            if event["method"] == "Page.lifecycleEvent" and told["name"] == "load":
                self._drawn.add(told["loaderId"])
            elif event["method"] == "Network.requestWillBeSent" and told["request"]["method"] == "POST":
                self._pressed.add(told["requestId"])
            elif event["method"] in ("Network.loadingFinished", "Network.loadingFailed"):
                self._pressed.discard(told["requestId"])
            elif event["method"] == "Log.entryAdded" and told["entry"]["level"] == "error":
                self._errors.append(f"{told['entry'].get('url', '')} - {told['entry']['text']}")
            elif event["method"] == "Runtime.exceptionThrown":
                thrown = told["exceptionDetails"]
                self._errors.append(f"{thrown['text']} {thrown.get('exception', {}).get('description', '')}")
            elif event["method"] == "Runtime.consoleAPICalled" and told["type"] in ("error", "assert"):
                self._errors.append(" ".join(str(one.get("value", one.get("description"))) for one in told["args"]))

    def errors(self) -> list[str]:
        """Errors on the console since the last call."""
        self._hear()
        errors, self._errors = self._errors, []
        return errors

    def run(self, script: str, *given: Any) -> Any:
        """Runs the body of a function on the page and returns its result; a promise is awaited. Raises PageLost."""
        called = f"(function () {{ {script}\n}}).apply(null, {json.dumps(given)})"
        return self._value(f"Promise.resolve({called}).then((found) => JSON.stringify(found))")

    def answer(self, script: str, *given: Any) -> Any:
        """Runs the body of a function on the page and returns the value that it passes to its last argument, a
        callback."""
        called = f"(function () {{ {script}\n}}).call(null, ...{json.dumps(given)}, done)"
        return self._value(f"new Promise((done) => {called}).then((found) => JSON.stringify(found))")

    def _value(self, expression: str) -> Any:
        asked = {"expression": expression, "awaitPromise": True, "returnByValue": True, "userGesture": True}
        answer = self.cdp("Runtime.evaluate", **asked)
        if "exceptionDetails" in answer:
            thrown = answer["exceptionDetails"]
            raise PageLost(thrown.get("exception", {}).get("description", thrown["text"]))
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def keys(self, *keys: str) -> None:
        """Types into the focused element; keys other than letters are WebDriver's codes (KEYS)."""
        for key in "".join(keys):
            code, number, text = KEYS.get(key, ("", 0, key))
            name = key if len(text) == 1 and text != "\r" else code
            pressed = {"key": name, "code": code, "windowsVirtualKeyCode": number}
            kind = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
            self.cdp("Input.dispatchKeyEvent", **pressed, **kind)
            self.cdp("Input.dispatchKeyEvent", **pressed, type="keyUp")

    def gives(self, css: str, path: Path) -> bool:
        """Gives a file to an input, which need not be visible; returns whether the input exists."""
        field = self.cdp("Runtime.evaluate", expression=f"document.querySelector({json.dumps(css)})")["result"]
        if "objectId" not in field:
            return False
        self.cdp("DOM.setFileInputFiles", files=[str(path)], objectId=field["objectId"])
        return True

    def picture(self, clip: Mapping[str, float] | None = None) -> bytes:
        """A screenshot of the page, or of a part of it in CSS pixels, as PNG."""
        part = {"clip": {**clip, "scale": 1}} if clip else {}
        return base64.b64decode(self.cdp("Page.captureScreenshot", format="png", **part)["data"])

    def close(self) -> None:
        """Closes the window with its cookies and storage, unless it is closed already."""
        if self._context is not None:
            self.chrome.call("Target.disposeBrowserContext", browserContextId=self._context)
            self._context = None
