"""What a built daemon costs, measured from outside: lines beside an echo and redis, growth with the number of layers, bytes of a
layer, start and idling. Each prints a table."""
import collections
import random
import shutil
import signal
import subprocess
import sys
import time

import scenes
from rig import Daemon, median


def table(title, columns):
    print(f"\n| {title} | " + " | ".join(columns) + " |\n|---|" + "--:|" * len(columns), flush=True)


def row(name, cells):
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def number(v):
    return f"{v:,.0f}" if v >= 100 else f"{v:.3g}"


# MARK: Lines

def kinds_of_lines():
    """For turn k, lines and their number."""
    return {
        "`set` of a position": lambda k: [f"set l{i % 2000} position={(i + k) % 1900},{i % 900}" for i in range(10_000)],
        "`set` of an opacity": lambda k: [f"set l{i % 2000} opacity=0.{1 + (i + k) % 9}" for i in range(10_000)],
        "`set` of a rarer property": lambda k: [f"set l{i % 2000} zPosition={(i + k) % 19}" for i in range(5_000)],
        "`set` in a transaction of a hundred": lambda k: sum(
            (["begin", *(f"set l{i} position={(i + k) % 1900},{i % 900}" for i in range(100)), "commit"] for _ in range(50)), []),
        "`get` of a position": lambda k: [f"get l{i % 2000} position" for i in range(5_000)],
        "`create` or `remove` of a layer": lambda k:
            [f"create q{i} layer frame={k % 50},0,5,5" for i in range(1500)] + [f"remove q{i}" for i in range(1500)],
        "`animate` of a position": lambda k: [f"animate l{i} position.x={i + k % 7} duration=1" for i in range(1000)],
    }


def lines(scrimd, build_peer, folder, **_):
    """Processor nanoseconds of lines; then lines a second and round trips, beside an echo and redis."""
    table("a line", ["ns of processor time"])
    with Daemon(scrimd) as daemon:
        daemon.pour([f"create l{i} layer frame={i % 1900},{i % 1000},8,8 backgroundColor=red" for i in range(2000)])
        for name, make in kinds_of_lines().items():
            times = []
            for k in range(12):
                sent = make(k)
                times.append(daemon.cost(sent) / len(sent))
                daemon.pour(["tick 2"])
            row(name, [number(min(times) * 1e9)])
    client, = build_peer("lines", [])
    table("both ends on one core", ["M lines a second, 64 in flight", "round trip, µs: p50", "p99"])

    def measure(name, command, path, line):
        """Each part with a process of its own, where there is a command for one."""
        cells = []
        for part in ("pipelined", "rounds"):
            process = None
            if command:
                path.unlink(missing_ok=True)
                process = subprocess.Popen(["taskset", "-c", "0", *command, path], stdout=subprocess.DEVNULL)
            cells += subprocess.run([client, part, path, line], capture_output=True, text=True, check=True).stdout.split()
            if process:
                process.kill()
                process.wait()
        row(name, cells)

    path = folder / "peer.sock"
    measure("an echo that does nothing", [client, "serve"], path, "set card position=10,20")
    if shutil.which("redis-server"):
        measure("redis, `SET`", ["redis-server", "--port", "0", "--save", "", "--unixsocket"], path, "SET card 10,20")
    with Daemon(scrimd) as daemon:
        subprocess.run(["taskset", "-a", "-c", "-p", "0", str(daemon.process.pid)], check=True, capture_output=True)
        daemon.pour(["create card layer frame=0,0,10,10"])
        measure("scrimd, `set`", None, daemon.path, "set card position=10,20")


# MARK: Growth

def frame(daemon, changes, turns=7):
    """The median of processor milliseconds of a frame with its lines."""
    return median([daemon.cost([*changes(k), "tick"]) for k in range(turns)]) * 1e3


def scattered(n, side=4, more=""):
    return [f"create n{i} layer frame={i * 37 % 1900},{i * 91 % 1070},{side},{side} backgroundColor=#{i * 7919 % 16777216:06x}{more}"
            for i in range(n)]


def movers(daemon, n):
    daemon.pour(scattered(n))
    daemon.pour(["tick"])
    return frame(daemon, lambda k: [f"set n{i} position={(i * 37 + k) % 1900},{i * 91 % 1070}" for i in range(n)]) / n * 1e6


def animations(daemon, n):
    daemon.pour(scattered(n))
    daemon.pour([f"create a{i} animation layer=n{i} property=opacity from=1 to=0.4 duration=2 autoreverses=true repeatCount=inf"
                 for i in range(n)])
    return frame(daemon, lambda k: []) / n * 1e6


def texts(daemon, n):
    daemon.pour([f'create t{i} text string="label {i}" fontSize=12 position={i * 37 % 1900},{i * 91 % 1050}' for i in range(n)])
    daemon.pour(["tick"])
    return frame(daemon, lambda k: [f'set t{i} string="x {k} {i}"' for i in range(n)]) / n * 1e3


def shadows(daemon, n):
    daemon.pour([f"create s{i} layer frame={i * 37 % 1850},{i * 91 % 1030},60,40 cornerRadius=8 backgroundColor=white "
                 "shadowOpacity=0.5 shadowRadius=6 shadowOffset=0,3" for i in range(n)])
    daemon.pour(["tick"])
    return frame(daemon, lambda k: [f"set s{i} position={(i * 37 + k) % 1850},{i * 91 % 1030}" for i in range(n)]) / n * 1e3


def shape(daemon, n):
    daemon.pour([f'create s{i} shape frame={i * 37 % 1890},{i * 91 % 1050},20,20 path="circle(10,10,9)" '
                 f"fillColor=#{i * 7919 % 16777216:06x}" for i in range(n)])
    daemon.pour(["tick"])
    return frame(daemon, lambda k: [f"set s{n // 2} position={300 + k},300"])


def group(daemon, n, changes):
    daemon.pour(["create g layer frame=0,0,1900,1000 opacity=0.5", *scattered(n, 8, " parent=g"), "tick"])
    return frame(daemon, changes)


def stack(daemon, n):
    daemon.pour(["create st stack frame=0,0,1900,1000 axis=vertical spacing=1",
                 *(f"create n{i} layer parent=st bounds=0,0,10,3 backgroundColor=red" for i in range(n)), "tick"])
    return frame(daemon, lambda k: [f"set n{n // 2} bounds=0,0,10,{4 + k}"])


def records(daemon, n):
    daemon.pour(["set daemon limit.dataBytes=67108864", "create d data items:=[]", 'define line title=""',
                 "create .t text", "bind .t string:=title", "end",
                 "create e each of=line in=d.items frame=0,0,400,800 rowHeight=20"])
    daemon.pour([f"set d items:=append(old,{{title:'row {i}'}})" for i in range(n)] + ["tick"])
    return frame(daemon, lambda k: [f"set d items:=append(old,{{title:'more {k}'}})"])


def levels(daemon, n):
    if n > 10_000:
        return None
    daemon.pour(["create d0 layer frame=0,0,1900,1000",
                 *(f"create d{i} layer parent=d{i - 1} frame=0,0,1900,1000" for i in range(1, n)),
                 f"set d{n - 1} backgroundColor=red bounds=0,0,20,20", "tick"])
    return frame(daemon, lambda k: [f"set d{n - 1} position={30 + k},30"])


def one_mover(daemon, n):
    chance = random.Random(1)
    daemon.pour([f"create n{i} layer frame={chance.randrange(1896)},{chance.randrange(1056)},24,24 cornerRadius=6 "
                 f"backgroundColor=#{chance.getrandbits(24):06x}" for i in range(n)])
    daemon.pour(["create m layer frame=0,500,100,100 backgroundColor=#ff000080", "tick"])
    return frame(daemon, lambda k: [f"set m position={7 * k % 1820 + 50},550"], 99)


GROWTH = {
    "N movers of 4×4: a frame, each, ns": movers,
    "N animations: a frame, each, ns": animations,
    "N new texts: a frame, each, µs": lambda d, n: texts(d, n) if n <= 10_000 else None,
    "N shadows, all moved: a frame, each, µs": lambda d, n: shadows(d, n) if n <= 10_000 else None,
    "one mover over N, ms": one_mover,
    "one shape moved among N, ms": shape,
    "one leaf of a group of N moved, ms": lambda d, n: group(d, n, lambda k: [f"set n{n // 2} position={300 + k},300"]),
    "the opacity of a group of N, ms": lambda d, n: group(d, n, lambda k: [f"set g opacity={0.4 + 0.01 * k:.2f}"]),
    "one child of a stack of N resized, ms": stack,
    "a record more in a list of N with rows, ms": records,
    "the leaf of N levels moved, ms": levels,
}


def growth(scrimd, sizes=(100, 1000, 10_000, 100_000), **_):
    """What a frame takes, lines included, by the number of layers."""
    table("processor time, by N", [f"{n:,}" for n in sizes])
    for name, measure in GROWTH.items():
        cells = []
        for n in sizes:
            with Daemon(scrimd, threads=1) as daemon:
                taken = measure(daemon, n)
                cells.append("" if taken is None else number(taken))
        row(name, cells)


# MARK: Memory

def memory(scrimd, sizes=(10_000, 100_000, 1_000_000, 10_000_000), **_):
    """Resident bytes of a plain layer: before any frame, and when one has shown it."""
    table("layers", ["bytes of each before a frame", "after one", "the first frame, processor seconds", "moving one of them, ms"])
    for n in sizes:
        with Daemon(scrimd, threads=1, size="640x360") as daemon:
            chance = random.Random(1)
            daemon.pour(["tick"])
            empty = daemon.status("VmRSS")
            for first in range(0, n, 100_000):
                daemon.pour([f"create n{i} layer frame={chance.randrange(630)},{chance.randrange(350)},8,8 "
                             f"backgroundColor=#{chance.getrandbits(24):06x}" for i in range(first, min(n, first + 100_000))])
            before = daemon.status("VmRSS") - empty
            seconds = daemon.cost(["tick"])
            after = daemon.status("VmRSS") - empty
            moved = frame(daemon, lambda k: [f"set n{n // 2} position={100 + k},100"], 31)
            row(f"{n:,}", [f"{before * 1024 / n:,.0f}", f"{after * 1024 / n:,.0f}", f"{seconds:.2f}", number(moved)])


# MARK: Start and idling

def start(scrimd, **_):
    """From the process's start to the first frame, and what an idle daemon takes."""
    times = []
    for _ in range(11):
        begin = time.perf_counter()
        with Daemon(scrimd, clock="realtime") as daemon:
            daemon.pour(["create a layer frame=0,0,100,100 backgroundColor=red", "sync"])
            times.append(time.perf_counter() - begin)
    table("an idle daemon at 1920×1080", ["the least", "the middle of 11"])
    row("start to the first frame, ms", [f"{min(times) * 1e3:.1f}", f"{median(times) * 1e3:.1f}"])
    with Daemon(scrimd, clock="realtime") as daemon:
        daemon.pour(["create a layer frame=0,0,100,100 backgroundColor=red", "sync"])
        time.sleep(1)
        before = daemon.status("voluntary_ctxt", "nonvoluntary_ctxt")
        time.sleep(10)
        row("context switches in 10 s", [str(daemon.status("voluntary_ctxt", "nonvoluntary_ctxt") - before), ""])
        row("memory (PSS), MB", [f"{daemon.proportional_bytes() / 1e6:.1f}", ""])


# MARK: Beside others

def load(scrimd, seconds=15, **_):
    """Frames that come late beside busy processes, with 50 cards that move all the time."""
    table("50 moving cards at 1280×720, 60 frames a second", ["frames", "late", "of all"])
    first = ("chrt", "--rr", "1")  # as LimitRTPRIO=1 in the unit lets scrimd do
    may = subprocess.run([*first, "true"], stderr=subprocess.DEVNULL).returncode == 0
    for busy in (0, 16):
        for title, before in (("", ()), (", before ordinary programs", first)) if may else (("", ()),):
            others = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(busy)]
            try:
                with Daemon(scrimd, size="1280x720", clock="realtime", before=before) as daemon:
                    daemon.pour([line for n in range(50) for line in (
                        f"create c{n} layer frame={40 + n * 37 % 1000},{40 + n * 61 % 560},120,80 cornerRadius=12 backgroundColor=steelblue",
                        f"animate c{n} position.x={200 + n * 37 % 1000} duration={1 + n % 3} autoreverses=true repeat=inf")])
                    time.sleep(2)
                    before_all = daemon.figures()
                    time.sleep(max(seconds, 5))
                    frames, late = (b - a for a, b in zip(before_all, daemon.figures()))
            finally:
                for other in others:
                    other.kill()
                    other.wait()
            row(f"{busy} busy processes{title}", [str(frames), str(late), f"{100 * late / max(frames + late, 1):.1f} %"])


# MARK: In pairs

def pairs(folder, names, seconds, *daemons):
    """For each workload, frames of two daemons in turn: its name, and wall and processor milliseconds of both. A daemon is a program
    and its number of threads."""
    for name, make in scenes.workloads(folder).items():
        if names and not any(part in name for part in names) or name.startswith("W6") and not (folder / "photo.png").exists():
            continue
        rigs = []
        for program, count in daemons:
            scene, changes = make()
            daemon = Daemon(program, threads=count)
            daemon.pour([scenes.BACKGROUND, *scene, "sync", "tick"])
            rigs.append((daemon, changes, [], []))
        end, turn = time.monotonic() + 2 * seconds, 0
        while turn < 24 or time.monotonic() < end:
            for daemon, changes, walls, costs in rigs if turn % 2 else rigs[::-1]:
                sent = [*changes(turn), "tick"]
                begin, used = time.perf_counter(), daemon.processor_time()
                daemon.pour(sent)
                if turn > 3:
                    walls.append((time.perf_counter() - begin) * 1e3)
                    costs.append((daemon.processor_time() - used) * 1e3)
            turn += 1
        for daemon, *_ in rigs:
            daemon.stop()
        yield name, *(values for _, _, *both in rigs for values in both)


def ratio(before, after):
    return f"{median([b / a for a, b in zip(before, after) if a > 0]):.2f}"


def threads(scrimd, folder, names=(), seconds=1, **_):
    """Each workload on one thread and on two."""
    table("a frame with its lines, ms", ["one thread", "two threads", "of the time", "of the processor time"])
    for name, wall, cost, wall2, cost2 in pairs(folder, names, seconds, (scrimd, 1), (scrimd, 2)):
        row(name, [f"{median(wall):.2f}", f"{median(wall2):.2f}", ratio(wall, wall2), ratio(cost, cost2)])


def compare(scrimd, folder, names=(), seconds=1, **_):
    """Each workload with another daemon, the first of `names`, and with this one."""
    if not names:
        sys.exit("compare takes the program of another scrimd")
    table("processor milliseconds of a frame", ["before", "now", "ratio"])
    for name, _, cost, _, cost2 in pairs(folder, names[1:], seconds, (names[0], 1), (scrimd, 1)):
        row(name, [f"{median(cost):.2f}", f"{median(cost2):.2f}", ratio(cost, cost2)])


# MARK: Profiles

def profile(scrimd, folder, names=(), seconds=3, **_):
    """The functions that take most of a workload's user time, by `perf`. Sampling makes a frame slower, so shares count."""
    for name, make in scenes.workloads(folder).items():
        if names and not any(part in name for part in names):
            continue
        scene, changes = make()
        with Daemon(scrimd, threads=1) as daemon:
            daemon.pour([scenes.BACKGROUND, *scene, "sync", "tick"])
            data = str(folder / "perf.data")
            recorder = subprocess.Popen(
                ["perf", "record", "-q", "-e", "cpu-clock:u", "-F", "5000", "-p", str(daemon.process.pid), "-o", data])
            end, turn = time.monotonic() + seconds, 0
            while time.monotonic() < end:
                daemon.pour([*changes(turn), "tick"])
                turn += 1
            recorder.send_signal(signal.SIGINT)
            recorder.wait()
        samples = subprocess.run(["perf", "script", "-i", data, "-F", "ip,sym"], capture_output=True, text=True, check=True).stdout.split("\n")
        counts = collections.Counter(one.strip().partition(" ")[2] for one in samples if one.strip())
        found = counts.most_common(16)
        names_of = subprocess.run(
            ["swift", "demangle", "--simplified"], input="\n".join(symbol for symbol, _ in found), capture_output=True, text=True, check=True)
        table(name, ["share of the user time"])
        for title, (_, count) in zip(names_of.stdout.split("\n"), found):
            row(f"`{title}`", [f"{100 * count / counts.total():.1f} %"])


PARTS = {"profile": profile, "lines": lines, "threads": threads, "compare": compare, "growth": growth, "memory": memory, "start": start, "load": load}
