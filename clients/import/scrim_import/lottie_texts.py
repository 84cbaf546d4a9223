"""Texts of Lottie: of the outlines of letters that the file has, else of a font of that name."""
from . import outlines
from .lines import number
from .lottie_letters import Letter, Letters

# Of the usual sans: how far its baseline is below its box, in ems.
ASCENT = 0.928


class Texts(Letters):
    def texts(self, layer, name, parent, box, time):
        text = layer.get("t") or {}
        documents = [key for key in (text.get("d") or {}).get("k") or [] if isinstance(key.get("s"), dict)]
        if "m" in (text.get("p") or {}):
            self.lines.leave_out("texts along paths")
        for at, key in enumerate(documents):
            begin = float(key.get("t", 0)) if at else -1e9
            until = float(documents[at + 1].get("t", 0)) if at + 1 < len(documents) else 1e9
            seen = self.seen({"ip": begin, "op": until}, time)
            if seen:
                holder = self.lines.create(f"{name}-text", "layer", **self.plain(parent, box))
                self.appear(holder, seen)
                self.document(key["s"], text, name, holder, box, time)

    def document(self, document, text, name, parent, box, time):
        size = float(document.get("s", 16))
        glyphs = self.glyphs(document.get("f"))
        string = str(document.get("t", "")).replace("\r\n", "\n").replace("\r", "\n").replace("\x03", "\n")
        if document.get("ca") == 1:
            string = string.upper()
        height = float(document.get("lh") or size * 1.2)
        font = next((one for one in (self.file.get("fonts") or {}).get("list") or [] if one.get("fName") == document.get("f")), {})
        x, y, room = 0.0, -float(document.get("ls") or 0), None
        if document.get("sz"):
            room = float(document["sz"][0])
            corner = document.get("ps") or [0, 0]
            x, y = float(corner[0]), float(corner[1]) + float(font.get("ascent") or 75) / 100 * size
        tracking = float(document.get("tr") or 0) * size / 1000

        def width(letter):
            glyph = glyphs.get(letter)
            return (float(glyph.get("w", 0)) / 100 if glyph else 0.5) * size + tracking

        lines = [line for one in string.split("\n") for line in (wrapped(one, room, width) if room else [one])]
        moving = bool(text.get("a"))
        if moving and not glyphs:
            self.lines.leave_out("texts whose letters move, of fonts that the file does not have")
        letters = []
        for at, line in enumerate(lines):
            length = sum(map(width, line)) - (tracking if line else 0)
            space = (room or 0) - length if room else -length
            left = x + {1: space, 2: space / 2}.get(document.get("j", 0), 0)
            if glyphs and moving:
                place = left
                for letter in line:
                    letters.append(Letter(letter, at, place, y, width(letter) - tracking))
                    place += width(letter)
                letters += [Letter("", at, place, y, 0.0)] if at + 1 < len(lines) else []
            elif glyphs:
                self.outlined(line, glyphs, document, name, parent, box, left, y, size, width, time)
            elif line.strip():
                self.lettered(line, document, font, name, parent, x + (room or 0) * {1: 1, 2: 0.5}.get(document.get("j", 0), 0), y, size)
            y += height
        if letters:
            self.moving_letters(text, document, letters, glyphs, name, parent, box, size, time)

    def glyphs(self, font):
        """The file's own letters of a font."""
        found = next((one for one in (self.file.get("fonts") or {}).get("list") or [] if one.get("fName") == font), {})
        return {one.get("ch"): one for one in self.file.get("chars") or []
                if one.get("fFamily") == found.get("fFamily") and one.get("style") == found.get("fStyle")}

    def outlined(self, line, glyphs, document, name, parent, box, x, y, size, width, time):
        contours = []
        for letter in line:
            glyph = glyphs.get(letter)
            shapes = ((glyph or {}).get("data") or {}).get("shapes") or []
            found = self.whole(self.collected(shapes, time, []), time)
            for channel in found:
                contours += outlines.mapped(channel.at(self.clock.start), (size / 100, 0, 0, size / 100, x, y))
            x += width(letter)
        if not contours:
            return
        fill, stroke = document.get("fc"), document.get("sc")
        properties = dict(path=self.written(contours), fillColor=self.tint(fill[:3]) if fill else "none")
        if stroke and document.get("sw"):
            properties |= {"strokeColor": self.tint(stroke[:3]), "lineWidth": number(float(document["sw"])), "lineJoin": "round"}
        self.lines.create(f"{name}-line", "shape", **self.plain(parent, box), **properties)

    def lettered(self, line, document, font, name, parent, x, y, size):
        style = str(font.get("fStyle") or "")
        words = [str(font.get("fFamily") or "sans"), style if style not in ("Regular", "Normal") else ""]
        anchor = {1: "1", 2: "0.5"}.get(document.get("j", 0), "0")
        self.lines.create(
            f"{name}-line", "text", parent=parent, position=f"{number(x)},{number(y - ASCENT * size)}", anchorPoint=f"{anchor},0", string=line,
            fontSize=number(size), font=" ".join(filter(None, words)), foregroundColor=self.tint((document.get("fc") or [0, 0, 0])[:3]))


def wrapped(line, room, width):
    """Lines of words that fit."""
    result, now = [], ""
    for word in line.split(" "):
        longer = f"{now} {word}" if now else word
        if now and sum(map(width, longer)) > room:
            result.append(now)
            longer = word
        now = longer
    return result + [now]
