/** The client beside a live daemon: `node --test tests`, with scrimd in PATH. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionLost, ScrimError, connect, expression } from "../scrim.js";

async function start(path) {
  const words = ["--socket", path, "--output", "offscreen", "--size", "200x100", "--config", "/dev/null"];
  const daemon = spawn("scrimd", words, { stdio: "ignore" });
  for (let n = 0; n < 2000; n++) {
    try {
      (await connect({ path })).close();
      return daemon;
    } catch {
      await sleep(5);
    }
  }
  throw new Error("scrimd did not start");
}

async function stop(daemon) {
  const gone = new Promise((done) => daemon.once("exit", done));
  daemon.kill();
  await gone;
}

/** A test with a daemon of its own. */
function live(name, body) {
  test(name, { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "scrim-"));
    const world = { path: join(folder, "s") };
    world.daemon = await start(world.path);
    try {
      await body(world);
    } finally {
      await stop(world.daemon);
      await rm(folder, { recursive: true });
    }
  });
}

const refusal = (code) => (error) => error instanceof ScrimError && error.code === code;

live("verbs and values", async ({ path }) => {
  const scrim = await connect({ path });
  assert.equal((await scrim.hello()).protocol, 1);
  await scrim.put("a", "layer", { frame: [0, 0, 10, 20], "user.note": 'it\'s "x"\n', backgroundColor: null, name: "two words" });
  assert.deepEqual(await scrim.get("a", ["bounds", "user.note"]), { bounds: [0, 0, 10, 20], "user.note": 'it\'s "x"\n' });
  await scrim.set("a", { "position.x": expression("position.x + 2 * 3") });
  assert.deepEqual(await scrim.get("a", ["position.x"]), { "position.x": 11 });
  await scrim.bind("a", { "position.y": "position.x + 1" });
  await scrim.on("a", "tap", "set a opacity=0.5", { when: "count == 1" });
  assert.deepEqual(await scrim.list(undefined, { parent: "root" }), ["a"]);
  assert.deepEqual((await scrim.animate("a", { opacity: 0 }, { duration: 0.1 })).animations, ["a.opacity"]);
  const failed = await scrim.set("nobody", { opacity: 1 }).catch((error) => error);
  assert.equal(failed.code, "unknown-object");
  assert.equal(failed.line, "set nobody opacity=1");
  assert.equal((await scrim.snapshot({ rect: [0, 0, 1, 1] })).toString("latin1", 1, 4), "PNG");
  scrim.close();
});

live("batches and transactions", async ({ path }) => {
  const scrim = await connect({ path });
  const replies = await scrim.batch((batch) => {
    for (let n = 0; n < 1000; n++) batch.put(`l${n}`, "layer", { frame: [n, 0, 1, 1] });
    batch.list(undefined, { parent: "root" });
  });
  assert.equal(replies.at(-1).length, 1000);
  await assert.rejects(scrim.batch((batch) => batch.set("none", { opacity: 1 })), refusal("unknown-object"));
  const change = await scrim.transaction({ duration: 0.1 }, (t) => {
    t.set("l0", { opacity: 0.5 });
    t.set("l1", { opacity: 0.5 });
  });
  assert.equal(change.commands, 2);
  let other;
  const fails = scrim.transaction({}, async (t) => {
    await t.set("l0", { opacity: 1 });
    other = scrim.set("l1", { opacity: 0.25 });
    throw new RangeError("not now");
  });
  await assert.rejects(fails, RangeError);
  await other;
  await assert.rejects(scrim.transaction({}, (t) => void t.set("none", { opacity: 1 })), refusal("aborted"));
  assert.deepEqual(await scrim.get("l0", ["opacity"]), { opacity: 0.5 });
  assert.deepEqual(await scrim.get("l1", ["opacity"]), { opacity: 0.25 });
  scrim.close();
});

live("events", async ({ path }) => {
  const scrim = await connect({ path });
  await scrim.put("a", "layer", { frame: [0, 0, 50, 50], isInteractive: true });
  await scrim.subscribe(["tap"], { layer: ["a", "root"] });
  await scrim.input("pointer", { x: 10, y: 12, state: "down" });
  await scrim.input("pointer", { state: "up" });
  for await (const event of scrim.events()) {
    assert.deepEqual(event, { type: "tap", data: { layer: "a", x: 10, y: 12, count: 1 } });
    break;
  }
  for await (const event of scrim.events({ within: 0.02 })) assert.fail(event.type);
  scrim.close();
});

live("a lost daemon is found again", async (world) => {
  let made = 0;
  const onConnect = async (scrim) => {
    made += 1;
    await scrim.put("a", "layer");
  };
  const scrim = await connect({ path: world.path, reconnect: 20, onConnect });
  const once = await connect({ path: world.path });
  await scrim.subscribe(["changed"], { layer: "a" });
  await stop(world.daemon);
  world.daemon = await start(world.path);
  await assert.rejects(once.hello(), ConnectionLost);
  await scrim.set("a", { opacity: 0.25 });
  for await (const event of scrim.events()) {
    if (event.type !== "changed" || !("opacity" in event.data)) continue;
    assert.equal(event.data.opacity, 0.25);
    break;
  }
  assert.equal(made, 2);
  scrim.close();
});
