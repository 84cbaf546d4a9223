"""What attributes, `style` and style sheets say of an element; colours and lengths."""
import re

from . import fonts, selectors
from .elements import local

INHERITED = {
    "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
    "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "color", "visibility", "clip-rule", "font-family", "font-size",
    "font-weight", "font-style", "text-anchor", "marker-start", "marker-mid", "marker-end", "paint-order",
    "color-interpolation-filters", "font-stretch", "font-variant", "font-kerning", "kerning", "font-variation-settings", "letter-spacing",
    "word-spacing", "text-decoration", "dominant-baseline", "writing-mode", "space"}
OWN = {
    "opacity", "clip-path", "mask", "filter", "display", "overflow", "stop-color", "stop-opacity", "mix-blend-mode", "isolation",
    "mask-type", "vector-effect", "transform", "transform-origin", "font", "baseline-shift", "alignment-baseline",
    "flood-color", "flood-opacity", "lighting-color", "background-color"}
# Properties that are no attributes.
STYLE_ONLY = {"mix-blend-mode", "isolation", "background-color"}
# Of the file that is read: its own element's font size.
ROOT = {"em": 16.0}
UNITS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "q": 96 / 101.6}


def declarations(text):
    return {name: value for name, value, _ in declared(text)}


def declared(text):
    """Names, values, and whether it is `!important`."""
    text = re.sub(r"/\*.*?\*/", "", text or "", flags=re.S)
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            plain = re.sub(r"\s*!\s*important\s*$", "", value.strip())
            yield name.strip().lower(), plain, plain != value.strip()


class Sheet:
    """Rules of `<style>`."""

    def __init__(self, above):
        """`above`: the parent of an element."""
        self.rules, self.strange, self.above = [], [], above

    def read(self, text):
        text = re.sub(r"/\*.*?\*/", "", text or "", flags=re.S)
        if "@" in text:
            self.strange.append("rules of style sheets that begin with @")
            text = re.sub(r"@[^{;]*(;|\{(?:[^{}]|\{[^{}]*\})*\})", "", text)
        for chosen, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            for selector in chosen.split(","):
                selector = selector.strip()
                steps = selectors.parse(selector)
                if steps is None:
                    self.strange.append(f"the selector {selector}")
                    continue
                for insists in (False, True):
                    said = {name: value for name, value, important in declared(body) if important == insists}
                    if said:
                        self.rules.append((insists, selectors.weight(steps), len(self.rules), steps, said))

    def of(self, element, insists):
        """What rules say of an element: those that insist (`!important`), or the others."""
        result = {}
        for _, _, _, steps, body in sorted((rule for rule in self.rules if rule[0] == insists), key=lambda rule: rule[1:3]):
            if selectors.matches(steps, element, self.above, local):
                result.update(body)
        return result


def computed(element, sheet, above):
    """The properties of an element whose parent has those of `above`."""
    attributes = element.attrib
    own = {name: value.strip() for name, value in attributes.items() if name in INHERITED or name in OWN and name not in STYLE_ONLY}
    own.update(sheet.of(element, False))
    own.update(declarations(attributes.get("style")))
    own.update(sheet.of(element, True))
    if "{http://www.w3.org/XML/1998/namespace}space" in attributes:
        own["space"] = attributes["{http://www.w3.org/XML/1998/namespace}space"]
    if "font" in own:
        own = fonts.shorthand(own["font"]) | own
    result = {name: value for name, value in above.items() if name in INHERITED}
    for name, value in own.items():
        if value == "inherit":
            if name in above:
                result[name] = above[name]
        elif name in INHERITED or name in OWN:
            result[name] = value
    relative(own, result, above)
    return result


def relative(own, result, above):
    """What is said of the parent's own value becomes one that stands alone."""
    em = length(above.get("font-size"), 16, otherwise=16)
    size = own.get("font-size")
    if size in fonts.SIZES or size in ("larger", "smaller"):
        result["font-size"] = str(fonts.SIZES.get(size) or (em * 1.2 if size == "larger" else em / 1.2))
    elif size and size != "inherit":
        value = length(size, em, em, -1)
        result["font-size"] = str(value if value >= 0 else em)
    if own.get("font-weight", "inherit") != "inherit":
        result["font-weight"] = str(fonts.weight(own["font-weight"], above.get("font-weight")))
    if "text-decoration" in own and above.get("text-decoration", "none") != "none" and own["text-decoration"] != "inherit":
        result["text-decoration"] = above["text-decoration"] + " " + own["text-decoration"]


def length(text, whole=0.0, em=16.0, otherwise=0.0):
    match = re.fullmatch(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-zA-Z%]*)\s*", text or "")
    if not match:
        return otherwise
    value, unit = float(match.group(1)), match.group(2).lower()
    if unit == "%":
        return value * whole / 100
    if unit in ("em", "rem"):
        return value * (em if unit == "em" else ROOT["em"])
    if unit in ("ex", "ch"):
        return value * em / 2
    return value * UNITS[unit] if unit in UNITS else otherwise


def share(text, otherwise=1.0):
    """A number or a percentage, 0…1; `otherwise` for what is neither."""
    if not re.fullmatch(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*%?\s*", text or ""):
        return otherwise
    return min(1.0, max(0.0, length(text, 1.0, otherwise=otherwise)))


NAMES = dict(
    pair.split(":") for pair in (
        "aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc bisque:ffe4c4 black:000000 "
        "blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a burlywood:deb887 cadetblue:5f9ea0 chartreuse:7fff00 "
        "chocolate:d2691e coral:ff7f50 cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff darkblue:00008b darkcyan:008b8b "
        "darkgoldenrod:b8860b darkgray:a9a9a9 darkgreen:006400 darkgrey:a9a9a9 darkkhaki:bdb76b darkmagenta:8b008b darkolivegreen:556b2f "
        "darkorange:ff8c00 darkorchid:9932cc darkred:8b0000 darksalmon:e9967a darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f "
        "darkslategrey:2f4f4f darkturquoise:00ced1 darkviolet:9400d3 deeppink:ff1493 deepskyblue:00bfff dimgray:696969 dimgrey:696969 "
        "dodgerblue:1e90ff firebrick:b22222 floralwhite:fffaf0 forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc ghostwhite:f8f8ff "
        "gold:ffd700 goldenrod:daa520 gray:808080 grey:808080 green:008000 greenyellow:adff2f honeydew:f0fff0 hotpink:ff69b4 "
        "indianred:cd5c5c indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa lavenderblush:fff0f5 lawngreen:7cfc00 lemonchiffon:fffacd "
        "lightblue:add8e6 lightcoral:f08080 lightcyan:e0ffff lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90 lightgrey:d3d3d3 "
        "lightpink:ffb6c1 lightsalmon:ffa07a lightseagreen:20b2aa lightskyblue:87cefa lightslategray:778899 lightslategrey:778899 "
        "lightsteelblue:b0c4de lightyellow:ffffe0 lime:00ff00 limegreen:32cd32 linen:faf0e6 magenta:ff00ff maroon:800000 "
        "mediumaquamarine:66cdaa mediumblue:0000cd mediumorchid:ba55d3 mediumpurple:9370db mediumseagreen:3cb371 mediumslateblue:7b68ee "
        "mediumspringgreen:00fa9a mediumturquoise:48d1cc mediumvioletred:c71585 midnightblue:191970 mintcream:f5fffa mistyrose:ffe4e1 "
        "moccasin:ffe4b5 navajowhite:ffdead navy:000080 oldlace:fdf5e6 olive:808000 olivedrab:6b8e23 orange:ffa500 orangered:ff4500 "
        "orchid:da70d6 palegoldenrod:eee8aa palegreen:98fb98 paleturquoise:afeeee palevioletred:db7093 papayawhip:ffefd5 peachpuff:ffdab9 "
        "peru:cd853f pink:ffc0cb plum:dda0dd powderblue:b0e0e6 purple:800080 rebeccapurple:663399 red:ff0000 rosybrown:bc8f8f "
        "royalblue:4169e1 saddlebrown:8b4513 salmon:fa8072 sandybrown:f4a460 seagreen:2e8b57 seashell:fff5ee sienna:a0522d silver:c0c0c0 "
        "skyblue:87ceeb slateblue:6a5acd slategray:708090 slategrey:708090 snow:fffafa springgreen:00ff7f steelblue:4682b4 tan:d2b48c "
        "teal:008080 thistle:d8bfd8 tomato:ff6347 turquoise:40e0d0 violet:ee82ee wheat:f5deb3 white:ffffff whitesmoke:f5f5f5 "
        "yellow:ffff00 yellowgreen:9acd32").split())


def color(text, current=(0, 0, 0, 1)):
    """Red, green, blue and alpha, 0…1; None for what is no colour."""
    text = (text or "").strip().lower()
    if text == "currentcolor":
        return current
    if text == "transparent":
        return (0, 0, 0, 0)
    text = "#" + NAMES[text] if text in NAMES else text
    match = re.fullmatch(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", text)
    if match:
        digits = match.group(1)
        if len(digits) < 6:
            digits = "".join(digit * 2 for digit in digits)
        parts = [int(digits[at:at + 2], 16) / 255 for at in range(0, len(digits), 2)]
        return tuple(parts) if len(parts) == 4 else (*parts, 1.0)
    match = re.fullmatch(r"(rgb|hsl)a?\(([^)]*)\)", text)
    if not match:
        return None
    parts = [part for part in re.split(r"[\s,/]+", match.group(2).strip()) if part]
    if len(parts) not in (3, 4):
        return None
    alpha = share(parts[3]) if len(parts) == 4 else 1.0
    if match.group(1) == "rgb":
        return (*(min(1, max(0, length(part, 255) / 255)) for part in parts[:3]), alpha)
    import colorsys
    hue = length(parts[0].replace("deg", "")) / 360 % 1
    return (*colorsys.hls_to_rgb(hue, share(parts[2]), share(parts[1])), alpha)
