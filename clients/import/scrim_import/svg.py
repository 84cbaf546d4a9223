"""SVG to lines: groups, shapes, gradients, clips, masks and texts."""
import math
import re
import xml.etree.ElementTree as tree

from . import matrix, paths, style
from .clips import Clips
from .elements import DEEPEST, SHAPES, link, local, reference
from .filters import Filters
from .gradients import Gradients
from .images import Images
from .lines import Unreadable, color, number
from .patterns import Patterns
from .texts import Texts

BLENDS = {
    "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion",
    "hue", "saturation", "color", "luminosity"}
SILENT = {"title", "desc", "metadata", "defs", "style", "linearGradient", "radialGradient", "clipPath", "mask", "symbol", "stop", "view", "namedview",
          "pattern", "marker", "filter"}
DRAWN = SHAPES | {"g", "a", "svg", "use", "switch", "text", "image"}
# An opacity that changes no pixel, but makes a group.
ALONE = "0.9999"
# Elements that `use` may make.
MOST = 100_000


def read(data, lines, pictures=None):
    """`pictures`: as for Lottie."""
    if re.search(rb"<!ENTITY", data[:65536]):
        raise Unreadable("it has entities of its own")
    try:
        root = tree.fromstring(data)
    except (tree.ParseError, ValueError, LookupError) as error:
        raise Unreadable(f"it is no XML: {error}") from None
    if local(root) != "svg":
        raise Unreadable("it is no SVG")
    try:
        Reader(root, lines, pictures).run()
    except RecursionError:
        raise Unreadable("its elements lie too deep") from None
    except (ValueError, ArithmeticError):
        raise Unreadable("a number in it is too large") from None


class Reader(Gradients, Clips, Filters, Images, Patterns, Texts):
    def __init__(self, root, lines, pictures):
        self.root, self.lines, self.pictures = root, lines, pictures
        self.ids = {}
        self.sheet = style.Sheet()
        for element in root.iter():
            if element.get("id"):
                self.ids.setdefault(element.get("id"), element)
            if local(element) == "style":
                self.sheet.read("".join(element.itertext()))
        for strange in self.sheet.strange:
            lines.leave_out(strange)
        # The kind of mask whose content is being made: None, or luminance.
        self.luminance = False
        self.count = 0
        self.blends = False
        # Clips and patterns that are being made.
        self.clips = []
        self.markers_below = 0
        self.box = (0.0, 0.0)

    # Frames of reference

    def view(self, element, width, height):
        """The map from an element's viewBox to its width and height, and the size inside."""
        found = [float(part) for part in paths.NUMBER.findall(element.get("viewBox") or "")]
        if len(found) != 4 or found[2] <= 0 or found[3] <= 0:
            return matrix.IDENTITY, (width, height)
        return self.fitted(found, element.get("preserveAspectRatio"), width, height), tuple(found[2:])

    def run(self):
        inside = [float(part) for part in paths.NUMBER.findall(self.root.get("viewBox") or "")]
        natural = inside[2:4] if len(inside) == 4 else [300.0, 150.0]
        width = style.length(self.root.get("width"), natural[0], otherwise=natural[0]) or natural[0]
        height = style.length(self.root.get("height"), natural[1], otherwise=natural[1]) or natural[1]
        if len(inside) == 4 and inside[2] > 0 and inside[3] > 0:
            # One side alone: the other follows.
            if self.root.get("width") and not self.root.get("height"):
                height = width * inside[3] / inside[2]
            if self.root.get("height") and not self.root.get("width"):
                width = height * inside[2] / inside[3]
        if not (0 < width <= 16384 and 0 < height <= 16384):
            raise Unreadable("its size is none that can be shown")
        top = self.lines.create(
            "picture", "layer", self.lines.parent, position="0,0", anchorPoint="0,0",
            bounds=f"0,0,{number(width)},{number(height)}", masksToBounds="true")
        map_, self.box = self.view(self.root, width, height)
        values = style.computed("svg", self.root.attrib, self.sheet, {})
        holder = self.group("view", top, map_, {k: v for k, v in values.items() if k == "opacity"})
        for child in self.root if values.get("display") != "none" else []:
            self.element(child, holder, values, 0)
        if self.blends:
            # With itself alone, not with what lies behind it: a group of its own.
            self.lines.add("set", top, opacity=ALONE)

    def plain(self, parent, map_):
        """Properties of a layer that has its parent's coordinates, or those that the map leads to."""
        size = ",".join(number(side) for side in self.box)
        result = dict(parent=parent, position="0,0", anchorPoint="0,0", bounds=f"0,0,{size}")
        if map_ != matrix.IDENTITY:
            result["transform"] = "matrix(" + ",".join(number(part) for part in map_) + ")"
        return result

    def group(self, wish, parent, map_, values, **more):
        properties = self.plain(parent, map_)
        return self.lines.create(wish, "layer", **properties, **self.appearance(values), **more)

    def appearance(self, values):
        result = {}
        opacity = style.share(values.get("opacity"), 1.0)
        if opacity < 1:
            result["opacity"] = number(opacity)
        elif values.get("isolation") == "isolate":
            result["opacity"] = ALONE
        blend = values.get("mix-blend-mode", "normal")
        if blend in BLENDS:
            self.blends = True
            result["compositingFilter"] = re.sub("-(.)", lambda match: match.group(1).upper(), blend)
        elif blend != "normal":
            self.lines.leave_out(f"the blend mode {blend}")
        return result

    # Elements

    def element(self, element, parent, above, depth):
        tag = local(element)
        if not tag or tag in SILENT:
            return
        values = style.computed(tag, element.attrib, self.sheet, above)
        if values.get("display") == "none" or not is_spoken(element):
            return
        self.count += 1
        if self.count > MOST or depth > DEEPEST * 8:
            raise Unreadable("it has too many elements")
        map_ = matrix.parse(values.get("transform") or "")
        if map_ is None:
            if values["transform"].strip() != "none":
                self.lines.leave_out(f"the transform {values['transform']}")
            map_ = matrix.IDENTITY
        if map_ != matrix.IDENTITY and "transform-origin" in values:
            x, y = self.origin(values["transform-origin"])
            map_ = matrix.times(matrix.times((1, 0, 0, 1, x, y), map_), (1, 0, 0, 1, -x, -y))
        for child in element:
            if local(child) in ("animate", "animateTransform", "animateMotion", "set", "animateColor"):
                self.lines.leave_out("animations (SMIL)")
        if values.get("filter", "none") != "none" and tag in DRAWN:
            return self.filtered(tag, element, parent, values, map_, depth)
        self.drawn(tag, element, parent, values, map_, depth)

    def drawn(self, tag, element, parent, values, map_, depth):
        """An element that is shown, by its kind."""
        if tag in ("g", "a", "svg", "use", "switch"):
            self.container(tag, element, parent, values, map_, depth)
        elif tag in SHAPES:
            self.shape(tag, element, parent, values, map_)
        elif tag == "text":
            self.text(element, parent, values, map_)
        elif tag == "image":
            self.image(element, parent, values, map_)
        elif tag not in ("animate", "animateTransform", "animateMotion", "set", "animateColor"):
            self.lines.leave_out({"foreignObject": "foreign objects", "script": "scripts"}.get(tag, f"the element {tag}"))

    def origin(self, text):
        """The point of `transform-origin`, within the nearest viewport."""
        words = text.split()[:2]
        if words and words[0] in ("top", "bottom") or len(words) > 1 and words[1] in ("left", "right"):
            words.reverse()
        if len(words) == 1:
            words = ["center", words[0]] if words[0] in ("top", "bottom") else [words[0], "center"]
        names = {"left": "0", "top": "0", "center": "50%", "right": "100%", "bottom": "100%"}
        return [style.length(names.get(word, word), side) for word, side in zip(words, self.box)]

    def container(self, tag, element, parent, values, map_, depth):
        name, more = element.get("id") or tag, {}
        children, box = list(element), self.box
        if tag == "use":
            target = self.ids.get(link(element)[1:]) if link(element).startswith("#") else None
            if target is None:
                return self.lines.leave_out("a use of nothing" if link(element).startswith("#") else "uses of other files")
            if depth > DEEPEST or element in list(target.iter()):
                return self.lines.leave_out("a use within itself")
            x, y = style.length(element.get("x"), box[0]), style.length(element.get("y"), box[1])
            map_ = matrix.times(map_, (1, 0, 0, 1, x, y))
            children = [target]
            if local(target) in ("symbol", "svg"):
                width = style.length(element.get("width") or target.get("width") or "100%", box[0])
                height = style.length(element.get("height") or target.get("height") or "100%", box[1])
                inner, inside = self.view(target, width, height)
                values = style.computed(local(target), target.attrib, self.sheet, values) | {
                    key: value for key, value in values.items() if key in style.OWN}
                outer = self.group(name, parent, map_, values, **self.clipping(values, None))
                more = {"masksToBounds": "true"} if values.get("overflow", "hidden") != "visible" else {}
                size = f"0,0,{number(width)},{number(height)}"
                frame = self.lines.create(
                    f"{name}-frame", "layer", parent=outer, position="0,0", anchorPoint="0,0", bounds=size, **more)
                self.box = inside
                parent, map_ = frame, inner
                holder = self.group(f"{name}-view", parent, map_, {})
                for child in target:
                    self.element(child, holder, values, depth + 1)
                self.box = box
                return
        elif tag == "svg":
            x, y = style.length(element.get("x"), box[0]), style.length(element.get("y"), box[1])
            width = style.length(element.get("width") or "100%", box[0])
            height = style.length(element.get("height") or "100%", box[1])
            if width <= 0 or height <= 0:
                return
            inner, inside = self.view(element, width, height)
            more = {"masksToBounds": "true"} if values.get("overflow", "hidden") != "visible" else {}
            parent = self.lines.create(
                f"{name}-frame", "layer", parent=parent, position=f"{number(x)},{number(y)}", anchorPoint="0,0",
                bounds=f"0,0,{number(width)},{number(height)}", **more)
            map_, more, self.box = inner, {}, inside
        elif tag == "switch":
            children = [child for child in element if not child.get("requiredExtensions") and is_spoken(child)][:1]
        clip = self.clipping(values, lambda: self.extent(element, values))
        if clip is None:
            self.box = box
            return
        holder = self.group(name, parent, map_, values, **clip, **more)
        for child in children:
            self.element(child, holder, values, depth + 1)
        self.box = box

    def geometry(self, tag, element, values):
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
            rx, ry = (None if r in (None, "auto") else r for r in (rx, ry))
            rx, ry = style.length(rx or ry, w, em), style.length(ry or rx, h, em)
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
            values = style.computed(tag, element.attrib, self.sheet, values)
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

    # Shapes

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
        fill, stroke = self.paint(values, "fill", "black"), self.paint(values, "stroke", "none")
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
                fillColor=color(*fill[1:]) if fill else "none", **({"strokeColor": color(*stroke[1:]), **outline} if stroke else {}))
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
        limit = style.length(values.get("stroke-miterlimit"), otherwise=4)
        if limit < 1:
            return None
        result["miterLimit"] = number(limit)
        dashes = values.get("stroke-dasharray", "none")
        if dashes != "none":
            lengths = [style.length(part, math.hypot(*self.box) / math.sqrt(2)) for part in re.split(r"[\s,]+", dashes.strip()) if part]
            if lengths and sum(lengths) > 0 and min(lengths) >= 0:
                result["lineDashPattern"] = ",".join(number(part) for part in lengths * (1 + len(lengths) % 2))
                offset = style.length(values.get("stroke-dashoffset"))
                if offset:
                    result["lineDashPhase"] = number(offset)
        return result

    def paint(self, values, what, otherwise):
        """None; ("color", rgb, alpha); ("gradient", element, alpha); ("pattern", element, alpha)."""
        value = values.get(what, otherwise).strip()
        alpha = style.share(values.get(f"{what}-opacity"), 1.0)
        current = style.color(values.get("color", "black")) or (0, 0, 0, 1)
        name, fallback = reference(value)
        if name is not None:
            target = self.ids.get(name)
            if target is not None and local(target) in ("linearGradient", "radialGradient"):
                return ("gradient", target, alpha)
            if target is not None and local(target) == "pattern":
                return ("pattern", target, alpha)
            if target is not None:
                self.lines.leave_out(f"paint by the element {local(target)}")
            value = fallback or "none"
        if value in ("none", ""):
            return None
        if value in ("context-fill", "context-stroke"):
            self.lines.leave_out(value)
            return None
        rgb = style.color(value, current)
        if rgb is None:
            rgb = style.color(otherwise, current) if otherwise != "none" else None
            self.lines.leave_out(f"the colour {value}")
        return ("color", rgb, rgb[3] * alpha) if rgb else None

    def painted(self, name, parent, paint, path, more, what, box):
        """One fill or stroke, of a colour or a gradient; in a mask by luminance, its light."""
        inside = {"fillColor": "#000000ff"} if what == "fill" else {"fillColor": "none", "strokeColor": "#000000ff", **more}
        stops = None
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


def is_spoken(element):
    """What is for other languages than English is left out."""
    languages = element.get("systemLanguage")
    return languages is None or any(one.strip().split("-")[0] == "en" for one in languages.split(","))


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
