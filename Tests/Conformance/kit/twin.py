"""A restart is invisible: of two daemons that get the same lines and the same input, one is ended and started again now and then."""
import os

from .match import ask, value
from .pictures import snapshot
from .scenes import Scene, colour, same
from .wire import Daemon, Failure, Skip

# Topics of random scenes: which of the steps below they take. SCRIM_TWIN="lists,input" holds to some of them.
TOPICS = "plain controls lists dynamics timers animators emitters scrolls follows transitions input styles edits moves".split()

CONTROLS = {
    "button": "title=Go", "toggle": "value=false", "check": "title=Yes value=true", "radio": "title=One", "slider": "value=0.25",
    "stepper": "value=3", "progressBar": "value=0.5", "textField": 'value="abc"', "tabs": "titles=One,Two,Three",
    "scrollView": "contentHeight=600", "menu": "titles=One,Two,Three", "gauge": "value=40",
}
KEYS = ["a", "b", "space", "Return", "Left", "Right", "BackSpace", "Tab", "Up", "Down", "Home", "End"]


class Lively(Scene):
    """Random lines and input for whatever has a state of its own."""

    def __init__(self, seed, link, topics):
        super().__init__(seed, link, moving=True)
        self.topics, self.count, self.places, self.there = topics, 0, [], {name: [] for name in "control data timer animator follow scroll body".split()}
        self.may = {"define"} if "styles" in topics else set()

    def number(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def opening(self):
        """Files and definitions, before anything else."""
        lines = ["set daemon stateSync=always"]
        if "controls" in self.topics or "scrolls" in self.topics:
            lines += ["use controls.scrim"]
        if "lists" in self.topics:
            lines += ["define line item=\"\" level=0", "set self isInteractive=true",
                      "create .mark layer frame=0,0,12,12 backgroundColor=#3080ff",
                      "create .label text frame=16,0,120,14 fontSize=10 foregroundColor=#ffffff",
                      "bind .label string:=item", 'on .mark tap "set .mark backgroundColor=#ff2020"', "end"]
        if "timers" in self.topics:
            lines += ["create beat data count=0 high=0"]
        if "input" in self.topics:
            lines += ["define glow level=0", "set self isInteractive=true bounds=0,0,60,40",
                      "create .lamp layer frame=5,5,50,30 backgroundColor=#000000 isInteractive=true",
                      'on .lamp tap "set .lamp backgroundColor=#ff0000"',
                      'on self pan "set self level:=level+1"', "bind .lamp opacity:=clamp(1-level/20, 0.2, 1)", "end"]
        return lines

    def turn(self):
        """Lines of one turn, frames among them."""
        lines = super().lines(self.random.randint(1, 3))
        for topic in sorted(self.topics):
            if self.shown() and self.random.random() < 0.6:
                lines += getattr(self, topic, list)()
        return [*lines, self.frame()]

    def frame(self):
        return f"tick {self.random.choice(['0.0166667', '0.05', '0.1', '0.27', 'frames=3'])}"

    def plain(self):
        return []

    def styles(self):
        return [line for _ in range(2) for line in self.restyle() + self.feed()]

    def controls(self):
        r, there = self.random, self.there["control"]
        if len(there) < 6:
            ident, kind = self.number("c"), r.choice(sorted(CONTROLS))
            there.append((ident, kind))
            return [f"create {ident} {kind} {CONTROLS[kind]} position={self.place()}"]
        ident, kind = r.choice(there)
        changed = {"toggle": "value=true", "slider": f"value={r.random():.2f}", "textField": 'value="é ü"', "stepper": "value=7",
                   "progressBar": f"value={r.random():.2f}", "tabs": "selected=1", "scrollView": f"offset={r.randint(0, 300)}",
                   "menu": "isOpen=true", "gauge": f"value={r.randint(0, 100)}"}
        return [f"set {ident} {changed.get(kind, 'isEnabled=' + r.choice(['true', 'false']))}", *self.input()]

    def place(self):
        """Where something is made that is touched later."""
        self.places.append((self.random.randint(20, 380), self.random.randint(20, 280)))
        return "{},{}".format(*self.places[-1])

    def point(self):
        """Where the pointer goes: to something, or anywhere."""
        x, y = self.random.choice([*self.places, (200, 150)])
        return x + self.random.choice([0, 0, 8, -14, 45]), y + self.random.choice([0, 0, 3, -7])

    def lists(self):
        r, there = self.random, self.there["data"]
        if len(there) < 2:
            ident = self.number("rows")
            there.append(ident)
            extra = r.choice(["axis=vertical spacing=2", "rowHeight=16"])
            made = [f"create {ident}.of data items={self.items()}"]
            if "rowHeight" in extra:
                made += [f"create {ident}.view scroll frame={r.randint(0, 250)},{r.randint(0, 200)},140,60",
                         f"create {ident} each parent={ident}.view of=line in={ident}.of.items {extra}"]
            else:
                made += [f"create {ident} each of=line in={ident}.of.items {extra} frame={r.randint(0, 250)},{r.randint(0, 200)},140,80"]
            return made
        return [f"set {r.choice(there)}.of items={self.items()}", *self.tap()]

    def items(self):
        words = self.random.sample("one two three four five six seven eight nine ten".split(), self.random.randint(1, 8))
        return "'[" + ",".join(f'"{word}"' for word in words) + "]'"

    def dynamics(self):
        r, there = self.random, self.there["body"]
        if there:
            return [r.choice([f"set {there[0]}.fall magnitude={r.uniform(-1, 1):.2f}",
                              f"set {there[0]}.push active=true velocity={r.randint(-200, 200)},{r.randint(-200, 100)}"])]
        shown = [i for i in self.shown() if self.kind[i] == "layer" and self.parent[i] == "root"]
        if not shown:
            return self.create("root", "layer")
        ident = self.number("w")
        there.append(ident)
        items = ",".join(r.sample(shown, min(2, len(shown))))
        return [f"create {ident}.fall gravity items={items} magnitude=0.4",
                f"create {ident}.push push items={items} mode=velocity velocity={r.randint(-90, 90)},{r.randint(-90, 0)} angularVelocity=1"]

    def timers(self):
        r, there = self.random, self.there["timer"]
        if len(there) < 3:
            ident = self.number("t")
            there.append(ident)
            return [r.choice([f'every {r.choice(["0.07", "0.1", "0.33"])} name={ident} "set beat count:=beat.count+1"',
                              f'after {r.choice(["0.2", "0.5", "1"])} name={ident} "set beat high=1"'])]
        return []

    def animators(self):
        r, there = self.random, self.there["animator"]
        if len(there) < 2:
            ident, shown = self.number("m"), r.choice(self.shown())
            there.append(ident)
            return [f"create {ident} animator duration=0.6", f"begin animator={ident}", f"set {shown} opacity={r.random():.2f}", "commit"]
        return [f"set {r.choice(there)} " + r.choice([f"progress={r.random():.2f}", "spring=1,170,20 isPaused=false velocity=2",
                                                      "isPaused=true", "isPaused=false isReversed=true"])]

    def emitters(self):
        r = self.random
        if self.count and "e" in self.there:
            return [f"set {self.there['e']} emitterPosition={r.randint(0, 100)},{r.randint(0, 100)}"]
        ident = self.there["e"] = self.number("e")
        return [f"create {ident}.cell emitterCell size=5x5 color={colour(r)} birthRate=30 lifetime=1 velocity=60 emissionRange=1turn",
                f"create {ident} emitter frame=150,100,100,100 emitterCells={ident}.cell emitterPosition=50,50 seed=3"]

    def scrolls(self):
        r, there = self.random, self.there["scroll"]
        if not there:
            ident = self.number("v")
            there.append(ident)
            inside = [f"create {ident}.{at} layer parent={ident} frame=4,{at * 40},80,36 backgroundColor={colour(r)}" for at in range(8)]
            return [f"create {ident} scrollView frame=20,20,100,120 contentHeight=330", *inside]
        return [f"input pointer x=60 y=60 scroll=0,{r.randint(-60, 60)}", self.frame(),
                "input pointer x=70 y=120 state=down", "tick 0.02", "input pointer x=70 y=80", "tick 0.02", "input pointer x=70 y=40",
                "input pointer state=up"]

    def follows(self):
        r, there = self.random, self.there["follow"]
        shown = [i for i in self.shown() if self.parent[i] == "root" and i not in self.constrained]
        if len(there) < 2 and len(shown) > 1:
            one, other = r.sample(shown, 2)
            if one in self.original or one in there or other in there:
                return []
            there.append(one)
            self.following |= {one, other}
            return [f"create {one}.follow follow layer={one} position={{{other}+{r.randint(0, 30)},5}}"]
        return []

    def transitions(self):
        r, shown = self.random, self.random.choice(self.shown())
        kind = r.choice(["fade", "push", "moveIn", "reveal"])
        return [f"create {self.number('x')} transition layer={shown} type={kind} duration=0.5",
                f"set {shown} backgroundColor={colour(r)}"]

    def edits(self):
        """Taken back, aborted, copied, removed with what goes on there, and the key focus."""
        r, there = self.random, self.there["control"]
        changes = [f"set {r.choice(self.shown())} opacity={r.random():.2f} cornerRadius={r.randint(0, 20)}" for _ in range(2)]
        if there:
            changes.append(f"set {r.choice(there)[0]} isEnabled={r.choice(['true', 'false'])} opacity=0.{r.randint(3, 9)}")
        ways = [[*changes, f"undo {len(changes)}"], [*changes, "undo 2", "redo"], ["begin duration=0.4", *changes, "abort"],
                ["begin duration=0.4 delay=0.1", *changes, "commit"], ["focus next"], ["focus previous"]]
        if there:
            ident, kind = r.choice(there)
            ways.append([f"copy {ident} {self.number('y')} position={self.place()}"])
            if r.random() < 0.3:
                there.remove((ident, kind))
                ways += [[*self.tap(), f"remove {ident}"]] * 2
        return r.choice(ways)

    def moves(self):
        """A stack whose layers move to their places, and come from elsewhere."""
        r, there = self.random, self.there.setdefault("stack", [])
        if len(there) < 2:
            ident = self.number("s")
            there.append(ident)
            inside = [f"create {ident}.{at} layer parent={ident} bounds=0,0,{r.randint(10, 40)},20 backgroundColor={colour(r)}" for at in range(4)]
            return [f"create {ident} stack position={r.randint(40, 300)},{r.randint(20, 250)} axis={r.choice(['horizontal', 'vertical'])} "
                    f'layout.transition="{r.choice(["duration=0.3", "duration=0.4 timing=easeOut", "spring=1,170,20"])}" spacing=4', *inside]
        one = f"{r.choice(there)}.{r.randint(0, 3)}"
        return [r.choice([f"set {one} index={r.randint(0, 3)}", f"set {one} isHidden={r.choice(['true', 'false'])}",
                          f"set {one} bounds=0,0,{r.randint(5, 60)},{r.randint(5, 40)}", f"set {r.choice(there)} spacing={r.randint(0, 12)}",
                          f"set {one} parent={r.choice(there)}", f"set {r.choice(there)} axis={r.choice(['horizontal', 'vertical'])}",
                          f"set {one} layout.grow={r.randint(0, 1)}"])]

    def input(self):
        r = self.random
        if "input" in self.topics and len(self.there["control"]) < 9 and r.random() < 0.3:
            ident = self.number("g")
            self.there["control"].append((ident, "glow"))
            return [f"create {ident} glow position={self.place()}"]
        return r.choice([self.tap, self.drag, self.keys])()

    def tap(self):
        x, y = self.point()
        return [f"input pointer x={x} y={y} state=down", "tick 0.03", "input pointer state=up"]

    def drag(self):
        r = self.random
        x, y = self.point()
        lines = [f"input pointer x={x} y={y} state=down"]
        for _ in range(3):
            x, y = x + r.randint(-30, 30), y + r.randint(-30, 30)
            lines += ["tick 0.02", f"input pointer x={x} y={y}"]
        return [*lines, "input pointer state=up"]

    def keys(self):
        key = self.random.choice(KEYS)
        return [f"input key key={key}" + (f" text={key}" if len(key) == 1 else "")]


def everything(link):
    """What `get` says of every object, by id."""
    idents = ask(link, "list")
    for ident in idents:
        link.send(f"get {ident}")
    return {ident: value(link.next(link.replies, f"a reply to get {ident}").partition(" ")[2]) for ident in idents}


def rounded(value):
    """Without the last digits of numbers."""
    if isinstance(value, float):
        return round(value, 6) + 0.0
    if isinstance(value, dict):
        return {key: rounded(member) for key, member in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def alike(stays, twin, what, rounding=lambda value: value):
    """Both have the same objects, with the same values, and show the same."""
    one, other = rounding(everything(stays[1])), rounding(everything(twin[1]))
    if one.keys() != other.keys():
        raise Failure(f"{what}: the same objects", f"without {sorted(one.keys() - other.keys())[:9]}, "
                      f"with {sorted(other.keys() - one.keys())[:9]}")
    for ident, values in one.items():
        # Counts of what this very process did.
        if ident == "daemon" or values == other[ident]:
            continue
        keys = [key for key in {**values, **other[ident]} if values.get(key) != other[ident].get(key)]
        raise Failure(f"{what}: {ident} ({values.get('kind')}) " + " ".join(f"{key}={values.get(key)}" for key in keys[:4]),
                      " ".join(f"{key}={other[ident].get(key)}" for key in keys[:4]))
    same(snapshot(stays[1], stays[0].tmp), snapshot(twin[1], twin[0].tmp), what)


def twin(daemon, seed):
    """What is ended and started again goes on like what went on."""
    if not daemon.process:
        raise Skip
    topics = topics_of(seed)
    pair = []
    try:
        for _ in range(2):
            fresh = Daemon(daemon.options, daemon.log, ["--state", "TMP/state"])
            pair.append([fresh, fresh.connect()])
        scene = Lively(seed, pair[0][1], topics or set())
        if topics is None:
            scene.topics = set(scene.random.sample(TOPICS, 4))
        hold(scene, pair, seed)
    except Failure as failure:
        ended = [words for fresh, _ in pair if (words := fresh.last_words())]
        raise Failure(failure.expected, ended[0]) if ended else failure
    finally:
        for fresh, _ in pair:
            fresh.stop()


def loaded(daemon, seed):
    """What `dump` writes of a scene in motion, `load` takes: a fresh daemon that comes to the same time and loads it goes on alike."""
    if not daemon.process:
        raise Skip
    first = Daemon(daemon.options, daemon.log)
    try:
        link = first.connect()
        scene = Lively(seed, link, set())
        scene.topics = topics_of(seed) or set(scene.random.sample(TOPICS, 4))
        for line in scene.opening():
            ask(link, line)
        for turn in range(int(os.environ.get("SCRIM_TWIN_TURNS", "6"))):
            for line in scene.turn():
                link.send(line)
                link.next(link.replies, f"a reply to: {line[:200]}")
            if turn % 2:
                load_again([first, link], f"turn {turn} of {sorted(scene.topics)}")
    finally:
        first.stop()


def load_again(first, what):
    """Loads the dump in a fresh daemon at the same scene time."""
    # A pointer is no part of a scene.
    ask(first[1], "input pointer state=leave")
    path = first[0].tmp / "saved"
    path.unlink(missing_ok=True)
    ask(first[1], f"save path={path} secrets=true")
    time = ask(first[1], "clock manual")["time"]
    other = Daemon(first[0].options, first[0].log)
    try:
        second = [other, other.connect()]
        tell([second], [f"tick {time!r}"])
        link = second[1]
        link.send(f"load path={path}")
        reply = link.next(link.replies, "a reply to load")
        if not reply.startswith("ok"):
            raise Failure(f"{what}: load takes what save wrote", reply)
        dumps = [ask(link, "dump") for link in (first[1], link)]
        if dumps[0] != dumps[1]:
            pair = next(pair for pair in zip(*([*dump, "(end)"] for dump in dumps)) if pair[0] != pair[1])
            raise Failure(f"{what}: {pair[0][:300]}", pair[1][:300])
        alike(first, second, f"{what}, loaded")
        for frame in ("tick 0.0166667", "tick 0.1", "tick 0.5"):
            tell([first, second], [frame])
            alike(first, second, f"{what}, {frame} later")
    finally:
        other.stop()


def topics_of(seed):
    """What a seed is held to; nil for some topics by chance: one by itself at first, then some of them together."""
    topics = os.environ.get("SCRIM_TWIN", "")
    return set(topics.split(",")) if topics else {TOPICS[seed % len(TOPICS)]} if seed <= len(TOPICS) else None


def hold(scene, pair, seed):
    said = scene.opening()
    turns = int(os.environ.get("SCRIM_TWIN_TURNS", "8"))
    tell(pair, said)
    for turn in range(turns):
        lines = scene.turn()
        tell(pair, lines)
        said += lines
        if turn % 2 == 0:
            continue
        kill = scene.random.random() < 0.5
        what = f"turn {turn} of {sorted(scene.topics)}, {'killed' if kill else 'stopped'}"
        # A pointer is no part of a scene: the screen tells where it is again.
        tell(pair, ["input pointer state=leave"])
        alike(*pair, f"{what}, before that")
        pair[1][1].close()
        pair[1][0].restart(kill)
        pair[1][1] = pair[1][0].connect()
        alike(*pair, what)
        for frame in ("tick 0.0166667", "tick 0.1", "tick 0.5"):
            tell(pair, [frame])
            alike(*pair, f"{what}, {frame} later")


def tell(pair, lines):
    """Says the same to both; both reply alike."""
    for line in lines:
        replies = []
        for _, link in pair:
            link.send(line)
        # A definition is answered at its end.
        for _, link in pair:
            replies.append(link.next(link.replies, f"a reply to: {line[:200]}"))
        if [reply.partition(" ")[0] for reply in replies] != [replies[0].partition(" ")[0]] * len(replies):
            raise Failure(f"to {line[:200]}: {replies[0][:200]}", replies[1][:200])
