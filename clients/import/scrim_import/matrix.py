"""Affine maps a b c d e f, as in SVG."""
import math
import re

IDENTITY = (1, 0, 0, 1, 0, 0)


def times(m, n):
    """First n, then m."""
    return (
        m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5])


def apply(m, x, y):
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def inverse(m):
    det = m[0] * m[3] - m[1] * m[2]
    if abs(det) < 1e-12:
        return None
    a, b, c, d = m[3] / det, -m[1] / det, -m[2] / det, m[0] / det
    return (a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5]))


def parse(text):
    """The value of `transform`. None for what is none."""
    result = IDENTITY
    rest = re.sub(r"[a-zA-Z]+\s*\([^)]*\)", "", text or "")
    if rest.strip(" ,\t\r\n"):
        return None
    for name, inside in re.findall(r"([a-zA-Z]+)\s*\(([^)]*)\)", text or ""):
        try:
            v = [float(part) for part in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", inside)]
            if name == "matrix" and len(v) == 6:
                m = tuple(v)
            elif name == "translate" and len(v) in (1, 2):
                m = (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
            elif name == "scale" and len(v) in (1, 2):
                m = (v[0], 0, 0, v[-1], 0, 0)
            elif name == "rotate" and len(v) in (1, 3):
                a = math.radians(v[0])
                m = (math.cos(a), math.sin(a), -math.sin(a), math.cos(a), 0, 0)
                if len(v) == 3:
                    m = times(times((1, 0, 0, 1, v[1], v[2]), m), (1, 0, 0, 1, -v[1], -v[2]))
            elif name == "skewX" and len(v) == 1:
                m = (1, 0, math.tan(math.radians(v[0])), 1, 0, 0)
            elif name == "skewY" and len(v) == 1:
                m = (1, math.tan(math.radians(v[0])), 0, 1, 0, 0)
            else:
                return None
        except ValueError:
            return None
        result = times(result, m)
    return result
