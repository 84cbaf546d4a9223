"""SVG's clipPath and mask as masks of layers."""
from . import matrix, paths, style
from .elements import SHAPES, link, local, reference
from .lines import number


class Clips:
    def clipping(self, values, extent):
        """The property `mask` of a layer with these values; None where nothing of it is seen."""
        clip, _ = reference(values.get("clip-path"))
        mask, _ = reference(values.get("mask"))
        found = []
        if values.get("clip-path", "none") != "none" and clip is None:
            self.lines.leave_out(f"clip-path={values['clip-path']}")
        for name, kind in ((clip, "clipPath"), (mask, "mask")):
            target = self.ids.get(name)
            # One that is being made is none of its own.
            if name is None or target is None or local(target) != kind or target in self.clips:
                continue
            found.append(target)
        if not found:
            return {}
        result = None
        for target in found:
            box = extent() if extent else None
            is_clip = local(target) == "clipPath"
            unit = target.get("clipPathUnits" if is_clip else "maskContentUnits", "userSpaceOnUse")
            if (unit == "objectBoundingBox" or not is_clip and target.get("maskUnits", "objectBoundingBox") == "objectBoundingBox") and not box:
                return None
            result = self.clip(target, box, unit, result) if is_clip else self.mask(target, box, unit, result)
            if result is None:
                return {}
        return {"mask": result}

    def clip(self, target, box, unit, within):
        values = self.standing(target)
        map_ = matrix.parse(values.get("transform") or "") or matrix.IDENTITY
        map_ = self.turned(map_, values.get("transform-origin"), self.box)
        if unit == "objectBoundingBox":
            map_ = matrix.times(map_, (box[2], 0, 0, box[3], box[0], box[1]))
        more = {"mask": within} if within else {}
        self.clips.append(target)
        if not more:
            more = self.clipping({"clip-path": values.get("clip-path", "none")}, lambda: box) or {}
        elif reference(values.get("clip-path"))[0]:
            self.lines.leave_out("a clip within a clip and a mask")
        holder = self.lines.create(target.get("id") or "clip", "layer", **self.plain("none", matrix.IDENTITY), **more)
        inner = self.lines.create(f"{target.get('id') or 'clip'}-shapes", "layer", **self.plain(holder, map_))
        for child in target:
            self.clip_shape(child, inner, values)
        self.clips.pop()
        return holder

    def clip_shape(self, child, parent, above, map_=matrix.IDENTITY, depth=0):
        tag = local(child)
        values = self.computed(child, above)
        if values.get("display") == "none" or values.get("visibility") in ("hidden", "collapse"):
            return
        map_ = matrix.times(map_, matrix.parse(values.get("transform") or "") or matrix.IDENTITY)
        if tag == "use" and link(child)[1:] in self.ids and depth < 4:
            map_ = matrix.times(map_, (1, 0, 0, 1, style.length(child.get("x"), self.box[0]), style.length(child.get("y"), self.box[1])))
            return self.clip_shape(self.ids[link(child)[1:]], parent, values, map_, depth + 1)
        if tag == "text":
            return self.text(child, parent, values | {"fill": "black", "stroke": "none", "opacity": "1"}, map_)
        if tag not in SHAPES:
            return
        segments = self.geometry(tag, child, values)
        if not segments:
            return
        more = self.clipping({"clip-path": values.get("clip-path", "none")}, lambda: paths.extent(segments))
        if more is None:
            return
        rule = {"fillRule": "evenOdd"} if values.get("clip-rule") == "evenodd" else {}
        self.lines.create(
            child.get("id") or tag, "shape", **self.plain(parent, map_), path=paths.write(segments), fillColor="#000000ff", **rule, **more)

    def mask(self, target, box, unit, within):
        values = self.standing(target)
        self.clips.append(target)
        was, self.luminance = self.luminance, False
        if not within:
            within = (self.clipping({"mask": values.get("mask", "none")}, lambda: box) or {}).get("mask")
        elif reference(values.get("mask"))[0]:
            self.lines.leave_out("masks of masks")
        holder = self.lines.create(
            target.get("id") or "mask", "layer", **self.plain("none", matrix.IDENTITY), **({"mask": within} if within else {}))
        boxed = target.get("maskUnits", "objectBoundingBox") == "objectBoundingBox"
        whole = (1.0, 1.0) if boxed else self.box

        def get(name, index, otherwise):
            return style.length(target.get(name) or otherwise, whole[index])

        x, y, w, h = get("x", 0, "-10%"), get("y", 1, "-10%"), get("width", 0, "120%"), get("height", 1, "120%")
        if boxed:
            x, y, w, h = box[0] + x * box[2], box[1] + y * box[3], w * box[2], h * box[3]
        frame = self.lines.create(
            f"{target.get('id') or 'mask'}-frame", "layer", parent=holder, position=f"{number(x)},{number(y)}", anchorPoint="0,0",
            bounds=f"{number(x)},{number(y)},{number(max(0, w))},{number(max(0, h))}", masksToBounds="true")
        map_ = (box[2], 0, 0, box[3], box[0], box[1]) if unit == "objectBoundingBox" else matrix.IDENTITY
        inner = self.lines.create(f"{target.get('id') or 'mask'}-shapes", "layer", **self.plain(frame, map_))
        self.luminance = values.get("mask-type") != "alpha"
        for child in target:
            self.element(child, inner, {key: value for key, value in values.items() if key in style.INHERITED}, 0)
        self.luminance = was
        self.clips.pop()
        return holder
