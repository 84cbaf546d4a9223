#!/usr/bin/env python3
"""Locks the session until its user's password is typed: a clock and a field, on all monitors (ext-session-lock-v1).

    examples/desktop/lock.py [--check PROGRAM]

The daemon is a service, so that a fallen locker does not let anybody in: the session stays locked, and starting this again goes on. Once:

    systemctl --user enable --now scrimd@lock.socket        # or, without: scrimd --name lock --output wayland &

Where the compositor locks no sessions, or another program has locked this one, it ends with the status 1 and says so.

The password goes to a program of its own, on its standard input, which asks PAM and ends with 0 when it is right: check-password.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "clients" / "python"))
from scrim import Scrim  # noqa: E402


def build(scrim: Scrim) -> None:
    """The picture, in one frame: it lies in the middle of all monitors, whatever their sizes."""
    with scrim.transaction():
        scrim.clear()
        scrim.set("main", role="lock", locked=True, backgroundColor="#10141c")
        scrim.use("controls.scrim")
        scrim.create("card", "layer", bounds=(0, 0, 320, 180), theme="dark")
        scrim.bind("card", position="point(root.bounds.size.width/2, root.bounds.size.height/2)")
        scrim.create(
            "clock", "text", parent="card", frame=(0, 0, 320, 90), alignmentMode="center", fontSize=64, foregroundColor="white")
        scrim.every(1, "set clock string:=timeText('%H:%M')", align="wall")
        scrim.create("password", "textField", parent="card", frame=(40, 110, 240, 30), isSecure=True, placeholder="Password")
        scrim.create(
            "note", "text", parent="card", frame=(0, 150, 320, 24), alignmentMode="center", fontSize=14, foregroundColor="#ff9f0a")
    scrim.focus("password")


def is_right(check: str, password: str) -> bool:
    return subprocess.run([check], input=password + "\n", text=True, check=False).returncode == 0


def run(scrim: Scrim, check: str) -> str | None:
    """Locks, and waits for the password. Why the session was not locked; None when it was, and is no more."""
    build(scrim)
    scrim.subscribe("changed", layer="password")
    scrim.subscribe("output")
    for event in scrim.events():
        if event.name == "output" and event["state"] == "absent":
            message = event.get("message") or ""
            if "lock" in message and message != "the session is not locked":
                scrim.set("main", locked=False)
                return message
        if "submits" not in event:
            continue
        password = scrim.get("password", "value")["value"]
        scrim.set("password", value="", caret=0, anchor=0)
        if password and is_right(check, password):
            scrim.set("main", locked=False)
            return None
        scrim.set("note", string="That is not it.")
        scrim.animate("card", transform="translate(-10,0)", duration=0.05, autoreverses=True, repeat=3)


def main() -> None:
    words = sys.argv[1:]
    check = words[1] if len(words) == 2 and words[0] == "--check" else str(HERE / "check-password")
    with Scrim(os.environ.get("SCRIM_SOCKET"), name="lock") as scrim:
        reason = run(scrim, check)
    if reason is not None:
        sys.exit(f"lock.py: {reason}")


if __name__ == "__main__":
    main()
