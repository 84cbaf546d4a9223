"""SVG's texts: runs of letters, each a layer of the kind text that lies by its baseline, behind the one before it."""
import unicodedata

from . import matrix, style
from .elements import link, local
from .fonts import described
from .lines import color, number
from .text_paths import TextPaths

# Widths are whole points: runs that others follow are set larger, and shown smaller.
FINER = 8
LARGEST = 4096
# Runs that one sum of widths may have.
MOST_RUNS = 60
LISTS = ("x", "y", "dx", "dy", "rotate")
VERTICAL = {"tb", "tb-rl", "vertical-rl", "vertical-lr"}


class Run:
    """Letters of one style that follow one another. `x`, `y`: where they begin, where that is said."""

    def __init__(self, values, shift, place, along=None):
        self.values, self.shift, self.string, self.along = values, shift, "", along
        self.x, self.y, self.dx, self.dy, self.turn = (place.get(key) for key in LISTS)
        self.name, self.finer, self.pair, self.gap = None, 1, None, ""
        # Whether others lie where this one says.
        self.is_spoken_of = True

    def width(self, name=None):
        return f"{name or self.name}.preferredSize.width" + (f"/{self.finer}" if self.finer > 1 else "")

    def step(self, before):
        """From where the run before begins to where this one does, but for `dx`: with the kerning between them."""
        return (f"{self.width(self.pair)}-{self.width()}" if self.pair else before.width()) + self.gap


class Texts(TextPaths):
    def text(self, element, parent, values, map_):
        clip = self.clipping(values, lambda: self.extent(element, values))
        if clip is None:
            return
        look = self.appearance(values)
        if clip or look or map_ != matrix.IDENTITY:
            parent = self.lines.create(f"{element.get('id') or 'text'}-line", "layer", **self.plain(parent, map_), **clip, **look)
        runs = self.text_runs(element, values)
        if element.get("textLength") and any(run.along for run in runs):
            self.lines.leave_out("textLength of texts")
        elif element.get("textLength") and len(runs) == 1:
            runs = self.stretched(element, runs[0])
        chunks = []
        for run in runs:
            begins = run.x is not None and not run.along
            if begins or not chunks or chunks[-1][-1].along is not run.along:
                chunks.append([])
            chunks[-1].append(run)
        x = y = 0.0
        is_vertical = values.get("writing-mode") in VERTICAL
        if is_vertical and any(unicodedata.east_asian_width(letter) in "WF" for run in runs for letter in run.string):
            self.lines.leave_out("upright letters of vertical texts")
        for chunk in chunks:
            first = chunk[0]
            if first.along:
                self.path_chunk(element, parent, chunk)
                x, y = first.along.end
                continue
            if len(chunks) > 1 and not any(run.string.strip() for run in chunk):
                continue
            x, y = first.x if first.x is not None else x, first.y if first.y is not None else y
            if is_vertical:
                # Lines that are turned lie by their middle.
                turned = self.lines.create(f"{element.get('id') or 'text'}-down", "layer", **self.plain(parent, (0, 1, -1, 0, x, y)))
                for run in chunk:
                    run.dx, run.dy = run.dy, -run.dx if run.dx else None
                self.chunk(element, turned, chunk, 0.0, 0.0)
            else:
                y = self.chunk(element, parent, chunk, x, y)

    def stretched(self, element, run):
        """The letters of a run, so far apart that together they are as wide as `textLength` says."""
        length = style.length(element.get("textLength"), self.box[0], otherwise=-1)
        if length <= 0 or len(run.string) < 2 or element.get("lengthAdjust") == "spacingAndGlyphs":
            if length > 0:
                self.lines.leave_out("textLength of texts")
            return [run]
        run.finer = FINER
        em = style.length(run.values.get("font-size"), 16, otherwise=16)
        whole = self.letters("text-whole", "none", run, em, [], None, None, 0.0)
        result = [Run(run.values, run.shift, {}) for _ in run.string]
        for one, letter in zip(result, run.string):
            one.string = letter
            one.gap = f"+({number(length)}-{run.width(whole)})/{len(run.string) - 1}"
        for key in ("x", "y", "dx", "dy", "turn"):
            setattr(result[0], key, getattr(run, key))
        return result

    # Letters and where they are said to be

    def text_runs(self, element, values):
        runs, places = [], []
        state = {"space": True, "at": 0, "along": None}

        def letters(text, values, shift):
            preserved = values.get("space") == "preserve"
            for letter in text:
                letter = " " if letter in " \t\n\r" else letter
                if letter == " " and state["space"] and not preserved:
                    continue
                state["space"] = letter == " " and not preserved
                joins = unicodedata.combining(letter) or letter in "\u200d\ufe0f" or runs and runs[-1].string.endswith("\u200d")
                place = {}
                for lists in places:
                    at = state["at"] - lists["begin"]
                    for key in LISTS:
                        found = lists[key]
                        if found and (at < len(found) or key == "rotate"):
                            place[key] = found[min(at, len(found) - 1)]
                state["at"] += 1
                if not runs or not joins and (runs[-1].values is not values or runs[-1].along is not state["along"] or any(place.get(key) for key in LISTS) or "x" in place or "y" in place):
                    runs.append(Run(values, shift, place, state["along"]))
                elif not joins and runs[-1].turn:
                    runs.append(Run(values, shift, place, state["along"]))
                runs[-1].string += letter

        def walk(element, values, shift, string=None):
            if values.get("display") == "none":
                return
            lists = {"begin": state["at"]}
            em = style.length(values.get("font-size"), 16, otherwise=16)
            for key in LISTS:
                # Of a path's text letters lie on that.
                said = (element.get(key) or "").replace(",", " ").split() if local(element) != "textPath" else []
                if key == "rotate" and any(style.length(word, otherwise=None) is None for word in said):
                    said = []
                lists[key] = [style.length(word, self.box[key in ("y", "dy")], em) for word in said]
            places.append(lists)
            if element.get("textLength") and (local(element) == "tspan" or local(element) == "text" and any(local(child) for child in element)):
                self.lines.leave_out("textLength of texts")
            letters(element.text or "" if string is None else string, values, shift)
            for child in element:
                tag = local(child)
                if tag in ("tspan", "a", "tref"):
                    inner = self.computed(child, values)
                    within = child
                    if tag == "tref" and inner.get("display") == "none":
                        pass
                    elif tag == "tref" and link(child)[1:] in self.ids:
                        walk(child, inner, shift + raised(inner), "".join(self.ids[link(child)[1:]].itertext()))
                    elif child.get("systemLanguage") is None or child.get("systemLanguage").startswith("en"):
                        walk(within, inner, shift + raised(inner))
                elif tag == "textPath" and local(element) in ("text", "a"):
                    state["along"] = self.along(child)
                    if state["along"]:
                        inner = self.computed(child, values)
                        walk(child, inner, shift + raised(inner))
                    else:
                        self.lines.leave_out("texts along paths that are not there")
                    state["along"] = None
                elif tag in ("textPath", "altGlyph"):
                    self.lines.leave_out(f"{tag} within others")
                letters(child.tail or "", values, shift)
            places.pop()

        walk(element, values, 0.0)
        while runs and runs[-1].values.get("space") != "preserve" and runs[-1].string.endswith(" "):
            runs[-1].string = runs[-1].string[:-1]
            if runs[-1].string:
                break
            runs.pop()
        return runs

    # Layers

    def chunk(self, element, parent, runs, x, y):
        """Runs that lie behind one another. Returns the height of the last baseline."""
        first = runs[0]
        share = {"middle": 0.5, "end": 1.0}.get(first.values.get("text-anchor"), 0.0)
        if share and len(runs) > MOST_RUNS:
            self.lines.leave_out("the alignment of lines of very many parts")
            share = 0.0
        for run in runs:
            em = style.length(run.values.get("font-size"), 16, otherwise=16)
            run.finer = FINER if len(runs) > 1 and 0 < em * FINER <= LARGEST else 1
        moved, made, before = 0.0, [], None
        for run in runs:
            y = run.y if run.y is not None and run is not first else y
            y += run.dy or 0.0
            moved += run.dx or 0.0
            run.name = self.run_layers(element, parent, run, made)
            if before is not None and before.values is run.values:
                pair = Run(run.values, 0.0, {})
                pair.string, pair.finer = before.string + run.string, run.finer
                run.pair = self.letters("text-pair", "none", pair, style.length(run.values.get("font-size"), 16, otherwise=16), [], None, None, 0.0)
            before = run
            run.at = y - run.shift
        for at, run in enumerate(runs):
            anchor = share if len(runs) == 1 else 0.0
            if len(runs) == 1 or at == 0 and not share:
                place = (x + (run.dx or 0.0) - (moved if share and len(runs) > 1 else 0.0), run.at)
                where = {"position": ",".join(map(number, place))}
            elif at == 0:
                total = "+".join([*(other.step(before) for before, other in zip(runs, runs[1:])), runs[-1].width()])
                start = x + (run.dx or 0.0) - moved * share
                where = {"position:": f"point({number(start)}-({total})*{number(share)},{number(run.at)})"}
            else:
                before = runs[at - 1]
                gap = number(run.dx or 0.0)
                where = {"position:": f"point({before.name}.position.x+{run.step(before)}+{gap},{number(run.at)})".replace("+-", "-")}
            said = baseline(run.values)
            for name in made:
                if name[1] is run:
                    place = where if name[0] == run.name else {"position:": f"{run.name}.position"}
                    self.lines.add("set", name[0], **place, **{"anchorPoint:": f"point({number(anchor)},{said})"})
        return y

    def run_layers(self, element, parent, run, made):
        """Layers of one run, not yet where they belong: those of its paints. The first one's name."""
        values, name = run.values, element.get("id") or "text"
        em = style.length(values.get("font-size"), 16, otherwise=16)
        fill, stroke = self.paint(values, "fill", "black"), self.paint(values, "stroke", "none")
        if values.get("visibility") in ("hidden", "collapse") or em <= 0:
            fill = stroke = None
        outline = self.outline(values) if stroke else None
        stroke = stroke if outline else None
        if outline and "lineDashPattern" in outline:
            self.lines.leave_out("dashes along texts")
        wide = float(outline["lineWidth"]) * run.finer if outline else 0.0
        reversed_ = (values.get("paint-order") or "").split()[:1] == ["stroke"]
        kinds = [paint for paint in (("fill", fill), ("stroke", stroke)) if paint[1]]
        if not self.luminance and not reversed_ and all(paint[0] == "color" for _, paint in kinds):
            run.is_spoken_of = run.finer > 1
            return self.letters(name, parent, run, em, made, fill and color(*fill[1:3]), stroke and color(*stroke[1:3]), wide)
        result = None
        for what, paint in reversed(kinds) if reversed_ else kinds:
            def one(into, rgb, **look):
                return self.letters(name, into, run, em, made, rgb if what == "fill" else None, rgb if what == "stroke" else None, wide, **look)
            stops = self.stops(paint[1]) if paint[0] == "gradient" else None
            if stops and len(stops) == 1:
                paint = ("color", stops[0][1], stops[0][1][3] * paint[2])
            if paint[0] == "color":
                if self.luminance:
                    light = 0.2125 * paint[1][0] + 0.7154 * paint[1][1] + 0.0721 * paint[1][2]
                    one(parent, color((0, 0, 0), paint[2]), compositingFilter="destinationOut")
                    made_one = one(parent, color((0, 0, 0), paint[2] * light), compositingFilter="plusLighter")
                else:
                    made_one = one(parent, color(*paint[1:3]))
            elif paint[0] == "gradient" and not stops:
                continue
            else:
                mask = self.lines.create(f"{name}-letters", "layer", **self.plain("none", matrix.IDENTITY))
                made_one = one(mask, "#000000ff")
                holder = self.lines.create(
                    f"{name}-{what}", "layer", **self.plain(parent, matrix.IDENTITY), mask=mask, opacity=number(paint[2]) if paint[2] < 1 else None)
                self.behind(f"{name}-{what}", holder, paint, stops, self.extent(element, values) or (0, 0, *self.box))
            result = result or made_one
        return result or self.letters(name, parent, run, em, made, None, None, 0.0)

    def behind(self, name, holder, paint, stops, box):
        """What is seen through letters."""
        if self.luminance:
            self.lines.leave_out("gradients and patterns on texts in masks")
        if paint[0] == "pattern" or self.units(paint[1]) == "objectBoundingBox":
            self.lines.leave_out("the measured box of texts below gradients and patterns")
        if paint[0] == "pattern":
            self.tiled(name, holder, paint[1], box, 0)
        else:
            if self.units(paint[1]) != "objectBoundingBox":
                w, h = self.box
                box = (box[0] - w, box[1] - h, box[2] + 2 * w, box[3] + 2 * h)
            self.gradient(f"{name}-colors", holder, paint[1], stops, box, 0)

    def letters(self, name, parent, run, em, made, fill, stroke, wide, **look):
        turn = matrix.parse(f"rotate({number(run.turn)})") if run.turn else matrix.IDENTITY
        if run.finer > 1:
            turn = matrix.times(turn, (1 / run.finer, 0, 0, 1 / run.finer, 0, 0))
        if turn != matrix.IDENTITY:
            look["transform"] = "matrix(" + ",".join(number(part) for part in turn) + ")"
        if stroke:
            look |= {"strokeColor": stroke, "strokeWidth": number(wide)}
        words = self.spans(run.values, em, run.finer)
        if words:
            escaped = run.string.replace("&", "&amp;").replace("<", "&lt;")
            look["markup"] = f"<span {words}>{escaped}</span>"
        else:
            look["string"] = run.string
        result = self.lines.create(
            name, "text", parent, is_spoken_of=run.is_spoken_of, position="0,0", **look, fontSize=number(min(em * run.finer, LARGEST)), font=described(run.values),
            foregroundColor=fill or "#00000000")
        made.append((result, run))
        return result

    def spans(self, values, em, finer):
        """What only markup can say."""
        words, features = [], []
        space = style.length(values.get("letter-spacing"), self.box[0], em)
        if space:
            words.append(f"letter_spacing='{round(space * finer * 1024)}'")
        if style.length(values.get("word-spacing"), self.box[0], em):
            self.lines.leave_out("word-spacing of texts")
        lined = values.get("text-decoration", "")
        for said, word in (("underline", "underline='single'"), ("overline", "overline='single'"), ("line-through", "strikethrough='true'")):
            if said in lined:
                words.append(word)
        if values.get("font-kerning") == "none" or values.get("kerning") == "0":
            features.append("kern=0")
        if values.get("font-variant") == "small-caps":
            features.append("smcp=1")
        if features:
            words.append(f"font_features='{','.join(features)}'")
        return " ".join(words)


def raised(values):
    """How far `baseline-shift` lifts an element above the one around it."""
    em = style.length(values.get("font-size"), 16, otherwise=16)
    said = values.get("baseline-shift", "baseline")
    return {"sub": -0.075 * em, "super": 0.35 * em}.get(said) or style.length(said, em, em)


def baseline(values):
    """The height of what lies on the line, as a share of the text's height."""
    said = values.get("alignment-baseline", "auto")
    said = values.get("dominant-baseline", "auto") if said in ("auto", "baseline") else said
    down = {"before-edge": "0", "text-before-edge": "0", "text-top": "0", "after-edge": "1", "text-after-edge": "1", "ideographic": "1",
            "text-bottom": "1", "central": "0.5"}.get(said)
    if down or values.get("writing-mode") in VERTICAL:
        return down or "0.5"
    share = {"hanging": "*0.2", "mathematical": "*0.5", "middle": "*0.75"}.get(said, "")
    return f"self.firstBaseline{share}/max(0.001,self.preferredSize.height)"
