"""SVG's texts and pictures."""
import os
import re

from . import matrix, pictures, style
from .elements import link, local
from .lines import color, number

# Of the usual sans: how far its baseline is below its box, in ems.
ASCENT = 0.928


class Texts:
    def text(self, element, parent, values, map_):
        if values.get("visibility") in ("hidden", "collapse"):
            return
        if self.luminance:
            return self.lines.leave_out("texts in masks")
        clip = self.clipping(values, None) or {}
        if clip or self.appearance(values):
            parent = self.lines.create(element.get("id") or "text", "layer", **self.plain(parent, map_), **clip, **self.appearance(values))
            map_ = matrix.IDENTITY
        for child in element.iter():
            if local(child) in ("textPath", "tref", "altGlyph"):
                self.lines.leave_out("texts along paths")
            for name in ("dx", "dy", "rotate", "textLength"):
                if child.get(name):
                    self.lines.leave_out(f"{name} of texts")
        runs = [(element, values, element.text or "")]
        for child in element:
            if local(child) == "tspan":
                inner = style.computed("tspan", child.attrib, self.sheet, values)
                runs.append((child, inner, "".join(child.itertext())))
            runs.append((None, values, child.tail or ""))
        x = y = 0.0
        pieces = []
        for child, look, string in runs:
            string = re.sub(r"\s+", " ", string)
            if child is not None:
                places = [(child.get(name) or "").replace(",", " ").split() for name in ("x", "y")]
                if any(len(place) > 1 for place in places):
                    self.lines.leave_out("places of single letters")
                x = style.length(places[0][0], self.box[0]) if places[0] else x
                y = style.length(places[1][0], self.box[1]) if places[1] else y
                if places[0] or places[1] or not pieces:
                    pieces.append([x, y, look, string])
                    continue
                if look != pieces[-1][2] and string.strip():
                    self.lines.leave_out("a change of style within a line of text")
            pieces[-1][3] += string
        for x, y, look, string in pieces:
            if string.strip():
                self.line(element, parent, look, map_, x, y, string.strip())

    def line(self, element, parent, values, map_, x, y, string):
        em = style.length(values.get("font-size"), 16, otherwise=16)
        fill = self.paint(values, "fill", "black")
        if fill and fill[0] == "pattern":
            self.lines.leave_out("patterns on texts")
            fill = None
        if fill and fill[0] == "gradient":
            self.lines.leave_out("gradients on texts")
            stops = self.stops(fill[1])
            fill = ("color", stops[0][1], stops[0][1][3] * fill[2]) if stops else None
        if self.paint(values, "stroke", "none"):
            self.lines.leave_out("outlines of texts")
        for name in ("letter-spacing", "text-decoration"):
            if values.get(name, "normal") not in ("normal", "none", "0"):
                self.lines.leave_out(f"{name} of texts")
        if not fill or em <= 0:
            return
        family = (values.get("font-family") or "").split(",")[0].strip().strip("'\"")
        weight = values.get("font-weight", "normal")
        words = [family or "sans", {"bold": "Bold", "bolder": "Bold", "600": "Semi-Bold", "700": "Bold", "800": "Heavy", "900": "Black", "300": "Light"}.get(weight),
                 {"italic": "Italic", "oblique": "Oblique"}.get(values.get("font-style"))]
        anchor = {"middle": "0.5", "end": "1"}.get(values.get("text-anchor"), "0")
        place = (1, 0, 0, 1, x, y - ASCENT * em)
        at = matrix.times(map_, place)
        properties = dict(parent=parent, position="0,0", anchorPoint=f"{anchor},0")
        properties["transform"] = "matrix(" + ",".join(number(part) for part in at) + ")"
        self.lines.create(
            element.get("id") or "text", "text", **properties, string=string, fontSize=number(em), font=" ".join(filter(None, words)),
            foregroundColor=color(*fill[1:]))

    def image(self, element, parent, values, map_):
        path = link(element)
        if path.startswith("data:") and self.pictures:
            path = self.pictures(path)
        elif path.startswith("data:"):
            return self.lines.leave_out("pictures that lie in the file (--pictures FOLDER keeps them)")
        elif path and not path.startswith("/") and ":" not in path.split("/")[0]:
            path = os.path.join(self.lines.folder, path)
        if not path or ":" in path.split("/")[0]:
            return self.lines.leave_out("pictures on the net")
        x, y = style.length(element.get("x"), self.box[0]), style.length(element.get("y"), self.box[1])
        natural = pictures.size(path)
        w, h = (style.length(element.get(key), side, otherwise=-1) for key, side in zip(("width", "height"), self.box))
        if natural and min(natural) > 0 and (w < 0 or h < 0):
            # One side follows the other.
            w, h = (w if w >= 0 else h * natural[0] / natural[1], h if h >= 0 else w * natural[1] / natural[0]) if w >= 0 or h >= 0 else natural
        if w == 0 or h == 0:
            return
        if w < 0 or h < 0:
            return self.lines.leave_out("pictures without a size")
        clip = self.clipping(values, lambda: (x, y, w, h))
        if clip is None:
            return
        align = (element.get("preserveAspectRatio") or "xMidYMid meet").split()
        gravity = "resize" if align[0] == "none" else "resizeAspectFill" if "slice" in align else "resizeAspect"
        name = element.get("id") or "image"
        holder = self.group(name, parent, map_, values, **clip)
        if natural and min(natural) > 0 and align[0] not in ("none", "xMidYMid"):
            # Aligned otherwise than in the middle: the picture's own rectangle, in a frame.
            holder = self.lines.create(
                f"{name}-frame", "layer", parent=holder, position=f"{number(x)},{number(y)}", anchorPoint="0,0",
                bounds=f"0,0,{number(w)},{number(h)}", masksToBounds="true")
            fitted = self.fitted([0, 0, *natural], " ".join(align), w, h)
            x, y, w, h, gravity = fitted[4], fitted[5], natural[0] * fitted[0], natural[1] * fitted[3], "resize"
        self.lines.create(
            f"{name}-pixels", "layer", parent=holder, position=f"{number(x)},{number(y)}", anchorPoint="0,0",
            bounds=f"0,0,{number(w)},{number(h)}", contents=path if "/" in path else f"./{path}", contentsGravity=gravity, masksToBounds="true")
