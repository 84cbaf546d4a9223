#!/usr/bin/env python3
"""cases.py --bin DIR [NAME…]: what goes along from a primary to its replicas beside lines, and the commands of `scrim link` that look and tell.
Needs mosquitto and mosquitto_pub."""
import argparse, array, base64, concurrent.futures, fcntl, glob, hashlib, json, mmap, os, random, shutil, socket, struct, subprocess, time, zlib
from stage import Daemon, Stage, agree

HERE = os.path.dirname(os.path.abspath(__file__))
FONT = os.path.join(HERE, "../../examples/fonts/ScrimSans.ttf")


def need(condition, text):
    if not condition: raise SystemExit(text)


def until(test, text, seconds=20):
    end = time.monotonic() + seconds
    while not (value := test()):
        need(time.monotonic() < end, f"not within {seconds} s: {text() if callable(text) else text}")
        time.sleep(0.05)
    return value


def png(path, blue):
    """Writes a picture; one that stands there is replaced as a whole."""
    rows = b"".join(b"\0" + b"".join(bytes([x * 4, y * 4, blue]) for x in range(64)) for y in range(64))
    def part(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    with open(path + ".new", "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0)) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))
    os.rename(path + ".new", path)


def all_say(daemon, *lines):
    for line in lines: daemon.ask(line)


def publish(stage, topic, payload): subprocess.run(["mosquitto_pub", "-p", str(stage.port), "-t", topic, "-s", "-r"], input=payload, check=True, timeout=10)


def seed(stage):
    """A seed that the primary is given holds for replicas, in one buffer with the line that takes a number, too."""
    all_say(stage.primary, "create d data n=0", "set d n:=random()", "set daemon seed=5", "set d n:=random()")
    agree(stage.primary, stage.replica)
    stage.primary.line.sendall(b"set daemon seed=6\nset d n:=random()\nset d m:=random()\n")
    for _ in range(3): stage.primary.replies.readline()
    all_say(stage.primary, "every 50ms name=t \"set d n:=random()\"", "set daemon seed=7")
    time.sleep(0.4)
    stage.primary.ask("remove t")
    agree(stage.primary, stage.replica, seconds=10)


def fonts(stage):
    """Font files go along: of a text, of a style, of a scene that a late replica takes, which never opens the primary's path."""
    first, second = f"{stage.folder}/first.ttf", f"{stage.folder}/second.ttf"
    shutil.copy(FONT, first), shutil.copy(FONT, second)
    all_say(stage.primary, f"create t text position=100,50 string=hello font=file:{first}")
    agree(stage.primary, stage.replica)
    all_say(stage.primary, f"create s style font=file:{second}", "create u text position=100,150 string=later style=s")
    agree(stage.primary, stage.replica)
    before = stage.primary.picture()
    os.rename(first, first + ".away"), os.rename(second, second + ".away")
    late = stage.follower("late")
    agree(stage.primary, stage.replica, late)
    need(late.picture() == before, "the late one has another font")


def pictures(stage):
    """A file that changes changes on replicas; a replica that was promoted shows the files it was given, and tells them."""
    path = f"{stage.folder}/picture.png"
    png(path, 40)
    all_say(stage.primary, f"create i image path={path} watch=true", "create a layer frame=0,0,100,100 contents=i", f"create b layer frame=100,0,100,100 contents={path}")
    agree(stage.primary, stage.replica)
    before = stage.primary.picture()
    png(path, 200)
    until(lambda: stage.primary.picture() != before, "the primary reads the file again")
    agree(stage.primary, stage.replica)
    changed = stage.primary.picture()
    stage.kill(stage.primary.link), stage.primary.kill(), os.unlink(path)
    replica = stage.replica
    done = subprocess.run([stage.bin + "/scrim", "--socket", replica.path, "link", "promote", "studio"], timeout=20)
    need(done.returncode == 0, "promote")
    replica.what, replica.more = "publish", ["--take-over"]
    replica.start_link()
    late = stage.follower("late")
    agree(replica, late)
    need(late.picture() == changed, "a replica of the promoted one has no pictures")
    replica.kill(), replica.start()
    agree(replica, late)
    need(replica.picture() == changed, "the promoted one has no pictures behind a restart")


def look(stage):
    """A small picture of a replica, once a second at most."""
    all_say(stage.primary, "set root backgroundColor=teal")
    agree(stage.primary, stage.replica)
    path, begin = f"{stage.folder}/look.png", time.monotonic()
    for _ in range(3):
        done = stage.link("status", "--look", "replica", "-o", path)
        need(done.returncode == 0 and done.stdout.endswith(": 300x200\n"), f"look: {done}")
        with open(path, "rb") as file: need(file.read(8) == b"\x89PNG\r\n\x1a\n", "the picture is none")
    need(time.monotonic() - begin > 1.8, "pictures come more often than once a second")
    done = stage.link("status", "--look", "nobody")
    need(done.returncode == 1 and "does not answer" in done.stderr, f"look at nobody: {done}")


def topics(stage):
    """`scrim link data`: fields by topic, from what the broker keeps and what comes; a daemon that comes back has them all again."""
    publish(stage, "home/kitchen/temperature", b"21.5")
    daemon = Daemon(stage, "desk", None)
    daemon.start()
    stage.run([stage.bin + "/scrim", "--socket", daemon.path, "link", "data", "home", "--topic", "home/+/temperature", "--topic", "zigbee/#", "--topic", "state", "--broker", f"mqtt://127.0.0.1:{stage.port}"], "data")
    def fields():
        reply = daemon.say("get home")
        return {k: v for k, v in json.loads(reply[3:]).items() if k != "kind"} if reply.startswith("ok") else None
    want = {"home_kitchen_temperature": 21.5}
    until(lambda: fields() == want, lambda: f"{fields()}")
    for topic, payload in (("home/hall way/temperature", b"-3"), ("zigbee/lamp", b'{"on":true,"name":"a $x = \\"b\\"","deep":{"x":1}}'), ("state", b"ON"),
                           ("zigbee/bad", b"\xff\xfe\0"), ("zigbee/long", b"x" * 100_000), ("zigbee/" + "y" * 300, b"1"), ("zigbee/word", "$grün =1+2".encode())):
        publish(stage, topic, payload)
    want |= {"home_hall_way_temperature": -3, "zigbee_lamp_on": True, "zigbee_lamp_name": 'a $x = "b"', "topic_state": "ON", "zigbee_word": "$grün =1+2"}
    until(lambda: fields() == want, lambda: f"{fields()}")
    daemon.kill()
    for path in glob.glob(f"{stage.folder}/desk.state*"): os.unlink(path)
    daemon.start()
    until(lambda: fields() == want, lambda: f"behind a restart: {fields()}")


class Pixels:
    """A buffer of one colour that a client shares with the primary."""
    def __init__(self, daemon, name, side=32):
        self.side, self.name = side, name
        self.file = os.memfd_create(name, os.MFD_ALLOW_SEALING)
        os.ftruncate(self.file, side * side * 4)
        fcntl.fcntl(self.file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
        self.memory = mmap.mmap(self.file, side * side * 4)
        self.line = socket.socket(socket.AF_UNIX)
        self.line.connect(daemon.path)
        self.replies = self.line.makefile()

    def fill(self, word): self.memory[:] = word.to_bytes(4, "little") * self.side ** 2

    def ask(self, line, *files):
        socket.send_fds(self.line, [line.encode() + b"\n"], list(files))
        reply = self.replies.readline()
        need(reply.startswith("ok"), f"{line}: {reply}")


def buffers(stage):
    """Shared pixels are told as pictures: in layers, copies, styles and parts, once a second at most, to those that come late and behind a restart."""
    pixels = Pixels(stage.primary, "b")
    pixels.fill(0xff2060a0)
    pixels.ask("create b buffer size=32x32", pixels.file)
    all_say(stage.primary, "create l layer frame=10,10,32,32 contents=b", 'repeat in=1..3 "create r{index} layer bounds=0,0,32,32 contents=b; set r{index} position:=point(index*40,80)"', "create s style contents=b",
            "create t layer frame=10,110,32,32 style=s")
    all_say(stage.primary, "define card", "create .p layer frame=0,0,32,32 contents=b", "end")
    all_say(stage.primary, "create c card frame=60,110,32,32")
    agree(stage.primary, stage.replica)
    need(stage.replica.picture().count(base64.b64encode(bytes([0x20, 0x60, 0xa0, 255] * 3)).decode()) > 20, "the replica shows no pixels")
    spy = subprocess.Popen(["mosquitto_sub", "-p", str(stage.port), "-t", "scrim/studio/log"], stdout=subprocess.PIPE, text=True)
    time.sleep(0.3)
    begin = time.monotonic()
    while time.monotonic() < begin + 3:
        pixels.fill(random.randrange(1 << 24) | 0xff000000)
        pixels.ask("damage b")
        time.sleep(0.02)
    pixels.fill(0xffe04010)
    pixels.ask("damage b")
    agree(stage.primary, stage.replica)
    spy.terminate()
    told = spy.communicate()[0].count("buffer:b")
    need(2 <= told <= 6, f"{told} pictures in 3 s")
    late = stage.follower("late")
    agree(stage.primary, late)
    late.kill(), stage.kill(late.link), late.start()
    until(lambda: late.picture() == stage.primary.picture(), "behind a restart, without a link, the picture is another one")
    pixels.ask("remove b")
    agree(stage.primary, stage.replica)


def late(stage):
    """What comes too late for a simulation, a timer and random numbers is made good by a head: digests and pictures are equal soon."""
    stage.kill(stage.replica.link)
    stage.replica.more = ["--name", "replica", "--delay", "0"]
    stage.replica.start_link()
    all_say(stage.primary, "create d data n=0", "every 20ms name=t \"set d n:=n+random()\"", "create floor layer frame=0,180,300,20", "create ball layer frame=100,0,20,20 backgroundColor=red cornerRadius=10",
            "create g gravity items=ball", "create w collision items=ball bounds=0,0,0,0")
    for i in range(40):
        all_say(stage.primary, f"set d n={i}", f"create x{i} layer frame={i * 5},{i},4,4 backgroundColor=teal")
        if i % 10 == 3: all_say(stage.primary, f"create p{i} push items=ball angle={i} magnitude=0.1")
        time.sleep(stage.random.random() * 0.05)
    all_say(stage.primary, "remove t p3 p13 p23 p33", "create still body items=ball resistance=5")
    time.sleep(4)
    # The scene time since which a body rests may differ.
    stage.primary.ask("remove g w still")
    agree(stage.primary, stage.replica, seconds=15)


def unknown(stage):
    """Words and kinds of another version are left out and counted, alone, in transactions and in whole scenes."""
    follower = Daemon(stage, "other", None)
    follower.start()
    follower.ask("session role=replica of=x")
    now = time.time()
    def replay(seq, *lines, state="record"):
        follower.ask(f"replay epoch=1 seq={seq} time={seq} wall={now + seq} clock=manual state={state} {json.dumps(chr(10).join(lines))}")
    replay(1, "create a layer frame=0,0,9,9 sparkle=3", "create n novelty parent=root x=1", "create b layer frame=9,9,9,9", state="scene")
    follower.ask("subscribe replica")
    replay(2, "begin", "set b opacity=0.5 sparkle=4", "create c layer frame=1,1,2,2 shine=wet cornerRadius=2", "create m novelty", "commit")
    replay(3, "set b cornerRadius=3 sparkle=9")
    replay(4, "frobnicate b")
    replay(5, "set b borderWidth=2")
    got = follower.ask("get b opacity cornerRadius borderWidth"), follower.ask("get c cornerRadius")
    need(got == ({"opacity": 0.5, "cornerRadius": 3, "borderWidth": 2}, {"cornerRadius": 2}), f"{got}")


def large(stage):
    """A scene of many parts comes whole through a connection that is cut again and again, at both ends."""
    stage.kill(stage.primary.link)
    stage.primary.more = ["--chunk", "1024"]
    stage.primary.start_link()
    stage.primary.ask('repeat in=0..7999 "create l{index} layer bounds=0,0,3,3 backgroundColor=teal"')
    time.sleep(1)
    new, ends = stage.follower("new"), time.monotonic() + 6
    while time.monotonic() < ends:
        time.sleep(0.25)
        stage.cut()
        need(len(new.ask("list parent=root")) in (0, 8000), "a half scene is shown")
    agree(stage.primary, stage.replica, new)


def full(stage):
    """A cache that cannot be written is told, and used again when it can."""
    folder = f"{stage.folder}/scrim/link"
    def message():
        replicas = json.loads(stage.link("status", "--json").stdout)["replicas"]
        return [r.get("message") for r in replicas if r["id"] == "late"]
    shutil.rmtree(folder), open(folder, "w").close()
    all_say(stage.primary, "set root backgroundColor=teal")
    late = stage.follower("late")
    until(lambda: any(m and folder in m for m in message()), lambda: f"{message()}")
    os.unlink(folder), os.makedirs(folder)
    agree(stage.primary, late)


def week(stage):
    """Without its broker for a week a replica shows its clock right, and is in step: its animations, and what its timers have done."""
    all_say(stage.primary, "create hands text position=150,50 string=none fontSize=12", "bind hands string:=timeText('%A %H:%M',wall)", "create a layer frame=0,100,30,30 backgroundColor=gold",
            "create d data n=0", "every 3600 name=hour \"set d n:=n+1\"")
    agree(stage.primary, stage.replica)
    # Pictures of what moves are of different moments.
    all_say(stage.primary, "animate a position.x=250 duration=7 repeat=1000000 autoreverses=true")
    until(lambda: stage.replica.ask("list kind=animation") != [], "the replica hears", 20)
    before = stage.primary.ask("get hands string")
    stage.kill(stage.broker)
    for _ in range(7 * 24):
        stage.offset[0] += 3600
        time.sleep(0.1)
    time.sleep(2)
    def state(daemon): return daemon.ask("get hands string"), daemon.ask("get d n")
    need(state(stage.replica) == state(stage.primary), f"without a broker: {state(stage.replica)}, {state(stage.primary)}")
    need(stage.replica.ask("get d n") == {"n": 168}, f"{stage.replica.ask('get d n')}")
    apart = [d.ask("get a position from=presentation")["position"][0] for d in (stage.primary, stage.replica)]
    need(abs(apart[0] - apart[1]) < 250 / 7 * 0.2, f"animations are out of step: {apart}")
    stage.start_broker()
    all_say(stage.primary, "set d back=true")
    until(lambda: stage.replica.say("get d back") == stage.primary.say("get d back"), "the replica hears again", 60)
    apart = [d.ask("get a position from=presentation")["position"][0] for d in (stage.primary, stage.replica)]
    need(abs(apart[0] - apart[1]) < 250 / 7 * 0.2, f"animations are out of step behind: {apart}")
    stage.primary.ask("remove a")
    # A timer that was set before the clocks were set forward fires within a minute.
    agree(stage.primary, stage.replica, seconds=150)


def weekly(stage):
    """All clocks but this one's can be set forward."""
    library, path = f"{stage.folder}/clock.so", f"{stage.folder}/offset"
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", library, os.path.join(HERE, "clock.c"), "-ldl"], check=True)
    with open(path, "wb") as file: file.write(bytes(8))
    stage.mapped = mmap.mmap(os.open(path, os.O_RDWR), 8)
    stage.offset = memoryview(stage.mapped).cast("q")
    stage.env = {"LD_PRELOAD": library, "CLOCK_OFFSET": path}


def secure(stage):
    """TLS with a CA of one's own, accounts, and rights of topics: a follower that may not read the log shows nothing, one of another CA does not connect."""
    agree(stage.primary, stage.replica)
    all_say(stage.primary, "create a layer frame=0,0,100,100 backgroundColor=teal")
    agree(stage.primary, stage.replica)
    need(stage.link("status", "--json").returncode == 0, "status")
    other = f"{stage.folder}/other.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "/dev/null", "-out", other, "-subj", "/CN=other"], check=True, capture_output=True)
    done = stage.link("status", "--ca-file", other)
    need(done.returncode == 1 and "certificate" in done.stderr.lower(), f"another CA: {done}")
    done = stage.link("status", "--user", "nobody")
    need(done.returncode == 1, f"another account: {done}")
    stage.words[stage.words.index("replica")] = "stranger"
    stranger = stage.follower("stranger")
    time.sleep(2)
    need(stranger.ask("list parent=root") == [], "a stranger has the scene")


def secrets(stage):
    """A CA, a certificate for 127.0.0.1, two accounts, one of them without rights."""
    def at(name): return f"{stage.folder}/{name}"
    def openssl(*words): subprocess.run(["openssl", *words], check=True, capture_output=True)
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", at("ca.key"), "-out", at("ca.pem"), "-subj", "/CN=ca of a test", "-days", "2")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", at("key.pem"), "-out", at("request.pem"), "-subj", "/CN=127.0.0.1")
    with open(at("extra"), "w") as file: file.write("subjectAltName=IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", at("request.pem"), "-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial", "-out", at("cert.pem"), "-days", "2", "-extfile", at("extra"))
    for flags, user in ((("-c", "-b"), "replica"), (("-b",), "stranger")): subprocess.run(["mosquitto_passwd", *flags, at("accounts"), user, "word"], check=True, capture_output=True)
    with open(at("rights"), "w") as file: file.write("user replica\ntopic readwrite scrim/studio/#\nuser stranger\ntopic write scrim/studio/want\n")
    with open(at("password"), "w") as file: file.write("word\n")
    os.chmod(at("password"), 0o600)
    for name in ("accounts", "rights"): os.chmod(at(name), 0o700)
    stage.settings = f"cafile {at('ca.pem')}\ncertfile {at('cert.pem')}\nkeyfile {at('key.pem')}\nallow_anonymous false\npassword_file {at('accounts')}\nacl_file {at('rights')}\n"
    stage.scheme, stage.words = "mqtts", ["--ca-file", at("ca.pem"), "--user", "replica", "--password-file", at("password")]


PREPARATIONS = {secure: secrets, week: weekly}
CASES = (week, seed, fonts, pictures, buffers, late, unknown, large, full, look, topics, secure)


def tell(case, binaries):
    """The case's name and what was wrong with it; None: nothing."""
    try:
        with Stage(binaries, random.Random(1), PREPARATIONS.get(case)) as stage: case(stage)
    except (SystemExit, Exception) as problem: return case.__name__, repr(problem)
    return case.__name__, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    cases = [case for case in CASES if not options.names or case.__name__ in options.names]
    # Each has processes and a broker of its own, and waits more than it computes.
    with concurrent.futures.ThreadPoolExecutor(2) as pool: told = list(pool.map(lambda case: tell(case, options.bin), cases))
    wrong = [f"{name}: {problem}" for name, problem in told if problem]
    print(*wrong, f"{len(told) - len(wrong)} passed, {len(wrong)} failed", sep="\n")
    raise SystemExit(bool(wrong))


main()
