#!/usr/bin/env python3
"""A dashboard for a screen on the wall: load, memory and time of this machine, with a chart whose range three buttons choose.

    examples/desktop/kiosk.py

The daemon is a service, which systemd starts again when it fails; the dashboard comes back by itself. Once:

    systemctl --user enable --now scrimd@kiosk.socket       # or, without: scrimd --name kiosk --output wayland &

A screen that shows nothing else is one line of cage (`cage -- kiosk.py`), or of sway's configuration (`exec kiosk.py`).

No line says where anything is: stacks lay it all out, on a screen of any size. A button's pressed look is the daemon's business, by
reactions; what a tap does is decided here.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "python"))
from scrim import Event, Scrim  # noqa: E402

ACCENT, INK, QUIET = "#5ac8fa", "#f2f4f8", "#8e97a8"
RANGES = {"range.1": ("1 min", 60), "range.5": ("5 min", 300), "range.15": ("15 min", 900)}
"""Buttons: what stands on them, and how many seconds they show."""


class Machine:
    """What Linux says of itself; each as a text, and as a share of 1."""

    def __init__(self) -> None:
        self._busy, self._total = self._times()

    @staticmethod
    def _times() -> tuple[int, int]:
        times = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
        return sum(times) - times[3] - times[4], sum(times)

    def processor(self) -> tuple[str, float]:
        """Since the last call."""
        busy, total = self._times()
        share = (busy - self._busy) / max(total - self._total, 1)
        self._busy, self._total = busy, total
        return f"{share:.0%}", share

    @staticmethod
    def load() -> tuple[str, float]:
        minute = os.getloadavg()[0]
        return f"{minute:.2f}", min(minute / (os.cpu_count() or 1), 1)

    @staticmethod
    def memory() -> tuple[str, float]:
        fields = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
        total, free = (int(fields[name].split()[0]) / 1048576 for name in ("MemTotal", "MemAvailable"))
        return f"{total - free:.1f} GiB", 1 - free / total


class Dashboard:
    TILES = {"processor": "Processor", "load": "Load, 1 min", "memory": "Memory"}

    def __init__(self, scrim: Scrim, machine: Machine, history: deque[float]) -> None:
        self.scrim = scrim
        self.machine = machine
        self.history = history
        self.range = "range.1"

    def build(self) -> None:
        """Makes the scene anew, in one frame."""
        scrim = self.scrim
        with scrim.transaction():
            scrim.clear()
            scrim.set("main", role="toplevel", fullscreen=True, title="Dashboard", backgroundColor="#0f1218")
            scrim.create("screen", "stack", axis="vertical", margins=28, spacing=20)
            scrim.create("head", "stack", parent="screen", alignment="center")
            self.text("host", "head", os.uname().nodename, 30, INK, layout__grow=1)
            self.text("clock", "head", "", 30, INK)
            scrim.create("tiles", "stack", parent="screen", distribution="fillEqually", spacing=20)
            for id, label in self.TILES.items():
                self.card(id, "tiles", spacing=6)
                self.text(f"{id}.label", id, label, 18, QUIET)
                self.text(f"{id}.value", id, "–", 44, INK)
                # A bar of any width: two colours that meet at the share.
                scrim.create(
                    f"{id}.bar", "gradient", parent=id, layout__basis=8, cornerRadius=4, startPoint=(0, 0), endPoint=(1, 0),
                    colors=(ACCENT, ACCENT, "#2a3040", "#2a3040"), locations=(0, 0, 0, 1))
            self.card("chart", "screen", spacing=16, layout__grow=1)
            scrim.create("chart.head", "stack", parent="chart", alignment="center", spacing=10)
            self.text("chart.label", "chart.head", "Processor", 18, QUIET, layout__grow=1)
            for id, (label, _) in RANGES.items():
                self.button(id, "chart.head", label)
            scrim.create("curve", "canvas", parent="chart", layout__grow=1)
            self.choose(self.range)

    def card(self, id: str, parent: str, **more: object) -> None:
        self.scrim.create(
            id, "stack", parent=parent, axis="vertical", margins=(18, 22), backgroundColor="#191e28", cornerRadius=18, **more)

    def text(self, id: str, parent: str, string: str, size: float, color: str, **more: object) -> None:
        self.scrim.create(id, "text", parent=parent, string=string, fontSize=size, foregroundColor=color, **more)

    def button(self, id: str, parent: str, label: str) -> None:
        self.scrim.create(id, "stack", parent=parent, margins=(10, 20), cornerRadius=21, isInteractive=True)
        self.text(f"{id}.text", id, label, 17, INK)
        self.scrim.on(id, "down", f"animate {id} transform=scale(.9) duration=0.08")
        self.scrim.on(id, "up", f"animate {id} transform=none spring=1,500,14")

    def choose(self, chosen: str) -> None:
        """Shows another range."""
        self.range = chosen
        for id in RANGES:
            self.scrim.set(id, backgroundColor="#2f6f95" if id == chosen else "#2a3040")

    def fit(self) -> None:
        self.scrim.set("screen", frame=self.scrim.get("root", "bounds")["bounds"])

    def draw(self) -> None:
        """The chart, in the size that the stacks have given it."""
        scrim = self.scrim
        _, _, width, height = scrim.get("curve", "bounds")["bounds"]
        seconds = RANGES[self.range][1]
        shown = list(self.history)[-seconds - 1 :]
        points = [
            (width - (len(shown) - 1 - at) * width / seconds, height * (1 - 0.98 * share) - 1) for at, share in enumerate(shown)
        ]
        line = "M " + " L ".join(f"{x:.1f} {y:.1f}" for x, y in points)
        rules = " ".join(f"M 0 {height * part:.1f} H {width}" for part in (0.25, 0.5, 0.75, 1))
        with scrim.transaction():
            scrim.set("curve", drawing="")
            scrim.draw("curve", "stroke", path=rules, color="#ffffff14")
            scrim.draw("curve", "stroke", path=line, color=ACCENT, width=2.5, join="round")
            scrim.draw("curve", "clip", path=f"{line} V {height} H {points[0][0]:.1f} Z")
            scrim.draw("curve", "linearGradient", colors=("#5ac8fa66", "#5ac8fa00"), from_=(0, 0), to=(0, height))

    def measure(self) -> None:
        """What there is now, each bar on its way to it."""
        self.scrim.set("clock", string=time.strftime("%A, %H:%M:%S"))
        for id in self.TILES:
            text, share = getattr(self.machine, id)()
            self.scrim.set(f"{id}.value", string=text)
            self.scrim.animate(f"{id}.bar", locations=(0, share, share, 1), duration=0.5, timing="easeOut")
            if id == "processor":
                self.history.append(share)
        self.draw()

    def answer(self, event: Event) -> None:
        if event.name == "output":
            self.fit()
        elif event["layer"] in RANGES:
            self.choose(event["layer"])
        self.draw()

    def run(self) -> None:
        """For as long as there is a daemon."""
        self.build()
        # The screen's size is told at once, and whenever it changes.
        self.scrim.subscribe("output", "tap")
        due = time.monotonic()
        while True:
            self.measure()
            due = max(due + 1, time.monotonic())
            for event in self.scrim.events(within=max(due - time.monotonic(), 0)):
                self.answer(event)
                if time.monotonic() >= due:
                    break


def main() -> None:
    machine = Machine()
    history: deque[float] = deque(maxlen=901)
    while True:
        try:
            # A name goes before $SCRIM_SOCKET; here it is what is meant without one.
            with Scrim(os.environ.get("SCRIM_SOCKET"), name="kiosk") as scrim:
                Dashboard(scrim, machine, history).run()
        except OSError as error:
            print(f"kiosk: {error}; once more in a second", file=sys.stderr)
            time.sleep(1)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
