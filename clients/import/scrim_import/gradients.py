"""SVG's gradients as layers of the kind gradient."""
import math

from . import matrix, paths, style
from .elements import DEEPEST, link, local
from .lines import color, number

# What a gradient takes from one of the other kind.
COMMON = {"gradientUnits", "gradientTransform", "spreadMethod", "transform-origin"}
# Discs that show a focal point beside the centre.
DISCS = 96


class Gradients:
    def chain(self, gradient):
        result = [gradient]
        while link(result[-1]).startswith("#") and len(result) < DEEPEST:
            target = self.ids.get(link(result[-1])[1:])
            if target is None or target in result or local(target) not in ("linearGradient", "radialGradient"):
                break
            result.append(target)
        return result

    def attribute(self, gradient, name, otherwise=None):
        """An attribute, its own or that of another that it refers to; where it lies is a matter of its kind."""
        kind = None if name in COMMON else local(gradient)
        return next((
            element.get(name) for element in self.chain(gradient) if element.get(name) is not None and kind in (None, local(element))), otherwise)

    def units(self, gradient):
        found = self.attribute(gradient, "gradientUnits")
        return found if found == "userSpaceOnUse" else "objectBoundingBox"

    def stops(self, gradient):
        owner = next((e for e in self.chain(gradient) if any(local(child) == "stop" for child in e)), None)
        result, last = [], 0.0
        for child in owner if owner is not None else []:
            if local(child) != "stop":
                continue
            values = self.standing(child)
            rgb = style.color(values.get("stop-color", "black"), style.color(values.get("color", "black"))) or (0, 0, 0, 1)
            last = max(last, style.share(child.get("offset"), 0.0))
            result.append((last, (*rgb[:3], rgb[3] * style.share(values.get("stop-opacity"), 1.0))))
        return result

    def gradient(self, name, parent, element, stops, box, width):
        is_radial = local(element) == "radialGradient"
        is_boxed = self.units(element) == "objectBoundingBox"
        w, h = (1.0, 1.0) if is_boxed else self.box
        diagonal = math.sqrt((w * w + h * h) / 2)
        map_ = matrix.parse(self.attribute(element, "gradientTransform", "")) or matrix.IDENTITY
        if matrix.inverse(map_) is None:
            map_ = matrix.IDENTITY
        map_ = self.turned(map_, self.attribute(element, "transform-origin"), (w, h))
        if is_boxed:
            map_ = matrix.times((box[2], 0, 0, box[3], box[0], box[1]), map_)
        back = matrix.inverse(map_)
        last = color(stops[-1][1], stops[-1][1][3])

        def get(key, whole, otherwise):
            return style.length(self.attribute(element, key, otherwise), whole)

        if is_radial:
            cx, cy, r = get("cx", w, "50%"), get("cy", h, "50%"), get("r", diagonal, "50%")
            focus = get("fx", w, number(cx)), get("fy", h, number(cy))
            within = get("fr", diagonal, "0")
            if 0 < within < r:
                stops = [(within / r, stops[0][1])] + [(within / r + (1 - within / r) * at, rgb) for at, rgb in stops]
            if math.dist(focus, (cx, cy)) > 1e-6 * r > 0 and back is not None:
                return self.focal(name, parent, element, stops, box, width, map_, (cx, cy), r, focus)
            start, end = (cx, cy), (cx + r, cy + r)
            is_empty = r <= 0
        else:
            start, end = (get("x1", w, "0%"), get("y1", h, "0%")), (get("x2", w, "100%"), get("y2", h, "0%"))
            is_empty = start == end
        margin = width / 2 + 1
        corners = [(box[0] - margin, box[1] - margin), (box[0] + box[2] + margin, box[1] + box[3] + margin)]
        if is_empty or back is None:
            x, y = corners[0]
            size = (corners[1][0] - x, corners[1][1] - y)
            self.lines.create(
                name, "layer", parent=parent, position=f"{number(x)},{number(y)}", anchorPoint="0,0",
                bounds=f"0,0,{number(size[0])},{number(size[1])}", backgroundColor=last)
            return
        seen = [matrix.apply(back, x, y) for x in (corners[0][0], corners[1][0]) for y in (corners[0][1], corners[1][1])]
        x, y = min(p[0] for p in seen), min(p[1] for p in seen)
        size = (max(1e-9, max(p[0] for p in seen) - x), max(1e-9, max(p[1] for p in seen) - y))
        spread = self.attribute(element, "spreadMethod", "pad")
        if spread in ("reflect", "repeat"):
            start, end, stops = self.spread(spread, is_radial, start, end, stops, seen, (x, y, *size))
        # Units of the gradient may be a whole box: such a layer has the size that it is seen in.
        scale = max(1e-9, math.sqrt(abs(map_[0] * map_[3] - map_[1] * map_[2])))
        map_ = matrix.times(matrix.times(map_, (1, 0, 0, 1, x, y)), (1 / scale, 0, 0, 1 / scale, 0, 0))
        unit = [((point[0] - x) / size[0], (point[1] - y) / size[1]) for point in (start, end)]
        offsets = [at for at, _ in stops]
        if offsets[0] > 0:
            stops, offsets = [(0.0, stops[0][1])] + stops, [0.0] + offsets
        if offsets[-1] < 1:
            stops = stops + [(1.0, stops[-1][1])]
        self.lines.create(
            name, "gradient", parent=parent, position="0,0", anchorPoint="0,0",
            bounds=f"0,0,{number(size[0] * scale)},{number(size[1] * scale)}",
            transform="matrix(" + ",".join(number(part, 9) for part in map_) + ")",
            type="radial" if is_radial else "axial", colors=",".join(color(rgb, rgb[3]) for _, rgb in stops),
            locations=",".join(number(at) for at, _ in stops),
            startPoint=",".join(number(part) for part in unit[0]), endPoint=",".join(number(part) for part in unit[1]))

    def focal(self, name, parent, element, stops, box, width, map_, center, r, focus):
        """Discs of one colour each, from the outermost to the focal point."""
        if self.attribute(element, "spreadMethod", "pad") != "pad":
            self.lines.leave_out("gradients that repeat about a focal point beside their centre")
        if any(rgb[3] < 1 for _, rgb in stops):
            self.lines.leave_out("translucent gradients about a focal point beside their centre")
        away = math.dist(focus, center)
        if away > 0.999 * r:
            focus = tuple(c + (f - c) * 0.999 * r / away for c, f in zip(center, focus))
        margin = width / 2 + 1
        self.lines.create(
            f"{name}-beyond", "layer", parent=parent, position=f"{number(box[0] - margin)},{number(box[1] - margin)}", anchorPoint="0,0",
            bounds=f"0,0,{number(box[2] + 2 * margin)},{number(box[3] + 2 * margin)}", backgroundColor=color(stops[-1][1], stops[-1][1][3]))
        holder, last = self.lines.create(name, "layer", **self.plain(parent, map_)), stops[-1][1]
        for step in range(DISCS, 0, -1):
            rgb = between(stops, (step - 0.5) / DISCS)
            if rgb == last:
                continue
            last, share = rgb, step / DISCS
            x, y = (f + (c - f) * share for c, f in zip(center, focus))
            self.lines.create(
                f"{name}-disc", "shape", **self.plain(holder, matrix.IDENTITY), path=paths.write(paths.ellipse(x, y, r * share, r * share)),
                fillColor=color(rgb, rgb[3]))

    def spread(self, spread, is_radial, start, end, stops, seen, extent):
        """The same colours over and over, as far as they are seen; at most 64 times."""
        if is_radial:
            r = end[0] - start[0]
            first, last = 0, math.ceil(max(math.hypot(px - start[0], py - start[1]) for px, py in seen) / r)
        else:
            dx, dy = end[0] - start[0], end[1] - start[1]
            along = [((px - start[0]) * dx + (py - start[1]) * dy) / (dx * dx + dy * dy) for px, py in seen]
            first, last = math.floor(min(along)), math.ceil(max(along))
        if last - first > 64:
            self.lines.leave_out("gradients that repeat more than 64 times")
            first, last = max(first, -32), min(last, 32)
        last = max(last, first + 1)
        result = []
        for turn in range(first, last):
            part = [(1 - at, rgb) for at, rgb in reversed(stops)] if spread == "reflect" and turn % 2 else stops
            if part[0][0] > 0:
                part = [(0.0, part[0][1])] + part
            if part[-1][0] < 1:
                part = part + [(1.0, part[-1][1])]
            result += [((turn - first + at) / (last - first), rgb) for at, rgb in part]
        if is_radial:
            return start, (start[0] + r * last, start[1] + r * last), result
        return (start[0] + dx * first, start[1] + dy * first), (start[0] + dx * last, start[1] + dy * last), result


def between(stops, at):
    """The colour there, to a whole level."""
    before = next((stop for stop in reversed(stops) if stop[0] <= at), stops[0])
    behind = next((stop for stop in stops if stop[0] > at), stops[-1])
    share = (at - before[0]) / (behind[0] - before[0]) if behind[0] > before[0] else 0
    return tuple(round((p + (q - p) * share) * 255) / 255 for p, q in zip(before[1], behind[1]))
