"""SVG's shapes with their fills and strokes: colours, gradients and patterns, and in masks by luminance their light."""
import math
import re

from . import matrix, paths, style
from .elements import local, reference
from .lines import color, number


class Painting:
    def shape(self, tag, element, parent, values, map_):
        segments = self.geometry(tag, element, values)
        if not segments or values.get("visibility") in ("hidden", "collapse"):
            return
        clip = self.clipping(values, lambda: paths.extent(segments))
        if clip is None:
            return
        name = element.get("id") or tag
        if values.get("vector-effect", "none") != "none":
            self.lines.leave_out(f"vector-effect={values['vector-effect']}")
        fill, stroke = self.paint(values, "fill", "black", paths.extent(segments)), self.paint(values, "stroke", "none", paths.extent(segments))
        outline = self.outline(values) if stroke else None
        if outline is None:
            stroke = None
        marks = tag in ("path", "line", "polyline", "polygon") and not self.markers_below and any(
            values.get(f"marker-{at}", "none") != "none" for at in ("start", "mid", "end"))
        if not fill and not stroke and not marks:
            return
        look = self.appearance(values)
        order = ordered(values.get("paint-order"))
        is_plain = not self.luminance and not marks and order == ["fill", "stroke", "markers"] and all(not p or p[0] == "color" for p in (fill, stroke))
        alike = dict(path=paths.write(segments))
        if values.get("fill-rule") == "evenodd":
            alike["fillRule"] = "evenOdd"
        if is_plain:
            self.lines.create(
                name, "shape", **self.plain(parent, map_), **look, **clip, **alike,
                fillColor=color(*fill[1:3]) if fill else "none", **({"strokeColor": color(*stroke[1:3]), **outline} if stroke else {}))
            return
        if look or clip or map_ != matrix.IDENTITY:
            parent = self.lines.create(name, "layer", **self.plain(parent, map_), **look, **clip)
        box = paths.extent(segments)
        for what in order:
            if what == "markers":
                self.markers(name, parent, segments, values)
            elif what == "fill" and fill:
                self.painted(f"{name}-fill", parent, fill, alike, {}, what, box)
            elif what == "stroke" and stroke:
                self.painted(f"{name}-stroke", parent, stroke, {"path": alike["path"]}, outline or {}, what, box)

    def outline(self, values):
        width = style.length(values.get("stroke-width"), math.hypot(*self.box) / math.sqrt(2), otherwise=1)
        if width <= 0:
            return None
        result = {"lineWidth": number(width)}
        if values.get("stroke-linecap") in ("round", "square"):
            result["lineCap"] = values["stroke-linecap"]
        join = values.get("stroke-linejoin")
        if join in ("round", "bevel"):
            result["lineJoin"] = join
        elif join in ("miter-clip", "arcs"):
            self.lines.leave_out(f"stroke-linejoin={join}")
        limit = values.get("stroke-miterlimit", "4")
        limit = style.length(limit, otherwise=4) if "%" not in limit else 4
        if 0 <= limit < 1:
            return None
        result["miterLimit"] = number(limit if limit >= 1 else 4)
        dashes = values.get("stroke-dasharray", "none")
        if dashes != "none":
            em = style.length(values.get("font-size"), 16, otherwise=16)
            lengths = [style.length(part, math.hypot(*self.box) / math.sqrt(2), em) for part in re.split(r"[\s,]+", dashes.strip()) if part]
            if lengths and sum(lengths) > 0 and min(lengths) >= 0:
                result["lineDashPattern"] = ",".join(number(part) for part in lengths * (1 + len(lengths) % 2))
                offset = style.length(values.get("stroke-dashoffset"), math.hypot(*self.box) / math.sqrt(2), em)
                if offset:
                    result["lineDashPhase"] = number(offset)
        return result

    def paint(self, values, what, otherwise, box=None):
        """None; ("color", rgb, alpha); ("gradient", element, alpha); ("pattern", element, alpha)."""
        value = values.get(what, otherwise).strip()
        alpha = style.share(values.get(f"{what}-opacity"), 1.0)
        current = style.color(values.get("color", "black")) or (0, 0, 0, 1)
        name, fallback = reference(value)
        if name is not None:
            target = self.ids.get(name)
            if target is not None and local(target) in ("linearGradient", "radialGradient"):
                if self.stops(target) and not (box is not None and self.units(target) == "objectBoundingBox" and min(box[2:]) <= 0):
                    return ("gradient", target, alpha)
                value, target = fallback or "none", None
            elif target is None:
                value = fallback or "none"
            if target is not None and local(target) == "pattern":
                return ("pattern", target, alpha)
            if target is not None:
                self.lines.leave_out(f"paint by the element {local(target)}")
                value = fallback or "none"
        if value in ("none", ""):
            return None
        if value in ("context-fill", "context-stroke"):
            if not self.contexts:
                return None
            around, box = self.contexts.pop()
            what = value.removeprefix("context-")
            found = self.paint(around, what, "black" if what == "fill" else "none")
            self.contexts.append((around, box))
            if found and found[0] != "color":
                self.lines.leave_out(f"where gradients and patterns of {value} begin")
            return found and (*found[:2], found[2] * alpha, *(found[3:] or (box,)))
        rgb = style.color(value, current)
        if rgb is None:
            rgb = style.color(otherwise, current) if otherwise != "none" else None
            self.lines.leave_out(f"the colour {value}")
        return ("color", rgb, rgb[3] * alpha) if rgb else None

    def painted(self, name, parent, paint, path, more, what, box):
        """One fill or stroke, of a colour or a gradient; in a mask by luminance, its light."""
        inside = {"fillColor": "#000000ff"} if what == "fill" else {"fillColor": "none", "strokeColor": "#000000ff", **more}
        stops, box = None, paint[3] if len(paint) > 3 and paint[3] else box
        width = float(more.get("lineWidth", 0)) * max(1.5, float(more.get("miterLimit", 1)) if more.get("lineJoin", "miter") == "miter" else 1.5)
        if paint[0] == "pattern":
            if not box:
                return
            mask = self.lines.create(f"{name}-outline", "shape", **self.plain("none", matrix.IDENTITY), **path, **inside)
            holder = self.lines.create(
                name, "layer", **self.plain(parent, matrix.IDENTITY), mask=mask, opacity=number(paint[2]) if paint[2] < 1 else None)
            self.tiled(name, holder, paint[1], box, width)
            return
        if paint[0] == "gradient":
            stops = self.stops(paint[1])
            if not stops:
                return
            if len(stops) == 1 or not box or self.units(paint[1]) == "objectBoundingBox" and (box[2] <= 0 or box[3] <= 0):
                paint, stops = ("color", stops[-1][1], stops[-1][1][3] * paint[2]), None

        def one(name, light, **look):
            if stops is None:
                alpha = paint[2] * light(paint[1])
                value = color((0, 0, 0) if self.luminance else paint[1], alpha)
                kind = {"fillColor": value} if what == "fill" else {"fillColor": "none", "strokeColor": value, **more}
                self.lines.create(name, "shape", **self.plain(parent, matrix.IDENTITY), **look, **path, **kind)
                return
            mask = self.lines.create(f"{name}-outline", "shape", **self.plain("none", matrix.IDENTITY), **path, **inside)
            if paint[2] < 1:
                look["opacity"] = number(paint[2])
            holder = self.lines.create(name, "layer", **self.plain(parent, matrix.IDENTITY), mask=mask, **look)
            shades = finer(stops) if self.luminance else stops
            self.gradient(f"{name}-colors", holder, paint[1], [(at, (*rgb[:3], rgb[3] * light(rgb))) for at, rgb in shades], box, width)

        if not self.luminance:
            return one(name, lambda _: 1)
        # Takes away as much as it covers, then adds its light: the same as painting with it.
        one(f"{name}-shade", lambda _: 1, compositingFilter="destinationOut")
        one(name, lambda rgb: 0.2125 * rgb[0] + 0.7154 * rgb[1] + 0.0721 * rgb[2], compositingFilter="plusLighter")


def ordered(text):
    """What is painted first: `paint-order`, and what it does not name."""
    names = ["fill", "stroke", "markers"]
    words = (text or "normal").split()
    if words == ["normal"] or any(word not in names for word in words) or len(set(words)) < len(words):
        return names
    return words + [name for name in names if name not in words]


def finer(stops):
    """A gradient's stops with others between them: its light is no straight line between two."""
    result = stops[:1]
    for (a, one), (b, other) in zip(stops, stops[1:]):
        steps = 16 if b > a and one != other else 1
        result += [(a + (b - a) * at / steps, tuple(p + (q - p) * at / steps for p, q in zip(one, other))) for at in range(1, steps + 1)]
    return result
