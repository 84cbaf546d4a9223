"""Lottie to lines: shape layers, solids, precomps and nulls, with their keyframes."""
import json
import math

from . import paths
from .keyframes import Channel, Clock
from .lines import Unreadable, color, number

# Layers that one file may make.
MOST = 50_000
CAPS = {1: "butt", 2: "round", 3: "square"}
JOINS = {1: "miter", 2: "round", 3: "bevel"}
STYLES = {"fl", "st", "gf", "gs"}
PATHS = {"sh", "rc", "el", "sr"}


def read(data, lines):
    try:
        file = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is no JSON: {error}") from None
    if not isinstance(file, dict) or not isinstance(file.get("layers"), list):
        raise Unreadable("it is no Lottie")
    try:
        Reader(file, lines).run()
    except RecursionError:
        raise Unreadable("its layers lie too deep") from None
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, ArithmeticError) as error:
        raise Unreadable(f"it is damaged: {type(error).__name__} {error}") from None


class Reader:
    def __init__(self, file, lines):
        self.file, self.lines = file, lines
        self.assets = {asset.get("id"): asset for asset in file.get("assets", []) if isinstance(asset, dict)}
        self.count = 0

    def run(self):
        width, height, rate = float(self.file["w"]), float(self.file["h"]), float(self.file["fr"])
        if not (0 < width <= 16384 and 0 < height <= 16384 and 0 < rate <= 1000):
            raise Unreadable("its size or its rate is none that can be shown")
        self.clock = Clock(float(self.file["ip"]), float(self.file["op"]), rate)
        if self.clock.end <= self.clock.start:
            raise Unreadable("it has no time")
        self.box = (width, height)
        top = self.lines.create(
            "picture", "layer", self.lines.parent, position="0,0", anchorPoint="0,0", bounds=self.size(self.box), masksToBounds="true")
        self.layers(self.file["layers"], top, self.box, (1.0, 0.0), 0)

    @staticmethod
    def size(box):
        return f"0,0,{number(box[0])},{number(box[1])}"

    # What moves

    def channel(self, value, otherwise, time):
        """A property of the file, in the film's time."""
        return Channel(value, otherwise, time, self.clock, self.lines.leave_out)

    def put(self, layer, key, channel, write):
        """Sets a layer's property: its value, and an animation where it moves. Gives the value that stands."""
        self.lines.add("set", layer, **{key.replace(".", "__"): write(channel.at(self.clock.start))})
        self.animate(layer, key, channel, write)

    def animate(self, layer, key, channel, write):
        frames = channel.keyframes()
        if len(frames) < 2:
            return
        values = [write(frame[1]) for frame in frames]
        if all(value == values[0] for value in values):
            return
        length = self.clock.end - self.clock.start
        self.lines.create(
            layer.split(".", 1)[-1] + "-" + key.split(".")[0], "animation", None, layer=layer, property=key, values="|".join(values),
            keyTimes=",".join(number((frame[0] - self.clock.start) / length) for frame in frames),
            timings=",".join(frame[2] for frame in frames[:-1]), duration=number(length / self.clock.rate), repeatCount="inf")

    def plain(self, parent, box):
        return dict(parent=parent, position="0,0", anchorPoint="0,0", bounds=self.size(box))

    def moved(self, wish, parent, box, transform, time, opacity=True):
        """A layer with a transform of the file's."""
        transform = transform or {}
        if not isinstance(transform.get("p"), dict):
            transform = transform | {"p": {"k": [0, 0]}}
        anchor = self.channel(transform.get("a"), [0, 0], time)
        scale = self.channel(transform.get("s"), [100, 100], time)
        turn = self.channel(transform.get("r") or transform.get("rz"), 0, time)
        if any(self.channel(transform.get(key), 0, time).moves or self.channel(transform.get(key), 0, time).at(self.clock.start) for key in ("sk", "rx", "ry")):
            self.lines.leave_out("skews and turns in depth")
        fade = self.channel(transform.get("o") if opacity else None, 100, time)
        split = transform["p"].get("s") is True and "x" in transform["p"]
        places = [(self.channel(transform["p"][axis], 0, time), f"position.{axis}") for axis in "xy"] if split else [(self.channel(transform["p"], [0, 0], time), "position")]
        start = self.clock.start
        first_anchor, first_scale, first_turn = self.vector(anchor.at(start)), self.vector(scale.at(start)), self.scalar(turn.at(start))
        words = []
        if first_turn:
            words.append(f"rotate({number(first_turn)}deg)")
        if first_scale != (100, 100):
            words.append(f"scale({number(first_scale[0] / 100)},{number(first_scale[1] / 100)})")
        place = [self.scalar(channel.at(start)) for channel, _ in places] if split else self.vector(places[0][0].at(start))
        alpha = self.scalar(fade.at(start)) / 100
        layer = self.lines.create(
            wish, "layer", parent, position=",".join(map(number, place)), bounds=self.size(box),
            anchorPoint=f"{number(first_anchor[0] / box[0])},{number(first_anchor[1] / box[1])}",
            transform=" ".join(words) or None, opacity=number(alpha) if alpha != 1 else None)
        self.animate(layer, "anchorPoint", anchor, lambda v: f"{number(self.vector(v)[0] / box[0])},{number(self.vector(v)[1] / box[1])}")
        for channel, key in places:
            self.animate(layer, key, channel, (lambda v: number(self.scalar(v))) if split else lambda v: ",".join(map(number, self.vector(v))))
        self.animate(layer, "transform.rotation.z", turn, lambda v: f"{number(self.scalar(v))}deg")
        for axis, at in (("x", 0), ("y", 1)):
            self.animate(layer, f"transform.scale.{axis}", scale, lambda v, at=at: number(self.vector(v)[at] / 100))
        self.animate(layer, "opacity", fade, lambda v: number(min(1, max(0, self.scalar(v) / 100))))
        return layer

    @staticmethod
    def scalar(value):
        return float(value[0] if isinstance(value, (list, tuple)) else value)

    @staticmethod
    def vector(value):
        return (float(value[0]), float(value[1])) if isinstance(value, (list, tuple)) else (float(value), float(value))

    # Layers

    def layers(self, layers, parent, box, time, depth):
        if depth > 16:
            raise Unreadable("its compositions lie too deep")
        by_index = {layer.get("ind"): layer for layer in layers}
        order = list(enumerate(layers))
        for at, layer in reversed(order):
            if layer.get("hd") or layer.get("td") and layer.get("ty") != 3:
                continue
            matte = None
            if layer.get("tt"):
                matte = by_index.get(layer["tp"]) if "tp" in layer else layers[at - 1] if at else None
                if layer["tt"] != 1:
                    self.lines.leave_out({2: "inverted mattes", 3: "mattes by luminance", 4: "inverted mattes by luminance"}.get(layer["tt"], "mattes"))
                    matte = None
            holder = parent
            if matte:
                mask = self.lines.create(f"{self.label(layer)}-matte", "layer", **self.plain("none", box))
                self.layer(matte, by_index, mask, box, time, depth)
                holder = self.lines.create(f"{self.label(layer)}-matted", "layer", **self.plain(parent, box), mask=mask)
            self.layer(layer, by_index, holder, box, time, depth)

    @staticmethod
    def label(layer):
        return str(layer.get("nm") or f"layer{layer.get('ind', '')}")[:40]

    def layer(self, layer, by_index, parent, box, time, depth):
        self.count += 1
        if self.count > MOST:
            raise Unreadable("it has too many layers")
        kind, name = layer.get("ty"), self.label(layer)
        if kind == 3:
            return
        if kind not in (0, 1, 4):
            return self.lines.leave_out({2: "pictures", 5: "texts", 6: "sound", 13: "cameras"}.get(kind, f"layers of the type {kind}"))
        if layer.get("ddd"):
            self.lines.leave_out("layers in depth")
        if layer.get("ef"):
            self.lines.leave_out("effects")
        blend = layer.get("bm", 0)
        blends = ["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight", "difference",
                  "exclusion", "hue", "saturation", "color", "luminosity"]
        # In its composition's time.
        begin, end = (time[0] * float(layer.get(key, limit)) + time[1] for key, limit in (("ip", -1e9), ("op", 1e9)))
        begin, end = max(begin, self.clock.start), min(end, self.clock.end)
        if begin >= end:
            return
        shown = self.lines.create(
            name, "layer", **self.plain(parent, box), compositingFilter=blends[blend] if 0 < blend < len(blends) else None)
        if begin > self.clock.start or end < self.clock.end:
            self.appear(shown, begin, end)
        chain, above = [], layer.get("parent")
        while above in by_index and len(chain) < 64:
            chain.append(by_index[above])
            above = by_index[above].get("parent")
        inner = shown
        for ancestor in reversed(chain):
            inner = self.moved(f"{name}-in-{self.label(ancestor)}", inner, box, ancestor.get("ks"), time, opacity=False)
        size = (float(layer.get("w") or box[0]), float(layer.get("h") or box[1])) if kind == 0 else box
        inner = self.moved(f"{name}-moved", inner, size, layer.get("ks"), time)
        self.masks(layer, inner, size, time)
        if layer.get("ao"):
            self.lines.leave_out("turning along the path")
        if kind == 1:
            rgb = tuple(int(layer["sc"].lstrip("#")[at:at + 2], 16) / 255 for at in (0, 2, 4))
            self.lines.create(
                f"{name}-solid", "layer", inner, position="0,0", anchorPoint="0,0", bounds=f"0,0,{number(layer['sw'])},{number(layer['sh'])}",
                backgroundColor=color(rgb))
        elif kind == 4:
            self.items(layer.get("shapes", []), inner, size, time, [])
        else:
            asset = self.assets.get(layer.get("refId"))
            if not asset or "layers" not in asset:
                return self.lines.leave_out("compositions that are not there")
            if layer.get("tm"):
                self.lines.leave_out("time remapping")
            self.lines.add("set", inner, masksToBounds="true")
            stretch = float(layer.get("sr", 1) or 1)
            self.layers(asset["layers"], inner, size, (time[0] * stretch, time[1] + time[0] * float(layer.get("st", 0))), depth + 1)

    def appear(self, layer, begin, end):
        """Seen from one time to another only."""
        length = self.clock.end - self.clock.start
        marks = [(self.clock.start, "0" if begin > self.clock.start else "1")]
        if begin > self.clock.start:
            marks.append((begin, "1"))
        if end < self.clock.end:
            marks.append((end, "0"))
        marks.append((self.clock.end, marks[-1][1]))
        if marks[0][1] == "0":
            self.lines.add("set", layer, opacity="0")
        self.lines.create(
            layer.split(".", 1)[-1] + "-shown", "animation", None, layer=layer, property="opacity", values="|".join(mark[1] for mark in marks),
            keyTimes=",".join(number((mark[0] - self.clock.start) / length) for mark in marks),
            timings=",".join(["steps(1)"] * (len(marks) - 1)), duration=number(length / self.clock.rate), repeatCount="inf")

    def masks(self, layer, target, box, time):
        found = [mask for mask in layer.get("masksProperties", []) if mask.get("mode", "a") != "n"]
        if not found:
            return
        holder = self.lines.create(f"{self.label(layer)}-mask", "layer", **self.plain("none", box))
        far = max(box) * 4
        whole = paths.write(paths.rectangle(-far, -far, far * 9, far * 9))
        for at, mask in enumerate(found):
            mode, inverted = mask.get("mode", "a"), bool(mask.get("inv"))
            if mode not in ("a", "s") or (mode == "a" and at and inverted):
                self.lines.leave_out(f"masks of the mode {mode}{', inverted' if inverted else ''}")
                continue
            if self.scalar(self.channel(mask.get("x"), 0, time).at(self.clock.start)) or mask.get("f") and any(self.vector(self.channel(mask["f"], [0, 0], time).at(self.clock.start))):
                self.lines.leave_out("masks that are widened or feathered")
            takes_away = (mode == "s") != inverted
            if at == 0 and takes_away:
                self.lines.create(f"{self.label(layer)}-mask-all", "shape", **self.plain(holder, box), path=whole, fillColor="#000000ff")
            channel = self.channel(mask["pt"], None, time)
            fade = self.channel(mask.get("o"), 100, time)
            shape = self.lines.create(
                f"{self.label(layer)}-mask-{at}", "shape", **self.plain(holder, box), fillColor="#000000ff",
                opacity=number(self.scalar(fade.at(self.clock.start)) / 100), path=self.bezier(channel.at(self.clock.start)),
                compositingFilter="destinationOut" if takes_away else None)
            self.animate(shape, "path", channel, self.bezier)
            self.animate(shape, "opacity", fade, lambda v: number(self.scalar(v) / 100))
        self.lines.add("set", target, mask=holder)

    # Shapes

    def bezier(self, value):
        return paths.write(self.segments(value)) or "M 0 0"

    @staticmethod
    def segments(value):
        value = value[0] if isinstance(value, list) else value
        points, into, out = value["v"], value["i"], value["o"]
        if not points:
            return []
        result = [("M", *map(float, points[0][:2]))]
        pairs = list(zip(range(len(points) - 1), range(1, len(points)))) + ([(len(points) - 1, 0)] if value.get("c") else [])
        for a, b in pairs:
            result.append((
                "C", points[a][0] + out[a][0], points[a][1] + out[a][1], points[b][0] + into[b][0], points[b][1] + into[b][1], *points[b][:2]))
        return result + ([("Z",)] if value.get("c") else [])

    def items(self, items, parent, box, time, inherited):
        """The items of a shape layer or a group; `inherited`: groups above have trims that hold here."""
        items = [item for item in items if not item.get("hd")]
        trims = inherited + [item for item in items if item.get("ty") == "tm"]
        for item in items:
            kind = item.get("ty")
            if kind not in STYLES | PATHS | {"gr", "tr", "tm"}:
                self.lines.leave_out({"rp": "repeaters", "rd": "rounded corners", "mm": "merged paths", "pb": "puckers", "tw": "twists", "zz": "zigzags", "op": "offset paths"}.get(kind, f"the item {kind}"))
        for at in range(len(items) - 1, -1, -1):
            item = items[at]
            if item.get("ty") == "gr":
                self.group(item, parent, box, time, trims)
            elif item.get("ty") in STYLES:
                before = items[:at]
                self.styled(item, [path for path in before if path.get("ty") in PATHS], parent, box, time, trims)
                # It paints the paths of groups before it, too.
                for group in reversed([group for group in before if group.get("ty") == "gr"]):
                    self.reach(item, group, parent, box, time, trims)

    def group(self, item, parent, box, time, trims):
        inside = item.get("it", [])
        transform = next((part for part in inside if part.get("ty") == "tr"), {})
        layer = self.moved(str(item.get("nm") or "group")[:40], parent, box, transform, time)
        self.items(inside, layer, box, time, trims)

    def reach(self, style, group, parent, box, time, trims):
        inside = [part for part in group.get("it", []) if not part.get("hd")]
        found = [part for part in inside if part.get("ty") in PATHS]
        deeper = [part for part in inside if part.get("ty") == "gr"]
        if not found and not deeper:
            return
        transform = next((part for part in inside if part.get("ty") == "tr"), {})
        layer = self.moved(str(group.get("nm") or "group")[:40], parent, box, transform, time)
        self.styled(style, found, layer, box, time, trims)
        for part in reversed(deeper):
            self.reach(style, part, layer, box, time, trims)

    def outline(self, item, time):
        """A path's channel: of lists of segments."""
        kind = item["ty"]
        if kind == "sh":
            return self.channel(item["ks"], None, time).map(self.segments)
        if kind == "rc":
            parts = [self.channel(item.get(key), otherwise, time) for key, otherwise in (("p", [0, 0]), ("s", [0, 0]), ("r", 0))]

            def rectangle(p, s, r):
                (x, y), (w, h), r = self.vector(p), self.vector(s), self.scalar(r)
                r = min(r, w / 2, h / 2)
                return paths.rectangle(x - w / 2, y - h / 2, w, h, r, r)
            return Channel.combined(parts, rectangle)
        if kind == "el":
            parts = [self.channel(item.get(key), [0, 0], time) for key in ("p", "s")]
            return Channel.combined(parts, lambda p, s: paths.ellipse(*self.vector(p), self.vector(s)[0] / 2, self.vector(s)[1] / 2))
        keys = (("p", [0, 0]), ("pt", 5), ("or", 0), ("ir", 0), ("r", 0))
        if any(self.scalar(self.channel(item.get(key), 0, time).at(self.clock.start)) for key in ("os", "is")):
            self.lines.leave_out("round stars")
        return Channel.combined(
            [self.channel(item.get(key), otherwise, time) for key, otherwise in keys], lambda *v: self.star(item.get("sy", 1), *v))

    def star(self, kind, p, count, outer, inner, turn):
        (x, y), count = self.vector(p), max(3, round(self.scalar(count)))
        outer, inner, turn = self.scalar(outer), self.scalar(inner), math.radians(self.scalar(turn) - 90)
        steps = count * 2 if kind == 1 else count
        result = []
        for at in range(steps):
            radius = inner if kind == 1 and at % 2 else outer
            angle = turn + 2 * math.pi * at / steps
            result.append(("L" if at else "M", x + radius * math.cos(angle), y + radius * math.sin(angle)))
        return result + [("Z",)]

    def styled(self, style, found, parent, box, time, trims):
        if not found:
            return
        channels = [self.outline(item, time) for item in found]
        # An ellipse begins above, and lines of a file that goes the other way are reversed: for trims only.
        path = channels[0] if len(channels) == 1 else Channel.combined(channels, lambda *parts: [part for segments in parts for part in segments])
        name = str(style.get("nm") or style["ty"])[:40]
        fade = self.channel(style.get("o"), 100, time)
        first = path.at(self.clock.start)
        properties = dict(path=paths.write(first) or "M 0 0")
        is_stroke = style["ty"] in ("st", "gs")
        if not is_stroke and style.get("r") == 2:
            properties["fillRule"] = "evenOdd"
        width = None
        if is_stroke:
            width = self.channel(style.get("w"), 1, time)
            properties |= {
                "fillColor": "none", "lineWidth": number(self.scalar(width.at(self.clock.start))), "lineCap": CAPS.get(style.get("lc"), "butt"),
                "lineJoin": JOINS.get(style.get("lj"), "miter"), "miterLimit": number(float(style.get("ml") or 4))}
            dashes = [self.channel(part["v"], 0, time) for part in style.get("d", []) if part.get("n") in ("d", "g")]
            if dashes:
                if any(dash.moves for dash in dashes):
                    self.lines.leave_out("dashes that move")
                lengths = [self.scalar(dash.at(self.clock.start)) for dash in dashes]
                properties["lineDashPattern"] = ",".join(map(number, lengths * (1 + len(lengths) % 2)))
                offset = next((self.channel(part["v"], 0, time) for part in style["d"] if part.get("n") == "o"), None)
                if offset:
                    properties["lineDashPhase"] = number(self.scalar(offset.at(self.clock.start)))
        key = "strokeColor" if is_stroke else "fillColor"
        is_gradient = style["ty"] in ("gf", "gs")
        tint = None
        if is_gradient:
            properties[key] = "#000000ff"
        else:
            tint = self.channel(style["c"], [0, 0, 0, 1], time)
            properties[key] = self.tint(tint.at(self.clock.start))
        opacity = self.scalar(fade.at(self.clock.start)) / 100
        if is_gradient:
            shape = self.lines.create(f"{name}-outline", "shape", **self.plain("none", box), **properties)
            target = self.lines.create(name, "layer", **self.plain(parent, box), mask=shape, opacity=number(opacity) if opacity != 1 else None)
            self.gradient(f"{name}-colors", target, style, path, self.scalar(width.at(self.clock.start)) if width else 0, time)
        else:
            shape = target = self.lines.create(name, "shape", **self.plain(parent, box), **properties, opacity=number(opacity) if opacity != 1 else None)
            self.animate(shape, key, tint, self.tint)
        self.animate(target, "opacity", fade, lambda v: number(self.scalar(v) / 100))
        self.animate(shape, "path", path, lambda v: paths.write(v) or "M 0 0")
        if width:
            self.animate(shape, "lineWidth", width, lambda v: number(self.scalar(v)))
        if trims:
            self.trim(trims, shape, is_stroke, len(found), time)

    @staticmethod
    def tint(value):
        return color([float(part) for part in value[:3]], float(value[3]) if len(value) > 3 else 1.0)

    def trim(self, trims, shape, is_stroke, count, time):
        if len(trims) > 1:
            self.lines.leave_out("several trims of one path")
        trim = trims[-1]
        start, end, offset = (self.channel(trim.get(key), otherwise, time) for key, otherwise in (("s", 0), ("e", 100), ("o", 0)))
        if not is_stroke:
            return self.lines.leave_out("trims of fills")
        if count > 1 and trim.get("m", 1) == 1:
            self.lines.leave_out("trims of several paths one by one")
        ends = Channel.combined([start, end, offset], lambda s, e, o: (self.scalar(s) / 100, self.scalar(e) / 100, self.scalar(o) / 360))

        def range_(value, at):
            low, high = sorted(value[:2])
            turn = value[2] % 1
            if turn and low + turn >= 1:
                turn -= 1
            if high + turn > 1 + 1e-6 and high - low < 1 - 1e-6:
                self.lines.leave_out("trims across the beginning of a path")
            return min(1, max(0, (low, high)[at] + (turn if high - low < 1 - 1e-6 else 0)))

        # Without an offset each end keeps its own easing.
        is_plain = not offset.moves and not self.scalar(offset.at(self.clock.start)) % 360
        for at, key in enumerate(("strokeStart", "strokeEnd")):
            plain = (start, end)[at].map(lambda v: (self.scalar(v) / 100,) * 2 + (0,))
            self.put(shape, key, plain if is_plain else ends, lambda v, at=at: number(range_(v, at)))

    def gradient(self, name, parent, style, path, width, time):
        channels = [self.channel(style[key], [0, 0], time) for key in ("s", "e")]
        colors = self.channel(style["g"]["k"], None, time)
        if any(channel.moves for channel in channels + [colors]):
            self.lines.leave_out("gradients that move")
        (x1, y1), (x2, y2) = (self.vector(channel.at(self.clock.start)) for channel in channels)
        count, flat = int(style["g"]["p"]), colors.at(self.clock.start)
        stops = [(flat[at * 4], flat[at * 4 + 1:at * 4 + 4]) for at in range(count)]
        alphas = [(flat[at], flat[at + 1]) for at in range(count * 4, len(flat) - 1, 2)]
        boxes = list(filter(None, (paths.extent(frame[1]) for frame in path.keyframes()))) or [(0, 0, 1, 1)]
        margin = width + 1
        x, y = min(b[0] for b in boxes) - margin, min(b[1] for b in boxes) - margin
        w, h = max(b[0] + b[2] for b in boxes) + margin - x, max(b[1] + b[3] for b in boxes) + margin - y
        is_radial = style.get("t") == 2
        if is_radial:
            if self.scalar(self.channel(style.get("h"), 0, time).at(self.clock.start)):
                self.lines.leave_out("focal points of radial gradients beside their centre")
            r = math.hypot(x2 - x1, y2 - y1)
            x2, y2 = x1 + r, y1 + r
        places = sorted({at for at, _ in stops} | {at for at, _ in alphas} | {0.0, 1.0})
        mixed = [(at, color(mix(stops, at), mix([(p, [a]) for p, a in alphas], at)[0] if alphas else 1.0)) for at in places]
        self.lines.create(
            name, "gradient", parent, position=f"{number(x)},{number(y)}", anchorPoint="0,0", bounds=f"0,0,{number(w)},{number(h)}",
            type="radial" if is_radial else "axial", colors=",".join(value for _, value in mixed), locations=",".join(number(at) for at, _ in mixed),
            startPoint=f"{number((x1 - x) / w)},{number((y1 - y) / h)}", endPoint=f"{number((x2 - x) / w)},{number((y2 - y) / h)}")


def mix(stops, at):
    """The parts of a colour between stops."""
    last = stops[0]
    for stop in stops:
        if stop[0] >= at:
            share = (at - last[0]) / (stop[0] - last[0]) if stop[0] > last[0] else 1
            return [a + (b - a) * max(0, share) for a, b in zip(last[1], stop[1])]
        last = stop
    return list(last[1])
