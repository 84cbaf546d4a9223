"""Primitives of SVG's filters. A result is a function that makes its picture below a layer, as often as it is used."""
import math
import re

from . import matrix, paths, style
from .elements import link, local
from .filter_pixels import PixelPrimitives, called, nothing, plain
from .lines import color, number

BLENDS = {
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference",
    "exclusion", "hue", "saturation", "color", "luminosity"}
MOST_TILES = 10_000


class Primitives(PixelPrimitives):
    def __init__(self, reader, name, source, box, region, is_boxed, is_uniform=False):
        self.reader, self.lines, self.name = reader, reader.lines, name
        self.box, self.region, self.is_boxed = box, region, is_boxed
        self.named, self.last, self.regions, self.tiles = {}, None, {}, {}
        # What the colours of a result are, "sRGB" or "linear", None where both are the same; those of the one that is being made.
        self.spaces, self.colors = {}, "sRGB"
        # Results of one colour.
        self.uniform, self.converted = set(), {}
        self.source = self.result(source, region, "sRGB")
        self.alpha = self.result(self.changed(self.source, "brightness(0)"), region, None)
        self.uniform |= {self.alpha, self.source} if is_uniform else {self.alpha}

    def result(self, picture, region, colors):
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
        self.regions[within], self.spaces[within] = region, colors
        return within

    # Colours in sRGB, and in proportion to light

    def space(self, values):
        return "sRGB" if values.get("color-interpolation-filters") == "sRGB" else "linear"

    def in_space(self, picture, space):
        if self.spaces.get(picture) in (None, space):
            return picture
        if (picture, space) not in self.converted:
            made = self.result(self.changed(picture, "to-linear()" if space == "linear" else "to-srgb()"), self.regions[picture], space)
            self.converted[picture, space] = made
            if picture in self.uniform:
                self.uniform.add(made)
        return self.converted[picture, space]

    def within(self, element, values, key="in"):
        """An input in the colours in which an element computes; so is what it makes."""
        self.colors = self.space(values)
        return self.in_space(self.input(element, key), self.colors)

    def alike(self, *pictures):
        """Pictures that lie over one another, in colours that are the same: order and shape are what counts."""
        found = {self.spaces.get(picture) for picture in pictures} - {None}
        self.colors = next(iter(found)) if len(found) == 1 else None if not found else "sRGB"
        return [self.in_space(picture, self.colors) for picture in pictures] if found else list(pictures)

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
            return self.result(nothing, self.region, None) if name.startswith("Background") else self.source
        return self.last or self.source

    def subregion(self, element):
        """What an element says of its own region, within the filter's."""
        whole = self.region
        if local(element) in ("feFlood", "feImage") and self.is_boxed and self.box:
            found = [style.length(element.get(key), 1.0, otherwise=key in ("width", "height")) for key in ("x", "y", "width", "height")]
            return self.box[0] + found[0] * self.box[2], self.box[1] + found[1] * self.box[3], found[2] * self.box[2], found[3] * self.box[3]
        ends = []
        for side, (at, extent) in enumerate((("x", "width"), ("y", "height"))):
            begin = element.get(at)
            start = whole[side] if begin is None else self.size(begin, side) + (self.box[side] if self.is_boxed and self.box else 0)
            length = self.size(element.get(extent), side, None)
            end = start + (length if length is not None and length >= 0 else whole[side + 2])
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
            before = self.input(element)
            self.colors = self.spaces.get(before)
            if make is None:
                self.lines.leave_out(f"the filter {kind}")
                picture = before
            else:
                picture = make(element, values)
            region = self.subregion(element)
            if any(style.length(element.get(key)) < 0 for key in ("width", "height")):
                picture = nothing
            self.last = self.result(picture, region, self.colors)
            if kind == "feOffset" and not any(element.get(key) for key in ("x", "y", "width", "height")):
                # Not what it is clipped to, but what `feTile` takes.
                self.tiles[self.last] = self.tiles.get(before, self.regions.get(before, region))
            if kind in ("feFlood", "feDropShadow") or before in self.uniform and kind in ("feOffset", "feGaussianBlur", "feTile", "feMorphology"):
                self.uniform |= {self.last} if kind != "feDropShadow" else set()
            if element.get("result"):
                self.named[element.get("result").strip()] = self.last
        return self.in_space(self.last, "sRGB")

    def flood(self, values):
        current = style.color(values.get("color", "black")) or (0, 0, 0, 1)
        rgb = style.color(values.get("flood-color", "black"), current) or (0, 0, 0, 1)
        return color(rgb, rgb[3] * style.share(values.get("flood-opacity"), 1.0))

    # Primitives

    def feFlood(self, element, values):
        filling = self.flood(values)
        self.colors = "sRGB"
        return lambda into: self.frame(into, self.region, backgroundColor=filling)

    def feOffset(self, element, values):
        before = self.input(element)
        dx, dy = (self.size(number(plain(element.get(key), 0.0)), side) for side, key in enumerate(("dx", "dy")))
        return lambda into: before(self.layer(into, transform=f"matrix(1,0,0,1,{number(dx)},{number(dy)})"))

    def feGaussianBlur(self, element, values):
        before = self.input(element)
        x, y = self.pair(element.get("stdDeviation"))
        if x < 0 or y < 0 or x == y == 0:
            return before
        # Of more nothing is left.
        x, y = min(x, 2 * self.region[2]), min(y, 2 * self.region[3])
        if before not in self.uniform:
            before = self.within(element, values)
        if abs(x - y) <= 0.01 * max(x, y):
            return self.changed(before, f"blur({number((x + y) / 2)})")
        # Of a layer that is stretched: its own points are as long as that.
        wide, high = (max(side, 0.001 * max(x, y)) for side in (x, y))

        def stretched(into):
            outer = self.layer(into, transform=f"matrix(1,0,0,{number(high / wide)},0,0)", filters=f"blur({number(wide)})")
            before(self.layer(outer, transform=f"matrix(1,0,0,{number(wide / high, 9)},0,0)"))
        return stretched

    def feDropShadow(self, element, values):
        before = self.in_space(self.input(element), "sRGB")
        self.colors = "sRGB"
        x, y = self.pair(element.get("stdDeviation") or "2")
        if abs(x - y) > 0.01 * max(x, y):
            self.lines.leave_out("shadows whose blurs differ across and down")
        dx, dy = (self.size(number(plain(element.get(key), 2.0)), side) for side, key in enumerate(("dx", "dy")))
        return self.changed(before, f"drop-shadow({number(dx)},{number(dy)},{number(max(0.0, (x + y) / 2))},{self.flood(values)})")

    def feMerge(self, element, values):
        nodes = self.alike(*(self.input(child) for child in element if local(child) == "feMergeNode"))

        def merge(into):
            for node in nodes:
                node(into)
        return merge

    def feBlend(self, element, values):
        front, back = self.input(element), self.input(element, "in2")
        mode = values.get("mode") or element.get("mode") or "normal"
        mode = mode if mode in BLENDS else "normal"
        if mode == "normal":
            front, back = self.alike(front, back)
        else:
            front, back = self.within(element, values), self.within(element, values, "in2")
        return self.over(back, front, re.sub("-(.)", lambda match: match.group(1).upper(), mode))

    def over(self, back, front, how):
        def blend(into):
            group = self.layer(into, isolated="true")
            back(group)
            front(group if how == "normal" else self.frame(group, self.region, compositingFilter=how))
        return blend

    def feComposite(self, element, values):
        front, back = self.input(element), self.input(element, "in2")
        how = element.get("operator") or "over"
        if how == "arithmetic":
            return self.arithmetic(element, values)
        if how in ("in", "out"):
            self.colors = self.spaces.get(front)
            return self.cut(front, back) if how == "in" else self.over(front, back, "destinationOut")
        front, back = self.alike(front, back)
        return self.over(back, front, {"atop": "sourceAtop", "xor": "xor"}.get(how, "normal"))

    def cut(self, front, back):
        def inside(into):
            mask = self.frame("none", self.region)
            back(mask)
            front(self.layer(into, mask=mask))
        return inside

    def arithmetic(self, element, values):
        front, back = self.within(element, values), self.within(element, values, "in2")
        k = [min(max(plain(element.get(f"k{at}"), 0.0), -1e6), 1e6) for at in (1, 2, 3, 4)]
        if k[0] or k[3] or min(k) < 0 or max(k) > 1:
            return self.beside(self.grounded(front) if k[3] > 0 else front, back, lambda far: called("arithmetic", far, 0, *k))
        share = [self.changed(picture, f"opacity({number(part)})") if part < 1 else picture for picture, part in ((front, k[1]), (back, k[2]))]
        return self.over(share[1], share[0], "plusLighter")

    def feTile(self, element, values):
        before = self.input(element)
        x, y, w, h = self.tiles.get(before, self.regions.get(before, self.region))
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
            before(self.frame(holder, (x, y, w, h)))
        return tile

    def feImage(self, element, values):
        self.colors = "sRGB"
        reader, region = self.reader, self.subregion(element)
        target = reader.ids.get(link(element)[1:]) if link(element).startswith("#") else None
        if target is None and link(element).startswith("#"):
            return nothing
        if target is not None:
            if target in reader.clips:
                self.lines.leave_out("a filter within itself")
                return nothing

            def show(into):
                reader.clips.append(target)
                reader.element(target, self.layer(into, transform=f"matrix(1,0,0,1,{number(region[0])},{number(region[1])})"), {}, 1)
                reader.clips.pop()
            return show
        x, y, w, h = map(number, region)
        picture = dict(element.attrib, x=x, y=y, width=w, height=h)
        return lambda into: reader.image(type(element)("image", picture), self.layer(into), {}, matrix.IDENTITY)
