"""terminal.py PROGRAM WORD… <STEPS: runs a program on a terminal of 80×24 and prints the screen when it ends, or at the end of the steps.

A step is a line: `wait TEXT` until the text is on the screen, or has left it since the step began (20 seconds at most, then status 3), `type TEXT` with \\r, \\t, \\x1b and so on,
`gone TEXT` until it is no more. The screen knows what the tool uses: moves home, to a column and to the right, clearing, line feeds."""
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
import fcntl

ROWS, COLUMNS = 24, 80


class Screen:
    def __init__(self):
        self.rows, self.row, self.column, self.rest = [[" "] * COLUMNS for _ in range(ROWS)], 0, 0, ""
        # Lines that have left at the top.
        self.gone = []

    def feed(self, text):
        text = self.rest + text
        self.rest = ""
        at = 0
        while at < len(text):
            match = re.compile(r"\x1b\[(\??)([\d;]*)([A-Za-z])").match(text, at)
            if match:
                self.sequence(match[3], match[2], bool(match[1]))
                at = match.end()
                continue
            if text[at] == "\x1b":
                self.rest = text[at:]
                return
            self.put(text[at])
            at += 1

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            if self.row + 1 < ROWS:
                self.row += 1
            else:
                self.gone.append("".join(self.rows[0]).rstrip())
                self.rows = self.rows[1:] + [[" "] * COLUMNS]
        else:
            if self.column == COLUMNS:
                self.column = 0
                self.put("\n")
            self.rows[self.row][self.column] = character
            self.column += 1

    def sequence(self, letter, parameters, is_private):
        number = int(parameters.split(";")[0] or 0) if parameters else 0
        if letter == "H":
            self.row = self.column = 0
        elif letter == "C":
            self.column = min(self.column + max(number, 1), COLUMNS - 1)
        elif letter == "K":
            self.rows[self.row][self.column:] = [" "] * (COLUMNS - self.column)
        elif letter == "J":
            if number == 2:
                self.rows = [[" "] * COLUMNS for _ in range(ROWS)]
            else:
                self.rows[self.row][self.column:] = [" "] * (COLUMNS - self.column)
                self.rows[self.row + 1:] = [[" "] * COLUMNS for _ in self.rows[self.row + 1:]]

    def text(self):
        return "\n".join("".join(row).rstrip() for row in self.rows).rstrip("\n")


def main():
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(sys.argv[1], sys.argv[1:])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    screen = Screen()

    def read(seconds):
        if select.select([terminal], [], [], seconds)[0]:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                data = b""
            screen.feed(data.decode("utf-8", "replace"))
            return bool(data)
        return True

    status = 0
    for step in sys.stdin.read().split("\n"):
        verb, _, text = step.partition(" ")
        if verb == "type":
            os.write(terminal, text.encode().decode("unicode_escape").encode("latin-1"))
        elif verb in ("wait", "gone"):
            end, first = time.monotonic() + 20, len(screen.gone)

            def is_so():
                if verb == "gone":
                    return text not in screen.text()
                return text in screen.text() or any(text in line for line in screen.gone[first:])
            while not is_so():
                if time.monotonic() > end or not read(0.1):
                    status = 3
                    print(f"not so: {step}", file=sys.stderr)
                    break
        if status:
            break
    end = time.monotonic() + (5 if not status else 0)
    while time.monotonic() < end and read(0.2):
        if os.waitpid(child, os.WNOHANG)[0]:
            child = 0
            break
    while child and select.select([terminal], [], [], 0)[0] and read(0):
        pass
    if child:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    print(screen.text())
    sys.exit(status)


main()
