// Written by clients/generate from `describe`: `make clients`.

#![allow(clippy::wrong_self_convention, clippy::should_implement_trait)]

use crate::connection::Reply;
use crate::json::Json;
use crate::line::{absolute, Line, Pairs, Properties};

codes! {
    /// Quotes, escapes, keys, ids, missing words, NUL, UTF-8.
    Syntax "syntax"
    /// A verb that does not exist.
    UnknownVerb "unknown-verb"
    /// A kind that does not exist.
    UnknownKind "unknown-kind"
    /// An object that does not exist.
    UnknownObject "unknown-object"
    /// A property that the object's kind does not have.
    UnknownProperty "unknown-property"
    /// A variable that does not exist.
    UnknownVariable "unknown-variable"
    /// A value of the wrong form, or outside of its range.
    Value "value"
    /// The id is taken, or, for put, taken by another kind.
    Exists "exists"
    /// An object inside itself.
    Cycle "cycle"
    /// A bound of the settings.
    Limit "limit"
    /// Not allowed for this connection, or for any.
    Denied "denied"
    /// A file cannot be read or written.
    Io "io"
    /// A picture cannot be decoded.
    Decode "decode"
    /// A plugin hangs, crashes or takes too much while it is loaded.
    Plugin "plugin"
    /// This build or output cannot do it.
    Unsupported "unsupported"
    /// A transaction failed: its line, counted from 1 after begin, and why.
    Aborted "aborted"
    /// Not now: inside of a transaction, or too many clients.
    Busy "busy"
    /// The scene comes from a primary, which alone changes what is shared.
    Replica "replica"
    /// A record of another primary, or not the next one.
    Sequence "sequence"
    /// A fault of the daemon; please report it.
    Internal "internal"
}

events! {
    /// Before each frame; frames keep coming while it is subscribed to.
    Frame "frame" FrameEvent {
        output: String = "output",
        frame: f64 = "frame",
        time: f64 = "time",
        target: f64 = "target",
        interval: f64 = "interval",
    }
    /// The end of an animation; not finished: it was removed before.
    Animation "animation" AnimationEvent {
        id: String = "id",
        layer: Option<String> = "layer",
        finished: bool = "finished",
    }
    /// Pointers, fingers and tools of tablets on a layer, in its coordinates.
    Pointer "pointer" PointerEvent {
        output: String = "output",
        layer: Option<String> = "layer",
        /// enter or leave or move or down or up or scroll or cancel.
        phase: String = "phase",
        button: Option<String> = "button",
        touch: Option<f64> = "touch",
        dx: Option<f64> = "dx",
        dy: Option<f64> = "dy",
        tool: Option<String> = "tool",
        pressure: Option<f64> = "pressure",
        tilt_x: Option<f64> = "tiltX",
        tilt_y: Option<f64> = "tiltY",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// Down and up within 10 points.
    Tap "tap" TapEvent {
        layer: Option<String> = "layer",
        count: f64 = "count",
        touches: Option<f64> = "touches",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// A tap that no second one followed within 0.3 s: told then.
    SingleTap "singleTap" SingleTapEvent {
        layer: Option<String> = "layer",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// A drag, in the parent's coordinates; velocity in points a second.
    Pan "pan" PanEvent {
        layer: Option<String> = "layer",
        /// began or changed or ended or cancelled.
        state: String = "state",
        translation: [f64; 2] = "translation",
        velocity: [f64; 2] = "velocity",
        touches: Option<f64> = "touches",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// A drag of 30 points along one axis that ended with 300 points a second, in the parent's coordinates.
    Swipe "swipe" SwipeEvent {
        layer: Option<String> = "layer",
        /// left or right or up or down.
        direction: String = "direction",
        velocity: [f64; 2] = "velocity",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// 0.5 s down within 10 points.
    LongPress "longPress" LongPressEvent {
        layer: Option<String> = "layer",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// Two fingers' distance.
    Pinch "pinch" PinchEvent {
        layer: Option<String> = "layer",
        /// began or changed or ended or cancelled.
        state: String = "state",
        scale: f64 = "scale",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// Two fingers' angle, in radians.
    Rotate "rotate" RotateEvent {
        layer: Option<String> = "layer",
        /// began or changed or ended or cancelled.
        state: String = "state",
        angle: f64 = "angle",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// A wheel or touchpad.
    Scroll "scroll" ScrollEvent {
        layer: Option<String> = "layer",
        dx: f64 = "dx",
        dy: f64 = "dy",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// A key, for the layer that was pressed last; compose: the text that an input method composes.
    Key "key" KeyEvent {
        layer: Option<String> = "layer",
        key: String = "key",
        /// down or up or compose.
        state: String = "state",
        text: String = "text",
        modifiers: Vec<String> = "modifiers",
    }
    /// An output came, went or changed; each one on subscribing.
    Output "output" OutputEvent {
        output: String = "output",
        size: [f64; 2] = "size",
        scale: f64 = "scale",
        refresh: f64 = "refresh",
        /// active or hidden or absent or removed.
        state: String = "state",
        message: Option<String> = "message",
    }
    /// A picture was read, or could not be; a video has come to its end.
    Content "content" ContentEvent {
        id: String = "id",
        /// ready or failed or ended.
        state: String = "state",
        message: Option<String> = "message",
    }
    /// A new object, with its properties.
    Created "created" CreatedEvent {
        id: String = "id",
        ..properties
    }
    /// Properties of an object that changed.
    Changed "changed" ChangedEvent {
        id: String = "id",
        ..properties
    }
    /// An object that was removed.
    Removed "removed" RemovedEvent {
        id: String = "id",
    }
    /// Items of a behavior touch, or part.
    Collision "collision" CollisionEvent {
        behavior: String = "behavior",
        items: Vec<String> = "items",
        point: [f64; 2] = "point",
        /// began or ended.
        state: String = "state",
    }
    /// A plugin was loaded, unloaded, suspended or failed.
    Plugin "plugin" PluginEvent {
        plugin: String = "plugin",
        state: String = "state",
        message: Option<String> = "message",
    }
    /// A pending transaction took effect, or was dropped; all animations that a named one made are over.
    Transaction "transaction" TransactionEvent {
        name: String = "name",
        /// done or failed or completed.
        state: String = "state",
        message: Option<String> = "message",
    }
    /// A reaction failed, or reactions that set each other off were stopped.
    Reaction "reaction" ReactionEvent {
        id: Option<String> = "id",
        layer: Option<String> = "layer",
        event: String = "event",
        /// failed or stopped.
        state: String = "state",
        message: String = "message",
    }
    /// A binding has no value any more and keeps the last; told once, until it works again.
    Binding "binding" BindingEvent {
        id: String = "id",
        /// failed.
        state: String = "state",
        message: String = "message",
    }
    /// The lines of a timer failed, and took no effect.
    Timer "timer" TimerEvent {
        id: String = "id",
        /// failed.
        state: String = "state",
        message: String = "message",
    }
    /// A film waits for its pipe's reader, takes frames, or has ended; the message says what ended it.
    Film "film" FilmEvent {
        output: String = "output",
        /// waiting or recording or ended.
        state: String = "state",
        frames: f64 = "frames",
        message: Option<String> = "message",
    }
    /// Bounds that have changed, before the frame that shows them, which waits for sync layout; dropped: it waits no more.
    Layout "layout" LayoutEvent {
        id: Option<String> = "id",
        bounds: [f64; 4] = "bounds",
        serial: Option<f64> = "serial",
        /// dropped.
        state: Option<String> = "state",
    }
    /// A layer is carried to others, in its parent's coordinates; over: the one on which it would be dropped.
    Drag "drag" DragEvent {
        layer: Option<String> = "layer",
        /// began or changed or ended or cancelled.
        state: String = "state",
        translation: [f64; 2] = "translation",
        velocity: [f64; 2] = "velocity",
        over: Option<String> = "over",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// Another layer is carried over this one, and dropped on it, in this one's coordinates; or what another program drags, without an item.
    Drop "drop" DropEvent {
        layer: Option<String> = "layer",
        /// enter or move or leave or drop.
        state: String = "state",
        item: String = "item",
        r#type: Option<String> = "type",
        text: Option<String> = "text",
        x: f64 = "x",
        y: f64 = "y",
    }
    /// A tile of a tiled layer without files is seen, and there is no layer of its id yet; or is needed no more.
    Tile "tile" TileEvent {
        id: String = "id",
        tile: String = "tile",
        /// needed or released.
        state: String = "state",
        level: f64 = "level",
        x: f64 = "x",
        y: f64 = "y",
        frame: [f64; 4] = "frame",
        scale: f64 = "scale",
    }
    /// Something is wrong that would go unseen, as a disk without room for the state; or is over.
    Problem "problem" ProblemEvent {
        /// began or ended.
        state: String = "state",
        message: String = "message",
    }
    /// A dormant object was carried out: what its line lacked is there.
    Restored "restored" RestoredEvent {
        id: String = "id",
    }
    /// A reaction, a timer or a binding failed; file and line are those of its definition, as load or use named them.
    Failed "failed" FailedEvent {
        id: String = "id",
        line: Option<f64> = "line",
        file: Option<String> = "file",
        column: Option<f64> = "column",
        message: String = "message",
    }
    /// A step of an instance whose component has the parameter `step`: all animations that began with it have ended.
    Template "template" TemplateEvent {
        id: String = "id",
        step: f64 = "step",
        /// entered or left.
        state: String = "state",
    }
    /// A record of the journal, or a part of the whole scene, behind which more follow or not; dropped: the reader fell behind, and the scene comes again.
    Journal "journal" JournalEvent {
        epoch: Option<f64> = "epoch",
        seq: Option<f64> = "seq",
        time: Option<f64> = "time",
        wall: Option<f64> = "wall",
        client: Option<f64> = "client",
        lines: Vec<String> = "lines",
        /// manual.
        clock: Option<String> = "clock",
        /// scene or dropped.
        state: Option<String> = "state",
        more: bool = "more",
        digest: Option<String> = "digest",
    }
    /// A replica has come to a moment of which its primary told the whole scene: its digest then; a record came too late for its own time, and the scene may differ until the next moment; it differed from the primary's; a scene could not be used; it is none any more; skipped: lines that this version does not know.
    Replica "replica" ReplicaEvent {
        of: Option<String> = "of",
        epoch: Option<f64> = "epoch",
        seq: Option<f64> = "seq",
        /// moment or late or differs or failed or promoted.
        state: String = "state",
        digest: Option<String> = "digest",
        message: Option<String> = "message",
        skipped: f64 = "skipped",
    }
}

/// The verbs of the protocol. For a `Client` each gives its reply, for a `Batch` a `Pending`.
pub trait Verbs {
    /// What a verb gives.
    type Out<T: Reply>;

    /// Sends a line.
    fn run<T: Reply>(&mut self, line: Line) -> Self::Out<T>;

    /// Identifies the server.
    fn hello(&mut self) -> Self::Out<HelloReply> {
        self.run(Line::new("hello"))
    }

    /// Makes an object.
    fn create(&mut self, id: &str, properties: impl Properties) -> Self::Out<()> {
        self.run(Line::new("create").word(id).word(properties.kind()).parts(properties))
    }

    /// Makes it, or sets the properties when it exists.
    fn put(&mut self, id: &str, properties: impl Properties) -> Self::Out<()> {
        self.run(Line::new("put").word(id).word(properties.kind()).parts(properties))
    }

    /// Sets properties; an empty value restores the default.
    fn set(&mut self, id: &str, properties: impl Properties) -> Self::Out<()> {
        self.run(Line::new("set").word(id).parts(properties))
    }

    /// Reads properties.
    fn get(&mut self, id: &str, names: &[&str], options: GetOptions) -> Self::Out<Json> {
        self.run(Line::new("get").word(id).words(names).parts(options))
    }

    /// Removes objects, a layer with everything below it.
    fn remove(&mut self, ids: &[&str]) -> Self::Out<()> {
        self.run(Line::new("remove").words(ids))
    }

    /// Removes everything but root, the outputs and daemon.
    fn clear(&mut self) -> Self::Out<()> {
        self.run(Line::new("clear"))
    }

    /// Ids, in order.
    fn list(&mut self, options: ListOptions) -> Self::Out<Vec<String>> {
        self.run(Line::new("list").parts(options))
    }

    /// Nested ids, kinds and frames.
    fn tree(&mut self, options: TreeOptions) -> Self::Out<TreeReply> {
        self.run(Line::new("tree").parts(options))
    }

    /// The lines that make this scene again; secrets only with full access.
    fn dump(&mut self, options: DumpOptions) -> Self::Out<Vec<String>> {
        self.run(Line::new("dump").parts(options))
    }

    /// Verbs and kinds, a kind's properties, or verbs, events, errors, filters, decoders; schema: a JSON Schema of a component's parameters.
    fn describe(&mut self, options: DescribeOptions) -> Self::Out<Json> {
        self.run(Line::new("describe").parts(options))
    }

    /// Why a layer is or is not seen, and what it costs.
    fn explain(&mut self, id: &str) -> Self::Out<ExplainReply> {
        self.run(Line::new("explain").word(id))
    }

    /// Layers at a point, from the front to the back.
    fn hit(&mut self, point: &str, options: HitOptions) -> Self::Out<Vec<String>> {
        self.run(Line::new("hit").word(point).parts(options))
    }

    /// A point or a rectangle of one layer in another's coordinates, as they are seen.
    fn convert(&mut self, place: &str, options: ConvertOptions) -> Self::Out<ConvertReply> {
        self.run(Line::new("convert").word(place).parts(options))
    }

    /// Bounds and length of a path, whether it holds a point, and the point at a length.
    fn measure(&mut self, path: &str, options: MeasureOptions) -> Self::Out<MeasureReply> {
        self.run(Line::new("measure").word(path).parts(options))
    }

    /// A property's value, and why it has it: the chain of causes, the nearest first.
    fn why(&mut self, property: &str) -> Self::Out<Json> {
        self.run(Line::new("why").word(property))
    }

    /// Opens a transaction.
    fn begin(&mut self, options: BeginOptions) -> Self::Out<()> {
        self.run(Line::new("begin").parts(options))
    }

    /// Makes the lines since begin happen in one frame, or none of them.
    fn commit(&mut self) -> Self::Out<CommitReply> {
        self.run(Line::new("commit"))
    }

    /// Forgets the lines since begin or define.
    fn abort(&mut self) -> Self::Out<()> {
        self.run(Line::new("abort"))
    }

    /// Sets properties and animates from the presentation value to the new one, or through keyframes.
    fn animate(&mut self, layer: &str, properties: impl Properties, options: AnimateOptions) -> Self::Out<AnimateReply> {
        self.run(Line::new("animate").word(layer).parts(properties).parts(options))
    }

    /// Appends an operation to a canvas, or inserts, replaces or removes one by its number.
    fn draw(&mut self, id: &str, operation: &str, more: impl Pairs, options: DrawOptions) -> Self::Out<()> {
        self.run(Line::new("draw").word(id).word(operation).parts(more).parts(options))
    }

    /// Scrolls what is around a layer until it is seen, as little as needed.
    fn scroll_to(&mut self, layer: &str, options: ScrollToOptions) -> Self::Out<()> {
        self.run(Line::new("scrollTo").word(layer).parts(options))
    }

    /// Makes a layer and all below it again; ids ID.x become AS.x.
    fn copy(&mut self, id: &str, options: CopyOptions) -> Self::Out<()> {
        self.run(Line::new("copy").word(id).parts(options))
    }

    /// Runs lines once for each item of a,b,c or 0..9.
    fn repeat(&mut self, lines: &str, options: RepeatOptions) -> Self::Out<()> {
        self.run(Line::new("repeat").word(lines).parts(options))
    }

    /// Begins a component: its parameters with their defaults.
    fn define(&mut self, name: &str, more: impl Pairs) -> Self::Out<()> {
        self.run(Line::new("define").word(name).parts(more))
    }

    /// Makes the lines since define a component.
    fn end(&mut self) -> Self::Out<()> {
        self.run(Line::new("end"))
    }

    /// Takes a component or a function away that nothing uses.
    fn undefine(&mut self, name: &str) -> Self::Out<()> {
        self.run(Line::new("undefine").word(name))
    }

    /// Runs a file of components, functions, styles, themes and data once.
    fn r#use(&mut self, file: &str) -> Self::Out<()> {
        self.run(Line::new("use").word(absolute(file)))
    }

    /// Makes a function that expressions may call, or replaces it.
    fn function(&mut self, signature: &str, expression: &str) -> Self::Out<()> {
        self.run(Line::new("function").computed(signature, expression))
    }

    /// Takes back this connection's newest transactions and lines.
    fn undo(&mut self, steps: Option<i64>) -> Self::Out<UndoReply> {
        self.run(Line::new("undo").optional(steps))
    }

    /// Does again what undo took back.
    fn redo(&mut self, steps: Option<i64>) -> Self::Out<RedoReply> {
        self.run(Line::new("redo").optional(steps))
    }

    /// Keeps the scene as it is, for diff.
    fn checkpoint(&mut self, name: &str) -> Self::Out<()> {
        self.run(Line::new("checkpoint").word(name))
    }

    /// The lines that lead from a checkpoint to the scene as it is.
    fn diff(&mut self, name: &str) -> Self::Out<Vec<String>> {
        self.run(Line::new("diff").word(name))
    }

    /// Asks for events; deadline=: how long a frame waits for sync layout; rate=: frames a second at most, of the journal pictures of buffers.
    fn subscribe(&mut self, events: &[&str], options: SubscribeOptions) -> Self::Out<()> {
        self.run(Line::new("subscribe").words(events).parts(options))
    }

    /// Asks for no more of them.
    fn unsubscribe(&mut self, events: &[&str]) -> Self::Out<()> {
        self.run(Line::new("unsubscribe").words(events))
    }

    /// Replies when everything before it has been presented; layout: a frame that waits need wait no longer.
    fn sync(&mut self, options: SyncOptions) -> Self::Out<SyncReply> {
        self.run(Line::new("sync").parts(options))
    }

    /// Holds this connection's further lines that long.
    fn wait(&mut self, options: WaitOptions) -> Self::Out<()> {
        self.run(Line::new("wait").parts(options))
    }

    /// How scene time goes on.
    fn clock(&mut self, mode: &str) -> Self::Out<ClockReply> {
        self.run(Line::new("clock").word(mode))
    }

    /// Advances the manual clock and renders.
    fn tick(&mut self, options: TickOptions) -> Self::Out<TickReply> {
        self.run(Line::new("tick").parts(options))
    }

    /// Forgets all caches and damages every output in full.
    fn repaint(&mut self) -> Self::Out<()> {
        self.run(Line::new("repaint"))
    }

    /// Says that shared pixels changed.
    fn damage(&mut self, buffer: &str, rectangles: &[[f64; 4]]) -> Self::Out<()> {
        self.run(Line::new("damage").word(buffer).words(rectangles))
    }

    /// Injects input.
    fn input(&mut self, device: &str, more: impl Pairs) -> Self::Out<()> {
        self.run(Line::new("input").word(device).parts(more))
    }

    /// Runs lines when an event fires.
    fn on(&mut self, layer: &str, event: &str, when: Option<&str>, lines: &str, options: OnOptions) -> Self::Out<()> {
        self.run(Line::new("on").word(layer).word(event).parts(options).lines(when, lines))
    }

    /// Takes reactions away.
    fn off(&mut self, layer: &str, event: Option<&str>) -> Self::Out<()> {
        self.run(Line::new("off").word(layer).optional(event))
    }

    /// Keeps properties equal to expressions; an empty one takes the binding off.
    fn bind(&mut self, id: &str, expressions: &[(&str, &str)], options: BindOptions) -> Self::Out<()> {
        self.run(expressions.iter().fold(Line::new("bind").word(id), |line, (key, expression)| line.computed(key, expression)).parts(options))
    }

    /// Runs lines again and again, in scene time.
    fn every(&mut self, seconds: f64, lines: &str, options: EveryOptions) -> Self::Out<()> {
        self.run(Line::new("every").word(seconds).word(lines).parts(options))
    }

    /// Runs lines once, in scene time.
    fn after(&mut self, seconds: f64, lines: &str, options: AfterOptions) -> Self::Out<()> {
        self.run(Line::new("after").word(seconds).word(lines).parts(options))
    }

    /// Says which layer keys go to: an id, next or previous in the order of Tab, or none.
    fn focus(&mut self, layer: &str, options: FocusOptions) -> Self::Out<()> {
        self.run(Line::new("focus").word(layer).parts(options))
    }

    /// Options of this connection; access is full, read or a layer's id; role=replica makes it what the scene comes from.
    fn session(&mut self, options: SessionOptions) -> Self::Out<()> {
        self.run(Line::new("session").parts(options))
    }

    /// Lists plugins; with full access, loads and unloads them.
    fn plugin(&mut self, action: &str, name: Option<&str>) -> Self::Out<Json> {
        self.run(Line::new("plugin").word(action).optional(name))
    }

    /// What the daemon did and holds.
    fn stats(&mut self, options: StatsOptions) -> Self::Out<StatsReply> {
        self.run(Line::new("stats").parts(options))
    }

    /// Overlays.
    fn debug(&mut self, options: DebugOptions) -> Self::Out<()> {
        self.run(Line::new("debug").parts(options))
    }

    /// Writes the dump to a file.
    fn save(&mut self, options: SaveOptions) -> Self::Out<()> {
        self.run(Line::new("save").parts(options))
    }

    /// Runs a file's lines, all or none; lenient: those that lack something become dormant.
    fn load(&mut self, options: LoadOptions) -> Self::Out<()> {
        self.run(Line::new("load").parts(options))
    }

    /// Every frame, timed, to a file.
    fn record(&mut self, options: RecordOptions) -> Self::Out<RecordReply> {
        self.run(Line::new("record").parts(options))
    }

    /// Ends the daemon in order.
    fn quit(&mut self) -> Self::Out<()> {
        self.run(Line::new("quit"))
    }

    /// The SHA-256 of the scene as other machines share it, of one moment.
    fn digest(&mut self) -> Self::Out<DigestReply> {
        self.run(Line::new("digest"))
    }

    /// A record of the primary's journal, its whole scene, or where its files stand, for a replica.
    fn replay(&mut self, options: ReplayOptions) -> Self::Out<()> {
        self.run(Line::new("replay").parts(options))
    }
}

record! {
    /// What `hello` answers.
    HelloReply {
        server: String = "server",
        version: String = "version",
        protocol: f64 = "protocol",
        kinds: Vec<String> = "kinds",
        plugins: Vec<String> = "plugins",
        dormant: Option<f64> = "dormant",
        problems: Vec<String> = "problems",
    }
}

options! {
    /// Further words of `get`; none of them has to be given.
    GetOptions get [] {
        /// One of model, presentation, text.
        from: &str = "from";
    }
}

options! {
    /// Further words of `list`; none of them has to be given.
    ListOptions list [selector: &str] {
        kind: &str = "kind";
        parent: &str = "parent";
        style: &str = "style";
    }
}

record! {
    /// What `tree` answers.
    TreeReply {
        id: String = "id",
        kind: String = "kind",
        frame: [f64; 4] = "frame",
        role: Option<String> = "role",
        label: Option<String> = "label",
        value: Option<String> = "value",
        sublayers: Vec<TreeReply> = "sublayers",
    }
}

options! {
    /// Further words of `tree`; none of them has to be given.
    TreeOptions tree [id: &str] {
        depth: i64 = "depth";
    }
}

options! {
    /// Further words of `dump`; none of them has to be given.
    DumpOptions dump [id: &str] {
        secrets: bool = "secrets";
    }
}

options! {
    /// Further words of `describe`; none of them has to be given.
    DescribeOptions describe [topic: &str] {
        /// One of schema.
        format: &str = "format";
    }
}

record! {
    /// What `explain` answers.
    ExplainReply {
        id: String = "id",
        visible: bool = "visible",
        reason: String = "reason",
        by: Vec<String> = "by",
        message: Option<String> = "message",
        extent: [f64; 4] = "extent",
        visible_pixels: f64 = "visiblePixels",
        cost: Json = "cost",
        constraints: Vec<String> = "constraints",
        unsatisfied: Vec<String> = "unsatisfied",
    }
}

options! {
    /// Further words of `hit`; none of them has to be given.
    HitOptions hit [] {
        output: &str = "output";
        interactive: bool = "interactive";
    }
}

record! {
    /// What `convert` answers.
    ConvertReply {
        point: [f64; 2] = "point",
        rect: [f64; 4] = "rect",
    }
}

options! {
    /// Further words of `convert`; none of them has to be given.
    ConvertOptions convert [] {
        from: &str = "from";
        to: &str = "to";
    }
}

record! {
    /// What `measure` answers.
    MeasureReply {
        bounds: [f64; 4] = "bounds",
        length: f64 = "length",
        is_closed: bool = "isClosed",
        contains: bool = "contains",
        point: [f64; 2] = "point",
        angle: Option<f64> = "angle",
        path: String = "path",
    }
}

options! {
    /// Further words of `measure`; none of them has to be given.
    MeasureOptions measure [] {
        contains: &str = "contains";
        /// One of nonZero, evenOdd.
        rule: &str = "rule";
        at: f64 = "at";
        tolerance: f64 = "tolerance";
    }
}

options! {
    /// Further words of `begin`; none of them has to be given.
    BeginOptions begin [] {
        duration: f64 = "duration";
        timing: &str = "timing";
        at: f64 = "at";
        /// One of content.
        wait: &str = "wait";
        name: &str = "name";
        animator: &str = "animator";
    }
}

record! {
    /// What `commit` answers.
    CommitReply {
        commands: f64 = "commands",
        frame: Option<f64> = "frame",
    }
}

record! {
    /// What `animate` answers.
    AnimateReply {
        animations: Vec<String> = "animations",
        count: Option<f64> = "count",
    }
}

options! {
    /// Further words of `animate`; none of them has to be given.
    AnimateOptions animate [property: &str] {
        duration: f64 = "duration";
        timing: &str = "timing";
        delay: f64 = "delay";
        repeat: f64 = "repeat";
        autoreverses: bool = "autoreverses";
        spring: &[f64] = "spring";
        additive: bool = "additive";
        id: &str = "id";
        values: &str = "values";
        key_times: &str = "keyTimes";
        timings: &str = "timings";
        /// One of linear, discrete, paced, cubic, cubicPaced.
        calculation_mode: &str = "calculationMode";
    }
}

options! {
    /// Further words of `draw`; none of them has to be given.
    DrawOptions draw [] {
        insert: i64 = "insert";
        replace: i64 = "replace";
        remove: i64 = "remove";
    }
}

options! {
    /// Further words of `scrollTo`; none of them has to be given.
    ScrollToOptions scroll_to [rectangles: &str] {
        duration: f64 = "duration";
        timing: &str = "timing";
        spring: &[f64] = "spring";
    }
}

options! {
    /// Further words of `copy`.
    CopyOptions copy [] {
        r#as: &str = "as";
        parent: &str = "parent";
    }
}

options! {
    /// Further words of `repeat`.
    RepeatOptions repeat [] {
        r#in: &str = "in";
    }
}

record! {
    /// What `undo` answers.
    UndoReply {
        count: f64 = "count",
    }
}

record! {
    /// What `redo` answers.
    RedoReply {
        count: f64 = "count",
    }
}

options! {
    /// Further words of `subscribe`; none of them has to be given.
    SubscribeOptions subscribe [] {
        layer: &str = "layer";
        deadline: f64 = "deadline";
        rate: f64 = "rate";
        from: &str = "from";
    }
}

record! {
    /// What `sync` answers.
    SyncReply {
        frame: f64 = "frame",
        time: f64 = "time",
    }
}

options! {
    /// Further words of `sync`; none of them has to be given.
    SyncOptions sync [layout: &str] {
        serial: i64 = "serial";
    }
}

options! {
    /// Further words of `wait`; none of them has to be given.
    WaitOptions wait [seconds: f64] {
        r#for: &str = "for";
    }
}

record! {
    /// What `clock` answers.
    ClockReply {
        time: f64 = "time",
    }
}

record! {
    /// What `tick` answers.
    TickReply {
        frame: f64 = "frame",
        time: f64 = "time",
        damage: Vec<[f64; 4]> = "damage",
        pixels: f64 = "pixels",
    }
}

options! {
    /// Further words of `tick`; none of them has to be given.
    TickOptions tick [seconds: f64] {
        frames: i64 = "frames";
        to: f64 = "to";
    }
}

options! {
    /// Further words of `snapshot`; none of them has to be given.
    SnapshotOptions snapshot [] {
        output: &str = "output";
        layer: &str = "layer";
        rect: [f64; 4] = "rect";
        scale: f64 = "scale";
        /// One of png, ppm, rgba, pdf, svg.
        format: &str = "format";
        path: &str = "path" => absolute;
        overwrite: bool = "overwrite";
    }
}

options! {
    /// Further words of `on`; none of them has to be given.
    OnOptions on [] {
        name: &str = "name";
    }
}

options! {
    /// Further words of `bind`; none of them has to be given.
    BindOptions bind [] {
        scope: &str = "scope";
        is_active: bool = "isActive";
    }
}

options! {
    /// Further words of `every`; none of them has to be given.
    EveryOptions every [] {
        name: &str = "name";
        /// One of scene, wall.
        align: &str = "align";
        left: f64 = "left";
        is_paused: bool = "isPaused";
        scope: &str = "scope";
    }
}

options! {
    /// Further words of `after`; none of them has to be given.
    AfterOptions after [] {
        name: &str = "name";
        /// One of scene, wall.
        align: &str = "align";
        left: f64 = "left";
        is_paused: bool = "isPaused";
        scope: &str = "scope";
    }
}

options! {
    /// Further words of `focus`; none of them has to be given.
    FocusOptions focus [] {
        ring: bool = "ring";
    }
}

options! {
    /// Further words of `session`; none of them has to be given.
    SessionOptions session [] {
        /// One of all, errors, none.
        replies: &str = "replies";
        /// One of scene, client.
        lifetime: &str = "lifetime";
        access: &str = "access";
        name: &str = "name";
        /// One of replica, primary.
        role: &str = "role";
        of: &str = "of";
        delay: f64 = "delay";
        epoch: f64 = "epoch";
    }
}

record! {
    /// What `stats` answers.
    StatsReply {
        frames: f64 = "frames",
        missed_deadlines: f64 = "missedDeadlines",
        missed_frames: f64 = "missedFrames",
        presented: Json = "presented",
        slow_frame: Json = "slowFrame",
        frame_time: Json = "frameTime",
        lateness: Json = "lateness",
        damaged_pixels: f64 = "damagedPixels",
        composited_pixels: f64 = "compositedPixels",
        layers: f64 = "layers",
        objects: f64 = "objects",
        group_buffers: f64 = "groupBuffers",
        cache_bytes: f64 = "cacheBytes",
        images: f64 = "images",
        image_bytes: f64 = "imageBytes",
        kept_planes: f64 = "keptPlanes",
        simulation_skipped: f64 = "simulationSkipped",
        reduced_layers: f64 = "reducedLayers",
        clients: f64 = "clients",
        lines: f64 = "lines",
        bytes_in: f64 = "bytesIn",
        bytes_out: f64 = "bytesOut",
        events_dropped: f64 = "eventsDropped",
        plugins: Json = "plugins",
        state: Json = "state",
    }
}

options! {
    /// Further words of `stats`; none of them has to be given.
    StatsOptions stats [] {
        output: &str = "output";
    }
}

options! {
    /// Further words of `debug`; none of them has to be given.
    DebugOptions debug [] {
        damage: bool = "damage";
        borders: bool = "borders";
        fps: bool = "fps";
    }
}

options! {
    /// Further words of `save`; none of them has to be given.
    SaveOptions save [] {
        path: &str = "path" => absolute;
        overwrite: bool = "overwrite";
        secrets: bool = "secrets";
    }
}

options! {
    /// Further words of `load`.
    LoadOptions load [] {
        path: &str = "path" => absolute;
        replace: bool = "replace";
        lenient: bool = "lenient";
    }
}

record! {
    /// What `record` answers.
    RecordReply {
        frames: f64 = "frames",
    }
}

options! {
    /// Further words of `record`; none of them has to be given.
    RecordOptions record [stop: &str] {
        output: &str = "output";
        path: &str = "path" => absolute;
        /// One of y4m, rgba, pdf.
        format: &str = "format";
        fps: f64 = "fps";
        seconds: f64 = "seconds";
        overwrite: bool = "overwrite";
        comment: &str = "comment";
    }
}

record! {
    /// What `digest` answers.
    DigestReply {
        epoch: f64 = "epoch",
        seq: f64 = "seq",
        time: f64 = "time",
        sha256: String = "sha256",
    }
}

options! {
    /// Further words of `replay`.
    ReplayOptions replay [lines: &str] {
        epoch: f64 = "epoch";
        seq: f64 = "seq";
        time: f64 = "time";
        wall: f64 = "wall";
        client: f64 = "client";
        /// One of realtime, manual.
        clock: &str = "clock";
        /// One of record, scene, files.
        state: &str = "state";
        path: &str = "path" => absolute;
        digest: &str = "digest";
    }
}

base! {
    /// Sets properties: what layers and styles have in common.
    AppearanceSetters {
        /// Where the anchor point is, in the parent's coordinates; y grows downward (points; default \[0, 0\]; animates).
        position: [f64; 2] = "position";
        position_x: f64 = "position.x";
        position_y: f64 = "position.y";
        /// The layer's own rectangle; its origin scrolls what is inside; a width or height auto is that of what it holds (points; default \[0, 0, 0, 0\]; animates).
        bounds: [f64; 4] = "bounds";
        bounds_origin: [f64; 2] = "bounds.origin";
        bounds_origin_x: f64 = "bounds.origin.x";
        bounds_origin_y: f64 = "bounds.origin.y";
        bounds_size: [f64; 2] = "bounds.size";
        bounds_size_width: f64 = "bounds.size.width";
        bounds_size_height: f64 = "bounds.size.height";
        /// The centre of transform and sublayerTransform, in the unit square of bounds (default \[0.5, 0.5\]; animates).
        anchor_point: [f64; 2] = "anchorPoint";
        anchor_point_x: f64 = "anchorPoint.x";
        anchor_point_y: f64 = "anchorPoint.y";
        /// Siblings are drawn by zPosition, then in their order (points; default 0; animates).
        z_position: f64 = "zPosition";
        /// Depth of the anchor point (points; default 0; animates).
        anchor_point_z: f64 = "anchorPointZ";
        /// Applied about the anchor point; may be three-dimensional (default \[1, 0, 0, 1, 0, 0\]; animates).
        transform: &str = "transform";
        transform_rotation_x: f64 = "transform.rotation.x";
        transform_rotation_y: f64 = "transform.rotation.y";
        transform_rotation_z: f64 = "transform.rotation.z";
        transform_scale: f64 = "transform.scale";
        transform_scale_x: f64 = "transform.scale.x";
        transform_scale_y: f64 = "transform.scale.y";
        transform_translation_x: f64 = "transform.translation.x";
        transform_translation_y: f64 = "transform.translation.y";
        transform_translation_z: f64 = "transform.translation.z";
        /// Applied to the sublayers about the anchor point; carries perspective() (default \[1, 0, 0, 1, 0, 0\]; animates).
        sublayer_transform: &str = "sublayerTransform";
        sublayer_transform_rotation_x: f64 = "sublayerTransform.rotation.x";
        sublayer_transform_rotation_y: f64 = "sublayerTransform.rotation.y";
        sublayer_transform_rotation_z: f64 = "sublayerTransform.rotation.z";
        sublayer_transform_scale: f64 = "sublayerTransform.scale";
        sublayer_transform_scale_x: f64 = "sublayerTransform.scale.x";
        sublayer_transform_scale_y: f64 = "sublayerTransform.scale.y";
        sublayer_transform_translation_x: f64 = "sublayerTransform.translation.x";
        sublayer_transform_translation_y: f64 = "sublayerTransform.translation.y";
        sublayer_transform_translation_z: f64 = "sublayerTransform.translation.z";
        /// False: not drawn when turned away (default true).
        is_double_sided: bool = "isDoubleSided";
        /// Of the layer and all below it (0 to 1; default 1; animates).
        opacity: f64 = "opacity";
        /// False: opacity multiplies into each sublayer by itself (default true).
        allows_group_opacity: bool = "allowsGroupOpacity";
        /// True: not drawn and not hit, with all below it (default false; animates).
        is_hidden: bool = "isHidden";
        /// Fills the rounded bounds (default none; animates).
        background_color: &str = "backgroundColor";
        /// Drawn clamped to half the shorter side; reads back as set (points; at least 0; default 0; animates).
        corner_radius: f64 = "cornerRadius";
        /// The corners that cornerRadius rounds (default \["topLeft", "topRight", "bottomLeft", "bottomRight"\]). One of topLeft, topRight, bottomLeft, bottomRight.
        masked_corners: &[&str] = "maskedCorners";
        /// Circular arcs, or the iOS curve that reaches 1.528665 radii along each side (default circular). One of circular, continuous.
        corner_curve: &str = "cornerCurve";
        /// Clips contents and sublayers to the rounded bounds (default false).
        masks_to_bounds: bool = "masksToBounds";
        /// Inside the bounds, above contents and sublayers (points; at least 0; default 0; animates).
        border_width: f64 = "borderWidth";
        /// Of the border (default #000000ff; animates).
        border_color: &str = "borderColor";
        /// 0: no shadow (0 to 1; default 0; animates).
        shadow_opacity: f64 = "shadowOpacity";
        /// The standard deviation of the shadow's Gaussian (points; at least 0; default 3; animates).
        shadow_radius: f64 = "shadowRadius";
        /// Negative heights are upward (points; default \[0, -3\]; animates).
        shadow_offset: [f64; 2] = "shadowOffset";
        shadow_offset_width: f64 = "shadowOffset.width";
        shadow_offset_height: f64 = "shadowOffset.height";
        /// Multiplied by shadowOpacity (default #000000ff; animates).
        shadow_color: &str = "shadowColor";
        /// What casts the shadow, filled non-zero; none: the alpha of the whole picture (default none; animates).
        shadow_path: &str = "shadowPath";
        /// A detached layer in this layer's coordinates; its alpha multiplies the whole result (default none).
        mask: &str = "mask";
        /// An image, a buffer, or a file (default none).
        contents: &str = "contents";
        /// The part of the contents that is shown, in unit coordinates (default \[0, 0, 1, 1\]; animates).
        contents_rect: [f64; 4] = "contentsRect";
        contents_rect_origin: [f64; 2] = "contentsRect.origin";
        contents_rect_origin_x: f64 = "contentsRect.origin.x";
        contents_rect_origin_y: f64 = "contentsRect.origin.y";
        contents_rect_size: [f64; 2] = "contentsRect.size";
        contents_rect_size_width: f64 = "contentsRect.size.width";
        contents_rect_size_height: f64 = "contentsRect.size.height";
        /// Nine-slice: the part of contentsRect that stretches, in unit coordinates (default \[0, 0, 1, 1\]; animates).
        contents_center: [f64; 4] = "contentsCenter";
        contents_center_origin: [f64; 2] = "contentsCenter.origin";
        contents_center_origin_x: f64 = "contentsCenter.origin.x";
        contents_center_origin_y: f64 = "contentsCenter.origin.y";
        contents_center_size: [f64; 2] = "contentsCenter.size";
        contents_center_size_width: f64 = "contentsCenter.size.width";
        contents_center_size_height: f64 = "contentsCenter.size.height";
        /// How contents fill the bounds; top is the upper edge as seen (default resize). One of center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight, resize, resizeAspect, resizeAspectFill.
        contents_gravity: &str = "contentsGravity";
        /// Pixels of the contents per point (at least 0; default 1; animates).
        contents_scale: f64 = "contentsScale";
        /// Sampling when contents grow (default linear). One of linear, nearest, trilinear.
        magnification_filter: &str = "magnificationFilter";
        /// Sampling when contents shrink; trilinear takes mipmaps (default linear). One of linear, nearest, trilinear.
        minification_filter: &str = "minificationFilter";
        /// Added to the mipmap level (default 0).
        minification_filter_bias: f64 = "minificationFilterBias";
        /// Flattens the subtree to a cached bitmap before opacity and transform (default false).
        should_rasterize: bool = "shouldRasterize";
        /// Pixels per point of that bitmap (at least 0; default 1).
        rasterization_scale: f64 = "rasterizationScale";
        /// How the picture goes onto what is behind it: blend modes and Porter-Duff operators (default normal). One of normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion, hue, saturation, color, luminosity, plusLighter, plusDarker, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor.
        compositing_filter: &str = "compositingFilter";
        /// CSS filter functions on the layer's picture (default none; animates).
        filters: &str = "filters";
        /// CSS filter functions on what lies behind the bounds (default none; animates).
        background_filters: &str = "backgroundFilters";
        /// True: blend modes and background filters below see nothing that lies behind the layer (default false).
        isolated: bool = "isolated";
        /// Turns the sublayers' y axis upward (default false).
        is_geometry_flipped: bool = "isGeometryFlipped";
        /// Takes tap, pan, pointer and key events (default false).
        is_interactive: bool = "isInteractive";
        /// For people (default empty).
        name: &str = "name";
        /// How fast the time of the layer's animations and of all below it goes; 0 stands still (default 1).
        speed: f64 = "speed";
        /// Added to the layer's time (seconds; default 0).
        time_offset: f64 = "timeOffset";
        /// The parent's time at which the layer's time is timeOffset (seconds; default 0).
        begin_time: f64 = "beginTime";
        /// In a stack: its share of the room that is left (0 to 1e+06; default 0).
        layout_grow: f64 = "layout.grow";
        /// In a stack: its length along the axis, in place of its own (points; 0 to 1e+09; default none).
        layout_basis: f64 = "layout.basis";
        /// In a stack without room for all: its share of what is missing, times its length; 0 keeps its length; not set, 1 for texts, for stacks of them and for each, else 0 (0 to 1e+06; default none).
        layout_shrink: f64 = "layout.shrink";
        /// In a stack: the least length along the axis (points; 0 to 1e+09; default none).
        layout_minimum: f64 = "layout.minimum";
        /// In a stack: the greatest length along the axis (points; 0 to 1e+09; default none).
        layout_maximum: f64 = "layout.maximum";
        /// In a stack: the space behind it, in place of the stack's spacing (points; -1e+06 to 1e+06; default none).
        layout_spacing: f64 = "layout.spacing";
        /// In a stack: its own alignment across the axis; auto: the stack's (default auto). One of auto, fill, leading, center, trailing, firstBaseline, lastBaseline.
        layout_alignment: &str = "layout.alignment";
        /// With constraints: the priority of being no larger than what it holds, across and down, or for both (1 to 1000; default \[250\]).
        layout_hugging: &[f64] = "layout.hugging";
        /// With constraints: the priority of being no smaller than what it holds, across and down, or for both (1 to 1000; default \[750\]).
        layout_compression_resistance: &[f64] = "layout.compressionResistance";
        /// With constraints: where leftMargin and the like are, within its edges: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default \[0\]).
        layout_margins: &[f64] = "layout.margins";
        /// With constraints: where leading and trailing are for its sublayers (default leftToRight). One of leftToRight, rightToLeft.
        layout_direction: &str = "layout.direction";
        /// What of its edges constraints and stacks leave out, such as a badge or a glow: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default \[0\]).
        layout_alignment_insets: &[f64] = "layout.alignmentInsets";
        /// Its place in the order of Tab: from 1 on by number, then those of 0 in the order of the tree; -1 is none (-1 to 1e+06; default 0).
        focus_index: i64 = "focusIndex";
        /// The parts of its frame that give way when the size of the parent's bounds changes: margins and sides (default \[\]). One of left, width, right, top, height, bottom.
        autoresizing_mask: &[&str] = "autoresizingMask";
        /// The size of the parent's bounds for which its frame is; not set, the one that they have (points; at least 0; default none).
        autoresizing_size: [f64; 2] = "autoresizingSize";
        autoresizing_size_width: f64 = "autoresizingSize.width";
        autoresizing_size_height: f64 = "autoresizingSize.height";
        /// Edges of the bounds that are smoothed where they lie between pixels; of others, whole pixels (default \["left", "right", "bottom", "top"\]). One of left, right, bottom, top.
        edge_antialiasing_mask: &[&str] = "edgeAntialiasingMask";
        /// Whose variables count for the layer and all below it (default none). One of theme.
        theme: &str = "theme";
        /// False: it and all below it are not hit and have the styles of the state disabled (default true).
        is_enabled: bool = "isEnabled";
        /// It has the styles of the state selected (default false).
        is_selected: bool = "isSelected";
        /// Its name, for those who do not see it: tree tells it (default empty).
        accessibility_label: &str = "accessibilityLabel";
        /// Its part in an interface, as ARIA names it: button, switch, slider (default empty).
        accessibility_role: &str = "accessibilityRole";
        /// Its value, as it would be read out (default empty).
        accessibility_value: &str = "accessibilityValue";
        /// Of a stack, a list or another container: how what its layout moves goes there from where it is seen, in the words duration timing delay spring of animate; empty: at once (default empty).
        layout_transition: &str = "layout.transition";
        /// How it goes on moving, in numbers of the behavior that moves it; where it is set it moves so (default none).
        motion: &[f64] = "motion";
        /// Where the anchor point of all layers below it is by default: topLeft lets what hugs grow to the right and down; auto: as above it (default auto). One of auto, center, topLeft.
        layout_origin: &str = "layout.origin";
        /// While a drag carries it, it is painted above everything in its output, and not cut; false puts it back at once (default false).
        layout_lift: bool = "layout.lift";
        /// How far inside of its edges it is hit, and below 0 how far outside: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default \[0\]).
        hit_insets: &[f64] = "hitInsets";
        /// The least width and height of the area in which a finger hits it, as far as nothing else is there (points; 0 to 1e+06; default 0).
        touch_size: f64 = "touchSize";
    }
}

base! {
    /// Sets properties: a rectangle that holds layers.
    LayerSetters {
        /// The layer above; none: detached, as masks are (default root).
        parent: &str = "parent";
        /// The place among the siblings, from 0.
        index: i64 = "index";
        /// A sibling in front of which it goes.
        above: &str = "above";
        /// A sibling behind which it goes.
        below: &str = "below";
        /// The bounding box of the transformed bounds; setting it solves position and the size of bounds; with a side auto the corner stays (points).
        frame: [f64; 4] = "frame";
        frame_origin: [f64; 2] = "frame.origin";
        frame_origin_x: f64 = "frame.origin.x";
        frame_origin_y: f64 = "frame.origin.y";
        frame_size: [f64; 2] = "frame.size";
        frame_size_width: f64 = "frame.size.width";
        frame_size_height: f64 = "frame.size.height";
        /// Styles whose properties it takes where none is set; later ones are stronger (default \[\]). One of style.
        style: &[&str] = "style";
    }
}

base! {
    /// Sets properties: how layers arrange their sublayers.
    ArrangementSetters {
        /// A row, or a column (default horizontal). One of horizontal, vertical.
        axis: &str = "axis";
        /// Between two neighbours; with equalSpacing and equalCentering, at least (points; -1e+06 to 1e+06; default 0).
        spacing: f64 = "spacing";
        /// Across the axis; leading is left or top, baselines are those of texts in a row (default fill). One of fill, leading, center, trailing, firstBaseline, lastBaseline.
        alignment: &str = "alignment";
        /// Those that have no room go on in a new row or column (default false).
        is_wrapped: bool = "isWrapped";
        /// Between these rows or columns (points; -1e+06 to 1e+06; default 0).
        line_spacing: f64 = "lineSpacing";
        /// Where a row begins, and which side is leading in a column (default leftToRight). One of leftToRight, rightToLeft.
        direction: &str = "direction";
    }
}

base! {
    /// Sets properties: when animations begin, how often they run, and how fast.
    TimingSetters {
        /// How long after beginTime it begins (seconds; default 0).
        delay: f64 = "delay";
        /// How fast it goes; below 0 backward (default 1).
        speed: f64 = "speed";
        /// How far into a run it begins; what is left out at the front comes at the end (seconds; default 0).
        time_offset: f64 = "timeOffset";
        /// In the layer's time; not set, it is the time at which it is made (seconds; default none).
        begin_time: f64 = "beginTime";
        /// Runs; fractions are allowed, inf is for ever (at least 0; default 1).
        repeat_count: f64 = "repeatCount";
        /// How long it is repeated; above 0 it goes before repeatCount (seconds; at least 0; default 0).
        repeat_duration: f64 = "repeatDuration";
        /// Each run is followed by one backward (default false).
        autoreverses: bool = "autoreverses";
        /// Whether its first value shows before it begins, its last after it ends (default removed). One of removed, forwards, backwards, both.
        fill_mode: &str = "fillMode";
        /// The object goes when it ends (default true).
        is_removed_on_completion: bool = "isRemovedOnCompletion";
        /// How its time bends (default linear).
        timing: &str = "timing";
        /// The named transaction that made it, which is told to be completed with the last of its animations (default empty).
        transaction: &str = "transaction";
        /// How often it is sampled at most; 0 is in each frame (frames a second; 0 to 1000; default 0).
        frame_rate: f64 = "frameRate";
    }
}

base! {
    /// Sets properties: animations of one property.
    PropertyAnimationSetters {
        /// What it animates (default none).
        layer: &str = "layer";
        /// The layer's property, or a key path into it (default empty).
        property: &str = "property";
        /// The value at the start; not set, the layer's (default none).
        from: &str = "from";
        /// The value at the end; not set, the layer's (default none).
        to: &str = "to";
        /// The difference of the two (default none).
        by: &str = "by";
        /// Adds to what is there instead of replacing it (default false).
        is_additive: bool = "isAdditive";
        /// Each run begins where the last one ended (default false).
        is_cumulative: bool = "isCumulative";
        /// Made by animate or an animated transaction; the next one of its property replaces it (default false).
        is_implicit: bool = "isImplicit";
        /// Its layer is painted above everything in its output, and not cut, while it is there (default false).
        lifts: bool = "lifts";
    }
}

base! {
    /// Sets properties: what all outputs have.
    OutputSetters {
        /// Width and height; the frame of the root layer follows it (points; 1 to 16384; default \[1280, 720\]).
        size: [f64; 2] = "size";
        size_width: f64 = "size.width";
        size_height: f64 = "size.height";
        /// Output pixels per point (0.1 to 16; default 1).
        scale: f64 = "scale";
        /// Frames per second at most (hertz; 1 to 1000; default 60).
        refresh: f64 = "refresh";
        /// The layer that is shown, with the output's size: root or a detached one; of main it is root (default none).
        root: &str = "root";
        /// Beneath the root layer (default none).
        background_color: &str = "backgroundColor";
        /// The part of the root layer that is shown, filling the output; none: all of it, from 0,0 (points; default none).
        viewport: [f64; 4] = "viewport";
        viewport_origin: [f64; 2] = "viewport.origin";
        viewport_origin_x: f64 = "viewport.origin.x";
        viewport_origin_y: f64 = "viewport.origin.y";
        viewport_size: [f64; 2] = "viewport.size";
        viewport_size_width: f64 = "viewport.size.width";
        viewport_size_height: f64 = "viewport.size.height";
    }
}

base! {
    /// Sets properties: outputs that are windows.
    WindowSetters {
        /// Of an overlay (default overlay). One of background, bottom, top, overlay.
        layer: &str = "layer";
        /// Edges an overlay keeps to; at two opposite ones it is as long as they are apart (default \[\]). One of top, bottom, left, right.
        anchor: &[&str] = "anchor";
        /// From the edges: one number, or as in CSS two to four (points; -16384 to 16384; default \[\]).
        margin: &[f64] = "margin";
        /// Of a window (default Scrim).
        title: &str = "title";
        /// A window that fills its monitor (default false).
        fullscreen: bool = "fullscreen";
        /// The pointer's look over the output, as in CSS (default default). One of none, default, context-menu, help, pointer, progress, wait, cell, crosshair, text, vertical-text, alias, copy, move, no-drop, not-allowed, grab, grabbing, e-resize, n-resize, ne-resize, nw-resize, s-resize, se-resize, sw-resize, w-resize, ew-resize, ns-resize, nesw-resize, nwse-resize, col-resize, row-resize, all-scroll, zoom-in, zoom-out.
        cursor: &str = "cursor";
        /// The text that the output has put into the desktop's clipboard; empty again when others do (default empty).
        clipboard: &str = "clipboard";
        /// The text that is selected, which the middle button pastes elsewhere; empty again when others do (default empty).
        primary_selection: &str = "primarySelection";
    }
}

kind! {
    /// Properties of a layer: a rectangle that holds layers.
    Layer layer "layer": LayerSetters AppearanceSetters {}
}

kind! {
    /// Properties of an animation: moves a property from value to value.
    Animation animation "animation": PropertyAnimationSetters TimingSetters {
        /// Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25).
        duration: f64 = "duration";
        /// Keyframes; they go before from, to and by (default none).
        values: &str = "values";
        /// When each value is reached; evenly while it is not set (0 to 1; default none).
        key_times: &[f64] = "keyTimes";
        /// How time bends between two values (default none).
        timings: &[&str] = "timings";
        /// What is between the values (default linear). One of linear, discrete, paced, cubic, cubicPaced.
        calculation_mode: &str = "calculationMode";
        /// Keyframes of a point; it goes before values (default none).
        path: &str = "path";
        /// Turns the layer along the path, or against it (default none). One of none, auto, autoReverse.
        rotation_mode: &str = "rotationMode";
        /// In cubic modes, of the curve at each value: tighter above 0, rounder below (-1 to 1; default none).
        tension_values: &[f64] = "tensionValues";
        /// A corner at each value: outward above 0, inward below (-1 to 1; default none).
        continuity_values: &[f64] = "continuityValues";
        /// Which way the curve leans at each value: it overshoots behind it above 0, before it below (-1 to 1; default none).
        bias_values: &[f64] = "biasValues";
    }
}

kind! {
    /// Properties of an animator: has animations stand where its progress says, until it is let go.
    Animator animator "animator": TimingSetters {
        /// Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25).
        duration: f64 = "duration";
        /// What it moves: begin animator=ID adds what a transaction sets (default \[\]).
        animations: &[&str] = "animations";
        /// 0 is the beginning, 1 the end; told in each frame while it runs (-10 to 10; default 0).
        progress: f64 = "progress";
        /// False: it goes on from where it is (default true).
        is_paused: bool = "isPaused";
        /// It goes to its beginning, not to its end (default false).
        is_reversed: bool = "isReversed";
        /// Of its progress, per second; with a spring it goes on with it (-1e+06 to 1e+06; default 0).
        velocity: f64 = "velocity";
        /// Mass, stiffness, damping: it goes on so, instead of evenly in its duration (0 to 1e+09; default none).
        spring: &[f64] = "spring";
        /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
        motion: &[f64] = "motion";
    }
}

kind! {
    /// Properties of an attachment: holds an item to a point or to another item.
    Attachment attachment "attachment": {
        /// Where it acts; not set: the world of root (default none).
        world: &str = "world";
        /// What is held (default none).
        item: &str = "item";
        /// The item that it is held to, by its middle (default none).
        to: &str = "to";
        /// The point that it is held to, in the reference's coordinates (points; default none).
        anchor: [f64; 2] = "anchor";
        anchor_x: f64 = "anchor.x";
        anchor_y: f64 = "anchor.y";
        /// Where in the item it is held, from its middle (points; default \[0, 0\]).
        offset: [f64; 2] = "offset";
        offset_x: f64 = "offset.x";
        offset_y: f64 = "offset.y";
        /// Of the spring or rod; not set, as far as it is when it is made (points; at least 0; default none).
        length: f64 = "length";
        /// 1 is critical (at least 0; default 0).
        damping: f64 = "damping";
        /// Of the spring, in Hz; 0 is rigid (at least 0; default 0).
        frequency: f64 = "frequency";
        /// Limit is a rope: it holds from its length on (default spring). One of spring, fixed, pin, sliding, limit.
        r#type: &str = "type";
        /// The direction in which a sliding one slides (default \[1, 0\]).
        axis: [f64; 2] = "axis";
        axis_x: f64 = "axis.x";
        axis_y: f64 = "axis.y";
        /// How far a sliding one slides along the axis, from and to; not set: as far as it likes (points; default \[\]).
        range: &[f64] = "range";
        /// Holds a pin against turning; 1 holds what pushes 100 × 100 points of density 1 with 1 at an arm of 100 points (at least 0; default 0).
        friction_torque: f64 = "frictionTorque";
        /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
        motion: &[f64] = "motion";
    }
}

kind! {
    /// Properties of a binding: a property that stays equal to an expression.
    Binding binding "binding": {
        /// Of which it sets a property (default none).
        object: &str = "object";
        /// That it sets, or the part of one (default empty).
        property: &str = "property";
        /// The expression that the property stays equal to (default empty).
        value: &str = "value";
        /// It may change this layer and what is below it only: the rights of the client that made it (default none).
        scope: &str = "scope";
        /// Value is a path, which takes over what is set of the property (default false).
        is_two_way: bool = "isTwoWay";
        /// Of which a two-way one sets a property too (default none).
        source: &str = "source";
    }
}

kind! {
    /// Properties of a body: what items are like as bodies.
    Body body "body": {
        /// Where it acts; not set: the world of root (default none).
        world: &str = "world";
        /// The layers that it moves (default \[\]).
        items: &[&str] = "items";
        /// 1 bounces as high as it fell (0 to 1; default 0).
        elasticity: f64 = "elasticity";
        /// Along what it touches (at least 0; default 0).
        friction: f64 = "friction";
        /// Mass for area (1e-06 to 1e+06; default 1).
        density: f64 = "density";
        /// How fast motion is lost, a second (at least 0; default 0).
        resistance: f64 = "resistance";
        /// How fast turning is lost, a second (at least 0; default 0).
        angular_resistance: f64 = "angularResistance";
        /// It can be turned (default true).
        allows_rotation: bool = "allowsRotation";
        /// Nothing moves it (default false).
        is_anchored: bool = "isAnchored";
        /// For electric and magnetic fields (default 0).
        charge: f64 = "charge";
        /// Its shape (default rectangle). One of rectangle, ellipse, path.
        collision_bounds_type: &str = "collisionBoundsType";
        /// For the shape path, from the middle of the item (default none).
        path: &str = "path";
        /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
        motion: &[f64] = "motion";
    }
}

kind! {
    /// Properties of a buffer: pixels in memory that a client shares.
    Buffer buffer "buffer": {
        /// Width and height (pixels; 0 to 32000; default \[0, 0\]).
        size: [f64; 2] = "size";
        size_width: f64 = "size.width";
        size_height: f64 = "size.height";
        /// From row to row, a multiple of 4; 0: rows follow each other (bytes; 0 to 1.04858e+06; default 0).
        stride: i64 = "stride";
        /// What a pixel is; colours are premultiplied (default argb8888). One of argb8888, xrgb8888, abgr8888, a8.
        format: &str = "format";
    }
}

kind! {
    /// Properties of a canvas: a drawing, kept as the list of operations that `draw` appends to.
    Canvas canvas "canvas": LayerSetters AppearanceSetters {
        /// What is drawn, in order; draw appends (default \[\]).
        drawing: &str = "drawing";
    }
}

kind! {
    /// Properties of a collision: items that touch each other and boundaries.
    Collision collision "collision": {
        /// Where it acts; not set: the world of root (default none).
        world: &str = "world";
        /// The layers that it moves (default \[\]).
        items: &[&str] = "items";
        /// What items touch (default everything). One of items, boundaries, everything.
        mode: &str = "mode";
        /// Insets of a boundary within the reference's bounds: top,left,bottom,right; not set: none (points; default none).
        bounds: [f64; 4] = "bounds";
        bounds_origin: [f64; 2] = "bounds.origin";
        bounds_origin_x: f64 = "bounds.origin.x";
        bounds_origin_y: f64 = "bounds.origin.y";
        bounds_size: [f64; 2] = "bounds.size";
        bounds_size_width: f64 = "bounds.size.width";
        bounds_size_height: f64 = "bounds.size.height";
        /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
        motion: &[f64] = "motion";
    }
}

kind! {
    /// Properties of a constraint: a relation of a layer's frame to that of a sibling or of its parent, which lays it out.
    Constraint constraint "constraint": {
        /// The layer that it places, or the parent whose size follows a sublayer; it goes with it (default none).
        item: &str = "item";
        /// Of item's frame; with several, it holds for each (default \[\]). One of left, right, top, bottom, width, height, centerX, centerY, firstBaseline, lastBaseline, leading, trailing, leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin, centerXWithinMargins, centerYWithinMargins.
        attribute: &[&str] = "attribute";
        /// Of the attribute to multiplier times the other attribute plus constant (default equal). One of equal, lessThanOrEqual, greaterThanOrEqual.
        relation: &str = "relation";
        /// A sibling of item or its parent; without one, the attribute is constant (default none).
        to_item: &str = "toItem";
        /// Of toItem's frame; same: the one that attribute says (default same). One of same, left, right, top, bottom, width, height, centerX, centerY, firstBaseline, lastBaseline, leading, trailing, leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin, centerXWithinMargins, centerYWithinMargins.
        to_attribute: &str = "toAttribute";
        /// Of toAttribute (-1e+06 to 1e+06; default 1).
        multiplier: f64 = "multiplier";
        /// Added to it (points; -1e+09 to 1e+09; default 0).
        constant: f64 = "constant";
        /// Where not all can hold, those of higher priority do, of equal ones the earlier; 1000 is required (1 to 1000; default 1000).
        priority: f64 = "priority";
        /// False: it places nothing (default true).
        is_active: bool = "isActive";
    }
}

kind! {
    /// Properties of a data: values under keys of your choice, typed by their texts.
    Data data "data": {
        /// File:PATH or fifo:PATH: what the daemon reads the keys from (default none).
        source: &str = "source";
        /// How often, in scene time; not set, once (seconds; 0.001 to 1e+09; default none).
        every: f64 = "every";
        /// How bytes become keys (default text). One of text, lines, keyvalue, json, csv.
        format: &str = "format";
        /// The file is read again when it changes on disk (default false).
        watch: bool = "watch";
    }
}

kind! {
    /// Properties of a dormant: a line that waits for what it lacks to be carried out.
    Dormant dormant "dormant": {
        /// That could not be carried out, with those that belong to it, separated by LF (default empty).
        line: &str = "line";
        /// The reason: what it lacks (default empty).
        message: &str = "message";
    }
}

kind! {
    /// Properties of a drm: a screen of the kernel's own, without a compositor; its size is the screen's.
    Drm drm "drm": OutputSetters {
        /// Where the screen is, as HDMI-A-1; empty: the first there is (default empty).
        connector: &str = "connector";
        /// As 1920x1080 or 1920x1080@60; empty: the one that the screen likes best (default empty).
        mode: &str = "mode";
        /// As /dev/dri/card0; empty: the first with a screen (default empty).
        card: &str = "card";
        /// A mouse has an arrow (default true).
        pointer: bool = "pointer";
    }
}

kind! {
    /// Properties of an each: instances of a component, one for each record of a list, laid out as by stack.
    Each each "each": ArrangementSetters LayerSetters AppearanceSetters {
        /// Along the axis: who takes the room that is left (default fill). One of fill, fillEqually, fillProportionally, equalSpacing, equalCentering, packed.
        distribution: &str = "distribution";
        /// Around all: one number, vertical and horizontal, or top, left, bottom, right (points; -1e+06 to 1e+06; default none).
        margins: &[f64] = "margins";
        /// The component of which the rows are instances (default empty).
        of: &str = "of";
        /// The list: a key of data (d.items), a part of one, or a parameter that holds JSON (default empty).
        r#in: &str = "in";
        /// The field of a record by which it keeps its row; without one, its index (default empty).
        key: &str = "key";
        /// Of each row of a column: then only rows that are seen exist (points; 0.01 to 1e+06; default none).
        row_height: f64 = "rowHeight";
        /// The same along a horizontal axis (points; 0.01 to 1e+06; default none).
        row_width: f64 = "rowWidth";
        /// How far beyond what is seen rows exist, with rowHeight or rowWidth (points; 0 to 1e+06; default 100).
        overscan: f64 = "overscan";
        /// Its rows' lines may change this layer and what is below it only: for who may do no more (default none).
        scope: &str = "scope";
        /// An expression: records for which it is true have rows; it knows their fields, and item (default empty).
        r#where: &str = "where";
        /// An expression: rows stand in the order of its numbers, texts or booleans (default empty).
        sort_by: &str = "sortBy";
        /// The order of sortBy is turned (default false).
        descending: bool = "descending";
    }
}

kind! {
    /// Properties of an emitter: particles that are born, fly and fade, above everything else in the layer.
    Emitter emitter "emitter": LayerSetters AppearanceSetters {
        /// What is emitted (default \[\]). One of emitterCell.
        emitter_cells: &[&str] = "emitterCells";
        /// The middle of the emitter's shape, in the layer's coordinates (points; default \[0, 0\]; animates).
        emitter_position: [f64; 2] = "emitterPosition";
        emitter_position_x: f64 = "emitterPosition.x";
        emitter_position_y: f64 = "emitterPosition.y";
        /// Of the shape; circle and sphere: the width is the radius (points; default \[0, 0\]; animates).
        emitter_size: [f64; 2] = "emitterSize";
        emitter_size_width: f64 = "emitterSize.width";
        emitter_size_height: f64 = "emitterSize.height";
        /// Where particles are born; seen flat (default point). One of point, line, rectangle, cuboid, circle, sphere.
        emitter_shape: &str = "emitterShape";
        /// At the shape's corners, on its edge, or anywhere in it (default volume). One of points, outline, surface, volume.
        emitter_mode: &str = "emitterMode";
        /// Which particles lie on top; additive: colours add up (default unordered). One of unordered, oldestFirst, oldestLast, backToFront, additive.
        render_mode: &str = "renderMode";
        /// Multiplies the cells' (0 to 1e+06; default 1; animates).
        birth_rate: f64 = "birthRate";
        /// Multiplies the cells' (0 to 1e+06; default 1; animates).
        lifetime: f64 = "lifetime";
        /// Multiplies the cells' (-1e+09 to 1e+09; default 1; animates).
        velocity: f64 = "velocity";
        /// Multiplies the cells' (-1e+09 to 1e+09; default 1; animates).
        scale: f64 = "scale";
        /// Multiplies the cells' (-1e+09 to 1e+09; default 1; animates).
        spin: f64 = "spin";
        /// Another number, other particles; the same number, the same ones (0 to 4.29497e+09; default 0).
        seed: i64 = "seed";
    }
}

kind! {
    /// Properties of an emitterCell: how particles of one sort look, fly and fade.
    EmitterCell emitter_cell "emitterCell": {
        /// For people (default empty).
        name: &str = "name";
        /// Particles are born (default true).
        is_enabled: bool = "isEnabled";
        /// What a particle shows: an image, a buffer, or a file (default none).
        contents: &str = "contents";
        /// The part of it, in unit coordinates (default \[0, 0, 1, 1\]; animates).
        contents_rect: [f64; 4] = "contentsRect";
        contents_rect_origin: [f64; 2] = "contentsRect.origin";
        contents_rect_origin_x: f64 = "contentsRect.origin.x";
        contents_rect_origin_y: f64 = "contentsRect.origin.y";
        contents_rect_size: [f64; 2] = "contentsRect.size";
        contents_rect_size_width: f64 = "contentsRect.size.width";
        contents_rect_size_height: f64 = "contentsRect.size.height";
        /// Pixels of the contents per point (1e-06 to 1e+06; default 1; animates).
        contents_scale: f64 = "contentsScale";
        /// Of a particle at scale 1; zero: the contents', and without these nothing is drawn (points; 0 to 1e+06; default \[0, 0\]; animates).
        size: [f64; 2] = "size";
        size_width: f64 = "size.width";
        size_height: f64 = "size.height";
        /// Of particles without contents (default square). One of square, circle.
        shape: &str = "shape";
        /// Multiplies the contents, or is the shape's (default #ffffffff; animates).
        color: &str = "color";
        /// How far it varies: by half of this to either side (-1000 to 1000; default 0; animates).
        red_range: f64 = "redRange";
        /// How far it varies: by half of this to either side (-1000 to 1000; default 0; animates).
        green_range: f64 = "greenRange";
        /// How far it varies: by half of this to either side (-1000 to 1000; default 0; animates).
        blue_range: f64 = "blueRange";
        /// How far it varies: by half of this to either side (-1000 to 1000; default 0; animates).
        alpha_range: f64 = "alphaRange";
        /// What is added to the colour's red, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates).
        red_speed: f64 = "redSpeed";
        /// What is added to the colour's green, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates).
        green_speed: f64 = "greenSpeed";
        /// What is added to the colour's blue, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates).
        blue_speed: f64 = "blueSpeed";
        /// What is added to the colour's alpha, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates).
        alpha_speed: f64 = "alphaSpeed";
        /// Particles that are born (per second; 0 to 1e+06; default 0; animates).
        birth_rate: f64 = "birthRate";
        /// How long a particle is there (seconds; 0 to 1e+09; default 0; animates).
        lifetime: f64 = "lifetime";
        /// How far it varies: by half of this to either side (seconds; 0 to 1e+09; default 0; animates).
        lifetime_range: f64 = "lifetimeRange";
        /// When births begin, after the emitter or the particle that emits began (seconds; -1e+09 to 1e+09; default 0; animates).
        begin_time: f64 = "beginTime";
        /// How long births go on; 0: for ever (seconds; 0 to 1e+09; default 0; animates).
        duration: f64 = "duration";
        /// At birth (points per second; -1e+09 to 1e+09; default 0; animates).
        velocity: f64 = "velocity";
        /// How far it varies: by half of this to either side (points per second; -1e+09 to 1e+09; default 0; animates).
        velocity_range: f64 = "velocityRange";
        /// Where particles fly to; 0 is right, 90deg down; from a circle or sphere, 0 is outward (default 0; animates).
        emission_longitude: f64 = "emissionLongitude";
        /// Out of the plane: slows down by its cosine (default 0; animates).
        emission_latitude: f64 = "emissionLatitude";
        /// How far it varies: by half of this to either side (default 0; animates).
        emission_range: f64 = "emissionRange";
        /// To the right, and down (points per second²; -1e+09 to 1e+09; default \[0, 0\]; animates).
        acceleration: [f64; 2] = "acceleration";
        acceleration_x: f64 = "acceleration.x";
        acceleration_y: f64 = "acceleration.y";
        /// Of a particle's size (-1e+09 to 1e+09; default 1; animates).
        scale: f64 = "scale";
        /// How far it varies: by half of this to either side (-1e+09 to 1e+09; default 0; animates).
        scale_range: f64 = "scaleRange";
        /// What is added to the scale (per second; -1e+09 to 1e+09; default 0; animates).
        scale_speed: f64 = "scaleSpeed";
        /// How fast a particle turns (radians per second; default 0; animates).
        spin: f64 = "spin";
        /// How far it varies: by half of this to either side (radians per second; default 0; animates).
        spin_range: f64 = "spinRange";
        /// What each particle emits as long as it is there (default \[\]). One of emitterCell.
        emitter_cells: &[&str] = "emitterCells";
        /// How pixels of the contents are enlarged (default linear). One of linear, nearest.
        magnification_filter: &str = "magnificationFilter";
    }
}

kind! {
    /// Properties of a field: forces that depend on the place.
    Field field "field": {
        /// Where it acts; not set: the world of root (default none).
        world: &str = "world";
        /// The layers that it moves (default \[\]).
        items: &[&str] = "items";
        /// What it does; custom: acceleration says it (default linear). One of linear, radial, velocity, vortex, drag, spring, noise, turbulence, electric, magnetic, custom.
        r#type: &str = "type";
        /// Its middle, in the reference's coordinates (points; default \[0, 0\]).
        position: [f64; 2] = "position";
        position_x: f64 = "position.x";
        position_y: f64 = "position.y";
        /// Of linear and velocity (default \[0, 1\]).
        direction: [f64; 2] = "direction";
        direction_x: f64 = "direction.x";
        direction_y: f64 = "direction.y";
        /// 1 is 1000 points/s² where the field is an acceleration (default 1).
        strength: f64 = "strength";
        /// The power with which it falls with the distance (0 to 100; default 0).
        falloff: f64 = "falloff";
        /// The rectangle around position where it acts; 0,0 is everywhere (at least 0; default \[0, 0\]).
        region: [f64; 2] = "region";
        region_width: f64 = "region.width";
        region_height: f64 = "region.height";
        /// The distance up to which it has its full strength (points; at least 0.001; default 10).
        minimum_radius: f64 = "minimumRadius";
        /// How fast noise and turbulence change (default 1).
        animation_speed: f64 = "animationSpeed";
        /// Of noise and turbulence (0 to 1; default 0.5).
        smoothness: f64 = "smoothness";
        /// What region is the size of; path: regionPath is where it acts (default rectangle). One of rectangle, ellipse, path.
        region_shape: &str = "regionShape";
        /// Around position, filled even-odd, for the shape path (default none).
        region_path: &str = "regionPath";
        /// Acts outside of the region instead (default false).
        is_inverted: bool = "isInverted";
        /// Of the type custom, in points/s²: an expression of x and y from position, vx, vy, mass, charge and time, as point(-y, x) (default empty).
        acceleration: &str = "acceleration";
        /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
        motion: &[f64] = "motion";
    }
}

kind! {
    /// Properties of a follow: keeps a layer's path or position where other layers are.
    Follow follow "follow": {
        /// Whose property it is; the follow goes with it (default none).
        layer: &str = "layer";
        /// The layer's path, with {ID} or {ID+dx,dy} where the position of a layer is put in (default none).
        path: &str = "path";
        /// The layer's position: {ID}, {ID+dx,dy}, or x,y (default none).
        position: &str = "position";
        /// Acts only while its layer is this one or below it: the rights of the client that made it (default none).
        scope: &str = "scope";
    }
}

kind! {
    /// Properties of a gradient: colours along a line, from a point outward or around one.
    Gradient gradient "gradient": LayerSetters AppearanceSetters {
        /// How the colours are laid out (default axial). One of axial, radial, conic.
        r#type: &str = "type";
        /// One is solid, none draws nothing (default \[\]; animates).
        colors: &[&str] = "colors";
        /// Where each colour is, 0 at the start, 1 at the end; empty: evenly (default \[\]; animates).
        locations: &[f64] = "locations";
        /// Where the colours begin, in units of the bounds; radial and conic: the centre (default \[0.5, 0\]; animates).
        start_point: [f64; 2] = "startPoint";
        start_point_x: f64 = "startPoint.x";
        start_point_y: f64 = "startPoint.y";
        /// Where they end; radial: a corner of the ellipse's box; conic: where the first colour points (default \[0.5, 1\]; animates).
        end_point: [f64; 2] = "endPoint";
        end_point_x: f64 = "endPoint.x";
        end_point_y: f64 = "endPoint.y";
    }
}

kind! {
    /// Properties of a gravity: an acceleration of items.
    Gravity gravity "gravity": {
        /// Where it acts; not set: the world of root (default none).
        world: &str = "world";
        /// The layers that it moves (default \[\]).
        items: &[&str] = "items";
        /// Of length 1: the magnitude is the whole (default \[0, 1\]).
        direction: [f64; 2] = "direction";
        direction_x: f64 = "direction.x";
        direction_y: f64 = "direction.y";
        /// 1 is 1000 points/s² for a direction of length 1 (default 1).
        magnitude: f64 = "magnitude";
        /// Instead of direction, clockwise from the right (radians; default none).
        angle: f64 = "angle";
        /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
        motion: &[f64] = "motion";
    }
}

kind! {
    /// Properties of a group: runs animations in a time of its own.
    Group group "group": TimingSetters {
        /// Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25).
        duration: f64 = "duration";
        /// They do not start by themselves (default \[\]).
        animations: &[&str] = "animations";
    }
}

kind! {
    /// Properties of an image: a picture's file, decoded once for all layers that show it.
    Image image "image": {
        /// The file: PNG, JPEG, WebP, GIF, AVIF, JPEG XL, HEIC, TIFF, QOI, ICO or SVG (default empty).
        path: &str = "path";
        /// What the file's numbers mean (default sRGB). One of sRGB.
        color_space: &str = "colorSpace";
        /// The file is read again when it changes on disk (default false).
        watch: bool = "watch";
    }
}

kind! {
    /// Properties of an itemGroup: items that move as one body.
    ItemGroup item_group "itemGroup": {
        /// Where it acts; not set: the world of root (default none).
        world: &str = "world";
        /// The layers; the first one leads (default \[\]).
        items: &[&str] = "items";
        /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
        motion: &[f64] = "motion";
    }
}

kind! {
    /// Properties of a mirror: shows another layer live, wherever that is in the tree.
    Mirror mirror "mirror": LayerSetters AppearanceSetters {
        /// The layer that it shows, hidden or not, with all below it; the size of its bounds is fitted by contentsGravity (default none).
        of: &str = "of";
    }
}

kind! {
    /// Properties of an offscreen: a picture in memory.
    Offscreen offscreen "offscreen": OutputSetters {
        /// Memfd: clients are handed the frame buffer (default none). One of none, memfd.
        export: &str = "export";
    }
}

kind! {
    /// Properties of a pipewire: a source of video for PipeWire's consumers, as a camera is.
    Pipewire pipewire "pipewire": OutputSetters {
        /// PipeWire's socket: a path, or a name in $XDG_RUNTIME_DIR; empty: the usual one (default empty).
        remote: &str = "remote";
        /// The source's name, by which consumers ask for it (default scrim).
        node: &str = "node";
        /// What people read in lists of sources (default Scrim).
        title: &str = "title";
        /// Consumers may take alpha with the colours, which are premultiplied; false: all is over black (default true).
        alpha: bool = "alpha";
        /// A consumer may change the size (default false).
        resizes: bool = "resizes";
    }
}

kind! {
    /// Properties of a push: a force on items.
    Push push "push": {
        /// Where it acts; not set: the world of root (default none).
        world: &str = "world";
        /// The layers that it moves (default \[\]).
        items: &[&str] = "items";
        /// An instantaneous one is over when it has pushed; velocity sets the items' velocity instead, addVelocity adds to it (default continuous). One of continuous, instantaneous, velocity, addVelocity.
        mode: &str = "mode";
        /// Of the direction, clockwise from the right (radians; default 0).
        angle: f64 = "angle";
        /// 1 gives 100 × 100 points of density 1 an acceleration of 100 points/s²; instantaneous, that speed (default 0).
        magnitude: f64 = "magnitude";
        /// Pushes; one that is over sets it to false (default true).
        active: bool = "active";
        /// Instead of angle: of length 1, the magnitude is the whole (default none).
        direction: [f64; 2] = "direction";
        direction_x: f64 = "direction.x";
        direction_y: f64 = "direction.y";
        /// Where in the item it pushes, from its middle (points; default \[0, 0\]).
        offset: [f64; 2] = "offset";
        offset_x: f64 = "offset.x";
        offset_y: f64 = "offset.y";
        /// For the modes velocity and addVelocity (points per second; default \[0, 0\]).
        velocity: [f64; 2] = "velocity";
        velocity_x: f64 = "velocity.x";
        velocity_y: f64 = "velocity.y";
        /// For the modes velocity and addVelocity (radians per second; default 0).
        angular_velocity: f64 = "angularVelocity";
        /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
        motion: &[f64] = "motion";
    }
}

kind! {
    /// Properties of a reaction: lines that are run when something happens to a layer.
    Reaction reaction "reaction": {
        /// To which it happens; of changed an object of the kind data too (default none).
        layer: &str = "layer";
        /// What happens (default tap). One of tap, pan, longPress, pinch, rotate, scroll, enter, leave, move, down, up, key, collision, animation, changed, singleTap, swipe, drag, drop.
        event: &str = "event";
        /// What on and off call it, among those of its layer (default empty).
        name: &str = "name";
        /// Separated by ; or LF; all take effect, or none; {x} {y} {dx} {dy} {vx} {vy} {state} {key} say how it was (default empty).
        lines: &str = "lines";
        /// The lines may change this layer and what is below it only: for who may do no more (default none).
        scope: &str = "scope";
        /// An expression: the lines are run where it is true; empty is always (default empty).
        when: &str = "when";
    }
}

kind! {
    /// Properties of a replicator: copies of its sublayers, each placed, coloured and delayed against the one before.
    Replicator replicator "replicator": LayerSetters AppearanceSetters {
        /// How often the sublayers are drawn (0 to 10000; default 1; animates).
        instance_count: i64 = "instanceCount";
        /// How much later than in the copy before animations run (seconds; default 0; animates).
        instance_delay: f64 = "instanceDelay";
        /// From each copy to the next, about the middle of the bounds (default \[1, 0, 0, 1, 0, 0\]; animates).
        instance_transform: &str = "instanceTransform";
        instance_transform_rotation_x: f64 = "instanceTransform.rotation.x";
        instance_transform_rotation_y: f64 = "instanceTransform.rotation.y";
        instance_transform_rotation_z: f64 = "instanceTransform.rotation.z";
        instance_transform_scale: f64 = "instanceTransform.scale";
        instance_transform_scale_x: f64 = "instanceTransform.scale.x";
        instance_transform_scale_y: f64 = "instanceTransform.scale.y";
        instance_transform_translation_x: f64 = "instanceTransform.translation.x";
        instance_transform_translation_y: f64 = "instanceTransform.translation.y";
        instance_transform_translation_z: f64 = "instanceTransform.translation.z";
        /// What the colours of the copies are multiplied by (default #ffffffff; animates).
        instance_color: &str = "instanceColor";
        /// What is added to the red of instanceColor with each copy (default 0; animates).
        instance_red_offset: f64 = "instanceRedOffset";
        /// What is added to the green of instanceColor with each copy (default 0; animates).
        instance_green_offset: f64 = "instanceGreenOffset";
        /// What is added to the blue of instanceColor with each copy (default 0; animates).
        instance_blue_offset: f64 = "instanceBlueOffset";
        /// What is added to the alpha of instanceColor with each copy (default 0; animates).
        instance_alpha_offset: f64 = "instanceAlphaOffset";
    }
}

kind! {
    /// Properties of a scroll: a window onto its sublayers: clips, and scrolls by scrollPoint.
    Scroll scroll "scroll": LayerSetters AppearanceSetters {
        /// What is seen at the upper left corner: the origin of bounds, as far as scrollMode lets it be set (points; animates).
        scroll_point: [f64; 2] = "scrollPoint";
        scroll_point_x: f64 = "scrollPoint.x";
        scroll_point_y: f64 = "scrollPoint.y";
        /// The directions in which scrollPoint scrolls (default both). One of none, vertically, horizontally, both.
        scroll_mode: &str = "scrollMode";
    }
}

kind! {
    /// Properties of a settings: the daemon's settings.
    Settings settings "settings": {
        /// The longest line that is read (bytes; 256 to 6.71089e+07; default 1048576).
        limit_line: i64 = "limit.line";
        /// Connections at a time (clients; 1 to 65536; default 1024).
        limit_clients: i64 = "limit.clients";
        /// Objects in the scene (objects; 1 to 1.6e+07; default 1000000).
        limit_layers: i64 = "limit.layers";
        /// Objects that one connection may have made (objects; 1 to 1.6e+07; default 1000000).
        limit_client_layers: i64 = "limit.clientLayers";
        /// Text that one connection's open transaction may hold; 64 times as much is what its lines may have given to objects (bytes; 65536 to 4.29497e+09; default 67108864).
        limit_client_bytes: i64 = "limit.clientBytes";
        /// Unread replies before a client is dropped (bytes; 65536 to 4.29497e+09; default 67108864).
        limit_replies: i64 = "limit.replies";
        /// Of one picture (pixels; 1 to 4.29497e+09; default 268435456).
        limit_image_pixels: i64 = "limit.imagePixels";
        /// Of one picture file (bytes; 1024 to 4.29497e+09; default 268435456).
        limit_image_bytes: i64 = "limit.imageBytes";
        /// For corners, masks and pictures kept between frames (bytes; 0 to 6.87195e+10; default 268435456).
        cache_bytes: i64 = "cache.bytes";
        /// That paint; 0: one for each core (threads; 0 to 64; default 0).
        threads: i64 = "threads";
        /// What is written to the log (default notice). One of error, warning, notice, info, debug.
        log_level: &str = "logLevel";
        /// Folders with plugins, colon-separated, searched first; read at start (default empty).
        plugin_path: &str = "pluginPath";
        /// File that keeps the scene for the next start (default empty).
        state: &str = "state";
        /// Permissions of the socket's file (default 0600). One of 0600, 0660, 0666.
        socket_mode: &str = "socketMode";
        /// Of all outputs together (pixels; 1 to 4.29497e+09; default 536870912).
        limit_output_pixels: i64 = "limit.outputPixels";
        /// When the disk has changes of a scene with a state file: within a second, or before their replies (default everysec). One of everysec, always.
        state_sync: &str = "stateSync";
        /// Unread replies and events of all clients before those who leave most are dropped (bytes; 65536 to 6.87195e+10; default 536870912).
        limit_all_replies: i64 = "limit.allReplies";
        /// Of buffers for one frame of an output; layers beyond are painted without group opacity, blend modes, masks, filters, perspective (bytes; 1.04858e+06 to 6.87195e+10; default 268435456).
        limit_frame_bytes: i64 = "limit.frameBytes";
        /// In the scene (bindings; 0 to 1.6e+07; default 100000).
        limit_bindings: i64 = "limit.bindings";
        /// In the scene (timers; 0 to 1e+06; default 10000).
        limit_timers: i64 = "limit.timers";
        /// Objects that one selector may match (objects; 1 to 1.6e+07; default 100000).
        limit_selection: i64 = "limit.selection";
        /// Changes that one connection can take back (steps; 0 to 10000; default 100).
        limit_undo: i64 = "limit.undo";
        /// Paths that data may read, colon-separated, * for anything; set by the configuration only (default /proc/*:/sys/class/*:$XDG_RUNTIME_DIR/scrim/*).
        source_paths: &str = "sourcePaths";
        /// Of one list with rowHeight or rowWidth (records; 1 to 1.6e+07; default 1000000).
        limit_rows: i64 = "limit.rows";
        /// Part of limit.layers, bindings, timers and of the transactions that wait for clients with one layer to change (0.001 to 1; default 0.25).
        limit_share: f64 = "limit.share";
        /// State= may name a file that is there, in the same line; false again behind it.
        overwrite: bool = "overwrite";
        /// What random() begins with; set, it begins again (default 0).
        seed: f64 = "seed";
        /// Of records that a reader of subscribe journal may be behind, before it begins again (bytes; 65536 to 4.29497e+09; default 67108864).
        limit_journal_bytes: i64 = "limit.journalBytes";
        /// The user wants fades instead of slides and springs: controls obey it, and scenes can read it (default false).
        reduced_motion: bool = "reducedMotion";
        /// Of JSON that a list or record of data may be (bytes; 1024 to 1.07374e+09; default 16777216).
        limit_data_bytes: i64 = "limit.dataBytes";
    }
}

kind! {
    /// Properties of a shape: a path, filled and then stroked.
    Shape shape "shape": LayerSetters AppearanceSetters {
        /// The lines and curves that are drawn (default none; animates).
        path: &str = "path";
        /// Of the path's inside (default #000000ff; animates).
        fill_color: &str = "fillColor";
        /// Which points are inside (default nonZero). One of nonZero, evenOdd.
        fill_rule: &str = "fillRule";
        /// Of the line along the path (default none; animates).
        stroke_color: &str = "strokeColor";
        /// Of the line (points; at least 0; default 1; animates).
        line_width: f64 = "lineWidth";
        /// The line's ends (default butt). One of butt, round, square.
        line_cap: &str = "lineCap";
        /// The line's corners (default miter). One of miter, round, bevel.
        line_join: &str = "lineJoin";
        /// The largest ratio of a miter's length to the line's width; beyond it the corner is a bevel (at least 0; default 10; animates).
        miter_limit: f64 = "miterLimit";
        /// Lengths of dash and gap in turn; empty: a full line (points; at least 0; default \[\]).
        line_dash_pattern: &[f64] = "lineDashPattern";
        /// Where in the pattern the line begins (points; default 0; animates).
        line_dash_phase: f64 = "lineDashPhase";
        /// The part of the length where the line begins (0 to 1; default 0; animates).
        stroke_start: f64 = "strokeStart";
        /// The part of the length where the line ends (0 to 1; default 1; animates).
        stroke_end: f64 = "strokeEnd";
    }
}

kind! {
    /// Properties of a snap: brings an item to a point, upright.
    Snap snap "snap": {
        /// Where it acts; not set: the world of root (default none).
        world: &str = "world";
        /// What is brought there (default none).
        item: &str = "item";
        /// Where to, in the reference's coordinates (points; default \[0, 0\]).
        point: [f64; 2] = "point";
        point_x: f64 = "point.x";
        point_y: f64 = "point.y";
        /// 1 does not swing (at least 0; default 0.5).
        damping: f64 = "damping";
        /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
        motion: &[f64] = "motion";
    }
}

kind! {
    /// Properties of a spring: moves a property as a damped spring moves.
    Spring spring "spring": PropertyAnimationSetters TimingSetters {
        /// Of one run; in a group, what is not set is the group's (seconds; at least 0; default none).
        duration: f64 = "duration";
        /// Above 0 (at least 1e-09; default 1).
        mass: f64 = "mass";
        /// Above 0 (at least 1e-09; default 100).
        stiffness: f64 = "stiffness";
        /// 0 swings for ever (at least 0; default 10).
        damping: f64 = "damping";
        /// Fractions of the distance per second, toward the target (default 0).
        initial_velocity: f64 = "initialVelocity";
        /// False: more than critical damping acts as critical (default false).
        allows_overdamping: bool = "allowsOverdamping";
        /// With bounce, another way to say mass, stiffness and damping; it goes before them (seconds; at least 0.001; default none).
        perceptual_duration: f64 = "perceptualDuration";
        /// 0: none; 1: for ever; below 0: overdamped (-1 to 1; default 0).
        bounce: f64 = "bounce";
        /// Of the property at the start, per second, in any direction; it goes before initialVelocity (default none).
        velocity: &str = "velocity";
    }
}

kind! {
    /// Properties of a stack: lays its sublayers out in a row or a column.
    Stack stack "stack": ArrangementSetters LayerSetters AppearanceSetters {
        /// Along the axis: who takes the room that is left: with fill the sublayers with layout.grow, or else the last one; with packed nobody (default fill). One of fill, fillEqually, fillProportionally, equalSpacing, equalCentering, packed.
        distribution: &str = "distribution";
        /// Around all: one number, vertical and horizontal, or top, left, bottom, right (points; -1e+06 to 1e+06; default \[\]).
        margins: &[f64] = "margins";
    }
}

kind! {
    /// Properties of a style: properties that layers share.
    Style style "style": AppearanceSetters {
        /// The style for whose states it is; it goes with that one (default none).
        of: &str = "of";
        /// In force while a layer that has the style of is in all of these states (default \[\]). One of hover, pressed, focused, disabled, selected, entering, leaving, focusVisible.
        state: &[&str] = "state";
        /// Properties that change because it comes into force or goes animate for so long (seconds; 0 to 1e+09; default none).
        duration: f64 = "duration";
        /// Of these animations (default none).
        timing: &str = "timing";
        /// Until they begin (seconds; default 0).
        delay: f64 = "delay";
        /// Mass,stiffness,damping\[,velocity\] of these animations, in place of duration and timing (default none).
        spring: &[f64] = "spring";
    }
}

kind! {
    /// Properties of a text: text in any script.
    Text text "text": LayerSetters AppearanceSetters {
        /// What is shown; a line feed begins a new line (default empty).
        string: &str = "string";
        /// Pango markup, shown instead of string when it is not empty (default empty).
        markup: &str = "markup";
        /// A family, a Pango font description (its size does not count) or file:PATH; empty: sans (default empty).
        font: &str = "font";
        /// Of one em (points; 0 to 4096; default 36; animates).
        font_size: f64 = "fontSize";
        /// Of the glyphs' insides (default #ffffffff; animates).
        foreground_color: &str = "foregroundColor";
        /// The side where lines begin; natural: by the direction of the text (default natural). One of natural, left, right, center, justified.
        alignment_mode: &str = "alignmentMode";
        /// Where in the bounds the lines are (default top). One of top, center, bottom.
        vertical_alignment: &str = "verticalAlignment";
        /// Lines are broken at the bounds' width (default false).
        is_wrapped: bool = "isWrapped";
        /// Where an ellipsis stands for what has no room in the bounds (default none). One of none, start, middle, end.
        truncation_mode: &str = "truncationMode";
        /// Between lines, beyond what the font asks for (points; -4096 to 4096; default 0; animates).
        line_spacing: f64 = "lineSpacing";
        /// What preferredSize breaks lines at; 0: the bounds' width (points; 0 to 1e+06; default 0).
        preferred_max_layout_width: f64 = "preferredMaxLayoutWidth";
        /// Of a line along the glyphs' outlines (default none; animates).
        stroke_color: &str = "strokeColor";
        /// Of that line (points; 0 to 4096; default 0; animates).
        stroke_width: f64 = "strokeWidth";
        /// Lines that are shown, at most; 0: all (0 to 10000; default 0).
        maximum_lines: i64 = "maximumLines";
        /// How far letters shrink, so that all of the text has room in the bounds; 1: not at all (0.01 to 1; default 1).
        minimum_scale: f64 = "minimumScale";
        /// The character before which a caret stands (0 to 1e+06; default 0).
        caret_index: i64 = "caretIndex";
        /// The character before which a selection has its other end (0 to 1e+06; default 0).
        anchor_index: i64 = "anchorIndex";
        /// What probeIndex is about (points; default \[0, 0\]).
        probe_point: [f64; 2] = "probePoint";
        probe_point_x: f64 = "probePoint.x";
        probe_point_y: f64 = "probePoint.y";
        /// Between letters, beyond what the font asks for (points; -4096 to 4096; default 0; animates).
        letter_spacing: f64 = "letterSpacing";
        /// Of lines, as a multiple of what the font asks for; 0: that (0 to 100; default 0; animates).
        line_height: f64 = "lineHeight";
        /// OpenType features of the font, such as tnum, smcp, kern=0, ss01=1 (default empty).
        features: &str = "features";
        /// Where tabs lead, from the line's beginning; the last distance goes on; none: eight spaces (points; 0 to 1e+06; default \[\]; animates).
        tab_stops: &[f64] = "tabStops";
        /// Pairs of letters are as far apart as the font asks for (default true).
        kerning: bool = "kerning";
        /// Axes of a variable font, such as wght=350, wdth=80; of the same axes the numbers animate (default empty; animates).
        variations: &str = "variations";
        /// A hyphen where a word is broken: at its soft hyphens; they break none; also where it has no room (default manual). One of manual, none, broken.
        hyphenation: &str = "hyphenation";
    }
}

kind! {
    /// Properties of a theme: variables: every key is one, and $KEY refers to it.
    Theme theme "theme": {}
}

kind! {
    /// Properties of a tiled: shows a large picture by its tiles: contents is a path with {level}, {x} and {y}, or clients draw them.
    Tiled tiled "tiled": LayerSetters AppearanceSetters {
        /// Of the files' pixels (pixels; 16 to 16384; default \[256, 256\]).
        tile_size: [f64; 2] = "tileSize";
        tile_size_width: f64 = "tileSize.width";
        tile_size_height: f64 = "tileSize.height";
        /// How many levels there are; level 0 is the finest, each further one has half of its pixels (1 to 24; default 1).
        levels_of_detail: i64 = "levelsOfDetail";
        /// How often level 0 has twice as many pixels per point as contentsScale says (0 to 24; default 0).
        levels_of_detail_bias: i64 = "levelsOfDetailBias";
    }
}

kind! {
    /// Properties of a timer: lines that are run at scene times.
    Timer timer "timer": {
        /// Between two times, or before the only one; at least the refresh interval of main (seconds; 0.001 to 1e+09; default 1).
        interval: f64 = "interval";
        /// False: it fires once and goes (default true).
        repeats: bool = "repeats";
        /// Separated by ; or LF; all take effect, or none (default empty).
        lines: &str = "lines";
        /// Wall: it fires at multiples of the interval in wall-clock time (default scene). One of scene, wall.
        align: &str = "align";
        /// It does not fire, and keeps the time that is left (default false).
        is_paused: bool = "isPaused";
        /// The scene time at which it fires; none while paused (seconds; default none).
        next: f64 = "next";
        /// The time that is left of a paused one (seconds; at least 0; default none).
        left: f64 = "left";
        /// The lines may change this layer and what is below it only: the rights of the client that made it (default none).
        scope: &str = "scope";
    }
}

kind! {
    /// Properties of a transaction: lines that wait for a time, or for pictures.
    Transaction transaction "transaction": {
        /// The scene time at which it takes effect (seconds; default 0).
        at: f64 = "at";
        /// Separated by LF; all take effect, or none (default empty).
        lines: &str = "lines";
        /// Above 0, what the lines set is animated (seconds; at least 0; default 0).
        duration: f64 = "duration";
        /// Of these animations (default default).
        timing: &str = "timing";
        /// Pictures that have to be read before, separated by LF; empties itself (default empty).
        files: &str = "files";
        /// The lines may change this layer and its sublayers only: the rights of the client that made it (default none).
        scope: &str = "scope";
        /// Films whose frames have to be there before, ID TIME LOOP PATH each, separated by LF; empties itself (default empty).
        films: &str = "films";
        /// The time of the clock on the wall at which it takes effect, since 1970; at= follows when that clock is set (seconds; default none).
        at_wall: f64 = "atWall";
    }
}

kind! {
    /// Properties of a transformLayer: holds layers that keep their depth; paints nothing itself.
    TransformLayer transform_layer "transformLayer": LayerSetters AppearanceSetters {}
}

kind! {
    /// Properties of a transition: one layer, or one look of a layer, gives way to another.
    Transition transition "transition": TimingSetters {
        /// Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25).
        duration: f64 = "duration";
        /// The layer that goes (default none).
        from: &str = "from";
        /// The layer that comes (default none).
        to: &str = "to";
        /// How one gives way to the other (default fade). One of fade, moveIn, push, reveal, flip, cube, wipe, curl.
        r#type: &str = "type";
        /// The side that what comes is from; a fade has none (default fromLeft). One of fromLeft, fromRight, fromTop, fromBottom.
        subtype: &str = "subtype";
        /// Sets isHidden of both, at once: what goes is seen until it is gone all the same (default false).
        show_hide: bool = "showHide";
        /// The layer whose look gives way to the one that it comes to have; instead of from and to (default none).
        layer: &str = "layer";
        /// How far the change has come when it begins (default 0).
        start_progress: f64 = "startProgress";
        /// How far the change comes (default 1).
        end_progress: f64 = "endProgress";
        /// Shows the change of to into from, backward: so it takes over from the opposite one (default false).
        is_reversed: bool = "isReversed";
        /// The picture from which the layer comes: pixels, packed (default none).
        look: &str = "look";
    }
}

kind! {
    /// Properties of a video: a film's file, shown by the layers whose contents it is.
    Video video "video": {
        /// The file: MP4, QuickTime, Matroska, WebM, AVI, Ogg, FLV, MPEG-TS, y4m, or a Lottie animation (default empty).
        path: &str = "path";
        /// The film's time that is shown; setting it goes there (seconds; 0 to 1e+06; default 0).
        time: f64 = "time";
        /// Seconds of the film to a second of the scene; 0: it stands still (0 to 16; default 1).
        rate: f64 = "rate";
        /// After the last frame comes the first; else the last one stays (default false).
        r#loop: bool = "loop";
        /// Kept for those who play the sound; the daemon plays none (0 to 1; default 0).
        volume: f64 = "volume";
    }
}

kind! {
    /// Properties of a vnc: a picture that VNC viewers show.
    Vnc vnc "vnc": OutputSetters {
        /// Where viewers connect, as numbers; others than those of this machine want a password (default 127.0.0.1).
        address: &str = "address";
        /// Where viewers connect; 0: any free one (0 to 65535; default 5900).
        port: i64 = "port";
        /// Asked of viewers; the protocol looks at its first 8 bytes. Empty: none.
        password: &str = "password";
        /// A file whose first line is the password, read as viewers connect (default empty).
        password_file: &str = "passwordFile";
        /// At one time; further ones are turned away (1 to 16; default 8).
        viewers: i64 = "viewers";
        /// Viewers may change the size (default false).
        resizes: bool = "resizes";
        /// Told to viewers (default Scrim).
        title: &str = "title";
        /// Whether viewers encrypt (VeNCrypt, X.509); auto: required where there is a certificate (default auto). One of auto, off, optional, required.
        tls: &str = "tls";
        /// A file with the server's certificate for TLS, PEM; read again when it has changed (default empty).
        certificate: &str = "certificate";
        /// A file with the certificate's key; empty: the same file.
        key: &str = "key";
        /// The pointer's look over the output, as in CSS (default default). One of none, default, context-menu, help, pointer, progress, wait, cell, crosshair, text, vertical-text, alias, copy, move, no-drop, not-allowed, grab, grabbing, e-resize, n-resize, ne-resize, nw-resize, s-resize, se-resize, sw-resize, w-resize, ew-resize, ns-resize, nesw-resize, nwse-resize, col-resize, row-resize, all-scroll, zoom-in, zoom-out.
        cursor: &str = "cursor";
        /// The text that the output has put into viewers' clipboards; empty again when one of them copies (default empty).
        clipboard: &str = "clipboard";
        /// Viewers' bells ring when it grows, ten times a second at most (0 to 1e+09; default 0).
        bell: i64 = "bell";
    }
}

kind! {
    /// Properties of a wayland: a window or a layer of a Wayland desktop, whose size and scale are the compositor's.
    Wayland wayland "wayland": WindowSetters OutputSetters {
        /// A window, or a layer of the desktop, or what a locked session shows; a window too where the compositor has no layers (default toplevel). One of toplevel, overlay, lock.
        role: &str = "role";
        /// What windows leave free for an overlay; -1: it leaves nothing free for others (points; -1 to 16384; default 0).
        exclusive_zone: i64 = "exclusiveZone";
        /// When an overlay is given the keyboard (default none). One of none, onDemand, exclusive.
        keyboard: &str = "keyboard";
        /// The monitor's name; focused: as the compositor likes; all: one picture over all monitors (default focused).
        monitor: &str = "monitor";
        /// Of a window (default scrim).
        app_id: &str = "appId";
        /// Of an overlay, for the compositor's rules (default scrim).
        namespace: &str = "namespace";
        /// Of a window, by its name in the icon theme; empty: the one that goes with appId (default empty).
        icon: &str = "icon";
        /// The session is locked, of the role lock; it stays so when the daemon ends (default false).
        locked: bool = "locked";
        /// The screen does not go dark while the output is seen (default false).
        idle_inhibit: bool = "idleInhibit";
        /// What is shown, for monitors that have a mode for it (default none). One of none, photo, video, game.
        content_type: &str = "contentType";
        /// Frames may tear, to be seen earlier (default false).
        tearing: bool = "tearing";
        /// From when it is set the compositor marks the window, or brings it to the front (default false).
        demands_attention: bool = "demandsAttention";
        /// Locked: it stays where it is, and its ways are told; confined: it stays in the output (default normal). One of normal, locked, confined.
        pointer: &str = "pointer";
        /// Of the whole output, which the compositor fades: nothing is painted for it (0 to 1; default 1).
        opacity: f64 = "opacity";
    }
}

kind! {
    /// Properties of a world: where behaviors act together.
    World world "world": {
        /// The layer whose coordinates, and bounds, count; not set: root (default none).
        reference: &str = "reference";
        /// Stands still (default false).
        paused: bool = "paused";
        /// How fast its time goes: 0.5 is slow motion, 0 as paused (0 to 100; default 1).
        speed: f64 = "speed";
        /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
        motion: &[f64] = "motion";
    }
}

kind! {
    /// Properties of a x11: a window or a dock of an X desktop; a window's size is the window manager's.
    X11 x11 "x11": WindowSetters OutputSetters {
        /// The X server; empty: the one that $DISPLAY names (default empty).
        display: &str = "display";
        /// A window, or a dock beyond the window manager's reach (default toplevel). One of toplevel, overlay.
        role: &str = "role";
        /// What windows leave free for an overlay, which the window manager knows then (points; 0 to 16384; default 0).
        exclusive_zone: i64 = "exclusiveZone";
        /// Of a window: its class (default scrim).
        app_id: &str = "appId";
        /// The server's bell rings when it grows, ten times a second at most (0 to 1e+09; default 0).
        bell: i64 = "bell";
    }
}
