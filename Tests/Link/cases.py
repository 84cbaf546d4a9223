#!/usr/bin/env python3
"""cases.py --bin DIR [NAME…]: what goes along from a primary to its replicas beside lines, and the commands of `scrim link` that look and tell.
Needs mosquitto and mosquitto_pub."""
import argparse, glob, json, os, random, shutil, struct, subprocess, time, zlib
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


PREPARATIONS = {secure: secrets}
CASES = (seed, fonts, pictures, look, topics, secure)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    passed = failed = 0
    for case in CASES:
        if options.names and case.__name__ not in options.names: continue
        try:
            with Stage(options.bin, random.Random(1), PREPARATIONS.get(case)) as stage: case(stage)
            passed += 1
        except SystemExit as problem:
            failed += 1
            print(f"{case.__name__}: {problem}", flush=True)
    print(f"{passed} passed, {failed} failed")
    raise SystemExit(failed > 0)


main()
