"""SVG's pictures."""
import os

from . import pictures, style
from .elements import link
from .lines import number


class Images:
    def image(self, element, parent, values, map_):
        path = link(element)
        if self.luminance:
            self.lines.leave_out("the light of pictures in masks")
        if path.startswith("data:") and self.pictures:
            path = self.pictures(path)
        elif path.startswith("data:"):
            return self.lines.leave_out("pictures that lie in the file (--pictures FOLDER keeps them)")
        elif path and self.lines.folder is None:
            return self.lines.leave_out("pictures in files of their own")
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
