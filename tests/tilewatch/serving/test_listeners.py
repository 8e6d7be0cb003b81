"""Whoever listens waits for what is newer than what was told, and holds nobody up meanwhile."""

import asyncio
import threading

import pytest

from tilewatch.serving.listeners import News


class Silent:
    """A source that tells nothing."""

    def __init__(self) -> None:
        self.is_asked = threading.Event()

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        self.is_asked.wait(patience)
        return version, "{}"


def test_a_listener_that_came_before_its_state_was_published_waits_like_the_others() -> None:
    """It was told a state at once that is newer than any published one: not waiting, it would ask for ever."""

    async def listened() -> None:
        source = Silent()
        news = News(source)
        try:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.02):
                    await news.newer(41)
        finally:
            news.end()
            source.is_asked.set()

    asyncio.run(listened())
