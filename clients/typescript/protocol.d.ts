// Written by clients/generate from `describe`: `make clients`.

import type { Expression } from "./scrim.js";

export type Value = string | number | boolean | null | Value[];
export type Point = [x: number, y: number];
export type Size = [width: number, height: number];
export type Rectangle = [x: number, y: number, width: number, height: number];

/** Keys that clients choose: what they keep on objects, boundaries, parameters. */
export interface OtherKeys {
  [key: `user.${string}`]: Value | Expression | undefined;
  [key: `boundary.${string}`]: Value | Expression | undefined;
}

/** The codes of errors. */
export type ErrorCode =
  /** quotes, escapes, keys, ids, missing words, NUL, UTF-8 */
  | "syntax"
  /** a verb that does not exist */
  | "unknown-verb"
  /** a kind that does not exist */
  | "unknown-kind"
  /** an object that does not exist */
  | "unknown-object"
  /** a property that the object's kind does not have */
  | "unknown-property"
  /** a variable that does not exist */
  | "unknown-variable"
  /** a value of the wrong form, or outside of its range */
  | "value"
  /** the id is taken, or, for put, taken by another kind */
  | "exists"
  /** an object inside itself */
  | "cycle"
  /** a bound of the settings */
  | "limit"
  /** not allowed for this connection, or for any */
  | "denied"
  /** a file cannot be read or written */
  | "io"
  /** a picture cannot be decoded */
  | "decode"
  /** a plugin hangs, crashes or takes too much while it is loaded */
  | "plugin"
  /** this build or output cannot do it */
  | "unsupported"
  /** a transaction failed: its line, counted from 1 after begin, and why */
  | "aborted"
  /** not now: inside of a transaction, or too many clients */
  | "busy"
  /** the scene comes from a primary, which alone changes what is shared */
  | "replica"
  /** a record of another primary, or not the next one */
  | "sequence"
  /** a fault of the daemon; please report it */
  | "internal"
  ;

export type EventName = keyof Events;

/** Before each frame; frames keep coming while it is subscribed to. */
export interface FrameEvent {
  output: string;
  frame: number;
  time: number;
  target: number;
  interval: number;
}

/** The end of an animation; not finished: it was removed before. */
export interface AnimationEvent {
  id: string;
  layer?: string | null;
  finished: boolean;
}

/** Pointers, fingers and tools of tablets on a layer, in its coordinates. */
export interface PointerEvent {
  output: string;
  layer?: string | null;
  phase: "enter" | "leave" | "move" | "down" | "up" | "scroll" | "cancel";
  button?: string | null;
  touch?: number | null;
  dx?: number | null;
  dy?: number | null;
  tool?: string | null;
  pressure?: number | null;
  tiltX?: number | null;
  tiltY?: number | null;
  x: number;
  y: number;
}

/** Down and up within 10 points. */
export interface TapEvent {
  layer?: string | null;
  count: number;
  touches?: number | null;
  x: number;
  y: number;
}

/** A tap that no second one followed within 0.3 s: told then. */
export interface SingleTapEvent {
  layer?: string | null;
  x: number;
  y: number;
}

/** A drag, in the parent's coordinates; velocity in points a second. */
export interface PanEvent {
  layer?: string | null;
  state: "began" | "changed" | "ended" | "cancelled";
  translation: Point;
  velocity: Point;
  touches?: number | null;
  x: number;
  y: number;
}

/** A drag of 30 points along one axis that ended with 300 points a second, in the parent's coordinates. */
export interface SwipeEvent {
  layer?: string | null;
  direction: "left" | "right" | "up" | "down";
  velocity: Point;
  x: number;
  y: number;
}

/** 0.5 s down within 10 points. */
export interface LongPressEvent {
  layer?: string | null;
  x: number;
  y: number;
}

/** Two fingers' distance. */
export interface PinchEvent {
  layer?: string | null;
  state: "began" | "changed" | "ended" | "cancelled";
  scale: number;
  x: number;
  y: number;
}

/** Two fingers' angle, in radians. */
export interface RotateEvent {
  layer?: string | null;
  state: "began" | "changed" | "ended" | "cancelled";
  angle: number;
  x: number;
  y: number;
}

/** A wheel or touchpad. */
export interface ScrollEvent {
  layer?: string | null;
  dx: number;
  dy: number;
  x: number;
  y: number;
}

/** A key, for the layer that was pressed last; compose: the text that an input method composes. */
export interface KeyEvent {
  layer?: string | null;
  key: string;
  state: "down" | "up" | "compose";
  text: string;
  modifiers: string[];
}

/** An output came, went or changed; each one on subscribing. */
export interface OutputEvent {
  output: string;
  size: Size;
  scale: number;
  refresh: number;
  state: "active" | "hidden" | "absent" | "removed";
  message?: string | null;
}

/** A picture was read, or could not be; a video has come to its end. */
export interface ContentEvent {
  id: string;
  state: "ready" | "failed" | "ended";
  message?: string | null;
}

/** A new object, with its properties. */
export interface CreatedEvent {
  id: string;
  [key: string]: unknown;
}

/** Properties of an object that changed. */
export interface ChangedEvent {
  id: string;
  [key: string]: unknown;
}

/** An object that was removed. */
export interface RemovedEvent {
  id: string;
}

/** Items of a behavior touch, or part. */
export interface CollisionEvent {
  behavior: string;
  items: string[];
  point: Point;
  state: "began" | "ended";
}

/** A plugin was loaded, unloaded, suspended or failed. */
export interface PluginEvent {
  plugin: string;
  state: string;
  message?: string | null;
}

/** A pending transaction took effect, or was dropped; all animations that a named one made are over. */
export interface TransactionEvent {
  name: string;
  state: "done" | "failed" | "completed";
  message?: string | null;
}

/** A reaction failed, or reactions that set each other off were stopped. */
export interface ReactionEvent {
  id?: string | null;
  layer?: string | null;
  event: string;
  state: "failed" | "stopped";
  message: string;
}

/** A binding has no value any more and keeps the last; told once, until it works again. */
export interface BindingEvent {
  id: string;
  state: "failed";
  message: string;
}

/** The lines of a timer failed, and took no effect. */
export interface TimerEvent {
  id: string;
  state: "failed";
  message: string;
}

/** A film waits for its pipe's reader, takes frames, or has ended; the message says what ended it. */
export interface FilmEvent {
  output: string;
  state: "waiting" | "recording" | "ended";
  frames: number;
  message?: string | null;
}

/** Bounds that have changed, before the frame that shows them, which waits for sync layout; dropped: it waits no more. */
export interface LayoutEvent {
  id?: string | null;
  bounds?: Rectangle | null;
  serial?: number | null;
  state?: "dropped" | null;
}

/** A layer is carried to others, in its parent's coordinates; over: the one on which it would be dropped. */
export interface DragEvent {
  layer?: string | null;
  state: "began" | "changed" | "ended" | "cancelled";
  translation: Point;
  velocity: Point;
  over?: string | null;
  x: number;
  y: number;
}

/** Another layer is carried over this one, and dropped on it, in this one's coordinates; or what another program drags, without an item. */
export interface DropEvent {
  layer?: string | null;
  state: "enter" | "move" | "leave" | "drop";
  item: string;
  type?: string | null;
  text?: string | null;
  x: number;
  y: number;
}

/** A tile of a tiled layer without files is seen, and there is no layer of its id yet; or is needed no more. */
export interface TileEvent {
  id: string;
  tile: string;
  state: "needed" | "released";
  level: number;
  x: number;
  y: number;
  frame: Rectangle;
  scale: number;
}

/** Something is wrong that would go unseen, as a disk without room for the state; or is over. */
export interface ProblemEvent {
  state: "began" | "ended";
  message: string;
}

/** A dormant object was carried out: what its line lacked is there. */
export interface RestoredEvent {
  id: string;
}

/** A reaction, a timer or a binding failed; file and line are those of its definition, as load or use named them. */
export interface FailedEvent {
  id: string;
  line?: number | null;
  file?: string | null;
  column?: number | null;
  message: string;
}

/** A step of an instance whose component has the parameter `step`: all animations that began with it have ended. */
export interface TemplateEvent {
  id: string;
  step: number;
  state: "entered" | "left";
}

/** A record of the journal, or a part of the whole scene, behind which more follow or not; dropped: the reader fell behind, and the scene comes again. */
export interface JournalEvent {
  epoch?: number | null;
  seq?: number | null;
  time?: number | null;
  wall?: number | null;
  client?: number | null;
  lines?: string[] | null;
  clock?: "manual" | null;
  state?: "scene" | "dropped" | null;
  more?: boolean | null;
  digest?: string | null;
}

/** A replica has come to a moment of which its primary told the whole scene: its digest then; a record came too late for its own time, and the scene may differ until the next moment; it differed from the primary's; a scene could not be used; it is none any more; skipped: lines that this version does not know. */
export interface ReplicaEvent {
  of?: string | null;
  epoch?: number | null;
  seq?: number | null;
  state: "moment" | "late" | "differs" | "failed" | "promoted";
  digest?: string | null;
  message?: string | null;
  skipped: number;
}

/** What each event holds. */
export interface Events {
  frame: FrameEvent;
  animation: AnimationEvent;
  pointer: PointerEvent;
  tap: TapEvent;
  singleTap: SingleTapEvent;
  pan: PanEvent;
  swipe: SwipeEvent;
  longPress: LongPressEvent;
  pinch: PinchEvent;
  rotate: RotateEvent;
  scroll: ScrollEvent;
  key: KeyEvent;
  output: OutputEvent;
  content: ContentEvent;
  created: CreatedEvent;
  changed: ChangedEvent;
  removed: RemovedEvent;
  collision: CollisionEvent;
  plugin: PluginEvent;
  transaction: TransactionEvent;
  reaction: ReactionEvent;
  binding: BindingEvent;
  timer: TimerEvent;
  film: FilmEvent;
  layout: LayoutEvent;
  drag: DragEvent;
  drop: DropEvent;
  tile: TileEvent;
  problem: ProblemEvent;
  restored: RestoredEvent;
  failed: FailedEvent;
  template: TemplateEvent;
  journal: JournalEvent;
  replica: ReplicaEvent;
  dropped: { count: number };
}

/** An event: its `type` tells what is in `data`. */
export type Event = { [T in EventName]: { type: T; data: Events[T] } }[EventName];

/** What `hello` answers. */
export interface HelloReply {
  server: string;
  version: string;
  protocol: number;
  kinds: string[];
  plugins: string[];
  dormant?: number | null;
  problems?: string[] | null;
}

/** What `set` answers. */
export interface SetReply {
  count: number;
}

/** What `remove` answers. */
export interface RemoveReply {
  count: number;
}

/** What `tree` answers. */
export interface TreeReply {
  id: string;
  kind: string;
  frame: Rectangle;
  role?: string | null;
  label?: string | null;
  value?: string | null;
  sublayers: TreeReply[];
}

/** What `explain` answers. */
export interface ExplainReply {
  id: string;
  visible: boolean;
  reason: string;
  by?: string[] | null;
  message?: string | null;
  extent: Rectangle;
  visiblePixels: number;
  cost: Record<string, unknown>;
  constraints?: string[] | null;
  unsatisfied?: string[] | null;
}

/** What `convert` answers. */
export interface ConvertReply {
  point?: Point | null;
  rect?: Rectangle | null;
}

/** What `measure` answers. */
export interface MeasureReply {
  bounds: Rectangle;
  length: number;
  isClosed: boolean;
  contains?: boolean | null;
  point?: Point | null;
  angle?: number | null;
  path: string;
}

/** What `commit` answers. */
export interface CommitReply {
  commands: number;
  frame?: number | null;
}

/** What `animate` answers. */
export interface AnimateReply {
  animations: string[];
  count?: number | null;
}

/** What `undo` answers. */
export interface UndoReply {
  count: number;
}

/** What `redo` answers. */
export interface RedoReply {
  count: number;
}

/** What `sync` answers. */
export interface SyncReply {
  frame: number;
  time: number;
}

/** What `clock` answers. */
export interface ClockReply {
  time: number;
}

/** What `tick` answers. */
export interface TickReply {
  frame: number;
  time: number;
  damage: Rectangle[];
  pixels: number;
}

/** What `snapshot` answers. */
export interface SnapshotReply {
  width: number;
  height: number;
  format: "png" | "ppm" | "rgba" | "pdf" | "svg";
  path?: string | null;
  data?: string | null;
}

/** What `stats` answers. */
export interface StatsReply {
  frames: number;
  missedDeadlines: number;
  missedFrames: number;
  presented?: Record<string, unknown> | null;
  slowFrame?: Record<string, unknown> | null;
  frameTime: Record<string, unknown>;
  lateness: Record<string, unknown>;
  damagedPixels: number;
  compositedPixels: number;
  layers: number;
  objects: number;
  groupBuffers: number;
  cacheBytes: number;
  images: number;
  imageBytes: number;
  keptPlanes: number;
  simulationSkipped: number;
  reducedLayers: number;
  clients: number;
  lines: number;
  bytesIn: number;
  bytesOut: number;
  eventsDropped: number;
  plugins: Record<string, unknown>;
  state?: Record<string, unknown> | null;
  [key: string]: unknown;
}

/** What `load` answers. */
export interface LoadReply {
  unset: string[];
}

/** What `record` answers. */
export interface RecordReply {
  frames: number;
}

/** What `digest` answers. */
export interface DigestReply {
  epoch: number;
  seq: number;
  time: number;
  sha256: string;
}

/** What layers and styles have in common. */
export interface AppearanceProperties extends OtherKeys {
  /** Where the anchor point is, in the parent's coordinates; y grows downward (points; default [0, 0]; animates). */
  position?: Point | Expression;
  "position.x"?: number | Expression;
  "position.y"?: number | Expression;
  /** The layer's own rectangle; its origin scrolls what is inside; a width or height auto is that of what it holds (points; default [0, 0, 0, 0]; animates). */
  bounds?: Rectangle | Expression;
  "bounds.origin"?: Point | Expression;
  "bounds.origin.x"?: number | Expression;
  "bounds.origin.y"?: number | Expression;
  "bounds.size"?: Size | string | Expression;
  "bounds.size.width"?: number | Expression;
  "bounds.size.height"?: number | Expression;
  /** The centre of transform and sublayerTransform, in the unit square of bounds (default [0.5, 0.5]; animates). */
  anchorPoint?: Point | Expression;
  "anchorPoint.x"?: number | Expression;
  "anchorPoint.y"?: number | Expression;
  /** Siblings are drawn by zPosition, then in their order (points; default 0; animates). */
  zPosition?: number | Expression;
  /** Depth of the anchor point (points; default 0; animates). */
  anchorPointZ?: number | Expression;
  /** Applied about the anchor point; may be three-dimensional (default [1, 0, 0, 1, 0, 0]; animates). */
  transform?: string | null | Expression;
  "transform.rotation.x"?: number | string | Expression;
  "transform.rotation.y"?: number | string | Expression;
  "transform.rotation.z"?: number | string | Expression;
  "transform.scale"?: number | Expression;
  "transform.scale.x"?: number | Expression;
  "transform.scale.y"?: number | Expression;
  "transform.translation.x"?: number | Expression;
  "transform.translation.y"?: number | Expression;
  "transform.translation.z"?: number | Expression;
  /** Applied to the sublayers about the anchor point; carries perspective() (default [1, 0, 0, 1, 0, 0]; animates). */
  sublayerTransform?: string | null | Expression;
  "sublayerTransform.rotation.x"?: number | string | Expression;
  "sublayerTransform.rotation.y"?: number | string | Expression;
  "sublayerTransform.rotation.z"?: number | string | Expression;
  "sublayerTransform.scale"?: number | Expression;
  "sublayerTransform.scale.x"?: number | Expression;
  "sublayerTransform.scale.y"?: number | Expression;
  "sublayerTransform.translation.x"?: number | Expression;
  "sublayerTransform.translation.y"?: number | Expression;
  "sublayerTransform.translation.z"?: number | Expression;
  /** False: not drawn when turned away (default true). */
  isDoubleSided?: boolean | Expression;
  /** Of the layer and all below it (0 to 1; default 1; animates). */
  opacity?: number | Expression;
  /** False: opacity multiplies into each sublayer by itself (default true). */
  allowsGroupOpacity?: boolean | Expression;
  /** True: not drawn and not hit, with all below it (default false; animates). */
  isHidden?: boolean | Expression;
  /** Fills the rounded bounds (default none; animates). */
  backgroundColor?: string | null | Expression;
  /** Drawn clamped to half the shorter side; reads back as set (points; at least 0; default 0; animates). */
  cornerRadius?: number | Expression;
  /** The corners that cornerRadius rounds (default ["topLeft", "topRight", "bottomLeft", "bottomRight"]). */
  maskedCorners?: ("topLeft" | "topRight" | "bottomLeft" | "bottomRight")[] | Expression;
  /** Circular arcs, or the iOS curve that reaches 1.528665 radii along each side (default circular). */
  cornerCurve?: "circular" | "continuous" | Expression;
  /** Clips contents and sublayers to the rounded bounds (default false). */
  masksToBounds?: boolean | Expression;
  /** Inside the bounds, above contents and sublayers (points; at least 0; default 0; animates). */
  borderWidth?: number | Expression;
  /** Of the border (default #000000ff; animates). */
  borderColor?: string | null | Expression;
  /** 0: no shadow (0 to 1; default 0; animates). */
  shadowOpacity?: number | Expression;
  /** The standard deviation of the shadow's Gaussian (points; at least 0; default 3; animates). */
  shadowRadius?: number | Expression;
  /** Negative heights are upward (points; default [0, -3]; animates). */
  shadowOffset?: Size | string | Expression;
  "shadowOffset.width"?: number | Expression;
  "shadowOffset.height"?: number | Expression;
  /** Multiplied by shadowOpacity (default #000000ff; animates). */
  shadowColor?: string | null | Expression;
  /** What casts the shadow, filled non-zero; none: the alpha of the whole picture (default none; animates). */
  shadowPath?: string | null | Expression;
  /** A detached layer in this layer's coordinates; its alpha multiplies the whole result (default none). */
  mask?: string | null | Expression;
  /** An image, a buffer, or a file (default none). */
  contents?: string | null | Expression;
  /** The part of the contents that is shown, in unit coordinates (default [0, 0, 1, 1]; animates). */
  contentsRect?: Rectangle | Expression;
  "contentsRect.origin"?: Point | Expression;
  "contentsRect.origin.x"?: number | Expression;
  "contentsRect.origin.y"?: number | Expression;
  "contentsRect.size"?: Size | string | Expression;
  "contentsRect.size.width"?: number | Expression;
  "contentsRect.size.height"?: number | Expression;
  /** Nine-slice: the part of contentsRect that stretches, in unit coordinates (default [0, 0, 1, 1]; animates). */
  contentsCenter?: Rectangle | Expression;
  "contentsCenter.origin"?: Point | Expression;
  "contentsCenter.origin.x"?: number | Expression;
  "contentsCenter.origin.y"?: number | Expression;
  "contentsCenter.size"?: Size | string | Expression;
  "contentsCenter.size.width"?: number | Expression;
  "contentsCenter.size.height"?: number | Expression;
  /** How contents fill the bounds; top is the upper edge as seen (default resize). */
  contentsGravity?: "center" | "top" | "bottom" | "left" | "right" | "topLeft" | "topRight" | "bottomLeft" | "bottomRight" | "resize" | "resizeAspect" | "resizeAspectFill" | Expression;
  /** Pixels of the contents per point (at least 0; default 1; animates). */
  contentsScale?: number | Expression;
  /** Sampling when contents grow (default linear). */
  magnificationFilter?: "linear" | "nearest" | "trilinear" | Expression;
  /** Sampling when contents shrink; trilinear takes mipmaps (default linear). */
  minificationFilter?: "linear" | "nearest" | "trilinear" | Expression;
  /** Added to the mipmap level (default 0). */
  minificationFilterBias?: number | Expression;
  /** Flattens the subtree to a cached bitmap before opacity and transform (default false). */
  shouldRasterize?: boolean | Expression;
  /** Pixels per point of that bitmap (at least 0; default 1). */
  rasterizationScale?: number | Expression;
  /** How the picture goes onto what is behind it: blend modes and Porter-Duff operators (default normal). */
  compositingFilter?: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "colorDodge" | "colorBurn" | "hardLight" | "softLight" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity" | "plusLighter" | "plusDarker" | "clear" | "copy" | "sourceIn" | "sourceOut" | "sourceAtop" | "destinationOver" | "destinationIn" | "destinationOut" | "destinationAtop" | "xor" | Expression;
  /** CSS filter functions on the layer's picture (default none; animates). */
  filters?: string | null | Expression;
  /** CSS filter functions on what lies behind the bounds (default none; animates). */
  backgroundFilters?: string | null | Expression;
  /** True: blend modes and background filters below see nothing that lies behind the layer (default false). */
  isolated?: boolean | Expression;
  /** Turns the sublayers' y axis upward (default false). */
  isGeometryFlipped?: boolean | Expression;
  /** Takes tap, pan, pointer and key events (default false). */
  isInteractive?: boolean | Expression;
  /** For people (default empty). */
  name?: string | Expression;
  /** How fast the time of the layer's animations and of all below it goes; 0 stands still (default 1). */
  speed?: number | Expression;
  /** Added to the layer's time (seconds; default 0). */
  timeOffset?: number | string | Expression;
  /** The parent's time at which the layer's time is timeOffset (seconds; default 0). */
  beginTime?: number | string | Expression;
  /** In a stack: its share of the room that is left (0 to 1e+06; default 0). */
  "layout.grow"?: number | Expression;
  /** In a stack: its length along the axis, in place of its own (points; 0 to 1e+09; default none). */
  "layout.basis"?: number | null | Expression;
  /** In a stack without room for all: its share of what is missing, times its length; 0 keeps its length; not set, 1 for texts, for stacks of them and for each, else 0 (0 to 1e+06; default none). */
  "layout.shrink"?: number | null | Expression;
  /** In a stack: the least length along the axis (points; 0 to 1e+09; default none). */
  "layout.minimum"?: number | null | Expression;
  /** In a stack: the greatest length along the axis (points; 0 to 1e+09; default none). */
  "layout.maximum"?: number | null | Expression;
  /** In a stack: the space behind it, in place of the stack's spacing (points; -1e+06 to 1e+06; default none). */
  "layout.spacing"?: number | null | Expression;
  /** In a stack: its own alignment across the axis; auto: the stack's (default auto). */
  "layout.alignment"?: "auto" | "fill" | "leading" | "center" | "trailing" | "firstBaseline" | "lastBaseline" | Expression;
  /** With constraints: the priority of being no larger than what it holds, across and down, or for both (1 to 1000; default [250]). */
  "layout.hugging"?: number[] | Expression;
  /** With constraints: the priority of being no smaller than what it holds, across and down, or for both (1 to 1000; default [750]). */
  "layout.compressionResistance"?: number[] | Expression;
  /** With constraints: where leftMargin and the like are, within its edges: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default [0]). */
  "layout.margins"?: number[] | Expression;
  /** With constraints: where leading and trailing are for its sublayers (default leftToRight). */
  "layout.direction"?: "leftToRight" | "rightToLeft" | Expression;
  /** What of its edges constraints and stacks leave out, such as a badge or a glow: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default [0]). */
  "layout.alignmentInsets"?: number[] | Expression;
  /** Its place in the order of Tab: from 1 on by number, then those of 0 in the order of the tree; -1 is none (-1 to 1e+06; default 0). */
  focusIndex?: number | Expression;
  /** The parts of its frame that give way when the size of the parent's bounds changes: margins and sides (default []). */
  autoresizingMask?: ("left" | "width" | "right" | "top" | "height" | "bottom")[] | Expression;
  /** The size of the parent's bounds for which its frame is; not set, the one that they have (points; at least 0; default none). */
  autoresizingSize?: Size | string | null | Expression;
  "autoresizingSize.width"?: number | Expression;
  "autoresizingSize.height"?: number | Expression;
  /** Edges of the bounds that are smoothed where they lie between pixels; of others, whole pixels (default ["left", "right", "bottom", "top"]). */
  edgeAntialiasingMask?: ("left" | "right" | "bottom" | "top")[] | Expression;
  /** Whose variables count for the layer and all below it (default none). */
  theme?: string | null | Expression;
  /** False: it and all below it are not hit and have the styles of the state disabled (default true). */
  isEnabled?: boolean | Expression;
  /** It has the styles of the state selected (default false). */
  isSelected?: boolean | Expression;
  /** Its name, for those who do not see it: tree tells it (default empty). */
  accessibilityLabel?: string | Expression;
  /** Its part in an interface, as ARIA names it: button, switch, slider (default empty). */
  accessibilityRole?: string | Expression;
  /** Its value, as it would be read out (default empty). */
  accessibilityValue?: string | Expression;
  /** Of a stack, a list or another container: how what its layout moves goes there from where it is seen, in the words duration timing delay spring of animate; empty: at once (default empty). */
  "layout.transition"?: string | Expression;
  /** How it goes on moving, in numbers of the behavior that moves it; where it is set it moves so (default none). */
  motion?: number[] | null | Expression;
  /** Where the anchor point of all layers below it is by default: topLeft lets what hugs grow to the right and down; auto: as above it (default auto). */
  "layout.origin"?: "auto" | "center" | "topLeft" | Expression;
  /** While a drag carries it, it is painted above everything in its output, and not cut; false puts it back at once (default false). */
  "layout.lift"?: boolean | Expression;
  /** How far inside of its edges it is hit, and below 0 how far outside: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default [0]). */
  hitInsets?: number[] | Expression;
  /** The least width and height of the area in which a finger hits it, as far as nothing else is there (points; 0 to 1e+06; default 0). */
  touchSize?: number | Expression;
}

/** A rectangle that holds layers. */
export interface LayerProperties extends AppearanceProperties {
  /** The layer above; none: detached, as masks are (default root). */
  parent?: string | null | Expression;
  /** The place among the siblings, from 0. */
  index?: number | Expression;
  /** A sibling in front of which it goes. */
  above?: string | null | Expression;
  /** A sibling behind which it goes. */
  below?: string | null | Expression;
  /** The bounding box of the transformed bounds; setting it solves position and the size of bounds; with a side auto the corner stays (points). */
  frame?: Rectangle | Expression;
  "frame.origin"?: Point | Expression;
  "frame.origin.x"?: number | Expression;
  "frame.origin.y"?: number | Expression;
  "frame.size"?: Size | string | Expression;
  "frame.size.width"?: number | Expression;
  "frame.size.height"?: number | Expression;
  /** Styles whose properties it takes where none is set; later ones are stronger (default []). */
  style?: string[] | Expression;
}

/** How layers arrange their sublayers. */
export interface ArrangementProperties extends LayerProperties {
  /** A row, or a column (default horizontal). */
  axis?: "horizontal" | "vertical" | Expression;
  /** Between two neighbours; with equalSpacing and equalCentering, at least (points; -1e+06 to 1e+06; default 0). */
  spacing?: number | Expression;
  /** Across the axis; leading is left or top, baselines are those of texts in a row (default fill). */
  alignment?: "fill" | "leading" | "center" | "trailing" | "firstBaseline" | "lastBaseline" | Expression;
  /** Those that have no room go on in a new row or column (default false). */
  isWrapped?: boolean | Expression;
  /** Between these rows or columns (points; -1e+06 to 1e+06; default 0). */
  lineSpacing?: number | Expression;
  /** Where a row begins, and which side is leading in a column (default leftToRight). */
  direction?: "leftToRight" | "rightToLeft" | Expression;
}

/** When animations begin, how often they run, and how fast. */
export interface TimingProperties extends OtherKeys {
  /** How long after beginTime it begins (seconds; default 0). */
  delay?: number | string | Expression;
  /** How fast it goes; below 0 backward (default 1). */
  speed?: number | Expression;
  /** How far into a run it begins; what is left out at the front comes at the end (seconds; default 0). */
  timeOffset?: number | string | Expression;
  /** In the layer's time; not set, it is the time at which it is made (seconds; default none). */
  beginTime?: number | string | null | Expression;
  /** Runs; fractions are allowed, inf is for ever (at least 0; default 1). */
  repeatCount?: number | Expression;
  /** How long it is repeated; above 0 it goes before repeatCount (seconds; at least 0; default 0). */
  repeatDuration?: number | string | Expression;
  /** Each run is followed by one backward (default false). */
  autoreverses?: boolean | Expression;
  /** Whether its first value shows before it begins, its last after it ends (default removed). */
  fillMode?: "removed" | "forwards" | "backwards" | "both" | Expression;
  /** The object goes when it ends (default true). */
  isRemovedOnCompletion?: boolean | Expression;
  /** How its time bends (default linear). */
  timing?: string | Expression;
  /** The named transaction that made it, which is told to be completed with the last of its animations (default empty). */
  transaction?: string | Expression;
  /** How often it is sampled at most; 0 is in each frame (frames a second; 0 to 1000; default 0). */
  frameRate?: number | Expression;
}

/** Animations of one property. */
export interface PropertyAnimationProperties extends TimingProperties {
  /** What it animates (default none). */
  layer?: string | null | Expression;
  /** The layer's property, or a key path into it (default empty). */
  property?: string | Expression;
  /** The value at the start; not set, the layer's (default none). */
  from?: Value | null | Expression;
  /** The value at the end; not set, the layer's (default none). */
  to?: Value | null | Expression;
  /** The difference of the two (default none). */
  by?: Value | null | Expression;
  /** Adds to what is there instead of replacing it (default false). */
  isAdditive?: boolean | Expression;
  /** Each run begins where the last one ended (default false). */
  isCumulative?: boolean | Expression;
  /** Made by animate or an animated transaction; the next one of its property replaces it (default false). */
  isImplicit?: boolean | Expression;
  /** Its layer is painted above everything in its output, and not cut, while it is there (default false). */
  lifts?: boolean | Expression;
}

/** What all outputs have. */
export interface OutputProperties extends OtherKeys {
  /** Width and height; the frame of the root layer follows it (points; 1 to 16384; default [1280, 720]). */
  size?: Size | string | Expression;
  "size.width"?: number | Expression;
  "size.height"?: number | Expression;
  /** Output pixels per point (0.1 to 16; default 1). */
  scale?: number | Expression;
  /** Frames per second at most (hertz; 1 to 1000; default 60). */
  refresh?: number | Expression;
  /** The layer that is shown, with the output's size: root or a detached one; of main it is root (default none). */
  root?: string | null | Expression;
  /** Beneath the root layer (default none). */
  backgroundColor?: string | null | Expression;
  /** The part of the root layer that is shown, filling the output; none: all of it, from 0,0 (points; default none). */
  viewport?: Rectangle | null | Expression;
  "viewport.origin"?: Point | Expression;
  "viewport.origin.x"?: number | Expression;
  "viewport.origin.y"?: number | Expression;
  "viewport.size"?: Size | string | Expression;
  "viewport.size.width"?: number | Expression;
  "viewport.size.height"?: number | Expression;
}

/** Outputs that are windows. */
export interface WindowProperties extends OutputProperties {
  /** Of an overlay (default overlay). */
  layer?: "background" | "bottom" | "top" | "overlay" | Expression;
  /** Edges an overlay keeps to; at two opposite ones it is as long as they are apart (default []). */
  anchor?: ("top" | "bottom" | "left" | "right")[] | Expression;
  /** From the edges: one number, or as in CSS two to four (points; -16384 to 16384; default []). */
  margin?: number[] | Expression;
  /** Of a window (default Scrim). */
  title?: string | Expression;
  /** A window that fills its monitor (default false). */
  fullscreen?: boolean | Expression;
  /** The pointer's look over the output, as in CSS (default default). */
  cursor?: "none" | "default" | "context-menu" | "help" | "pointer" | "progress" | "wait" | "cell" | "crosshair" | "text" | "vertical-text" | "alias" | "copy" | "move" | "no-drop" | "not-allowed" | "grab" | "grabbing" | "e-resize" | "n-resize" | "ne-resize" | "nw-resize" | "s-resize" | "se-resize" | "sw-resize" | "w-resize" | "ew-resize" | "ns-resize" | "nesw-resize" | "nwse-resize" | "col-resize" | "row-resize" | "all-scroll" | "zoom-in" | "zoom-out" | Expression;
  /** The text that the output has put into the desktop's clipboard; empty again when others do (default empty). */
  clipboard?: string | Expression;
  /** The text that is selected, which the middle button pastes elsewhere; empty again when others do (default empty). */
  primarySelection?: string | Expression;
}

/** Moves a property from value to value. */
export interface AnimationProperties extends PropertyAnimationProperties {
  /** Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25). */
  duration?: number | string | Expression;
  /** Keyframes; they go before from, to and by (default none). */
  values?: string | null | Expression;
  /** When each value is reached; evenly while it is not set (0 to 1; default none). */
  keyTimes?: number[] | null | Expression;
  /** How time bends between two values (default none). */
  timings?: string[] | null | Expression;
  /** What is between the values (default linear). */
  calculationMode?: "linear" | "discrete" | "paced" | "cubic" | "cubicPaced" | Expression;
  /** Keyframes of a point; it goes before values (default none). */
  path?: string | null | Expression;
  /** Turns the layer along the path, or against it (default none). */
  rotationMode?: "none" | "auto" | "autoReverse" | Expression;
  /** In cubic modes, of the curve at each value: tighter above 0, rounder below (-1 to 1; default none). */
  tensionValues?: number[] | null | Expression;
  /** A corner at each value: outward above 0, inward below (-1 to 1; default none). */
  continuityValues?: number[] | null | Expression;
  /** Which way the curve leans at each value: it overshoots behind it above 0, before it below (-1 to 1; default none). */
  biasValues?: number[] | null | Expression;
}

/** Has animations stand where its progress says, until it is let go. */
export interface AnimatorProperties extends TimingProperties {
  /** Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25). */
  duration?: number | string | Expression;
  /** What it moves: begin animator=ID adds what a transaction sets (default []). */
  animations?: string[] | Expression;
  /** 0 is the beginning, 1 the end; told in each frame while it runs (-10 to 10; default 0). */
  progress?: number | Expression;
  /** False: it goes on from where it is (default true). */
  isPaused?: boolean | Expression;
  /** It goes to its beginning, not to its end (default false). */
  isReversed?: boolean | Expression;
  /** Of its progress, per second; with a spring it goes on with it (-1e+06 to 1e+06; default 0). */
  velocity?: number | Expression;
  /** Mass, stiffness, damping: it goes on so, instead of evenly in its duration (0 to 1e+09; default none). */
  spring?: number[] | null | Expression;
  /** How it goes on, in numbers of its own; where it is set it goes on so (default none). */
  motion?: number[] | null | Expression;
}

/** Holds an item to a point or to another item. */
export interface AttachmentProperties extends OtherKeys {
  /** Where it acts; not set: the world of root (default none). */
  world?: string | null | Expression;
  /** What is held (default none). */
  item?: string | null | Expression;
  /** The item that it is held to, by its middle (default none). */
  to?: string | null | Expression;
  /** The point that it is held to, in the reference's coordinates (points; default none). */
  anchor?: Point | null | Expression;
  "anchor.x"?: number | Expression;
  "anchor.y"?: number | Expression;
  /** Where in the item it is held, from its middle (points; default [0, 0]). */
  offset?: Point | Expression;
  "offset.x"?: number | Expression;
  "offset.y"?: number | Expression;
  /** Of the spring or rod; not set, as far as it is when it is made (points; at least 0; default none). */
  length?: number | null | Expression;
  /** 1 is critical (at least 0; default 0). */
  damping?: number | Expression;
  /** Of the spring, in Hz; 0 is rigid (at least 0; default 0). */
  frequency?: number | Expression;
  /** Limit is a rope: it holds from its length on (default spring). */
  type?: "spring" | "fixed" | "pin" | "sliding" | "limit" | Expression;
  /** The direction in which a sliding one slides (default [1, 0]). */
  axis?: Point | Expression;
  "axis.x"?: number | Expression;
  "axis.y"?: number | Expression;
  /** How far a sliding one slides along the axis, from and to; not set: as far as it likes (points; default []). */
  range?: number[] | Expression;
  /** Holds a pin against turning; 1 holds what pushes 100 × 100 points of density 1 with 1 at an arm of 100 points (at least 0; default 0). */
  frictionTorque?: number | Expression;
  /** How it goes on, in numbers of its own; where it is set it goes on so (default none). */
  motion?: number[] | null | Expression;
}

/** A property that stays equal to an expression. */
export interface BindingProperties extends OtherKeys {
  /** Of which it sets a property (default none). */
  object?: string | null | Expression;
  /** That it sets, or the part of one (default empty). */
  property?: string | Expression;
  /** The expression that the property stays equal to (default empty). */
  value?: string | Expression;
  /** It may change this layer and what is below it only: the rights of the client that made it (default none). */
  scope?: string | null | Expression;
  /** Value is a path, which takes over what is set of the property (default false). */
  isTwoWay?: boolean | Expression;
  /** Of which a two-way one sets a property too (default none). */
  source?: string | null | Expression;
}

/** What items are like as bodies. */
export interface BodyProperties extends OtherKeys {
  /** Where it acts; not set: the world of root (default none). */
  world?: string | null | Expression;
  /** The layers that it moves (default []). */
  items?: string[] | Expression;
  /** 1 bounces as high as it fell (0 to 1; default 0). */
  elasticity?: number | Expression;
  /** Along what it touches (at least 0; default 0). */
  friction?: number | Expression;
  /** Mass for area (1e-06 to 1e+06; default 1). */
  density?: number | Expression;
  /** How fast motion is lost, a second (at least 0; default 0). */
  resistance?: number | Expression;
  /** How fast turning is lost, a second (at least 0; default 0). */
  angularResistance?: number | Expression;
  /** It can be turned (default true). */
  allowsRotation?: boolean | Expression;
  /** Nothing moves it (default false). */
  isAnchored?: boolean | Expression;
  /** For electric and magnetic fields (default 0). */
  charge?: number | Expression;
  /** Its shape (default rectangle). */
  collisionBoundsType?: "rectangle" | "ellipse" | "path" | Expression;
  /** For the shape path, from the middle of the item (default none). */
  path?: string | null | Expression;
  /** How it goes on, in numbers of its own; where it is set it goes on so (default none). */
  motion?: number[] | null | Expression;
}

/** Pixels in memory that a client shares. */
export interface BufferProperties extends OtherKeys {
  /** Width and height (pixels; 0 to 32000; default [0, 0]). */
  size?: Size | string | Expression;
  "size.width"?: number | Expression;
  "size.height"?: number | Expression;
  /** From row to row, a multiple of 4; 0: rows follow each other (bytes; 0 to 1.04858e+06; default 0). */
  stride?: number | Expression;
  /** What a pixel is; colours are premultiplied (default argb8888). */
  format?: "argb8888" | "xrgb8888" | "abgr8888" | "a8" | Expression;
}

/** A drawing, kept as the list of operations that `draw` appends to. */
export interface CanvasProperties extends LayerProperties {
  /** What is drawn, in order; draw appends (default []). */
  drawing?: null | Expression;
}

/** Items that touch each other and boundaries. */
export interface CollisionProperties extends OtherKeys {
  /** Where it acts; not set: the world of root (default none). */
  world?: string | null | Expression;
  /** The layers that it moves (default []). */
  items?: string[] | Expression;
  /** What items touch (default everything). */
  mode?: "items" | "boundaries" | "everything" | Expression;
  /** Insets of a boundary within the reference's bounds: top,left,bottom,right; not set: none (points; default none). */
  bounds?: Rectangle | null | Expression;
  "bounds.origin"?: Point | Expression;
  "bounds.origin.x"?: number | Expression;
  "bounds.origin.y"?: number | Expression;
  "bounds.size"?: Size | string | Expression;
  "bounds.size.width"?: number | Expression;
  "bounds.size.height"?: number | Expression;
  /** How it goes on, in numbers of its own; where it is set it goes on so (default none). */
  motion?: number[] | null | Expression;
}

/** A relation of a layer's frame to that of a sibling or of its parent, which lays it out. */
export interface ConstraintProperties extends OtherKeys {
  /** The layer that it places, or the parent whose size follows a sublayer; it goes with it (default none). */
  item?: string | null | Expression;
  /** Of item's frame; with several, it holds for each (default []). */
  attribute?: ("left" | "right" | "top" | "bottom" | "width" | "height" | "centerX" | "centerY" | "firstBaseline" | "lastBaseline" | "leading" | "trailing" | "leftMargin" | "rightMargin" | "topMargin" | "bottomMargin" | "leadingMargin" | "trailingMargin" | "centerXWithinMargins" | "centerYWithinMargins")[] | Expression;
  /** Of the attribute to multiplier times the other attribute plus constant (default equal). */
  relation?: "equal" | "lessThanOrEqual" | "greaterThanOrEqual" | Expression;
  /** A sibling of item or its parent; without one, the attribute is constant (default none). */
  toItem?: string | null | Expression;
  /** Of toItem's frame; same: the one that attribute says (default same). */
  toAttribute?: "same" | "left" | "right" | "top" | "bottom" | "width" | "height" | "centerX" | "centerY" | "firstBaseline" | "lastBaseline" | "leading" | "trailing" | "leftMargin" | "rightMargin" | "topMargin" | "bottomMargin" | "leadingMargin" | "trailingMargin" | "centerXWithinMargins" | "centerYWithinMargins" | Expression;
  /** Of toAttribute (-1e+06 to 1e+06; default 1). */
  multiplier?: number | Expression;
  /** Added to it (points; -1e+09 to 1e+09; default 0). */
  constant?: number | Expression;
  /** Where not all can hold, those of higher priority do, of equal ones the earlier; 1000 is required (1 to 1000; default 1000). */
  priority?: number | Expression;
  /** False: it places nothing (default true). */
  isActive?: boolean | Expression;
}

/** Values under keys of your choice, typed by their texts. */
export interface DataProperties extends OtherKeys {
  /** File:PATH or fifo:PATH: what the daemon reads the keys from (default none). */
  source?: string | null | Expression;
  /** How often, in scene time; not set, once (seconds; 0.001 to 1e+09; default none). */
  every?: number | string | null | Expression;
  /** How bytes become keys (default text). */
  format?: "text" | "lines" | "keyvalue" | "json" | "csv" | Expression;
  /** The file is read again when it changes on disk (default false). */
  watch?: boolean | Expression;
  [key: string]: Value | Expression | undefined;
}

/** A line that waits for what it lacks to be carried out. */
export interface DormantProperties extends OtherKeys {
  /** That could not be carried out, with those that belong to it, separated by LF (default empty). */
  line?: string | Expression;
  /** The reason: what it lacks (default empty). */
  message?: string | Expression;
}

/** A screen of the kernel's own, without a compositor; its size is the screen's. */
export interface DrmProperties extends OutputProperties {
  /** Where the screen is, as HDMI-A-1; empty: the first there is (default empty). */
  connector?: string | Expression;
  /** As 1920x1080 or 1920x1080@60; empty: the one that the screen likes best (default empty). */
  mode?: string | Expression;
  /** As /dev/dri/card0; empty: the first with a screen (default empty). */
  card?: string | Expression;
  /** A mouse has an arrow (default true). */
  pointer?: boolean | Expression;
}

/** Instances of a component, one for each record of a list, laid out as by stack. */
export interface EachProperties extends ArrangementProperties {
  /** Along the axis: who takes the room that is left (default fill). */
  distribution?: "fill" | "fillEqually" | "fillProportionally" | "equalSpacing" | "equalCentering" | "packed" | Expression;
  /** Around all: one number, vertical and horizontal, or top, left, bottom, right (points; -1e+06 to 1e+06; default none). */
  margins?: number[] | null | Expression;
  /** The component of which the rows are instances (default empty). */
  of?: string | Expression;
  /** The list: a key of data (d.items), a part of one, or a parameter that holds JSON (default empty). */
  in?: string | Expression;
  /** The field of a record by which it keeps its row; without one, its index (default empty). */
  key?: string | Expression;
  /** Of each row of a column: then only rows that are seen exist (points; 0.01 to 1e+06; default none). */
  rowHeight?: number | null | Expression;
  /** The same along a horizontal axis (points; 0.01 to 1e+06; default none). */
  rowWidth?: number | null | Expression;
  /** How far beyond what is seen rows exist, with rowHeight or rowWidth (points; 0 to 1e+06; default 100). */
  overscan?: number | Expression;
  /** Its rows' lines may change this layer and what is below it only: for who may do no more (default none). */
  scope?: string | null | Expression;
  /** An expression: records for which it is true have rows; it knows their fields, and item (default empty). */
  where?: string | Expression;
  /** An expression: rows stand in the order of its numbers, texts or booleans (default empty). */
  sortBy?: string | Expression;
  /** The order of sortBy is turned (default false). */
  descending?: boolean | Expression;
}

/** Particles that are born, fly and fade, above everything else in the layer. */
export interface EmitterProperties extends LayerProperties {
  /** What is emitted (default []). */
  emitterCells?: string[] | Expression;
  /** The middle of the emitter's shape, in the layer's coordinates (points; default [0, 0]; animates). */
  emitterPosition?: Point | Expression;
  "emitterPosition.x"?: number | Expression;
  "emitterPosition.y"?: number | Expression;
  /** Of the shape; circle and sphere: the width is the radius (points; default [0, 0]; animates). */
  emitterSize?: Size | string | Expression;
  "emitterSize.width"?: number | Expression;
  "emitterSize.height"?: number | Expression;
  /** Where particles are born; seen flat (default point). */
  emitterShape?: "point" | "line" | "rectangle" | "cuboid" | "circle" | "sphere" | Expression;
  /** At the shape's corners, on its edge, or anywhere in it (default volume). */
  emitterMode?: "points" | "outline" | "surface" | "volume" | Expression;
  /** Which particles lie on top; additive: colours add up (default unordered). */
  renderMode?: "unordered" | "oldestFirst" | "oldestLast" | "backToFront" | "additive" | Expression;
  /** Multiplies the cells' (0 to 1e+06; default 1; animates). */
  birthRate?: number | Expression;
  /** Multiplies the cells' (0 to 1e+06; default 1; animates). */
  lifetime?: number | Expression;
  /** Multiplies the cells' (-1e+09 to 1e+09; default 1; animates). */
  velocity?: number | Expression;
  /** Multiplies the cells' (-1e+09 to 1e+09; default 1; animates). */
  scale?: number | Expression;
  /** Multiplies the cells' (-1e+09 to 1e+09; default 1; animates). */
  spin?: number | Expression;
  /** Another number, other particles; the same number, the same ones (0 to 4.29497e+09; default 0). */
  seed?: number | Expression;
}

/** How particles of one sort look, fly and fade. */
export interface EmitterCellProperties extends OtherKeys {
  /** For people (default empty). */
  name?: string | Expression;
  /** Particles are born (default true). */
  isEnabled?: boolean | Expression;
  /** What a particle shows: an image, a buffer, or a file (default none). */
  contents?: string | null | Expression;
  /** The part of it, in unit coordinates (default [0, 0, 1, 1]; animates). */
  contentsRect?: Rectangle | Expression;
  "contentsRect.origin"?: Point | Expression;
  "contentsRect.origin.x"?: number | Expression;
  "contentsRect.origin.y"?: number | Expression;
  "contentsRect.size"?: Size | string | Expression;
  "contentsRect.size.width"?: number | Expression;
  "contentsRect.size.height"?: number | Expression;
  /** Pixels of the contents per point (1e-06 to 1e+06; default 1; animates). */
  contentsScale?: number | Expression;
  /** Of a particle at scale 1; zero: the contents', and without these nothing is drawn (points; 0 to 1e+06; default [0, 0]; animates). */
  size?: Size | string | Expression;
  "size.width"?: number | Expression;
  "size.height"?: number | Expression;
  /** Of particles without contents (default square). */
  shape?: "square" | "circle" | Expression;
  /** Multiplies the contents, or is the shape's (default #ffffffff; animates). */
  color?: string | null | Expression;
  /** How far it varies: by half of this to either side (-1000 to 1000; default 0; animates). */
  redRange?: number | Expression;
  /** How far it varies: by half of this to either side (-1000 to 1000; default 0; animates). */
  greenRange?: number | Expression;
  /** How far it varies: by half of this to either side (-1000 to 1000; default 0; animates). */
  blueRange?: number | Expression;
  /** How far it varies: by half of this to either side (-1000 to 1000; default 0; animates). */
  alphaRange?: number | Expression;
  /** What is added to the colour's red, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates). */
  redSpeed?: number | Expression;
  /** What is added to the colour's green, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates). */
  greenSpeed?: number | Expression;
  /** What is added to the colour's blue, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates). */
  blueSpeed?: number | Expression;
  /** What is added to the colour's alpha, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates). */
  alphaSpeed?: number | Expression;
  /** Particles that are born (per second; 0 to 1e+06; default 0; animates). */
  birthRate?: number | Expression;
  /** How long a particle is there (seconds; 0 to 1e+09; default 0; animates). */
  lifetime?: number | string | Expression;
  /** How far it varies: by half of this to either side (seconds; 0 to 1e+09; default 0; animates). */
  lifetimeRange?: number | string | Expression;
  /** When births begin, after the emitter or the particle that emits began (seconds; -1e+09 to 1e+09; default 0; animates). */
  beginTime?: number | string | Expression;
  /** How long births go on; 0: for ever (seconds; 0 to 1e+09; default 0; animates). */
  duration?: number | string | Expression;
  /** At birth (points per second; -1e+09 to 1e+09; default 0; animates). */
  velocity?: number | Expression;
  /** How far it varies: by half of this to either side (points per second; -1e+09 to 1e+09; default 0; animates). */
  velocityRange?: number | Expression;
  /** Where particles fly to; 0 is right, 90deg down; from a circle or sphere, 0 is outward (default 0; animates). */
  emissionLongitude?: number | string | Expression;
  /** Out of the plane: slows down by its cosine (default 0; animates). */
  emissionLatitude?: number | string | Expression;
  /** How far it varies: by half of this to either side (default 0; animates). */
  emissionRange?: number | string | Expression;
  /** To the right, and down (points per second²; -1e+09 to 1e+09; default [0, 0]; animates). */
  acceleration?: Point | Expression;
  "acceleration.x"?: number | Expression;
  "acceleration.y"?: number | Expression;
  /** Of a particle's size (-1e+09 to 1e+09; default 1; animates). */
  scale?: number | Expression;
  /** How far it varies: by half of this to either side (-1e+09 to 1e+09; default 0; animates). */
  scaleRange?: number | Expression;
  /** What is added to the scale (per second; -1e+09 to 1e+09; default 0; animates). */
  scaleSpeed?: number | Expression;
  /** How fast a particle turns (radians per second; default 0; animates). */
  spin?: number | string | Expression;
  /** How far it varies: by half of this to either side (radians per second; default 0; animates). */
  spinRange?: number | string | Expression;
  /** What each particle emits as long as it is there (default []). */
  emitterCells?: string[] | Expression;
  /** How pixels of the contents are enlarged (default linear). */
  magnificationFilter?: "linear" | "nearest" | Expression;
}

/** Forces that depend on the place. */
export interface FieldProperties extends OtherKeys {
  /** Where it acts; not set: the world of root (default none). */
  world?: string | null | Expression;
  /** The layers that it moves (default []). */
  items?: string[] | Expression;
  /** What it does; custom: acceleration says it (default linear). */
  type?: "linear" | "radial" | "velocity" | "vortex" | "drag" | "spring" | "noise" | "turbulence" | "electric" | "magnetic" | "custom" | Expression;
  /** Its middle, in the reference's coordinates (points; default [0, 0]). */
  position?: Point | Expression;
  "position.x"?: number | Expression;
  "position.y"?: number | Expression;
  /** Of linear and velocity (default [0, 1]). */
  direction?: Point | Expression;
  "direction.x"?: number | Expression;
  "direction.y"?: number | Expression;
  /** 1 is 1000 points/s² where the field is an acceleration (default 1). */
  strength?: number | Expression;
  /** The power with which it falls with the distance (0 to 100; default 0). */
  falloff?: number | Expression;
  /** The rectangle around position where it acts; 0,0 is everywhere (at least 0; default [0, 0]). */
  region?: Size | string | Expression;
  "region.width"?: number | Expression;
  "region.height"?: number | Expression;
  /** The distance up to which it has its full strength (points; at least 0.001; default 10). */
  minimumRadius?: number | Expression;
  /** How fast noise and turbulence change (default 1). */
  animationSpeed?: number | Expression;
  /** Of noise and turbulence (0 to 1; default 0.5). */
  smoothness?: number | Expression;
  /** What region is the size of; path: regionPath is where it acts (default rectangle). */
  regionShape?: "rectangle" | "ellipse" | "path" | Expression;
  /** Around position, filled even-odd, for the shape path (default none). */
  regionPath?: string | null | Expression;
  /** Acts outside of the region instead (default false). */
  isInverted?: boolean | Expression;
  /** Of the type custom, in points/s²: an expression of x and y from position, vx, vy, mass, charge and time, as point(-y, x) (default empty). */
  acceleration?: string | Expression;
  /** How it goes on, in numbers of its own; where it is set it goes on so (default none). */
  motion?: number[] | null | Expression;
}

/** Keeps a layer's path or position where other layers are. */
export interface FollowProperties extends OtherKeys {
  /** Whose property it is; the follow goes with it (default none). */
  layer?: string | null | Expression;
  /** The layer's path, with {ID} or {ID+dx,dy} where the position of a layer is put in (default none). */
  path?: string | null | Expression;
  /** The layer's position: {ID}, {ID+dx,dy}, or x,y (default none). */
  position?: string | null | Expression;
  /** Acts only while its layer is this one or below it: the rights of the client that made it (default none). */
  scope?: string | null | Expression;
}

/** Colours along a line, from a point outward or around one. */
export interface GradientProperties extends LayerProperties {
  /** How the colours are laid out (default axial). */
  type?: "axial" | "radial" | "conic" | Expression;
  /** One is solid, none draws nothing (default []; animates). */
  colors?: string[] | Expression;
  /** Where each colour is, 0 at the start, 1 at the end; empty: evenly (default []; animates). */
  locations?: number[] | Expression;
  /** Where the colours begin, in units of the bounds; radial and conic: the centre (default [0.5, 0]; animates). */
  startPoint?: Point | Expression;
  "startPoint.x"?: number | Expression;
  "startPoint.y"?: number | Expression;
  /** Where they end; radial: a corner of the ellipse's box; conic: where the first colour points (default [0.5, 1]; animates). */
  endPoint?: Point | Expression;
  "endPoint.x"?: number | Expression;
  "endPoint.y"?: number | Expression;
}

/** An acceleration of items. */
export interface GravityProperties extends OtherKeys {
  /** Where it acts; not set: the world of root (default none). */
  world?: string | null | Expression;
  /** The layers that it moves (default []). */
  items?: string[] | Expression;
  /** Of length 1: the magnitude is the whole (default [0, 1]). */
  direction?: Point | Expression;
  "direction.x"?: number | Expression;
  "direction.y"?: number | Expression;
  /** 1 is 1000 points/s² for a direction of length 1 (default 1). */
  magnitude?: number | Expression;
  /** Instead of direction, clockwise from the right (radians; default none). */
  angle?: number | string | null | Expression;
  /** How it goes on, in numbers of its own; where it is set it goes on so (default none). */
  motion?: number[] | null | Expression;
}

/** Runs animations in a time of its own. */
export interface GroupProperties extends TimingProperties {
  /** Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25). */
  duration?: number | string | Expression;
  /** They do not start by themselves (default []). */
  animations?: string[] | Expression;
}

/** A picture's file, decoded once for all layers that show it. */
export interface ImageProperties extends OtherKeys {
  /** The file: PNG, JPEG, WebP, GIF, AVIF, JPEG XL, HEIC, TIFF, QOI, ICO or SVG (default empty). */
  path?: string | Expression;
  /** What the file's numbers mean (default sRGB). */
  colorSpace?: "sRGB" | Expression;
  /** The file is read again when it changes on disk (default false). */
  watch?: boolean | Expression;
}

/** Items that move as one body. */
export interface ItemGroupProperties extends OtherKeys {
  /** Where it acts; not set: the world of root (default none). */
  world?: string | null | Expression;
  /** The layers; the first one leads (default []). */
  items?: string[] | Expression;
  /** How it goes on, in numbers of its own; where it is set it goes on so (default none). */
  motion?: number[] | null | Expression;
}

/** Shows another layer live, wherever that is in the tree. */
export interface MirrorProperties extends LayerProperties {
  /** The layer that it shows, hidden or not, with all below it; the size of its bounds is fitted by contentsGravity (default none). */
  of?: string | null | Expression;
}

/** A picture in memory. */
export interface OffscreenProperties extends OutputProperties {
  /** Memfd: clients are handed the frame buffer (default none). */
  export?: "none" | "memfd" | Expression;
}

/** A source of video for PipeWire's consumers, as a camera is. */
export interface PipewireProperties extends OutputProperties {
  /** PipeWire's socket: a path, or a name in $XDG_RUNTIME_DIR; empty: the usual one (default empty). */
  remote?: string | Expression;
  /** The source's name, by which consumers ask for it (default scrim). */
  node?: string | Expression;
  /** What people read in lists of sources (default Scrim). */
  title?: string | Expression;
  /** Consumers may take alpha with the colours, which are premultiplied; false: all is over black (default true). */
  alpha?: boolean | Expression;
  /** A consumer may change the size (default false). */
  resizes?: boolean | Expression;
}

/** A force on items. */
export interface PushProperties extends OtherKeys {
  /** Where it acts; not set: the world of root (default none). */
  world?: string | null | Expression;
  /** The layers that it moves (default []). */
  items?: string[] | Expression;
  /** An instantaneous one is over when it has pushed; velocity sets the items' velocity instead, addVelocity adds to it (default continuous). */
  mode?: "continuous" | "instantaneous" | "velocity" | "addVelocity" | Expression;
  /** Of the direction, clockwise from the right (radians; default 0). */
  angle?: number | string | Expression;
  /** 1 gives 100 × 100 points of density 1 an acceleration of 100 points/s²; instantaneous, that speed (default 0). */
  magnitude?: number | Expression;
  /** Pushes; one that is over sets it to false (default true). */
  active?: boolean | Expression;
  /** Instead of angle: of length 1, the magnitude is the whole (default none). */
  direction?: Point | null | Expression;
  "direction.x"?: number | Expression;
  "direction.y"?: number | Expression;
  /** Where in the item it pushes, from its middle (points; default [0, 0]). */
  offset?: Point | Expression;
  "offset.x"?: number | Expression;
  "offset.y"?: number | Expression;
  /** For the modes velocity and addVelocity (points per second; default [0, 0]). */
  velocity?: Point | Expression;
  "velocity.x"?: number | Expression;
  "velocity.y"?: number | Expression;
  /** For the modes velocity and addVelocity (radians per second; default 0). */
  angularVelocity?: number | string | Expression;
  /** How it goes on, in numbers of its own; where it is set it goes on so (default none). */
  motion?: number[] | null | Expression;
}

/** Lines that are run when something happens to a layer. */
export interface ReactionProperties extends OtherKeys {
  /** To which it happens; of changed an object of the kind data too (default none). */
  layer?: string | null | Expression;
  /** What happens (default tap). */
  event?: "tap" | "pan" | "longPress" | "pinch" | "rotate" | "scroll" | "enter" | "leave" | "move" | "down" | "up" | "key" | "collision" | "animation" | "changed" | "singleTap" | "swipe" | "drag" | "drop" | Expression;
  /** What on and off call it, among those of its layer (default empty). */
  name?: string | Expression;
  /** Separated by ; or LF; all take effect, or none; {x} {y} {dx} {dy} {vx} {vy} {state} {key} say how it was (default empty). */
  lines?: string | Expression;
  /** The lines may change this layer and what is below it only: for who may do no more (default none). */
  scope?: string | null | Expression;
  /** An expression: the lines are run where it is true; empty is always (default empty). */
  when?: string | Expression;
}

/** Copies of its sublayers, each placed, coloured and delayed against the one before. */
export interface ReplicatorProperties extends LayerProperties {
  /** How often the sublayers are drawn (0 to 10000; default 1; animates). */
  instanceCount?: number | Expression;
  /** How much later than in the copy before animations run (seconds; default 0; animates). */
  instanceDelay?: number | string | Expression;
  /** From each copy to the next, about the middle of the bounds (default [1, 0, 0, 1, 0, 0]; animates). */
  instanceTransform?: string | null | Expression;
  "instanceTransform.rotation.x"?: number | string | Expression;
  "instanceTransform.rotation.y"?: number | string | Expression;
  "instanceTransform.rotation.z"?: number | string | Expression;
  "instanceTransform.scale"?: number | Expression;
  "instanceTransform.scale.x"?: number | Expression;
  "instanceTransform.scale.y"?: number | Expression;
  "instanceTransform.translation.x"?: number | Expression;
  "instanceTransform.translation.y"?: number | Expression;
  "instanceTransform.translation.z"?: number | Expression;
  /** What the colours of the copies are multiplied by (default #ffffffff; animates). */
  instanceColor?: string | null | Expression;
  /** What is added to the red of instanceColor with each copy (default 0; animates). */
  instanceRedOffset?: number | Expression;
  /** What is added to the green of instanceColor with each copy (default 0; animates). */
  instanceGreenOffset?: number | Expression;
  /** What is added to the blue of instanceColor with each copy (default 0; animates). */
  instanceBlueOffset?: number | Expression;
  /** What is added to the alpha of instanceColor with each copy (default 0; animates). */
  instanceAlphaOffset?: number | Expression;
}

/** A window onto its sublayers: clips, and scrolls by scrollPoint. */
export interface ScrollProperties extends LayerProperties {
  /** What is seen at the upper left corner: the origin of bounds, as far as scrollMode lets it be set (points; animates). */
  scrollPoint?: Point | Expression;
  "scrollPoint.x"?: number | Expression;
  "scrollPoint.y"?: number | Expression;
  /** The directions in which scrollPoint scrolls (default both). */
  scrollMode?: "none" | "vertically" | "horizontally" | "both" | Expression;
}

/** The daemon's settings. */
export interface SettingsProperties extends OtherKeys {
  /** The longest line that is read (bytes; 256 to 6.71089e+07; default 1048576). */
  "limit.line"?: number | Expression;
  /** Connections at a time (clients; 1 to 65536; default 1024). */
  "limit.clients"?: number | Expression;
  /** Objects in the scene (objects; 1 to 1.6e+07; default 1000000). */
  "limit.layers"?: number | Expression;
  /** Objects that one connection may have made (objects; 1 to 1.6e+07; default 1000000). */
  "limit.clientLayers"?: number | Expression;
  /** Text that one connection's open transaction may hold; 64 times as much is what its lines may have given to objects (bytes; 65536 to 4.29497e+09; default 67108864). */
  "limit.clientBytes"?: number | Expression;
  /** Unread replies before a client is dropped (bytes; 65536 to 4.29497e+09; default 67108864). */
  "limit.replies"?: number | Expression;
  /** Of one picture (pixels; 1 to 4.29497e+09; default 268435456). */
  "limit.imagePixels"?: number | Expression;
  /** Of one picture file (bytes; 1024 to 4.29497e+09; default 268435456). */
  "limit.imageBytes"?: number | Expression;
  /** For corners, masks and pictures kept between frames (bytes; 0 to 6.87195e+10; default 268435456). */
  "cache.bytes"?: number | Expression;
  /** That paint; 0: one for each core (threads; 0 to 64; default 0). */
  threads?: number | Expression;
  /** What is written to the log (default notice). */
  logLevel?: "error" | "warning" | "notice" | "info" | "debug" | Expression;
  /** Folders with plugins, colon-separated, searched first; read at start (default empty). */
  pluginPath?: string | Expression;
  /** File that keeps the scene for the next start (default empty). */
  state?: string | Expression;
  /** Permissions of the socket's file (default 0600). */
  socketMode?: "0600" | "0660" | "0666" | Expression;
  /** Of all outputs together (pixels; 1 to 4.29497e+09; default 536870912). */
  "limit.outputPixels"?: number | Expression;
  /** When the disk has changes of a scene with a state file: within a second, or before their replies (default everysec). */
  stateSync?: "everysec" | "always" | Expression;
  /** Unread replies and events of all clients before those who leave most are dropped (bytes; 65536 to 6.87195e+10; default 536870912). */
  "limit.allReplies"?: number | Expression;
  /** Of buffers for one frame of an output; layers beyond are painted without group opacity, blend modes, masks, filters, perspective (bytes; 1.04858e+06 to 6.87195e+10; default 268435456). */
  "limit.frameBytes"?: number | Expression;
  /** In the scene (bindings; 0 to 1.6e+07; default 100000). */
  "limit.bindings"?: number | Expression;
  /** In the scene (timers; 0 to 1e+06; default 10000). */
  "limit.timers"?: number | Expression;
  /** Objects that one selector may match (objects; 1 to 1.6e+07; default 100000). */
  "limit.selection"?: number | Expression;
  /** Changes that one connection can take back (steps; 0 to 10000; default 100). */
  "limit.undo"?: number | Expression;
  /** Paths that data may read, colon-separated, * for anything; set by the configuration only (default /proc/*:/sys/class/*:$XDG_RUNTIME_DIR/scrim/*). */
  sourcePaths?: string | Expression;
  /** Of one list with rowHeight or rowWidth (records; 1 to 1.6e+07; default 1000000). */
  "limit.rows"?: number | Expression;
  /** Part of limit.layers, bindings, timers and of the transactions that wait for clients with one layer to change (0.001 to 1; default 0.25). */
  "limit.share"?: number | Expression;
  /** State= may name a file that is there, in the same line; false again behind it. */
  overwrite?: boolean | Expression;
  /** What random() begins with; set, it begins again (default 0). */
  seed?: number | Expression;
  /** Of records that a reader of subscribe journal may be behind, before it begins again (bytes; 65536 to 4.29497e+09; default 67108864). */
  "limit.journalBytes"?: number | Expression;
  /** The user wants fades instead of slides and springs: controls obey it, and scenes can read it (default false). */
  reducedMotion?: boolean | Expression;
  /** Of JSON that a list or record of data may be (bytes; 1024 to 1.07374e+09; default 16777216). */
  "limit.dataBytes"?: number | Expression;
}

/** A path, filled and then stroked. */
export interface ShapeProperties extends LayerProperties {
  /** The lines and curves that are drawn (default none; animates). */
  path?: string | null | Expression;
  /** Of the path's inside (default #000000ff; animates). */
  fillColor?: string | null | Expression;
  /** Which points are inside (default nonZero). */
  fillRule?: "nonZero" | "evenOdd" | Expression;
  /** Of the line along the path (default none; animates). */
  strokeColor?: string | null | Expression;
  /** Of the line (points; at least 0; default 1; animates). */
  lineWidth?: number | Expression;
  /** The line's ends (default butt). */
  lineCap?: "butt" | "round" | "square" | Expression;
  /** The line's corners (default miter). */
  lineJoin?: "miter" | "round" | "bevel" | Expression;
  /** The largest ratio of a miter's length to the line's width; beyond it the corner is a bevel (at least 0; default 10; animates). */
  miterLimit?: number | Expression;
  /** Lengths of dash and gap in turn; empty: a full line (points; at least 0; default []). */
  lineDashPattern?: number[] | Expression;
  /** Where in the pattern the line begins (points; default 0; animates). */
  lineDashPhase?: number | Expression;
  /** The part of the length where the line begins (0 to 1; default 0; animates). */
  strokeStart?: number | Expression;
  /** The part of the length where the line ends (0 to 1; default 1; animates). */
  strokeEnd?: number | Expression;
}

/** Brings an item to a point, upright. */
export interface SnapProperties extends OtherKeys {
  /** Where it acts; not set: the world of root (default none). */
  world?: string | null | Expression;
  /** What is brought there (default none). */
  item?: string | null | Expression;
  /** Where to, in the reference's coordinates (points; default [0, 0]). */
  point?: Point | Expression;
  "point.x"?: number | Expression;
  "point.y"?: number | Expression;
  /** 1 does not swing (at least 0; default 0.5). */
  damping?: number | Expression;
  /** How it goes on, in numbers of its own; where it is set it goes on so (default none). */
  motion?: number[] | null | Expression;
}

/** Moves a property as a damped spring moves. */
export interface SpringProperties extends PropertyAnimationProperties {
  /** Of one run; in a group, what is not set is the group's (seconds; at least 0; default none). */
  duration?: number | string | null | Expression;
  /** Above 0 (at least 1e-09; default 1). */
  mass?: number | Expression;
  /** Above 0 (at least 1e-09; default 100). */
  stiffness?: number | Expression;
  /** 0 swings for ever (at least 0; default 10). */
  damping?: number | Expression;
  /** Fractions of the distance per second, toward the target (default 0). */
  initialVelocity?: number | Expression;
  /** False: more than critical damping acts as critical (default false). */
  allowsOverdamping?: boolean | Expression;
  /** With bounce, another way to say mass, stiffness and damping; it goes before them (seconds; at least 0.001; default none). */
  perceptualDuration?: number | string | null | Expression;
  /** 0: none; 1: for ever; below 0: overdamped (-1 to 1; default 0). */
  bounce?: number | Expression;
  /** Of the property at the start, per second, in any direction; it goes before initialVelocity (default none). */
  velocity?: Value | null | Expression;
}

/** Lays its sublayers out in a row or a column. */
export interface StackProperties extends ArrangementProperties {
  /** Along the axis: who takes the room that is left: with fill the sublayers with layout.grow, or else the last one; with packed nobody (default fill). */
  distribution?: "fill" | "fillEqually" | "fillProportionally" | "equalSpacing" | "equalCentering" | "packed" | Expression;
  /** Around all: one number, vertical and horizontal, or top, left, bottom, right (points; -1e+06 to 1e+06; default []). */
  margins?: number[] | Expression;
}

/** Properties that layers share. */
export interface StyleProperties extends AppearanceProperties {
  /** The style for whose states it is; it goes with that one (default none). */
  of?: string | null | Expression;
  /** In force while a layer that has the style of is in all of these states (default []). */
  state?: ("hover" | "pressed" | "focused" | "disabled" | "selected" | "entering" | "leaving" | "focusVisible")[] | Expression;
  /** Properties that change because it comes into force or goes animate for so long (seconds; 0 to 1e+09; default none). */
  duration?: number | string | null | Expression;
  /** Of these animations (default none). */
  timing?: string | null | Expression;
  /** Until they begin (seconds; default 0). */
  delay?: number | string | Expression;
  /** Mass,stiffness,damping[,velocity] of these animations, in place of duration and timing (default none). */
  spring?: number[] | null | Expression;
}

/** Text in any script. */
export interface TextProperties extends LayerProperties {
  /** What is shown; a line feed begins a new line (default empty). */
  string?: string | Expression;
  /** Pango markup, shown instead of string when it is not empty (default empty). */
  markup?: string | Expression;
  /** A family, a Pango font description (its size does not count) or file:PATH; empty: sans (default empty). */
  font?: string | Expression;
  /** Of one em (points; 0 to 4096; default 36; animates). */
  fontSize?: number | Expression;
  /** Of the glyphs' insides (default #ffffffff; animates). */
  foregroundColor?: string | null | Expression;
  /** The side where lines begin; natural: by the direction of the text (default natural). */
  alignmentMode?: "natural" | "left" | "right" | "center" | "justified" | Expression;
  /** Where in the bounds the lines are (default top). */
  verticalAlignment?: "top" | "center" | "bottom" | Expression;
  /** Lines are broken at the bounds' width (default false). */
  isWrapped?: boolean | Expression;
  /** Where an ellipsis stands for what has no room in the bounds (default none). */
  truncationMode?: "none" | "start" | "middle" | "end" | Expression;
  /** Between lines, beyond what the font asks for (points; -4096 to 4096; default 0; animates). */
  lineSpacing?: number | Expression;
  /** What preferredSize breaks lines at; 0: the bounds' width (points; 0 to 1e+06; default 0). */
  preferredMaxLayoutWidth?: number | Expression;
  /** Of a line along the glyphs' outlines (default none; animates). */
  strokeColor?: string | null | Expression;
  /** Of that line (points; 0 to 4096; default 0; animates). */
  strokeWidth?: number | Expression;
  /** Lines that are shown, at most; 0: all (0 to 10000; default 0). */
  maximumLines?: number | Expression;
  /** How far letters shrink, so that all of the text has room in the bounds; 1: not at all (0.01 to 1; default 1). */
  minimumScale?: number | Expression;
  /** The character before which a caret stands (0 to 1e+06; default 0). */
  caretIndex?: number | Expression;
  /** The character before which a selection has its other end (0 to 1e+06; default 0). */
  anchorIndex?: number | Expression;
  /** What probeIndex is about (points; default [0, 0]). */
  probePoint?: Point | Expression;
  "probePoint.x"?: number | Expression;
  "probePoint.y"?: number | Expression;
  /** Between letters, beyond what the font asks for (points; -4096 to 4096; default 0; animates). */
  letterSpacing?: number | Expression;
  /** Of lines, as a multiple of what the font asks for; 0: that (0 to 100; default 0; animates). */
  lineHeight?: number | Expression;
  /** OpenType features of the font, such as tnum, smcp, kern=0, ss01=1 (default empty). */
  features?: string | Expression;
  /** Where tabs lead, from the line's beginning; the last distance goes on; none: eight spaces (points; 0 to 1e+06; default []; animates). */
  tabStops?: number[] | Expression;
  /** Pairs of letters are as far apart as the font asks for (default true). */
  kerning?: boolean | Expression;
  /** Axes of a variable font, such as wght=350, wdth=80; of the same axes the numbers animate (default empty; animates). */
  variations?: string | Expression;
  /** A hyphen where a word is broken: at its soft hyphens; they break none; also where it has no room (default manual). */
  hyphenation?: "manual" | "none" | "broken" | Expression;
}

/** Variables: every key is one, and $KEY refers to it. */
export interface ThemeProperties extends OtherKeys {
  [key: string]: Value | Expression | undefined;
}

/** Shows a large picture by its tiles: contents is a path with {level}, {x} and {y}, or clients draw them. */
export interface TiledProperties extends LayerProperties {
  /** Of the files' pixels (pixels; 16 to 16384; default [256, 256]). */
  tileSize?: Size | string | Expression;
  "tileSize.width"?: number | Expression;
  "tileSize.height"?: number | Expression;
  /** How many levels there are; level 0 is the finest, each further one has half of its pixels (1 to 24; default 1). */
  levelsOfDetail?: number | Expression;
  /** How often level 0 has twice as many pixels per point as contentsScale says (0 to 24; default 0). */
  levelsOfDetailBias?: number | Expression;
}

/** Lines that are run at scene times. */
export interface TimerProperties extends OtherKeys {
  /** Between two times, or before the only one; at least the refresh interval of main (seconds; 0.001 to 1e+09; default 1). */
  interval?: number | string | Expression;
  /** False: it fires once and goes (default true). */
  repeats?: boolean | Expression;
  /** Separated by ; or LF; all take effect, or none (default empty). */
  lines?: string | Expression;
  /** Wall: it fires at multiples of the interval in wall-clock time (default scene). */
  align?: "scene" | "wall" | Expression;
  /** It does not fire, and keeps the time that is left (default false). */
  isPaused?: boolean | Expression;
  /** The scene time at which it fires; none while paused (seconds; default none). */
  next?: number | string | null | Expression;
  /** The time that is left of a paused one (seconds; at least 0; default none). */
  left?: number | string | null | Expression;
  /** The lines may change this layer and what is below it only: the rights of the client that made it (default none). */
  scope?: string | null | Expression;
}

/** Lines that wait for a time, or for pictures. */
export interface TransactionProperties extends OtherKeys {
  /** The scene time at which it takes effect (seconds; default 0). */
  at?: number | string | Expression;
  /** Separated by LF; all take effect, or none (default empty). */
  lines?: string | Expression;
  /** Above 0, what the lines set is animated (seconds; at least 0; default 0). */
  duration?: number | string | Expression;
  /** Of these animations (default default). */
  timing?: string | Expression;
  /** Pictures that have to be read before, separated by LF; empties itself (default empty). */
  files?: string | Expression;
  /** The lines may change this layer and its sublayers only: the rights of the client that made it (default none). */
  scope?: string | null | Expression;
  /** Films whose frames have to be there before, ID TIME LOOP PATH each, separated by LF; empties itself (default empty). */
  films?: string | Expression;
  /** The time of the clock on the wall at which it takes effect, since 1970; at= follows when that clock is set (seconds; default none). */
  atWall?: number | null | Expression;
}

/** Holds layers that keep their depth; paints nothing itself. */
export interface TransformLayerProperties extends LayerProperties {
}

/** One layer, or one look of a layer, gives way to another. */
export interface TransitionProperties extends TimingProperties {
  /** Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25). */
  duration?: number | string | Expression;
  /** The layer that goes (default none). */
  from?: string | null | Expression;
  /** The layer that comes (default none). */
  to?: string | null | Expression;
  /** How one gives way to the other (default fade). */
  type?: "fade" | "moveIn" | "push" | "reveal" | "flip" | "cube" | "wipe" | "curl" | Expression;
  /** The side that what comes is from; a fade has none (default fromLeft). */
  subtype?: "fromLeft" | "fromRight" | "fromTop" | "fromBottom" | Expression;
  /** Sets isHidden of both, at once: what goes is seen until it is gone all the same (default false). */
  showHide?: boolean | Expression;
  /** The layer whose look gives way to the one that it comes to have; instead of from and to (default none). */
  layer?: string | null | Expression;
  /** How far the change has come when it begins (default 0). */
  startProgress?: number | Expression;
  /** How far the change comes (default 1). */
  endProgress?: number | Expression;
  /** Shows the change of to into from, backward: so it takes over from the opposite one (default false). */
  isReversed?: boolean | Expression;
  /** The picture from which the layer comes: pixels, packed (default none). */
  look?: string | null | Expression;
}

/** A film's file, shown by the layers whose contents it is. */
export interface VideoProperties extends OtherKeys {
  /** The file: MP4, QuickTime, Matroska, WebM, AVI, Ogg, FLV, MPEG-TS, y4m, or a Lottie animation (default empty). */
  path?: string | Expression;
  /** The film's time that is shown; setting it goes there (seconds; 0 to 1e+06; default 0). */
  time?: number | string | Expression;
  /** Seconds of the film to a second of the scene; 0: it stands still (0 to 16; default 1). */
  rate?: number | Expression;
  /** After the last frame comes the first; else the last one stays (default false). */
  loop?: boolean | Expression;
  /** Kept for those who play the sound; the daemon plays none (0 to 1; default 0). */
  volume?: number | Expression;
}

/** A picture that VNC viewers show. */
export interface VncProperties extends OutputProperties {
  /** Where viewers connect, as numbers; others than those of this machine want a password (default 127.0.0.1). */
  address?: string | Expression;
  /** Where viewers connect; 0: any free one (0 to 65535; default 5900). */
  port?: number | Expression;
  /** Asked of viewers; the protocol looks at its first 8 bytes. Empty: none. */
  password?: string | Expression;
  /** A file whose first line is the password, read as viewers connect (default empty). */
  passwordFile?: string | Expression;
  /** At one time; further ones are turned away (1 to 16; default 8). */
  viewers?: number | Expression;
  /** Viewers may change the size (default false). */
  resizes?: boolean | Expression;
  /** Told to viewers (default Scrim). */
  title?: string | Expression;
  /** Whether viewers encrypt (VeNCrypt, X.509); auto: required where there is a certificate (default auto). */
  tls?: "auto" | "off" | "optional" | "required" | Expression;
  /** A file with the server's certificate for TLS, PEM; read again when it has changed (default empty). */
  certificate?: string | Expression;
  /** A file with the certificate's key; empty: the same file. */
  key?: string | Expression;
  /** The pointer's look over the output, as in CSS (default default). */
  cursor?: "none" | "default" | "context-menu" | "help" | "pointer" | "progress" | "wait" | "cell" | "crosshair" | "text" | "vertical-text" | "alias" | "copy" | "move" | "no-drop" | "not-allowed" | "grab" | "grabbing" | "e-resize" | "n-resize" | "ne-resize" | "nw-resize" | "s-resize" | "se-resize" | "sw-resize" | "w-resize" | "ew-resize" | "ns-resize" | "nesw-resize" | "nwse-resize" | "col-resize" | "row-resize" | "all-scroll" | "zoom-in" | "zoom-out" | Expression;
  /** The text that the output has put into viewers' clipboards; empty again when one of them copies (default empty). */
  clipboard?: string | Expression;
  /** Viewers' bells ring when it grows, ten times a second at most (0 to 1e+09; default 0). */
  bell?: number | Expression;
}

/** A window or a layer of a Wayland desktop, whose size and scale are the compositor's. */
export interface WaylandProperties extends WindowProperties {
  /** A window, or a layer of the desktop, or what a locked session shows; a window too where the compositor has no layers (default toplevel). */
  role?: "toplevel" | "overlay" | "lock" | Expression;
  /** What windows leave free for an overlay; -1: it leaves nothing free for others (points; -1 to 16384; default 0). */
  exclusiveZone?: number | Expression;
  /** When an overlay is given the keyboard (default none). */
  keyboard?: "none" | "onDemand" | "exclusive" | Expression;
  /** The monitor's name; focused: as the compositor likes; all: one picture over all monitors (default focused). */
  monitor?: string | Expression;
  /** Of a window (default scrim). */
  appId?: string | Expression;
  /** Of an overlay, for the compositor's rules (default scrim). */
  namespace?: string | Expression;
  /** Of a window, by its name in the icon theme; empty: the one that goes with appId (default empty). */
  icon?: string | Expression;
  /** The session is locked, of the role lock; it stays so when the daemon ends (default false). */
  locked?: boolean | Expression;
  /** The screen does not go dark while the output is seen (default false). */
  idleInhibit?: boolean | Expression;
  /** What is shown, for monitors that have a mode for it (default none). */
  contentType?: "none" | "photo" | "video" | "game" | Expression;
  /** Frames may tear, to be seen earlier (default false). */
  tearing?: boolean | Expression;
  /** From when it is set the compositor marks the window, or brings it to the front (default false). */
  demandsAttention?: boolean | Expression;
  /** Locked: it stays where it is, and its ways are told; confined: it stays in the output (default normal). */
  pointer?: "normal" | "locked" | "confined" | Expression;
  /** Of the whole output, which the compositor fades: nothing is painted for it (0 to 1; default 1). */
  opacity?: number | Expression;
}

/** Where behaviors act together. */
export interface WorldProperties extends OtherKeys {
  /** The layer whose coordinates, and bounds, count; not set: root (default none). */
  reference?: string | null | Expression;
  /** Stands still (default false). */
  paused?: boolean | Expression;
  /** How fast its time goes: 0.5 is slow motion, 0 as paused (0 to 100; default 1). */
  speed?: number | Expression;
  /** How it goes on, in numbers of its own; where it is set it goes on so (default none). */
  motion?: number[] | null | Expression;
}

/** A window or a dock of an X desktop; a window's size is the window manager's. */
export interface X11Properties extends WindowProperties {
  /** The X server; empty: the one that $DISPLAY names (default empty). */
  display?: string | Expression;
  /** A window, or a dock beyond the window manager's reach (default toplevel). */
  role?: "toplevel" | "overlay" | Expression;
  /** What windows leave free for an overlay, which the window manager knows then (points; 0 to 16384; default 0). */
  exclusiveZone?: number | Expression;
  /** Of a window: its class (default scrim). */
  appId?: string | Expression;
  /** The server's bell rings when it grows, ten times a second at most (0 to 1e+09; default 0). */
  bell?: number | Expression;
}

/** The properties of each kind. */
export interface Kinds {
  animation: AnimationProperties;
  animator: AnimatorProperties;
  attachment: AttachmentProperties;
  binding: BindingProperties;
  body: BodyProperties;
  buffer: BufferProperties;
  canvas: CanvasProperties;
  collision: CollisionProperties;
  constraint: ConstraintProperties;
  data: DataProperties;
  dormant: DormantProperties;
  drm: DrmProperties;
  each: EachProperties;
  emitter: EmitterProperties;
  emitterCell: EmitterCellProperties;
  field: FieldProperties;
  follow: FollowProperties;
  gradient: GradientProperties;
  gravity: GravityProperties;
  group: GroupProperties;
  image: ImageProperties;
  itemGroup: ItemGroupProperties;
  layer: LayerProperties;
  mirror: MirrorProperties;
  offscreen: OffscreenProperties;
  pipewire: PipewireProperties;
  push: PushProperties;
  reaction: ReactionProperties;
  replicator: ReplicatorProperties;
  scroll: ScrollProperties;
  settings: SettingsProperties;
  shape: ShapeProperties;
  snap: SnapProperties;
  spring: SpringProperties;
  stack: StackProperties;
  style: StyleProperties;
  text: TextProperties;
  theme: ThemeProperties;
  tiled: TiledProperties;
  timer: TimerProperties;
  transaction: TransactionProperties;
  transformLayer: TransformLayerProperties;
  transition: TransitionProperties;
  video: VideoProperties;
  vnc: VncProperties;
  wayland: WaylandProperties;
  world: WorldProperties;
  x11: X11Properties;
}

/** The properties of a kind; anything for one that a component or a plugin brings. */
export type PropertiesOf<K> = K extends keyof Kinds ? Kinds[K] : Record<string, Value | Expression>;

type Named<T> = { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };
type Any = { [K in keyof Kinds]: Named<Kinds[K]> }[keyof Kinds];
type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/** Properties of any kind. */
export type AnyProperties = { [K in KeyOf<Any>]?: ValueOf<Any, K> };

/** The verbs of the protocol. */
export interface Verbs {
  /** Identifies the server. */
  hello(): Promise<HelloReply>;
  /** Makes an object. */
  create<K extends keyof Kinds | (string & {})>(id: string, kind: K, properties?: PropertiesOf<K>): Promise<null>;
  /** Makes it, or sets the properties when it exists. */
  put<K extends keyof Kinds | (string & {})>(id: string, kind: K, properties?: PropertiesOf<K>): Promise<null>;
  /** Sets properties; an empty value restores the default. */
  set(id: string, properties: AnyProperties): Promise<SetReply | null>;
  /** Reads properties. */
  get(id: string, names?: (string)[], options?: { from?: "model" | "presentation" | "text" }): Promise<Record<string, unknown>>;
  /** Removes objects, a layer with everything below it. */
  remove(...ids: (string)[]): Promise<RemoveReply | null>;
  /** Removes everything but root, the outputs and daemon. */
  clear(): Promise<null>;
  /** Ids, in order. */
  list(selector?: string, options?: { kind?: string; parent?: string; style?: string }): Promise<string[]>;
  /** Nested ids, kinds and frames. */
  tree(id?: string, options?: { depth?: number }): Promise<TreeReply>;
  /** The lines that make this scene again; secrets only with full access. */
  dump(id?: string, options?: { secrets?: boolean }): Promise<string[]>;
  /** Verbs and kinds, a kind's properties, or verbs, events, errors, filters, decoders; schema: a JSON Schema of a component's parameters. */
  describe(topic?: string, options?: { format?: "schema" }): Promise<Record<string, unknown>>;
  /** Why a layer is or is not seen, and what it costs. */
  explain(id: string): Promise<ExplainReply>;
  /** Layers at a point, from the front to the back. */
  hit(point: string, options?: { output?: string; interactive?: boolean }): Promise<string[]>;
  /** A point or a rectangle of one layer in another's coordinates, as they are seen. */
  convert(place: string, options?: { from?: string; to?: string }): Promise<ConvertReply>;
  /** Bounds and length of a path, whether it holds a point, and the point at a length. */
  measure(path: string, options?: { contains?: string; rule?: "nonZero" | "evenOdd"; at?: number; tolerance?: number }): Promise<MeasureReply>;
  /** A property's value, and why it has it: the chain of causes, the nearest first. */
  why(property: string): Promise<Record<string, unknown>>;
  /** Opens a transaction. */
  begin(options?: { duration?: number | string; timing?: string; at?: number | string; wait?: "content"; name?: string; animator?: string }): Promise<null>;
  /** Makes the lines since begin happen in one frame, or none of them. */
  commit(): Promise<CommitReply>;
  /** Forgets the lines since begin or define. */
  abort(): Promise<null>;
  /** Sets properties and animates from the presentation value to the new one, or through keyframes. */
  animate(layer: string, properties: AnyProperties, options?: { property?: string; duration?: number | string; timing?: string; delay?: number | string; repeat?: number; autoreverses?: boolean; spring?: number[]; additive?: boolean; id?: string; values?: string; keyTimes?: string; timings?: string; calculationMode?: "linear" | "discrete" | "paced" | "cubic" | "cubicPaced" }): Promise<AnimateReply>;
  /** Appends an operation to a canvas, or inserts, replaces or removes one by its number. */
  draw(id: string, operation: string, parameters?: Record<string, Value>): Promise<null>;
  draw(id: string, operation: string, words: Value[], parameters?: Record<string, Value>): Promise<null>;
  /** Scrolls what is around a layer until it is seen, as little as needed. */
  scrollTo(layer: string, rectangles?: Rectangle, options?: { duration?: number | string; timing?: string; spring?: number[] }): Promise<null>;
  /** Makes a layer and all below it again; ids ID.x become AS.x. */
  copy(id: string, options: { as: string; parent?: string }): Promise<null>;
  /** Runs lines once for each item of a,b,c or 0..9. */
  repeat(lines: string, options: { in: string }): Promise<null>;
  /** Begins a component: its parameters with their defaults. */
  define(component: string, parameters?: Record<string, Value>): Promise<null>;
  /** Makes the lines since define a component. */
  end(): Promise<null>;
  /** Takes a component or a function away that nothing uses. */
  undefine(name: string): Promise<null>;
  /** Runs a file of components, functions, styles, themes and data once. */
  use(file: string): Promise<null>;
  /** Makes a function that expressions may call, or replaces it. */
  function(signature: string, expression: string): Promise<null>;
  /** Takes back this connection's newest transactions and lines. */
  undo(steps?: number): Promise<UndoReply>;
  /** Does again what undo took back. */
  redo(steps?: number): Promise<RedoReply>;
  /** Keeps the scene as it is, for diff. */
  checkpoint(name: string): Promise<null>;
  /** The lines that lead from a checkpoint to the scene as it is. */
  diff(name: string): Promise<string[]>;
  /** Asks for events; deadline=: how long a frame waits for sync layout; rate=: frames a second at most, of the journal pictures of buffers. */
  subscribe(events: (EventName)[], options?: { layer?: string | string[]; deadline?: string | string[]; rate?: string | string[]; from?: string | string[] }): Promise<null>;
  /** Asks for no more of them. */
  unsubscribe(...events: (EventName)[]): Promise<null>;
  /** Replies when everything before it has been presented; layout: a frame that waits need wait no longer. */
  sync(layout?: "layout", options?: { serial?: number }): Promise<SyncReply>;
  /** Holds this connection's further lines that long. */
  wait(seconds?: number | string, options?: { for?: string }): Promise<null>;
  /** How scene time goes on. */
  clock(mode: "realtime" | "manual"): Promise<ClockReply>;
  /** Advances the manual clock and renders. */
  tick(seconds?: number | string, options?: { frames?: number; to?: number }): Promise<TickReply>;
  /** Forgets all caches and damages every output in full. */
  repaint(): Promise<null>;
  /** Says that shared pixels changed. */
  damage(buffer: string, ...rectangles: (Rectangle)[]): Promise<null>;
  /** Injects input. */
  input(device: "pointer" | "touch" | "key" | "drop", state: Record<string, Value>): Promise<null>;
  /** Runs lines when an event fires. */
  on(layer: string, event: string, lines: string, options?: { name?: string; when?: string }): Promise<null>;
  /** Takes reactions away. */
  off(layer: string, event?: string): Promise<null>;
  /** Keeps properties equal to expressions; an empty one takes the binding off. */
  bind(id: string, expressions: Record<string, string>, options?: { scope?: string; isActive?: boolean }): Promise<null>;
  /** Runs lines again and again, in scene time. */
  every(seconds: number | string, lines: string, options?: { name?: string; align?: "scene" | "wall"; left?: number | string; isPaused?: boolean; scope?: string }): Promise<null>;
  /** Runs lines once, in scene time. */
  after(seconds: number | string, lines: string, options?: { name?: string; align?: "scene" | "wall"; left?: number | string; isPaused?: boolean; scope?: string }): Promise<null>;
  /** Says which layer keys go to: an id, next or previous in the order of Tab, or none. */
  focus(layer: string, options?: { ring?: boolean }): Promise<null>;
  /** Options of this connection; access is full, read or a layer's id; role=replica makes it what the scene comes from. */
  session(options?: { replies?: "all" | "errors" | "none"; lifetime?: "scene" | "client"; access?: string; name?: string; role?: "replica" | "primary"; of?: string; delay?: number | string; epoch?: number }): Promise<null>;
  /** Lists plugins; with full access, loads and unloads them. */
  plugin(action: "list" | "load" | "unload" | "reload", name?: string): Promise<unknown>;
  /** What the daemon did and holds. */
  stats(options?: { output?: string }): Promise<StatsReply>;
  /** Overlays. */
  debug(options?: { damage?: boolean; borders?: boolean; fps?: boolean }): Promise<null>;
  /** Writes the dump to a file. */
  save(options?: { path?: string; overwrite?: boolean; secrets?: boolean }): Promise<null>;
  /** Runs a file's lines, all or none; lenient: those that lack something become dormant. */
  load(options: { path: string; replace?: boolean; lenient?: boolean }): Promise<LoadReply | null>;
  /** Every frame, timed, to a file. */
  record(stop?: "stop", options?: { output?: string; path?: string; format?: "y4m" | "rgba" | "pdf"; fps?: number; seconds?: number; overwrite?: boolean; comment?: string }): Promise<RecordReply>;
  /** Ends the daemon in order. */
  quit(): Promise<null>;
  /** The SHA-256 of the scene as other machines share it, of one moment. */
  digest(): Promise<DigestReply>;
  /** A record of the primary's journal, its whole scene, or where its files stand, for a replica. */
  replay(lines: string | undefined, options: { epoch: number; seq: number; time: number; wall: number; client?: number; clock?: "realtime" | "manual"; state?: "record" | "scene" | "files"; path?: string; digest?: string }): Promise<null>;
}
