"""The workloads of WORKLOADS.md as lines for the daemon: for each a scene and, for frame f, its changes."""

import math
import os


class Chance:
    def __init__(self, seed=12345):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.state >> 16) % n

    def item(self, width, height):
        x, y = self.below(width), self.below(height)
        return x, y, *(64 + self.below(192) for _ in range(3))


def color(r, g, b, alpha=None):
    return f"#{r:02x}{g:02x}{b:02x}" + ("" if alpha is None else f"{alpha:02x}")


BACKGROUND = "set root backgroundColor=#203040"


def to_and_fro(names, centers):
    """All move by a pixel to the right, and back in the next frame."""
    here = [f"set {n} position={x},{y}" for n, (x, y) in zip(names, centers)]
    there = [f"set {n} position={x + 1},{y}" for n, (x, y) in zip(names, centers)]
    return lambda f: there if f % 2 else here


def cards(between=False):
    chance = Chance()
    items = [chance.item(1621, 781) for _ in range(200)]
    look = "cornerRadius=20 borderWidth=5 borderColor=white shadowOpacity=0.5 shadowRadius=5 shadowOffset=0,5"
    scene = [
        f"create c{i} layer frame={x},{y},300,200 {look} backgroundColor={color(*c)}"
        for i, (x, y, *c) in enumerate(items)
    ]
    if between:
        return scene, lambda f: [
            f"set c{i} position={x + 150 + f * (0.13 + i * 0.0037) % 40:.4f},{y + 100 + f * (0.11 + i * 0.0029) % 30:.4f}"
            for i, (x, y, *_) in enumerate(items)
        ]
    names = [f"c{i}" for i in range(200)]
    return scene, to_and_fro(names, [(x + 150, y + 100) for x, y, *_ in items])


def mover(count):
    chance = Chance()
    scene = []
    for i in range(count):
        x, y, *c = chance.item(1897, 1057)
        scene.append(f"create n{i} layer frame={x},{y},24,24 cornerRadius=6 backgroundColor={color(*c)}")
    scene.append("create m layer frame=0,500,100,100 backgroundColor=rgba(255,0,0,.5)")
    return scene, lambda f: [f"set m position={7 * f % 1820 + 50},550"]


def rectangles():
    chance = Chance()
    items = [chance.item(1857, 1017) for _ in range(2000)]
    scene = [
        f"create n{i} layer frame={x},{y},64,64 backgroundColor={color(*c, 128)}"
        for i, (x, y, *c) in enumerate(items)
    ]
    return scene, lambda f: [
        f"set n{i} position={(x + f * (1 + i % 5)) % 1857 + 32},{(y + f * (1 + i % 3)) % 1017 + 32}"
        for i, (x, y, *_) in enumerate(items)
    ]


def blob(center, radii):
    p = [(center + r * math.cos(math.tau * k / 10), 60 + r * math.sin(math.tau * k / 10)) for k, r in enumerate(radii)]
    text = "M %.3f %.3f" % p[0]
    for k in range(10):
        before, a, b, after = p[k - 1], p[k], p[(k + 1) % 10], p[(k + 2) % 10]
        first = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        second = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        text += " C %.3f %.3f %.3f %.3f %.3f %.3f" % (*first, *second, *b)
    return text + " Z"


def star(center):
    angles = [math.tau * (2 * k % 5) / 5 - math.pi / 2 for k in range(5)]
    return "M " + " L ".join("%.3f %.3f" % (center + 60 * math.cos(a), 60 + 60 * math.sin(a)) for a in angles) + " Z"


def paths(kind, moved):
    chance = Chance()
    items = []
    for _ in range(1000):
        x, y, *c = chance.item(1801, 961)
        items.append((x, y, color(*c), [60 * (0.75 + 0.25 * chance.below(1000) / 1000) for _ in range(10)]))

    def path(item, shift):
        return star(60 + shift) if kind == "star" else blob(60 + shift, item[3])

    style = {
        "blob": "fillColor=%s", "star": "fillColor=%s fillRule=evenOdd",
        "stroke": "fillColor=none strokeColor=%s lineWidth=8 lineJoin=round",
    }[kind]
    scene = [
        f'create s{i} shape frame={item[0]},{item[1]},120,120 path="{path(item, 0)}" {style % item[2]}'
        for i, item in enumerate(items)
    ]
    if moved:
        return scene, to_and_fro([f"s{i}" for i in range(1000)], [(x + 60, y + 60) for x, y, *_ in items])
    return scene, lambda f: [f'set s{i} path="{path(item, 0.002 * f)}"' for i, item in enumerate(items)]


def shadow(moved):
    scene = [
        "create a layer frame=500,200,600,400 cornerRadius=20 backgroundColor=white shadowOpacity=0.5 shadowRadius=20 "
        "shadowOffset=0,10"
    ]
    if moved:
        return scene, lambda f: [f"set a position={(100 + 7 * f) % 1000 + 400},400"]
    return scene, lambda f: [f"set a frame=500,200,{500 + 7 * f % 200},{350 + 5 * f % 100}"]


def picture(folder, sampling, turn=0):
    path = os.path.join(folder, "photo.png")
    scene = [
        f"create im layer frame=0,0,1920,1080 contents={path} minificationFilter={sampling} "
        f'magnificationFilter={sampling} transform="rotate({turn}deg)"'
    ]
    return scene, lambda f: [f"set main backgroundColor=#{f % 2:02x}0000"]


def groups():
    chance = Chance()
    scene, places = [], []
    for i in range(20):
        x, y = chance.below(1341), chance.below(646)
        places.append((x + 290, y + 217.5))
        scene.append(f"create g{i} layer frame={x},{y},580,435 opacity=0.5")
        for j in range(10):
            c = [64 + chance.below(192) for _ in range(3)]
            scene.append(
                f"create g{i}.{j} layer parent=g{i} frame={20 * j},{15 * j},400,300 backgroundColor={color(*c)}")
    return scene, to_and_fro([f"g{i}" for i in range(20)], places)


def line(number, salt):
    chance = Chance(4242 + number + salt * 1000)
    letters = [chance.below(30) for _ in range(60)]
    return "".join(chr(97 + n) if n < 26 else " " for n in letters)


def text(new):
    spots = [((i // 50) * 480 + 4, (i % 50) * 21 + 3) for i in range(200)]
    scene = ["set root backgroundColor=white"]
    for i, (x, y) in enumerate(spots):
        scene.append(
            f'create t{i} text font="DejaVu Sans" fontSize=16 foregroundColor=black anchorPoint=0,0 position={x},{y} '
            f'string="{line(i, 0)}"')
    if new:
        return scene, lambda f: [f'set t{i} string="{line(i, f)}"' for i in range(200)]
    return scene, to_and_fro([f"t{i}" for i in range(200)], spots)


def workloads(folder):
    """Names in the order of the table, and for each a function that makes the scene."""
    return {
        "W1": cards,
        "W1-between": lambda: cards(between=True),
        "W2-100": lambda: mover(100),
        "W2-10000": lambda: mover(10_000),
        "W2-100000": lambda: mover(100_000),
        "W2-1000000": lambda: mover(1_000_000),
        "W3": rectangles,
        "W4-blob-new": lambda: paths("blob", False),
        "W4-blob-moved": lambda: paths("blob", True),
        "W4-star-new": lambda: paths("star", False),
        "W4-star-moved": lambda: paths("star", True),
        "W4-stroke-new": lambda: paths("stroke", False),
        "W4-stroke-moved": lambda: paths("stroke", True),
        "W5-grow": lambda: shadow(False),
        "W5-moved": lambda: shadow(True),
        "W6-bilinear": lambda: picture(folder, "linear"),
        "W6-nearest": lambda: picture(folder, "nearest"),
        "W6-turned": lambda: picture(folder, "linear", 7),
        "W7": groups,
        "W8-moved": lambda: text(False),
        "W8-new": lambda: text(True),
    }
