"""SVG's texts along paths: drawings of a canvas, which places letters by their widths."""
import math

from . import matrix, paths, style
from .elements import SHAPES, link, local
from .fonts import described
from .lines import color, number

# Straight pieces that a curve is measured by.
PIECES = 64
# Points of one em.
LARGEST = 4096


class Along:
    """A path that letters lie on: its segments, where they begin on it, and where it ends."""

    def __init__(self, segments, offset):
        self.segments, self.offset = segments, offset
        points = [part[-2:] for part in segments if part[0] != "Z"]
        self.end = points[-1]


class TextPaths:
    def along(self, element):
        """What a `textPath` says. None where there is nothing to lie on."""
        segments, reference_length = [], None
        if element.get("path"):
            segments, is_whole = paths.parse(element.get("path"))
            if not is_whole:
                self.lines.leave_out("what follows an error in a path")
        target = self.ids.get(link(element)[1:]) if link(element).startswith("#") else None
        if not segments and target is not None and local(target) in SHAPES:
            values = self.standing(target)
            segments = self.geometry(local(target), target, values)
            map_ = matrix.parse(values.get("transform") or "") or matrix.IDENTITY
            reference_length = style.length(target.get("pathLength"), otherwise=None)
            segments = mapped(segments, map_)
        if not segments:
            return None
        whole = measured(segments)
        scale = whole / reference_length if reference_length and reference_length > 0 else 1.0
        said = element.get("startOffset") or "0"
        offset = style.length(said, whole) * (1.0 if "%" in said else scale)
        if element.get("side") == "right":
            segments, offset = reversed_(segments), offset
        if element.get("method") == "stretch":
            self.lines.leave_out("letters that are stretched along paths")
        return Along(segments, offset)

    def path_chunk(self, element, parent, runs):
        """Runs along one path: one drawing for those that follow one another."""
        parts = []
        for run in runs:
            if run.x is not None or not parts:
                parts.append([])
            parts[-1].append(run)
        for part in parts:
            self.on_path(element, parent, part)

    def on_path(self, element, parent, runs):
        first, name = runs[0], element.get("id") or "text"
        values, along = first.values, first.along
        if any(run.dx or run.turn for run in runs):
            self.lines.leave_out("distances and turns of letters along paths")
        if any(run.values.get("text-decoration", "none") != "none" for run in runs):
            self.lines.leave_out("lines of texts along paths")
        if any(run.values.get("dominant-baseline", "auto") not in ("auto", "alphabetic") or run.values.get("alignment-baseline", "auto") not in
               ("auto", "baseline", "alphabetic") for run in runs):
            self.lines.leave_out("baselines of texts along paths")
        if values.get("writing-mode", "").startswith(("tb", "vertical")):
            self.lines.leave_out("upright letters of vertical texts")
        paints = [(self.path_paint(run, "fill", "black"), self.path_paint(run, "stroke", "none")) for run in runs]
        (fill, stroke), alike = paints[0], all(pair == paints[0] for pair in paints)
        outline = self.outline(values) if stroke else None
        if not alike and any(paint and paint[0] != "color" for pair in paints for paint in pair):
            self.lines.leave_out("several gradients of one text along a path")
        if len({pair[1] for pair in paints}) > 1:
            self.lines.leave_out("several outlines of one text along a path")
        if self.luminance:
            self.lines.leave_out("texts along paths in masks")
        em = style.length(values.get("font-size"), 16, otherwise=16)
        if em <= 0 or all(pair == (None, None) for pair in paints):
            return
        if em > LARGEST or stroke and outline and float(outline["lineWidth"]) > LARGEST:
            return self.lines.leave_out("very large letters along paths")

        def drawing(into, fills, stroked):
            canvas = self.lines.create(name, "canvas", **self.plain(into, matrix.IDENTITY))
            plain = len(runs) == 1 and not self.path_words(first, None)
            self.lines.add(
                "draw", canvas, "textOnPath", string=first.string if plain else self.path_markup(runs, fills), path=paths.write(along.segments),
                offset=number(along.offset + (first.x or 0.0)) if along.offset + (first.x or 0.0) else None, size=number(em),
                font=described(values), color=fills[0] or "none", isMarkup=None if plain else "true",
                align={"middle": "center", "end": "right"}.get(values.get("text-anchor")),
                **({"strokeColor": stroked, "strokeWidth": outline["lineWidth"]} if stroked and outline else {}))
            return canvas

        plain_stroke = color(*stroke[1:3]) if stroke and stroke[0] == "color" else None
        fills = [color(*pair[0][1:3]) if pair[0] and pair[0][0] == "color" else None for pair in paints]
        if fill and fill[0] != "color":
            self.seen_through(element, parent, fill, "fill", lambda mask: drawing(mask, ["#000000ff"] * len(runs), None))
        if any(fills) or plain_stroke:
            drawing(parent, fills, plain_stroke)
        if stroke and stroke[0] != "color":
            self.seen_through(element, parent, stroke, "stroke", lambda mask: drawing(mask, [None] * len(runs), "#000000ff"))

    def seen_through(self, element, parent, paint, what, letters):
        """A gradient or a pattern in the shape of letters."""
        name, stops = element.get("id") or "text", self.stops(paint[1]) if paint[0] == "gradient" else None
        if paint[0] == "gradient" and not stops:
            return
        mask = self.lines.create(f"{name}-letters", "layer", **self.plain("none", matrix.IDENTITY))
        letters(mask)
        holder = self.lines.create(
            f"{name}-{what}", "layer", **self.plain(parent, matrix.IDENTITY), mask=mask, opacity=number(paint[2]) if paint[2] < 1 else None)
        self.behind(f"{name}-{what}", holder, paint, stops, self.extent(element, self.standing(element)) or (0, 0, *self.box))

    def path_paint(self, run, what, otherwise):
        hidden = run.values.get("visibility") in ("hidden", "collapse")
        return None if hidden else self.paint(run.values, what, otherwise)

    def path_words(self, run, fill):
        """What a span of a run says beyond font and size."""
        em = style.length(run.values.get("font-size"), 16, otherwise=16)
        words = [self.spans({key: value for key, value in run.values.items() if key != "text-decoration"}, em, 1)]
        lift = run.shift - (run.dy or 0.0)
        if lift:
            words.append(f"rise='{round(lift * 1024)}'")
        if fill:
            words.append(f"foreground='{fill}'")
        return " ".join(word for word in words if word)

    def path_markup(self, runs, fills):
        first, result, lift = runs[0], "", 0.0
        for run, fill in zip(runs, fills):
            lift += run.dy or 0.0
            words = self.path_words(run, fill or "#00000000") if len(runs) > 1 else self.path_words(run, None)
            own, before = (described(one.values) for one in (run, first))
            size = style.length(run.values.get("font-size"), 16, otherwise=16)
            if own != before or run.values.get("font-size") != first.values.get("font-size"):
                words += f" font='{own.rstrip(',')}, {number(size)}px'".replace(",,", ",")
            escaped = run.string.replace("&", "&amp;").replace("<", "&lt;")
            result += f"<span {words}>{escaped}</span>" if words.strip() else escaped
        return result


def mapped(segments, map_):
    result = []
    for part in segments:
        points = [matrix.apply(map_, *part[at:at + 2]) for at in range(1, len(part), 2)]
        result.append((part[0], *(value for point in points for value in point)))
    return result


def measured(segments):
    """The length of a path."""
    total, x, y, begin = 0.0, 0.0, 0.0, (0.0, 0.0)
    for part in segments:
        if part[0] == "M":
            begin = part[1:3]
        elif part[0] == "L":
            total += math.dist((x, y), part[1:3])
        elif part[0] == "Z":
            total += math.dist((x, y), begin)
        else:
            last = (x, y)
            for step in range(1, PIECES + 1):
                t, u = step / PIECES, 1 - step / PIECES
                k = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
                xs, ys = (x, part[1], part[3], part[5]), (y, part[2], part[4], part[6])
                point = sum(a * b for a, b in zip(k, xs)), sum(a * b for a, b in zip(k, ys))
                total += math.dist(last, point)
                last = point
        x, y = begin if part[0] == "Z" else part[-2:]
    return total


def reversed_(segments):
    """The path from its end to its beginning."""
    contours = []
    for part in segments:
        if part[0] == "M" or not contours:
            contours.append([])
        contours[-1].append(part)
    result = []
    for contour in reversed(contours):
        is_closed = contour[-1][0] == "Z"
        contour = contour[:-1] if is_closed else contour
        if is_closed and contour[-1][-2:] != contour[0][-2:]:
            contour = [*contour, ("L", *contour[0][-2:])]
        result.append(("M", *contour[-1][-2:]))
        for part, before in zip(reversed(contour[1:]), reversed(contour[:-1])):
            end = before[-2:]
            result.append(("L", *end) if part[0] == "L" else ("C", *part[3:5], *part[1:3], *end))
        if is_closed:
            result.append(("Z",))
    return result
