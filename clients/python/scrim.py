"""Scrim from Python: one file, the standard library alone.

    from scrim import Scrim

    with Scrim() as scrim:
        scrim.put("card", "layer", frame=(40, 40, 200, 120), backgroundColor="#fff", cornerRadius=16)
        with scrim.transaction(duration=0.3):
            scrim.set("card", position__x=400, opacity=0.5)
        scrim.subscribe("tap", layer="card")
        for event in scrim.events():
            print(event.name, event["x"], event["y"])

Each verb of the protocol is a method of the same name; its words are arguments, `prop=value` are keywords. A dot in a key path is
written `__`. Values are numbers, strings, booleans, `None` for `none`, and tuples or lists for points, rectangles and lists.
What the daemon answers comes back as the JSON that it sent; an error raises `ScrimError`.

`AsyncScrim` is the same for asyncio: `async with`, `await` each verb, `async for` the events.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import select
import socket
import struct
from array import array
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

__all__ = ["AsyncScrim", "Event", "Scrim", "ScrimError", "line", "socket_path"]

Value = Any
"""`str`, `int`, `float`, `bool`, `None`, or a sequence of them."""


class ScrimError(Exception):
    """A line that the daemon refused."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        """One of the protocol's codes: `value`, `unknown-object`, …"""
        self.message = message


@dataclass(frozen=True)
class Event(Mapping[str, Any]):
    """What the daemon tells unasked: its name, and a mapping of what it says."""

    name: str
    payload: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Any:
        return self.payload[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.payload)

    def __len__(self) -> int:
        return len(self.payload)


def socket_path(name: str = "main") -> str:
    """Where the daemon of that name listens: `$SCRIM_SOCKET`, else below `$XDG_RUNTIME_DIR`."""
    if path := os.environ.get("SCRIM_SOCKET"):
        return path
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/tmp/scrim-{os.getuid()}"
    return f"{runtime}/scrim/{name}.sock"


_PLAIN = re.compile(r"[^\s\"'\\\x00-\x1f]+", re.ASCII)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def _text(value: Value) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Sequence):
        return ",".join(map(_text, value))
    raise TypeError(f"{value!r} has no form in the protocol")


def _quoted(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    if "\0" in text:
        raise ValueError("a line holds no NUL")
    escaped = "".join(_ESCAPES.get(c) or (c if c >= " " else f"\\u{{{ord(c):x}}}") for c in text)
    return f'"{escaped}"'


def line(verb: str, *words: Value, **properties: Value) -> str:
    """A line of the protocol, quoted where it has to be."""
    parts = [verb]
    for word in words:
        text = _text(word)
        # Quoted before its first `=`, a word is no pair.
        parts.append(f'"{text}"' if "=" in text and _PLAIN.fullmatch(text) else _quoted(text))
    parts += [f"{key.removesuffix('_').replace('__', '.')}={_quoted(_text(value))}" for key, value in properties.items()]
    return " ".join(parts)


class _Received:
    """Bytes as they come, lines as they are complete."""

    def __init__(self) -> None:
        self._rest = b""
        self.replies: deque[str] = deque()
        self.events: deque[Event] = deque()

    def feed(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for raw in lines:
            text = raw.decode()
            if text.startswith("event "):
                _, name, payload = (text + " ").split(" ", 2)
                self.events.append(Event(name, json.loads(payload) if payload.strip() else {}))
            else:
                self.replies.append(text)


def _payload(reply: str) -> Any:
    if reply.startswith("@"):
        reply = reply.partition(" ")[2]
    kind, _, rest = reply.partition(" ")
    if kind == "ok":
        return json.loads(rest) if rest else None
    code, _, message = rest.partition(" ")
    raise ScrimError(code, message)


R = TypeVar("R")
"""What a verb gives: the payload, or something to await."""


class _Verbs(Generic[R]):
    """The verbs, the same for both clients."""

    def command(self, text: str, descriptors: Sequence[int] = ()) -> R:
        """Sends one line as it is, with descriptors, and gives its payload."""
        raise NotImplementedError

    def call(self, verb: str, *words: Value, **properties: Value) -> R:
        return self.command(line(verb, *words, **properties))

    def hello(self) -> R:
        return self.call("hello")

    def create(self, id: str, kind: str, descriptor: int | None = None, **properties: Value) -> R:
        """Makes an object; `descriptor` is the memory of a `buffer`."""
        return self.command(line("create", id, kind, **properties), () if descriptor is None else (descriptor,))

    def put(self, id: str, kind: str, **properties: Value) -> R:
        return self.call("put", id, kind, **properties)

    def set(self, id: str, **properties: Value) -> R:
        return self.call("set", id, **properties)

    def draw(self, id: str, operation: str, *words: Value, **arguments: Value) -> R:
        """Appends an operation to a `canvas`: `draw("c", "fill", path="circle(5,5,5)", color="red")`."""
        return self.call("draw", id, operation, *words, **arguments)

    def get(self, id: str, *names: str, presentation: bool = False) -> R:
        return self.call("get", id, *names, **({"from": "presentation"} if presentation else {}))

    def remove(self, *ids: str) -> R:
        return self.call("remove", *ids)

    def clear(self) -> R:
        return self.call("clear")

    def list(self, **filters: Value) -> R:
        return self.call("list", **filters)

    def tree(self, *id: str, **options: Value) -> R:
        return self.call("tree", *id, **options)

    def dump(self, *id: str) -> R:
        return self.call("dump", *id)

    def describe(self, *kind: str) -> R:
        return self.call("describe", *kind)

    def explain(self, id: str) -> R:
        return self.call("explain", id)

    def animate(self, layer: str, **properties: Value) -> R:
        return self.call("animate", layer, **properties)

    def draw(self, id: str, operation: str, *words: Value, **arguments: Value) -> R:
        return self.call("draw", id, operation, *words, **arguments)

    def subscribe(self, *events: str, **options: Value) -> R:
        return self.call("subscribe", *events, **options)

    def unsubscribe(self, *events: str) -> R:
        return self.call("unsubscribe", *events)

    def sync(self) -> R:
        return self.call("sync")

    def wait(self, *seconds: Value, **options: Value) -> R:
        return self.call("wait", *seconds, **options)

    def clock(self, mode: str) -> R:
        return self.call("clock", mode)

    def tick(self, *seconds: Value, **options: Value) -> R:
        return self.call("tick", *seconds, **options)

    def repaint(self) -> R:
        return self.call("repaint")

    def damage(self, buffer: str, *rectangles: Sequence[float]) -> R:
        return self.call("damage", buffer, *rectangles)

    def input(self, device: str, **state: Value) -> R:
        return self.call("input", device, **state)

    def on(self, layer: str, event: str, lines: str, **options: Value) -> R:
        return self.command(line("on", layer, event, **options) + " " + _quoted(lines))

    def off(self, layer: str, *event: str) -> R:
        return self.call("off", layer, *event)

    def session(self, **habits: Value) -> R:
        return self.call("session", **habits)

    def plugin(self, action: str, *words: str) -> R:
        return self.call("plugin", action, *words)

    def stats(self) -> R:
        return self.call("stats")

    def debug(self, **overlays: Value) -> R:
        return self.call("debug", **overlays)

    def save(self, **options: Value) -> R:
        return self.call("save", **options)

    def load(self, path: str, **options: Value) -> R:
        return self.call("load", path=os.path.abspath(path), **options)

    def record(self, *stop: str, **options: Value) -> R:
        return self.call("record", *stop, **options)

    def quit(self) -> R:
        return self.call("quit")


class Scrim(_Verbs[Any]):
    """A connection to a daemon. Not for two threads at once."""

    def __init__(self, path: str | None = None, name: str = "main", timeout: float | None = None) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(timeout)
        try:
            self._socket.connect(path or socket_path(name))
        except OSError:
            self._socket.close()
            raise
        self._received = _Received()

    def __enter__(self) -> Scrim:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def fileno(self) -> int:
        """For `select`: readable when events wait."""
        return self._socket.fileno()

    def _receive(self) -> None:
        data = self._socket.recv(1 << 16)
        if not data:
            raise ConnectionError("the daemon closed the connection")
        self._received.feed(data)

    def _reply(self) -> Any:
        while not self._received.replies:
            self._receive()
        return _payload(self._received.replies.popleft())

    def command(self, text: str, descriptors: Sequence[int] = ()) -> Any:
        data = text.encode() + b"\n"
        if descriptors:
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", descriptors))]
            data = data[self._socket.sendmsg([data], rights) :]
        self._socket.sendall(data)
        return self._reply()

    def lines(self, lines: Sequence[str]) -> list[Any]:
        """Sends many lines at once and gives their payloads; the first that failed is raised when all are answered."""
        results: list[Any] = []
        failure: ScrimError | None = None
        for start in range(0, len(lines), 500):
            some = lines[start : start + 500]
            self._socket.sendall("".join(text + "\n" for text in some).encode())
            for _ in some:
                try:
                    results.append(self._reply())
                except ScrimError as error:
                    failure = failure or error
                    results.append(error)
        if failure:
            raise failure
        return results

    def transaction(self, **options: Value) -> Transaction:
        """`with scrim.transaction(duration=0.3):` all of it in one frame, or none; an exception aborts it."""
        return Transaction(self, options)

    def events(self, within: float | None = None) -> Iterator[Event]:
        """What was subscribed to, as it comes: for ever, or until none has come within so many seconds."""
        while True:
            while self._received.events:
                yield self._received.events.popleft()
            if within is not None and not select.select([self._socket], [], [], within)[0]:
                return
            self._receive()

    def snapshot(self, **options: Value) -> bytes:
        """A picture's bytes: PNG, or as `format=` says."""
        return base64.b64decode(self.call("snapshot", **options)["data"])


class Transaction:
    def __init__(self, scrim: Scrim, options: dict[str, Value]) -> None:
        self._scrim = scrim
        self._options = options
        self.result: dict[str, Any] | None = None
        """What `commit` answered."""

    def __enter__(self) -> Transaction:
        self._scrim.call("begin", **self._options)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind:
            self._scrim.call("abort")
        else:
            self.result = self._scrim.call("commit")


class AsyncScrim(_Verbs[Awaitable[Any]]):
    """The same for asyncio. Lines may be sent by several tasks; replies come in their order."""

    def __init__(self, path: str | None = None, name: str = "main") -> None:
        self._path = path or socket_path(name)
        self._received = _Received()
        self._waiting: deque[asyncio.Future[Any]] = deque()
        self._news = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._closed: Exception | None = None

    async def __aenter__(self) -> AsyncScrim:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(self._socket, self._path)
        except OSError:
            self._socket.close()
            raise
        self._sending = asyncio.Lock()
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._reader:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        self._socket.close()

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while data := await loop.sock_recv(self._socket, 1 << 16):
                self._received.feed(data)
                while self._received.replies and self._waiting:
                    self._answer(self._waiting.popleft(), self._received.replies.popleft())
                self._news.set()
            self._closed = ConnectionError("the daemon closed the connection")
        except OSError as error:
            self._closed = error
        finally:
            self._closed = self._closed or ConnectionError("the connection is closed")
            for waiting in self._waiting:
                if not waiting.done():
                    waiting.set_exception(self._closed)
            self._news.set()

    @staticmethod
    def _answer(waiting: asyncio.Future[Any], reply: str) -> None:
        if waiting.done():
            return
        try:
            waiting.set_result(_payload(reply))
        except ScrimError as error:
            waiting.set_exception(error)

    async def command(self, text: str, descriptors: Sequence[int] = ()) -> Any:  # type: ignore[override]
        if self._closed:
            raise self._closed
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        async with self._sending:
            self._waiting.append(reply)
            data = text.encode() + b"\n"
            if descriptors:
                rights = struct.pack(f"{len(descriptors)}i", *descriptors)
                sent = self._socket.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
                data = data[sent:]
            await asyncio.get_running_loop().sock_sendall(self._socket, data)
        return await reply

    async def events(self) -> AsyncIterator[Event]:
        while True:
            while self._received.events:
                yield self._received.events.popleft()
            if self._closed:
                raise self._closed
            self._news.clear()
            await self._news.wait()

    async def snapshot(self, **options: Value) -> bytes:
        return base64.b64decode((await self.call("snapshot", **options))["data"])
