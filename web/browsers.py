"""What people call a device, by what its browser says of itself."""

import re
from collections.abc import Sequence

BROWSERS: Sequence[tuple[str, str]] = (
    (r"\bEdg(e|A|iOS)?/", "Edge"),
    (r"\b(OPR|Opera)/", "Opera"),
    (r"\bSamsungBrowser/", "Samsung Internet"),
    (r"\b(Firefox|FxiOS)/", "Firefox"),
    (r"\b(Chrome|CriOS|Chromium|HeadlessChrome)/", "Chrome"),
    (r"\bSafari/", "Safari"),
)
"""How a browser names itself, the more special ones first: most of them say that they are Safari, too."""
SYSTEMS: Sequence[tuple[str, str]] = (
    (r"\biPhone\b", "iPhone"),
    (r"\biPad\b", "iPad"),
    (r"\bAndroid\b", "Android"),
    (r"\bWindows\b", "Windows"),
    (r"\bMac OS X\b", "Mac"),
    (r"\bCrOS\b", "Chromebook"),
    (r"\bLinux\b", "Linux"),
)


def device_called(header: str) -> str:
    """A device by its User-Agent header; a program that is no browser is called what it calls itself.

    >>> device_called("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537")
    'Chrome on Linux'
    >>> device_called("curl/8.5.0")
    'curl'
    """
    browser, system = (_first(header, known) for known in (BROWSERS, SYSTEMS))
    if browser is None:
        return system or header.partition("/")[0][:40].strip() or "?"
    return f"{browser} on {system}" if system else browser


def _first(header: str, known: Sequence[tuple[str, str]]) -> str | None:
    return next((name for pattern, name in known if re.search(pattern, header)), None)
