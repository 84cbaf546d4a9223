"""Items of Lottie's shape layers: groups, paths, what changes paths, and what paints them."""
import math

from . import outlines, paths
from .keyframes import Channel
from .lines import color, number

CAPS = {1: "butt", 2: "round", 3: "square"}
JOINS = {1: "miter", 2: "round", 3: "bevel"}
STYLES = {"fl", "st", "gf", "gs"}
PATHS = {"sh", "rc", "el", "sr"}
MODIFIERS = {"tm", "rd", "pb"}
UNKNOWN = {"tw": "twists", "zz": "zigzags", "op": "offset paths"}
# Copies that a repeater may make.
MOST_COPIES = 500


class Shapes:
    def items(self, items, parent, box, time, modifiers):
        """The items of a shape layer or a group; `modifiers`: of groups above that hold here."""
        items = [item for item in items if isinstance(item, dict) and not item.get("hd")]
        for item in items:
            kind = item.get("ty")
            # lottie-web and rlottie show merged paths as paths one over another.
            if kind not in STYLES | PATHS | MODIFIERS | {"gr", "tr", "rp", "mm"}:
                self.lines.leave_out(UNKNOWN.get(kind, f"the item {kind}"))
        repeat = max((at for at, item in enumerate(items) if item.get("ty") == "rp"), default=-1)
        for at in range(len(items) - 1, repeat, -1):
            item, later = items[at], self.later(items, at) + modifiers
            if item.get("ty") == "gr":
                self.group(item, parent, box, time, later)
            elif item.get("ty") in STYLES:
                found = self.collected(items[:at], time, self.later(items, at) + modifiers)
                self.styled(item, found, parent, box, time)
        if repeat >= 0:
            head, later = items[:repeat], self.later(items, repeat) + modifiers
            for copy in self.copies(items[repeat], parent, box, time):
                self.items(head, copy, box, time, later)

    @staticmethod
    def later(items, at):
        return [item for item in items[at + 1:] if item.get("ty") in MODIFIERS]

    def group(self, item, parent, box, time, modifiers):
        inside = item.get("it") or []
        transform = next((part for part in inside if part.get("ty") == "tr"), {})
        layer = self.moved(str(item.get("nm") or "group")[:40], parent, box, transform, time)
        self.items(inside, layer, box, time, modifiers)

    # Repeaters

    def repeated(self, repeater, time):
        """A repeater's count, offset and parts of its transform, as channels."""
        transform = repeater.get("tr") or {}
        count = self.channel(repeater.get("c"), 1, time)
        most = max(math.ceil(self.scalar(value) - 1e-9) for _, value, _ in count.keyframes())
        if most > MOST_COPIES:
            self.lines.leave_out(f"copies of a repeater beyond {MOST_COPIES}")
        parts = [self.channel(repeater.get("o"), 0, time)] + [
            self.channel(transform.get(key), otherwise, time)
            for key, otherwise in (("p", [0, 0]), ("a", [0, 0]), ("s", [100, 100]), ("r", 0), ("so", 100), ("eo", 100))]
        return count, min(most, MOST_COPIES), parts

    def copies(self, repeater, parent, box, time):
        """A layer for each copy, from the back to the front."""
        count, most, (offset, p, a, s, r, first, last) = self.repeated(repeater, time)
        order = range(most - 1, -1, -1) if repeater.get("m", 1) == 1 else range(most)
        for at in order:
            place = Channel.combined([offset, p, a], lambda o, p, a, at=at: tuple(
                anchor + way * (at + self.scalar(o)) for way, anchor in zip(self.vector(p), self.vector(a))))
            scale = Channel.combined([offset, s], lambda o, s, at=at: tuple(
                math.copysign(abs(part / 100) ** (at + self.scalar(o)), part ** (at if part < 0 else 0)) * 100 if part else 0.0 for part in self.vector(s)))
            turn = Channel.combined([offset, r], lambda o, r, at=at: self.scalar(r) * (at + self.scalar(o)))
            alpha = Channel.combined([count, first, last], lambda c, so, eo, at=at: 0.0 if at >= math.ceil(self.scalar(c) - 1e-9) else (
                self.scalar(so) + (self.scalar(eo) - self.scalar(so)) * at / max(1, math.ceil(self.scalar(c) - 1e-9))) / 100)
            start = self.clock.start
            anchor, size, angle, opacity = self.vector(a.at(start)), scale.at(start), turn.at(start), alpha.at(start)
            words = ([f"rotate({number(angle)}deg)"] if angle else []) + ([f"scale({number(size[0] / 100)},{number(size[1] / 100)})"] if tuple(size) != (100, 100) else [])
            layer = self.lines.create(
                f"{repeater.get('nm') or 'copy'}", "layer", parent, position=",".join(map(number, place.at(start))), bounds=self.size(box),
                anchorPoint=f"{number(anchor[0] / box[0])},{number(anchor[1] / box[1])}", transform=" ".join(words) or None,
                opacity=number(opacity) if opacity != 1 else None)
            self.animate(layer, "position", place, lambda v: ",".join(map(number, v)))
            self.animate(layer, "anchorPoint", a, lambda v: f"{number(self.vector(v)[0] / box[0])},{number(self.vector(v)[1] / box[1])}")
            self.animate(layer, "transform.rotation.z", turn, lambda v: f"{number(v)}deg")
            for way, axis in (("x", 0), ("y", 1)):
                self.animate(layer, f"transform.scale.{way}", scale, lambda v, axis=axis: number(v[axis] / 100))
            self.animate(layer, "opacity", alpha, lambda v: number(min(1, max(0, v))))
            yield layer

    # Paths

    def outline(self, item, time):
        """A path's channel: of lists of contours."""
        kind = item["ty"]
        if kind == "sh":
            return self.channel(item["ks"], None, time).map(outlines.contours)
        # As in lottie-web: a rectangle without a direction goes backwards.
        backwards = item.get("d") not in (1, 2) if kind == "rc" else item.get("d") == 3
        if kind == "rc":
            keys, body = (("p", [0, 0]), ("s", [0, 0]), ("r", 0)), lambda p, s, r: outlines.rectangle(*self.vector(p), *self.vector(s), self.scalar(r))
        elif kind == "el":
            keys, body = (("p", [0, 0]), ("s", [0, 0])), lambda p, s: outlines.ellipse(*self.vector(p), self.vector(s)[0] / 2, self.vector(s)[1] / 2)
        else:
            keys = (("p", [0, 0]), ("pt", 5), ("or", 0), ("ir", 0), ("r", 0), ("os", 0), ("is", 0))

            def body(p, count, outer, inner, turn, outer_round, inner_round):
                return outlines.star(item.get("sy", 1), *self.vector(p), self.scalar(count), self.scalar(outer), self.scalar(inner), self.scalar(turn),
                                     self.scalar(outer_round) / 100, self.scalar(inner_round) / 100)
        channel = Channel.combined([self.channel(item.get(key), otherwise, time) for key, otherwise in keys], body)
        return channel.map(lambda found: [outlines.reversed_(contour) for contour in found]) if backwards else channel

    def collected(self, items, time, modifiers):
        """What a style behind these items paints: the paths before it and those of groups, and the trim that is still to come.

        A list of channels; and (trim, channels) where lines can say the trim themselves."""
        found = []
        for at, item in enumerate(items):
            if item.get("hd"):
                continue
            kind, own = item.get("ty"), self.later(items, at)
            if kind in PATHS:
                found.append(([self.outline(item, time)], own))
            elif kind == "gr":
                inside = [part for part in item.get("it") or [] if isinstance(part, dict)]
                channels = self.whole(self.collected(inside, time, []), time)
                transform = next((part for part in inside if part.get("ty") == "tr"), None)
                if channels and transform:
                    matrix = self.matrices(transform, time)
                    channels = [Channel.combined([channel, matrix], outlines.mapped) for channel in channels]
                found.append((channels, own))
            elif kind == "rp":
                found = [(self.multiplied(item, self.whole((found, []), time), time), own)]
        return found, modifiers

    def whole(self, collected, time):
        """The channels with all of their modifiers."""
        found, modifiers = collected
        lists = []
        for channels, own in found:
            lists.append((channels, own))
        # A modifier changes all paths before it; those of one list come to it together.
        groups = []
        for channels, own in lists:
            key = [id(one) for one in own]
            if groups and groups[-1][1] == key:
                groups[-1][0].extend(channels)
            else:
                groups.append((list(channels), key, own))
        result = []
        for channels, _, own in groups:
            for modifier in own:
                channels = self.modified(modifier, channels, time)
            result += channels
        for modifier in modifiers:
            result = self.modified(modifier, result, time)
        return result

    def modified(self, modifier, channels, time):
        kind = modifier["ty"]
        if kind == "rd":
            radius = self.channel(modifier.get("r"), 0, time)
            return [Channel.combined([channel, radius], lambda found, r: outlines.rounded(found, self.scalar(r))) for channel in channels]
        if kind == "pb":
            amount = self.channel(modifier.get("a"), 0, time)
            return [Channel.combined([channel, amount], lambda found, a: outlines.puckered(found, self.scalar(a) / 100)) for channel in channels]
        ends = [self.channel(modifier.get(key), otherwise, time) for key, otherwise in (("s", 0), ("e", 100), ("o", 0))]
        is_sequence = modifier.get("m", 1) == 2

        def trim(found, s, e, o):
            return outlines.trimmed(found, self.scalar(s) / 100, self.scalar(e) / 100, self.scalar(o) / 360, is_sequence)
        if is_sequence and len(channels) > 1:
            channels = [joined(channels)]
        # What is left changes its number of points: each frame has its own.
        return [Channel.combined([channel, *ends], trim) if not any(one.moves for one in [channel, *ends]) else
                Channel.each_frame(self.clock, lambda at, channel=channel: trim(channel.at(at), *(one.at(at) for one in ends))) for channel in channels]

    def multiplied(self, repeater, channels, time):
        """The paths of each copy that a repeater makes."""
        count, most, (offset, p, a, s, r, _, _) = self.repeated(repeater, time)
        result = []
        for at in range(most):
            matrix = Channel.combined([count, offset, p, a, s, r], lambda c, o, p, a, s, r, at=at: None if at >= math.ceil(self.scalar(c) - 1e-9) else self.matrix(
                tuple(anchor + way * (at + self.scalar(o)) for way, anchor in zip(self.vector(p), self.vector(a))), self.scalar(r) * (at + self.scalar(o)),
                tuple(abs(part / 100) ** (at + self.scalar(o)) * 100 for part in self.vector(s)), self.vector(a)))
            result += [Channel.combined([channel, matrix], lambda found, m: outlines.mapped(found, m) if m else []) for channel in channels]
        return result

    # Styles

    def plain_trim(self, style, found, modifiers, time):
        """The one trim that `strokeStart` and `strokeEnd` can say, and the path before it; None where they cannot."""
        own = {id(one): one for _, modifiers_ in found for one in modifiers_} | {id(one): one for one in modifiers}
        trims = list(own.values())
        if style["ty"] not in ("st", "gs") or len(trims) != 1 or trims[0]["ty"] != "tm" or any(len(own) + len(modifiers) != 1 for _, own in found):
            return None
        trim, channels = trims[0], [channel for channels, _ in found for channel in channels]
        offset = self.channel(trim.get("o"), 0, time)
        contours = sum(len(channel.at(self.clock.start) or []) for channel in channels)
        if offset.moves or self.scalar(offset.at(self.clock.start)) % 360 or contours != 1 and trim.get("m", 1) != 2:
            return None
        return trim, channels

    def styled(self, style, collected, parent, box, time):
        found, modifiers = collected
        plain = self.plain_trim(style, found, modifiers, time)
        channels = plain[1] if plain else self.whole(collected, time)
        if not channels:
            return
        # Within a matte by luminance it takes away as much as it covers, then adds its light: the same as painting with it.
        for self.is_shade, blend in ((True, "destinationOut"), (False, "plusLighter")) if self.is_luminance else ((False, None),):
            self.painted(style, channels, plain, parent, box, time, blend)

    def painted(self, style, channels, plain, parent, box, time, blend):
        path = joined(channels)
        name = str(style.get("nm") or style["ty"])[:40]
        fade = self.channel(style.get("o"), 100, time)
        properties = dict(path=self.written(path.at(self.clock.start)))
        is_stroke, is_gradient = style["ty"] in ("st", "gs"), style["ty"] in ("gf", "gs")
        if not is_stroke and style.get("r") == 2:
            properties["fillRule"] = "evenOdd"
        width = phase = None
        if is_stroke:
            width = self.channel(style.get("w"), 1, time)
            properties |= {
                "fillColor": "none", "lineWidth": number(max(0, self.scalar(width.at(self.clock.start)))), "lineCap": CAPS.get(style.get("lc"), "butt"),
                "lineJoin": JOINS.get(style.get("lj"), "miter"), "miterLimit": number(max(0, float(style.get("ml") or 4)))}
            phase = self.dashes(style, properties, time)
        key = "strokeColor" if is_stroke else "fillColor"
        tint = None
        if is_gradient:
            properties[key] = "#000000ff"
        else:
            tint = self.channel(style["c"], [0, 0, 0, 1], time)
            # Its alpha means nothing.
            tint = tint.map(lambda v: v[:3])
            properties[key] = self.tint(tint.at(self.clock.start))
        opacity = min(1, max(0, self.scalar(fade.at(self.clock.start)) / 100))
        if is_gradient:
            shape = self.lines.create(f"{name}-outline", "shape", **self.plain("none", box), **properties)
            target = self.lines.create(name, "layer", **self.plain(parent, box), mask=shape, opacity=number(opacity) if opacity != 1 else None, compositingFilter=blend)
            self.gradient(f"{name}-colors", target, style, path, self.scalar(width.at(self.clock.start)) if width else 0, time)
        else:
            shape = target = self.lines.create(name, "shape", **self.plain(parent, box), **properties, opacity=number(opacity) if opacity != 1 else None, compositingFilter=blend)
            self.animate(shape, key, tint, self.tint)
        self.animate(target, "opacity", fade, lambda v: number(min(1, max(0, self.scalar(v) / 100))))
        self.animate(shape, "path", path, self.written)
        if width:
            self.animate(shape, "lineWidth", width, lambda v: number(max(0, self.scalar(v))))
        if phase:
            self.animate(shape, "lineDashPhase", phase, lambda v: number(self.scalar(v)))
        if plain:
            self.trim(plain[0], shape, time)

    def dashes(self, style, properties, time):
        dashes = [self.channel(part["v"], 0, time) for part in style.get("d") or [] if part.get("n") in ("d", "g")]
        if not dashes:
            return None
        if any(dash.moves for dash in dashes):
            self.lines.leave_out("dashes that grow")
        lengths = [max(0, self.scalar(dash.at(self.clock.start))) for dash in dashes]
        if not sum(lengths):
            return None
        properties["lineDashPattern"] = ",".join(map(number, lengths * (1 + len(lengths) % 2)))
        phase = next((self.channel(part["v"], 0, time) for part in style["d"] if part.get("n") == "o"), None)
        if phase:
            properties["lineDashPhase"] = number(self.scalar(phase.at(self.clock.start)))
        return phase

    def trim(self, trim, shape, time):
        start, end = (self.channel(trim.get(key), otherwise, time) for key, otherwise in (("s", 0), ("e", 100)))
        if start.moves or end.moves:
            whole = Channel.combined([start, end], lambda s, e: sorted((self.scalar(s) / 100, self.scalar(e) / 100)))
            crosses = any(self.scalar(start.at(time)) > self.scalar(end.at(time)) for time in self.clock.every())
        else:
            whole, crosses = Channel.combined([start, end], lambda s, e: sorted((self.scalar(s) / 100, self.scalar(e) / 100))), True
        for at, key in enumerate(("strokeStart", "strokeEnd")):
            # Each end keeps its own easing where the two never change their order.
            one = whole.map(lambda v, at=at: v[at]) if crosses else (start, end)[at].map(lambda v: self.scalar(v) / 100)
            self.put(shape, key, one, lambda v: number(min(1, max(0, v))))

    def gradient(self, name, parent, style, path, width, time):
        start, end = (self.channel(style[key], [0, 0], time) for key in ("s", "e"))
        colors = self.channel(style["g"]["k"], None, time)
        count = int(style["g"]["p"])
        boxes = list(filter(None, (paths.extent(outlines.segments(frame[1])) for frame in path.keyframes()))) or [(0, 0, 1, 1)]
        margin = width + 1
        x, y = min(b[0] for b in boxes) - margin, min(b[1] for b in boxes) - margin
        w, h = max(b[0] + b[2] for b in boxes) + margin - x, max(b[1] + b[3] for b in boxes) + margin - y
        is_radial = style.get("t") == 2
        if is_radial and self.scalar(self.channel(style.get("h"), 0, time).at(self.clock.start)):
            self.lines.leave_out("focal points of radial gradients beside their centre")

        def far(s, e):
            (x1, y1), (x2, y2) = self.vector(s), self.vector(e)
            if is_radial:
                r = math.hypot(x2 - x1, y2 - y1)
                x2, y2 = x1 + r, y1 + r
            return x2, y2

        def point(p):
            return f"{number((p[0] - x) / w)},{number((p[1] - y) / h)}"

        def stops(flat):
            """As many in each frame: locations and colours."""
            tints = [(flat[at * 4], list(flat[at * 4 + 1:at * 4 + 4])) for at in range(count)]
            alphas = [(flat[at], [flat[at + 1]]) for at in range(count * 4, len(flat) - 1, 2)]
            marks = sorted([at for at, _ in tints] + [at for at, _ in alphas] + [0.0, 1.0])
            return [(min(1, max(0, at)), self.tint(mix(tints, at) + [mix(alphas, at)[0] if alphas else 1.0])) for at in marks]
        ends = Channel.combined([start, end], far)
        first = stops(colors.at(self.clock.start))
        layer = self.lines.create(
            name, "gradient", parent, position=f"{number(x)},{number(y)}", anchorPoint="0,0", bounds=f"0,0,{number(w)},{number(h)}",
            type="radial" if is_radial else "axial", colors=",".join(value for _, value in first), locations=",".join(number(at) for at, _ in first),
            startPoint=point(self.vector(start.at(self.clock.start))), endPoint=point(ends.at(self.clock.start)))
        self.animate(layer, "startPoint", start, lambda v: point(self.vector(v)))
        self.animate(layer, "endPoint", ends, point)
        self.animate(layer, "colors", colors, lambda flat: ",".join(value for _, value in stops(flat)))
        self.animate(layer, "locations", colors, lambda flat: ",".join(number(at) for at, _ in stops(flat)))


def joined(channels):
    """One channel of the contours of several."""
    return channels[0] if len(channels) == 1 else Channel.combined(channels, lambda *parts: [contour for found in parts for contour in found])


def mix(stops, at):
    """The parts of a colour between stops."""
    last = stops[0]
    for stop in stops:
        if stop[0] >= at:
            share = (at - last[0]) / (stop[0] - last[0]) if stop[0] > last[0] else 1
            return [a + (b - a) * max(0, share) for a, b in zip(last[1], stop[1])]
        last = stop
    return list(last[1])
