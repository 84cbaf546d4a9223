"""Lottie to lines: shape layers, solids, pictures, texts of outlines, precomps and nulls, with their keyframes."""
import json
import math
import os

from . import outlines, paths
from .keyframes import Channel, Clock, Time, thinned
from .lines import Unreadable, color, number
from .lottie_effects import Effects
from .lottie_shapes import Shapes
from .lottie_texts import Texts

# Layers that one file may make.
MOST = 50_000
BLENDS = ["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight", "difference",
          "exclusion", "hue", "saturation", "color", "luminosity"]
DAMAGE = (KeyError, TypeError, IndexError, ValueError, AttributeError, ArithmeticError)


def read(data, lines, pictures=None):
    """`pictures`: takes the bytes of a picture that lies in the file and gives the path under which it is kept; None leaves them out."""
    try:
        file = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is no JSON: {error}") from None
    if not isinstance(file, dict) or not isinstance(file.get("layers"), list):
        raise Unreadable("it is no Lottie")
    try:
        Reader(file, lines, pictures).run()
    except RecursionError:
        raise Unreadable("its layers lie too deep") from None
    except DAMAGE as error:
        raise Unreadable(f"it is damaged: {type(error).__name__} {error}") from None


class Reader(Shapes, Texts, Effects):
    def __init__(self, file, lines, pictures):
        self.file, self.lines, self.pictures = file, lines, pictures
        self.assets = {asset.get("id"): asset for asset in file.get("assets") or [] if isinstance(asset, dict)}
        self.count = 0
        # Within a matte by luminance, brightness is alpha; within a layer with a fill effect, all has one colour.
        self.is_luminance = self.is_shade = False
        self.only_color = None

    def run(self):
        width, height, rate = float(self.file["w"]), float(self.file["h"]), float(self.file["fr"])
        if not (0 < width <= self.lines.longest and 0 < height <= self.lines.longest and 0 < rate <= 1000):
            raise Unreadable("its size or its rate is none that can be shown")
        self.clock = Clock(float(self.file["ip"]), float(self.file["op"]), rate)
        if self.clock.end <= self.clock.start:
            raise Unreadable("it has no time")
        self.box = self.lines.size = (width, height)
        self.lines.frames, self.lines.rate = math.ceil(self.clock.end - self.clock.start - 1e-6), rate
        top = self.lines.create(
            "picture", "layer", self.lines.parent, position="0,0", anchorPoint="0,0", bounds=self.size(self.box), masksToBounds="true")
        self.layers(self.file["layers"], top, self.box, Time(), 0)

    @staticmethod
    def size(box):
        return f"0,0,{number(box[0])},{number(box[1])}"

    # What moves

    def channel(self, value, otherwise, time):
        """A property of the file, in the film's time."""
        return Channel(value, otherwise, time, self.clock, self.lines.leave_out)

    def put(self, layer, key, channel, write):
        """Sets a layer's property: its value, and an animation where it moves."""
        self.lines.add("set", layer, **{key.replace(".", "__"): write(channel.at(self.clock.start))})
        self.animate(layer, key, channel, write)

    def animate(self, layer, key, channel, write):
        frames = channel.keyframes()
        if len(frames) < 2:
            return
        frames = thinned([(frame, write(value), easing) for frame, value, easing in frames])
        if all(frame[1] == frames[0][1] for frame in frames):
            return
        length = self.clock.end - self.clock.start
        self.lines.animation(
            layer, key, [frame[1] for frame in frames], [(frame[0] - self.clock.start) / length for frame in frames],
            [frame[2] for frame in frames[:-1]], length / self.clock.rate)

    def plain(self, parent, box):
        return dict(parent=parent, position="0,0", anchorPoint="0,0", bounds=self.size(box))

    def turned(self, transform, time):
        """The channel of a transform's turn, by the path too where a layer looks along it."""
        return self.channel(transform.get("r") or transform.get("rz"), 0, time)

    def moved(self, wish, parent, box, transform, time, opacity=True, follows=False):
        """A layer with a transform of the file's. `follows`: it turns with its path."""
        transform = transform or {}
        if not isinstance(transform.get("p"), dict):
            transform = transform | {"p": {"k": [0, 0]}}
        anchor = self.channel(transform.get("a"), [0, 0], time)
        scale = self.channel(transform.get("s"), [100, 100], time)
        turn = self.turned(transform, time)
        if any(self.channel(transform.get(key), 0, time).moves or self.scalar(self.channel(transform.get(key), 0, time).at(self.clock.start)) for key in ("rx", "ry")):
            self.lines.leave_out("turns in depth")
        skew, axis = self.channel(transform.get("sk"), 0, time), self.channel(transform.get("sa"), 0, time)
        fade = self.channel(transform.get("o") if opacity else None, 100, time)
        split = transform["p"].get("s") is True and "x" in transform["p"]
        ways = [(self.channel(transform["p"][way], 0, time), f"position.{way}") for way in "xy"] if split else [(self.channel(transform["p"], [0, 0], time), "position")]
        if follows and any(way.moves for way, _ in ways):
            turn = self.following([way for way, _ in ways], turn)
        start = self.clock.start
        first_anchor, first_scale, first_turn = self.vector(anchor.at(start)), self.vector(scale.at(start)), self.scalar(turn.at(start))
        words = []
        if first_turn:
            words.append(f"rotate({number(first_turn)}deg)")
        first_skew, first_axis = self.scalar(skew.at(start)), self.scalar(axis.at(start))
        if skew.moves or axis.moves:
            self.lines.leave_out("skews that move")
        if first_skew:
            words += [f"rotate({number(first_axis)}deg)", f"skewX({number(-first_skew)}deg)", f"rotate({number(-first_axis)}deg)"]
        if scale.moves:
            # Of a layer without an extent its turn is not known.
            first_scale = tuple(part or 0.01 for part in first_scale)
        if first_scale != (100, 100):
            words.append(f"scale({number(first_scale[0] / 100)},{number(first_scale[1] / 100)})")
        where = [self.scalar(way.at(start)) for way, _ in ways] if split else self.vector(ways[0][0].at(start))
        alpha = self.scalar(fade.at(start)) / 100
        layer = self.lines.create(
            wish, "layer", parent, position=",".join(map(number, where)), bounds=self.size(box),
            anchorPoint=f"{number(first_anchor[0] / box[0])},{number(first_anchor[1] / box[1])}",
            transform=" ".join(words) or None, opacity=number(min(1, max(0, alpha))) if alpha != 1 else None)
        self.animate(layer, "anchorPoint", anchor, lambda v: f"{number(self.vector(v)[0] / box[0])},{number(self.vector(v)[1] / box[1])}")
        for way, key in ways:
            self.animate(layer, key, way, (lambda v: number(self.scalar(v))) if split else lambda v: ",".join(map(number, self.vector(v))))
        if first_skew and (turn.moves or scale.moves):
            # A matrix that is skewed has no turn and scale of its own.
            whole = Channel.combined([turn, scale], lambda r, s: self.matrix((0, 0), self.scalar(r), self.vector(s), (0, 0), first_skew, first_axis))
            self.animate(layer, "transform", whole, lambda m: f"matrix({','.join(map(number, m))})")
        else:
            self.animate(layer, "transform.rotation.z", turn, lambda v: f"{number(self.scalar(v))}deg")
            for way, at in (("x", 0), ("y", 1)):
                self.animate(layer, f"transform.scale.{way}", scale, lambda v, at=at: number(self.vector(v)[at] / 100))
        self.animate(layer, "opacity", fade, lambda v: number(min(1, max(0, self.scalar(v) / 100))))
        return layer

    def following(self, ways, turn):
        """The direction of a path in each frame, and the layer's own turn with it."""
        def place(time):
            return [self.scalar(way.at(time)) for way in ways] if len(ways) > 1 else self.vector(ways[0].at(time))

        last = 0.0

        def angle(time):
            nonlocal last
            a, b = place(time - 0.01), place(time + 0.01)
            if math.dist(a, b) > 1e-6:
                now = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
                # The short way round from frame to frame.
                last = now + 360 * round((last - now) / 360)
            return last + self.scalar(turn.at(time))
        return Channel.each_frame(self.clock, angle)

    @staticmethod
    def matrix(p, turn, scale, anchor, skew=0.0, axis=0.0):
        """The matrix a, b, c, d, tx, ty of a transform; angles in degrees, the scale in per cent."""
        def rotation(degrees):
            angle = math.radians(degrees)
            return math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle)

        def times(m, n):
            return (m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3])
        m = rotation(turn)
        if skew:
            m = times(times(times(m, rotation(axis)), (1, 0, math.tan(math.radians(-skew)), 1)), rotation(-axis))
        m = times(m, (scale[0] / 100, 0, 0, scale[1] / 100))
        return (*m, p[0] - m[0] * anchor[0] - m[2] * anchor[1], p[1] - m[1] * anchor[0] - m[3] * anchor[1])

    def matrices(self, transform, time):
        """The channel of a transform's matrix."""
        transform = transform or {}
        p = transform.get("p") if isinstance(transform.get("p"), dict) else {"k": [0, 0]}
        if p.get("s") is True and "x" in p:
            place = Channel.combined([self.channel(p[way], 0, time) for way in "xy"], lambda x, y: (self.scalar(x), self.scalar(y)))
        else:
            place = self.channel(p, [0, 0], time)
        parts = [place, self.turned(transform, time)] + [
            self.channel(transform.get(key), otherwise, time) for key, otherwise in (("s", [100, 100]), ("a", [0, 0]), ("sk", 0), ("sa", 0))]
        return Channel.combined(parts, lambda p, r, s, a, sk, sa: self.matrix(
            self.vector(p), self.scalar(r), self.vector(s), self.vector(a), self.scalar(sk), self.scalar(sa)))

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
        by_index = {layer["ind"]: layer for layer in layers if layer.get("ind") is not None}
        mattes = {layer["tp"] for layer in layers if layer.get("tt") and "tp" in layer}
        for at, layer in reversed(list(enumerate(layers))):
            if layer.get("hd") or layer.get("td") and layer.get("ty") != 3 or layer.get("ind") in mattes and not layer.get("tt"):
                continue
            matte = None
            if layer.get("tt"):
                matte = by_index.get(layer["tp"]) if "tp" in layer else layers[at - 1] if at else None
            try:
                holder = self.matted(layer, matte, by_index, parent, box, time, depth) if matte else parent
                self.layer(layer, by_index, holder, box, time, depth)
            except DAMAGE:
                self.lines.leave_out(f"the layer \"{self.label(layer)}\", which is damaged")

    def matted(self, layer, matte, by_index, parent, box, time, depth):
        """A layer whose mask is what another one shows."""
        mask = self.lines.create(f"{self.label(layer)}-matte", "layer", **self.plain("none", box))
        into = mask
        if layer["tt"] in (2, 4):
            self.lines.create(f"{self.label(layer)}-matte-all", "layer", **self.plain(mask, box), backgroundColor="#000000ff")
            into = self.lines.create(f"{self.label(layer)}-matte-cut", "layer", **self.plain(mask, box), compositingFilter="destinationOut")
        was, self.is_luminance = self.is_luminance, layer["tt"] in (3, 4)
        try:
            self.layer(matte, by_index, into, box, time, depth)
        finally:
            self.is_luminance = was
        return self.lines.create(f"{self.label(layer)}-matted", "layer", **self.plain(parent, box), mask=mask)

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
        if kind not in (0, 1, 2, 4, 5):
            return self.lines.leave_out({6: "sound", 13: "cameras"}.get(kind, f"layers of the type {kind}"))
        if layer.get("ddd"):
            self.lines.leave_out("layers in depth")
        seen = self.seen(layer, time)
        if not seen:
            return
        blend = layer.get("bm", 0)
        shown = self.lines.create(
            name, "layer", **self.plain(parent, box), compositingFilter=BLENDS[blend] if isinstance(blend, int) and 0 < blend < len(BLENDS) else None)
        self.appear(shown, seen)
        chain, above = [], layer.get("parent")
        while above in by_index and len(chain) < 64:
            chain.append(by_index[above])
            above = by_index[above].get("parent")
        inner = shown
        for ancestor in reversed(chain):
            inner = self.moved(
                f"{name}-in-{self.label(ancestor)}", inner, box, ancestor.get("ks"), time, opacity=False, follows=bool(ancestor.get("ao")))
        size = (float(layer.get("w") or box[0]), float(layer.get("h") or box[1])) if kind == 0 else box
        inner = self.moved(f"{name}-moved", inner, size, layer.get("ks"), time, follows=bool(layer.get("ao")))
        self.masks(layer, inner, size, time)
        was = self.only_color
        try:
            self.effects(layer, inner, time)
            self.content(layer, kind, name, inner, size, time, depth)
        finally:
            self.only_color = was

    def content(self, layer, kind, name, inner, size, time, depth):
        if kind == 1:
            text = str(layer.get("sc", "")).lstrip("#").ljust(6, "0")
            rgb = tuple(int(text[at:at + 2], 16) / 255 for at in (0, 2, 4))
            self.lines.create(
                f"{name}-solid", "layer", inner, position="0,0", anchorPoint="0,0", bounds=f"0,0,{number(layer['sw'])},{number(layer['sh'])}",
                backgroundColor=self.tint(rgb))
        elif kind == 2:
            self.picture(layer, name, inner)
        elif kind == 4:
            self.items(layer.get("shapes", []), inner, size, time, [])
        elif kind == 5:
            self.texts(layer, name, inner, size, time)
        else:
            asset = self.assets.get(layer.get("refId"))
            if not asset or "layers" not in asset:
                return self.lines.leave_out("compositions that are not there")
            self.lines.add("set", inner, masksToBounds="true")
            if isinstance(layer.get("tm"), dict):
                rate = self.clock.rate
                second = self.channel(layer["tm"], 0, Time())
                within = time.remapped(lambda frame: self.scalar(second.at(frame)) * rate)
            else:
                within = time.within(float(layer.get("sr", 1) or 1), float(layer.get("st", 0)))
            self.layers(asset["layers"], inner, size, within, depth + 1)

    def picture(self, layer, name, parent):
        asset = self.assets.get(layer.get("refId")) or {}
        path = str(asset.get("p") or "")
        if path.startswith("data:"):
            if self.pictures is None:
                return self.lines.leave_out("pictures that lie in the file (--pictures FOLDER keeps them)")
            path = self.pictures(path)
        elif path and self.lines.folder is None:
            return self.lines.leave_out("pictures in files of their own")
        elif path:
            path = os.path.join(self.lines.folder, str(asset.get("u") or "") + path)
            path = path if "/" in path else f"./{path}"
        if not path or not asset.get("w") or not asset.get("h"):
            return self.lines.leave_out("pictures that are not there")
        self.lines.create(
            f"{name}-pixels", "layer", parent, position="0,0", anchorPoint="0,0", bounds=f"0,0,{number(float(asset['w']))},{number(float(asset['h']))}",
            contents=path, contentsGravity="resizeAspect")

    def seen(self, layer, time):
        """The stretches of the film in which a layer is seen."""
        first, last = float(layer.get("ip", -1e9)), float(layer.get("op", 1e9))
        if not time.inner:
            begin, end = max(time.outer(first), self.clock.start), min(time.outer(last), self.clock.end)
            return [(begin, end)] if begin < end else []
        stretches = []
        for frame in self.clock.every()[:-1]:
            if not first <= time.frame(frame) < last:
                continue
            if stretches and stretches[-1][1] == frame:
                stretches[-1] = (stretches[-1][0], frame + 1)
            else:
                stretches.append((frame, frame + 1))
        return stretches

    def appear(self, layer, stretches):
        """Seen in some stretches of the film only."""
        start, end = self.clock.start, self.clock.end
        if stretches[0][0] <= start and stretches[0][1] >= end:
            return
        marks = []
        for begin, until in stretches:
            marks += [(begin, "1"), (until, "0")]
        if marks[0][0] > start:
            marks.insert(0, (start, "0"))
            self.lines.add("set", layer, opacity="0")
        if marks[-1][0] < end:
            marks.append((end, marks[-1][1]))
        else:
            marks[-1] = (end, marks[-2][1])
        length = end - start
        self.lines.animation(
            layer, "opacity", [mark[1] for mark in marks], [(mark[0] - start) / length for mark in marks], ["steps(1)"] * (len(marks) - 1),
            length / self.clock.rate)

    def masks(self, layer, target, box, time):
        found = [mask for mask in layer.get("masksProperties") or [] if mask.get("mode", "a") != "n" and isinstance(mask.get("pt"), dict)]
        if not found:
            return
        holder = self.lines.create(f"{self.label(layer)}-mask", "layer", **self.plain("none", box))
        far = max(box) * 4
        whole = paths.write(paths.rectangle(-far, -far, far * 9, far * 9))
        filters = {"s": "destinationOut", "i": "destinationIn", "f": "xor"}
        for at, mask in enumerate(found):
            mode, inverted = mask.get("mode", "a"), bool(mask.get("inv"))
            if mode not in ("a", "s", "i", "f", "l", "d"):
                self.lines.leave_out(f"masks of the mode {mode}")
                continue
            wider = self.channel(mask.get("x"), 0, time).map(lambda v: 2 * self.scalar(v))
            least = min(wider.at(frame) for frame in self.clock.every())
            if least < 0 or mask.get("f") and any(self.vector(self.channel(mask["f"], [0, 0], time).at(self.clock.start))):
                self.lines.leave_out("masks that are narrowed or feathered")
            if at == 0 and mode == "s":
                self.lines.create(f"{self.label(layer)}-mask-all", "shape", **self.plain(holder, box), path=whole, fillColor="#000000ff")
            channel = self.channel(mask["pt"], None, time).map(outlines.contours)
            fade = self.channel(mask.get("o"), 100, time)

            def write(value):
                text = self.written(value)
                return f"{whole} {text}" if inverted else text
            shape = self.lines.create(
                f"{self.label(layer)}-mask-{at}", "shape", **self.plain(holder, box), fillColor="#000000ff",
                fillRule="evenOdd" if inverted else None, opacity=number(self.scalar(fade.at(self.clock.start)) / 100),
                path=write(channel.at(self.clock.start)),
                compositingFilter=filters.get(mode) if at or mode == "s" else None)
            self.animate(shape, "path", channel, write)
            if least >= 0 and max(wider.at(frame) for frame in self.clock.every()) > 0:
                self.lines.add("set", shape, strokeColor="#000000ff", lineJoin="round")
                self.put(shape, "lineWidth", wider, number)
            self.animate(shape, "opacity", fade, lambda v: number(self.scalar(v) / 100))
        self.lines.add("set", target, mask=holder)

    @staticmethod
    def written(found):
        """Path data of contours; of none, a point that paints nothing."""
        return paths.write(outlines.segments(found)) or "M 0 0"

    def tint(self, value):
        """A colour's word: as an effect or a matte by luminance turns it."""
        rgb, alpha = [float(part) for part in value[:3]], float(value[3]) if len(value) > 3 else 1.0
        if self.only_color:
            rgb = self.only_color
        if any(part > 1 for part in rgb):
            # Old files count to 255.
            rgb = [part / 255 for part in rgb]
            alpha = alpha / 255 if alpha > 1 else alpha
        if self.is_luminance:
            alpha *= 1.0 if self.is_shade else min(1.0, 0.2125 * rgb[0] + 0.7154 * rgb[1] + 0.0721 * rgb[2])
            rgb = [0, 0, 0]
        return color(rgb, alpha)
