"""A connection that waits for its replies."""

from __future__ import annotations

import base64
import contextlib
import select
import socket
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ._base import ConnectionLost, Event, Memory, Pending, Received, ScrimError, Value, line_of, payload, socket_path
from ._batch import BatchVerbs
from ._sync import SyncVerbs
from ._types import CommitReply
from ._words import OPTIONS

S = TypeVar("S", bound="Scrim")


class Scrim(SyncVerbs):
    """A connection to a daemon. Not for two threads at once.

    `timeout`: seconds that a reply may take. `reconnect`: seconds for which a lost connection is tried again, by the next call; its
    session options are said again, `on_connect` is called, which may build a scene, and what was subscribed to is asked for again."""

    def __init__(
        self, path: str | None = None, *, name: str | None = None, timeout: float | None = None, reconnect: float = 0,
        on_connect: Callable[[Scrim], object] | None = None,
    ) -> None:
        self._path = path or socket_path(name)
        self._timeout = timeout
        self._reconnect = reconnect
        self._on_connect = on_connect
        self._memory = Memory()
        self._socket: socket.socket | None = None
        self._is_closed = False
        self._open()

    def __enter__(self: S) -> S:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._is_closed = True
        self._drop()

    def fileno(self) -> int:
        """For `select`: readable when events wait."""
        return self._live().fileno()

    # The connection

    def _open(self) -> None:
        self._received = Received()
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        opened.settimeout(self._timeout)
        try:
            opened.connect(self._path)
        except OSError:
            opened.close()
            raise
        self._socket = opened
        self._repeat("session")
        if self._on_connect:
            self._on_connect(self)
        self._repeat("subscribe")

    def _repeat(self, verb: str) -> None:
        for text in self._memory.said(verb):
            # What was subscribed to may be gone.
            with contextlib.suppress(ScrimError):
                self.command(text)

    def _drop(self) -> None:
        if self._socket:
            self._socket.close()
            self._socket = None

    def _live(self) -> socket.socket:
        """The socket, connected again when it was lost."""
        if self._socket and self._is_gone(self._socket):
            self._drop()
        if self._socket:
            return self._socket
        if self._is_closed or not self._reconnect:
            raise ConnectionLost("the connection is closed")
        end, pause = time.monotonic() + self._reconnect, 0.02
        while True:
            try:
                self._open()
                assert self._socket
                return self._socket
            except OSError as error:
                if time.monotonic() + pause > end:
                    raise ConnectionLost(f"no daemon at {self._path}: {error}") from error
            time.sleep(pause)
            pause = min(pause * 2, 1)

    def _is_gone(self, live: socket.socket) -> bool:
        """True when the daemon has closed its end and nothing is left to read."""
        if not self._reconnect or not select.select([live], [], [], 0)[0]:
            return False
        try:
            return live.recv(1, socket.MSG_PEEK) == b""
        except OSError:
            return True

    def _receive(self) -> None:
        assert self._socket
        try:
            data = self._socket.recv(1 << 16)
        except TimeoutError:
            raise
        except OSError as error:
            self._drop()
            raise ConnectionLost(str(error)) from error
        if not data:
            self._drop()
            raise ConnectionLost("the daemon closed the connection")
        self._received.feed(data)

    def _write(self, live: socket.socket, data: bytes, descriptors: Sequence[int] = ()) -> None:
        try:
            if descriptors:
                rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", descriptors))]
                data = data[live.sendmsg([data], rights) :]
            live.sendall(data)
        except TimeoutError:
            raise
        except OSError as error:
            self._drop()
            raise ConnectionLost(str(error)) from error

    def _reply(self) -> str:
        while not self._received.replies:
            self._receive()
        return self._received.replies.popleft()

    # Lines

    def command(self, text: str, descriptors: Sequence[int] = ()) -> Any:
        """Sends one line as it is, with descriptors, and gives what the reply brings."""
        self._write(self._live(), text.encode() + b"\n", descriptors)
        result = payload(self._reply(), text)
        if text.startswith(("s", "uns")) and text not in self._memory.lines:
            self._memory.note(text)
        return result

    def call(self, verb: str, *words: Value, **properties: Value) -> Any:
        """Any verb, with words and `key=value` as they are."""
        return self.command(line_of(verb, words, properties))

    def _send(
        self, verb: str, words: Sequence[Value], pairs: Mapping[str, Value] = {}, descriptors: Sequence[int] = (), *, tail: str = ""
    ) -> Any:
        return self.command(line_of(verb, words, pairs, OPTIONS.get(verb, ()), tail), descriptors)

    def lines(self, lines: Sequence[str]) -> list[Any]:
        """Sends many lines at once and gives what they bring; the first that failed is raised when all are answered."""
        pending: list[Pending[Any]] = [Pending(text, ()) for text in lines]
        self._send_all(pending)
        return [one.result for one in pending]

    def batch(self) -> Batch:
        """`with scrim.batch() as batch:` the lines of the block go out at once when it ends; each call gives a `Pending`."""
        return Batch(self)

    def _send_all(self, pending: Sequence[Pending[Any]]) -> None:
        failure: ScrimError | None = None
        start = 0
        while start < len(pending):
            some: list[Pending[Any]] = []
            # Descriptors go with their own line.
            while start < len(pending) and len(some) < 500 and not (some and pending[start].descriptors):
                some.append(pending[start])
                start += 1
                if some[-1].descriptors:
                    break
            self._write(self._live(), "".join(one.line + "\n" for one in some).encode(), some[0].descriptors)
            for one in some:
                one.reply = self._reply()
                try:
                    one.result
                except ScrimError as error:
                    failure = failure or error
        if failure:
            raise failure

    def transaction(self, **options: Value) -> Transaction:
        """`with scrim.transaction(duration=0.3):` all of it in one frame, or none; an exception aborts it."""
        return Transaction(self, options)

    def events(self, within: float | None = None) -> Iterator[Event]:
        """What was subscribed to, as it comes: for ever, or until none has come within so many seconds."""
        while True:
            while self._received.events:
                yield self._received.events.popleft()
            live = self._live()
            if self._received.events:
                continue
            if within is not None and not select.select([live], [], [], within)[0]:
                return
            try:
                self._receive()
            except ConnectionLost:
                if not self._reconnect:
                    raise

    def snapshot(self, **options: Value) -> bytes:
        """A picture's bytes: PNG, or as `format=` says; empty with `path=`."""
        reply: dict[str, Any] = self.call("snapshot", **options)
        return base64.b64decode(reply.get("data", ""))


class Batch(BatchVerbs):
    """Lines that are sent together."""

    def __init__(self, scrim: Scrim) -> None:
        self._scrim = scrim
        self._pending: list[Pending[Any]] = []

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        pending, self._pending = self._pending, []
        if not kind:
            self._scrim._send_all(pending)

    def command(self, text: str, descriptors: Sequence[int] = ()) -> Pending[Any]:
        pending: Pending[Any] = Pending(text, descriptors)
        self._pending.append(pending)
        return pending

    def _send(
        self, verb: str, words: Sequence[Value], pairs: Mapping[str, Value] = {}, descriptors: Sequence[int] = (), *, tail: str = ""
    ) -> Any:
        return self.command(line_of(verb, words, pairs, OPTIONS.get(verb, ()), tail), descriptors)


class Transaction:
    def __init__(self, scrim: Scrim, options: dict[str, Value]) -> None:
        self._scrim = scrim
        self._options = options
        self.result: CommitReply | None = None
        """What `commit` answered."""

    def __enter__(self) -> Transaction:
        self._scrim.call("begin", **self._options)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, *_: object) -> None:
        if not kind:
            self.result = self._scrim.commit()
        elif not isinstance(error, ConnectionLost):
            self._scrim.abort()
