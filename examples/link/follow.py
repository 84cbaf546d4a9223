#!/usr/bin/env python3
"""Follows a scene without scrim-link: follow.py HOST[:PORT] NAME SOCKET. Needs paho-mqtt; docs/link.md has the payloads.

It has the scene and its records; files that objects name it leaves out."""
import hashlib, json, os, socket, sys, tempfile
import paho.mqtt.client as mqtt

broker, name, path = sys.argv[1:4]
top = f"scrim/{name}/"
daemon = socket.socket(socket.AF_UNIX)
daemon.connect(path)
replies = daemon.makefile()
at, head, parts, ahead = None, None, {}, {}


def say(line):
    daemon.sendall(line.encode() + b"\n")
    return replies.readline().strip()


def quoted(lines): return json.dumps("\n".join(lines), ensure_ascii=False)


def clock(record): return " clock=manual" if record.get("clock") else ""


def replay(record, epoch):
    global at
    reply = say(f"replay epoch={epoch} seq={record['seq']} time={record['time']!r} wall={record['wall']!r} client={record['client']}"
                f"{clock(record)} {quoted(record['lines'])}")
    at = (epoch, record["seq"]) if reply == "ok" else None


def go_on(client):
    while at and (at[0], at[1] + 1) in ahead: replay(ahead.pop((at[0], at[1] + 1)), at[0])
    if at is None or ahead: client.publish(top + "want", b'{"v":1}', 1)


def became_whole(client):
    global at, head
    text = b"".join(parts[i] for i in range(head["scene"]["chunks"]))
    if hashlib.sha256(text).hexdigest() != head["scene"]["sha256"]: return
    with tempfile.NamedTemporaryFile(delete=False) as file: file.write(text)
    reply = say(f"replay epoch={head['epoch']} seq={head['seq']} time={head['time']!r} wall={head['wall']!r}{clock(head)} state=scene path={file.name}")
    os.unlink(file.name)
    if reply == "ok": at = (head["epoch"], head["seq"])
    go_on(client)


def on_message(client, _, message):
    global head, parts
    if message.topic == top + "head":
        new = json.loads(message.payload)
        if at and (new["epoch"], new["seq"]) <= at: return
        head, parts = new, {}
        client.subscribe(top + f"blob/{head['scene']['sha256']}/+", 1)
    elif message.topic == top + "log":
        batch = json.loads(message.payload)
        for record in batch["records"]:
            if at is None or (batch["epoch"], record["seq"]) > at: ahead[batch["epoch"], record["seq"]] = record
        go_on(client)
    elif head and head["scene"]["sha256"] in message.topic:
        parts[int(message.topic.rsplit("/", 1)[1])] = message.payload
        if len(parts) == head["scene"]["chunks"]: became_whole(client)


print(say(f"session role=replica of={name} delay=200ms"))
client = mqtt.Client(*([mqtt.CallbackAPIVersion.VERSION2] if hasattr(mqtt, "CallbackAPIVersion") else []))
client.on_message = on_message
host, _, port = broker.partition(":")
client.connect(host, int(port or 1883))
client.subscribe([(top + "head", 1), (top + "log", 1)])
client.publish(top + "want", b'{"v":1}', 1)
client.loop_forever()
