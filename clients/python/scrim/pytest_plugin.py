"""The pytest fixture `scrim`: a daemon of the test's own without a screen, and pictures that are compared.

    def test_card(scrim):
        scrim.put("card", "layer", frame=(20, 20, 200, 120), backgroundColor="teal")
        scrim.assert_picture("card")

compares what is seen with `pictures/card.png` beside the test's file, byte by byte. `pytest --scrim-update` writes the expected
pictures. When they differ, the three pictures `card.expected.png`, `card.actual.png` and `card.difference.png` are in `--scrim-out`
(scrim-pictures/). Scene time stands still until `scrim.tick(0.5)`, so that pictures are the same each time.

`@pytest.mark.scrim(size="640x480", clock="manual", arguments=[…])` says how the daemon is started.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ._base import Value
from ._connection import Scrim
from .pictures import Picture, difference

__all__ = ["ScrimTest"]


class ScrimTest(Scrim):
    """A connection to the test's own daemon."""

    def __init__(self, path: str, pictures: Path, out: Path, is_update: bool) -> None:
        super().__init__(path, timeout=60)
        self._pictures, self._out, self._is_update = pictures, out, is_update

    def picture(self, **options: Value) -> Picture:
        """What is seen, as pixels; `layer=`, `rect=` and `scale=` as for `snapshot`."""
        return Picture.png(self.snapshot(**options))

    def assert_picture(self, name: str, *, tolerance: int = 0, pixels: int = 0, **options: Value) -> None:
        """Fails when what is seen is not the expected picture of this name.

        `tolerance`: how far each channel may be off, of 255. `pixels`: how many pixels may be off by more than that. Other options
        are those of `snapshot`."""
        __tracebackhide__ = True
        data = self.snapshot(**options)
        there = self._pictures / f"{name}.png"
        if self._is_update:
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(data)
            return
        self._out.mkdir(parents=True, exist_ok=True)
        actual = self._out / f"{name}.actual.png"
        actual.parent.mkdir(parents=True, exist_ok=True)
        if not there.exists():
            actual.write_bytes(data)
            pytest.fail(f"no picture {there} yet: look at {actual}, then pytest --scrim-update accepts it")
        expected, seen = Picture.png(there.read_bytes()), Picture.png(data)
        found = difference(expected, seen, tolerance)
        others = [actual.with_name(f"{Path(name).name}.{kind}.png") for kind in ("actual", "expected", "difference")]
        if not found or found.count <= pixels:
            for path in others:
                path.unlink(missing_ok=True)
            return
        for path, picture in zip(others, [data, there.read_bytes(), found.picture.to_png()]):
            path.write_bytes(picture)
        if (expected.width, expected.height) != (seen.width, seen.height):
            why = f"{seen.width}x{seen.height} pixels, {expected.width}x{expected.height} were expected"
        else:
            x, y = found.first
            why = f"{found.count} pixels differ, by {found.largest} at most; the first is {x},{y}: {seen[x, y]}, not {expected[x, y]}"
        pytest.fail(f"{name}: {why}\n" + "\n".join(f"  {path}" for path in others))


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("scrim")
    group.addoption("--scrim-update", action="store_true", help="write the expected pictures")
    group.addoption("--scrim-out", default="scrim-pictures", help="where pictures that differ go (scrim-pictures)")
    group.addoption("--scrimd", default=None, help="the daemon (default: $SCRIMD, else scrimd in PATH)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "scrim(size, clock, arguments): how the fixture's daemon is started")


def _answers(path: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        return probe.connect_ex(path) == 0


@pytest.fixture
def scrim(request: pytest.FixtureRequest) -> Iterator[ScrimTest]:
    """A daemon of the test's own, without a screen and with a clock that stands still."""
    options: dict[str, Any] = {"size": "640x480", "clock": "manual", "arguments": []}
    marker = request.node.get_closest_marker("scrim")
    if marker:
        unknown = set(marker.kwargs) - set(options)
        if unknown or marker.args:
            raise pytest.UsageError(f"scrim(size, clock, arguments): {', '.join(map(str, [*marker.args, *unknown]))} is none of them")
        options.update(marker.kwargs)
    program = request.config.getoption("--scrimd") or os.environ.get("SCRIMD") or shutil.which("scrimd")
    if not program:
        pytest.fail("no scrimd in PATH: --scrimd or $SCRIMD says where it is")
    # Not below the test's own folder: a socket's path has at most 107 bytes.
    with tempfile.TemporaryDirectory(prefix="scrim-") as folder, open(Path(folder) / "log", "wb+") as log:
        path = f"{folder}/s"
        config = Path(folder) / "scrimd.scrim"
        config.write_text("")
        command = [program, "--socket", path, "--output", "offscreen", "--size", options["size"], "--clock", options["clock"],
                   "--config", str(config), *options["arguments"]]
        daemon = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            end = time.monotonic() + 30
            while not _answers(path):
                if daemon.poll() is not None or time.monotonic() > end:
                    log.seek(0)
                    pytest.fail(f"{program} did not start: {log.read().decode(errors='replace')}")
                time.sleep(0.005)
            out = Path(str(request.config.getoption("--scrim-out")))
            out = out if out.is_absolute() else request.config.rootpath / out
            with ScrimTest(path, request.path.parent / "pictures", out, bool(request.config.getoption("--scrim-update"))) as connection:
                yield connection
        finally:
            daemon.terminate()
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
