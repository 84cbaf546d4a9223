"""Paths of SVG's shapes, and the boxes around elements."""
import math

from . import matrix, paths, style
from .elements import DEEPEST, SHAPES, link, local


# Beyond it a path is refused.
MOST = 1e30


class Geometry:
    def geometry(self, tag, element, values):
        segments = self.segments(tag, element, values)
        if any(not abs(value) < MOST for part in segments for value in part[1:]):
            self.lines.leave_out("shapes beyond all coordinates")
            return []
        return segments

    def segments(self, tag, element, values):
        em = style.length(values.get("font-size"), 16, otherwise=16)

        def get(name, whole=0.0, otherwise="0"):
            return style.length(element.get(name) or otherwise, whole, em)

        w, h = self.box
        diagonal = math.sqrt((w * w + h * h) / 2)
        if tag == "path":
            segments, is_whole = paths.parse(element.get("d"))
            if not is_whole:
                self.lines.leave_out("what follows an error in a path")
            return segments
        if tag == "rect":
            width, height = get("width", w), get("height", h)
            rx, ry = element.get("rx"), element.get("ry")
            # A radius that is not said, or cannot be, is the other one.
            rx, ry = (style.length(r or "-1", side, em, -1) for r, side in ((rx, w), (ry, h)))
            rx, ry = max(0.0, rx if rx >= 0 else ry), max(0.0, ry if ry >= 0 else rx)
            return paths.rectangle(get("x", w), get("y", h), width, height, rx, ry) if width > 0 and height > 0 else []
        if tag == "circle":
            r = get("r", diagonal)
            return paths.ellipse(get("cx", w), get("cy", h), r, r) if r > 0 else []
        if tag == "ellipse":
            # A radius that is not said, or cannot be, is the other one.
            rx, ry = (get(name, side, "-1") for name, side in (("rx", w), ("ry", h)))
            rx, ry = rx if rx >= 0 else ry, ry if ry >= 0 else rx
            return paths.ellipse(get("cx", w), get("cy", h), rx, ry) if rx > 0 and ry > 0 else []
        if tag == "line":
            return [("M", get("x1", w), get("y1", h)), ("L", get("x2", w), get("y2", h))]
        found = [float(part) for part in paths.NUMBER.findall(element.get("points") or "")]
        points = list(zip(found[::2], found[1::2]))
        closed = [("Z",)] if tag == "polygon" else []
        return [("L" if at else "M", *point) for at, point in enumerate(points)] + closed if points else []

    def extent(self, element, values):
        """The bounding box of what an element fills, in its own coordinates."""
        boxes = []

        def collect(element, map_, values, depth):
            tag = local(element)
            values = self.computed(element, values)
            if depth > DEEPEST or values.get("display") == "none":
                return
            if tag in SHAPES:
                segments = []
                for part in self.geometry(tag, element, values):
                    points = [matrix.apply(map_, *part[at:at + 2]) for at in range(1, len(part), 2)]
                    segments.append((part[0], *(value for point in points for value in point)))
                box = paths.extent(segments)
                if box:
                    boxes.append(box)
            elif tag == "use" and link(element)[1:] in self.ids:
                move = (1, 0, 0, 1, style.length(element.get("x")), style.length(element.get("y")))
                child = self.ids[link(element)[1:]]
                inner = matrix.parse(child.get("transform") or "") or matrix.IDENTITY
                collect(child, matrix.times(matrix.times(map_, move), inner), values, depth + 1)
            elif tag == "text":
                # What letters need is known only where their font is.
                em = style.length(values.get("font-size"), 16, otherwise=16)
                x, y = (style.length((element.get(key) or "0").replace(",", " ").split()[0], side) for key, side in zip("xy", self.box))
                wide = 0.55 * em * len(" ".join("".join(element.itertext()).split()))
                x -= {"middle": 0.5, "end": 1}.get(values.get("text-anchor"), 0) * wide
                points = [matrix.apply(map_, px, py) for px in (x, x + wide) for py in (y - 1.07 * em, y + 0.3 * em)]
                left, top = (min(point[at] for point in points) for at in (0, 1))
                boxes.append((left, top, max(point[0] for point in points) - left, max(point[1] for point in points) - top))
            elif tag == "image":
                sides = [style.length(element.get(key), self.box[key in ("y", "height")]) for key in ("x", "y", "width", "height")]
                boxes.append((*matrix.apply(map_, *sides[:2]), sides[2] * map_[0], sides[3] * map_[3]))
            elif tag in ("g", "a", "svg", "symbol"):
                for child in element:
                    inner = matrix.parse(child.get("transform") or "") or matrix.IDENTITY
                    collect(child, matrix.times(map_, inner), values, depth + 1)

        collect(element, matrix.IDENTITY, values, 0)
        if not boxes:
            return None
        x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
        return x, y, max(b[0] + b[2] for b in boxes) - x, max(b[1] + b[3] for b in boxes) - y
