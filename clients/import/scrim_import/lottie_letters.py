"""Lottie's text animators: letters that a selector moves, turns, scales, fades and paints, as lottie-web has it."""
import math

from . import outlines
from .keyframes import Channel, bend
from .lines import number

# Letters of one text that move by themselves, times the film's frames.
MOST_MOVES = 100_000
MOVES = {"p", "a", "s", "r", "sk", "sa", "o", "t", "fc", "sc", "sw"}


def times(m, n):
    """First m, then n."""
    return (
        n[0] * m[0] + n[2] * m[1], n[1] * m[0] + n[3] * m[1], n[0] * m[2] + n[2] * m[3], n[1] * m[2] + n[3] * m[3],
        n[0] * m[4] + n[2] * m[5] + n[4], n[1] * m[4] + n[3] * m[5] + n[5])


def moved(x, y):
    return (1.0, 0.0, 0.0, 1.0, x, y)


class Letter:
    """A letter, or the end of a line: where it lies in it, and what it turns about."""

    def __init__(self, text, line, x, y, width):
        self.text, self.line, self.x, self.y, self.width = text, line, x, y, width
        # The width of its group, and how far it begins in that.
        self.group, self.begin = width, 0.0


class Animator:
    """What one animator does to a letter: its properties, by how much its selector takes the letter."""

    def __init__(self, reader, data, letters, time):
        self.reader, properties, selector = reader, data.get("a") or {}, data.get("s") or {}
        for key, what in (("rx", "turns in depth"), ("ry", "turns in depth"), ("fh", "hues of letters"), ("fs", "saturations of letters"),
                          ("fb", "brightnesses of letters"), ("bl", "blurs of letters")):
            if key in properties:
                reader.lines.leave_out(what)
        if selector.get("t") == 1:
            reader.lines.leave_out("letters that expressions select")
        if selector.get("rn") == 1:
            reader.lines.leave_out("letters in a random order")
        self.channels = {key: reader.channel(properties[key], 0, time) for key in MOVES if key in properties}
        self.selector = {key: reader.channel(selector.get(key), otherwise, time) for key, otherwise in (
            ("s", 0), ("e", 100), ("o", 0), ("xe", 0), ("ne", 0), ("sm", 100), ("a", 100))}
        self.shape, self.counts = selector.get("sh", 1), selector.get("r") == 2
        self.indices, at, based = [], 0, selector.get("b", 1)
        for place, letter in enumerate(letters):
            self.indices.append(at)
            last = place == len(letters) - 1
            ends = letter.text == "" or last
            at += based == 1 and letter.text != "" or based == 2 and letter.text not in ("", " ") or based == 3 and (ends or letter.text == " ") \
                or based == 4 and ends
        self.total = max(1, at)
        self.length = len(letters)

    def share(self, letter, frame):
        """How much a letter is taken, as a rule 0…1."""
        def get(key):
            return self.reader.scalar(self.selector[key].at(frame))
        unit = 1.0 if self.counts else 100 / self.total
        shift = get("o") / unit
        s, e = sorted((get("s") / unit + shift, get("e") / unit + shift))
        ind, low, high = self.indices[letter], get("ne") / 100, get("xe") / 100
        ramp = max(0.0, min(1.0, (0.5 + ind - s) / (e - s))) if e > s else None
        if self.shape == 2:
            value = ramp if ramp is not None else float(ind >= e)
        elif self.shape == 3:
            value = 1 - ramp if ramp is not None else float(ind < e)
        elif self.shape == 4:
            value = 0.0 if ramp is None else min(2 * ramp, 2 - 2 * ramp)
        elif self.shape == 5:
            value = 0.0 if ramp is None else math.sqrt(max(0.0, 1 - (2 * ramp - 1) ** 2))
        elif self.shape == 6:
            value = 0.0 if ramp is None else (1 + math.cos(math.pi + 2 * math.pi * ramp)) / 2
        elif ind >= math.floor(s):
            value = max(0.0, min(1.0, min(e, 1) - (s - ind) if ind < s else e - ind))
        else:
            value = 0.0
        if low or high:
            value = bend(max(0.0, low), max(0.0, -low), 1 - max(0.0, high), 1 + min(0.0, high), value)
        smooth = get("sm") / 100
        if smooth != 1:
            smooth = max(smooth, 1e-8)
            value = max(0.0, min(1.0, (value - (0.5 - smooth / 2)) / smooth))
        return value * get("a") / 100

    def get(self, key, frame, otherwise=None):
        return self.channels[key].at(frame) if key in self.channels else otherwise


class Letters:
    def moving_letters(self, text, document, letters, glyphs, name, parent, box, size, time):
        """Each letter a layer, with the transform, opacity and colours of each frame."""
        if len(letters) * len(self.clock.every()) > MOST_MOVES:
            return self.lines.leave_out("letters that move, of very long texts")
        animators = [Animator(self, data, letters, time) for data in text["a"]]
        more = text.get("m") or {}
        grouped(letters, more.get("g"))
        alignment = self.channel(more.get("a"), [0, 0], time)
        justify = {1: -1.0, 2: -0.5}.get(document.get("j", 0), 0.0)
        known = {}

        def shares(frame):
            if frame not in known:
                known[frame] = [[animator.share(at, frame) for at in range(len(letters))] for animator in animators]
            return known[frame]

        def tracked(at, frame):
            """How far the tracking of animators moves a letter."""
            line = [other for other in range(len(letters)) if letters[other].line == letters[at].line and letters[other].text]
            total = before = 0.0
            for animator, taken in zip(animators, shares(frame)):
                each = self.scalar(animator.get("t", frame, 0))
                if each:
                    total += sum(each * taken[other] for other in line) * justify + (each * justify if justify == -0.5 else 0.0)
                    before += sum(each * taken[other] for other in line if other <= at and (other != line[0] or justify))
            return before + total

        def matrix(at):
            letter, height = letters[at], size * 1.2 * 0.714

            def one(frame):
                ax, ay = self.vector(alignment.at(frame))
                about = (letter.group / 2 - letter.begin + ax * letter.group * 0.005, ay * height * 0.01)
                m, taken = moved(-about[0], -about[1]), [each[at] for each in shares(frame)]
                for animator, share in zip(animators, taken):
                    if "a" in animator.channels:
                        x, y = self.vector(animator.get("a", frame))
                        m = times(m, moved(-x * share, -y * share))
                for animator, share in zip(animators, taken):
                    if "s" in animator.channels:
                        x, y = self.vector(animator.get("s", frame))
                        m = times(m, (1 + (x / 100 - 1) * share, 0, 0, 1 + (y / 100 - 1) * share, 0, 0))
                for animator, share in zip(animators, taken):
                    turn, skew, axis = (self.scalar(animator.get(key, frame, 0)) * share for key in ("r", "sk", "sa"))
                    if turn or skew:
                        m = times(m, self.matrix((0, 0), turn, (100, 100), (0, 0), skew, axis))
                for animator, share in zip(animators, taken):
                    if "p" in animator.channels:
                        x, y = self.vector(animator.get("p", frame))
                        m = times(m, moved(x * share, y * share))
                return times(m, moved(letter.x + tracked(at, frame) + about[0], letter.y + about[1]))
            return one

        def mixed(at, key, own):
            def one(frame):
                value = own
                for animator, taken in zip(animators, shares(frame)):
                    if key in animator.channels:
                        value = [a + (b - a) * taken[at] for a, b in zip(value, animator.get(key, frame)[:3])]
                return value
            return one

        def fade(at, frame):
            value = 1.0
            for animator, taken in zip(animators, shares(frame)):
                if "o" in animator.channels:
                    value += (self.scalar(animator.get("o", frame)) / 100 * taken[at] - value) * taken[at]
            return min(1.0, max(0.0, value))

        def wide(at, frame):
            return max(0.0, float(document.get("sw") or 0) + sum(
                self.scalar(animator.get("sw", frame, 0)) * taken[at] for animator, taken in zip(animators, shares(frame))))

        says = {key for animator in animators for key in animator.channels}
        fill, stroke = document.get("fc"), document.get("sc") or ([0, 0, 0] if "sc" in says else None)
        for at, letter in enumerate(letters):
            shapes = ((glyphs.get(letter.text) or {}).get("data") or {}).get("shapes") or []
            contours = []
            for channel in self.whole(self.collected(shapes, time, []), time):
                contours += outlines.mapped(channel.at(self.clock.start), (size / 100, 0, 0, size / 100, 0, 0))
            if not contours:
                continue
            more = {"fillColor": "none"}
            if stroke and (document.get("sw") or "sw" in says):
                more |= {"strokeColor": self.tint(stroke[:3]), "lineJoin": "round"}
            layer = self.lines.create(f"{name}-letter", "shape", **self.plain(parent, box), path=self.written(contours), **more)

            def follow(key, body, write, layer=layer):
                self.put(layer, key, Channel.each_frame(self.clock, body), write)

            follow("transform", matrix(at), lambda m: f"matrix({','.join(map(number, m))})")
            if "o" in says:
                follow("opacity", lambda frame, at=at: fade(at, frame), number)
            if fill:
                follow("fillColor", mixed(at, "fc", fill[:3]), self.tint)
            if "strokeColor" in more:
                follow("strokeColor", mixed(at, "sc", stroke[:3]), self.tint)
                follow("lineWidth", lambda frame, at=at: wide(at, frame), number)


def grouped(letters, grouping):
    """What letters turn about: themselves, their word (2) or their line (3)."""
    if grouping not in (2, 3):
        return
    group, width = [], 0.0
    for at, letter in enumerate(letters):
        letter.begin = width
        width += letter.width
        group.append(letter)
        if letter.text == "" or grouping == 2 and letter.text == " " or at == len(letters) - 1:
            for one in group:
                one.group = width - (letter.width if letter.text in ("", " ") else 0.0)
            group, width = [], 0.0
