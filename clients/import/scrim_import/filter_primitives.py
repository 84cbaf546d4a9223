"""Primitives of SVG's filters. A result is a function that makes its picture below a layer, as often as it is used."""
import math
import re

from . import matrix, paths, style
from .elements import link, local
from .lines import color, number

BLENDS = {
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference",
    "exclusion", "hue", "saturation", "color", "luminosity"}
# A group that is made for itself: see svg.ALONE.
ALONE = "0.9999"
MOST_TILES = 10_000


class Primitives:
    def __init__(self, reader, name, source, box, region, is_boxed):
        self.reader, self.lines, self.name = reader, reader.lines, name
        self.box, self.region, self.is_boxed = box, region, is_boxed
        self.named, self.last, self.regions = {}, None, {}
        self.source = self.result(source, region)
        self.alpha = self.result(self.changed(self.source, "brightness(0)"), region)

    def result(self, picture, region):
        """A picture within its region; from the second use on a mirror of the first."""
        made = []

        def within(into):
            if not made:
                made.append(None)
                layer = self.frame(into, region)
                picture(layer)
                made[0] = layer
            elif made[0]:
                self.frame(into, region, kind="mirror", bounds=f"0,0,{number(region[2])},{number(region[3])}", of=made[0], contentsGravity="resize")
        self.regions[within] = region
        return within

    def frame(self, into, region, kind="layer", **more):
        x, y, w, h = map(number, region)
        return self.lines.create(
            f"{self.name}-filter", kind,
            **dict(dict(parent=into, position=f"{x},{y}", anchorPoint="0,0", bounds=f"{x},{y},{w},{h}", masksToBounds="true"), **more))

    def layer(self, into, **more):
        return self.lines.create(f"{self.name}-filter", "layer", **(self.reader.plain(into, matrix.IDENTITY) | more))

    def changed(self, picture, filters):
        return lambda into: picture(self.layer(into, filters=filters))

    # Attributes

    def size(self, text, side, otherwise=0.0):
        """A length across or down, in units of the box where the filter says so."""
        whole = 1.0 if self.is_boxed else self.reader.box[side]
        value = style.length(text, whole, otherwise=None)
        return otherwise if value is None else value * self.box[2 + side] if self.is_boxed and self.box else value

    def pair(self, text):
        found = [float(part) for part in paths.NUMBER.findall(text or "")]
        found = (found * 2)[:2] if len(found) in (1, 2) else [0.0, 0.0]
        return [value * (self.box[2 + at] if self.is_boxed and self.box else 1) for at, value in enumerate(found)]

    def input(self, element, key="in"):
        name = (element.get(key) or "").strip()
        if name in ("SourceGraphic", "SourceAlpha"):
            return self.source if name == "SourceGraphic" else self.alpha
        if name in self.named:
            return self.named[name]
        if name in ("BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"):
            self.lines.leave_out(f"{name} of filters")
            return self.result(lambda into: None, self.region) if name.startswith("Background") else self.source
        return self.last or self.source

    def subregion(self, element):
        """What an element says of its own region, within the filter's."""
        whole = self.region
        if local(element) == "feOffset" and not any(element.get(key) for key in ("x", "y", "width", "height")):
            return self.regions.get(self.input(element), whole)
        if local(element) in ("feFlood", "feImage") and self.is_boxed and self.box:
            found = [style.length(element.get(key), 1.0, otherwise=key in ("width", "height")) for key in ("x", "y", "width", "height")]
            return self.box[0] + found[0] * self.box[2], self.box[1] + found[1] * self.box[3], found[2] * self.box[2], found[3] * self.box[3]
        ends = []
        for side, (at, extent) in enumerate((("x", "width"), ("y", "height"))):
            begin = element.get(at)
            start = whole[side] if begin is None else self.size(begin, side) + (self.box[side] if self.is_boxed and self.box else 0)
            length = self.size(element.get(extent), side, None)
            end = start + length if length is not None and length >= 0 else whole[side] + whole[side + 2]
            ends.append((max(start, whole[side]), min(end, whole[side] + whole[side + 2])))
        (x0, x1), (y0, y1) = ends
        return x0, y0, max(0.0, x1 - x0), max(0.0, y1 - y0)

    def run(self, owner, above):
        for element in owner:
            kind = local(element)
            if not kind.startswith("fe"):
                continue
            values = self.reader.computed(element, above)
            make = getattr(self, kind, None)
            if make is None:
                self.lines.leave_out(f"the filter {kind}")
                picture = self.input(element)
            else:
                picture = make(element, values)
            self.last = self.result(picture, self.subregion(element))
            if element.get("result"):
                self.named[element.get("result").strip()] = self.last
        return self.last

    def light(self, what, values):
        if values.get("color-interpolation-filters", "linearRGB") != "sRGB":
            self.lines.leave_out(f"linear light of {what}")

    def flood(self, values):
        current = style.color(values.get("color", "black")) or (0, 0, 0, 1)
        rgb = style.color(values.get("flood-color", "black"), current) or (0, 0, 0, 1)
        return color(rgb, rgb[3] * style.share(values.get("flood-opacity"), 1.0))

    # Primitives

    def feFlood(self, element, values):
        filling = self.flood(values)
        return lambda into: self.frame(into, self.region, backgroundColor=filling)

    def feOffset(self, element, values):
        before = self.input(element)
        dx, dy = self.size(element.get("dx"), 0), self.size(element.get("dy"), 1)
        return lambda into: before(self.layer(into, transform=f"matrix(1,0,0,1,{number(dx)},{number(dy)})"))

    def feGaussianBlur(self, element, values):
        before = self.input(element)
        x, y = self.pair(element.get("stdDeviation"))
        if x < 0 or y < 0 or x == y == 0:
            return before
        if abs(x - y) > 0.01 * max(x, y):
            self.lines.leave_out("blurs that differ across and down")
        return self.changed(before, f"blur({number((x + y) / 2)})")

    def feDropShadow(self, element, values):
        before = self.input(element)
        x, y = self.pair(element.get("stdDeviation") or "2")
        if abs(x - y) > 0.01 * max(x, y):
            self.lines.leave_out("blurs that differ across and down")
        dx, dy = self.size(element.get("dx") or "2", 0), self.size(element.get("dy") or "2", 1)
        return self.changed(before, f"drop-shadow({number(dx)},{number(dy)},{number(max(0.0, (x + y) / 2))},{self.flood(values)})")

    def feMerge(self, element, values):
        nodes = [self.input(child) for child in element if local(child) == "feMergeNode"]

        def merge(into):
            for node in nodes:
                node(into)
        return merge

    def feBlend(self, element, values):
        front, back = self.input(element), self.input(element, "in2")
        mode = values.get("mode") or element.get("mode") or "normal"
        mode = mode if mode in BLENDS else "normal"
        if mode != "normal":
            self.light("blended pictures", values)
        return self.over(back, front, re.sub("-(.)", lambda match: match.group(1).upper(), mode))

    def over(self, back, front, how, alike=None):
        def blend(into):
            group = self.layer(into, opacity=ALONE)
            back(group)
            front(group if how == "normal" else self.frame(group, self.region, compositingFilter=how))
        return blend

    def feComposite(self, element, values):
        front, back = self.input(element), self.input(element, "in2")
        how = element.get("operator") or "over"
        if how == "in":
            return self.cut(front, back)
        if how == "arithmetic":
            return self.arithmetic(element, front, back)
        return self.over(back, front, {"atop": "sourceAtop", "xor": "xor"}.get(how, "normal")) if how != "out" else self.over(front, back, "destinationOut")

    def cut(self, front, back):
        def inside(into):
            mask = self.frame("none", self.region)
            back(mask)
            front(self.layer(into, mask=mask))
        return inside

    def arithmetic(self, element, front, back):
        k = [style.length(element.get(f"k{at}")) for at in (1, 2, 3, 4)]
        if k[0] or k[3] or min(k) < 0:
            self.lines.leave_out("sums of products in feComposite")
        share = [self.changed(picture, f"opacity({number(max(0.0, part))})") if part < 1 else picture for picture, part in ((front, k[1]), (back, k[2]))]
        return self.over(share[1], share[0], "plusLighter")

    def feColorMatrix(self, element, values):
        before, kind = self.input(element), element.get("type") or "matrix"
        found = [float(part) for part in paths.NUMBER.findall(element.get("values") or "")]
        if kind == "saturate":
            if not found or found[0] == 1:
                return before
            self.light("saturated colours", values)
            return self.changed(before, f"saturate({number(max(0.0, found[0]))})")
        if kind == "hueRotate":
            if not found or found[0] % 360 == 0:
                return before
            self.light("turned hues", values)
            return self.changed(before, f"hue-rotate({number(found[0])}deg)")
        if kind == "matrix" and len(found) == 20:
            rows = [found[at:at + 5] for at in range(0, 20, 5)]
            alone = rows[3][:3] == [0, 0, 0] and rows[3][4] == 0 and rows[3][3] >= 0
            fade = [f"opacity({number(rows[3][3])})"] if rows[3][3] < 1 else []
            if alone and not any(any(row[:4]) for row in rows[:3]):
                # One colour, where the picture is: how most programs write a shadow.
                return self.tinted(before, [row[4] for row in rows[:3]], min(1.0, rows[3][3]), values)
            k = rows[0][0]
            if alone and k >= 0 and [row[:5] for row in rows[:3]] == [[k if at == line else 0 for at in range(5)] for line in range(3)]:
                words = ([f"brightness({number(k)})"] if k != 1 else []) + fade
                if k != 1:
                    self.light("colour matrices", values)
                return self.changed(before, " ".join(words)) if words else before
        elif kind == "matrix":
            return before
        self.lines.leave_out("colour matrices of filters" if kind == "matrix" else f"feColorMatrix of the type {kind}")
        return before

    def tinted(self, before, rgb, alpha, values):
        if values.get("color-interpolation-filters", "linearRGB") != "sRGB":
            rgb = [12.92 * v if v <= 0.0031308 else 1.055 * min(v, 1.0) ** (1 / 2.4) - 0.055 for v in (max(0.0, part) for part in rgb)]

        def tint(into):
            mask = self.frame("none", self.region)
            before(mask)
            self.frame(into, self.region, backgroundColor=color(rgb, alpha), mask=mask)
        return tint

    def feComponentTransfer(self, element, values):
        before = self.input(element)
        lines = {local(child)[-1]: linear(child) for child in element if local(child).startswith("feFunc")}
        rgb = [lines.get(key, (1.0, 0.0)) for key in "RGB"]
        slope, shift = lines.get("A", (1.0, 0.0)) or (None, None)
        words = None
        if None not in rgb and rgb[0] == rgb[1] == rgb[2]:
            k, b = rgb[0]
            if k >= 0 and b == 0:
                words = [f"brightness({number(k)})"] if k != 1 else []
            elif k >= 0 and abs(b - (1 - k) / 2) < 1e-6:
                words = [f"contrast({number(k)})"]
            elif k < 0 and abs(b - (1 - k) / 2) < 1e-6 and k >= -1:
                words = [f"invert({number((1 - k) / 2)})"]
        if words is None or slope is None or slope < 0 or slope > 1 or shift:
            self.lines.leave_out("curves of feComponentTransfer")
            return before
        if words:
            self.light("component transfers", values)
        if slope < 1:
            words.append(f"opacity({number(slope)})")
        return self.changed(before, " ".join(words)) if words else before

    def feTile(self, element, values):
        before = self.input(element)
        x, y, w, h = self.regions.get(before, self.region)
        left, top, width, height = self.subregion(element)
        if w <= 0 or h <= 0:
            return before
        column, row = math.floor((left - x) / w), math.floor((top - y) / h)
        columns, rows = math.ceil((left + width - x) / w) - column, math.ceil((top + height - y) / h) - row
        if columns * rows > MOST_TILES:
            self.lines.leave_out("filters of very many tiles")
            return before

        def tile(into):
            holder = self.layer(into, transform=f"matrix(1,0,0,1,{number(column * w)},{number(row * h)})")
            for count, step in ((rows, f"translate(0,{number(h)})"), (columns, f"translate({number(w)},0)")):
                if count > 1:
                    holder = self.lines.create(
                        f"{self.name}-filter", "replicator", **self.reader.plain(holder, matrix.IDENTITY), instanceCount=count,
                        instanceTransform=step)
            before(holder)
        return tile

    def feImage(self, element, values):
        reader, region = self.reader, self.subregion(element)
        target = reader.ids.get(link(element)[1:]) if link(element).startswith("#") else None
        if target is None and link(element).startswith("#"):
            return lambda into: None
        if target is not None:
            if target in reader.clips:
                self.lines.leave_out("a filter within itself")
                return lambda into: None

            def show(into):
                reader.clips.append(target)
                reader.element(target, self.layer(into, transform=f"matrix(1,0,0,1,{number(region[0])},{number(region[1])})"), {}, 1)
                reader.clips.pop()
            return show
        x, y, w, h = map(number, region)
        picture = dict(element.attrib, x=x, y=y, width=w, height=h)
        return lambda into: reader.image(type(element)("image", picture), self.layer(into), {}, matrix.IDENTITY)


def linear(function):
    """Slope and intercept of a transfer function; None where it is no straight line."""
    kind = function.get("type") or "identity"
    if kind == "identity":
        return 1.0, 0.0
    if kind == "linear":
        return style.length(function.get("slope") or "1"), style.length(function.get("intercept"))
    found = [float(part) for part in paths.NUMBER.findall(function.get("tableValues") or "")]
    if kind == "table" and not found:
        return 1.0, 0.0
    if kind == "table" and len(found) == 2:
        return found[1] - found[0], found[0]
    return None
