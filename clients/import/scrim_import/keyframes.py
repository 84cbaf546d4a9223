"""Properties of Lottie over time, as keyframes within the film."""
import bisect
import functools
import math

from .lines import number


# Frames of a film that are looked at one by one.
MOST_FRAMES = 20_000


class Clock:
    """The film's first and last frame, and frames a second."""

    def __init__(self, start, end, rate):
        self.start, self.end, self.rate = start, end, rate

    def every(self):
        """Each frame of the film, and its end."""
        count = min(MOST_FRAMES, math.ceil(self.end - self.start))
        return [self.start + at for at in range(count)] + [self.end]


class Time:
    """The time of a composition within the film: `scale` and `offset` from its frames to the film's, or `inner`, a function from
    the film's frames to its own, where that is remapped."""

    def __init__(self, scale=1.0, offset=0.0, inner=None):
        self.scale, self.offset, self.inner = scale, offset, inner

    def outer(self, frame):
        return self.scale * frame + self.offset

    def frame(self, outer):
        """The composition's frame at one of the film's."""
        return self.inner(outer) if self.inner else (outer - self.offset) / self.scale

    def within(self, stretch, start):
        """The time of a composition in this one that begins at `start`, `stretch` times as slow."""
        if self.inner:
            return Time(inner=lambda outer: (self.inner(outer) - start) / stretch)
        return Time(self.scale * stretch, self.offset + self.scale * start)

    def remapped(self, body):
        """The time of a composition whose frame is `body` of one of this."""
        return Time(inner=lambda outer: body(self.frame(outer)))


@functools.lru_cache(1 << 16)
def bend(x1, y1, x2, y2, x):
    """The value of cubic-bezier(x1,y1,x2,y2) at x."""
    low, high = 0.0, 1.0
    for _ in range(48):
        t = (low + high) / 2
        if 3 * (1 - t) ** 2 * t * x1 + 3 * (1 - t) * t * t * x2 + t**3 < x:
            low = t
        else:
            high = t
    return 3 * (1 - t) ** 2 * t * y1 + 3 * (1 - t) * t * t * y2 + t**3


@functools.lru_cache(1 << 12)
def travelled(x0, y0, ox, oy, ix, iy, x3, y3):
    """Points along a curve, whose handles are told from its ends, and how far each is from the first by the way."""
    x1, y1, x2, y2 = x0 + ox, y0 + oy, x3 + ix, y3 + iy
    points, lengths = [], [0.0]
    for step in range(101):
        t = step / 100
        u = 1 - t
        k0, k1, k2, k3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append([k0 * x0 + k1 * x1 + k2 * x2 + k3 * x3, k0 * y0 + k1 * y1 + k2 * y2 + k3 * y3])
        if step:
            lengths.append(lengths[-1] + math.dist(points[-2], points[-1]))
    return points, lengths


def between(a, b, share):
    if isinstance(a, dict):
        return a | {key: between(a[key], b[key], share) for key in "vio"}
    if isinstance(a, (list, tuple)):
        return [between(one, other, share) for one, other in zip(a, b)]
    return a if isinstance(a, str) else a + (b - a) * share


def thinned(frames):
    """Keyframes without those between two others of the same value."""
    return [frame for at, frame in enumerate(frames)
            if not (0 < at < len(frames) - 1 and frames[at - 1][1] == frame[1] == frames[at + 1][1])]


def by_frames(frames):
    """Keyframes of values in each frame: from one to another that is not of its form, as an outline of more points, is a step."""
    return [(time, value, easing if at + 1 == len(frames) or is_between(value, frames[at + 1][1], 0, value) else "steps(1)")
            for at, (time, value, easing) in enumerate(frames)]


def part(value, at):
    return value[min(at, len(value) - 1)] if isinstance(value, list) else value


def is_between(a, b, share, value):
    """Whether a value is what lines would show between two others, at a share of the way."""
    if isinstance(value, (list, tuple)):
        return (isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and len(a) == len(b) == len(value)
                and all(is_between(one, other, share, inner) for one, other, inner in zip(a, b, value)))
    if isinstance(value, (bool, str)) or value is None:
        return a == b == value
    return isinstance(a, (int, float)) and isinstance(b, (int, float)) and abs(a + (b - a) * share - value) <= 1e-3 * (1 + abs(value))


class Channel:
    """A value, or keyframes (frame, value, easing to the next): `linear`, `steps(1)`, or four numbers."""

    def __init__(self, value, otherwise, time, clock, leave_out):
        self.clock, self.frames, self.curves = clock, [], {}
        if time.inner:
            own = Channel(value, otherwise, Time(), clock, leave_out)
            self.frames = own.sampled(time) if own.moves else own.frames
            return
        raw = value.get("k", otherwise) if isinstance(value, dict) else otherwise
        if isinstance(value, dict) and value.get("x") and isinstance(value["x"], str):
            leave_out("expressions")
        keyed = isinstance(raw, list) and raw and isinstance(raw[0], dict) and "t" in raw[0]
        if not keyed:
            self.frames = [(clock.start, raw, "linear")]
            return
        last = None
        for at, key in enumerate(raw):
            now = key.get("s", last)
            # Old files say the end of each step, and the last key has no value.
            value = now
            easing = "linear"
            if key.get("h"):
                easing = "steps(1)"
            elif isinstance(key.get("o"), dict) and isinstance(key.get("i"), dict):
                o, i = key["o"], key["i"]
                dims = max(len(x) if isinstance(x, list) else 1 for x in (o["x"], o["y"], i["x"], i["y"]))
                each = [tuple(float(part(p, at)) for p in (o["x"], o["y"], i["x"], i["y"])) for at in range(dims)]
                # Where both handles lie on the way, that is a line.
                each = ["linear" if x1 == y1 and x2 == y2 else (x1, y1, x2, y2) for x1, y1, x2, y2 in each]
                easing = each[0] if all(one == each[0] for one in each) else each
            self.frames.append((time.outer(float(key["t"])), value, easing))
            if key.get("to") and key.get("ti") and any(map(abs, key["to"] + key["ti"])):
                self.curves[at] = (key["to"], key["ti"])
            last = key.get("e", now)

    @staticmethod
    def combined(channels, body):
        """A function of several channels: keyframes as they are where at most one moves and the function follows it evenly, else one in
        each frame."""
        result = Channel.__new__(Channel)
        clock = result.clock = channels[0].clock
        result.curves = {}
        moving = [channel for channel in channels if channel.moves]
        if len(moving) <= 1:
            still = [channel.at(clock.start) for channel in channels]
            which = channels.index(moving[0]) if moving else -1
            source = moving[0].keyframes_as_made() if moving else [(clock.start, None, "linear")]

            def value_of(value):
                return body(*(value if at == which else other for at, other in enumerate(still)))
            result.frames = [(time, value_of(value), easing) for time, value, easing in source]
            if all(easing == "steps(1)" or is_between(one, other, share, value_of(between(before, after, share)))
                   for (_, before, easing), (_, after, _), (_, one, _), (_, other, _) in zip(source, source[1:], result.frames, result.frames[1:])
                   for share in (0.3, 0.6)):
                return result
        result.frames = by_frames(thinned([(time, body(*(channel.at(time) for channel in channels)), "linear") for time in clock.every()]))
        return result

    @staticmethod
    def each_frame(clock, body):
        """A function of the film's frame, looked at in each; a value that is none of `between` two stays until the next frame."""
        result = Channel.__new__(Channel)
        result.clock, result.curves = clock, {}
        result.frames = by_frames(thinned([(time, body(time), "linear") for time in clock.every()]))
        return result

    def sampled(self, time):
        """Keyframes for each of the film's frames, in a composition's time."""
        return thinned([(outer, self.at(time.frame(outer)), "linear") for outer in self.clock.every()])

    def map(self, body):
        result = Channel.__new__(Channel)
        result.clock, result.curves = self.clock, {}
        result.frames = [(time, body(value), easing) for time, value, easing in self.keyframes_as_made()]
        return result

    @property
    def moves(self):
        return len(self.frames) > 1

    def at(self, time):
        frames = self.frames
        if time <= frames[0][0] or len(frames) == 1:
            return frames[0][1]
        for at, (begin, value, easing) in enumerate(frames[:-1]):
            end, following, _ = frames[at + 1]
            if time >= end:
                continue
            share = (time - begin) / (end - begin) if end > begin else 1.0
            if following is None or easing == "steps(1)":
                return value
            if at in self.curves:
                return self.along(value, following, self.curves[at], self.eased(easing, share))
            if isinstance(easing, list):
                return [between(a, b, self.eased(part(easing, n), share)) for n, (a, b) in enumerate(zip(value, following))]
            return between(value, following, self.eased(easing, share)) if easing != "linear" else between(value, following, share)
        return frames[-1][1] if frames[-1][1] is not None else frames[-2][1]

    @staticmethod
    def eased(easing, share):
        easing = easing[0] if isinstance(easing, list) else easing
        return share if easing == "linear" else bend(*easing, share)

    @staticmethod
    def along(a, b, curve, share):
        """A point on the curve between two, by its length."""
        points, lengths = travelled(*map(float, (*a[:2], *curve[0][:2], *curve[1][:2], *b[:2])))
        length = share * lengths[-1]
        at = min(bisect.bisect_left(lengths, length, 1), len(lengths) - 1)
        step = lengths[at] - lengths[at - 1]
        return between(points[at - 1], points[at], (length - lengths[at - 1]) / step if step else 0.0) if length > 0 else list(points[0])

    def keyframes_as_made(self):
        """Easings that lines can say; what they cannot is one keyframe in each frame."""
        if self.curves or any(isinstance(easing, list) for _, _, easing in self.frames) or any(value is None for _, value, _ in self.frames):
            return [(time, self.at(time), "linear") for time in self.clock.every()]
        return self.frames

    def keyframes(self):
        """The same within the film, from its first to its last frame."""
        start, end = self.clock.start, self.clock.end
        frames = self.keyframes_as_made()
        if len(frames) < 2:
            return [(start, frames[0][1], "linear")]
        result = []
        for at, (time, value, easing) in enumerate(frames):
            following = frames[at + 1] if at + 1 < len(frames) else None
            if following and time < start < following[0] or following and time < end < following[0]:
                # A step across an end of the film: frame by frame.
                if easing != "steps(1)":
                    inner = max(time, start)
                    while inner < min(end, following[0]):
                        result.append((inner, self.at(inner), "linear"))
                        inner += 1
                    continue
                result.append((max(time, start), value, easing))
                continue
            if start <= time <= end:
                result.append((time, value, easing))
        if not result:
            return [(start, self.at(start), "linear")]
        if result[0][0] > start:
            result.insert(0, (start, result[0][1], "linear"))
        if result[-1][0] < end:
            result.append((end, self.at(end), "linear"))
        words = []
        for time, value, easing in result:
            if isinstance(easing, tuple):
                x1, y1, x2, y2 = easing
                easing = f"cubic-bezier({number(min(1, max(0, x1)))},{number(y1)},{number(min(1, max(0, x2)))},{number(y2)})"
            words.append((time, value, easing))
        return words
