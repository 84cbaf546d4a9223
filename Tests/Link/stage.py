"""A primary and replicas with their links and a broker, for tests: all in one folder, all processes of their own. Needs mosquitto."""
import json, os, shutil, signal, socket, subprocess, sys, tempfile, threading, time


class Daemon:
    """A daemon with a state file, its link, and a connection that is made again."""
    def __init__(self, stage, name, what, *more):
        self.stage, self.name, self.what, self.more = stage, name, what, more
        self.path = f"{stage.folder}/{name}.sock"
        self.line = self.process = self.link = None
        # Without a link: another connection to one that runs.
        if what:
            self.start()
            self.start_link()

    def start(self):
        self.process = self.stage.run([self.stage.bin + "/scrimd", "--socket", self.path, "--output", "offscreen", "--size", "300x200", "--state", f"{self.stage.folder}/{self.name}.state"], self.name)
        self.line = None

    def start_link(self):
        self.link = self.stage.run([self.stage.bin + "/scrim", "--socket", self.path, "link", self.what, "studio", "--broker", f"{self.stage.scheme}://127.0.0.1:{self.stage.proxy}", *self.stage.words, *self.more], f"{self.name}-link")

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

    def ask(self, text):
        reply = self.say(text)
        if not reply.startswith("ok"): raise SystemExit(f"{self.name}: {text}: {reply}")
        return json.loads(reply[3:]) if len(reply) > 3 else None

    def picture(self): return self.ask("snapshot format=rgba")["data"]

    def kill(self): self.stage.kill(self.process)


class Stage:
    def __init__(self, binaries, random, prepare=None):
        """`prepare` is called with the stage before anything is started."""
        self.bin, self.random, self.folder = os.path.abspath(binaries), random, tempfile.mkdtemp(prefix="link-")
        self.running, self.pairs = [], []
        # Lines of the broker's configuration, and words of all links.
        self.settings, self.scheme, self.words = "allow_anonymous true\n", "mqtt", []
        # More of the environment of all processes.
        self.env = {}
        with socket.socket() as s: s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]
        self.server = socket.create_server(("127.0.0.1", 0))
        self.proxy = self.server.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()
        if prepare: prepare(self)
        self.start_broker()
        self.primary = Daemon(self, "primary", "publish")
        self.primary.say("set daemon stateSync=always")
        self.replica = self.follower("replica")

    def follower(self, name): return Daemon(self, name, "follow", "--name", name, "--delay", "30ms")

    def link(self, *words):
        """Runs a command of `scrim link` that ends."""
        return subprocess.run([self.bin + "/scrim", "link", words[0], "studio", "--broker", f"{self.scheme}://127.0.0.1:{self.port}", *self.words, *words[1:]], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)

    def __enter__(self): return self

    def __exit__(self, kind, problem, trace):
        for process in list(self.running): process.kill()
        self.server.close()
        # What the processes said stays for those who look for a failure.
        if kind is None: shutil.rmtree(self.folder, ignore_errors=True)
        else: print(f"see {self.folder}", file=sys.stderr)

    def run(self, words, log):
        env = dict(os.environ, XDG_CACHE_HOME=self.folder, XDG_STATE_HOME=self.folder, XDG_CONFIG_HOME=self.folder, **self.env)
        process = subprocess.Popen(words, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=open(f"{self.folder}/{log}.log", "a"), stderr=subprocess.STDOUT, env=env)
        self.running.append(process)
        return process

    def start_broker(self):
        with open(f"{self.folder}/broker.conf", "w") as file: file.write(f"listener {self.port} 127.0.0.1\n{self.settings}max_queued_messages 0\n" + ("user root\n" if os.geteuid() == 0 else ""))
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
            two.settimeout(None)
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
        heard = subprocess.run(["mosquitto_sub", "-p", str(self.port), "-t", "scrim/studio/log", "-W", "1", "-q", "1"], capture_output=True).stdout.splitlines()
        self.random.shuffle(heard)
        for payload in heard * 2: subprocess.run(["mosquitto_pub", "-p", str(self.port), "-t", "scrim/studio/log", "-q", "1", "-s"], input=payload, stderr=subprocess.DEVNULL)


def agree(*daemons, seconds=60):
    """Waits until all have the same digest, and then the same picture; else tells what they have."""
    end, told = time.monotonic() + seconds, None
    while time.monotonic() < end:
        told = [daemon.say("digest") for daemon in daemons]
        if all(t.startswith("ok") for t in told) and len({json.loads(t[3:])["sha256"] for t in told}) == 1:
            if len({daemon.picture() for daemon in daemons}) == 1: return
            told = "pictures differ"
        time.sleep(0.1)
    raise SystemExit(f"not alike behind {seconds} s: {told}")
