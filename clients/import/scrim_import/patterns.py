"""SVG's patterns as tiles that replicators repeat, and markers as groups at the points of a path."""
import math

from . import matrix, paths, style
from .elements import DEEPEST, link, local, reference
from .lines import number

# Tiles that one paint may show.
MOST_TILES = 10_000


class Patterns:
    def pattern_chain(self, pattern):
        result = [pattern]
        while link(result[-1]).startswith("#") and len(result) < DEEPEST:
            target = self.ids.get(link(result[-1])[1:])
            if target is None or target in result or local(target) != "pattern":
                break
            result.append(target)
        return result

    def tiled(self, name, parent, pattern, box, width):
        """The pattern below everything that a shape with this box covers. False where it shows nothing."""
        chain = self.pattern_chain(pattern)

        def get(key, otherwise=None):
            return next((element.get(key) for element in chain if element.get(key) is not None), otherwise)
        owner = next((element for element in chain if any(local(child) for child in element)), None)
        if owner is None or pattern in self.clips:
            return False
        boxed = get("patternUnits") != "userSpaceOnUse"
        if boxed and (box[2] <= 0 or box[3] <= 0):
            return False
        whole = (1.0, 1.0) if boxed else self.box
        x, y, w, h = (style.length(get(key), whole[at % 2]) for at, key in enumerate(("x", "y", "width", "height")))
        if boxed:
            x, y, w, h = box[0] + x * box[2], box[1] + y * box[3], w * box[2], h * box[3]
        if w <= 0 or h <= 0:
            return False
        map_ = matrix.parse(get("patternTransform", "") or "") or matrix.IDENTITY
        map_ = self.turned(map_ if matrix.inverse(map_) else matrix.IDENTITY, get("transform-origin"), (1.0, 1.0) if boxed else self.box)
        back = matrix.inverse(map_)
        inside = [float(part) for part in paths.NUMBER.findall(get("viewBox") or "")]
        room = self.box
        if len(inside) == 4 and inside[2] > 0 and inside[3] > 0:
            content, room = self.fitted(inside, get("preserveAspectRatio"), w, h), tuple(inside[2:])
        elif get("patternContentUnits", "userSpaceOnUse") == "objectBoundingBox":
            content, room = (box[2], 0, 0, box[3], 0, 0), (1.0, 1.0)
        else:
            content = matrix.IDENTITY
        margin = width / 2 + 1
        seen = [matrix.apply(back, px, py) for px in (box[0] - margin, box[0] + box[2] + margin) for py in (box[1] - margin, box[1] + box[3] + margin)]
        left, right = (side((p[0] - x) / w for p in seen) for side in (min, max))
        top, bottom = (side((p[1] - y) / h for p in seen) for side in (min, max))
        column, row = math.floor(left), math.floor(top)
        columns, rows = math.floor(right) - column + 1, math.floor(bottom) - row + 1
        if columns * rows > MOST_TILES:
            self.lines.leave_out("patterns of very many tiles")
            return False
        holder = self.lines.create(f"{name}-tiles", "layer", **self.plain(parent, map_))
        for count, step, what in ((rows, f"translate(0,{number(h)})", "rows"), (columns, f"translate({number(w)},0)", "columns")):
            if count > 1:
                holder = self.lines.create(
                    f"{name}-{what}", "replicator", **self.plain(holder, matrix.IDENTITY), instanceCount=count, instanceTransform=step)
        clip = "true" if get("overflow", "hidden") not in ("visible", "auto") else None
        tile = self.lines.create(
            f"{name}-tile", "layer", parent=holder, position=f"{number(x + column * w)},{number(y + row * h)}", anchorPoint="0,0",
            bounds=f"0,0,{number(w)},{number(h)}", masksToBounds=clip)
        was, self.box = self.box, room
        self.clips.append(pattern)
        values = self.standing(owner)
        inner = self.group(f"{name}-content", tile, content, {})
        for child in owner:
            self.element(child, inner, {key: value for key, value in values.items() if key in style.INHERITED}, 0)
        self.clips.pop()
        self.box = was
        return True

    # Markers

    def markers(self, name, parent, segments, values):
        if self.markers_below or not any(values.get(f"marker-{at}", "none") != "none" for at in ("start", "mid", "end")):
            return
        points = vertices(segments)
        for at, (x, y, angle) in enumerate(points):
            kinds = (["start"] if at == 0 else []) + (["mid"] if 0 < at < len(points) - 1 else []) + (["end"] if at == len(points) - 1 else [])
            for kind in kinds:
                target = self.ids.get(reference(values.get(f"marker-{kind}"))[0])
                if target is not None and local(target) == "marker":
                    self.marker(f"{name}-{kind}", parent, target, x, y, angle, kind, values, segments)

    def marker(self, name, parent, marker, x, y, angle, kind, values, segments):
        width, height = (style.length(marker.get(key) or "3", side) for key, side in zip(("markerWidth", "markerHeight"), self.box))
        own = self.standing(marker)
        if width <= 0 or height <= 0:
            return
        orient = (marker.get("orient") or "0").strip()
        if orient in ("auto", "auto-start-reverse"):
            turn = math.degrees(angle) + (180 if kind == "start" and orient != "auto" else 0)
        else:
            turn = style.length(orient.removesuffix("deg"))
        factor = 1.0
        if marker.get("markerUnits", "strokeWidth") == "strokeWidth":
            factor = style.length(values.get("stroke-width"), math.hypot(*self.box) / math.sqrt(2), otherwise=1)
        inside = [float(part) for part in paths.NUMBER.findall(marker.get("viewBox") or "")]
        fitted, room = matrix.IDENTITY, self.box
        if len(inside) == 4:
            if inside[2] <= 0 or inside[3] <= 0:
                return
            fitted, room = self.fitted(inside, marker.get("preserveAspectRatio"), width, height), tuple(inside[2:])
        anchor = matrix.apply(fitted, *(style.length(marker.get(key), side) for key, side in zip(("refX", "refY"), room)))
        radians = math.radians(turn)
        at = matrix.times((1, 0, 0, 1, x, y), (math.cos(radians) * factor, math.sin(radians) * factor, -math.sin(radians) * factor, math.cos(radians) * factor, 0, 0))
        holder = self.group(name, parent, matrix.times(at, (1, 0, 0, 1, -anchor[0], -anchor[1])), own)
        clip = "true" if own.get("overflow", "hidden") not in ("visible", "auto") else None
        frame = self.lines.create(
            f"{name}-frame", "layer", parent=holder, position="0,0", anchorPoint="0,0", bounds=f"0,0,{number(width)},{number(height)}",
            masksToBounds=clip)
        was, self.box = self.box, room
        # A marker's own lines have none.
        self.markers_below += 1
        self.contexts.append((values, paths.extent(segments)))
        inner = self.group(f"{name}-view", frame, fitted, {})
        for child in marker:
            self.element(child, inner, {key: value for key, value in own.items() if key in style.INHERITED}, 0)
        self.contexts.pop()
        self.markers_below -= 1
        self.box = was

    def fitted(self, inside, aspect, width, height):
        """The map from a viewBox to a width and height."""
        x, y, w, h = inside
        align = (aspect or "xMidYMid meet").split()
        sx, sy = width / w, height / h
        if align[0] != "none":
            sx = sy = max(sx, sy) if "slice" in align else min(sx, sy)
        share = {"Min": 0, "Mid": 0.5, "Max": 1}
        dx = (width - w * sx) * share.get(align[0][1:4], 0.5) if align[0] != "none" else 0
        dy = (height - h * sy) * share.get(align[0][5:8], 0.5) if align[0] != "none" else 0
        return (sx, 0, 0, sy, dx - x * sx, dy - y * sy)


def vertices(segments):
    """Points of a path with the direction of a marker there, in radians: that between the line before and the one behind."""
    result, into, first, start, x, y = [], None, None, 0, 0.0, 0.0

    def direction(points):
        begin = points[0]
        for point in points[1:]:
            if math.dist(begin, point) > 1e-9:
                return math.atan2(point[1] - begin[1], point[0] - begin[0])
        return None

    def between(a, b):
        if a is None or b is None:
            return a if b is None else b
        return math.atan2(math.sin(a) + math.sin(b), math.cos(a) + math.cos(b))

    for part in segments:
        if part[0] == "M":
            x, y = part[1:]
            start, into, first = len(result), None, None
            result.append([x, y, None])
            continue
        if part[0] == "Z":
            sx, sy, _ = result[start]
            out = direction([(x, y), (sx, sy)])
            points = [(x, y), (sx, sy)]
        else:
            points = [(x, y)] + [tuple(part[at:at + 2]) for at in range(1, len(part), 2)]
            out = direction(points)
        if out is None:
            out = into
        result[-1][2] = between(into, out) if result[-1][2] is None or into is not None else out
        if first is None:
            first = out
        back = direction(points[::-1])
        into = back + math.pi if back is not None else out
        x, y = points[-1]
        result.append([x, y, into])
        if part[0] == "Z":
            result[-1][2] = result[start][2] = between(into, first)
    return [(x, y, angle or 0.0) for x, y, angle in result]
