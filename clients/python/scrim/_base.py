"""Lines of the protocol: written, read, and what both connections share."""

from __future__ import annotations

import json
import os
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

Value = Any
"""`str`, `int`, `float`, `bool`, `None` for `none`, an `Expression`, or a sequence of them."""


class Expression(str):
    """A value to be computed: `position__x=Expression("max(0, x - 20)")` is written `position.x:=max(0, x - 20)`."""


class ScrimError(Exception):
    """A line that the daemon refused. There is a class of its own for each code: `UnknownObjectError` and the like."""

    def __init__(self, code: str, message: str, line: str = "") -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        """One of the protocol's codes: `value`, `unknown-object`, …"""
        self.message = message
        self.line = line
        """The line that was refused."""


class ConnectionLost(ConnectionError):
    """The daemon went away: whether the line took effect is not known."""


class Event(Mapping[str, Any]):
    """What the daemon tells unasked: a mapping of what it says, with its name."""

    def __init__(self, name: str, payload: dict[str, Any]) -> None:
        self.name = name
        self.payload = payload

    def __getitem__(self, key: str) -> Any:
        return self.payload[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.payload)

    def __len__(self) -> int:
        return len(self.payload)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {self.payload!r})"


T = TypeVar("T")


class Member(Generic[T]):
    """What an event has by the attribute's name; None when it is not told."""

    def __set_name__(self, owner: type[Event], name: str) -> None:
        self._key = name.removesuffix("_")

    @overload
    def __get__(self, event: None, owner: type[Event]) -> Member[T]: ...
    @overload
    def __get__(self, event: Event, owner: type[Event]) -> T: ...
    def __get__(self, event: Event | None, owner: type[Event]) -> Any:
        return self if event is None else event.payload.get(self._key)


def socket_path(name: str | None = None) -> str:
    """The socket of the daemon of that name; without one `$SCRIM_SOCKET`, else that of `main`."""
    if name is None and (path := os.environ.get("SCRIM_SOCKET")):
        return path
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/tmp/scrim-{os.getuid()}"
    return f"{runtime}/scrim/{name or 'main'}.sock"


_PLAIN = re.compile(r"[^\s\"'\\\x00-\x1f]+", re.ASCII)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def text_of(value: Value) -> str:
    """A value as the protocol writes it, unquoted."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if isinstance(value, Sequence):
        return ",".join(map(text_of, value))
    raise TypeError(f"{value!r} has no form in the protocol")


def quoted(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    if "\0" in text:
        raise ValueError("a line holds no NUL")
    escaped = "".join(_ESCAPES.get(c) or (c if c >= " " else f"\\u{{{ord(c):x}}}") for c in text)
    return f'"{escaped}"'


def _positional(value: Value) -> str:
    text = text_of(value)
    # Quoted before its first `=`, a word is no pair.
    return f'"{text}"' if "=" in text and _PLAIN.fullmatch(text) else quoted(text)


def _pair(key: str, value: Value) -> str:
    key = key.removesuffix("_").replace("__", ".")
    if isinstance(value, Expression):
        return f"{key}:=" + " ".join(value.splitlines())
    return f"{key}={quoted(text_of(value))}"


def line(verb: str, *words: Value, **properties: Value) -> str:
    """A line of the protocol, quoted where it has to be."""
    return " ".join([verb, *map(_positional, words), *(_pair(key, value) for key, value in properties.items())])


def line_of(verb: str, words: Iterable[Value], pairs: Mapping[str, Value], options: Iterable[str] = (), tail: str = "") -> str:
    """A line whose `options` are left out where they are None."""
    parts = [verb, *map(_positional, words)]
    for key, value in pairs.items():
        if value is None and key in options:
            continue
        if key == "layer" and verb == "subscribe" and not isinstance(value, str) and isinstance(value, Iterable):
            parts += [_pair(key, one) for one in value]
        else:
            parts.append(_pair(key, value))
    return " ".join(parts + [tail] if tail else parts)


def reaction(lines: str, when: str | None) -> str:
    """The end of an `on` line."""
    word = quoted(lines)
    return (f"when {' '.join(when.splitlines())} " if when else "") + (word if word.startswith('"') else f'"{lines}"')


class Received:
    """Bytes as they come, lines as they are complete."""

    def __init__(self) -> None:
        self._rest = b""
        self.replies: deque[str] = deque()
        self.events: deque[Event] = deque()

    def feed(self, data: bytes) -> None:
        from ._types import EVENTS

        *lines, self._rest = (self._rest + data).split(b"\n")
        for raw in lines:
            text = raw.decode()
            if text.startswith("event "):
                _, name, payload = (text + " ").split(" ", 2)
                self.events.append(EVENTS.get(name, Event)(name, json.loads(payload) if payload.strip() else {}))
            else:
                self.replies.append(text)


def payload(reply: str, line: str = "") -> Any:
    """What a reply brings; raises what it says."""
    from ._types import ERRORS

    if reply.startswith("@"):
        reply = reply.partition(" ")[2]
    kind, _, rest = reply.partition(" ")
    if kind == "ok":
        return json.loads(rest) if rest else None
    code, _, message = rest.partition(" ")
    raise ERRORS.get(code, ScrimError)(code, message, line)


R = TypeVar("R")


class Pending(Generic[R]):
    """A reply that comes when the batch is sent."""

    def __init__(self, line: str, descriptors: Sequence[int]) -> None:
        self.line = line
        self.descriptors = descriptors
        self.reply: str | None = None

    @property
    def result(self) -> R:
        """The reply; raises what was refused."""
        if self.reply is None:
            raise RuntimeError("the batch has not been sent")
        value: R = payload(self.reply, self.line)
        return value


class Memory:
    """What a connection that is made again has to say again: options of the session, and subscriptions."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def said(self, verb: str) -> list[str]:
        return [line for line in self.lines if line.partition(" ")[0] == verb]

    def note(self, text: str) -> None:
        verb = text.partition(" ")[0]
        if verb in ("session", "subscribe"):
            self.lines.append(text)
        elif verb == "unsubscribe":
            gone = set(text.split()[1:])
            kept = []
            for line in self.lines:
                words = line.split(" ")
                if words[0] == "subscribe":
                    if not gone:
                        continue
                    words = [w for w in words if w not in gone]
                    if all("=" in w for w in words[1:]):
                        continue
                kept.append(" ".join(words))
            self.lines = kept
