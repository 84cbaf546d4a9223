"""SVG's filters: the picture of an element as the graph of primitives makes it, in layers below one group."""
import re

from . import matrix, style
from .elements import DEEPEST, SHAPES, link, local, reference
from .filter_primitives import Primitives
from .lines import color, number

# What a filtered element does behind its filter.
BEHIND = {"clip-path", "mask", "opacity", "mix-blend-mode", "isolation"}
FUNCTIONS = {"blur", "brightness", "contrast", "saturate", "hue-rotate", "invert", "grayscale", "sepia", "opacity", "drop-shadow"}


class Filters:
    def filtered(self, tag, element, parent, values, map_, depth):
        """The element with its filters, then its clips, masks and opacity."""
        inner = {key: value for key, value in values.items() if key not in BEHIND and key != "filter"}
        box = self.extent(element, inner)
        clip = self.clipping(values, lambda: box)
        if clip is None:
            return
        name = element.get("id") or tag
        outer = self.group(f"{name}-filtered", parent, map_, {key: value for key, value in values.items() if key in BEHIND}, **clip)
        paints = [values.get(key, otherwise) for key, otherwise in (("fill", "black"), ("stroke", "none"))]
        self.behind_filters(
            name, outer, lambda into: self.drawn(tag, element, into, inner, matrix.IDENTITY, depth), box, values,
            tag in SHAPES and sum(paint not in ("none", "") for paint in paints) == 1 and "url" not in "".join(paints))

    def behind_filters(self, name, outer, picture, box, values, is_uniform=False):
        """A picture behind the filters that values say."""
        calls = functions(values["filter"])
        if calls is None or any(function != "url" and self.function(function, words, values) is None for function, words in calls):
            self.lines.leave_out(f"filter={values['filter']}")
            calls = []
        if len(calls) > 1:
            calls = [(function, words) for function, words in calls if function != "url" or words in self.ids]
        for function, words in calls:
            picture = self.through(name, function, words, picture, box, values, is_uniform)
            is_uniform = False
            if picture is None:
                return
        picture(outer)

    def through(self, name, function, words, picture, box, values, is_uniform):
        """The picture behind one filter. None where nothing is left of it."""
        if function != "url":
            said = self.function(function, words, values)
            return lambda into: picture(self.lines.create(f"{name}-{function}", "layer", **self.plain(into, matrix.IDENTITY), filters=said))
        target = self.ids.get(words)
        if target is None or local(target) != "filter":
            self.lines.leave_out("a filter that is not there")
            return None
        chain = [target]
        while link(chain[-1]).startswith("#") and len(chain) < DEEPEST:
            other = self.ids.get(link(chain[-1])[1:])
            if other is None or other in chain or local(other) != "filter":
                break
            chain.append(other)

        def get(key, otherwise=None):
            return next((one.get(key) for one in chain if one.get(key) is not None), otherwise)
        is_boxed = get("filterUnits") != "userSpaceOnUse"
        if is_boxed and (not box or box[2] <= 0 or box[3] <= 0):
            return None
        room = (1.0, 1.0) if is_boxed else self.box
        x, y, w, h = (
            style.length(get(key, otherwise), room[at % 2], otherwise=style.length(otherwise, room[at % 2]))
            for at, (key, otherwise) in enumerate((("x", "-10%"), ("y", "-10%"), ("width", "120%"), ("height", "120%"))))
        if is_boxed:
            x, y, w, h = box[0] + x * box[2], box[1] + y * box[3], w * box[2], h * box[3]
        if w <= 0 or h <= 0:
            return None
        owner = next((one for one in chain if any(local(child).startswith("fe") for child in one)), None)
        if owner is None:
            return None
        return Primitives(self, name, picture, box, (x, y, w, h), get("primitiveUnits") == "objectBoundingBox",
                          is_uniform).run(
            owner, self.standing(owner))

    def function(self, name, words, values):
        """A function of CSS in Scrim's words."""
        if name == "drop-shadow":
            return self.shadow(words, values)
        if name == "blur":
            amount = style.length(words or "0", em=style.length(values.get("font-size"), 16, otherwise=16), otherwise=-1)
            return f"blur({number(amount)})" if amount >= 0 and "%" not in words else None
        if name == "hue-rotate":
            match = re.fullmatch(r"([-+]?[\d.]+(?:e[-+]?\d+)?)(deg|grad|rad|turn|)", words or "0deg")
            if not match or not match.group(2) and float(match.group(1)):
                return None
            return f"hue-rotate({match.group(1)}{match.group(2) or 'deg'})"
        amount = style.length(words or "1", 1.0, otherwise=-1)
        return f"{name}({number(amount)})" if amount >= 0 and re.fullmatch(r"[-+.\deE]*%?", words) else None

    def shadow(self, words, values):
        if "," in re.sub(r"\([^)]*\)", "", words):
            return None
        parts, lengths, rgb = re.findall(r"[\w-]+\([^)]*\)|[^\s,]+", words), [], None
        em = style.length(values.get("font-size"), 16, otherwise=16)
        current = style.color(values.get("color", "black")) or (0, 0, 0, 1)
        for part in parts:
            if re.match(r"[-+.\d]", part):
                if "%" in part:
                    return None
                lengths.append(style.length(part, em=em))
            elif rgb is None:
                rgb = style.color(part, current)
                if rgb is None:
                    return None
        if len(lengths) not in (2, 3) or min(lengths[2:] or [0]) < 0:
            return None
        return f"drop-shadow({','.join(map(number, lengths + [0.0] * (3 - len(lengths))))},{color(rgb or current, (rgb or current)[3])})"


def functions(text):
    """Names and arguments; an `url` has its id. None for what is no list of filters."""
    result, rest = [], text.strip()
    while rest:
        name, _ = reference(rest)
        match = re.match(r"url\([^)]*\)\s*", rest) if name is not None else re.match(r"([a-z-]+)\(((?:[^()]|\([^()]*\))*)\)\s*", rest)
        if not match or name is None and match.group(1) not in FUNCTIONS:
            return None
        result.append(("url", name) if name is not None else (match.group(1), match.group(2).strip()))
        rest = rest[match.end():]
    return result
