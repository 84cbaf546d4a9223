#!/usr/bin/env python3
"""Flo counts the glasses of water of a day: a gauge with a + and a − button, and a graph of the week behind it.

    examples/flo.py [--socket PATH]

A tap on the gauge turns it over to the graph, and back. Where nobody has a pointer the two fade into each other by
themselves, every few seconds.

The gauge and the graph are canvases: each `draw` is one call of a drawing API, kept by the daemon as vectors. The rest are
layers: text, a stack for the days' letters, a transition for the turn.
"""

from __future__ import annotations

import argparse
import datetime
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "clients" / "python"))
from scrim import Scrim, ScrimError  # noqa: E402

GOAL = 8
"""Glasses a day."""
WEEK = [4, 2, 6, 4, 5, 8, 3]
"""Of the last seven days; the last is today."""

Point = tuple[float, float]


class Gauge:
    """The day's glasses as an arc of segments, open at the foot; those that are drunk are outlined."""

    ID = "flo.counter"
    SIZE = 230.0
    WIDTH = 76.0
    BEGIN, END = 0.75 * math.pi, 2.25 * math.pi
    """Clockwise from the right, as angles go where y points down."""
    MIDDLE = SIZE / 2

    @classmethod
    def create(cls, scrim: Scrim) -> None:
        side = cls.SIZE
        scrim.create(cls.ID, "layer", parent="flo.card", frame=(35, 35, side, side), isInteractive=True)
        scrim.create("flo.gauge", "canvas", parent=cls.ID, frame=(0, 0, side, side))
        scrim.create(
            "flo.count", "text", parent=cls.ID, frame=(65, 75, 100, 80), fontSize=48, font="sans bold",
            alignmentMode="center", verticalAlignment="center", foregroundColor="#226e64",
        )

    @classmethod
    def show(cls, scrim: Scrim, count: int) -> None:
        """Draws the gauge again for that many glasses."""
        middle, radius = cls.MIDDLE, cls.SIZE / 2
        scrim.set("flo.count", string=str(count))
        scrim.set("flo.gauge", drawing="")
        scrim.draw(
            "flo.gauge", "stroke", path=arc(middle, radius - cls.WIDTH / 2, cls.BEGIN, cls.END),
            color="#57dad5", width=cls.WIDTH,
        )
        segment = (cls.END - cls.BEGIN) / GOAL
        end = cls.BEGIN + segment * count
        if count > 0:
            outer, inner = radius - 2.5, radius - cls.WIDTH + 2.5
            outline = arc(middle, outer, cls.BEGIN, end) + " " + arc(middle, inner, end, cls.BEGIN, "ccw") + " Z"
            scrim.draw("flo.gauge", "stroke", path=outline, color="#226e64", width=5)
        # A marker between glasses: each the same rectangle, drawn from the middle of the gauge, turned.
        scrim.draw("flo.gauge", "save")
        scrim.draw("flo.gauge", "translate", (middle, middle))
        for glass in range(1, GOAL + 1):
            scrim.draw("flo.gauge", "save")
            scrim.draw("flo.gauge", "rotate", cls.BEGIN + segment * glass - math.pi / 2)
            scrim.draw("flo.gauge", "translate", (0, radius - 10))
            scrim.draw("flo.gauge", "fill", path="rect(-2.5,0,5,10)", color="#226e64")
            scrim.draw("flo.gauge", "restore")
        scrim.draw("flo.gauge", "restore")


class Graph:
    """The week as a curve over a gradient."""

    ID = "flo.graph"
    WIDTH, HEIGHT = 300.0, 250.0
    MARGIN, TOP, BOTTOM = 20.0, 60.0, 50.0
    COLORS = ("#fae9de", "#fc4f08")

    @classmethod
    def create(cls, scrim: Scrim) -> None:
        width, height = cls.WIDTH, cls.HEIGHT
        scrim.create(
            cls.ID, "layer", parent="flo.card", frame=(0, 25, width, height), isInteractive=True, isHidden=True)
        scrim.create("flo.curve", "canvas", parent=cls.ID, frame=(0, 0, width, height))
        # On the light part of the gradient; what lies on the dark part is white.
        cls._label(scrim, "flo.title", (cls.MARGIN, 10), "Water Drunk", 16, "#8a3310")
        cls._label(scrim, "flo.average", (cls.MARGIN, 32), "", 12, "#8a3310")
        cls._label(scrim, "flo.most", (width - 18, cls.TOP - 8), "", 11, "#8a3310")
        cls._label(scrim, "flo.least", (width - 18, height - cls.BOTTOM - 8), "0", 11)
        # Equal parts whose middles are the curve's columns: the outer ones stand half a part beyond the margins.
        part = (width - 2 * cls.MARGIN) / (len(WEEK) - 1)
        scrim.create(
            "flo.days", "stack", parent=cls.ID, distribution="fillEqually",
            frame=(cls.MARGIN - part / 2, height - 34, width - 2 * cls.MARGIN + part, 18),
        )
        today = datetime.date.today()
        for back in range(len(WEEK) - 1, -1, -1):
            letter = "MTWTFSS"[(today - datetime.timedelta(days=back)).weekday()]
            scrim.create(
                f"flo.day{back}", "text", parent="flo.days", string=letter, fontSize=13, alignmentMode="center")

    @staticmethod
    def _label(scrim: Scrim, id: str, at: Point, string: str, size: float, color: str = "#fff") -> None:
        scrim.create(
            id, "text", parent=Graph.ID, anchorPoint=(0, 0), position=at, string=string, fontSize=size,
            foregroundColor=color)

    @classmethod
    def show(cls, scrim: Scrim, values: Sequence[int]) -> None:
        """Draws the graph again for these days."""
        width, height, most = cls.WIDTH, cls.HEIGHT, max(max(values), 1)
        foot = height - cls.BOTTOM
        step = (width - 2 * cls.MARGIN) / (len(values) - 1)
        points = [
            (cls.MARGIN + step * day, foot - (foot - cls.TOP) * value / most) for day, value in enumerate(values)
        ]
        line = curve(points)
        scrim.set("flo.average", string=f"Average: {sum(values) / len(values):.1f}")
        scrim.set("flo.most", string=str(most))
        scrim.set("flo.curve", drawing="")
        scrim.draw("flo.curve", "clip", path=f"rrect(0,0,{width},{height},8)")
        scrim.draw("flo.curve", "linearGradient", colors=cls.COLORS, **{"from": (0, 0), "to": (0, height)})
        # The same gradient beneath the curve, from its highest point on.
        scrim.draw("flo.curve", "save")
        scrim.draw("flo.curve", "clip", path=f"{line} L {points[-1][0]:g} {height:g} L {points[0][0]:g} {height:g} Z")
        scrim.draw(
            "flo.curve", "linearGradient", colors=cls.COLORS,
            **{"from": (0, min(y for _, y in points)), "to": (0, height)},
        )
        scrim.draw("flo.curve", "restore")
        scrim.draw("flo.curve", "stroke", path=line, color="#fff", width=2)
        dots = " ".join(f"circle({x:g},{y:g},2.5)" for x, y in points)
        scrim.draw("flo.curve", "fill", path=dots, color="#fff")
        rules = " ".join(
            f"M {cls.MARGIN:g} {y:g} L {width - cls.MARGIN:g} {y:g}" for y in (cls.TOP, (cls.TOP + foot) / 2, foot))
        scrim.draw("flo.curve", "stroke", path=rules, color="#ffffff4d", width=1)


def arc(middle: float, radius: float, begin: float, end: float, way: str = "cw") -> str:
    """A part of a circle around (middle, middle), as path data."""
    return f"arc({middle:g},{middle:g},{radius:g},{begin:.6g},{end:.6g},{way})"


def curve(points: Sequence[Point]) -> str:
    """A smooth line through points from left to right that never rises above nor falls below its neighbours.

    Cubic Hermite with the slopes of Fritsch and Butland's monotone interpolation (SIAM J. Sci. Stat. Comput. 5, 1984).
    """
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(points, points[1:])]
    tangents = [slopes[0], *(2 * a * b / (a + b) if a * b > 0 else 0 for a, b in zip(slopes, slopes[1:])), slopes[-1]]
    parts = [f"M {points[0][0]:g} {points[0][1]:g}"]
    for (a, b), (from_slope, to_slope) in zip(zip(points, points[1:]), zip(tangents, tangents[1:])):
        third = (b[0] - a[0]) / 3
        parts.append(
            f"C {a[0] + third:g} {a[1] + from_slope * third:g} {b[0] - third:g} {b[1] - to_slope * third:g}"
            f" {b[0]:g} {b[1]:g}")
    return " ".join(parts)


def button(scrim: Scrim, id: str, middle: Point, side: float, sign: str, color: str) -> None:
    """A circle with a + or a − in it that answers a press at once, by itself."""
    scrim.create(
        id, "canvas", parent="flo", position=middle, bounds=(0, 0, side, side), cornerRadius=side / 2, isInteractive=True)
    half, arm = side / 2, side * 0.3
    scrim.draw(id, "fill", path=f"circle({half:g},{half:g},{half:g})", color=color)
    path = f"M {half - arm:g} {half:g} H {half + arm:g}"
    if sign == "+":
        path += f" M {half:g} {half - arm:g} V {half + arm:g}"
    scrim.draw(id, "stroke", path=path, color="#fff", width=3)
    scrim.on(id, "down", f"animate {id} transform=scale(0.9) duration=0.1")
    scrim.on(id, "up", f"animate {id} transform=none spring=1,300,12")


class Flo:
    """The whole of it: what has been drunk, and which side is seen."""

    def __init__(self, scrim: Scrim) -> None:
        self.scrim = scrim
        self.values = list(WEEK)
        self.shows_graph = False
        self.turns = 0

    def build(self) -> None:
        """Makes the scene anew, in the middle of the screen, in one frame."""
        scrim = self.scrim
        if "flo" in scrim.list():
            scrim.remove("flo")
        x, y, width, height = scrim.get("root", "bounds")["bounds"]
        with scrim.transaction():
            scrim.create(
                "flo", "layer", position=(x + width / 2, y + height / 2), bounds=(0, 0, 340, 500), cornerRadius=24,
                backgroundColor="#f5f0e6")
            scrim.create("flo.card", "layer", parent="flo", frame=(20, 30, 300, 300))
            Gauge.create(scrim)
            Graph.create(scrim)
            button(scrim, "flo.plus", (170, 390), 76, "+", "#57dad5")
            button(scrim, "flo.minus", (170, 463), 40, "−", "#ee4d4d")
            Gauge.show(scrim, self.values[-1])
            Graph.show(scrim, self.values)

    def drink(self, glasses: int) -> None:
        """Counts glasses of today, at least none and at most the goal."""
        count = min(max(self.values[-1] + glasses, 0), GOAL)
        self.values[-1] = count
        with self.scrim.transaction():
            Gauge.show(self.scrim, count)
            Graph.show(self.scrim, self.values)

    def turn(self, how: str = "flip") -> None:
        """Shows the other side."""
        seen, other = (Graph.ID, Gauge.ID) if self.shows_graph else (Gauge.ID, Graph.ID)
        self.turns += 1
        # One may still run: each has a name of its own. `from` is a word of Python, so the line's words stand in a mapping.
        self.scrim.create(
            f"flo.turn{self.turns}", "transition", showHide=True, type=how, subtype="fromLeft" if self.shows_graph else "fromRight",
            duration=0.8 if how == "flip" else 0.5, timing="easeInOut", **{"from": seen, "to": other})
        self.shows_graph = not self.shows_graph

    def run(self, every: float) -> None:
        """Answers taps for ever; until the first sign of a pointer the sides change by themselves, in so many seconds."""
        taps: dict[str, Callable[[], None]] = {
            "flo.plus": lambda: self.drink(1),
            "flo.minus": lambda: self.drink(-1),
            Gauge.ID: self.turn,
            Graph.ID: self.turn,
        }
        has_pointer = False
        self.scrim.subscribe("tap", "pointer")
        while True:
            for event in self.scrim.events(within=every):
                has_pointer = True
                if event.name == "tap" and event["layer"] in taps:
                    taps[event["layer"]]()
            if not has_pointer:
                self.turn("fade")


def main() -> None:
    """Builds the scene and answers taps until it is interrupted."""
    arguments = argparse.ArgumentParser(description="A counter of glasses of water, for a running scrimd.")
    arguments.add_argument("--socket", help="the daemon's socket (default: $SCRIM_SOCKET, else the daemon's usual place)")
    arguments.add_argument("--every", type=float, default=5, metavar="SECONDS", help="between fades, without a pointer")
    options = arguments.parse_args()
    with Scrim(options.socket) as scrim:
        flo = Flo(scrim)
        flo.build()
        flo.run(options.every)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
    except (OSError, ScrimError) as error:
        sys.exit(f"flo: {error}")
