#!/usr/bin/env python3
"""rounds.py --bin DIR [--seed N] [--rounds N]: a primary and a replica over a broker, while connections are cut, messages come twice and in
another order, and processes are killed.

Behind each round both daemons have the same digest. Two halves of a scene are always set in one transaction: the replica never has one alone.
Needs mosquitto and mosquitto_pub/mosquitto_sub."""
import argparse, json, os, random, shutil, signal, socket, subprocess, sys, tempfile, threading, time


class Daemon:
    """A daemon with a state file, its link, and a connection that is made again."""
    def __init__(self, stage, name, what, *more):
        self.stage, self.name, self.what, self.more = stage, name, what, more
        self.path = f"{stage.folder}/{name}.sock"
        self.line = self.process = self.link = None
        self.start()
        self.start_link()

    def start(self):
        self.process = self.stage.run([self.stage.bin + "/scrimd", "--socket", self.path, "--output", "offscreen", "--size", "300x200", "--state", f"{self.stage.folder}/{self.name}.state"], self.name)
        self.line = None

    def start_link(self):
        self.link = self.stage.run([self.stage.bin + "/scrim", "--socket", self.path, "link", self.what, "rounds", "--broker", f"mqtt://127.0.0.1:{self.stage.proxy}", *self.more], f"{self.name}-link")

    def say(self, text):
        for _ in range(100):
            try:
                if self.line is None:
                    self.line = socket.socket(socket.AF_UNIX)
                    self.line.settimeout(20)
                    self.line.connect(self.path)
                    self.replies = self.line.makefile()
                self.line.sendall(text.encode() + b"\n")
                reply = self.replies.readline()
                if reply: return reply.strip()
            except OSError: pass
            self.line = None
            time.sleep(0.1)
        raise SystemExit(f"{self.name} does not answer")


class Stage:
    def __init__(self, binaries, seed):
        self.bin, self.random, self.folder = os.path.abspath(binaries), random.Random(seed), tempfile.mkdtemp(prefix="rounds-")
        self.running, self.pairs = [], []
        with socket.socket() as s: s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]
        self.server = socket.create_server(("127.0.0.1", 0))
        self.proxy = self.server.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()
        self.start_broker()
        self.primary = Daemon(self, "primary", "publish")
        self.primary.say("set daemon stateSync=always")
        self.replica = Daemon(self, "replica", "follow", "--name", "one", "--delay", "30ms")

    def run(self, words, log):
        env = dict(os.environ, XDG_CACHE_HOME=self.folder, XDG_STATE_HOME=self.folder, XDG_CONFIG_HOME=self.folder)
        process = subprocess.Popen(words, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=open(f"{self.folder}/{log}.log", "a"), stderr=subprocess.STDOUT, env=env)
        self.running.append(process)
        return process

    def start_broker(self):
        with open(f"{self.folder}/broker.conf", "w") as file: file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n" + ("user root\n" if os.geteuid() == 0 else ""))
        self.broker = self.run([shutil.which("mosquitto") or "/usr/sbin/mosquitto", "-c", f"{self.folder}/broker.conf"], "broker")

    def kill(self, process):
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.running.remove(process)

    # A proxy before the broker, which cuts

    def accept(self):
        while True:
            try: one, _ = self.server.accept()
            except OSError: return
            try: two = socket.create_connection(("127.0.0.1", self.port), 3)
            except OSError: one.close(); continue
            self.pairs.append((one, two))
            for a, b in ((one, two), (two, one)): threading.Thread(target=self.carry, args=(a, b), daemon=True).start()

    @staticmethod
    def carry(a, b):
        try:
            while data := a.recv(65536): b.sendall(data)
        except OSError: pass
        for s in (a, b):
            try: s.shutdown(socket.SHUT_RDWR)
            except OSError: pass

    def cut(self):
        pairs, self.pairs = self.pairs, []
        for s in sum(pairs, ()):
            try: s.shutdown(socket.SHUT_RDWR)
            except OSError: pass

    def again(self):
        """Records of the last second come twice, and in another order."""
        heard = subprocess.run(["mosquitto_sub", "-p", str(self.port), "-t", "scrim/rounds/log", "-W", "1", "-q", "1"], capture_output=True).stdout.splitlines()
        self.random.shuffle(heard)
        for payload in heard * 2: subprocess.run(["mosquitto_pub", "-p", str(self.port), "-t", "scrim/rounds/log", "-q", "1", "-s"], input=payload, stderr=subprocess.DEVNULL)

    # Rounds

    def disturb(self):
        what = self.random.choice(["cut", "cut", "again", "primary", "replica", "publish", "follow", "broker"])
        if what == "cut": self.cut()
        elif what == "again": threading.Thread(target=self.again).start()
        elif what == "broker": self.kill(self.broker); time.sleep(self.random.random()); self.start_broker()
        elif what in ("publish", "follow"):
            daemon = self.primary if what == "publish" else self.replica
            self.kill(daemon.link); daemon.start_link()
        else:
            daemon = self.primary if what == "primary" else self.replica
            self.kill(daemon.process); daemon.start()
        return what

    def round(self, number):
        r, done = self.random, []
        for i in range(r.randint(10, 40)):
            roll, value = r.random(), round(r.random(), 3)
            if roll < 0.4:
                for line in ("begin", f"set left opacity={value}", f"set right opacity={value}", "commit"): self.primary.say(line)
            elif roll < 0.7: self.primary.say(f"put o{r.randint(0, 9)} layer frame={r.randint(0, 200)},9,20,20")
            elif roll < 0.8: self.primary.say(f"animate left position.x={r.randint(0, 200)} duration=0.1")
            elif roll < 0.9: self.primary.say(f"remove o{r.randint(0, 9)}")
            else: self.primary.say(f"set d n:=d.n+1 r:=random()")
            halves = self.replica.say('get ".half" opacity')
            if halves.startswith("ok {\"left\""):
                both = json.loads(halves[3:])
                if both["left"] != both["right"]: raise SystemExit(f"round {number}: half a transaction: {halves}")
            if r.random() < 0.08: done.append(self.disturb())
        end, told = time.monotonic() + 60, None
        while True:
            told = [daemon.say("digest") for daemon in (self.primary, self.replica)]
            if all(t.startswith("ok") for t in told) and len({json.loads(t[3:])["sha256"] for t in told}) == 1: break
            if time.monotonic() > end: raise SystemExit(f"round {number} ({', '.join(done)}): digests differ: {told}; {self.folder}")
            time.sleep(0.1)
        for daemon in (self.primary, self.replica):
            if daemon.link.poll() is not None: raise SystemExit(f"round {number}: the link of {daemon.name} has ended; {self.folder}")
        return done


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    stage = Stage(options.bin, options.seed)
    try:
        for line in ("create half style cornerRadius=2", "create left layer frame=0,0,20,20 style=half backgroundColor=red", "create right layer frame=40,0,20,20 style=half backgroundColor=red", "create d data n=0"): stage.primary.say(line)
        disturbed = [what for number in range(options.rounds) for what in stage.round(number)]
        print(f"{options.rounds} rounds, {len(disturbed)} times disturbed: " + ", ".join(f"{what} {disturbed.count(what)}" for what in sorted(set(disturbed))))
    finally:
        for process in list(stage.running): process.kill()
    shutil.rmtree(stage.folder, ignore_errors=True)


main()
