"""A daemon that benchmarks drive through its socket, with the manual clock and limits that are in nobody's way."""
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path


class Daemon:
    def __init__(self, program, *options, size="1920x1080", threads=None, clock="manual", before=()):
        """`before`: words before the program, which end in running it."""
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "s")
        self.process = subprocess.Popen(
            [*before, program, "--socket", self.path, "--output", "offscreen", "--config", "/dev/null", "--size", size, "--clock", clock,
             *options], stderr=subprocess.DEVNULL)
        self.clock = (~self.process.pid << 3) | 2  # the process's processor time
        self.socket = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self.socket.connect(self.path)
                break
            except OSError:
                if self.process.poll() is not None:
                    sys.exit(f"{program} does not start")
                time.sleep(0.0005)
        self.replies = self.socket.makefile("rb", 1 << 20)
        self.pour(["set daemon limit.layers=16000000 limit.clientLayers=16000000 limit.replies=1073741824"])
        if threads is not None:
            self.pour([f"set daemon threads={threads}"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def ask(self, line):
        self.socket.sendall(line.encode() + b"\n")
        return self.replies.readline().decode().rstrip("\n")

    def pour(self, lines):
        """Sends lines at once, and reads the reply of each; ends the program where one is no success."""
        def read():
            for line in lines:
                reply = self.replies.readline()
                if not reply.startswith(b"ok"):
                    self.process.kill()
                    os.write(2, f"{line[:80]}: {reply.decode()}".encode())
                    os._exit(1)

        reader = threading.Thread(target=read)
        reader.start()
        self.socket.sendall(("\n".join(lines) + "\n").encode())
        reader.join()

    def processor_time(self):
        """Seconds, of all threads."""
        return time.clock_gettime(self.clock)

    def cost(self, lines):
        """Processor seconds of lines."""
        begin = self.processor_time()
        self.pour(lines)
        return self.processor_time() - begin

    def status(self, *names):
        """Sums numbers of /proc/PID/status."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().split("\n")
        return sum(int(line.split()[1]) for line in lines if line.startswith(names))

    def proportional_bytes(self):
        """What the process takes of the memory, shared pages by their share (PSS)."""
        for line in Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().split("\n"):
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
        return 0

    def figures(self):
        """The numbers of frames and of refreshes without the frame that was due."""
        stats = json.loads(self.ask("stats")[3:])
        return stats["frames"], stats["missedFrames"]

    def frame_times(self):
        return json.loads(self.ask("stats")[3:])["frameTime"]

    def stop(self):
        self.ask("quit")
        self.process.wait()
        self.socket.close()
        self.folder.cleanup()


def median(values):
    return sorted(values)[len(values) // 2]


def processor():
    """The processor's name, as Linux has it."""
    for line in Path("/proc/cpuinfo").read_text().split("\n"):
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return os.uname().machine
