// Compiled, not run: what is right passes, and each line below `@ts-expect-error` does not.
import { connect, expression, ScrimError } from "../scrim.js";

const scrim = await connect({ reconnect: 5, onConnect: (s) => s.put("a", "layer") });
await scrim.put("a", "layer", { frame: [0, 0, 1, 1], "user.note": "x", "position.x": 3, cornerCurve: "continuous" });
await scrim.put("t", "text", { string: "hello", parent: "a", opacity: expression("0.5 + 0.1") });
await scrim.put("d", "data", { anything: 3 });
await scrim.put("m", "myKind", { whatever: 3 });
// @ts-expect-error: no such property
await scrim.put("a", "layer", { cornerRadious: 3 });
// @ts-expect-error: no such choice
await scrim.put("a", "layer", { cornerCurve: "round" });
// @ts-expect-error: a rectangle has four numbers
await scrim.set("a", { frame: [1, 2, 3] });
// @ts-expect-error: no such event
await scrim.subscribe(["tip"]);
const time: number = (await scrim.tick(0.5)).time;
const ids: string[] = await scrim.list(undefined, { kind: "layer" });
for await (const event of scrim.events()) {
  if (event.type === "tap") console.log(event.data.x + time, ids);
  // @ts-expect-error: a frame has no x
  if (event.type === "frame") console.log(event.data.x);
}
try {
  await scrim.transaction({ duration: 0.2 }, async (t) => void (await t.set("a", { opacity: 1 })));
} catch (error) {
  if (error instanceof ScrimError && error.code === "unknown-object") console.log(error.reason);
}
