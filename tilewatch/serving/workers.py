"""Threads that answer requests, made when they are needed; they hold nobody up when the program ends."""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Task(Generic[T]):
    """Something to do, and who waits for what comes of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work, self._loop = work, asyncio.get_running_loop()
        self.done: asyncio.Future[T] = self._loop.create_future()

    def run(self) -> None:
        """Does it; whatever goes wrong goes to whoever waits."""
        try:
            result = self._work()
        except BaseException as error:
            self._tell(self._fail, error)
        else:
            self._tell(self._succeed, result)

    def _tell(self, how: Callable[..., None], what: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(how, what)

    def _succeed(self, result: T) -> None:
        if not self.done.done():
            self.done.set_result(result)

    def _fail(self, error: BaseException) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Workers:
    """At most `most` threads; what comes while all are busy waits its turn."""

    def __init__(self, most: int) -> None:
        self._tasks: queue.SimpleQueue[Task[object]] = queue.SimpleQueue()
        self._idle, self._places = threading.Semaphore(0), most

    async def run(self, work: Callable[[], T]) -> T:
        """What comes of `work`, done by one of the threads."""
        task = Task(work)
        if not self._idle.acquire(blocking=False) and self._places:
            self._places -= 1
            threading.Thread(target=self._live, name="answering", daemon=True).start()
        self._tasks.put(task)  # type: ignore[arg-type]
        return await task.done

    def _live(self) -> None:
        while True:
            self._tasks.get().run()
            self._idle.release()
