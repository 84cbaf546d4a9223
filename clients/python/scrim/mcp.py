"""`scrim mcp`: a Model Context Protocol server on standard input and output, by the official SDK (`pip install scrim[mcp]`).

A language model makes scenes with it and looks at them: lines are run, pictures come back as images. By default they go to a daemon of the
server's own, without a screen, that ends with it; `--name` or `--socket` name one that runs, which is only read unless `--write` is given.

Bounds: 256 KiB of lines a call, 48 KiB of text an answer, 12 moments a look, pictures of 4 million pixels, 60 seconds a call."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

try:
    from mcp.server.mcpserver import Image, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError:
    if __name__ != "__main__":
        raise
    print("scrim mcp: the Python package mcp is not installed: pip install 'scrim[mcp]'", file=sys.stderr)
    raise SystemExit(69) from None

from ._base import ConnectionLost, ScrimError, socket_path
from ._connection import Scrim

MOST_LINES = 256 << 10
MOST_ANSWER = 48 << 10
MOST_MOMENTS = 12
MOST_PIXELS = 4_000_000
SECONDS = 60

INSTRUCTIONS = """Scrim draws scenes of layers that lines of text make. Read the resource scrim://skill first. Then: `run` lines, `look` at the picture,
`check` the file and `explain` what is not seen, correct, look again. `describe` tells the properties of a kind, `render` makes a picture or moments of a whole scene file."""


class Workbench:
    """The daemon that the tools talk to, and `scrim` beside it."""

    def __init__(self, program: str, path: str | None, size: str, is_writing: bool) -> None:
        self.program = program
        self._folder = tempfile.TemporaryDirectory(prefix="scrim-mcp-")
        self._daemon: subprocess.Popen[bytes] | None = None
        if path is None:
            path = f"{self._folder.name}/s"
            beside = Path(program).with_name("scrimd")
            words = [str(beside) if beside.exists() else "scrimd", "--socket", path, "--output", "offscreen", "--size", size]
            words += ["--clock", "manual", "--config", os.devnull]
            self._daemon = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self._connect(path)
        else:
            self.scrim = Scrim(path, timeout=SECONDS, reconnect=5)
        if not is_writing:
            self.scrim.command("session access=read")

    def _connect(self, path: str) -> None:
        for _ in range(500):
            try:
                self.scrim = Scrim(path, timeout=SECONDS)
                return
            except OSError:
                if self._daemon and self._daemon.poll() is not None:
                    break
                time.sleep(0.02)
        raise SystemExit("scrim mcp: scrimd did not start")

    def close(self) -> None:
        self.scrim.close()
        if self._daemon:
            self._daemon.terminate()
            self._daemon.wait()
        self._folder.cleanup()

    def tool(self, words: Sequence[str], text: str) -> subprocess.CompletedProcess[bytes]:
        """Runs `scrim` on a scene of its own, given as standard input."""
        return subprocess.run([self.program, *words], input=text.encode(), capture_output=True, timeout=SECONDS, cwd=self._folder.name)

    def call(self, verb: str, *words: Any) -> Any:
        """What a verb replies; an error of the daemon is the tool's."""
        try:
            return self.scrim.call(verb, *words)
        except ScrimError as error:
            raise ToolError(str(error)) from error

    def size(self) -> str:
        width, height = self.call("get", "main", "size")["size"]
        return f"{width:g}x{height:g}"


def bounded(text: str) -> str:
    """The text, cut where an answer ends."""
    return text if len(text) <= MOST_ANSWER else text[:MOST_ANSWER] + f"\n… cut: {len(text):,} characters in all"


def said(lines: str) -> list[str]:
    """The lines to run, without empty ones and comments, with their numbers kept by empty texts."""
    if len(lines.encode()) > MOST_LINES:
        raise ToolError(f"more than {MOST_LINES:,} bytes of lines: run them in parts")
    return ["" if not line.strip() or line.lstrip().startswith("#") else line.strip() for line in lines.split("\n")]


def moments(at: Sequence[float]) -> list[float]:
    if not at:
        return [0.0]
    if len(at) > MOST_MOMENTS or not all(0 <= time <= 86_400 for time in at):
        raise ToolError(f"at: up to {MOST_MOMENTS} times from 0 to 86400 seconds are expected")
    return list(at)


def check_size(size: str) -> None:
    try:
        width, height = (int(part) for part in size.lower().split("x"))
    except ValueError:
        raise ToolError(f"size: {size!r} is not WIDTHxHEIGHT") from None
    if width < 1 or height < 1 or width * height > MOST_PIXELS:
        raise ToolError(f"size: {size} has not 1 to {MOST_PIXELS:,} pixels")


def pictures(bench: Workbench, scene: str, size: str, at: Sequence[float]) -> list[Any]:
    """Text and image of each moment of a scene."""
    check_size(size)
    out: list[Any] = []
    for moment in moments(at):
        done = bench.tool(["render", "-", "--size", size, "--at", f"{moment:g}", "-o", "-"], scene)
        if done.returncode:
            raise ToolError(bounded(done.stderr.decode(errors="replace").strip()))
        out += [f"at {moment:g} s", Image(data=done.stdout, format="png")]
    return out


def server(bench: Workbench) -> MCPServer[Any]:
    """The tools and resources."""
    app: MCPServer[Any] = MCPServer("scrim", instructions=INSTRUCTIONS, log_level="WARNING")

    @app.tool()
    def run(lines: str) -> str:
        """Runs lines of the protocol, one after another, and tells each that was refused with its number and the reason. Lines that were fine
        stay. Replies with something to say (get, list) are told too."""
        out, refused, count = [], 0, 0
        for number, line in enumerate(said(lines), 1):
            if not line:
                continue
            count += 1
            try:
                reply = bench.scrim.command(line)
                if reply not in (None, ""):
                    out.append(f"{number}: {json.dumps(reply, ensure_ascii=False)}")
            except ScrimError as error:
                refused += 1
                out.append(f"{number}: error {error}\n    {line}")
        out.append(f"{count - refused} of {count} lines were carried out")
        return bounded("\n".join(out))

    @app.tool(structured_output=False)
    def look(at: list[float] = [], layer: str = "", scale: float = 1) -> list[Any]:
        """A picture of the scene as it is now, or of one layer; with `at`, pictures of the scene so many seconds from now on, which change nothing."""
        if at:
            return pictures(bench, "\n".join(bench.call("dump")) + "\n", bench.size(), at)
        options: dict[str, Any] = {"scale": scale} | ({"layer": layer} if layer else {})
        try:
            return [Image(data=bench.scrim.snapshot(**options), format="png")]
        except ScrimError as error:
            raise ToolError(str(error)) from error

    @app.tool(structured_output=False)
    def render(lines: str, size: str = "1280x720", at: list[float] = []) -> list[Any]:
        """Pictures of a whole scene file at moments, in a daemon of their own: what is running stays as it is. The first error ends it with its line."""
        said(lines)
        return pictures(bench, lines if lines.endswith("\n") else lines + "\n", size, at)

    @app.tool()
    def check(lines: str, seconds: float = 0) -> str:
        """All that is wrong with a whole scene file, or may be, in one run: refused lines, texts that overflow or are cut, contrast, layers never seen,
        and more, each with its line and, where one is known, a line that mends it. `seconds`: how long it is looked at; by default to its last animation."""
        said(lines)
        words = ["check", "--json", *(["--seconds", f"{seconds:g}"] if seconds > 0 else []), "-"]
        done = bench.tool(words, lines if lines.endswith("\n") else lines + "\n")
        if done.returncode not in (0, 1, 2):
            raise ToolError(bounded(done.stderr.decode(errors="replace").strip()))
        return bounded(done.stdout.decode(errors="replace").strip() or "nothing was found")

    @app.tool()
    def explain(id: str) -> str:
        """Why a layer is or is not seen (hidden, outside, covered, empty, transparent), and what it costs."""
        return bounded(json.dumps(bench.call("explain", id), ensure_ascii=False))

    @app.tool()
    def describe(topic: str = "") -> str:
        """The kinds and verbs, or, of one kind, its properties with types, defaults, ranges and help. Topics too: verbs, events, filters, errors."""
        return bounded(json.dumps(bench.call("describe", *([topic] if topic else [])), ensure_ascii=False))

    @app.tool()
    def dump(id: str = "") -> str:
        """The lines that make the scene, or one object with all below it, again."""
        return bounded("\n".join(bench.call("dump", *([id] if id else []))))

    @app.tool()
    def undo(steps: int = 1) -> str:
        """Takes back the last changes that `run` made."""
        return f"{bench.call('undo', steps)['count']} steps were taken back"

    @app.resource("scrim://skill", mime_type="text/markdown")
    def skill() -> str:
        """How scenes are written, in a few pages."""
        return skill_text()

    @app.resource("scrim://reference/{topic}", mime_type="application/json")
    def reference(topic: str) -> str:
        """What `describe` says of a kind, or of verbs, events, errors, filters."""
        return json.dumps(bench.call("describe", topic), ensure_ascii=False, indent=1)

    return app


def skill_text() -> str:
    """The page for programs that write scenes: beside the package, of the checkout, or as installed."""
    here = Path(__file__).resolve()
    for folder in here.parents:
        for name in ("docs/agents/SKILL.md", "share/scrim/agents/SKILL.md"):
            if (folder / name).is_file():
                return (folder / name).read_text()
    for folder in (Path("/usr/share/scrim"), Path("/usr/local/share/scrim"), Path.home() / ".local/share/scrim"):
        if (folder / "agents/SKILL.md").is_file():
            return (folder / "agents/SKILL.md").read_text()
    return INSTRUCTIONS


def main() -> None:
    parser = argparse.ArgumentParser(prog="scrim mcp", description="Serves the tools run, check, look, render, explain, describe, dump and undo to language models.")
    parser.add_argument("--name", help="the running daemon of this name, instead of one of its own")
    parser.add_argument("--socket", help="the running daemon at this socket")
    parser.add_argument("--write", action="store_true", help="change a running daemon, too; one of its own is always changed")
    parser.add_argument("--size", default="1280x720", help="the size of its own daemon's output (default: 1280x720)")
    parser.add_argument("--scrim", default=os.environ.get("SCRIM_PROGRAM", "scrim"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        check_size(options.size)
    except ToolError as error:
        parser.error(str(error))
    path = options.socket or (socket_path(options.name) if options.name else None)
    try:
        bench = Workbench(options.scrim, path, options.size, options.write or path is None)
    except (OSError, ConnectionLost) as error:
        print(f"scrim mcp: no daemon answers at {path}: {error}", file=sys.stderr)
        raise SystemExit(69) from error
    try:
        server(bench).run("stdio")
    finally:
        bench.close()


if __name__ == "__main__":
    main()
