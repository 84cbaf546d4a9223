#!/usr/bin/env python3
"""figures.py --bin DIR [--followers 1000] [--layers 100000]: the figures of docs/link.md, with all processes on this machine. Needs mosquitto."""
import argparse, base64, json, os, random, select, socket, struct, threading, time
from stage import Daemon, Stage, agree

RATE, SECONDS = 60, 10


def processor(*processes):
    """Seconds of processor time so far."""
    total = 0
    for process in processes:
        with open(f"/proc/{process.pid}/stat") as file: words = file.read().rsplit(")", 1)[1].split()
        total += int(words[11]) + int(words[12])
    return total / os.sysconf("SC_CLK_TCK")


def packet(kind, body):
    size, length = len(body), b""
    while True:
        size, digit = divmod(size, 128)
        length += bytes([digit | (0x80 if size else 0)])
        if not size: return bytes([kind]) + length + body


def text(word): return struct.pack(">H", len(word)) + word.encode()


class Light:
    """Reads `log` and no more."""
    def __init__(self, port, name):
        self.socket, self.buffer, self.records, self.bytes = socket.create_connection(("127.0.0.1", port)), b"", [], 0
        self.socket.sendall(packet(0x10, text("MQTT") + bytes([4, 2, 0, 0]) + text(name)) + packet(0x82, b"\0\1" + text("scrim/studio/log") + b"\0"))

    def read(self):
        self.buffer += self.socket.recv(1 << 20)
        now = time.time()
        while len(self.buffer) > 2:
            size, at, shift = 0, 1, 0
            while at < len(self.buffer):
                size |= (self.buffer[at] & 127) << shift
                at, shift = at + 1, shift + 7
                if not self.buffer[at - 1] & 128: break
            else: return
            if len(self.buffer) < at + size: return
            if self.buffer[0] >> 4 == 3:
                payload = self.buffer[at + 18:at + size]  # behind the topic, with QoS 0
                self.bytes += len(payload)
                self.records.append((now, payload))
            self.buffer = self.buffer[at + size:]


def share(times, part):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * part))] * 1000 if times else float("nan")


def many(stage, count):
    """Changes for `count` light followers; milliseconds of processor time of each process for a change, and when messages came."""
    lights = [Light(stage.port, f"light{i}") for i in range(count)]
    poll, ends = select.epoll(), False
    for light in lights: poll.register(light.socket, select.EPOLLIN)
    by = {light.socket.fileno(): light for light in lights}
    def pump():
        while not ends:
            for descriptor, _ in poll.poll(0.1): by[descriptor].read()
    reader = threading.Thread(target=pump)
    reader.start()
    time.sleep(1)
    for light in lights: light.records, light.bytes = [], 0
    processes = stage.primary.process, stage.primary.link, stage.replica.process, stage.replica.link, stage.broker
    before, said = [processor(p) for p in processes], []
    begin = time.monotonic()
    for i in range(RATE * SECONDS):
        said.append(time.time())
        stage.primary.ask(f"set x position={i},100")
        time.sleep(max(0, begin + (i + 1) / RATE - time.monotonic()))
    took = time.monotonic() - begin
    time.sleep(1)
    ends = True
    reader.join()
    cost = [(processor(p) - b) / len(said) * 1000 for p, b in zip(processes, before)]
    late, missing = [], 0
    for light in lights:
        found = {int(line.split("=")[1].split(",")[0]): now for now, payload in light.records for r in json.loads(payload)["records"] for line in r["lines"] if line.startswith("set x ")}
        missing += len(said) - len(found)
        late += [now - said[i] for i, now in found.items()]
    print(f"{count} followers, {len(said) / took:.0f} changes a second: primary {cost[0]:.2f}, its link {cost[1]:.2f}, replica {cost[2]:.2f}, its link {cost[3]:.2f}, broker {cost[4]:.2f} ms of processor time a change; "
          f"{missing} of {count * len(said)} records missing; from the line to the follower {share(late, 0.5):.1f} ms, 99 %: {share(late, 0.99):.1f}; {lights[0].bytes / len(said):.0f} bytes a change", flush=True)
    for light in lights: light.socket.close()


class Changes(threading.Thread):
    """Hears when a daemon shows each value of x.n."""
    def __init__(self, stage, name):
        super().__init__(daemon=True)
        self.daemon, self.times = Daemon(stage, name, None), {}
        self.daemon.ask("subscribe changed layer=y")
        self.daemon.line.settimeout(None)
        self.start()

    def run(self):
        for line in self.daemon.replies:
            if line.startswith("event changed"):
                at = line.find('"n":')
                if at > 0: self.times[int(line[at + 4:].split(",")[0].split("}")[0])] = time.monotonic()


def spread(stage, delay):
    """Changes at chance times: how late replicas show them, and how far apart two of them do."""
    one = Daemon(stage, f"one{delay}", "follow", "--name", f"one{delay}", "--delay", delay)
    two = Daemon(stage, f"two{delay}", "follow", "--name", f"two{delay}", "--delay", delay)
    agree(stage.primary, one, two)
    heard = [Changes(stage, daemon.name) for daemon in (one, two)]
    said = {}
    base = int(time.monotonic())
    for i in range(base, base + 200):
        said[i] = time.monotonic()
        stage.primary.ask(f"set y n={i}")
        time.sleep(stage.random.random() * 0.03)
    time.sleep(1)
    both = [i for i in said if all(i in h.times for h in heard)]
    late = [h.times[i] - said[i] for h in heard for i in both]
    apart = [abs(heard[0].times[i] - heard[1].times[i]) for i in both]
    print(f"delay {delay}: shown {share(late, 0.5):.1f} ms after the line, 99 %: {share(late, 0.99):.1f}; two replicas {share(apart, 0.5):.1f} ms apart, 99 %: {share(apart, 0.99):.1f} ({len(both)} of {len(said)} changes)", flush=True)
    for daemon in (one, two): stage.kill(daemon.link), daemon.kill()


def first(stage, layers):
    """The first transfer of a large scene, beside a load of the same file."""
    for at in range(0, layers, 10_000): stage.primary.ask(f'repeat in={at}..{min(at + 9999, layers - 1)} "create l{at}_{{index}} layer bounds=0,0,3,3 backgroundColor=teal"')
    path = f"{stage.folder}/same.scrim"
    stage.primary.ask(f"save path={path}")
    alone = Daemon(stage, "alone", None)
    alone.start()
    alone.ask("hello")
    begin = time.monotonic()
    alone.ask(f"load path={path} replace=true")
    load = time.monotonic() - begin
    alone.kill()
    time.sleep(2)
    # The first one asks for a head, which the second one finds.
    made, there = (transfer(stage, name, layers) for name in ("first", "second"))
    print(f"{layers} layers: load {load:.2f} s, first transfer {made:.2f} s, with a head that is there {there:.2f} s; {os.path.getsize(path)} bytes", flush=True)


def transfer(stage, name, layers):
    """Seconds until a new replica has the whole scene."""
    late = Daemon(stage, name, None)
    late.start()
    late.ask("hello")
    late.what, late.more, begin = "follow", ["--name", name, "--delay", "0"], time.monotonic()
    late.start_link()
    while late.ask("stats")["layers"] < layers: time.sleep(0.02)
    took = time.monotonic() - begin
    late.kill()
    return took


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--followers", type=int, default=1000)
    parser.add_argument("--layers", type=int, default=100_000)
    options = parser.parse_args()
    with Stage(options.bin, random.Random(1)) as stage:
        for line in ("create x layer frame=0,0,20,20 backgroundColor=red", "create y data n=0", "set daemon stateSync=everysec"): stage.primary.ask(line)
        agree(stage.primary, stage.replica)
        for count in (1, options.followers): many(stage, count)
        for delay in ("0", "200ms"): spread(stage, delay)
        first(stage, options.layers)
    print(f"load of the machine: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")


main()
