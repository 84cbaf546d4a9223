/** Scrim from TypeScript and Node. */
import type { CommitReply, ErrorCode, Event, Rectangle, Value, Verbs } from "./protocol.js";

export * from "./protocol.js";

/** A line that the daemon refused. */
export class ScrimError extends Error {
  readonly code: ErrorCode;
  /** What is wrong, without the code. */
  readonly reason: string;
  /** The line that was refused. */
  readonly line: string;
}

/** The daemon went away: whether the line took effect is not known. */
export class ConnectionLost extends Error {}

/** A value to be computed. */
export class Expression {
  constructor(text: string);
  readonly text: string;
}

/** `"position.x": expression("max(0, x - 20)")`. */
export function expression(text: string): Expression;

/** The socket of the daemon of that name; without one `$SCRIM_SOCKET`, else that of `main`. */
export function socketPath(name?: string): string;

/** A line of the protocol, quoted where it has to be. */
export function line(verb: string, words?: Value[], pairs?: Record<string, Value | Expression | undefined>): string;

export interface ConnectOptions {
  /** The socket. */
  path?: string;
  /** The daemon's name, in place of `path`. */
  name?: string;
  /** Seconds for which a lost connection is tried again, by whatever needs it next. */
  reconnect?: number;
  /** Called for each connection, the first too: it may build a scene. */
  onConnect?: (scrim: Scrim) => void | Promise<unknown>;
}

export interface SnapshotOptions {
  output?: string;
  layer?: string;
  rect?: Rectangle;
  scale?: number;
  format?: "png" | "ppm" | "rgba";
  path?: string;
}

export interface Sender extends Verbs {
  /** Sends one line as it is, and gives what the reply brings. */
  command(text: string): Promise<unknown>;
  /** Any verb, with words and members as they are. */
  call(verb: string, words?: Value[], pairs?: Record<string, Value | Expression | undefined>): Promise<unknown>;
  /** A picture's bytes: PNG, or as `format` says; empty with `path`. */
  snapshot(options?: SnapshotOptions): Promise<Uint8Array>;
}

export interface TransactionOptions {
  duration?: number | string;
  timing?: string;
  at?: number | string;
  wait?: "content";
  name?: string;
}

export interface Scrim extends Sender {
  /** Lines that go out in one write; gives what all of them bring. */
  batch(lines: (batch: Sender) => void): Promise<unknown[]>;
  /** All of it in one frame, or none of it; what throws aborts it. */
  transaction(options: TransactionOptions, lines: (transaction: Sender) => void | Promise<unknown>): Promise<CommitReply>;
  /** What was subscribed to, as it comes, for ever; `within` seconds without any end it. */
  events(options?: { within?: number }): AsyncGenerator<Event, void>;
  /** Closes the connection; events end. */
  close(): void;
}

/** Connects to a daemon. */
export function connect(options?: ConnectOptions): Promise<Scrim>;
