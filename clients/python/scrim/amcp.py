"""`scrim amcp`: CasparCG's control protocol, AMCP 2.3, for the templates of a running daemon.

Programs that control CasparCG add, play, update and stop templates with it: a template is a component of the scene, a layer of a channel is CasparCG's
layer, and each `CG` number an instance of its own in it. One channel; lines end with CR LF; UTF-8."""

from __future__ import annotations

import argparse
import json
import re
import socketserver
import sys
import threading
from collections.abc import Callable
from typing import Any
from xml.parsers import expat

from ._base import ConnectionLost, ScrimError, socket_path
from ._connection import Scrim

VERSION = "2.3.0 Scrim"
MOST_LINE = 1 << 20
MOST_CONNECTIONS = 64
DEFAULT_LAYER = 9999
COMMANDS = {"ADD", "PLAY", "STOP", "NEXT", "REMOVE", "CLEAR", "UPDATE", "INFO", "INVOKE"}


class Refusal(Exception):
    """An answer of CasparCG's that is none of success."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


def split(line: str) -> list[str]:
    """Words between blanks; double quotes hold one together, and in them a backslash escapes."""
    words: list[str] = []
    at, count = 0, len(line)
    while at < count:
        if line[at] in " \t":
            at += 1
            continue
        word, is_quoted = "", False
        while at < count and (is_quoted or line[at] not in " \t"):
            if line[at] == '"':
                is_quoted = not is_quoted
            elif line[at] == "\\" and at + 1 < count:
                at += 1
                word += {"n": "\n", "r": "\r", "t": "\t"}.get(line[at], line[at])
            else:
                word += line[at]
            at += 1
        if is_quoted:
            raise Refusal(402)
        words.append(word)
    return words


def fields(data: str) -> dict[str, Any]:
    """The fields of `<templateData>` or of a JSON object. A DTD, an entity and all that is neither is refused."""
    data = data.strip()
    if not data:
        return {}
    if not data.startswith("<"):
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            raise Refusal(403) from None
        if not isinstance(value, dict):
            raise Refusal(403)
        return value
    found: dict[str, Any] = {}
    component: list[str] = []

    def refuse(*_: Any) -> None:
        raise Refusal(403)

    def start(name: str, attributes: dict[str, str]) -> None:
        if name == "componentData" and "id" in attributes:
            component.append(attributes["id"])
        elif name == "data" and component and "value" in attributes:
            found.setdefault(component[-1], attributes["value"])

    def end(name: str) -> None:
        if name == "componentData" and component:
            component.pop()

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        raise Refusal(403) from None
    return found


class Stage:
    """The channel: which instances the layers have, and the daemon that shows them."""

    def __init__(self, path: str) -> None:
        self.scrim = Scrim(path, timeout=10, reconnect=5)
        self.lock = threading.RLock()
        self.shown: dict[tuple[int, int], str] = {}

    # Answers

    def answer(self, words: list[str]) -> list[str]:
        """The lines of an answer. Raises `Refusal` with its code."""
        verb = words[0].upper()
        if verb == "VERSION":
            return ["201 VERSION OK", VERSION]
        if verb == "INFO":
            if len(words) == 1:
                return ["200 INFO OK", "1 720p5000 PLAYING", ""]
            self.channel(words[1])
            return ["201 INFO OK", "<channel/>"]
        if verb == "CLEAR":
            if len(words) < 2:
                raise Refusal(402)
            self.clear(self.channel(words[1]))
            return ["202 CLEAR OK"]
        if len(words) < 3:
            raise Refusal(402)
        layer = self.channel(words[1])
        command = words[2].upper()
        if command not in COMMANDS:
            raise Refusal(400)
        rest = words[3:]
        if command == "CLEAR":
            self.clear(DEFAULT_LAYER if layer is None else layer)
            return ["202 CG OK"]
        if not rest or not rest[0].isdecimal() or len(rest[0]) > 9:
            raise Refusal(402 if not rest else 403)
        self.act(command, (DEFAULT_LAYER if layer is None else layer, int(rest[0])), rest[1:])
        return ["202 CG OK"]

    @staticmethod
    def channel(text: str) -> int | None:
        """The layer of `1` or `1-20`; None: none is said. There is one channel."""
        match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text)
        if not match or int(match[1]) != 1:
            raise Refusal(401)
        return None if match[2] is None else int(match[2])

    # Acts

    def act(self, command: str, slot: tuple[int, int], rest: list[str]) -> None:
        if command == "ADD":
            return self.add(slot, rest)
        id = self.shown.get(slot)
        if id is None or not self.exists(id):
            self.shown.pop(slot, None)
            if command == "REMOVE":
                return None
            raise Refusal(404)
        if command == "REMOVE":
            self.remove(slot)
        elif command == "UPDATE":
            if not rest:
                raise Refusal(402)
            self.set(id, fields(rest[0]))
        elif command == "PLAY":
            self.set(id, {}, step=1)
        elif command == "STOP":
            self.set(id, {}, step=-1)
        elif command == "NEXT":
            self.next(id)
        return None

    def add(self, slot: tuple[int, int], rest: list[str]) -> None:
        # CG 1-20 ADD 1 "name" [play] [data], and CasparCG's older form with a label between name and play.
        if len(rest) < 1:
            raise Refusal(402)
        name, rest = rest[0].replace("\\", "/").rsplit("/", 1)[-1], rest[1:]
        if rest and rest[0] not in ("0", "1") and len(rest) > 1 and rest[1] in ("0", "1"):
            rest = rest[1:]
        plays = bool(rest) and rest[0] == "1"
        if rest and rest[0] not in ("0", "1"):
            raise Refusal(403)
        data = fields(rest[1]) if len(rest) > 1 else {}
        kind = self.component(name)
        self.remove(slot)
        layer, number = slot
        id = f"cg-{layer}-{number}"
        bounds = self.scrim.call("get", "root", "bounds")["bounds"]
        words = [f"position={bounds[2] / 2:g},{bounds[3] / 2:g}", f"zPosition={layer}"]
        self.ask(["put", id, kind, *words])
        self.shown[slot] = id
        try:
            self.set(id, data)
            if plays:
                self.set(id, {}, step=1)
        except Refusal:
            self.remove(slot)
            raise

    def next(self, id: str) -> None:
        step = self.value(id, "step")
        last = self.value(id, "steps")
        step, last = step if isinstance(step, (int, float)) else 0, last if isinstance(last, (int, float)) else 1
        self.set(id, {}, step=-1 if step < 0 or step >= last else int(step) + 1)

    def clear(self, layer: int | None) -> None:
        for slot in [slot for slot in self.shown if layer is None or slot[0] == layer]:
            self.remove(slot)

    def remove(self, slot: tuple[int, int]) -> None:
        id = self.shown.pop(slot, None)
        if id is not None and self.exists(id):
            self.ask(["remove", id])

    # The daemon

    def component(self, name: str) -> str:
        """The component with this name, in any case: control programs write them large."""
        kinds = self.scrim.call("describe")["kinds"]
        for kind in [name, *[kind for kind in kinds if kind.lower() == name.lower()]]:
            if kind in kinds and self.schema(kind) is not None:
                return str(kind)
        raise Refusal(404)

    def schema(self, kind: str) -> dict[str, Any] | None:
        try:
            return dict(self.scrim.call("describe", kind, format="schema")["properties"])
        except ScrimError:
            return None

    def set(self, id: str, data: dict[str, Any], step: int | None = None) -> None:
        """Sets the fields that the component has; the others are passed over, as CasparCG's templates do."""
        kind = self.value(id, "kind")
        known = self.schema(str(kind)) or {}
        words = [word for key, value in data.items() if key in known for word in [self.word(key, value, known[key])]]
        if step is not None:
            if "step" not in known:
                raise Refusal(403)
            words.append(f"step={step}")
        if words:
            self.ask(["set", id, *words])

    @staticmethod
    def word(key: str, value: Any, schema: dict[str, Any]) -> str:
        """A field as a word in which nothing is read as a reference."""
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, list):
            value = ",".join(str(item) for item in value)
        elif value is None or isinstance(value, dict):
            raise Refusal(403)
        text = str(value)
        if "\0" in text:
            raise Refusal(403)
        is_text = schema.get("type") == "string" and "format" not in schema and "enum" not in schema
        if is_text and (text.startswith("$") or not text):
            escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\r", "").replace("\n", "\\n")
            return f"{key}:='{escaped}'"
        if text.startswith("$"):
            raise Refusal(403)
        return f"{key}={json.dumps(text, ensure_ascii=False)}"

    def exists(self, id: str) -> bool:
        return self.value(id, "kind") is not None

    def value(self, id: str, key: str) -> Any:
        try:
            return self.scrim.call("get", id, key)[key]
        except ScrimError:
            return None

    def ask(self, words: list[str]) -> None:
        try:
            self.scrim.command(" ".join(words))
        except ScrimError:
            raise Refusal(403) from None


class Talk(socketserver.StreamRequestHandler):
    """A control program's connection."""

    stage: Stage

    def handle(self) -> None:
        while True:
            line = self.rfile.readline(MOST_LINE)
            # Half a line at the end does nothing.
            if not line.endswith(b"\n"):
                return
            text = line.rstrip(b"\r\n").decode("utf-8", "replace").strip()
            if not text:
                continue
            if text.split(None, 1)[0].upper() == "BYE":
                return
            try:
                self.wfile.write("".join(f"{line}\r\n" for line in self.answer(text)).encode())
            except OSError:
                return

    def answer(self, text: str) -> list[str]:
        head = ""
        parts = text.split(None, 2)
        if parts[0].upper() == "REQ":
            if len(parts) < 3:
                return ["400 ERROR", text]
            head, text = f"RES {parts[1]} ", parts[2]
        verb = text.split(None, 1)[0].upper()
        if verb == "PING":
            return [head + "PONG" + text[4:]]
        if verb not in ("VERSION", "INFO", "CG", "CLEAR"):
            return [head + "400 ERROR", text]
        try:
            with self.stage.lock:
                lines = self.stage.answer(split(text))
        except Refusal as refusal:
            lines = ["400 ERROR", text] if refusal.code == 400 else [f"{refusal.code} {verb} ERROR"]
        except ConnectionLost:
            lines = [f"501 {verb} FAILED"]
        return [head + lines[0], *lines[1:]]


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: Callable[..., Talk]) -> None:
        super().__init__(address, handler)
        self._room = threading.Semaphore(MOST_CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self._room.acquire(blocking=False):
            return self.shutdown_request(request)
        return super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A control program that goes away is no error."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="scrim amcp")
    parser.add_argument("--socket")
    parser.add_argument("--name")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=5250)
    options = parser.parse_args()
    path = options.socket or socket_path(options.name)
    try:
        Talk.stage = Stage(path)
    except OSError as error:
        print(f"scrim: amcp: no daemon answers at {path}: {error}", file=sys.stderr)
        raise SystemExit(69) from None
    try:
        server = Server((options.host, options.port), Talk)
    except (OSError, OverflowError) as error:
        print(f"scrim: amcp: cannot listen at {options.host}:{options.port}: {error}", file=sys.stderr)
        raise SystemExit(1) from None
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            raise SystemExit(130) from None


if __name__ == "__main__":
    main()
