"""A connection for asyncio."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import socket
import struct
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

from ._async import AsyncVerbs
from ._base import ConnectionLost, Event, Memory, Received, ScrimError, Value, line_of, payload, socket_path
from ._types import CommitReply
from ._words import OPTIONS


class AsyncScrim(AsyncVerbs):
    """The same for asyncio. Tasks may send lines side by side: none waits for the replies of another.

    `reconnect` and `on_connect` are as for `Scrim`; the latter may be a coroutine function."""

    def __init__(
        self, path: str | None = None, *, name: str | None = None, reconnect: float = 0,
        on_connect: Callable[[AsyncScrim], Awaitable[object] | object] | None = None,
    ) -> None:
        self._path = path or socket_path(name)
        self._reconnect = reconnect
        self._on_connect = on_connect
        self._memory = Memory()
        self._received = Received()
        self._waiting: deque[asyncio.Future[str]] = deque()
        self._socket: socket.socket | None = None
        self._reader: asyncio.Task[None] | None = None
        self._is_closed = False
        self._owner: asyncio.Task[Any] | None = None

    async def __aenter__(self) -> AsyncScrim:
        self._news = asyncio.Event()
        self._sending = asyncio.Lock()
        self._opening = asyncio.Lock()
        self._transaction = asyncio.Lock()
        await self._open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        self._is_closed = True
        reader = self._reader
        if self._socket:
            self._lose(self._socket, ConnectionLost("the connection is closed"))
        if reader:
            await asyncio.gather(reader, return_exceptions=True)

    # The connection

    async def _open(self) -> None:
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        opened.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(opened, self._path)
        except OSError:
            opened.close()
            raise
        events = self._received.events
        self._received = Received()
        self._received.events = events
        self._socket = opened
        self._reader = asyncio.create_task(self._read(opened))
        await self._repeat(opened, "session")
        if self._on_connect:
            # Its own lines go over this connection, which is there already.
            made = self._on_connect(self)
            if isinstance(made, Awaitable):
                await made
        await self._repeat(opened, "subscribe")

    async def _repeat(self, live: socket.socket, verb: str) -> None:
        for text in self._memory.said(verb):
            # What was subscribed to may be gone.
            with contextlib.suppress(ScrimError):
                payload(await self._ask(live, text, ()), text)

    async def _live(self) -> socket.socket:
        if self._socket:
            return self._socket
        if self._is_closed or not self._reconnect:
            raise ConnectionLost("the connection is closed")
        async with self._opening:
            end, pause = asyncio.get_running_loop().time() + self._reconnect, 0.02
            while not self._socket:
                try:
                    await self._open()
                except OSError as error:
                    if asyncio.get_running_loop().time() + pause > end:
                        raise ConnectionLost(f"no daemon at {self._path}: {error}") from error
                    await asyncio.sleep(pause)
                    pause = min(pause * 2, 1)
            return self._socket

    def _lose(self, live: socket.socket, error: Exception) -> None:
        if live is not self._socket:
            return
        if self._reader and self._reader is not asyncio.current_task():
            self._reader.cancel()
        live.close()
        self._socket = self._reader = None
        waiting, self._waiting = self._waiting, deque()
        for one in waiting:
            if not one.done():
                one.set_exception(error)
        self._news.set()

    async def _read(self, live: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            while data := await loop.sock_recv(live, 1 << 16):
                self._received.feed(data)
                while self._received.replies and self._waiting:
                    reply, text = self._waiting.popleft(), self._received.replies.popleft()
                    if not reply.done():
                        reply.set_result(text)
                self._news.set()
            self._lose(live, ConnectionLost("the daemon closed the connection"))
        except OSError as error:
            self._lose(live, ConnectionLost(str(error)))

    async def _ask(self, live: socket.socket, text: str, descriptors: Sequence[int]) -> str:
        reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        async with self._sending:
            if live is not self._socket:
                raise ConnectionLost("the daemon closed the connection")
            self._waiting.append(reply)
            data = text.encode() + b"\n"
            try:
                if descriptors:
                    rights = struct.pack(f"{len(descriptors)}i", *descriptors)
                    data = data[live.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)]) :]
                await asyncio.get_running_loop().sock_sendall(live, data)
            except OSError as error:
                self._lose(live, ConnectionLost(str(error)))
        return await reply

    # Lines

    async def command(self, text: str, descriptors: Sequence[int] = ()) -> Any:
        """Sends one line as it is, with descriptors, and gives what the reply brings."""
        if self._transaction.locked() and asyncio.current_task() is not self._owner:
            # Lines of other tasks are no part of this one's transaction.
            async with self._transaction:
                pass
        result = payload(await self._ask(await self._live(), text, descriptors), text)
        if text.startswith(("s", "uns")) and text not in self._memory.lines:
            self._memory.note(text)
        return result

    def call(self, verb: str, *words: Value, **properties: Value) -> Awaitable[Any]:
        """Any verb, with words and `key=value` as they are."""
        return self.command(line_of(verb, words, properties))

    def _send(
        self, verb: str, words: Sequence[Value], pairs: Mapping[str, Value] = {}, descriptors: Sequence[int] = (), *, tail: str = ""
    ) -> Any:
        return self.command(line_of(verb, words, pairs, OPTIONS.get(verb, ()), tail), descriptors)

    async def lines(self, lines: Sequence[str]) -> list[Any]:
        """Sends many lines at once and gives what they bring; the first that failed is raised when all are answered."""
        done = await asyncio.gather(*map(self.command, lines), return_exceptions=True)
        for one in done:
            if isinstance(one, BaseException):
                raise one
        return done

    def transaction(self, **options: Value) -> AsyncTransaction:
        """`async with scrim.transaction(duration=0.3):` lines of this task in one frame, or none; those of other tasks wait."""
        return AsyncTransaction(self, options)

    async def events(self) -> AsyncIterator[Event]:
        """What was subscribed to, as it comes."""
        while True:
            while self._received.events:
                yield self._received.events.popleft()
            self._news.clear()
            await self._live()
            if not self._received.events:
                await self._news.wait()

    async def snapshot(self, **options: Value) -> bytes:
        """A picture's bytes: PNG, or as `format=` says; empty with `path=`."""
        return base64.b64decode((await self.call("snapshot", **options)).get("data", ""))


class AsyncTransaction:
    def __init__(self, scrim: AsyncScrim, options: dict[str, Value]) -> None:
        self._scrim = scrim
        self._options = options
        self.result: CommitReply | None = None
        """What `commit` answered."""

    async def __aenter__(self) -> AsyncTransaction:
        await self._scrim._transaction.acquire()
        self._scrim._owner = asyncio.current_task()
        try:
            await self._scrim.call("begin", **self._options)
        except BaseException:
            self._leave()
            raise
        return self

    def _leave(self) -> None:
        self._scrim._owner = None
        self._scrim._transaction.release()

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, *_: object) -> None:
        try:
            if not kind:
                self.result = await self._scrim.commit()
            elif not isinstance(error, ConnectionLost):
                await self._scrim.abort()
        finally:
            self._leave()


__all__ = ["AsyncScrim", "AsyncTransaction", "ScrimError"]
