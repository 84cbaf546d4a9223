"""SVG's path data: read into lines and cubics, for their extent; written as Scrim reads it."""
import math
import re

from .lines import number

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def arc(x0, y0, rx, ry, angle, large, sweep, x, y):
    """An elliptical arc as cubics (SVG 1.1, F.6)."""
    rx, ry = abs(rx), abs(ry)
    if rx == 0 or ry == 0 or (x0, y0) == (x, y):
        return [("L", x, y)]
    a = math.radians(angle)
    cos, sin = math.cos(a), math.sin(a)
    dx, dy = (x0 - x) / 2, (y0 - y) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = (px / rx) ** 2 + (py / ry) ** 2
    if grow > 1:
        rx, ry = rx * math.sqrt(grow), ry * math.sqrt(grow)
    root = max(0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2) / ((rx * py) ** 2 + (ry * px) ** 2)
    k = (-1 if large == sweep else 1) * math.sqrt(root)
    cx, cy = k * rx * py / ry, -k * ry * px / rx
    mx, my = cos * cx - sin * cy + (x0 + x) / 2, sin * cx + cos * cy + (y0 + y) / 2
    start = math.atan2((py - cy) / ry, (px - cx) / rx)
    extent = math.atan2((-py - cy) / ry, (-px - cx) / rx) - start
    if sweep and extent < 0:
        extent += 2 * math.pi
    if not sweep and extent > 0:
        extent -= 2 * math.pi
    parts = max(1, math.ceil(abs(extent) / (math.pi / 2) - 1e-9))
    step = extent / parts
    k = 4 / 3 * math.tan(step / 4)

    def point(ux, uy):
        return cos * rx * ux - sin * ry * uy + mx, sin * rx * ux + cos * ry * uy + my

    result = []
    for part in range(parts):
        b, e = start + part * step, start + (part + 1) * step
        c1 = point(math.cos(b) - k * math.sin(b), math.sin(b) + k * math.cos(b))
        c2 = point(math.cos(e) + k * math.sin(e), math.sin(e) - k * math.cos(e))
        end = (x, y) if part == parts - 1 else point(math.cos(e), math.sin(e))
        result.append(("C", *c1, *c2, *end))
    return result


def parse(text):
    """Absolute M, L, C and Z; what follows an error is dropped, as SVG says. True when there was none."""
    segments, at = [], 0
    x = y = sx = sy = 0.0
    control, last = None, ""
    text = text or ""
    skip = re.compile(r"[\s,]*")
    command = ""
    while True:
        at = skip.match(text, at).end()
        if at == len(text):
            return segments, True
        if text[at].isalpha():
            command, at = text[at], at + 1
            if command.upper() not in COUNTS or not segments and command.upper() != "M":
                return segments, False
        elif not command or command in "zZ":
            return segments, False
        upper, values = command.upper(), []
        for index in range(COUNTS[upper]):
            at = skip.match(text, at).end()
            flag = re.compile("[01]").match(text, at) if upper == "A" and index in (3, 4) else None
            found = flag if upper == "A" and index in (3, 4) else NUMBER.match(text, at)
            if not found:
                return segments, False
            values.append(float(found.group()))
            at = found.end()
        if command.islower():
            moved = {"H": [x], "V": [y], "A": [0, 0, 0, 0, 0, x, y]}.get(upper, [x, y] * 3)
            values = [value + by for value, by in zip(values, moved)]
        if upper == "Z":
            segments.append(("Z",))
            x, y = sx, sy
        elif upper == "M":
            x, y = sx, sy = values
            segments.append(("M", x, y))
            command = "l" if command == "m" else "L"
        elif upper in "LHV":
            x = values[0] if upper in "LH" else x
            y = values[-1] if upper in "LV" else y
            segments.append(("L", x, y))
        elif upper in "CS":
            if upper == "S":
                values = [*(2 * x - control[0], 2 * y - control[1])] + values if control and last in "CS" else [x, y] + values
            segments.append(("C", *values))
            control, (x, y) = values[2:4], values[4:6]
        elif upper in "QT":
            if upper == "T":
                values = [*(2 * x - control[0], 2 * y - control[1])] + values if control and last in "QT" else [x, y] + values
            qx, qy, ex, ey = values
            segments.append(("C", x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y), ex + 2 / 3 * (qx - ex), ey + 2 / 3 * (qy - ey), ex, ey))
            control, (x, y) = [qx, qy], (ex, ey)
        elif upper == "A":
            segments += arc(x, y, *values)
            x, y = values[5:]
        last = upper


def write(segments):
    return " ".join(" ".join([part[0], *map(number, part[1:])]) for part in segments)


def extent(segments):
    """x, y, width and height of the curves themselves; None of nothing."""
    xs, ys, x, y = [], [], 0, 0
    for part in segments:
        if part[0] == "Z":
            continue
        if part[0] == "C":
            for axis, values in ((0, xs), (1, ys)):
                p = [(x, y)[axis], part[1 + axis], part[3 + axis], part[5 + axis]]
                a, b, c = -p[0] + 3 * p[1] - 3 * p[2] + p[3], 2 * (p[0] - 2 * p[1] + p[2]), p[1] - p[0]
                roots = []
                if abs(a) > 1e-12:
                    d = b * b - 4 * a * c
                    roots = [(-b + s * math.sqrt(d)) / (2 * a) for s in (1, -1)] if d >= 0 else []
                elif abs(b) > 1e-12:
                    roots = [-c / b]
                for t in roots:
                    if 0 < t < 1:
                        values.append((1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t * t * p[2] + t**3 * p[3])
        x, y = part[-2:]
        xs.append(x)
        ys.append(y)
    return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else None


def ellipse(cx, cy, rx, ry):
    return [("M", cx + rx, cy)] + [
        part
        for (x0, y0), (x, y) in zip(
            [(cx + rx, cy), (cx, cy + ry), (cx - rx, cy), (cx, cy - ry)],
            [(cx, cy + ry), (cx - rx, cy), (cx, cy - ry), (cx + rx, cy)])
        for part in arc(x0, y0, rx, ry, 0, 0, 1, x, y)
    ] + [("Z",)]


def rectangle(x, y, w, h, rx=0, ry=0):
    if not rx or not ry:
        return [("M", x, y), ("L", x + w, y), ("L", x + w, y + h), ("L", x, y + h), ("Z",)]
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    return (
        [("M", x + rx, y), ("L", x + w - rx, y)] + arc(x + w - rx, y, rx, ry, 0, 0, 1, x + w, y + ry)
        + [("L", x + w, y + h - ry)] + arc(x + w, y + h - ry, rx, ry, 0, 0, 1, x + w - rx, y + h)
        + [("L", x + rx, y + h)] + arc(x + rx, y + h, rx, ry, 0, 0, 1, x, y + h - ry)
        + [("L", x, y + ry)] + arc(x, y + ry, rx, ry, 0, 0, 1, x + rx, y) + [("Z",)])
