#!/usr/bin/env python3
"""A ball in pixels of our own, which scrimd shows without copying them. Standard library only.

    examples/buffer.py [STEPS]      (240: four seconds)
"""
import fcntl
import mmap
import os
import socket
import sys
import time

WIDTH, HEIGHT, SIDE = 320, 180, 24
STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 240


def address():
    """Where scrimd listens."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")
    return os.environ.get("SCRIM_SOCKET") or f"{runtime}/scrim/main.sock"


def ask(line, *descriptors):
    """Sends a line, and descriptors with it; its reply has to be ok."""
    socket.send_fds(server, [line.encode() + b"\n"], list(descriptors))
    reply = replies.readline()
    if not reply.startswith("ok"):
        sys.exit(f"{line}: {reply.strip()}")


# Memory that scrimd may map: what we have written can be read there. It must not become shorter.
memory = os.memfd_create("ball", os.MFD_ALLOW_SEALING)
os.ftruncate(memory, WIDTH * HEIGHT * 4)
fcntl.fcntl(memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
pixels = mmap.mmap(memory, WIDTH * HEIGHT * 4)

server = socket.socket(socket.AF_UNIX)
server.connect(address())
replies = server.makefile("r")
# The pixels go when we go.
ask("session lifetime=client")
ask(f"create ball.pixels buffer size={WIDTH}x{HEIGHT} format=argb8888", memory)
ask(f"create ball layer frame=40,40,{2 * WIDTH},{2 * HEIGHT} contents=ball.pixels magnificationFilter=nearest"
    " backgroundColor=#102030 cornerRadius=16 masksToBounds=true")


def fill(left, top, word):
    """A square of one colour: 0xAARRGGBB, the colours times the alpha."""
    row = word.to_bytes(4, sys.byteorder) * SIDE
    for y in range(top, top + SIDE):
        start = (y * WIDTH + left) * 4
        pixels[start:start + len(row)] = row


x, y, dx, dy = 10, 20, 3, 2
for step in range(STEPS):
    fill(x, y, 0)
    old = f"{x},{y},{SIDE},{SIDE}"
    dx = -dx if not 0 <= x + dx <= WIDTH - SIDE else dx
    dy = -dy if not 0 <= y + dy <= HEIGHT - SIDE else dy
    x, y = x + dx, y + dy
    fill(x, y, 0xFFFF9F0A)
    # Only what changed is painted again.
    ask(f"damage ball.pixels {old} {x},{y},{SIDE},{SIDE}")
    time.sleep(1 / 60)
