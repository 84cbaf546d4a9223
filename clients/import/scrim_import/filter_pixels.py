"""Primitives of SVG's filters that change pixels, by the filters of the plugin `Filters`: colours, morphology, kernels, noise, light."""
import math
import re

from . import matrix, paths, style
from .elements import local
from .lines import color, number

LIGHTS = {"feDistantLight": "distant", "fePointLight": "point", "feSpotLight": "spot"}
LUMINANCE = [0.0] * 15 + [0.2125, 0.7154, 0.0721, 0.0, 0.0]
# Numbers that `curve`, `steps` and `convolve` take.
MOST_VALUES, MOST_WEIGHTS = 64, 9


def nothing(into):
    """A picture in which nothing is."""


def plain(text, otherwise):
    """A number without a unit."""
    return float(text) if paths.NUMBER.fullmatch((text or "").strip()) else otherwise


def numbers(text):
    """Numbers of a list; none of what is no list of numbers."""
    words = re.split(r"[\s,]+", (text or "").strip())
    if all(paths.NUMBER.fullmatch(word) for word in words):
        return [float(word) for word in words]
    return []


def called(name, *arguments):
    return f"{name}({','.join(a if isinstance(a, str) else number(a) for a in arguments)})"


def linear(part):
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def encoded(part):
    return 12.92 * part if part <= 0.0031308 else 1.055 * min(part, 1.0) ** (1 / 2.4) - 0.055


class PixelPrimitives:
    # Colours

    def feColorMatrix(self, element, values):
        kind, found = element.get("type") or "matrix", numbers(element.get("values"))
        kind = kind if kind in ("saturate", "hueRotate", "luminanceToAlpha") else "matrix"
        if kind == "luminanceToAlpha":
            self.colors = "any"
            return self.changed(self.within(element, values), called("color-matrix", *LUMINANCE))
        if kind == "matrix":
            return self.matrix(element, values, found)
        if not found or found[0] == (1 if kind == "saturate" else 0):
            return self.input(element)
        words = called("saturate", min(1.0, max(0.0, found[0]))) if kind == "saturate" else f"hue-rotate({number(found[0])}deg)"
        return self.changed(self.within(element, values), words)

    def matrix(self, element, values, found):
        if len(found) != 20:
            return self.input(element)
        rows = [found[at:at + 5] for at in range(0, 20, 5)]
        alone = rows[3][:3] == [0, 0, 0] and rows[3][4] == 0 and rows[3][3] >= 0
        if alone and not any(any(row[:4]) for row in rows[:3]):
            # One colour, where the picture is: how most programs write a shadow.
            rgb = [min(1.0, max(0.0, row[4])) for row in rows[:3]]
            fade = [f"opacity({number(rows[3][3])})"] if rows[3][3] < 1 else []
            before = self.changed(self.input(element), " ".join(fade)) if fade else self.input(element)
            if rows[3][3] > 1:
                before = self.changed(before, called("color-matrix", *[0.0] * 15, *rows[3]))
            return self.tinted(before, [encoded(part) for part in rgb] if self.space(values) == "linear" else rgb)
        before = self.within(element, values)
        return self.changed(self.grounded(before) if rows[3][4] > 0 else before, called("color-matrix", *found))

    def grounded(self, picture):
        """The picture on the least ground that there is: filters make nothing of nothing, and some of SVG's do."""
        def both(into):
            self.frame(into, self.region, backgroundColor="#00000001")
            picture(into)
        return both

    def tinted(self, before, rgb):
        self.colors = "sRGB"

        def tint(into):
            mask = self.frame("none", self.region)
            before(mask)
            self.frame(into, self.region, backgroundColor=color(rgb, 1.0), mask=mask)
        return tint

    def feComponentTransfer(self, element, values):
        functions = {}
        for child in element:
            if local(child).startswith("feFunc"):
                words = transfer(child)
                if words is None:
                    self.lines.leave_out("curves of feComponentTransfer with very many values")
                elif words != "identity" or child.get("type") == "identity":
                    functions[local(child)[-1]] = words
        functions = {key: words for key, words in functions.items() if words != "identity"}
        if not functions:
            return self.input(element)
        chain, made = [], []
        # Opacity first, where it is made of nothing: colours are kept as finely as they are seen.
        for key in "ARGB" if "A" in functions and functions["A"][2] > 0 else "RGBA":
            if key in functions and functions[key] not in made:
                made.append(functions[key])
                channels = sum(bit for bit, other in ((1, "R"), (2, "G"), (4, "B"), (8, "A")) if functions.get(other) == functions[key])
                chain.append(called(functions[key][0], channels, *functions[key][1]))
        before = self.input(element) if set(functions) == {"A"} else self.within(element, values)
        return self.changed(self.grounded(before) if "A" in functions and functions["A"][2] > 0 else before, " ".join(chain))

    # Neighbours

    def feMorphology(self, element, values):
        before, found = self.input(element), numbers(element.get("radius"))
        rx, ry = found * 2 if len(found) == 1 else found if len(found) == 2 else (0.0, 0.0)
        if self.is_boxed and self.box:
            rx, ry = rx * self.box[2], ry * self.box[3]
        if rx < 0 or ry < 0 or rx == ry == 0:
            return before
        # Beyond the region there is nothing.
        rx, ry = min(rx, self.region[2]), min(ry, self.region[3])
        return self.changed(before, called("dilate" if element.get("operator") == "dilate" else "erode", rx, ry))

    def feConvolveMatrix(self, element, values):
        order = [math.floor(part) for part in numbers(element.get("order") or "3")]
        columns, rows = order * 2 if len(order) == 1 else order if len(order) == 2 else (3, 3)
        if columns <= 0 or rows <= 0:
            columns = rows = 3
        weights = numbers(element.get("kernelMatrix"))
        divisor = plain(element.get("divisor"), None)
        x, y = (math.floor(plain(element.get(key), count // 2)) for key, count in (("targetX", columns), ("targetY", rows)))
        if len(weights) != columns * rows or divisor == 0 or not (0 <= x < columns and 0 <= y < rows):
            return nothing
        if max(columns, rows) > MOST_WEIGHTS:
            self.lines.leave_out("very large matrices of feConvolveMatrix")
            return self.input(element)
        bias = plain(element.get("bias"), 0.0)
        keeps = element.get("preserveAlpha") == "true"
        if element.get("edgeMode") != "none" and not self.is_roomy(max(columns, rows)):
            self.lines.leave_out("edges of feConvolveMatrix beyond its region")
        words = called("convolve", columns, rows, divisor or 0.0, x, y, min(max(bias, -1e6), 1e6), int(keeps), *weights)
        before = self.within(element, values)
        return self.changed(self.grounded(before) if bias > 0 and not keeps else before, words)

    def is_roomy(self, margin):
        """Whether the filtered element ends so far within the region."""
        if not self.box:
            return False
        return all(self.region[at] + margin <= self.box[at] and self.box[at] + self.box[at + 2] + margin <= self.region[at] + self.region[at + 2]
                   for at in (0, 1))

    # Noise and light

    def feTurbulence(self, element, values):
        found = numbers(element.get("baseFrequency"))
        fx, fy = found * 2 if len(found) == 1 else found if len(found) == 2 else (0.0, 0.0)
        if fx < 0 or fy < 0:
            fx = fy = 0.0
        octaves = round(plain(element.get("numOctaves"), 1.0))
        if octaves > 16:
            self.lines.leave_out("very many octaves of feTurbulence")
        seed = math.trunc(max(-2e9, min(2e9, plain(element.get("seed"), 0.0))))
        tile = self.subregion(element) if element.get("stitchTiles") == "stitch" else ()
        name = "noise" if element.get("type") == "fractalNoise" else "turbulence"
        words = called(name, min(fx, 1000), min(fy, 1000), max(0, min(octaves, 16)), seed, *tile)
        self.colors = self.space(values)
        return lambda into: self.frame(into, self.region, backgroundColor="#ffffff", filters=words)

    def feDiffuseLighting(self, element, values):
        return self.lit(element, values, "diffuse", [max(0.0, plain(element.get("diffuseConstant"), 1.0))])

    def feSpecularLighting(self, element, values):
        shininess = plain(element.get("specularExponent"), 1.0)
        if not 1 <= shininess <= 128:
            return nothing
        return self.lit(element, values, "specular", [max(0.0, plain(element.get("specularConstant"), 1.0)), shininess])

    def lit(self, element, values, how, constants):
        before, light = self.input(element), next((child for child in element if local(child) in LIGHTS), None)
        if light is None:
            return nothing
        self.colors = self.space(values)
        rgb = style.color(values.get("lighting-color", "white"), style.color(values.get("color", "black")) or (0, 0, 0, 1)) or (1, 1, 1, 1)
        rgb = [linear(part) for part in rgb[:3]] if self.colors == "linear" else rgb[:3]
        words = called(f"{how}-{LIGHTS[local(light)]}", plain(element.get("surfaceScale"), 1.0), *constants, *self.light_from(light), color(rgb))

        def shine(into):
            # The height is the luminance of what is opaque: alpha as white on black.
            ground = self.frame(into, self.region, backgroundColor="#000000", filters=words)
            before(self.layer(ground, filters="brightness(0) invert(1)"))
        return shine

    def light_from(self, light):
        def get(name, otherwise=0.0):
            return plain(light.get(name), otherwise)
        if local(light) == "feDistantLight":
            return [f"{number(get('azimuth'))}deg", f"{number(get('elevation'))}deg"]
        box = self.box if self.is_boxed and self.box else (0.0, 0.0, 1.0, 1.0)
        deep = math.hypot(box[2], box[3]) / math.sqrt(2)

        def place(x, y, z):
            return [box[0] + get(x) * box[2], box[1] + get(y) * box[3], get(z) * deep]
        result = place("x", "y", "z")
        if local(light) == "feSpotLight":
            focus = get("specularExponent", 1.0)
            result += [*place("pointsAtX", "pointsAtY", "pointsAtZ"), focus if focus > 0 else 1.0]
            cone = plain(light.get("limitingConeAngle"), None)
            result.append("90deg" if cone is None else f"{number(min(abs(cone), 90))}deg")
        return result

    # Two pictures

    def beside(self, first, second, filters):
        """A filter of two pictures: the second one lies to the right of the first, in whole pixels at any usual scale."""
        far = 60 * math.ceil((self.region[2] + 2) / 60)
        if far > 30_000:
            self.lines.leave_out("filters of two very large pictures")
            return first

        def pair(into):
            both = self.layer(into, filters=filters(far))
            first(both)
            second(self.layer(both, transform=f"matrix(1,0,0,1,{far},0)"))
        return pair

    def feDisplacementMap(self, element, values):
        before = self.input(element)
        way = self.within(element, values, "in2")
        scale = plain(element.get("scale"), 0.0)
        if self.is_boxed and self.box:
            scale *= math.hypot(*self.box[2:]) / math.sqrt(2)
        if scale == 0:
            return before
        x, y = ("RGBA".find(element.get(f"{axis}ChannelSelector") or "A") % 4 for axis in "xy")
        colors, self.colors = self.spaces.get(before), None
        result = self.beside(before, way, lambda far: called("displace", far, 0, min(max(scale, -10_000), 10_000), x, y))
        self.colors = colors
        return result


def transfer(function):
    """The filter of a transfer function, its arguments, and what it makes of 0; "identity"; None for one that cannot be said."""
    def get(name, otherwise):
        return min(max(plain(function.get(name), otherwise), -1e6), 1e6)
    kind, found = function.get("type"), numbers(function.get("tableValues"))
    found = [min(max(value, -1e6), 1e6) for value in found]
    if kind == "linear":
        slope, shift = get("slope", 1.0), get("intercept", 0.0)
        return "curve", (2, shift, slope + shift), shift
    if kind == "gamma":
        amplitude, exponent, offset = get("amplitude", 1.0), min(max(get("exponent", 1.0), -1000), 1000), get("offset", 0.0)
        return "gamma", (amplitude, exponent, offset), offset if exponent > 0 else 1.0
    if kind not in ("table", "discrete") or not found:
        return "identity"
    if len(found) > MOST_VALUES:
        return None
    return "curve" if kind == "table" else "steps", (len(found), *found), found[0]
