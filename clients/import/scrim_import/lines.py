"""Lines that are made, ids that are given, and what had to be left out."""
import math
import re


# Lines that one file may make.
MOST = 200_000
# A line may have a mebibyte.
MOST_BYTES = 1_000_000


class Unreadable(Exception):
    """The file is none that can be read."""


def number(value, digits=6):
    """So many digits behind the point, no trailing zeros."""
    if not math.isfinite(value):
        raise Unreadable("a number in it is too large")
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def quoted(text):
    """A value as a word: in quotes where it needs them."""
    text = str(text)
    if text and not re.search(r'[\s"\'\\;]', text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def color(rgb, alpha=1.0):
    """#rrggbbaa of parts 0…1."""
    parts = [min(255, max(0, round(part * 255))) for part in (*rgb[:3], alpha)]
    return "#" + "".join(f"{part:02x}" for part in parts)


class Lines:
    def __init__(self, parent, prefix, folder=""):
        # Paths in the file begin here; None: what it shows is in the file alone.
        self.folder = folder
        # Points of a side; of what is drawn elsewhere, whoever draws it decides.
        self.longest = 16384 if folder is not None else 1_000_000
        # Width and height of what is made; frames and their number in a second of what moves.
        self.size, self.frames, self.rate = None, 1, 0.0
        self.parent = parent
        self.prefix = re.sub(r"[^A-Za-z0-9_-]", "_", prefix) or "import"
        if not self.prefix[0].isalpha():
            self.prefix = "i" + self.prefix
        self.made, self.taken, self.left_out = [], set(), []

    def name(self, wish, is_spoken_of=False):
        """An id that nothing else has: the file's own where it is one. `is_spoken_of`: in expressions, where a hyphen is a minus."""
        wish, prefix = re.sub(r"[^A-Za-z0-9_-]", "_", wish or "") or "part", self.prefix
        if is_spoken_of:
            wish, prefix = wish.replace("-", "_"), prefix.replace("-", "_")
        name, count = f"{prefix}.{wish}", 1
        while name in self.taken:
            count += 1
            name = f"{prefix}.{wish}{count}"
        self.taken.add(name)
        return name

    def add(self, verb, *words, **properties):
        if len(self.made) == MOST:
            raise Unreadable("it has too many parts")
        # `.` cannot stand in a keyword, nor can Python's own.
        said = [f"{key.replace('__', '.')}={quoted(value)}" for key, value in properties.items() if value is not None]
        self.made.append(" ".join([verb, *map(str, words), *said]))

    def create(self, wish, kind, parent, is_spoken_of=False, **properties):
        name = self.name(wish, is_spoken_of)
        self.add("create", name, kind, parent=parent, **properties)
        return name

    def animation(self, layer, key, values, times, timings, duration):
        """A property's keyframes, over and over. `times`: shares of `duration`, which is in seconds."""
        values, timings = "|".join(values), ",".join(timings)
        if len(values) + len(timings) + 12 * len(times) > MOST_BYTES:
            return self.leave_out("keyframes of very long paths")
        # Those of one easing need no more than that.
        if timings and set(timings.split(",")) == {"linear"}:
            timings = None
        self.create(
            layer.split(".", 1)[-1] + "-" + key.split(".")[0], "animation", None, layer=layer, property=key, values=values,
            keyTimes=",".join(number(time, 9) for time in times), timings=timings, duration=number(duration), repeatCount="inf")

    def leave_out(self, what):
        if what not in self.left_out:
            self.left_out.append(what)

    def text(self):
        return "".join(line + "\n" for line in self.made)
