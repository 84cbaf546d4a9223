"""What SVG says of fonts, in Pango's words."""
import re

SIZES = {"xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32}
WEIGHTS = {100: "Thin", 200: "Ultra-Light", 300: "Light", 400: None, 500: "Medium", 600: "Semi-Bold", 700: "Bold", 800: "Ultra-Bold", 900: "Heavy"}
STRETCHES = {
    "ultra-condensed": "Ultra-Condensed", "extra-condensed": "Extra-Condensed", "condensed": "Condensed", "narrower": "Condensed",
    "semi-condensed": "Semi-Condensed", "semi-expanded": "Semi-Expanded", "expanded": "Expanded", "wider": "Expanded",
    "extra-expanded": "Extra-Expanded", "ultra-expanded": "Ultra-Expanded"}


def weight(text, above):
    """A weight, 1…1000, beside that of the parent."""
    before = int(above) if re.fullmatch(r"\d+", above or "") else 400
    text = (text or "").strip()
    if text == "bolder":
        return 400 if before < 350 else 700 if before < 550 else 900
    if text == "lighter":
        return 100 if before < 550 else 400 if before < 750 else 700
    if text in ("normal", "bold"):
        return 400 if text == "normal" else 700
    number = int(text) if re.fullmatch(r"\d{1,4}", text) else 0
    return number if 1 <= number <= 1000 else before


def shorthand(text):
    """Properties that `font` stands for; {} for what is none."""
    match = re.fullmatch(r"(.*?)(?:^|\s)([\d.]+(?:[a-z]+|%)|(?:xx?-)?(?:small|large)|medium|larger|smaller)(?:\s*/\s*\S+)?\s+(.+)", text.strip())
    if not match:
        return {}
    result = {"font-style": "normal", "font-weight": "normal", "font-variant": "normal", "font-stretch": "normal", "font-size": match.group(2),
              "font-family": match.group(3)}
    for word in match.group(1).split():
        if word in ("italic", "oblique"):
            result["font-style"] = word
        elif word == "small-caps":
            result["font-variant"] = word
        elif word in STRETCHES:
            result["font-stretch"] = word
        elif re.fullmatch(r"bold|bolder|lighter|\d{3}", word):
            result["font-weight"] = word
    return result


def described(values):
    """A font description."""
    families = [name.strip().strip("'\"").strip() for name in (values.get("font-family") or "").split(",")]
    families = [name for name in families if name] or ["sans"]
    heavy = weight(values.get("font-weight"), "400")
    words = [
        WEIGHTS[min(9, max(1, int(heavy / 100 + 0.5))) * 100], {"italic": "Italic", "oblique": "Oblique"}.get(values.get("font-style")),
        STRETCHES.get(values.get("font-stretch"))]
    words = [word for word in words if word]
    axes = values.get("font-variation-settings", "normal")
    if axes != "normal":
        pairs = [part.split() for part in axes.replace("'", "").replace('"', "").split(",")]
        words.append("@" + ",".join(f"{pair[0]}={pair[1]}" for pair in pairs if len(pair) == 2))
    names = ",".join(families)
    # A comma behind a family: what follows is none of its words.
    return f"{names}, {' '.join(words)}" if words else names + ("," if re.search(r"\d|,", names) else "")
