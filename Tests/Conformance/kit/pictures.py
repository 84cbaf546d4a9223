"""Pictures: taking, reading, writing and comparing them."""
import zlib
from pathlib import Path

import numpy as np

from .match import ask
from .wire import Failure

LIMIT = {"mean": 1.0, "bad": 0.5, "window": 24.0}
WINDOW = 5


def premultiply(rgba):
    rgba = rgba.astype(np.float32)
    return np.concatenate([rgba[..., :3] * rgba[..., 3:] / 255, rgba[..., 3:]], -1)


def straight(pixels):
    """Straight-alpha bytes of premultiplied pixels."""
    alpha = pixels[..., 3:]
    colour = np.divide(pixels[..., :3] * 255, alpha, out=np.zeros_like(pixels[..., :3]), where=alpha > 0)
    return np.concatenate([colour, alpha], -1).round().clip(0, 255).astype(np.uint8)


def snapshot(link, folder):
    """The output as raw straight-alpha RGBA: (bytes, width, height)."""
    path = Path(folder) / "shot.rgba"
    # A picture of another daemon would be refused.
    path.unlink(missing_ok=True)
    reply = ask(link, f"snapshot path={path} format=rgba")
    data, width, height = path.read_bytes(), reply["width"], reply["height"]
    if len(data) != width * height * 4:
        raise Failure(f"{width}x{height} RGBA pixels in the snapshot", f"{len(data)} bytes")
    return data, width, height


def picture(link, folder):
    data, width, height = snapshot(link, folder)
    return premultiply(np.frombuffer(data, np.uint8).reshape(height, width, 4))


def draw(daemon, scene, assets):
    link = daemon.connect()
    lines = [line for line in scene.read_text().split("\n") if line.strip() and not line.startswith("#")]
    for line in ["clear", "clock manual", *lines]:
        ask(link, line.replace("$ASSETS", str(assets)))
    return picture(link, daemon.tmp)


def hold(path, ours, tolerance, keep=None):
    """Compares with the picture in a file; what differs is kept as KEEP-expected.png, -actual.png and -difference.png."""
    reference = read_png(path)
    try:
        compare(reference, ours, tolerance)
    except Failure:
        if keep:
            keep.parent.mkdir(parents=True, exist_ok=True)
            write_png(f"{keep}-expected.png", straight(reference))
            write_png(f"{keep}-actual.png", straight(ours))
            show(reference, ours, f"{keep}-difference.png")
        raise


def compare(reference, ours, tolerance):
    if reference.shape != ours.shape:
        raise Failure(f"size {reference.shape[1::-1]}", ours.shape[1::-1])
    off, limit = np.abs(reference - ours), LIMIT | tolerance
    worst = windows(off.max(-1))
    y, x = np.unravel_index(worst.argmax(), worst.shape)
    found = {"mean": off.mean(), "bad": 100 * (off.max(-1) > 16).mean(), "window": worst[y, x]}
    if any(found[name] > limit[name] for name in LIMIT):
        y, x = y + WINDOW // 2, x + WINDOW // 2
        raise Failure(", ".join(f"{name} ≤ {limit[name]:g}" for name in LIMIT),
                      ", ".join(f"{name} {found[name]:.3f}" for name in LIMIT) + f"; worst around {x},{y}: "
                      f"{ours[y, x].round().astype(int).tolist()}, reference {reference[y, x].round().astype(int).tolist()}")


def windows(off):
    """The mean of every window of 5×5 pixels: what finds a missing corner, a wrong join, a shift by one pixel."""
    sums = np.pad(off, ((1, 0), (1, 0))).astype(np.float64).cumsum(0).cumsum(1)
    n = WINDOW
    return (sums[n:, n:] - sums[:-n, n:] - sums[n:, :-n] + sums[:-n, :-n]) / (n * n)


def show(reference, ours, path):
    """Writes reference | ours | difference × 8, over grey."""
    height, width = (max(a, b) for a, b in zip(reference.shape, ours.shape[:2]))
    reference, ours = (np.pad(p, ((0, height - p.shape[0]), (0, width - p.shape[1]), (0, 0))) for p in (reference, ours))
    over_grey = [p[..., :3] + 128 * (1 - p[..., 3:] / 255) for p in (reference, ours)]
    difference = np.abs(reference - ours).max(-1, keepdims=True).repeat(3, -1) * 8
    rgb = np.concatenate([*over_grey, difference], 1).clip(0, 255).astype(np.uint8)
    write_png(path, np.concatenate([rgb, np.full_like(rgb[..., :1], 255)], -1))


def read_png(path):
    """8-bit RGBA, not interlaced, filter type 0 on every row; premultiplied."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = int.from_bytes(data[at:at + 4]), data[at + 4:at + 8]
        body, at = data[at + 8:at + 8 + length], at + 12 + length
        if kind == b"IHDR":
            width, height, form = int.from_bytes(body[:4]), int.from_bytes(body[4:8]), body[8:]
        if kind == b"IDAT":
            packed += body
    if form != bytes([8, 6, 0, 0, 0]):
        raise Failure(f"{path.name}: 8-bit RGBA, not interlaced", "another kind of PNG")
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 4 * width)
    if rows[:, 0].any():
        raise Failure(f"{path.name}: filter type 0 on every row", "other filters")
    return premultiply(rows[:, 1:].reshape(height, width, 4))


def write_png(path, rgba):
    def chunk(kind, body):
        return len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)
    height, width, _ = rgba.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), rgba.reshape(height, -1)], 1)
    head = width.to_bytes(4) + height.to_bytes(4) + bytes([8, 6, 0, 0, 0])
    Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
                           + chunk(b"IDAT", zlib.compress(rows.tobytes())) + chunk(b"IEND", b""))
