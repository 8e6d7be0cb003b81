"""Listeners wait for states newer than the last they were sent, and block nobody meanwhile."""

import asyncio
import threading

import pytest

from tilewatch.serving.listeners import News


class Silent:
    """A source without news."""

    def __init__(self) -> None:
        self.is_asked = threading.Event()

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        self.is_asked.wait(patience)
        return version, "{}"


def test_a_listener_that_came_before_its_state_was_published_waits_like_the_others() -> None:
    """It was sent a state newer than any published one: if it did not wait, it would ask in an endless loop."""

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
