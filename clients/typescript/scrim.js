/** Scrim from Node: the standard library alone. README.md shows how; scrim.d.ts has the types. */
import { createConnection } from "node:net";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Verbs } from "./verbs.js";

/** A line that the daemon refused; `code` is one of the protocol's. */
export class ScrimError extends Error {
  constructor(code, message, line) {
    super(`${code}: ${message}`);
    this.name = "ScrimError";
    this.code = code;
    this.reason = message;
    this.line = line;
  }
}

/** The daemon went away: whether the line took effect is not known. */
export class ConnectionLost extends Error {
  constructor(message) {
    super(message);
    this.name = "ConnectionLost";
  }
}

/** A value to be computed: `"position.x": expression("max(0, x - 20)")`. */
export class Expression {
  constructor(text) {
    this.text = text;
  }
}

export const expression = (text) => new Expression(text);

/** The socket of the daemon of that name; without one `$SCRIM_SOCKET`, else that of `main`. */
export function socketPath(name) {
  if (name === undefined && process.env.SCRIM_SOCKET) return process.env.SCRIM_SOCKET;
  const runtime = process.env.XDG_RUNTIME_DIR || `/tmp/scrim-${process.getuid()}`;
  return `${runtime}/scrim/${name ?? "main"}.sock`;
}

function textOf(value) {
  if (value === null) return "none";
  if (Array.isArray(value)) return value.map(textOf).join(",");
  if (["string", "number", "boolean", "bigint"].includes(typeof value)) return String(value);
  throw new TypeError(`${value} has no form in the protocol`);
}

const plain = /^[^\s"'\\\x00-\x1f]+$/;
const escapes = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t" };

function quoted(text, always = false) {
  if (!always && plain.test(text)) return text;
  if (text.includes("\0")) throw new TypeError("a line holds no NUL");
  const escape = (c) => escapes[c] ?? `\\u{${c.codePointAt(0).toString(16)}}`;
  return `"${text.replace(/[\\"\x00-\x1f]/g, escape)}"`;
}

/** A line of the protocol, quoted where it has to be: words, then `key=value` for each member that is not undefined. */
export function line(verb, words = [], pairs = {}, tail = "") {
  const parts = [verb];
  for (const word of words) {
    const text = textOf(word);
    // Quoted before its first `=`, a word is no pair.
    parts.push(quoted(text, text.includes("=")));
  }
  for (const [key, value] of Object.entries(pairs)) {
    if (value === undefined) continue;
    if (value instanceof Expression) parts.push(`${key}:=${value.text.replace(/\s*\n\s*/g, " ")}`);
    else if (verb === "subscribe" && Array.isArray(value)) parts.push(...value.map((one) => `${key}=${quoted(textOf(one))}`));
    else parts.push(`${key}=${quoted(textOf(value))}`);
  }
  if (tail) parts.push(tail);
  return parts.join(" ");
}

class Sender extends Verbs {
  _send(verb, words, pairs, tail) {
    return this.command(line(verb, words, pairs, tail));
  }

  _reaction(lines, when) {
    return (when ? `when ${when.replace(/\s*\n\s*/g, " ")} ` : "") + quoted(lines, true);
  }

  _path(path) {
    return path === undefined ? undefined : resolve(String(path));
  }

  _expressions(pairs) {
    return Object.fromEntries(Object.entries(pairs).map(([key, text]) => [key, new Expression(text)]));
  }

  /** Any verb, with words and members as they are. */
  call(verb, words = [], pairs = {}) {
    return this._send(verb, words, pairs);
  }

  /** A picture's bytes: PNG, or as `format` says; empty with `path`. */
  async snapshot(options = {}) {
    const reply = await this._send("snapshot", [], { ...options, path: this._path(options.path) });
    return Buffer.from(reply.data ?? "", "base64");
  }
}

/** A connection to a daemon, made by `connect`. */
export class Scrim extends Sender {
  #path;
  #options;
  #socket = null;
  #opening = null;
  #closed = false;
  #rest = "";
  #waiting = [];
  #memory = [];
  #events = [];
  #listeners = new Set();
  #transaction = Promise.resolve();

  constructor(options) {
    super();
    this.#options = options;
    this.#path = options.path ?? socketPath(options.name);
  }

  /** Closes the connection; events end. */
  close() {
    this.#closed = true;
    this.#socket?.end();
    this.#wake();
  }

  async [Symbol.asyncDispose]() {
    this.close();
  }

  /** @internal */
  async open() {
    const socket = createConnection(this.#path);
    socket.setEncoding("utf8");
    await new Promise((connected, failed) => {
      socket.once("connect", connected);
      socket.once("error", failed);
    });
    this.#rest = "";
    this.#socket = socket;
    socket.removeAllListeners("error");
    let reason = "the daemon closed the connection";
    socket.on("error", (error) => (reason = error.message));
    socket.on("data", (text) => this.#receive(text));
    socket.on("close", () => this.#lost(socket, new ConnectionLost(this.#closed ? "the connection is closed" : reason)));
    await this.#repeat("session");
    await this.#options.onConnect?.(this);
    await this.#repeat("subscribe");
  }

  async #repeat(verb) {
    for (const text of this.#memory.filter((one) => one.startsWith(verb))) {
      // What was subscribed to may be gone.
      await this.#ask(text).catch((error) => {
        if (!(error instanceof ScrimError)) throw error;
      });
    }
  }

  /** Makes a lost connection again, for as long as `reconnect` says. */
  async #reopen() {
    const end = Date.now() + 1000 * (this.#options.reconnect ?? 0);
    for (let pause = 20; ; pause = Math.min(1000, pause * 2)) {
      if (this.#closed || !this.#options.reconnect) throw new ConnectionLost("the connection is closed");
      try {
        return await this.open();
      } catch (error) {
        if (Date.now() + pause > end || error instanceof ScrimError) throw new ConnectionLost(error.message);
      }
      await sleep(pause);
    }
  }

  async #live() {
    if (this.#socket) return;
    this.#opening ??= this.#reopen().finally(() => (this.#opening = null));
    await this.#opening;
  }

  #lost(socket, error) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#wake();
  }

  #wake() {
    for (const listener of this.#listeners) listener();
  }

  #receive(text) {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop();
    for (const one of lines) {
      const [head, name] = one.split(" ", 2);
      if (head === "event") {
        const data = one.slice(7 + name.length);
        this.#events.push({ type: name, data: data ? JSON.parse(data) : {} });
        continue;
      }
      const { resolve: done, reject, text: said } = this.#waiting.shift();
      if (head === "ok") {
        done(one.length > 3 ? JSON.parse(one.slice(3)) : null);
      } else {
        reject(new ScrimError(name, one.slice(7 + name.length), said));
      }
    }
    if (this.#events.length) this.#wake();
  }

  #ask(text) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject, text });
      this.#socket.write(text + "\n");
    });
  }

  /** @internal */
  async say(text) {
    if (!this.#socket || this.#opening) await this.#live();
    const reply = await this.#ask(text);
    this.#note(text);
    return reply;
  }

  /** Sends one line as it is, and gives what the reply brings. */
  command(text) {
    if (this.#opening && this.#socket) return this.#ask(text);
    if (!this.isInTransaction) return this.say(text);
    return this.#transaction.then(() => this.say(text));
  }

  #note(text) {
    if (/^(session|subscribe) /.test(text)) {
      if (!this.#memory.includes(text)) this.#memory.push(text);
    } else if (/^unsubscribe( |$)/.test(text)) {
      const gone = text.split(" ").slice(1);
      this.#memory = this.#memory
        .map((one) => {
          if (!one.startsWith("subscribe ")) return one;
          const words = one.split(" ").filter((word) => !gone.includes(word));
          return gone.length === 0 || words.slice(1).every((word) => word.includes("=")) ? null : words.join(" ");
        })
        .filter((one) => one !== null);
    }
  }

  /** Lines that go out in one write. Gives what all of them bring; throws the first that was refused when all are answered. */
  async batch(lines) {
    if (!this.#socket) await this.#live();
    const collected = [];
    const batch = new Collector((text) => this.command(text), collected);
    this.#socket.cork();
    try {
      lines(batch);
    } finally {
      this.#socket.uncork();
    }
    return await collectedReplies(collected);
  }

  /** All of it in one frame, or none of it; what throws aborts it. Other lines of this connection wait until it ends. */
  async transaction(options, lines) {
    const before = this.#transaction;
    let finish;
    this.#transaction = new Promise((done) => (finish = done));
    this.#pending += 1;
    try {
      await before;
      await this.say(line("begin", [], options));
      const collected = [];
      try {
        await lines(new Collector((text) => this.say(text), collected));
        await collectedReplies(collected);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) await this.say("abort");
        throw error;
      }
      return await this.say("commit");
    } finally {
      this.#pending -= 1;
      finish();
    }
  }

  #pending = 0;

  get isInTransaction() {
    return this.#pending > 0;
  }

  /** What was subscribed to, as it comes, for ever; `within` seconds without any end it. */
  async *events({ within } = {}) {
    while (true) {
      while (this.#events.length) yield this.#events.shift();
      if (this.#closed) return;
      if (!this.#socket) {
        await this.#live();
        continue;
      }
      let listener, timer;
      const news = new Promise((done) => {
        listener = () => done(true);
        this.#listeners.add(listener);
        if (within !== undefined) timer = setTimeout(() => done(false), within * 1000);
      });
      const came = await news;
      clearTimeout(timer);
      this.#listeners.delete(listener);
      if (!came) return;
    }
  }
}

/** Verbs whose promises are kept, so that none of them fails unheard. */
class Collector extends Sender {
  #command;
  #collected;

  constructor(command, collected) {
    super();
    this.#command = command;
    this.#collected = collected;
  }

  command(text) {
    const reply = this.#command(text);
    reply.catch(() => {});
    this.#collected.push(reply);
    return reply;
  }
}

async function collectedReplies(collected) {
  const replies = await Promise.allSettled(collected);
  const failure = replies.find((reply) => reply.status === "rejected");
  if (failure) throw failure.reason;
  return replies.map((reply) => reply.value);
}

/** Connects to a daemon. `reconnect`: seconds for which a lost connection is tried again. */
export async function connect(options = {}) {
  const scrim = new Scrim(options);
  await scrim.open();
  return scrim;
}
