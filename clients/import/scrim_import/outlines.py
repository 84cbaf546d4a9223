"""Outlines of Lottie's shapes, and what changes them. A contour is (closed, [(point, in, out), …]) with absolute handles."""
import math

# The handle of a quarter of a circle.
ROUND = 0.5519


def contours(value):
    """Of the file's own paths: one, or several."""
    if isinstance(value, list):
        return [contour for one in value for contour in contours(one)]
    if not value or not value.get("v"):
        return []
    return [(bool(value.get("c")), [
        ((float(v[0]), float(v[1])), (v[0] + i[0], v[1] + i[1]), (v[0] + o[0], v[1] + o[1]))
        for v, i, o in zip(value["v"], value["i"], value["o"])])]


def segments(found):
    """As `paths` writes them."""
    result = []
    for closed, points in found:
        if not points:
            continue
        result.append(("M", *points[0][0]))
        pairs = list(zip(points, points[1:])) + ([(points[-1], points[0])] if closed else [])
        for (_, _, out), (point, into, _) in pairs:
            result.append(("C", *out, *into, *point))
        if closed:
            result.append(("Z",))
    return result


def reversed_(contour):
    closed, points = contour
    turned = [(point, out, into) for point, into, out in reversed(points)]
    # The first point stays the first.
    return closed, turned[-1:] + turned[:-1] if closed else turned


def rectangle(x, y, width, height, radius):
    """Clockwise from the right end of the upper side."""
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    r = max(0.0, min(radius, width / 2, height / 2))
    if r == 0:
        return [(True, [(p, p, p) for p in ((right, top), (right, bottom), (left, bottom), (left, top))])]
    c = r * (1 - ROUND)
    return [(True, [
        ((right, top + r), (right, top + c), (right, top + r)), ((right, bottom - r), (right, bottom - r), (right, bottom - c)),
        ((right - r, bottom), (right - c, bottom), (right - r, bottom)), ((left + r, bottom), (left + r, bottom), (left + c, bottom)),
        ((left, bottom - r), (left, bottom - c), (left, bottom - r)), ((left, top + r), (left, top + r), (left, top + c)),
        ((left + r, top), (left + c, top), (left + r, top)), ((right - r, top), (right - r, top), (right - c, top))])]


def ellipse(x, y, rx, ry):
    """Clockwise from above."""
    kx, ky = rx * ROUND, ry * ROUND
    return [(True, [
        ((x, y - ry), (x - kx, y - ry), (x + kx, y - ry)), ((x + rx, y), (x + rx, y - ky), (x + rx, y + ky)),
        ((x, y + ry), (x + kx, y + ry), (x - kx, y + ry)), ((x - rx, y), (x - rx, y + ky), (x - rx, y - ky))])]


def star(kind, x, y, count, outer, inner, turn, outer_round, inner_round):
    """A star (1) or a polygon (2); roundness is a share of the distance of two points along the circle."""
    count = max(3, math.floor(count))
    steps = count * 2 if kind == 1 else count
    points = []
    for at in range(steps):
        is_inner = kind == 1 and at % 2
        radius, roundness = (inner, inner_round) if is_inner else (outer, outer_round)
        angle = -math.pi / 2 + math.radians(turn) + 2 * math.pi * at / steps
        px, py = radius * math.cos(angle), radius * math.sin(angle)
        handle = 2 * math.pi * radius / (steps * (2 if kind == 1 else 4)) * roundness
        ox, oy = (-math.sin(angle) * handle, math.cos(angle) * handle)
        points.append(((x + px, y + py), (x + px - ox, y + py - oy), (x + px + ox, y + py + oy)))
    return [(True, points)]


def mapped(found, matrix):
    """Under the matrix a, b, c, d, tx, ty."""
    a, b, c, d, tx, ty = matrix

    def to(p):
        return a * p[0] + c * p[1] + tx, b * p[0] + d * p[1] + ty
    return [(closed, [tuple(map(to, point)) for point in points]) for closed, points in found]


def rounded(found, radius):
    """Corners between straight lines, rounded."""
    if radius <= 0:
        return found
    result = []
    for closed, points in found:
        new, last = [], len(points) - 1
        for at, (point, into, out) in enumerate(points):
            if point != into or point != out or not closed and at in (0, last) or last < 1:
                new.append((point, into, out))
                continue
            for other, comes in ((points[at - 1][0], True), (points[(at + 1) % len(points)][0], False)):
                far = math.dist(point, other)
                share = min(far / 2, radius) / far if far else 0
                x, y = (point[0] + (other[0] - point[0]) * share, point[1] + (other[1] - point[1]) * share)
                handle = (x - (x - point[0]) * ROUND, y - (y - point[1]) * ROUND)
                new.append(((x, y), (x, y), handle) if comes else ((x, y), handle, (x, y)))
        result.append((closed, new))
    return result


def puckered(found, amount):
    """Points drawn to their middle, and handles away from it; below 0 the reverse."""
    result = []
    for closed, points in found:
        middle = [sum(point[0][axis] for point in points) / max(1, len(points)) for axis in (0, 1)]

        def to(p, share):
            return p[0] + (middle[0] - p[0]) * share, p[1] + (middle[1] - p[1]) * share
        result.append((closed, [(to(p, amount), to(i, -amount), to(o, -amount)) for p, i, o in points]))
    return result


def _curves(contour):
    closed, points = contour
    pairs = list(zip(points, points[1:])) + ([(points[-1], points[0])] if closed and points else [])
    return [(a[0], a[2], b[1], b[0]) for a, b in pairs]


def _split(curve, t):
    mix = lambda p, q: (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)
    a, b, c = (mix(p, q) for p, q in zip(curve, curve[1:]))
    d, e = mix(a, b), mix(b, c)
    f = mix(d, e)
    return (curve[0], a, d, f), (f, e, c, curve[3])


def _lengths(curve):
    """Lengths from the beginning, at so many steps."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    if curve[0] == curve[1] and curve[2] == curve[3]:
        whole = math.dist(curve[0], curve[3])
        # Handles at the ends: a line whose parameter eases.
        return [whole * (3 * (s / 12) ** 2 - 2 * (s / 12) ** 3) for s in range(13)]
    last, total, result = (x0, y0), 0.0, [0.0]
    for step in range(1, 13):
        t = step / 12
        u = 1 - t
        k0, k1, k2, k3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        now = (k0 * x0 + k1 * x1 + k2 * x2 + k3 * x3, k0 * y0 + k1 * y1 + k2 * y2 + k3 * y3)
        total += math.dist(last, now)
        result.append(total)
        last = now
    return result


def _at(lengths, length):
    """The parameter at a length."""
    for step in range(12):
        if length <= lengths[step + 1]:
            part = lengths[step + 1] - lengths[step]
            return (step + ((length - lengths[step]) / part if part else 0)) / 12
    return 1.0


def _cut(curves, tables, low, high):
    """The part of a line of curves between two lengths, as points with handles."""
    points, begin = [], 0.0
    for curve, table in zip(curves, tables):
        end = begin + table[-1]
        if end > low and begin < high:
            first, last = _at(table, max(0.0, low - begin)), _at(table, min(table[-1], high - begin))
            piece = curve
            if last < 1:
                piece = _split(piece, last)[0]
            if first > 0:
                piece = _split(piece, first / last if last else 0)[1]
            if points:
                points[-1] = (points[-1][0], points[-1][1], piece[1])
            else:
                points.append((piece[0], piece[0], piece[1]))
            points.append((piece[3], piece[2], piece[3]))
        begin = end
    return points


def trimmed(found, start, end, offset, is_sequence):
    """What is left between `start` and `end`, shares of the length, both moved by `offset`; of each contour, or of all as one."""
    low, high = sorted((min(1.0, max(0.0, start)), min(1.0, max(0.0, end))))
    if high - low >= 1:
        return found
    if high - low <= 0:
        return []
    low += offset
    high += offset
    low, high = low - math.floor(low), high - math.floor(low)
    ranges = [(low, min(high, 1.0))] + ([(0.0, high - 1)] if high > 1 else [])
    lines = [(contour, _curves(contour)) for contour in found]
    tables = [[_lengths(curve) for curve in curves] for _, curves in lines]
    lengths = [sum(table[-1] for table in each) for each in tables]
    result, begin, whole = [], 0.0, sum(lengths)
    for (contour, curves), each, length in zip(lines, tables, lengths):
        if length <= 0:
            continue
        pieces = []
        for first, last in ranges:
            if is_sequence:
                first, last = (first * whole - begin) / length, (last * whole - begin) / length
            if last <= 0 or first >= 1:
                continue
            pieces.append(_cut(curves, each, max(0.0, first) * length, min(1.0, last) * length))
        begin += length
        pieces = [piece for piece in pieces if len(piece) > 1]
        if not is_sequence and contour[0] and len(pieces) == 2 and high > 1:
            # Across the beginning of a closed contour it is one line.
            joined = pieces[0][:-1] + [(pieces[0][-1][0], pieces[0][-1][1], pieces[1][0][2])] + pieces[1][1:]
            pieces = [joined]
        for piece in pieces:
            is_whole = is_sequence and contour[0] and len(piece) == len(curves) + 1 and piece[0][0] == piece[-1][0]
            if is_whole:
                piece = [(piece[0][0], piece[-1][1], piece[0][2])] + piece[1:-1]
            result.append((is_whole, piece))
    return result
