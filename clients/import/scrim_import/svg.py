"""SVG to lines: groups, shapes, gradients, clips, masks and texts."""
import re
import xml.etree.ElementTree as tree

from . import matrix, paths, style
from .clips import Clips
from .elements import DEEPEST, SHAPES, link, local
from .filters import Filters
from .geometry import Geometry
from .gradients import Gradients
from .images import Images
from .lines import MOST_BYTES, Unreadable, color, number
from .painting import Painting
from .patterns import Patterns
from .texts import Texts

BLENDS = {
    "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion",
    "hue", "saturation", "color", "luminosity"}
SILENT = {"title", "desc", "metadata", "defs", "style", "linearGradient", "radialGradient", "clipPath", "mask", "symbol", "stop", "view", "namedview",
          "pattern", "marker", "filter"}
DRAWN = SHAPES | {"g", "a", "svg", "use", "switch", "text", "image"}
# Elements that `use` may make.
MOST = 100_000


def read(data, lines, pictures=None):
    """`pictures`: as for Lottie."""
    if not has_plain_entities(data):
        raise Unreadable("it has entities that hold others, or very many")
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


def has_plain_entities(data):
    """Whether entities of its own are few words each: no others in them, none from elsewhere."""
    said = re.findall(rb"<!ENTITY\s+(\S+)\s*(?:\"([^\"]*)\"|'([^']*)')?", data)
    if any(name == b"%" or b"&" in one + other or not one and not other for name, one, other in said):
        return False
    longest = max((len(one + other) for _, one, other in said), default=0)
    return data.count(b"&") * longest <= MOST_BYTES


class Reader(Geometry, Painting, Gradients, Clips, Filters, Images, Patterns, Texts):
    def __init__(self, root, lines, pictures):
        self.root, self.lines, self.pictures = root, lines, pictures
        self.ids = {}
        self.parents = {child: element for element in root.iter() for child in element}
        self.sheet = style.Sheet(self.parents.get)
        for element in root.iter():
            if element.get("id"):
                self.ids.setdefault(element.get("id"), element)
            if local(element) == "style" and element.get("type") in (None, "", "text/css"):
                self.sheet.read("".join(element.itertext()))
        for strange in self.sheet.strange:
            lines.leave_out(strange)
        # The kind of mask whose content is being made: None, or luminance.
        self.luminance = False
        self.count = 0
        self.blends = False
        # Values and boxes of what uses the elements that are being made: for `context-fill`.
        self.contexts = []
        # Clips and patterns that are being made.
        self.clips = []
        self.markers_below = 0
        self.box = (0.0, 0.0)

    def computed(self, element, above):
        return style.computed(element, self.sheet, above)

    def standing(self, element):
        """The properties of an element where it stands in the file, wherever it is used."""
        above = self.parents.get(element)
        return self.computed(element, self.standing(above) if above is not None else {})

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
        if not (0 < width <= self.lines.longest and 0 < height <= self.lines.longest):
            raise Unreadable("its size is none that can be shown")
        self.lines.size = (width, height)
        top = self.lines.create(
            "picture", "layer", self.lines.parent, position="0,0", anchorPoint="0,0",
            bounds=f"0,0,{number(width)},{number(height)}", masksToBounds="true")
        map_, self.box = self.view(self.root, width, height)
        style.ROOT["em"] = 16.0
        values = self.computed(self.root, {})
        style.ROOT["em"] = style.length(values.get("font-size"), 16, otherwise=16)
        behind = values.get("background-color")
        if behind and style.color(behind):
            rgb = style.color(behind)
            self.lines.add("set", top, backgroundColor=color(rgb, rgb[3]))
        clip = self.clipping(values, lambda: self.extent(self.root, values))
        if clip is None:
            return
        holder = self.group("view", top, map_, {k: v for k, v in values.items() if k == "opacity"}, **clip)
        def shown(into):
            for child in self.root if values.get("display") != "none" else []:
                self.element(child, into, values, 0)

        if values.get("filter", "none") != "none":
            self.behind_filters("view", holder, shown, self.extent(self.root, values), values)
        else:
            shown(holder)
        if self.blends:
            # With itself alone, not with what lies behind it: a group of its own.
            self.lines.add("set", top, isolated="true")

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
            result["isolated"] = "true"
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
        values = self.computed(element, above)
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
        map_ = self.turned(map_, values.get("transform-origin"), self.box)
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

    def turned(self, map_, about, room):
        """A transform about the point of `transform-origin`, within that room."""
        if map_ == matrix.IDENTITY or not about:
            return map_
        x, y = self.origin(about, room)
        return matrix.times(matrix.times((1, 0, 0, 1, x, y), map_), (1, 0, 0, 1, -x, -y))

    def origin(self, text, room):
        words = text.split()[:2]
        if words and words[0] in ("top", "bottom") or len(words) > 1 and words[1] in ("left", "right"):
            words.reverse()
        if len(words) == 1:
            words = ["center", words[0]] if words[0] in ("top", "bottom") else [words[0], "center"]
        names = {"left": "0", "top": "0", "center": "50%", "right": "100%", "bottom": "100%"}
        return [style.length(names.get(word, word), side) for word, side in zip(words, room)]

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
            self.contexts.append((values, self.extent(element, values)))
            self.used(name, element, target, parent, values, map_, depth)
            self.contexts.pop()
            return
        elif tag == "svg":
            x, y = style.length(element.get("x"), box[0]), style.length(element.get("y"), box[1])
            width = style.length(element.get("width") or "100%", box[0])
            height = style.length(element.get("height") or "100%", box[1])
            if width <= 0 or height <= 0:
                return
            inner, inside = self.view(element, width, height)
            more = {"masksToBounds": "true"} if values.get("overflow", "hidden") not in ("visible", "auto") else {}
            if map_ != matrix.IDENTITY:
                parent = self.group(f"{name}-place", parent, map_, {})
            parent = self.lines.create(
                f"{name}-frame", "layer", parent=parent, position=f"{number(x)},{number(y)}", anchorPoint="0,0",
                bounds=f"0,0,{number(width)},{number(height)}", **more)
            map_, more, self.box = inner, {}, inside
        elif tag == "switch":
            children = [child for child in element if not child.get("requiredExtensions") and is_spoken(child) and local(child) in DRAWN][:1]
        clip = self.clipping(values, lambda: self.extent(element, values))
        if clip is None:
            self.box = box
            return
        holder = self.group(name, parent, map_, values, **clip, **more)
        for child in children:
            self.element(child, holder, values, depth + 1)
        self.box = box

    def used(self, name, element, target, parent, values, map_, depth):
        """What `use` makes of another element."""
        box = self.box
        if local(target) in ("symbol", "svg"):
            width = style.length(element.get("width") or target.get("width") or "100%", box[0])
            height = style.length(element.get("height") or target.get("height") or "100%", box[1])
            inner, inside = self.view(target, width, height)
            own = self.computed(target, values)
            if local(target) == "svg":
                x, y = style.length(target.get("x"), box[0]), style.length(target.get("y"), box[1])
                map_ = matrix.times(map_, (1, 0, 0, 1, x, y))
            outer = self.group(name, parent, map_, values, **(self.clipping(values, None) or {}))
            more = {"masksToBounds": "true"} if own.get("overflow", "hidden") not in ("visible", "auto") else {}
            size = f"0,0,{number(width)},{number(height)}"
            frame = self.lines.create(
                f"{name}-frame", "layer", parent=outer, position="0,0", anchorPoint="0,0", bounds=size, **more)
            self.box = inside
            parent, map_ = frame, inner
            holder = self.group(f"{name}-view", parent, map_, {key: value for key, value in own.items() if key == "opacity"})
            for child in target:
                self.element(child, holder, own, depth + 1)
            self.box = box
            return
        clip = self.clipping(values, lambda: self.extent(element, values))
        if clip is not None:
            self.element(target, self.group(name, parent, map_, values, **clip), values, depth + 1)


def is_spoken(element):
    """What is for other languages than English is left out."""
    languages = element.get("systemLanguage")
    return languages is None or any(one.strip().split("-")[0] == "en" for one in languages.split(","))
