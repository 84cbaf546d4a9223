// Written by clients/generate from `describe`: `make clients`.

#![allow(clippy::wrong_self_convention, clippy::should_implement_trait)]

use crate::connection::{parts_of, Reply};
use crate::json::Json;
use crate::line::{absolute, Line, Pairs, Properties};

/// The code of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// Quotes, escapes, keys, ids, missing words, NUL, UTF-8.
    Syntax,
    /// A verb that does not exist.
    UnknownVerb,
    /// A kind that does not exist.
    UnknownKind,
    /// An object that does not exist.
    UnknownObject,
    /// A property that the object's kind does not have.
    UnknownProperty,
    /// A variable that does not exist.
    UnknownVariable,
    /// A value of the wrong form, or outside of its range.
    Value,
    /// The id is taken, or, for put, taken by another kind.
    Exists,
    /// An object inside itself.
    Cycle,
    /// A bound of the settings.
    Limit,
    /// Not allowed for this connection, or for any.
    Denied,
    /// A file cannot be read or written.
    Io,
    /// A picture cannot be decoded.
    Decode,
    /// A plugin hangs, crashes or takes too much while it is loaded.
    Plugin,
    /// This build or output cannot do it.
    Unsupported,
    /// A transaction failed: its line, counted from 1 after begin, and why.
    Aborted,
    /// Not now: inside of a transaction, or too many clients.
    Busy,
    /// The scene comes from a primary, which alone changes what is shared.
    Replica,
    /// A record of another primary, or not the next one.
    Sequence,
    /// A fault of the daemon; please report it.
    Internal,
    /// One that this version of the client does not know.
    Other(String),
}

impl Code {
    /// The protocol's word.
    pub fn name(&self) -> &str {
        match self {
            Code::Syntax => "syntax",
            Code::UnknownVerb => "unknown-verb",
            Code::UnknownKind => "unknown-kind",
            Code::UnknownObject => "unknown-object",
            Code::UnknownProperty => "unknown-property",
            Code::UnknownVariable => "unknown-variable",
            Code::Value => "value",
            Code::Exists => "exists",
            Code::Cycle => "cycle",
            Code::Limit => "limit",
            Code::Denied => "denied",
            Code::Io => "io",
            Code::Decode => "decode",
            Code::Plugin => "plugin",
            Code::Unsupported => "unsupported",
            Code::Aborted => "aborted",
            Code::Busy => "busy",
            Code::Replica => "replica",
            Code::Sequence => "sequence",
            Code::Internal => "internal",
            Code::Other(name) => name,
        }
    }
}

impl From<&str> for Code {
    fn from(name: &str) -> Self {
        match name {
            "syntax" => Code::Syntax,
            "unknown-verb" => Code::UnknownVerb,
            "unknown-kind" => Code::UnknownKind,
            "unknown-object" => Code::UnknownObject,
            "unknown-property" => Code::UnknownProperty,
            "unknown-variable" => Code::UnknownVariable,
            "value" => Code::Value,
            "exists" => Code::Exists,
            "cycle" => Code::Cycle,
            "limit" => Code::Limit,
            "denied" => Code::Denied,
            "io" => Code::Io,
            "decode" => Code::Decode,
            "plugin" => Code::Plugin,
            "unsupported" => Code::Unsupported,
            "aborted" => Code::Aborted,
            "busy" => Code::Busy,
            "replica" => Code::Replica,
            "sequence" => Code::Sequence,
            "internal" => Code::Internal,
            other => Code::Other(other.into()),
        }
    }
}

/// Before each frame; frames keep coming while it is subscribed to.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameEvent {
    /// The member `output`.
    pub output: String,
    /// The member `frame`.
    pub frame: f64,
    /// The member `time`.
    pub time: f64,
    /// The member `target`.
    pub target: f64,
    /// The member `interval`.
    pub interval: f64,
}

impl FrameEvent {
    fn read(json: &Json) -> Self {
        Self {
            output: json.get("output").string(),
            frame: json.get("frame").number().unwrap_or_default(),
            time: json.get("time").number().unwrap_or_default(),
            target: json.get("target").number().unwrap_or_default(),
            interval: json.get("interval").number().unwrap_or_default(),
        }
    }
}

/// The end of an animation; not finished: it was removed before.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationEvent {
    /// The member `id`.
    pub id: String,
    /// The member `layer`.
    pub layer: Option<String>,
    /// The member `finished`.
    pub finished: bool,
}

impl AnimationEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            layer: json.get("layer").text().map(String::from),
            finished: json.get("finished").bool().unwrap_or_default(),
        }
    }
}

/// Pointers, fingers and tools of tablets on a layer, in its coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct PointerEvent {
    /// The member `output`.
    pub output: String,
    /// The member `layer`.
    pub layer: Option<String>,
    /// enter or leave or move or down or up or scroll or cancel.
    pub phase: String,
    /// The member `button`.
    pub button: Option<String>,
    /// The member `touch`.
    pub touch: Option<f64>,
    /// The member `dx`.
    pub dx: Option<f64>,
    /// The member `dy`.
    pub dy: Option<f64>,
    /// The member `tool`.
    pub tool: Option<String>,
    /// The member `pressure`.
    pub pressure: Option<f64>,
    /// The member `tiltX`.
    pub tilt_x: Option<f64>,
    /// The member `tiltY`.
    pub tilt_y: Option<f64>,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl PointerEvent {
    fn read(json: &Json) -> Self {
        Self {
            output: json.get("output").string(),
            layer: json.get("layer").text().map(String::from),
            phase: json.get("phase").string(),
            button: json.get("button").text().map(String::from),
            touch: json.get("touch").number(),
            dx: json.get("dx").number(),
            dy: json.get("dy").number(),
            tool: json.get("tool").text().map(String::from),
            pressure: json.get("pressure").number(),
            tilt_x: json.get("tiltX").number(),
            tilt_y: json.get("tiltY").number(),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// Down and up within 10 points.
#[derive(Clone, Debug, PartialEq)]
pub struct TapEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// The member `count`.
    pub count: f64,
    /// The member `touches`.
    pub touches: Option<f64>,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl TapEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            count: json.get("count").number().unwrap_or_default(),
            touches: json.get("touches").number(),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// A tap that no second one followed within 0.3 s: told then.
#[derive(Clone, Debug, PartialEq)]
pub struct SingleTapEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl SingleTapEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// A drag, in the parent's coordinates; velocity in points a second.
#[derive(Clone, Debug, PartialEq)]
pub struct PanEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// began or changed or ended or cancelled.
    pub state: String,
    /// The member `translation`.
    pub translation: [f64; 2],
    /// The member `velocity`.
    pub velocity: [f64; 2],
    /// The member `touches`.
    pub touches: Option<f64>,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl PanEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            state: json.get("state").string(),
            translation: json.get("translation").fixed(),
            velocity: json.get("velocity").fixed(),
            touches: json.get("touches").number(),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// A drag of 30 points along one axis that ended with 300 points a second, in the parent's coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct SwipeEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// left or right or up or down.
    pub direction: String,
    /// The member `velocity`.
    pub velocity: [f64; 2],
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl SwipeEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            direction: json.get("direction").string(),
            velocity: json.get("velocity").fixed(),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// 0.5 s down within 10 points.
#[derive(Clone, Debug, PartialEq)]
pub struct LongPressEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl LongPressEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// Two fingers' distance.
#[derive(Clone, Debug, PartialEq)]
pub struct PinchEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// began or changed or ended or cancelled.
    pub state: String,
    /// The member `scale`.
    pub scale: f64,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl PinchEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            state: json.get("state").string(),
            scale: json.get("scale").number().unwrap_or_default(),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// Two fingers' angle, in radians.
#[derive(Clone, Debug, PartialEq)]
pub struct RotateEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// began or changed or ended or cancelled.
    pub state: String,
    /// The member `angle`.
    pub angle: f64,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl RotateEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            state: json.get("state").string(),
            angle: json.get("angle").number().unwrap_or_default(),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// A wheel or touchpad.
#[derive(Clone, Debug, PartialEq)]
pub struct ScrollEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// The member `dx`.
    pub dx: f64,
    /// The member `dy`.
    pub dy: f64,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl ScrollEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            dx: json.get("dx").number().unwrap_or_default(),
            dy: json.get("dy").number().unwrap_or_default(),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// A key, for the layer that was pressed last; compose: the text that an input method composes.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// The member `key`.
    pub key: String,
    /// down or up or compose.
    pub state: String,
    /// The member `text`.
    pub text: String,
    /// The member `modifiers`.
    pub modifiers: Vec<String>,
}

impl KeyEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            key: json.get("key").string(),
            state: json.get("state").string(),
            text: json.get("text").string(),
            modifiers: json.get("modifiers").strings(),
        }
    }
}

/// An output came, went or changed; each one on subscribing.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputEvent {
    /// The member `output`.
    pub output: String,
    /// The member `size`.
    pub size: [f64; 2],
    /// The member `scale`.
    pub scale: f64,
    /// The member `refresh`.
    pub refresh: f64,
    /// active or hidden or absent or removed.
    pub state: String,
    /// The member `message`.
    pub message: Option<String>,
}

impl OutputEvent {
    fn read(json: &Json) -> Self {
        Self {
            output: json.get("output").string(),
            size: json.get("size").fixed(),
            scale: json.get("scale").number().unwrap_or_default(),
            refresh: json.get("refresh").number().unwrap_or_default(),
            state: json.get("state").string(),
            message: json.get("message").text().map(String::from),
        }
    }
}

/// A picture was read, or could not be; a video has come to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct ContentEvent {
    /// The member `id`.
    pub id: String,
    /// ready or failed or ended.
    pub state: String,
    /// The member `message`.
    pub message: Option<String>,
}

impl ContentEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            state: json.get("state").string(),
            message: json.get("message").text().map(String::from),
        }
    }
}

/// A new object, with its properties.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatedEvent {
    /// The member `id`.
    pub id: String,
    /// The object's properties, by their names.
    pub properties: Json,
}

impl CreatedEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            properties: json.clone(),
        }
    }
}

/// Properties of an object that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedEvent {
    /// The member `id`.
    pub id: String,
    /// The object's properties, by their names.
    pub properties: Json,
}

impl ChangedEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            properties: json.clone(),
        }
    }
}

/// An object that was removed.
#[derive(Clone, Debug, PartialEq)]
pub struct RemovedEvent {
    /// The member `id`.
    pub id: String,
}

impl RemovedEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
        }
    }
}

/// Items of a behavior touch, or part.
#[derive(Clone, Debug, PartialEq)]
pub struct CollisionEvent {
    /// The member `behavior`.
    pub behavior: String,
    /// The member `items`.
    pub items: Vec<String>,
    /// The member `point`.
    pub point: [f64; 2],
    /// began or ended.
    pub state: String,
}

impl CollisionEvent {
    fn read(json: &Json) -> Self {
        Self {
            behavior: json.get("behavior").string(),
            items: json.get("items").strings(),
            point: json.get("point").fixed(),
            state: json.get("state").string(),
        }
    }
}

/// A plugin was loaded, unloaded, suspended or failed.
#[derive(Clone, Debug, PartialEq)]
pub struct PluginEvent {
    /// The member `plugin`.
    pub plugin: String,
    /// The member `state`.
    pub state: String,
    /// The member `message`.
    pub message: Option<String>,
}

impl PluginEvent {
    fn read(json: &Json) -> Self {
        Self {
            plugin: json.get("plugin").string(),
            state: json.get("state").string(),
            message: json.get("message").text().map(String::from),
        }
    }
}

/// A pending transaction took effect, or was dropped; all animations that a named one made are over.
#[derive(Clone, Debug, PartialEq)]
pub struct TransactionEvent {
    /// The member `name`.
    pub name: String,
    /// done or failed or completed.
    pub state: String,
    /// The member `message`.
    pub message: Option<String>,
}

impl TransactionEvent {
    fn read(json: &Json) -> Self {
        Self {
            name: json.get("name").string(),
            state: json.get("state").string(),
            message: json.get("message").text().map(String::from),
        }
    }
}

/// A reaction failed, or reactions that set each other off were stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct ReactionEvent {
    /// The member `id`.
    pub id: Option<String>,
    /// The member `layer`.
    pub layer: Option<String>,
    /// The member `event`.
    pub event: String,
    /// failed or stopped.
    pub state: String,
    /// The member `message`.
    pub message: String,
}

impl ReactionEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").text().map(String::from),
            layer: json.get("layer").text().map(String::from),
            event: json.get("event").string(),
            state: json.get("state").string(),
            message: json.get("message").string(),
        }
    }
}

/// A binding has no value any more and keeps the last; told once, until it works again.
#[derive(Clone, Debug, PartialEq)]
pub struct BindingEvent {
    /// The member `id`.
    pub id: String,
    /// failed.
    pub state: String,
    /// The member `message`.
    pub message: String,
}

impl BindingEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            state: json.get("state").string(),
            message: json.get("message").string(),
        }
    }
}

/// The lines of a timer failed, and took no effect.
#[derive(Clone, Debug, PartialEq)]
pub struct TimerEvent {
    /// The member `id`.
    pub id: String,
    /// failed.
    pub state: String,
    /// The member `message`.
    pub message: String,
}

impl TimerEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            state: json.get("state").string(),
            message: json.get("message").string(),
        }
    }
}

/// A film waits for its pipe's reader, takes frames, or has ended; the message says what ended it.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmEvent {
    /// The member `output`.
    pub output: String,
    /// waiting or recording or ended.
    pub state: String,
    /// The member `frames`.
    pub frames: f64,
    /// The member `message`.
    pub message: Option<String>,
}

impl FilmEvent {
    fn read(json: &Json) -> Self {
        Self {
            output: json.get("output").string(),
            state: json.get("state").string(),
            frames: json.get("frames").number().unwrap_or_default(),
            message: json.get("message").text().map(String::from),
        }
    }
}

/// Bounds that have changed, before the frame that shows them, which waits for sync layout; dropped: it waits no more.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutEvent {
    /// The member `id`.
    pub id: Option<String>,
    /// The member `bounds`.
    pub bounds: [f64; 4],
    /// The member `serial`.
    pub serial: Option<f64>,
    /// dropped.
    pub state: Option<String>,
}

impl LayoutEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").text().map(String::from),
            bounds: json.get("bounds").fixed(),
            serial: json.get("serial").number(),
            state: json.get("state").text().map(String::from),
        }
    }
}

/// A layer is carried to others, in its parent's coordinates; over: the one on which it would be dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct DragEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// began or changed or ended or cancelled.
    pub state: String,
    /// The member `translation`.
    pub translation: [f64; 2],
    /// The member `velocity`.
    pub velocity: [f64; 2],
    /// The member `over`.
    pub over: Option<String>,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl DragEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            state: json.get("state").string(),
            translation: json.get("translation").fixed(),
            velocity: json.get("velocity").fixed(),
            over: json.get("over").text().map(String::from),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// Another layer is carried over this one, and dropped on it, in this one's coordinates; or what another program drags, without an item.
#[derive(Clone, Debug, PartialEq)]
pub struct DropEvent {
    /// The member `layer`.
    pub layer: Option<String>,
    /// enter or move or leave or drop.
    pub state: String,
    /// The member `item`.
    pub item: String,
    /// The member `type`.
    pub r#type: Option<String>,
    /// The member `text`.
    pub text: Option<String>,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
}

impl DropEvent {
    fn read(json: &Json) -> Self {
        Self {
            layer: json.get("layer").text().map(String::from),
            state: json.get("state").string(),
            item: json.get("item").string(),
            r#type: json.get("type").text().map(String::from),
            text: json.get("text").text().map(String::from),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
        }
    }
}

/// A tile of a tiled layer without files is seen, and there is no layer of its id yet; or is needed no more.
#[derive(Clone, Debug, PartialEq)]
pub struct TileEvent {
    /// The member `id`.
    pub id: String,
    /// The member `tile`.
    pub tile: String,
    /// needed or released.
    pub state: String,
    /// The member `level`.
    pub level: f64,
    /// The member `x`.
    pub x: f64,
    /// The member `y`.
    pub y: f64,
    /// The member `frame`.
    pub frame: [f64; 4],
    /// The member `scale`.
    pub scale: f64,
}

impl TileEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            tile: json.get("tile").string(),
            state: json.get("state").string(),
            level: json.get("level").number().unwrap_or_default(),
            x: json.get("x").number().unwrap_or_default(),
            y: json.get("y").number().unwrap_or_default(),
            frame: json.get("frame").fixed(),
            scale: json.get("scale").number().unwrap_or_default(),
        }
    }
}

/// Something is wrong that would go unseen, as a disk without room for the state; or is over.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemEvent {
    /// began or ended.
    pub state: String,
    /// The member `message`.
    pub message: String,
}

impl ProblemEvent {
    fn read(json: &Json) -> Self {
        Self {
            state: json.get("state").string(),
            message: json.get("message").string(),
        }
    }
}

/// A dormant object was carried out: what its line lacked is there.
#[derive(Clone, Debug, PartialEq)]
pub struct RestoredEvent {
    /// The member `id`.
    pub id: String,
}

impl RestoredEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
        }
    }
}

/// A reaction, a timer or a binding failed; file and line are those of its definition, as load or use named them.
#[derive(Clone, Debug, PartialEq)]
pub struct FailedEvent {
    /// The member `id`.
    pub id: String,
    /// The member `line`.
    pub line: Option<f64>,
    /// The member `file`.
    pub file: Option<String>,
    /// The member `column`.
    pub column: Option<f64>,
    /// The member `message`.
    pub message: String,
}

impl FailedEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            line: json.get("line").number(),
            file: json.get("file").text().map(String::from),
            column: json.get("column").number(),
            message: json.get("message").string(),
        }
    }
}

/// A step of an instance whose component has the parameter `step`: all animations that began with it have ended.
#[derive(Clone, Debug, PartialEq)]
pub struct TemplateEvent {
    /// The member `id`.
    pub id: String,
    /// The member `step`.
    pub step: f64,
    /// entered or left.
    pub state: String,
}

impl TemplateEvent {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            step: json.get("step").number().unwrap_or_default(),
            state: json.get("state").string(),
        }
    }
}

/// A record of the journal, or a part of the whole scene, behind which more follow or not; dropped: the reader fell behind, and the scene comes again.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalEvent {
    /// The member `epoch`.
    pub epoch: Option<f64>,
    /// The member `seq`.
    pub seq: Option<f64>,
    /// The member `time`.
    pub time: Option<f64>,
    /// The member `wall`.
    pub wall: Option<f64>,
    /// The member `client`.
    pub client: Option<f64>,
    /// The member `lines`.
    pub lines: Vec<String>,
    /// manual.
    pub clock: Option<String>,
    /// scene or dropped.
    pub state: Option<String>,
    /// The member `more`.
    pub more: bool,
    /// The member `digest`.
    pub digest: Option<String>,
}

impl JournalEvent {
    fn read(json: &Json) -> Self {
        Self {
            epoch: json.get("epoch").number(),
            seq: json.get("seq").number(),
            time: json.get("time").number(),
            wall: json.get("wall").number(),
            client: json.get("client").number(),
            lines: json.get("lines").strings(),
            clock: json.get("clock").text().map(String::from),
            state: json.get("state").text().map(String::from),
            more: json.get("more").bool().unwrap_or_default(),
            digest: json.get("digest").text().map(String::from),
        }
    }
}

/// A replica has come to a moment of which its primary told the whole scene: its digest then; a record came too late for its own time, and the scene may differ until the next moment; it differed from the primary's; a scene could not be used; it is none any more; skipped: lines that this version does not know.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplicaEvent {
    /// The member `of`.
    pub of: Option<String>,
    /// The member `epoch`.
    pub epoch: Option<f64>,
    /// The member `seq`.
    pub seq: Option<f64>,
    /// moment or late or differs or failed or promoted.
    pub state: String,
    /// The member `digest`.
    pub digest: Option<String>,
    /// The member `message`.
    pub message: Option<String>,
    /// The member `skipped`.
    pub skipped: f64,
}

impl ReplicaEvent {
    fn read(json: &Json) -> Self {
        Self {
            of: json.get("of").text().map(String::from),
            epoch: json.get("epoch").number(),
            seq: json.get("seq").number(),
            state: json.get("state").string(),
            digest: json.get("digest").text().map(String::from),
            message: json.get("message").text().map(String::from),
            skipped: json.get("skipped").number().unwrap_or_default(),
        }
    }
}

/// What the daemon tells unasked.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// Before each frame; frames keep coming while it is subscribed to.
    Frame(FrameEvent),
    /// The end of an animation; not finished: it was removed before.
    Animation(AnimationEvent),
    /// Pointers, fingers and tools of tablets on a layer, in its coordinates.
    Pointer(PointerEvent),
    /// Down and up within 10 points.
    Tap(TapEvent),
    /// A tap that no second one followed within 0.3 s: told then.
    SingleTap(SingleTapEvent),
    /// A drag, in the parent's coordinates; velocity in points a second.
    Pan(PanEvent),
    /// A drag of 30 points along one axis that ended with 300 points a second, in the parent's coordinates.
    Swipe(SwipeEvent),
    /// 0.5 s down within 10 points.
    LongPress(LongPressEvent),
    /// Two fingers' distance.
    Pinch(PinchEvent),
    /// Two fingers' angle, in radians.
    Rotate(RotateEvent),
    /// A wheel or touchpad.
    Scroll(ScrollEvent),
    /// A key, for the layer that was pressed last; compose: the text that an input method composes.
    Key(KeyEvent),
    /// An output came, went or changed; each one on subscribing.
    Output(OutputEvent),
    /// A picture was read, or could not be; a video has come to its end.
    Content(ContentEvent),
    /// A new object, with its properties.
    Created(CreatedEvent),
    /// Properties of an object that changed.
    Changed(ChangedEvent),
    /// An object that was removed.
    Removed(RemovedEvent),
    /// Items of a behavior touch, or part.
    Collision(CollisionEvent),
    /// A plugin was loaded, unloaded, suspended or failed.
    Plugin(PluginEvent),
    /// A pending transaction took effect, or was dropped; all animations that a named one made are over.
    Transaction(TransactionEvent),
    /// A reaction failed, or reactions that set each other off were stopped.
    Reaction(ReactionEvent),
    /// A binding has no value any more and keeps the last; told once, until it works again.
    Binding(BindingEvent),
    /// The lines of a timer failed, and took no effect.
    Timer(TimerEvent),
    /// A film waits for its pipe's reader, takes frames, or has ended; the message says what ended it.
    Film(FilmEvent),
    /// Bounds that have changed, before the frame that shows them, which waits for sync layout; dropped: it waits no more.
    Layout(LayoutEvent),
    /// A layer is carried to others, in its parent's coordinates; over: the one on which it would be dropped.
    Drag(DragEvent),
    /// Another layer is carried over this one, and dropped on it, in this one's coordinates; or what another program drags, without an item.
    Drop(DropEvent),
    /// A tile of a tiled layer without files is seen, and there is no layer of its id yet; or is needed no more.
    Tile(TileEvent),
    /// Something is wrong that would go unseen, as a disk without room for the state; or is over.
    Problem(ProblemEvent),
    /// A dormant object was carried out: what its line lacked is there.
    Restored(RestoredEvent),
    /// A reaction, a timer or a binding failed; file and line are those of its definition, as load or use named them.
    Failed(FailedEvent),
    /// A step of an instance whose component has the parameter `step`: all animations that began with it have ended.
    Template(TemplateEvent),
    /// A record of the journal, or a part of the whole scene, behind which more follow or not; dropped: the reader fell behind, and the scene comes again.
    Journal(JournalEvent),
    /// A replica has come to a moment of which its primary told the whole scene: its digest then; a record came too late for its own time, and the scene may differ until the next moment; it differed from the primary's; a scene could not be used; it is none any more; skipped: lines that this version does not know.
    Replica(ReplicaEvent),
    /// One that this version of the client does not know: its name and what it holds.
    Other(String, Json),
}

impl Event {
    pub(crate) fn read(name: &str, json: &Json) -> Self {
        match name {
            "frame" => Event::Frame(FrameEvent::read(json)),
            "animation" => Event::Animation(AnimationEvent::read(json)),
            "pointer" => Event::Pointer(PointerEvent::read(json)),
            "tap" => Event::Tap(TapEvent::read(json)),
            "singleTap" => Event::SingleTap(SingleTapEvent::read(json)),
            "pan" => Event::Pan(PanEvent::read(json)),
            "swipe" => Event::Swipe(SwipeEvent::read(json)),
            "longPress" => Event::LongPress(LongPressEvent::read(json)),
            "pinch" => Event::Pinch(PinchEvent::read(json)),
            "rotate" => Event::Rotate(RotateEvent::read(json)),
            "scroll" => Event::Scroll(ScrollEvent::read(json)),
            "key" => Event::Key(KeyEvent::read(json)),
            "output" => Event::Output(OutputEvent::read(json)),
            "content" => Event::Content(ContentEvent::read(json)),
            "created" => Event::Created(CreatedEvent::read(json)),
            "changed" => Event::Changed(ChangedEvent::read(json)),
            "removed" => Event::Removed(RemovedEvent::read(json)),
            "collision" => Event::Collision(CollisionEvent::read(json)),
            "plugin" => Event::Plugin(PluginEvent::read(json)),
            "transaction" => Event::Transaction(TransactionEvent::read(json)),
            "reaction" => Event::Reaction(ReactionEvent::read(json)),
            "binding" => Event::Binding(BindingEvent::read(json)),
            "timer" => Event::Timer(TimerEvent::read(json)),
            "film" => Event::Film(FilmEvent::read(json)),
            "layout" => Event::Layout(LayoutEvent::read(json)),
            "drag" => Event::Drag(DragEvent::read(json)),
            "drop" => Event::Drop(DropEvent::read(json)),
            "tile" => Event::Tile(TileEvent::read(json)),
            "problem" => Event::Problem(ProblemEvent::read(json)),
            "restored" => Event::Restored(RestoredEvent::read(json)),
            "failed" => Event::Failed(FailedEvent::read(json)),
            "template" => Event::Template(TemplateEvent::read(json)),
            "journal" => Event::Journal(JournalEvent::read(json)),
            "replica" => Event::Replica(ReplicaEvent::read(json)),
            other => Event::Other(other.into(), json.clone()),
        }
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
        let mut line = Line::new("create").word(id).word(properties.kind());
        line = line.parts(&parts_of(properties));
        self.run(line)
    }

    /// Makes it, or sets the properties when it exists.
    fn put(&mut self, id: &str, properties: impl Properties) -> Self::Out<()> {
        let mut line = Line::new("put").word(id).word(properties.kind());
        line = line.parts(&parts_of(properties));
        self.run(line)
    }

    /// Sets properties; an empty value restores the default.
    fn set(&mut self, id: &str, properties: impl Properties) -> Self::Out<()> {
        let mut line = Line::new("set").word(id);
        line = line.parts(&parts_of(properties));
        self.run(line)
    }

    /// Reads properties.
    fn get(&mut self, id: &str, names: &[&str], options: GetOptions) -> Self::Out<Json> {
        let mut line = Line::new("get").word(id);
        for one in names {
            line = line.word(one);
        }
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Removes objects, a layer with everything below it.
    fn remove(&mut self, ids: &[&str]) -> Self::Out<()> {
        let mut line = Line::new("remove");
        for one in ids {
            line = line.word(one);
        }
        self.run(line)
    }

    /// Removes everything but root, the outputs and daemon.
    fn clear(&mut self) -> Self::Out<()> {
        self.run(Line::new("clear"))
    }

    /// Ids, in order.
    fn list(&mut self, options: ListOptions) -> Self::Out<Vec<String>> {
        let mut line = Line::new("list");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Nested ids, kinds and frames.
    fn tree(&mut self, options: TreeOptions) -> Self::Out<TreeReply> {
        let mut line = Line::new("tree");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// The lines that make this scene again; secrets only with full access.
    fn dump(&mut self, options: DumpOptions) -> Self::Out<Vec<String>> {
        let mut line = Line::new("dump");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Verbs and kinds, a kind's properties, or verbs, events, errors, filters, decoders; schema: a JSON Schema of a component's parameters.
    fn describe(&mut self, options: DescribeOptions) -> Self::Out<Json> {
        let mut line = Line::new("describe");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Why a layer is or is not seen, and what it costs.
    fn explain(&mut self, id: &str) -> Self::Out<ExplainReply> {
        self.run(Line::new("explain").word(id))
    }

    /// Layers at a point, from the front to the back.
    fn hit(&mut self, point: &str, options: HitOptions) -> Self::Out<Vec<String>> {
        let mut line = Line::new("hit").word(point);
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// A point or a rectangle of one layer in another's coordinates, as they are seen.
    fn convert(&mut self, place: &str, options: ConvertOptions) -> Self::Out<ConvertReply> {
        let mut line = Line::new("convert").word(place);
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Bounds and length of a path, whether it holds a point, and the point at a length.
    fn measure(&mut self, path: &str, options: MeasureOptions) -> Self::Out<MeasureReply> {
        let mut line = Line::new("measure").word(path);
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// A property's value, and why it has it: the chain of causes, the nearest first.
    fn why(&mut self, property: &str) -> Self::Out<Json> {
        self.run(Line::new("why").word(property))
    }

    /// Opens a transaction.
    fn begin(&mut self, options: BeginOptions) -> Self::Out<()> {
        let mut line = Line::new("begin");
        line = line.parts(&parts_of(options));
        self.run(line)
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
        let mut line = Line::new("animate").word(layer);
        line = line.parts(&parts_of(properties));
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Appends an operation to a canvas, or inserts, replaces or removes one by its number.
    fn draw(&mut self, id: &str, operation: &str, more: impl Pairs, options: DrawOptions) -> Self::Out<()> {
        let mut line = Line::new("draw").word(id).word(operation);
        line = line.parts(&parts_of(more));
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Scrolls what is around a layer until it is seen, as little as needed.
    fn scroll_to(&mut self, layer: &str, options: ScrollToOptions) -> Self::Out<()> {
        let mut line = Line::new("scrollTo").word(layer);
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Makes a layer and all below it again; ids ID.x become AS.x.
    fn copy(&mut self, id: &str, options: CopyOptions) -> Self::Out<()> {
        let mut line = Line::new("copy").word(id);
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Runs lines once for each item of a,b,c or 0..9.
    fn repeat(&mut self, lines: &str, options: RepeatOptions) -> Self::Out<()> {
        let mut line = Line::new("repeat").word(lines);
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Begins a component: its parameters with their defaults.
    fn define(&mut self, name: &str, more: impl Pairs) -> Self::Out<()> {
        let mut line = Line::new("define").word(name);
        line = line.parts(&parts_of(more));
        self.run(line)
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
        let mut line = Line::new("undo");
        if let Some(one) = steps {
            line = line.word(one);
        }
        self.run(line)
    }

    /// Does again what undo took back.
    fn redo(&mut self, steps: Option<i64>) -> Self::Out<RedoReply> {
        let mut line = Line::new("redo");
        if let Some(one) = steps {
            line = line.word(one);
        }
        self.run(line)
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
        let mut line = Line::new("subscribe");
        for one in events {
            line = line.word(one);
        }
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Asks for no more of them.
    fn unsubscribe(&mut self, events: &[&str]) -> Self::Out<()> {
        let mut line = Line::new("unsubscribe");
        for one in events {
            line = line.word(one);
        }
        self.run(line)
    }

    /// Replies when everything before it has been presented; layout: a frame that waits need wait no longer.
    fn sync(&mut self, options: SyncOptions) -> Self::Out<SyncReply> {
        let mut line = Line::new("sync");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Holds this connection's further lines that long.
    fn wait(&mut self, options: WaitOptions) -> Self::Out<()> {
        let mut line = Line::new("wait");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// How scene time goes on.
    fn clock(&mut self, mode: &str) -> Self::Out<ClockReply> {
        self.run(Line::new("clock").word(mode))
    }

    /// Advances the manual clock and renders.
    fn tick(&mut self, options: TickOptions) -> Self::Out<TickReply> {
        let mut line = Line::new("tick");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Forgets all caches and damages every output in full.
    fn repaint(&mut self) -> Self::Out<()> {
        self.run(Line::new("repaint"))
    }

    /// Says that shared pixels changed.
    fn damage(&mut self, buffer: &str, rectangles: &[[f64; 4]]) -> Self::Out<()> {
        let mut line = Line::new("damage").word(buffer);
        for one in rectangles {
            line = line.word(one.as_slice());
        }
        self.run(line)
    }

    /// Injects input.
    fn input(&mut self, device: &str, more: impl Pairs) -> Self::Out<()> {
        let mut line = Line::new("input").word(device);
        line = line.parts(&parts_of(more));
        self.run(line)
    }

    /// Runs lines when an event fires.
    fn on(&mut self, layer: &str, event: &str, when: Option<&str>, lines: &str, options: OnOptions) -> Self::Out<()> {
        let mut line = Line::new("on").word(layer).word(event);
        line = line.parts(&parts_of(options));
        line = line.lines(when, lines);
        self.run(line)
    }

    /// Takes reactions away.
    fn off(&mut self, layer: &str, event: Option<&str>) -> Self::Out<()> {
        let mut line = Line::new("off").word(layer);
        if let Some(one) = event {
            line = line.word(one);
        }
        self.run(line)
    }

    /// Keeps properties equal to expressions; an empty one takes the binding off.
    fn bind(&mut self, id: &str, expressions: &[(&str, &str)], options: BindOptions) -> Self::Out<()> {
        let mut line = Line::new("bind").word(id);
        for (key, expression) in expressions {
            line = line.computed(key, expression);
        }
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Runs lines again and again, in scene time.
    fn every(&mut self, seconds: f64, lines: &str, options: EveryOptions) -> Self::Out<()> {
        let mut line = Line::new("every").word(seconds).word(lines);
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Runs lines once, in scene time.
    fn after(&mut self, seconds: f64, lines: &str, options: AfterOptions) -> Self::Out<()> {
        let mut line = Line::new("after").word(seconds).word(lines);
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Says which layer keys go to: an id, next or previous in the order of Tab, or none.
    fn focus(&mut self, layer: &str, options: FocusOptions) -> Self::Out<()> {
        let mut line = Line::new("focus").word(layer);
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Options of this connection; access is full, read or a layer's id; role=replica makes it what the scene comes from.
    fn session(&mut self, options: SessionOptions) -> Self::Out<()> {
        let mut line = Line::new("session");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Lists plugins; with full access, loads and unloads them.
    fn plugin(&mut self, action: &str, name: Option<&str>) -> Self::Out<Json> {
        let mut line = Line::new("plugin").word(action);
        if let Some(one) = name {
            line = line.word(one);
        }
        self.run(line)
    }

    /// What the daemon did and holds.
    fn stats(&mut self, options: StatsOptions) -> Self::Out<StatsReply> {
        let mut line = Line::new("stats");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Overlays.
    fn debug(&mut self, options: DebugOptions) -> Self::Out<()> {
        let mut line = Line::new("debug");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Writes the dump to a file.
    fn save(&mut self, options: SaveOptions) -> Self::Out<()> {
        let mut line = Line::new("save");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Runs a file's lines, all or none; lenient: those that lack something become dormant.
    fn load(&mut self, options: LoadOptions) -> Self::Out<()> {
        let mut line = Line::new("load");
        line = line.parts(&parts_of(options));
        self.run(line)
    }

    /// Every frame, timed, to a file.
    fn record(&mut self, options: RecordOptions) -> Self::Out<RecordReply> {
        let mut line = Line::new("record");
        line = line.parts(&parts_of(options));
        self.run(line)
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
        let mut line = Line::new("replay");
        line = line.parts(&parts_of(options));
        self.run(line)
    }
}

/// What `hello` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct HelloReply {
    /// The member `server`.
    pub server: String,
    /// The member `version`.
    pub version: String,
    /// The member `protocol`.
    pub protocol: f64,
    /// The member `kinds`.
    pub kinds: Vec<String>,
    /// The member `plugins`.
    pub plugins: Vec<String>,
    /// The member `dormant`.
    pub dormant: Option<f64>,
    /// The member `problems`.
    pub problems: Vec<String>,
}

impl Reply for HelloReply {
    fn read(json: &Json) -> Self {
        Self {
            server: json.get("server").string(),
            version: json.get("version").string(),
            protocol: json.get("protocol").number().unwrap_or_default(),
            kinds: json.get("kinds").strings(),
            plugins: json.get("plugins").strings(),
            dormant: json.get("dormant").number(),
            problems: json.get("problems").strings(),
        }
    }
}

/// Further words of `get`.
#[derive(Clone, Debug, Default)]
pub struct GetOptions(String);

/// Begins further words of `get`; none of them has to be given.
pub fn get() -> GetOptions {
    GetOptions::default()
}

impl Pairs for GetOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl GetOptions {
    /// One of model, presentation, text.
    pub fn from(self, value: &str) -> Self {
        self.with("from", value)
    }
}

/// Further words of `list`.
#[derive(Clone, Debug, Default)]
pub struct ListOptions(String);

/// Begins further words of `list`; none of them has to be given.
pub fn list() -> ListOptions {
    ListOptions::default()
}

impl Pairs for ListOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl ListOptions {
    /// The word selector.
    pub fn selector(self, value: &str) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// `kind=`.
    pub fn kind(self, value: &str) -> Self {
        self.with("kind", value)
    }
    /// `parent=`.
    pub fn parent(self, value: &str) -> Self {
        self.with("parent", value)
    }
    /// `style=`.
    pub fn style(self, value: &str) -> Self {
        self.with("style", value)
    }
}

/// What `tree` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeReply {
    /// The member `id`.
    pub id: String,
    /// The member `kind`.
    pub kind: String,
    /// The member `frame`.
    pub frame: [f64; 4],
    /// The member `role`.
    pub role: Option<String>,
    /// The member `label`.
    pub label: Option<String>,
    /// The member `value`.
    pub value: Option<String>,
    /// The member `sublayers`.
    pub sublayers: Vec<TreeReply>,
}

impl Reply for TreeReply {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            kind: json.get("kind").string(),
            frame: json.get("frame").fixed(),
            role: json.get("role").text().map(String::from),
            label: json.get("label").text().map(String::from),
            value: json.get("value").text().map(String::from),
            sublayers: json.get("sublayers").array().iter().map(TreeReply::read).collect(),
        }
    }
}

/// Further words of `tree`.
#[derive(Clone, Debug, Default)]
pub struct TreeOptions(String);

/// Begins further words of `tree`; none of them has to be given.
pub fn tree() -> TreeOptions {
    TreeOptions::default()
}

impl Pairs for TreeOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl TreeOptions {
    /// The word id.
    pub fn id(self, value: &str) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// `depth=`.
    pub fn depth(self, value: i64) -> Self {
        self.with("depth", value)
    }
}

/// Further words of `dump`.
#[derive(Clone, Debug, Default)]
pub struct DumpOptions(String);

/// Begins further words of `dump`; none of them has to be given.
pub fn dump() -> DumpOptions {
    DumpOptions::default()
}

impl Pairs for DumpOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl DumpOptions {
    /// The word id.
    pub fn id(self, value: &str) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// `secrets=`.
    pub fn secrets(self, value: bool) -> Self {
        self.with("secrets", value)
    }
}

/// Further words of `describe`.
#[derive(Clone, Debug, Default)]
pub struct DescribeOptions(String);

/// Begins further words of `describe`; none of them has to be given.
pub fn describe() -> DescribeOptions {
    DescribeOptions::default()
}

impl Pairs for DescribeOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl DescribeOptions {
    /// The word topic.
    pub fn topic(self, value: &str) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// One of schema.
    pub fn format(self, value: &str) -> Self {
        self.with("format", value)
    }
}

/// What `explain` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainReply {
    /// The member `id`.
    pub id: String,
    /// The member `visible`.
    pub visible: bool,
    /// The member `reason`.
    pub reason: String,
    /// The member `by`.
    pub by: Vec<String>,
    /// The member `message`.
    pub message: Option<String>,
    /// The member `extent`.
    pub extent: [f64; 4],
    /// The member `visiblePixels`.
    pub visible_pixels: f64,
    /// The member `cost`.
    pub cost: Json,
    /// The member `constraints`.
    pub constraints: Vec<String>,
    /// The member `unsatisfied`.
    pub unsatisfied: Vec<String>,
}

impl Reply for ExplainReply {
    fn read(json: &Json) -> Self {
        Self {
            id: json.get("id").string(),
            visible: json.get("visible").bool().unwrap_or_default(),
            reason: json.get("reason").string(),
            by: json.get("by").strings(),
            message: json.get("message").text().map(String::from),
            extent: json.get("extent").fixed(),
            visible_pixels: json.get("visiblePixels").number().unwrap_or_default(),
            cost: json.get("cost").clone(),
            constraints: json.get("constraints").strings(),
            unsatisfied: json.get("unsatisfied").strings(),
        }
    }
}

/// Further words of `hit`.
#[derive(Clone, Debug, Default)]
pub struct HitOptions(String);

/// Begins further words of `hit`; none of them has to be given.
pub fn hit() -> HitOptions {
    HitOptions::default()
}

impl Pairs for HitOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl HitOptions {
    /// `output=`.
    pub fn output(self, value: &str) -> Self {
        self.with("output", value)
    }
    /// `interactive=`.
    pub fn interactive(self, value: bool) -> Self {
        self.with("interactive", value)
    }
}

/// What `convert` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvertReply {
    /// The member `point`.
    pub point: [f64; 2],
    /// The member `rect`.
    pub rect: [f64; 4],
}

impl Reply for ConvertReply {
    fn read(json: &Json) -> Self {
        Self {
            point: json.get("point").fixed(),
            rect: json.get("rect").fixed(),
        }
    }
}

/// Further words of `convert`.
#[derive(Clone, Debug, Default)]
pub struct ConvertOptions(String);

/// Begins further words of `convert`; none of them has to be given.
pub fn convert() -> ConvertOptions {
    ConvertOptions::default()
}

impl Pairs for ConvertOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl ConvertOptions {
    /// `from=`.
    pub fn from(self, value: &str) -> Self {
        self.with("from", value)
    }
    /// `to=`.
    pub fn to(self, value: &str) -> Self {
        self.with("to", value)
    }
}

/// What `measure` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureReply {
    /// The member `bounds`.
    pub bounds: [f64; 4],
    /// The member `length`.
    pub length: f64,
    /// The member `isClosed`.
    pub is_closed: bool,
    /// The member `contains`.
    pub contains: bool,
    /// The member `point`.
    pub point: [f64; 2],
    /// The member `angle`.
    pub angle: Option<f64>,
    /// The member `path`.
    pub path: String,
}

impl Reply for MeasureReply {
    fn read(json: &Json) -> Self {
        Self {
            bounds: json.get("bounds").fixed(),
            length: json.get("length").number().unwrap_or_default(),
            is_closed: json.get("isClosed").bool().unwrap_or_default(),
            contains: json.get("contains").bool().unwrap_or_default(),
            point: json.get("point").fixed(),
            angle: json.get("angle").number(),
            path: json.get("path").string(),
        }
    }
}

/// Further words of `measure`.
#[derive(Clone, Debug, Default)]
pub struct MeasureOptions(String);

/// Begins further words of `measure`; none of them has to be given.
pub fn measure() -> MeasureOptions {
    MeasureOptions::default()
}

impl Pairs for MeasureOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl MeasureOptions {
    /// `contains=`.
    pub fn contains(self, value: &str) -> Self {
        self.with("contains", value)
    }
    /// One of nonZero, evenOdd.
    pub fn rule(self, value: &str) -> Self {
        self.with("rule", value)
    }
    /// `at=`.
    pub fn at(self, value: f64) -> Self {
        self.with("at", value)
    }
    /// `tolerance=`.
    pub fn tolerance(self, value: f64) -> Self {
        self.with("tolerance", value)
    }
}

/// Further words of `begin`.
#[derive(Clone, Debug, Default)]
pub struct BeginOptions(String);

/// Begins further words of `begin`; none of them has to be given.
pub fn begin() -> BeginOptions {
    BeginOptions::default()
}

impl Pairs for BeginOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl BeginOptions {
    /// `duration=`.
    pub fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// `timing=`.
    pub fn timing(self, value: &str) -> Self {
        self.with("timing", value)
    }
    /// `at=`.
    pub fn at(self, value: f64) -> Self {
        self.with("at", value)
    }
    /// One of content.
    pub fn wait(self, value: &str) -> Self {
        self.with("wait", value)
    }
    /// `name=`.
    pub fn name(self, value: &str) -> Self {
        self.with("name", value)
    }
    /// `animator=`.
    pub fn animator(self, value: &str) -> Self {
        self.with("animator", value)
    }
}

/// What `commit` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct CommitReply {
    /// The member `commands`.
    pub commands: f64,
    /// The member `frame`.
    pub frame: Option<f64>,
}

impl Reply for CommitReply {
    fn read(json: &Json) -> Self {
        Self {
            commands: json.get("commands").number().unwrap_or_default(),
            frame: json.get("frame").number(),
        }
    }
}

/// What `animate` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimateReply {
    /// The member `animations`.
    pub animations: Vec<String>,
    /// The member `count`.
    pub count: Option<f64>,
}

impl Reply for AnimateReply {
    fn read(json: &Json) -> Self {
        Self {
            animations: json.get("animations").strings(),
            count: json.get("count").number(),
        }
    }
}

/// Further words of `animate`.
#[derive(Clone, Debug, Default)]
pub struct AnimateOptions(String);

/// Begins further words of `animate`; none of them has to be given.
pub fn animate() -> AnimateOptions {
    AnimateOptions::default()
}

impl Pairs for AnimateOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl AnimateOptions {
    /// The word property.
    pub fn property(self, value: &str) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// `duration=`.
    pub fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// `timing=`.
    pub fn timing(self, value: &str) -> Self {
        self.with("timing", value)
    }
    /// `delay=`.
    pub fn delay(self, value: f64) -> Self {
        self.with("delay", value)
    }
    /// `repeat=`.
    pub fn repeat(self, value: f64) -> Self {
        self.with("repeat", value)
    }
    /// `autoreverses=`.
    pub fn autoreverses(self, value: bool) -> Self {
        self.with("autoreverses", value)
    }
    /// `spring=`.
    pub fn spring(self, value: &[f64]) -> Self {
        self.with("spring", value)
    }
    /// `additive=`.
    pub fn additive(self, value: bool) -> Self {
        self.with("additive", value)
    }
    /// `id=`.
    pub fn id(self, value: &str) -> Self {
        self.with("id", value)
    }
    /// `values=`.
    pub fn values(self, value: &str) -> Self {
        self.with("values", value)
    }
    /// `keyTimes=`.
    pub fn key_times(self, value: &str) -> Self {
        self.with("keyTimes", value)
    }
    /// `timings=`.
    pub fn timings(self, value: &str) -> Self {
        self.with("timings", value)
    }
    /// One of linear, discrete, paced, cubic, cubicPaced.
    pub fn calculation_mode(self, value: &str) -> Self {
        self.with("calculationMode", value)
    }
}

/// Further words of `draw`.
#[derive(Clone, Debug, Default)]
pub struct DrawOptions(String);

/// Begins further words of `draw`; none of them has to be given.
pub fn draw() -> DrawOptions {
    DrawOptions::default()
}

impl Pairs for DrawOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl DrawOptions {
    /// `insert=`.
    pub fn insert(self, value: i64) -> Self {
        self.with("insert", value)
    }
    /// `replace=`.
    pub fn replace(self, value: i64) -> Self {
        self.with("replace", value)
    }
    /// `remove=`.
    pub fn remove(self, value: i64) -> Self {
        self.with("remove", value)
    }
}

/// Further words of `scrollTo`.
#[derive(Clone, Debug, Default)]
pub struct ScrollToOptions(String);

/// Begins further words of `scrollTo`; none of them has to be given.
pub fn scroll_to() -> ScrollToOptions {
    ScrollToOptions::default()
}

impl Pairs for ScrollToOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl ScrollToOptions {
    /// The word rectangles.
    pub fn rectangles(self, value: &str) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// `duration=`.
    pub fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// `timing=`.
    pub fn timing(self, value: &str) -> Self {
        self.with("timing", value)
    }
    /// `spring=`.
    pub fn spring(self, value: &[f64]) -> Self {
        self.with("spring", value)
    }
}

/// Further words of `copy`.
#[derive(Clone, Debug, Default)]
pub struct CopyOptions(String);

/// Begins further words of `copy`.
pub fn copy() -> CopyOptions {
    CopyOptions::default()
}

impl Pairs for CopyOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl CopyOptions {
    /// `as=`.
    pub fn r#as(self, value: &str) -> Self {
        self.with("as", value)
    }
    /// `parent=`.
    pub fn parent(self, value: &str) -> Self {
        self.with("parent", value)
    }
}

/// Further words of `repeat`.
#[derive(Clone, Debug, Default)]
pub struct RepeatOptions(String);

/// Begins further words of `repeat`.
pub fn repeat() -> RepeatOptions {
    RepeatOptions::default()
}

impl Pairs for RepeatOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl RepeatOptions {
    /// `in=`.
    pub fn r#in(self, value: &str) -> Self {
        self.with("in", value)
    }
}

/// What `undo` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoReply {
    /// The member `count`.
    pub count: f64,
}

impl Reply for UndoReply {
    fn read(json: &Json) -> Self {
        Self {
            count: json.get("count").number().unwrap_or_default(),
        }
    }
}

/// What `redo` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct RedoReply {
    /// The member `count`.
    pub count: f64,
}

impl Reply for RedoReply {
    fn read(json: &Json) -> Self {
        Self {
            count: json.get("count").number().unwrap_or_default(),
        }
    }
}

/// Further words of `subscribe`.
#[derive(Clone, Debug, Default)]
pub struct SubscribeOptions(String);

/// Begins further words of `subscribe`; none of them has to be given.
pub fn subscribe() -> SubscribeOptions {
    SubscribeOptions::default()
}

impl Pairs for SubscribeOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl SubscribeOptions {
    /// `layer=`.
    pub fn layer(self, value: &str) -> Self {
        self.with("layer", value)
    }
    /// `deadline=`.
    pub fn deadline(self, value: f64) -> Self {
        self.with("deadline", value)
    }
    /// `rate=`.
    pub fn rate(self, value: f64) -> Self {
        self.with("rate", value)
    }
    /// `from=`.
    pub fn from(self, value: &str) -> Self {
        self.with("from", value)
    }
}

/// What `sync` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct SyncReply {
    /// The member `frame`.
    pub frame: f64,
    /// The member `time`.
    pub time: f64,
}

impl Reply for SyncReply {
    fn read(json: &Json) -> Self {
        Self {
            frame: json.get("frame").number().unwrap_or_default(),
            time: json.get("time").number().unwrap_or_default(),
        }
    }
}

/// Further words of `sync`.
#[derive(Clone, Debug, Default)]
pub struct SyncOptions(String);

/// Begins further words of `sync`; none of them has to be given.
pub fn sync() -> SyncOptions {
    SyncOptions::default()
}

impl Pairs for SyncOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl SyncOptions {
    /// The word layout.
    pub fn layout(self, value: &str) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// `serial=`.
    pub fn serial(self, value: i64) -> Self {
        self.with("serial", value)
    }
}

/// Further words of `wait`.
#[derive(Clone, Debug, Default)]
pub struct WaitOptions(String);

/// Begins further words of `wait`; none of them has to be given.
pub fn wait() -> WaitOptions {
    WaitOptions::default()
}

impl Pairs for WaitOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl WaitOptions {
    /// The word seconds.
    pub fn seconds(self, value: f64) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// `for=`.
    pub fn r#for(self, value: &str) -> Self {
        self.with("for", value)
    }
}

/// What `clock` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct ClockReply {
    /// The member `time`.
    pub time: f64,
}

impl Reply for ClockReply {
    fn read(json: &Json) -> Self {
        Self {
            time: json.get("time").number().unwrap_or_default(),
        }
    }
}

/// What `tick` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct TickReply {
    /// The member `frame`.
    pub frame: f64,
    /// The member `time`.
    pub time: f64,
    /// The member `damage`.
    pub damage: Vec<[f64; 4]>,
    /// The member `pixels`.
    pub pixels: f64,
}

impl Reply for TickReply {
    fn read(json: &Json) -> Self {
        Self {
            frame: json.get("frame").number().unwrap_or_default(),
            time: json.get("time").number().unwrap_or_default(),
            damage: json.get("damage").array().iter().map(Json::fixed).collect(),
            pixels: json.get("pixels").number().unwrap_or_default(),
        }
    }
}

/// Further words of `tick`.
#[derive(Clone, Debug, Default)]
pub struct TickOptions(String);

/// Begins further words of `tick`; none of them has to be given.
pub fn tick() -> TickOptions {
    TickOptions::default()
}

impl Pairs for TickOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl TickOptions {
    /// The word seconds.
    pub fn seconds(self, value: f64) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// `frames=`.
    pub fn frames(self, value: i64) -> Self {
        self.with("frames", value)
    }
    /// `to=`.
    pub fn to(self, value: f64) -> Self {
        self.with("to", value)
    }
}

/// Further words of `snapshot`.
#[derive(Clone, Debug, Default)]
pub struct SnapshotOptions(String);

/// Begins further words of `snapshot`; none of them has to be given.
pub fn snapshot() -> SnapshotOptions {
    SnapshotOptions::default()
}

impl Pairs for SnapshotOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl SnapshotOptions {
    /// `output=`.
    pub fn output(self, value: &str) -> Self {
        self.with("output", value)
    }
    /// `layer=`.
    pub fn layer(self, value: &str) -> Self {
        self.with("layer", value)
    }
    /// `rect=`.
    pub fn rect(self, value: [f64; 4]) -> Self {
        self.with("rect", value)
    }
    /// `scale=`.
    pub fn scale(self, value: f64) -> Self {
        self.with("scale", value)
    }
    /// One of png, ppm, rgba, pdf, svg.
    pub fn format(self, value: &str) -> Self {
        self.with("format", value)
    }
    /// `path=`.
    pub fn path(self, value: &str) -> Self {
        self.with("path", absolute(value))
    }
    /// `overwrite=`.
    pub fn overwrite(self, value: bool) -> Self {
        self.with("overwrite", value)
    }
}

/// Further words of `on`.
#[derive(Clone, Debug, Default)]
pub struct OnOptions(String);

/// Begins further words of `on`; none of them has to be given.
pub fn on() -> OnOptions {
    OnOptions::default()
}

impl Pairs for OnOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl OnOptions {
    /// `name=`.
    pub fn name(self, value: &str) -> Self {
        self.with("name", value)
    }
}

/// Further words of `bind`.
#[derive(Clone, Debug, Default)]
pub struct BindOptions(String);

/// Begins further words of `bind`; none of them has to be given.
pub fn bind() -> BindOptions {
    BindOptions::default()
}

impl Pairs for BindOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl BindOptions {
    /// `scope=`.
    pub fn scope(self, value: &str) -> Self {
        self.with("scope", value)
    }
    /// `isActive=`.
    pub fn is_active(self, value: bool) -> Self {
        self.with("isActive", value)
    }
}

/// Further words of `every`.
#[derive(Clone, Debug, Default)]
pub struct EveryOptions(String);

/// Begins further words of `every`; none of them has to be given.
pub fn every() -> EveryOptions {
    EveryOptions::default()
}

impl Pairs for EveryOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl EveryOptions {
    /// `name=`.
    pub fn name(self, value: &str) -> Self {
        self.with("name", value)
    }
    /// One of scene, wall.
    pub fn align(self, value: &str) -> Self {
        self.with("align", value)
    }
    /// `left=`.
    pub fn left(self, value: f64) -> Self {
        self.with("left", value)
    }
    /// `isPaused=`.
    pub fn is_paused(self, value: bool) -> Self {
        self.with("isPaused", value)
    }
    /// `scope=`.
    pub fn scope(self, value: &str) -> Self {
        self.with("scope", value)
    }
}

/// Further words of `after`.
#[derive(Clone, Debug, Default)]
pub struct AfterOptions(String);

/// Begins further words of `after`; none of them has to be given.
pub fn after() -> AfterOptions {
    AfterOptions::default()
}

impl Pairs for AfterOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl AfterOptions {
    /// `name=`.
    pub fn name(self, value: &str) -> Self {
        self.with("name", value)
    }
    /// One of scene, wall.
    pub fn align(self, value: &str) -> Self {
        self.with("align", value)
    }
    /// `left=`.
    pub fn left(self, value: f64) -> Self {
        self.with("left", value)
    }
    /// `isPaused=`.
    pub fn is_paused(self, value: bool) -> Self {
        self.with("isPaused", value)
    }
    /// `scope=`.
    pub fn scope(self, value: &str) -> Self {
        self.with("scope", value)
    }
}

/// Further words of `focus`.
#[derive(Clone, Debug, Default)]
pub struct FocusOptions(String);

/// Begins further words of `focus`; none of them has to be given.
pub fn focus() -> FocusOptions {
    FocusOptions::default()
}

impl Pairs for FocusOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl FocusOptions {
    /// `ring=`.
    pub fn ring(self, value: bool) -> Self {
        self.with("ring", value)
    }
}

/// Further words of `session`.
#[derive(Clone, Debug, Default)]
pub struct SessionOptions(String);

/// Begins further words of `session`; none of them has to be given.
pub fn session() -> SessionOptions {
    SessionOptions::default()
}

impl Pairs for SessionOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl SessionOptions {
    /// One of all, errors, none.
    pub fn replies(self, value: &str) -> Self {
        self.with("replies", value)
    }
    /// One of scene, client.
    pub fn lifetime(self, value: &str) -> Self {
        self.with("lifetime", value)
    }
    /// `access=`.
    pub fn access(self, value: &str) -> Self {
        self.with("access", value)
    }
    /// `name=`.
    pub fn name(self, value: &str) -> Self {
        self.with("name", value)
    }
    /// One of replica, primary.
    pub fn role(self, value: &str) -> Self {
        self.with("role", value)
    }
    /// `of=`.
    pub fn of(self, value: &str) -> Self {
        self.with("of", value)
    }
    /// `delay=`.
    pub fn delay(self, value: f64) -> Self {
        self.with("delay", value)
    }
    /// `epoch=`.
    pub fn epoch(self, value: f64) -> Self {
        self.with("epoch", value)
    }
}

/// What `stats` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct StatsReply {
    /// The member `frames`.
    pub frames: f64,
    /// The member `missedDeadlines`.
    pub missed_deadlines: f64,
    /// The member `missedFrames`.
    pub missed_frames: f64,
    /// The member `slowFrame`.
    pub slow_frame: Json,
    /// The member `frameTime`.
    pub frame_time: Json,
    /// The member `lateness`.
    pub lateness: Json,
    /// The member `damagedPixels`.
    pub damaged_pixels: f64,
    /// The member `compositedPixels`.
    pub composited_pixels: f64,
    /// The member `layers`.
    pub layers: f64,
    /// The member `objects`.
    pub objects: f64,
    /// The member `groupBuffers`.
    pub group_buffers: f64,
    /// The member `cacheBytes`.
    pub cache_bytes: f64,
    /// The member `images`.
    pub images: f64,
    /// The member `imageBytes`.
    pub image_bytes: f64,
    /// The member `keptPlanes`.
    pub kept_planes: f64,
    /// The member `simulationSkipped`.
    pub simulation_skipped: f64,
    /// The member `reducedLayers`.
    pub reduced_layers: f64,
    /// The member `clients`.
    pub clients: f64,
    /// The member `lines`.
    pub lines: f64,
    /// The member `bytesIn`.
    pub bytes_in: f64,
    /// The member `bytesOut`.
    pub bytes_out: f64,
    /// The member `eventsDropped`.
    pub events_dropped: f64,
    /// The member `plugins`.
    pub plugins: Json,
    /// The member `state`.
    pub state: Json,
}

impl Reply for StatsReply {
    fn read(json: &Json) -> Self {
        Self {
            frames: json.get("frames").number().unwrap_or_default(),
            missed_deadlines: json.get("missedDeadlines").number().unwrap_or_default(),
            missed_frames: json.get("missedFrames").number().unwrap_or_default(),
            slow_frame: json.get("slowFrame").clone(),
            frame_time: json.get("frameTime").clone(),
            lateness: json.get("lateness").clone(),
            damaged_pixels: json.get("damagedPixels").number().unwrap_or_default(),
            composited_pixels: json.get("compositedPixels").number().unwrap_or_default(),
            layers: json.get("layers").number().unwrap_or_default(),
            objects: json.get("objects").number().unwrap_or_default(),
            group_buffers: json.get("groupBuffers").number().unwrap_or_default(),
            cache_bytes: json.get("cacheBytes").number().unwrap_or_default(),
            images: json.get("images").number().unwrap_or_default(),
            image_bytes: json.get("imageBytes").number().unwrap_or_default(),
            kept_planes: json.get("keptPlanes").number().unwrap_or_default(),
            simulation_skipped: json.get("simulationSkipped").number().unwrap_or_default(),
            reduced_layers: json.get("reducedLayers").number().unwrap_or_default(),
            clients: json.get("clients").number().unwrap_or_default(),
            lines: json.get("lines").number().unwrap_or_default(),
            bytes_in: json.get("bytesIn").number().unwrap_or_default(),
            bytes_out: json.get("bytesOut").number().unwrap_or_default(),
            events_dropped: json.get("eventsDropped").number().unwrap_or_default(),
            plugins: json.get("plugins").clone(),
            state: json.get("state").clone(),
        }
    }
}

/// Further words of `stats`.
#[derive(Clone, Debug, Default)]
pub struct StatsOptions(String);

/// Begins further words of `stats`; none of them has to be given.
pub fn stats() -> StatsOptions {
    StatsOptions::default()
}

impl Pairs for StatsOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl StatsOptions {
    /// `output=`.
    pub fn output(self, value: &str) -> Self {
        self.with("output", value)
    }
}

/// Further words of `debug`.
#[derive(Clone, Debug, Default)]
pub struct DebugOptions(String);

/// Begins further words of `debug`; none of them has to be given.
pub fn debug() -> DebugOptions {
    DebugOptions::default()
}

impl Pairs for DebugOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl DebugOptions {
    /// `damage=`.
    pub fn damage(self, value: bool) -> Self {
        self.with("damage", value)
    }
    /// `borders=`.
    pub fn borders(self, value: bool) -> Self {
        self.with("borders", value)
    }
    /// `fps=`.
    pub fn fps(self, value: bool) -> Self {
        self.with("fps", value)
    }
}

/// Further words of `save`.
#[derive(Clone, Debug, Default)]
pub struct SaveOptions(String);

/// Begins further words of `save`; none of them has to be given.
pub fn save() -> SaveOptions {
    SaveOptions::default()
}

impl Pairs for SaveOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl SaveOptions {
    /// `path=`.
    pub fn path(self, value: &str) -> Self {
        self.with("path", absolute(value))
    }
    /// `overwrite=`.
    pub fn overwrite(self, value: bool) -> Self {
        self.with("overwrite", value)
    }
    /// `secrets=`.
    pub fn secrets(self, value: bool) -> Self {
        self.with("secrets", value)
    }
}

/// Further words of `load`.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions(String);

/// Begins further words of `load`.
pub fn load() -> LoadOptions {
    LoadOptions::default()
}

impl Pairs for LoadOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl LoadOptions {
    /// `path=`.
    pub fn path(self, value: &str) -> Self {
        self.with("path", absolute(value))
    }
    /// `replace=`.
    pub fn replace(self, value: bool) -> Self {
        self.with("replace", value)
    }
    /// `lenient=`.
    pub fn lenient(self, value: bool) -> Self {
        self.with("lenient", value)
    }
}

/// What `record` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordReply {
    /// The member `frames`.
    pub frames: f64,
}

impl Reply for RecordReply {
    fn read(json: &Json) -> Self {
        Self {
            frames: json.get("frames").number().unwrap_or_default(),
        }
    }
}

/// Further words of `record`.
#[derive(Clone, Debug, Default)]
pub struct RecordOptions(String);

/// Begins further words of `record`; none of them has to be given.
pub fn record() -> RecordOptions {
    RecordOptions::default()
}

impl Pairs for RecordOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl RecordOptions {
    /// The word stop.
    pub fn stop(self, value: &str) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// `output=`.
    pub fn output(self, value: &str) -> Self {
        self.with("output", value)
    }
    /// `path=`.
    pub fn path(self, value: &str) -> Self {
        self.with("path", absolute(value))
    }
    /// One of y4m, rgba, pdf.
    pub fn format(self, value: &str) -> Self {
        self.with("format", value)
    }
    /// `fps=`.
    pub fn fps(self, value: f64) -> Self {
        self.with("fps", value)
    }
    /// `seconds=`.
    pub fn seconds(self, value: f64) -> Self {
        self.with("seconds", value)
    }
    /// `overwrite=`.
    pub fn overwrite(self, value: bool) -> Self {
        self.with("overwrite", value)
    }
    /// `comment=`.
    pub fn comment(self, value: &str) -> Self {
        self.with("comment", value)
    }
}

/// What `digest` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct DigestReply {
    /// The member `epoch`.
    pub epoch: f64,
    /// The member `seq`.
    pub seq: f64,
    /// The member `time`.
    pub time: f64,
    /// The member `sha256`.
    pub sha256: String,
}

impl Reply for DigestReply {
    fn read(json: &Json) -> Self {
        Self {
            epoch: json.get("epoch").number().unwrap_or_default(),
            seq: json.get("seq").number().unwrap_or_default(),
            time: json.get("time").number().unwrap_or_default(),
            sha256: json.get("sha256").string(),
        }
    }
}

/// Further words of `replay`.
#[derive(Clone, Debug, Default)]
pub struct ReplayOptions(String);

/// Begins further words of `replay`.
pub fn replay() -> ReplayOptions {
    ReplayOptions::default()
}

impl Pairs for ReplayOptions {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl ReplayOptions {
    /// The word lines.
    pub fn lines(self, value: &str) -> Self {
        Self(Line(String::new()).word(value).0 + &self.0)
    }
    /// `epoch=`.
    pub fn epoch(self, value: f64) -> Self {
        self.with("epoch", value)
    }
    /// `seq=`.
    pub fn seq(self, value: f64) -> Self {
        self.with("seq", value)
    }
    /// `time=`.
    pub fn time(self, value: f64) -> Self {
        self.with("time", value)
    }
    /// `wall=`.
    pub fn wall(self, value: f64) -> Self {
        self.with("wall", value)
    }
    /// `client=`.
    pub fn client(self, value: f64) -> Self {
        self.with("client", value)
    }
    /// One of realtime, manual.
    pub fn clock(self, value: &str) -> Self {
        self.with("clock", value)
    }
    /// One of record, scene, files.
    pub fn state(self, value: &str) -> Self {
        self.with("state", value)
    }
    /// `path=`.
    pub fn path(self, value: &str) -> Self {
        self.with("path", absolute(value))
    }
    /// `digest=`.
    pub fn digest(self, value: &str) -> Self {
        self.with("digest", value)
    }
}

/// What can be set of a layer: a rectangle that holds layers.
pub trait LayerSetters: Pairs {
    /// The layer above; none: detached, as masks are (default root).
    fn parent(self, value: &str) -> Self {
        self.with("parent", value)
    }
    /// The place among the siblings, from 0.
    fn index(self, value: i64) -> Self {
        self.with("index", value)
    }
    /// A sibling in front of which it goes.
    fn above(self, value: &str) -> Self {
        self.with("above", value)
    }
    /// A sibling behind which it goes.
    fn below(self, value: &str) -> Self {
        self.with("below", value)
    }
    /// Where the anchor point is, in the parent's coordinates; y grows downward (points; default \[0, 0\]; animates).
    fn position(self, value: [f64; 2]) -> Self {
        self.with("position", value)
    }
    /// X of position.
    fn position_x(self, value: f64) -> Self {
        self.with("position.x", value)
    }
    /// Y of position.
    fn position_y(self, value: f64) -> Self {
        self.with("position.y", value)
    }
    /// The layer's own rectangle; its origin scrolls what is inside; a width or height auto is that of what it holds (points; default \[0, 0, 0, 0\]; animates).
    fn bounds(self, value: [f64; 4]) -> Self {
        self.with("bounds", value)
    }
    /// Origin of bounds.
    fn bounds_origin(self, value: [f64; 2]) -> Self {
        self.with("bounds.origin", value)
    }
    /// Origin.x of bounds.
    fn bounds_origin_x(self, value: f64) -> Self {
        self.with("bounds.origin.x", value)
    }
    /// Origin.y of bounds.
    fn bounds_origin_y(self, value: f64) -> Self {
        self.with("bounds.origin.y", value)
    }
    /// Size of bounds.
    fn bounds_size(self, value: [f64; 2]) -> Self {
        self.with("bounds.size", value)
    }
    /// Size.width of bounds.
    fn bounds_size_width(self, value: f64) -> Self {
        self.with("bounds.size.width", value)
    }
    /// Size.height of bounds.
    fn bounds_size_height(self, value: f64) -> Self {
        self.with("bounds.size.height", value)
    }
    /// The centre of transform and sublayerTransform, in the unit square of bounds (default \[0.5, 0.5\]; animates).
    fn anchor_point(self, value: [f64; 2]) -> Self {
        self.with("anchorPoint", value)
    }
    /// X of anchorPoint.
    fn anchor_point_x(self, value: f64) -> Self {
        self.with("anchorPoint.x", value)
    }
    /// Y of anchorPoint.
    fn anchor_point_y(self, value: f64) -> Self {
        self.with("anchorPoint.y", value)
    }
    /// The bounding box of the transformed bounds; setting it solves position and the size of bounds; with a side auto the corner stays (points).
    fn frame(self, value: [f64; 4]) -> Self {
        self.with("frame", value)
    }
    /// Origin of frame.
    fn frame_origin(self, value: [f64; 2]) -> Self {
        self.with("frame.origin", value)
    }
    /// Origin.x of frame.
    fn frame_origin_x(self, value: f64) -> Self {
        self.with("frame.origin.x", value)
    }
    /// Origin.y of frame.
    fn frame_origin_y(self, value: f64) -> Self {
        self.with("frame.origin.y", value)
    }
    /// Size of frame.
    fn frame_size(self, value: [f64; 2]) -> Self {
        self.with("frame.size", value)
    }
    /// Size.width of frame.
    fn frame_size_width(self, value: f64) -> Self {
        self.with("frame.size.width", value)
    }
    /// Size.height of frame.
    fn frame_size_height(self, value: f64) -> Self {
        self.with("frame.size.height", value)
    }
    /// Siblings are drawn by zPosition, then in their order (points; default 0; animates).
    fn z_position(self, value: f64) -> Self {
        self.with("zPosition", value)
    }
    /// Depth of the anchor point (points; default 0; animates).
    fn anchor_point_z(self, value: f64) -> Self {
        self.with("anchorPointZ", value)
    }
    /// Applied about the anchor point; may be three-dimensional (default \[1, 0, 0, 1, 0, 0\]; animates).
    fn transform(self, value: &str) -> Self {
        self.with("transform", value)
    }
    /// Rotation.x of transform.
    fn transform_rotation_x(self, value: f64) -> Self {
        self.with("transform.rotation.x", value)
    }
    /// Rotation.y of transform.
    fn transform_rotation_y(self, value: f64) -> Self {
        self.with("transform.rotation.y", value)
    }
    /// Rotation.z of transform.
    fn transform_rotation_z(self, value: f64) -> Self {
        self.with("transform.rotation.z", value)
    }
    /// Scale of transform.
    fn transform_scale(self, value: f64) -> Self {
        self.with("transform.scale", value)
    }
    /// Scale.x of transform.
    fn transform_scale_x(self, value: f64) -> Self {
        self.with("transform.scale.x", value)
    }
    /// Scale.y of transform.
    fn transform_scale_y(self, value: f64) -> Self {
        self.with("transform.scale.y", value)
    }
    /// Translation.x of transform.
    fn transform_translation_x(self, value: f64) -> Self {
        self.with("transform.translation.x", value)
    }
    /// Translation.y of transform.
    fn transform_translation_y(self, value: f64) -> Self {
        self.with("transform.translation.y", value)
    }
    /// Translation.z of transform.
    fn transform_translation_z(self, value: f64) -> Self {
        self.with("transform.translation.z", value)
    }
    /// Applied to the sublayers about the anchor point; carries perspective() (default \[1, 0, 0, 1, 0, 0\]; animates).
    fn sublayer_transform(self, value: &str) -> Self {
        self.with("sublayerTransform", value)
    }
    /// Rotation.x of sublayerTransform.
    fn sublayer_transform_rotation_x(self, value: f64) -> Self {
        self.with("sublayerTransform.rotation.x", value)
    }
    /// Rotation.y of sublayerTransform.
    fn sublayer_transform_rotation_y(self, value: f64) -> Self {
        self.with("sublayerTransform.rotation.y", value)
    }
    /// Rotation.z of sublayerTransform.
    fn sublayer_transform_rotation_z(self, value: f64) -> Self {
        self.with("sublayerTransform.rotation.z", value)
    }
    /// Scale of sublayerTransform.
    fn sublayer_transform_scale(self, value: f64) -> Self {
        self.with("sublayerTransform.scale", value)
    }
    /// Scale.x of sublayerTransform.
    fn sublayer_transform_scale_x(self, value: f64) -> Self {
        self.with("sublayerTransform.scale.x", value)
    }
    /// Scale.y of sublayerTransform.
    fn sublayer_transform_scale_y(self, value: f64) -> Self {
        self.with("sublayerTransform.scale.y", value)
    }
    /// Translation.x of sublayerTransform.
    fn sublayer_transform_translation_x(self, value: f64) -> Self {
        self.with("sublayerTransform.translation.x", value)
    }
    /// Translation.y of sublayerTransform.
    fn sublayer_transform_translation_y(self, value: f64) -> Self {
        self.with("sublayerTransform.translation.y", value)
    }
    /// Translation.z of sublayerTransform.
    fn sublayer_transform_translation_z(self, value: f64) -> Self {
        self.with("sublayerTransform.translation.z", value)
    }
    /// False: not drawn when turned away (default true).
    fn is_double_sided(self, value: bool) -> Self {
        self.with("isDoubleSided", value)
    }
    /// Of the layer and all below it (0 to 1; default 1; animates).
    fn opacity(self, value: f64) -> Self {
        self.with("opacity", value)
    }
    /// False: opacity multiplies into each sublayer by itself (default true).
    fn allows_group_opacity(self, value: bool) -> Self {
        self.with("allowsGroupOpacity", value)
    }
    /// True: not drawn and not hit, with all below it (default false; animates).
    fn is_hidden(self, value: bool) -> Self {
        self.with("isHidden", value)
    }
    /// Fills the rounded bounds (default none; animates).
    fn background_color(self, value: &str) -> Self {
        self.with("backgroundColor", value)
    }
    /// Drawn clamped to half the shorter side; reads back as set (points; at least 0; default 0; animates).
    fn corner_radius(self, value: f64) -> Self {
        self.with("cornerRadius", value)
    }
    /// The corners that cornerRadius rounds (default \["topLeft", "topRight", "bottomLeft", "bottomRight"\]). One of topLeft, topRight, bottomLeft, bottomRight.
    fn masked_corners(self, value: &[&str]) -> Self {
        self.with("maskedCorners", value)
    }
    /// Circular arcs, or the iOS curve that reaches 1.528665 radii along each side (default circular). One of circular, continuous.
    fn corner_curve(self, value: &str) -> Self {
        self.with("cornerCurve", value)
    }
    /// Clips contents and sublayers to the rounded bounds (default false).
    fn masks_to_bounds(self, value: bool) -> Self {
        self.with("masksToBounds", value)
    }
    /// Inside the bounds, above contents and sublayers (points; at least 0; default 0; animates).
    fn border_width(self, value: f64) -> Self {
        self.with("borderWidth", value)
    }
    /// Of the border (default #000000ff; animates).
    fn border_color(self, value: &str) -> Self {
        self.with("borderColor", value)
    }
    /// 0: no shadow (0 to 1; default 0; animates).
    fn shadow_opacity(self, value: f64) -> Self {
        self.with("shadowOpacity", value)
    }
    /// The standard deviation of the shadow's Gaussian (points; at least 0; default 3; animates).
    fn shadow_radius(self, value: f64) -> Self {
        self.with("shadowRadius", value)
    }
    /// Negative heights are upward (points; default \[0, -3\]; animates).
    fn shadow_offset(self, value: [f64; 2]) -> Self {
        self.with("shadowOffset", value)
    }
    /// Width of shadowOffset.
    fn shadow_offset_width(self, value: f64) -> Self {
        self.with("shadowOffset.width", value)
    }
    /// Height of shadowOffset.
    fn shadow_offset_height(self, value: f64) -> Self {
        self.with("shadowOffset.height", value)
    }
    /// Multiplied by shadowOpacity (default #000000ff; animates).
    fn shadow_color(self, value: &str) -> Self {
        self.with("shadowColor", value)
    }
    /// What casts the shadow, filled non-zero; none: the alpha of the whole picture (default none; animates).
    fn shadow_path(self, value: &str) -> Self {
        self.with("shadowPath", value)
    }
    /// A detached layer in this layer's coordinates; its alpha multiplies the whole result (default none).
    fn mask(self, value: &str) -> Self {
        self.with("mask", value)
    }
    /// An image, a buffer, or a file (default none).
    fn contents(self, value: &str) -> Self {
        self.with("contents", value)
    }
    /// The part of the contents that is shown, in unit coordinates (default \[0, 0, 1, 1\]; animates).
    fn contents_rect(self, value: [f64; 4]) -> Self {
        self.with("contentsRect", value)
    }
    /// Origin of contentsRect.
    fn contents_rect_origin(self, value: [f64; 2]) -> Self {
        self.with("contentsRect.origin", value)
    }
    /// Origin.x of contentsRect.
    fn contents_rect_origin_x(self, value: f64) -> Self {
        self.with("contentsRect.origin.x", value)
    }
    /// Origin.y of contentsRect.
    fn contents_rect_origin_y(self, value: f64) -> Self {
        self.with("contentsRect.origin.y", value)
    }
    /// Size of contentsRect.
    fn contents_rect_size(self, value: [f64; 2]) -> Self {
        self.with("contentsRect.size", value)
    }
    /// Size.width of contentsRect.
    fn contents_rect_size_width(self, value: f64) -> Self {
        self.with("contentsRect.size.width", value)
    }
    /// Size.height of contentsRect.
    fn contents_rect_size_height(self, value: f64) -> Self {
        self.with("contentsRect.size.height", value)
    }
    /// Nine-slice: the part of contentsRect that stretches, in unit coordinates (default \[0, 0, 1, 1\]; animates).
    fn contents_center(self, value: [f64; 4]) -> Self {
        self.with("contentsCenter", value)
    }
    /// Origin of contentsCenter.
    fn contents_center_origin(self, value: [f64; 2]) -> Self {
        self.with("contentsCenter.origin", value)
    }
    /// Origin.x of contentsCenter.
    fn contents_center_origin_x(self, value: f64) -> Self {
        self.with("contentsCenter.origin.x", value)
    }
    /// Origin.y of contentsCenter.
    fn contents_center_origin_y(self, value: f64) -> Self {
        self.with("contentsCenter.origin.y", value)
    }
    /// Size of contentsCenter.
    fn contents_center_size(self, value: [f64; 2]) -> Self {
        self.with("contentsCenter.size", value)
    }
    /// Size.width of contentsCenter.
    fn contents_center_size_width(self, value: f64) -> Self {
        self.with("contentsCenter.size.width", value)
    }
    /// Size.height of contentsCenter.
    fn contents_center_size_height(self, value: f64) -> Self {
        self.with("contentsCenter.size.height", value)
    }
    /// How contents fill the bounds; top is the upper edge as seen (default resize). One of center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight, resize, resizeAspect, resizeAspectFill.
    fn contents_gravity(self, value: &str) -> Self {
        self.with("contentsGravity", value)
    }
    /// Pixels of the contents per point (at least 0; default 1; animates).
    fn contents_scale(self, value: f64) -> Self {
        self.with("contentsScale", value)
    }
    /// Sampling when contents grow (default linear). One of linear, nearest, trilinear.
    fn magnification_filter(self, value: &str) -> Self {
        self.with("magnificationFilter", value)
    }
    /// Sampling when contents shrink; trilinear takes mipmaps (default linear). One of linear, nearest, trilinear.
    fn minification_filter(self, value: &str) -> Self {
        self.with("minificationFilter", value)
    }
    /// Added to the mipmap level (default 0).
    fn minification_filter_bias(self, value: f64) -> Self {
        self.with("minificationFilterBias", value)
    }
    /// Flattens the subtree to a cached bitmap before opacity and transform (default false).
    fn should_rasterize(self, value: bool) -> Self {
        self.with("shouldRasterize", value)
    }
    /// Pixels per point of that bitmap (at least 0; default 1).
    fn rasterization_scale(self, value: f64) -> Self {
        self.with("rasterizationScale", value)
    }
    /// How the picture goes onto what is behind it: blend modes and Porter-Duff operators (default normal). One of normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion, hue, saturation, color, luminosity, plusLighter, plusDarker, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor.
    fn compositing_filter(self, value: &str) -> Self {
        self.with("compositingFilter", value)
    }
    /// CSS filter functions on the layer's picture (default none; animates).
    fn filters(self, value: &str) -> Self {
        self.with("filters", value)
    }
    /// CSS filter functions on what lies behind the bounds (default none; animates).
    fn background_filters(self, value: &str) -> Self {
        self.with("backgroundFilters", value)
    }
    /// True: blend modes and background filters below see nothing that lies behind the layer (default false).
    fn isolated(self, value: bool) -> Self {
        self.with("isolated", value)
    }
    /// Turns the sublayers' y axis upward (default false).
    fn is_geometry_flipped(self, value: bool) -> Self {
        self.with("isGeometryFlipped", value)
    }
    /// Takes tap, pan, pointer and key events (default false).
    fn is_interactive(self, value: bool) -> Self {
        self.with("isInteractive", value)
    }
    /// For people (default empty).
    fn name(self, value: &str) -> Self {
        self.with("name", value)
    }
    /// How fast the time of the layer's animations and of all below it goes; 0 stands still (default 1).
    fn speed(self, value: f64) -> Self {
        self.with("speed", value)
    }
    /// Added to the layer's time (seconds; default 0).
    fn time_offset(self, value: f64) -> Self {
        self.with("timeOffset", value)
    }
    /// The parent's time at which the layer's time is timeOffset (seconds; default 0).
    fn begin_time(self, value: f64) -> Self {
        self.with("beginTime", value)
    }
    /// In a stack: its share of the room that is left (0 to 1e+06; default 0).
    fn layout_grow(self, value: f64) -> Self {
        self.with("layout.grow", value)
    }
    /// In a stack: its length along the axis, in place of its own (points; 0 to 1e+09; default none).
    fn layout_basis(self, value: f64) -> Self {
        self.with("layout.basis", value)
    }
    /// In a stack without room for all: its share of what is missing, times its length; 0 keeps its length; not set, 1 for texts, for stacks of them and for each, else 0 (0 to 1e+06; default none).
    fn layout_shrink(self, value: f64) -> Self {
        self.with("layout.shrink", value)
    }
    /// In a stack: the least length along the axis (points; 0 to 1e+09; default none).
    fn layout_minimum(self, value: f64) -> Self {
        self.with("layout.minimum", value)
    }
    /// In a stack: the greatest length along the axis (points; 0 to 1e+09; default none).
    fn layout_maximum(self, value: f64) -> Self {
        self.with("layout.maximum", value)
    }
    /// In a stack: the space behind it, in place of the stack's spacing (points; -1e+06 to 1e+06; default none).
    fn layout_spacing(self, value: f64) -> Self {
        self.with("layout.spacing", value)
    }
    /// In a stack: its own alignment across the axis; auto: the stack's (default auto). One of auto, fill, leading, center, trailing, firstBaseline, lastBaseline.
    fn layout_alignment(self, value: &str) -> Self {
        self.with("layout.alignment", value)
    }
    /// With constraints: the priority of being no larger than what it holds, across and down, or for both (1 to 1000; default \[250\]).
    fn layout_hugging(self, value: &[f64]) -> Self {
        self.with("layout.hugging", value)
    }
    /// With constraints: the priority of being no smaller than what it holds, across and down, or for both (1 to 1000; default \[750\]).
    fn layout_compression_resistance(self, value: &[f64]) -> Self {
        self.with("layout.compressionResistance", value)
    }
    /// With constraints: where leftMargin and the like are, within its edges: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default \[0\]).
    fn layout_margins(self, value: &[f64]) -> Self {
        self.with("layout.margins", value)
    }
    /// With constraints: where leading and trailing are for its sublayers (default leftToRight). One of leftToRight, rightToLeft.
    fn layout_direction(self, value: &str) -> Self {
        self.with("layout.direction", value)
    }
    /// What of its edges constraints and stacks leave out, such as a badge or a glow: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default \[0\]).
    fn layout_alignment_insets(self, value: &[f64]) -> Self {
        self.with("layout.alignmentInsets", value)
    }
    /// Its place in the order of Tab: from 1 on by number, then those of 0 in the order of the tree; -1 is none (-1 to 1e+06; default 0).
    fn focus_index(self, value: i64) -> Self {
        self.with("focusIndex", value)
    }
    /// The parts of its frame that give way when the size of the parent's bounds changes: margins and sides (default \[\]). One of left, width, right, top, height, bottom.
    fn autoresizing_mask(self, value: &[&str]) -> Self {
        self.with("autoresizingMask", value)
    }
    /// The size of the parent's bounds for which its frame is; not set, the one that they have (points; at least 0; default none).
    fn autoresizing_size(self, value: [f64; 2]) -> Self {
        self.with("autoresizingSize", value)
    }
    /// Width of autoresizingSize.
    fn autoresizing_size_width(self, value: f64) -> Self {
        self.with("autoresizingSize.width", value)
    }
    /// Height of autoresizingSize.
    fn autoresizing_size_height(self, value: f64) -> Self {
        self.with("autoresizingSize.height", value)
    }
    /// Edges of the bounds that are smoothed where they lie between pixels; of others, whole pixels (default \["left", "right", "bottom", "top"\]). One of left, right, bottom, top.
    fn edge_antialiasing_mask(self, value: &[&str]) -> Self {
        self.with("edgeAntialiasingMask", value)
    }
    /// Whose variables count for the layer and all below it (default none). One of theme.
    fn theme(self, value: &str) -> Self {
        self.with("theme", value)
    }
    /// Styles whose properties it takes where none is set; later ones are stronger (default \[\]). One of style.
    fn style(self, value: &[&str]) -> Self {
        self.with("style", value)
    }
    /// False: it and all below it are not hit and have the styles of the state disabled (default true).
    fn is_enabled(self, value: bool) -> Self {
        self.with("isEnabled", value)
    }
    /// It has the styles of the state selected (default false).
    fn is_selected(self, value: bool) -> Self {
        self.with("isSelected", value)
    }
    /// Its name, for those who do not see it: tree tells it (default empty).
    fn accessibility_label(self, value: &str) -> Self {
        self.with("accessibilityLabel", value)
    }
    /// Its part in an interface, as ARIA names it: button, switch, slider (default empty).
    fn accessibility_role(self, value: &str) -> Self {
        self.with("accessibilityRole", value)
    }
    /// Its value, as it would be read out (default empty).
    fn accessibility_value(self, value: &str) -> Self {
        self.with("accessibilityValue", value)
    }
    /// Of a stack, a list or another container: how what its layout moves goes there from where it is seen, in the words duration timing delay spring of animate; empty: at once (default empty).
    fn layout_transition(self, value: &str) -> Self {
        self.with("layout.transition", value)
    }
    /// How it goes on moving, in numbers of the behavior that moves it; where it is set it moves so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
    /// Where the anchor point of all layers below it is by default: topLeft lets what hugs grow to the right and down; auto: as above it (default auto). One of auto, center, topLeft.
    fn layout_origin(self, value: &str) -> Self {
        self.with("layout.origin", value)
    }
    /// While a drag carries it, it is painted above everything in its output, and not cut; false puts it back at once (default false).
    fn layout_lift(self, value: bool) -> Self {
        self.with("layout.lift", value)
    }
    /// How far inside of its edges it is hit, and below 0 how far outside: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default \[0\]).
    fn hit_insets(self, value: &[f64]) -> Self {
        self.with("hitInsets", value)
    }
    /// The least width and height of the area in which a finger hits it, as far as nothing else is there (points; 0 to 1e+06; default 0).
    fn touch_size(self, value: f64) -> Self {
        self.with("touchSize", value)
    }
}

/// Properties of a layer.
#[derive(Clone, Debug, Default)]
pub struct Layer(String);

/// Begins properties of a layer: a rectangle that holds layers.
pub fn layer() -> Layer {
    Layer::default()
}

impl Pairs for Layer {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Layer {
    fn kind(&self) -> &str {
        "layer"
    }
}

impl LayerSetters for Layer {}

/// What can be set of an animation: moves a property from value to value.
pub trait AnimationSetters: Pairs {
    /// Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25).
    fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// How long after beginTime it begins (seconds; default 0).
    fn delay(self, value: f64) -> Self {
        self.with("delay", value)
    }
    /// How fast it goes; below 0 backward (default 1).
    fn speed(self, value: f64) -> Self {
        self.with("speed", value)
    }
    /// How far into a run it begins; what is left out at the front comes at the end (seconds; default 0).
    fn time_offset(self, value: f64) -> Self {
        self.with("timeOffset", value)
    }
    /// In the layer's time; not set, it is the time at which it is made (seconds; default none).
    fn begin_time(self, value: f64) -> Self {
        self.with("beginTime", value)
    }
    /// Runs; fractions are allowed, inf is for ever (at least 0; default 1).
    fn repeat_count(self, value: f64) -> Self {
        self.with("repeatCount", value)
    }
    /// How long it is repeated; above 0 it goes before repeatCount (seconds; at least 0; default 0).
    fn repeat_duration(self, value: f64) -> Self {
        self.with("repeatDuration", value)
    }
    /// Each run is followed by one backward (default false).
    fn autoreverses(self, value: bool) -> Self {
        self.with("autoreverses", value)
    }
    /// Whether its first value shows before it begins, its last after it ends (default removed). One of removed, forwards, backwards, both.
    fn fill_mode(self, value: &str) -> Self {
        self.with("fillMode", value)
    }
    /// The object goes when it ends (default true).
    fn is_removed_on_completion(self, value: bool) -> Self {
        self.with("isRemovedOnCompletion", value)
    }
    /// How its time bends (default linear).
    fn timing(self, value: &str) -> Self {
        self.with("timing", value)
    }
    /// The named transaction that made it, which is told to be completed with the last of its animations (default empty).
    fn transaction(self, value: &str) -> Self {
        self.with("transaction", value)
    }
    /// How often it is sampled at most; 0 is in each frame (frames a second; 0 to 1000; default 0).
    fn frame_rate(self, value: f64) -> Self {
        self.with("frameRate", value)
    }
    /// What it animates (default none).
    fn layer(self, value: &str) -> Self {
        self.with("layer", value)
    }
    /// The layer's property, or a key path into it (default empty).
    fn property(self, value: &str) -> Self {
        self.with("property", value)
    }
    /// The value at the start; not set, the layer's (default none).
    fn from(self, value: &str) -> Self {
        self.with("from", value)
    }
    /// The value at the end; not set, the layer's (default none).
    fn to(self, value: &str) -> Self {
        self.with("to", value)
    }
    /// The difference of the two (default none).
    fn by(self, value: &str) -> Self {
        self.with("by", value)
    }
    /// Adds to what is there instead of replacing it (default false).
    fn is_additive(self, value: bool) -> Self {
        self.with("isAdditive", value)
    }
    /// Each run begins where the last one ended (default false).
    fn is_cumulative(self, value: bool) -> Self {
        self.with("isCumulative", value)
    }
    /// Made by animate or an animated transaction; the next one of its property replaces it (default false).
    fn is_implicit(self, value: bool) -> Self {
        self.with("isImplicit", value)
    }
    /// Its layer is painted above everything in its output, and not cut, while it is there (default false).
    fn lifts(self, value: bool) -> Self {
        self.with("lifts", value)
    }
    /// Keyframes; they go before from, to and by (default none).
    fn values(self, value: &str) -> Self {
        self.with("values", value)
    }
    /// When each value is reached; evenly while it is not set (0 to 1; default none).
    fn key_times(self, value: &[f64]) -> Self {
        self.with("keyTimes", value)
    }
    /// How time bends between two values (default none).
    fn timings(self, value: &[&str]) -> Self {
        self.with("timings", value)
    }
    /// What is between the values (default linear). One of linear, discrete, paced, cubic, cubicPaced.
    fn calculation_mode(self, value: &str) -> Self {
        self.with("calculationMode", value)
    }
    /// Keyframes of a point; it goes before values (default none).
    fn path(self, value: &str) -> Self {
        self.with("path", value)
    }
    /// Turns the layer along the path, or against it (default none). One of none, auto, autoReverse.
    fn rotation_mode(self, value: &str) -> Self {
        self.with("rotationMode", value)
    }
    /// In cubic modes, of the curve at each value: tighter above 0, rounder below (-1 to 1; default none).
    fn tension_values(self, value: &[f64]) -> Self {
        self.with("tensionValues", value)
    }
    /// A corner at each value: outward above 0, inward below (-1 to 1; default none).
    fn continuity_values(self, value: &[f64]) -> Self {
        self.with("continuityValues", value)
    }
    /// Which way the curve leans at each value: it overshoots behind it above 0, before it below (-1 to 1; default none).
    fn bias_values(self, value: &[f64]) -> Self {
        self.with("biasValues", value)
    }
}

/// Properties of an animation.
#[derive(Clone, Debug, Default)]
pub struct Animation(String);

/// Begins properties of an animation: moves a property from value to value.
pub fn animation() -> Animation {
    Animation::default()
}

impl Pairs for Animation {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Animation {
    fn kind(&self) -> &str {
        "animation"
    }
}

impl AnimationSetters for Animation {}

/// What can be set of an animator: has animations stand where its progress says, until it is let go.
pub trait AnimatorSetters: Pairs {
    /// Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25).
    fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// How long after beginTime it begins (seconds; default 0).
    fn delay(self, value: f64) -> Self {
        self.with("delay", value)
    }
    /// How fast it goes; below 0 backward (default 1).
    fn speed(self, value: f64) -> Self {
        self.with("speed", value)
    }
    /// How far into a run it begins; what is left out at the front comes at the end (seconds; default 0).
    fn time_offset(self, value: f64) -> Self {
        self.with("timeOffset", value)
    }
    /// In the layer's time; not set, it is the time at which it is made (seconds; default none).
    fn begin_time(self, value: f64) -> Self {
        self.with("beginTime", value)
    }
    /// Runs; fractions are allowed, inf is for ever (at least 0; default 1).
    fn repeat_count(self, value: f64) -> Self {
        self.with("repeatCount", value)
    }
    /// How long it is repeated; above 0 it goes before repeatCount (seconds; at least 0; default 0).
    fn repeat_duration(self, value: f64) -> Self {
        self.with("repeatDuration", value)
    }
    /// Each run is followed by one backward (default false).
    fn autoreverses(self, value: bool) -> Self {
        self.with("autoreverses", value)
    }
    /// Whether its first value shows before it begins, its last after it ends (default removed). One of removed, forwards, backwards, both.
    fn fill_mode(self, value: &str) -> Self {
        self.with("fillMode", value)
    }
    /// The object goes when it ends (default true).
    fn is_removed_on_completion(self, value: bool) -> Self {
        self.with("isRemovedOnCompletion", value)
    }
    /// How its time bends (default linear).
    fn timing(self, value: &str) -> Self {
        self.with("timing", value)
    }
    /// The named transaction that made it, which is told to be completed with the last of its animations (default empty).
    fn transaction(self, value: &str) -> Self {
        self.with("transaction", value)
    }
    /// How often it is sampled at most; 0 is in each frame (frames a second; 0 to 1000; default 0).
    fn frame_rate(self, value: f64) -> Self {
        self.with("frameRate", value)
    }
    /// What it moves: begin animator=ID adds what a transaction sets (default \[\]).
    fn animations(self, value: &[&str]) -> Self {
        self.with("animations", value)
    }
    /// 0 is the beginning, 1 the end; told in each frame while it runs (-10 to 10; default 0).
    fn progress(self, value: f64) -> Self {
        self.with("progress", value)
    }
    /// False: it goes on from where it is (default true).
    fn is_paused(self, value: bool) -> Self {
        self.with("isPaused", value)
    }
    /// It goes to its beginning, not to its end (default false).
    fn is_reversed(self, value: bool) -> Self {
        self.with("isReversed", value)
    }
    /// Of its progress, per second; with a spring it goes on with it (-1e+06 to 1e+06; default 0).
    fn velocity(self, value: f64) -> Self {
        self.with("velocity", value)
    }
    /// Mass, stiffness, damping: it goes on so, instead of evenly in its duration (0 to 1e+09; default none).
    fn spring(self, value: &[f64]) -> Self {
        self.with("spring", value)
    }
    /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
}

/// Properties of an animator.
#[derive(Clone, Debug, Default)]
pub struct Animator(String);

/// Begins properties of an animator: has animations stand where its progress says, until it is let go.
pub fn animator() -> Animator {
    Animator::default()
}

impl Pairs for Animator {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Animator {
    fn kind(&self) -> &str {
        "animator"
    }
}

impl AnimatorSetters for Animator {}

/// What can be set of an attachment: holds an item to a point or to another item.
pub trait AttachmentSetters: Pairs {
    /// Where it acts; not set: the world of root (default none).
    fn world(self, value: &str) -> Self {
        self.with("world", value)
    }
    /// What is held (default none).
    fn item(self, value: &str) -> Self {
        self.with("item", value)
    }
    /// The item that it is held to, by its middle (default none).
    fn to(self, value: &str) -> Self {
        self.with("to", value)
    }
    /// The point that it is held to, in the reference's coordinates (points; default none).
    fn anchor(self, value: [f64; 2]) -> Self {
        self.with("anchor", value)
    }
    /// X of anchor.
    fn anchor_x(self, value: f64) -> Self {
        self.with("anchor.x", value)
    }
    /// Y of anchor.
    fn anchor_y(self, value: f64) -> Self {
        self.with("anchor.y", value)
    }
    /// Where in the item it is held, from its middle (points; default \[0, 0\]).
    fn offset(self, value: [f64; 2]) -> Self {
        self.with("offset", value)
    }
    /// X of offset.
    fn offset_x(self, value: f64) -> Self {
        self.with("offset.x", value)
    }
    /// Y of offset.
    fn offset_y(self, value: f64) -> Self {
        self.with("offset.y", value)
    }
    /// Of the spring or rod; not set, as far as it is when it is made (points; at least 0; default none).
    fn length(self, value: f64) -> Self {
        self.with("length", value)
    }
    /// 1 is critical (at least 0; default 0).
    fn damping(self, value: f64) -> Self {
        self.with("damping", value)
    }
    /// Of the spring, in Hz; 0 is rigid (at least 0; default 0).
    fn frequency(self, value: f64) -> Self {
        self.with("frequency", value)
    }
    /// Limit is a rope: it holds from its length on (default spring). One of spring, fixed, pin, sliding, limit.
    fn r#type(self, value: &str) -> Self {
        self.with("type", value)
    }
    /// The direction in which a sliding one slides (default \[1, 0\]).
    fn axis(self, value: [f64; 2]) -> Self {
        self.with("axis", value)
    }
    /// X of axis.
    fn axis_x(self, value: f64) -> Self {
        self.with("axis.x", value)
    }
    /// Y of axis.
    fn axis_y(self, value: f64) -> Self {
        self.with("axis.y", value)
    }
    /// How far a sliding one slides along the axis, from and to; not set: as far as it likes (points; default \[\]).
    fn range(self, value: &[f64]) -> Self {
        self.with("range", value)
    }
    /// Holds a pin against turning; 1 holds what pushes 100 × 100 points of density 1 with 1 at an arm of 100 points (at least 0; default 0).
    fn friction_torque(self, value: f64) -> Self {
        self.with("frictionTorque", value)
    }
    /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
}

/// Properties of an attachment.
#[derive(Clone, Debug, Default)]
pub struct Attachment(String);

/// Begins properties of an attachment: holds an item to a point or to another item.
pub fn attachment() -> Attachment {
    Attachment::default()
}

impl Pairs for Attachment {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Attachment {
    fn kind(&self) -> &str {
        "attachment"
    }
}

impl AttachmentSetters for Attachment {}

/// What can be set of a binding: a property that stays equal to an expression.
pub trait BindingSetters: Pairs {
    /// Of which it sets a property (default none).
    fn object(self, value: &str) -> Self {
        self.with("object", value)
    }
    /// That it sets, or the part of one (default empty).
    fn property(self, value: &str) -> Self {
        self.with("property", value)
    }
    /// The expression that the property stays equal to (default empty).
    fn value(self, value: &str) -> Self {
        self.with("value", value)
    }
    /// It may change this layer and what is below it only: the rights of the client that made it (default none).
    fn scope(self, value: &str) -> Self {
        self.with("scope", value)
    }
    /// Value is a path, which takes over what is set of the property (default false).
    fn is_two_way(self, value: bool) -> Self {
        self.with("isTwoWay", value)
    }
    /// Of which a two-way one sets a property too (default none).
    fn source(self, value: &str) -> Self {
        self.with("source", value)
    }
}

/// Properties of a binding.
#[derive(Clone, Debug, Default)]
pub struct Binding(String);

/// Begins properties of a binding: a property that stays equal to an expression.
pub fn binding() -> Binding {
    Binding::default()
}

impl Pairs for Binding {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Binding {
    fn kind(&self) -> &str {
        "binding"
    }
}

impl BindingSetters for Binding {}

/// What can be set of a body: what items are like as bodies.
pub trait BodySetters: Pairs {
    /// Where it acts; not set: the world of root (default none).
    fn world(self, value: &str) -> Self {
        self.with("world", value)
    }
    /// The layers that it moves (default \[\]).
    fn items(self, value: &[&str]) -> Self {
        self.with("items", value)
    }
    /// 1 bounces as high as it fell (0 to 1; default 0).
    fn elasticity(self, value: f64) -> Self {
        self.with("elasticity", value)
    }
    /// Along what it touches (at least 0; default 0).
    fn friction(self, value: f64) -> Self {
        self.with("friction", value)
    }
    /// Mass for area (1e-06 to 1e+06; default 1).
    fn density(self, value: f64) -> Self {
        self.with("density", value)
    }
    /// How fast motion is lost, a second (at least 0; default 0).
    fn resistance(self, value: f64) -> Self {
        self.with("resistance", value)
    }
    /// How fast turning is lost, a second (at least 0; default 0).
    fn angular_resistance(self, value: f64) -> Self {
        self.with("angularResistance", value)
    }
    /// It can be turned (default true).
    fn allows_rotation(self, value: bool) -> Self {
        self.with("allowsRotation", value)
    }
    /// Nothing moves it (default false).
    fn is_anchored(self, value: bool) -> Self {
        self.with("isAnchored", value)
    }
    /// For electric and magnetic fields (default 0).
    fn charge(self, value: f64) -> Self {
        self.with("charge", value)
    }
    /// Its shape (default rectangle). One of rectangle, ellipse, path.
    fn collision_bounds_type(self, value: &str) -> Self {
        self.with("collisionBoundsType", value)
    }
    /// For the shape path, from the middle of the item (default none).
    fn path(self, value: &str) -> Self {
        self.with("path", value)
    }
    /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
}

/// Properties of a body.
#[derive(Clone, Debug, Default)]
pub struct Body(String);

/// Begins properties of a body: what items are like as bodies.
pub fn body() -> Body {
    Body::default()
}

impl Pairs for Body {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Body {
    fn kind(&self) -> &str {
        "body"
    }
}

impl BodySetters for Body {}

/// What can be set of a buffer: pixels in memory that a client shares.
pub trait BufferSetters: Pairs {
    /// Width and height (pixels; 0 to 32000; default \[0, 0\]).
    fn size(self, value: [f64; 2]) -> Self {
        self.with("size", value)
    }
    /// Width of size.
    fn size_width(self, value: f64) -> Self {
        self.with("size.width", value)
    }
    /// Height of size.
    fn size_height(self, value: f64) -> Self {
        self.with("size.height", value)
    }
    /// From row to row, a multiple of 4; 0: rows follow each other (bytes; 0 to 1.04858e+06; default 0).
    fn stride(self, value: i64) -> Self {
        self.with("stride", value)
    }
    /// What a pixel is; colours are premultiplied (default argb8888). One of argb8888, xrgb8888, abgr8888, a8.
    fn format(self, value: &str) -> Self {
        self.with("format", value)
    }
}

/// Properties of a buffer.
#[derive(Clone, Debug, Default)]
pub struct Buffer(String);

/// Begins properties of a buffer: pixels in memory that a client shares.
pub fn buffer() -> Buffer {
    Buffer::default()
}

impl Pairs for Buffer {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Buffer {
    fn kind(&self) -> &str {
        "buffer"
    }
}

impl BufferSetters for Buffer {}

/// What can be set of a canvas: a drawing, kept as the list of operations that `draw` appends to.
pub trait CanvasSetters: Pairs {
    /// What is drawn, in order; draw appends (default \[\]).
    fn drawing(self, value: &str) -> Self {
        self.with("drawing", value)
    }
}

/// Properties of a canvas.
#[derive(Clone, Debug, Default)]
pub struct Canvas(String);

/// Begins properties of a canvas: a drawing, kept as the list of operations that `draw` appends to.
pub fn canvas() -> Canvas {
    Canvas::default()
}

impl Pairs for Canvas {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Canvas {
    fn kind(&self) -> &str {
        "canvas"
    }
}

impl LayerSetters for Canvas {}
impl CanvasSetters for Canvas {}

/// What can be set of a collision: items that touch each other and boundaries.
pub trait CollisionSetters: Pairs {
    /// Where it acts; not set: the world of root (default none).
    fn world(self, value: &str) -> Self {
        self.with("world", value)
    }
    /// The layers that it moves (default \[\]).
    fn items(self, value: &[&str]) -> Self {
        self.with("items", value)
    }
    /// What items touch (default everything). One of items, boundaries, everything.
    fn mode(self, value: &str) -> Self {
        self.with("mode", value)
    }
    /// Insets of a boundary within the reference's bounds: top,left,bottom,right; not set: none (points; default none).
    fn bounds(self, value: [f64; 4]) -> Self {
        self.with("bounds", value)
    }
    /// Origin of bounds.
    fn bounds_origin(self, value: [f64; 2]) -> Self {
        self.with("bounds.origin", value)
    }
    /// Origin.x of bounds.
    fn bounds_origin_x(self, value: f64) -> Self {
        self.with("bounds.origin.x", value)
    }
    /// Origin.y of bounds.
    fn bounds_origin_y(self, value: f64) -> Self {
        self.with("bounds.origin.y", value)
    }
    /// Size of bounds.
    fn bounds_size(self, value: [f64; 2]) -> Self {
        self.with("bounds.size", value)
    }
    /// Size.width of bounds.
    fn bounds_size_width(self, value: f64) -> Self {
        self.with("bounds.size.width", value)
    }
    /// Size.height of bounds.
    fn bounds_size_height(self, value: f64) -> Self {
        self.with("bounds.size.height", value)
    }
    /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
}

/// Properties of a collision.
#[derive(Clone, Debug, Default)]
pub struct Collision(String);

/// Begins properties of a collision: items that touch each other and boundaries.
pub fn collision() -> Collision {
    Collision::default()
}

impl Pairs for Collision {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Collision {
    fn kind(&self) -> &str {
        "collision"
    }
}

impl CollisionSetters for Collision {}

/// What can be set of a constraint: a relation of a layer's frame to that of a sibling or of its parent, which lays it out.
pub trait ConstraintSetters: Pairs {
    /// The layer that it places, or the parent whose size follows a sublayer; it goes with it (default none).
    fn item(self, value: &str) -> Self {
        self.with("item", value)
    }
    /// Of item's frame; with several, it holds for each (default \[\]). One of left, right, top, bottom, width, height, centerX, centerY, firstBaseline, lastBaseline, leading, trailing, leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin, centerXWithinMargins, centerYWithinMargins.
    fn attribute(self, value: &[&str]) -> Self {
        self.with("attribute", value)
    }
    /// Of the attribute to multiplier times the other attribute plus constant (default equal). One of equal, lessThanOrEqual, greaterThanOrEqual.
    fn relation(self, value: &str) -> Self {
        self.with("relation", value)
    }
    /// A sibling of item or its parent; without one, the attribute is constant (default none).
    fn to_item(self, value: &str) -> Self {
        self.with("toItem", value)
    }
    /// Of toItem's frame; same: the one that attribute says (default same). One of same, left, right, top, bottom, width, height, centerX, centerY, firstBaseline, lastBaseline, leading, trailing, leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin, centerXWithinMargins, centerYWithinMargins.
    fn to_attribute(self, value: &str) -> Self {
        self.with("toAttribute", value)
    }
    /// Of toAttribute (-1e+06 to 1e+06; default 1).
    fn multiplier(self, value: f64) -> Self {
        self.with("multiplier", value)
    }
    /// Added to it (points; -1e+09 to 1e+09; default 0).
    fn constant(self, value: f64) -> Self {
        self.with("constant", value)
    }
    /// Where not all can hold, those of higher priority do, of equal ones the earlier; 1000 is required (1 to 1000; default 1000).
    fn priority(self, value: f64) -> Self {
        self.with("priority", value)
    }
    /// False: it places nothing (default true).
    fn is_active(self, value: bool) -> Self {
        self.with("isActive", value)
    }
}

/// Properties of a constraint.
#[derive(Clone, Debug, Default)]
pub struct Constraint(String);

/// Begins properties of a constraint: a relation of a layer's frame to that of a sibling or of its parent, which lays it out.
pub fn constraint() -> Constraint {
    Constraint::default()
}

impl Pairs for Constraint {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Constraint {
    fn kind(&self) -> &str {
        "constraint"
    }
}

impl ConstraintSetters for Constraint {}

/// What can be set of a data: values under keys of your choice, typed by their texts.
pub trait DataSetters: Pairs {
    /// File:PATH or fifo:PATH: what the daemon reads the keys from (default none).
    fn source(self, value: &str) -> Self {
        self.with("source", value)
    }
    /// How often, in scene time; not set, once (seconds; 0.001 to 1e+09; default none).
    fn every(self, value: f64) -> Self {
        self.with("every", value)
    }
    /// How bytes become keys (default text). One of text, lines, keyvalue, json, csv.
    fn format(self, value: &str) -> Self {
        self.with("format", value)
    }
    /// The file is read again when it changes on disk (default false).
    fn watch(self, value: bool) -> Self {
        self.with("watch", value)
    }
}

/// Properties of a data.
#[derive(Clone, Debug, Default)]
pub struct Data(String);

/// Begins properties of a data: values under keys of your choice, typed by their texts.
pub fn data() -> Data {
    Data::default()
}

impl Pairs for Data {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Data {
    fn kind(&self) -> &str {
        "data"
    }
}

impl DataSetters for Data {}

/// What can be set of a dormant: a line that waits for what it lacks to be carried out.
pub trait DormantSetters: Pairs {
    /// That could not be carried out, with those that belong to it, separated by LF (default empty).
    fn line(self, value: &str) -> Self {
        self.with("line", value)
    }
    /// The reason: what it lacks (default empty).
    fn message(self, value: &str) -> Self {
        self.with("message", value)
    }
}

/// Properties of a dormant.
#[derive(Clone, Debug, Default)]
pub struct Dormant(String);

/// Begins properties of a dormant: a line that waits for what it lacks to be carried out.
pub fn dormant() -> Dormant {
    Dormant::default()
}

impl Pairs for Dormant {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Dormant {
    fn kind(&self) -> &str {
        "dormant"
    }
}

impl DormantSetters for Dormant {}

/// What can be set of a drm: a screen of the kernel's own, without a compositor; its size is the screen's.
pub trait DrmSetters: Pairs {
    /// Width and height; the frame of the root layer follows it (points; 1 to 16384; default \[1280, 720\]).
    fn size(self, value: [f64; 2]) -> Self {
        self.with("size", value)
    }
    /// Width of size.
    fn size_width(self, value: f64) -> Self {
        self.with("size.width", value)
    }
    /// Height of size.
    fn size_height(self, value: f64) -> Self {
        self.with("size.height", value)
    }
    /// Output pixels per point (0.1 to 16; default 1).
    fn scale(self, value: f64) -> Self {
        self.with("scale", value)
    }
    /// Frames per second at most (hertz; 1 to 1000; default 60).
    fn refresh(self, value: f64) -> Self {
        self.with("refresh", value)
    }
    /// The layer that is shown, with the output's size: root or a detached one; of main it is root (default none).
    fn root(self, value: &str) -> Self {
        self.with("root", value)
    }
    /// Beneath the root layer (default none).
    fn background_color(self, value: &str) -> Self {
        self.with("backgroundColor", value)
    }
    /// The part of the root layer that is shown, filling the output; none: all of it, from 0,0 (points; default none).
    fn viewport(self, value: [f64; 4]) -> Self {
        self.with("viewport", value)
    }
    /// Origin of viewport.
    fn viewport_origin(self, value: [f64; 2]) -> Self {
        self.with("viewport.origin", value)
    }
    /// Origin.x of viewport.
    fn viewport_origin_x(self, value: f64) -> Self {
        self.with("viewport.origin.x", value)
    }
    /// Origin.y of viewport.
    fn viewport_origin_y(self, value: f64) -> Self {
        self.with("viewport.origin.y", value)
    }
    /// Size of viewport.
    fn viewport_size(self, value: [f64; 2]) -> Self {
        self.with("viewport.size", value)
    }
    /// Size.width of viewport.
    fn viewport_size_width(self, value: f64) -> Self {
        self.with("viewport.size.width", value)
    }
    /// Size.height of viewport.
    fn viewport_size_height(self, value: f64) -> Self {
        self.with("viewport.size.height", value)
    }
    /// Where the screen is, as HDMI-A-1; empty: the first there is (default empty).
    fn connector(self, value: &str) -> Self {
        self.with("connector", value)
    }
    /// As 1920x1080 or 1920x1080@60; empty: the one that the screen likes best (default empty).
    fn mode(self, value: &str) -> Self {
        self.with("mode", value)
    }
    /// As /dev/dri/card0; empty: the first with a screen (default empty).
    fn card(self, value: &str) -> Self {
        self.with("card", value)
    }
    /// A mouse has an arrow (default true).
    fn pointer(self, value: bool) -> Self {
        self.with("pointer", value)
    }
}

/// Properties of a drm.
#[derive(Clone, Debug, Default)]
pub struct Drm(String);

/// Begins properties of a drm: a screen of the kernel's own, without a compositor; its size is the screen's.
pub fn drm() -> Drm {
    Drm::default()
}

impl Pairs for Drm {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Drm {
    fn kind(&self) -> &str {
        "drm"
    }
}

impl DrmSetters for Drm {}

/// What can be set of an each: instances of a component, one for each record of a list, laid out as by stack.
pub trait EachSetters: Pairs {
    /// A row, or a column (default horizontal). One of horizontal, vertical.
    fn axis(self, value: &str) -> Self {
        self.with("axis", value)
    }
    /// Between two neighbours; with equalSpacing and equalCentering, at least (points; -1e+06 to 1e+06; default 0).
    fn spacing(self, value: f64) -> Self {
        self.with("spacing", value)
    }
    /// Across the axis; leading is left or top, baselines are those of texts in a row (default fill). One of fill, leading, center, trailing, firstBaseline, lastBaseline.
    fn alignment(self, value: &str) -> Self {
        self.with("alignment", value)
    }
    /// Along the axis: who takes the room that is left (default fill). One of fill, fillEqually, fillProportionally, equalSpacing, equalCentering, packed.
    fn distribution(self, value: &str) -> Self {
        self.with("distribution", value)
    }
    /// Around all: one number, vertical and horizontal, or top, left, bottom, right (points; -1e+06 to 1e+06; default none).
    fn margins(self, value: &[f64]) -> Self {
        self.with("margins", value)
    }
    /// Those that have no room go on in a new row or column (default false).
    fn is_wrapped(self, value: bool) -> Self {
        self.with("isWrapped", value)
    }
    /// Between these rows or columns (points; -1e+06 to 1e+06; default 0).
    fn line_spacing(self, value: f64) -> Self {
        self.with("lineSpacing", value)
    }
    /// Where a row begins, and which side is leading in a column (default leftToRight). One of leftToRight, rightToLeft.
    fn direction(self, value: &str) -> Self {
        self.with("direction", value)
    }
    /// The component of which the rows are instances (default empty).
    fn of(self, value: &str) -> Self {
        self.with("of", value)
    }
    /// The list: a key of data (d.items), a part of one, or a parameter that holds JSON (default empty).
    fn r#in(self, value: &str) -> Self {
        self.with("in", value)
    }
    /// The field of a record by which it keeps its row; without one, its index (default empty).
    fn key(self, value: &str) -> Self {
        self.with("key", value)
    }
    /// Of each row of a column: then only rows that are seen exist (points; 0.01 to 1e+06; default none).
    fn row_height(self, value: f64) -> Self {
        self.with("rowHeight", value)
    }
    /// The same along a horizontal axis (points; 0.01 to 1e+06; default none).
    fn row_width(self, value: f64) -> Self {
        self.with("rowWidth", value)
    }
    /// How far beyond what is seen rows exist, with rowHeight or rowWidth (points; 0 to 1e+06; default 100).
    fn overscan(self, value: f64) -> Self {
        self.with("overscan", value)
    }
    /// Its rows' lines may change this layer and what is below it only: for who may do no more (default none).
    fn scope(self, value: &str) -> Self {
        self.with("scope", value)
    }
    /// An expression: records for which it is true have rows; it knows their fields, and item (default empty).
    fn r#where(self, value: &str) -> Self {
        self.with("where", value)
    }
    /// An expression: rows stand in the order of its numbers, texts or booleans (default empty).
    fn sort_by(self, value: &str) -> Self {
        self.with("sortBy", value)
    }
    /// The order of sortBy is turned (default false).
    fn descending(self, value: bool) -> Self {
        self.with("descending", value)
    }
}

/// Properties of an each.
#[derive(Clone, Debug, Default)]
pub struct Each(String);

/// Begins properties of an each: instances of a component, one for each record of a list, laid out as by stack.
pub fn each() -> Each {
    Each::default()
}

impl Pairs for Each {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Each {
    fn kind(&self) -> &str {
        "each"
    }
}

impl LayerSetters for Each {}
impl EachSetters for Each {}

/// What can be set of an emitter: particles that are born, fly and fade, above everything else in the layer.
pub trait EmitterSetters: Pairs {
    /// What is emitted (default \[\]). One of emitterCell.
    fn emitter_cells(self, value: &[&str]) -> Self {
        self.with("emitterCells", value)
    }
    /// The middle of the emitter's shape, in the layer's coordinates (points; default \[0, 0\]; animates).
    fn emitter_position(self, value: [f64; 2]) -> Self {
        self.with("emitterPosition", value)
    }
    /// X of emitterPosition.
    fn emitter_position_x(self, value: f64) -> Self {
        self.with("emitterPosition.x", value)
    }
    /// Y of emitterPosition.
    fn emitter_position_y(self, value: f64) -> Self {
        self.with("emitterPosition.y", value)
    }
    /// Of the shape; circle and sphere: the width is the radius (points; default \[0, 0\]; animates).
    fn emitter_size(self, value: [f64; 2]) -> Self {
        self.with("emitterSize", value)
    }
    /// Width of emitterSize.
    fn emitter_size_width(self, value: f64) -> Self {
        self.with("emitterSize.width", value)
    }
    /// Height of emitterSize.
    fn emitter_size_height(self, value: f64) -> Self {
        self.with("emitterSize.height", value)
    }
    /// Where particles are born; seen flat (default point). One of point, line, rectangle, cuboid, circle, sphere.
    fn emitter_shape(self, value: &str) -> Self {
        self.with("emitterShape", value)
    }
    /// At the shape's corners, on its edge, or anywhere in it (default volume). One of points, outline, surface, volume.
    fn emitter_mode(self, value: &str) -> Self {
        self.with("emitterMode", value)
    }
    /// Which particles lie on top; additive: colours add up (default unordered). One of unordered, oldestFirst, oldestLast, backToFront, additive.
    fn render_mode(self, value: &str) -> Self {
        self.with("renderMode", value)
    }
    /// Multiplies the cells' (0 to 1e+06; default 1; animates).
    fn birth_rate(self, value: f64) -> Self {
        self.with("birthRate", value)
    }
    /// Multiplies the cells' (0 to 1e+06; default 1; animates).
    fn lifetime(self, value: f64) -> Self {
        self.with("lifetime", value)
    }
    /// Multiplies the cells' (-1e+09 to 1e+09; default 1; animates).
    fn velocity(self, value: f64) -> Self {
        self.with("velocity", value)
    }
    /// Multiplies the cells' (-1e+09 to 1e+09; default 1; animates).
    fn scale(self, value: f64) -> Self {
        self.with("scale", value)
    }
    /// Multiplies the cells' (-1e+09 to 1e+09; default 1; animates).
    fn spin(self, value: f64) -> Self {
        self.with("spin", value)
    }
    /// Another number, other particles; the same number, the same ones (0 to 4.29497e+09; default 0).
    fn seed(self, value: i64) -> Self {
        self.with("seed", value)
    }
}

/// Properties of an emitter.
#[derive(Clone, Debug, Default)]
pub struct Emitter(String);

/// Begins properties of an emitter: particles that are born, fly and fade, above everything else in the layer.
pub fn emitter() -> Emitter {
    Emitter::default()
}

impl Pairs for Emitter {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Emitter {
    fn kind(&self) -> &str {
        "emitter"
    }
}

impl LayerSetters for Emitter {}
impl EmitterSetters for Emitter {}

/// What can be set of an emitterCell: how particles of one sort look, fly and fade.
pub trait EmitterCellSetters: Pairs {
    /// For people (default empty).
    fn name(self, value: &str) -> Self {
        self.with("name", value)
    }
    /// Particles are born (default true).
    fn is_enabled(self, value: bool) -> Self {
        self.with("isEnabled", value)
    }
    /// What a particle shows: an image, a buffer, or a file (default none).
    fn contents(self, value: &str) -> Self {
        self.with("contents", value)
    }
    /// The part of it, in unit coordinates (default \[0, 0, 1, 1\]; animates).
    fn contents_rect(self, value: [f64; 4]) -> Self {
        self.with("contentsRect", value)
    }
    /// Origin of contentsRect.
    fn contents_rect_origin(self, value: [f64; 2]) -> Self {
        self.with("contentsRect.origin", value)
    }
    /// Origin.x of contentsRect.
    fn contents_rect_origin_x(self, value: f64) -> Self {
        self.with("contentsRect.origin.x", value)
    }
    /// Origin.y of contentsRect.
    fn contents_rect_origin_y(self, value: f64) -> Self {
        self.with("contentsRect.origin.y", value)
    }
    /// Size of contentsRect.
    fn contents_rect_size(self, value: [f64; 2]) -> Self {
        self.with("contentsRect.size", value)
    }
    /// Size.width of contentsRect.
    fn contents_rect_size_width(self, value: f64) -> Self {
        self.with("contentsRect.size.width", value)
    }
    /// Size.height of contentsRect.
    fn contents_rect_size_height(self, value: f64) -> Self {
        self.with("contentsRect.size.height", value)
    }
    /// Pixels of the contents per point (1e-06 to 1e+06; default 1; animates).
    fn contents_scale(self, value: f64) -> Self {
        self.with("contentsScale", value)
    }
    /// Of a particle at scale 1; zero: the contents', and without these nothing is drawn (points; 0 to 1e+06; default \[0, 0\]; animates).
    fn size(self, value: [f64; 2]) -> Self {
        self.with("size", value)
    }
    /// Width of size.
    fn size_width(self, value: f64) -> Self {
        self.with("size.width", value)
    }
    /// Height of size.
    fn size_height(self, value: f64) -> Self {
        self.with("size.height", value)
    }
    /// Of particles without contents (default square). One of square, circle.
    fn shape(self, value: &str) -> Self {
        self.with("shape", value)
    }
    /// Multiplies the contents, or is the shape's (default #ffffffff; animates).
    fn color(self, value: &str) -> Self {
        self.with("color", value)
    }
    /// How far it varies: by half of this to either side (-1000 to 1000; default 0; animates).
    fn red_range(self, value: f64) -> Self {
        self.with("redRange", value)
    }
    /// How far it varies: by half of this to either side (-1000 to 1000; default 0; animates).
    fn green_range(self, value: f64) -> Self {
        self.with("greenRange", value)
    }
    /// How far it varies: by half of this to either side (-1000 to 1000; default 0; animates).
    fn blue_range(self, value: f64) -> Self {
        self.with("blueRange", value)
    }
    /// How far it varies: by half of this to either side (-1000 to 1000; default 0; animates).
    fn alpha_range(self, value: f64) -> Self {
        self.with("alphaRange", value)
    }
    /// What is added to the colour's red, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates).
    fn red_speed(self, value: f64) -> Self {
        self.with("redSpeed", value)
    }
    /// What is added to the colour's green, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates).
    fn green_speed(self, value: f64) -> Self {
        self.with("greenSpeed", value)
    }
    /// What is added to the colour's blue, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates).
    fn blue_speed(self, value: f64) -> Self {
        self.with("blueSpeed", value)
    }
    /// What is added to the colour's alpha, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates).
    fn alpha_speed(self, value: f64) -> Self {
        self.with("alphaSpeed", value)
    }
    /// Particles that are born (per second; 0 to 1e+06; default 0; animates).
    fn birth_rate(self, value: f64) -> Self {
        self.with("birthRate", value)
    }
    /// How long a particle is there (seconds; 0 to 1e+09; default 0; animates).
    fn lifetime(self, value: f64) -> Self {
        self.with("lifetime", value)
    }
    /// How far it varies: by half of this to either side (seconds; 0 to 1e+09; default 0; animates).
    fn lifetime_range(self, value: f64) -> Self {
        self.with("lifetimeRange", value)
    }
    /// When births begin, after the emitter or the particle that emits began (seconds; -1e+09 to 1e+09; default 0; animates).
    fn begin_time(self, value: f64) -> Self {
        self.with("beginTime", value)
    }
    /// How long births go on; 0: for ever (seconds; 0 to 1e+09; default 0; animates).
    fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// At birth (points per second; -1e+09 to 1e+09; default 0; animates).
    fn velocity(self, value: f64) -> Self {
        self.with("velocity", value)
    }
    /// How far it varies: by half of this to either side (points per second; -1e+09 to 1e+09; default 0; animates).
    fn velocity_range(self, value: f64) -> Self {
        self.with("velocityRange", value)
    }
    /// Where particles fly to; 0 is right, 90deg down; from a circle or sphere, 0 is outward (default 0; animates).
    fn emission_longitude(self, value: f64) -> Self {
        self.with("emissionLongitude", value)
    }
    /// Out of the plane: slows down by its cosine (default 0; animates).
    fn emission_latitude(self, value: f64) -> Self {
        self.with("emissionLatitude", value)
    }
    /// How far it varies: by half of this to either side (default 0; animates).
    fn emission_range(self, value: f64) -> Self {
        self.with("emissionRange", value)
    }
    /// To the right, and down (points per second²; -1e+09 to 1e+09; default \[0, 0\]; animates).
    fn acceleration(self, value: [f64; 2]) -> Self {
        self.with("acceleration", value)
    }
    /// X of acceleration.
    fn acceleration_x(self, value: f64) -> Self {
        self.with("acceleration.x", value)
    }
    /// Y of acceleration.
    fn acceleration_y(self, value: f64) -> Self {
        self.with("acceleration.y", value)
    }
    /// Of a particle's size (-1e+09 to 1e+09; default 1; animates).
    fn scale(self, value: f64) -> Self {
        self.with("scale", value)
    }
    /// How far it varies: by half of this to either side (-1e+09 to 1e+09; default 0; animates).
    fn scale_range(self, value: f64) -> Self {
        self.with("scaleRange", value)
    }
    /// What is added to the scale (per second; -1e+09 to 1e+09; default 0; animates).
    fn scale_speed(self, value: f64) -> Self {
        self.with("scaleSpeed", value)
    }
    /// How fast a particle turns (radians per second; default 0; animates).
    fn spin(self, value: f64) -> Self {
        self.with("spin", value)
    }
    /// How far it varies: by half of this to either side (radians per second; default 0; animates).
    fn spin_range(self, value: f64) -> Self {
        self.with("spinRange", value)
    }
    /// What each particle emits as long as it is there (default \[\]). One of emitterCell.
    fn emitter_cells(self, value: &[&str]) -> Self {
        self.with("emitterCells", value)
    }
    /// How pixels of the contents are enlarged (default linear). One of linear, nearest.
    fn magnification_filter(self, value: &str) -> Self {
        self.with("magnificationFilter", value)
    }
}

/// Properties of an emitterCell.
#[derive(Clone, Debug, Default)]
pub struct EmitterCell(String);

/// Begins properties of an emitterCell: how particles of one sort look, fly and fade.
pub fn emitter_cell() -> EmitterCell {
    EmitterCell::default()
}

impl Pairs for EmitterCell {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for EmitterCell {
    fn kind(&self) -> &str {
        "emitterCell"
    }
}

impl EmitterCellSetters for EmitterCell {}

/// What can be set of a field: forces that depend on the place.
pub trait FieldSetters: Pairs {
    /// Where it acts; not set: the world of root (default none).
    fn world(self, value: &str) -> Self {
        self.with("world", value)
    }
    /// The layers that it moves (default \[\]).
    fn items(self, value: &[&str]) -> Self {
        self.with("items", value)
    }
    /// What it does; custom: acceleration says it (default linear). One of linear, radial, velocity, vortex, drag, spring, noise, turbulence, electric, magnetic, custom.
    fn r#type(self, value: &str) -> Self {
        self.with("type", value)
    }
    /// Its middle, in the reference's coordinates (points; default \[0, 0\]).
    fn position(self, value: [f64; 2]) -> Self {
        self.with("position", value)
    }
    /// X of position.
    fn position_x(self, value: f64) -> Self {
        self.with("position.x", value)
    }
    /// Y of position.
    fn position_y(self, value: f64) -> Self {
        self.with("position.y", value)
    }
    /// Of linear and velocity (default \[0, 1\]).
    fn direction(self, value: [f64; 2]) -> Self {
        self.with("direction", value)
    }
    /// X of direction.
    fn direction_x(self, value: f64) -> Self {
        self.with("direction.x", value)
    }
    /// Y of direction.
    fn direction_y(self, value: f64) -> Self {
        self.with("direction.y", value)
    }
    /// 1 is 1000 points/s² where the field is an acceleration (default 1).
    fn strength(self, value: f64) -> Self {
        self.with("strength", value)
    }
    /// The power with which it falls with the distance (0 to 100; default 0).
    fn falloff(self, value: f64) -> Self {
        self.with("falloff", value)
    }
    /// The rectangle around position where it acts; 0,0 is everywhere (at least 0; default \[0, 0\]).
    fn region(self, value: [f64; 2]) -> Self {
        self.with("region", value)
    }
    /// Width of region.
    fn region_width(self, value: f64) -> Self {
        self.with("region.width", value)
    }
    /// Height of region.
    fn region_height(self, value: f64) -> Self {
        self.with("region.height", value)
    }
    /// The distance up to which it has its full strength (points; at least 0.001; default 10).
    fn minimum_radius(self, value: f64) -> Self {
        self.with("minimumRadius", value)
    }
    /// How fast noise and turbulence change (default 1).
    fn animation_speed(self, value: f64) -> Self {
        self.with("animationSpeed", value)
    }
    /// Of noise and turbulence (0 to 1; default 0.5).
    fn smoothness(self, value: f64) -> Self {
        self.with("smoothness", value)
    }
    /// What region is the size of; path: regionPath is where it acts (default rectangle). One of rectangle, ellipse, path.
    fn region_shape(self, value: &str) -> Self {
        self.with("regionShape", value)
    }
    /// Around position, filled even-odd, for the shape path (default none).
    fn region_path(self, value: &str) -> Self {
        self.with("regionPath", value)
    }
    /// Acts outside of the region instead (default false).
    fn is_inverted(self, value: bool) -> Self {
        self.with("isInverted", value)
    }
    /// Of the type custom, in points/s²: an expression of x and y from position, vx, vy, mass, charge and time, as point(-y, x) (default empty).
    fn acceleration(self, value: &str) -> Self {
        self.with("acceleration", value)
    }
    /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
}

/// Properties of a field.
#[derive(Clone, Debug, Default)]
pub struct Field(String);

/// Begins properties of a field: forces that depend on the place.
pub fn field() -> Field {
    Field::default()
}

impl Pairs for Field {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Field {
    fn kind(&self) -> &str {
        "field"
    }
}

impl FieldSetters for Field {}

/// What can be set of a follow: keeps a layer's path or position where other layers are.
pub trait FollowSetters: Pairs {
    /// Whose property it is; the follow goes with it (default none).
    fn layer(self, value: &str) -> Self {
        self.with("layer", value)
    }
    /// The layer's path, with {ID} or {ID+dx,dy} where the position of a layer is put in (default none).
    fn path(self, value: &str) -> Self {
        self.with("path", value)
    }
    /// The layer's position: {ID}, {ID+dx,dy}, or x,y (default none).
    fn position(self, value: &str) -> Self {
        self.with("position", value)
    }
    /// Acts only while its layer is this one or below it: the rights of the client that made it (default none).
    fn scope(self, value: &str) -> Self {
        self.with("scope", value)
    }
}

/// Properties of a follow.
#[derive(Clone, Debug, Default)]
pub struct Follow(String);

/// Begins properties of a follow: keeps a layer's path or position where other layers are.
pub fn follow() -> Follow {
    Follow::default()
}

impl Pairs for Follow {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Follow {
    fn kind(&self) -> &str {
        "follow"
    }
}

impl FollowSetters for Follow {}

/// What can be set of a gradient: colours along a line, from a point outward or around one.
pub trait GradientSetters: Pairs {
    /// How the colours are laid out (default axial). One of axial, radial, conic.
    fn r#type(self, value: &str) -> Self {
        self.with("type", value)
    }
    /// One is solid, none draws nothing (default \[\]; animates).
    fn colors(self, value: &[&str]) -> Self {
        self.with("colors", value)
    }
    /// Where each colour is, 0 at the start, 1 at the end; empty: evenly (default \[\]; animates).
    fn locations(self, value: &[f64]) -> Self {
        self.with("locations", value)
    }
    /// Where the colours begin, in units of the bounds; radial and conic: the centre (default \[0.5, 0\]; animates).
    fn start_point(self, value: [f64; 2]) -> Self {
        self.with("startPoint", value)
    }
    /// X of startPoint.
    fn start_point_x(self, value: f64) -> Self {
        self.with("startPoint.x", value)
    }
    /// Y of startPoint.
    fn start_point_y(self, value: f64) -> Self {
        self.with("startPoint.y", value)
    }
    /// Where they end; radial: a corner of the ellipse's box; conic: where the first colour points (default \[0.5, 1\]; animates).
    fn end_point(self, value: [f64; 2]) -> Self {
        self.with("endPoint", value)
    }
    /// X of endPoint.
    fn end_point_x(self, value: f64) -> Self {
        self.with("endPoint.x", value)
    }
    /// Y of endPoint.
    fn end_point_y(self, value: f64) -> Self {
        self.with("endPoint.y", value)
    }
}

/// Properties of a gradient.
#[derive(Clone, Debug, Default)]
pub struct Gradient(String);

/// Begins properties of a gradient: colours along a line, from a point outward or around one.
pub fn gradient() -> Gradient {
    Gradient::default()
}

impl Pairs for Gradient {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Gradient {
    fn kind(&self) -> &str {
        "gradient"
    }
}

impl LayerSetters for Gradient {}
impl GradientSetters for Gradient {}

/// What can be set of a gravity: an acceleration of items.
pub trait GravitySetters: Pairs {
    /// Where it acts; not set: the world of root (default none).
    fn world(self, value: &str) -> Self {
        self.with("world", value)
    }
    /// The layers that it moves (default \[\]).
    fn items(self, value: &[&str]) -> Self {
        self.with("items", value)
    }
    /// Of length 1: the magnitude is the whole (default \[0, 1\]).
    fn direction(self, value: [f64; 2]) -> Self {
        self.with("direction", value)
    }
    /// X of direction.
    fn direction_x(self, value: f64) -> Self {
        self.with("direction.x", value)
    }
    /// Y of direction.
    fn direction_y(self, value: f64) -> Self {
        self.with("direction.y", value)
    }
    /// 1 is 1000 points/s² for a direction of length 1 (default 1).
    fn magnitude(self, value: f64) -> Self {
        self.with("magnitude", value)
    }
    /// Instead of direction, clockwise from the right (radians; default none).
    fn angle(self, value: f64) -> Self {
        self.with("angle", value)
    }
    /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
}

/// Properties of a gravity.
#[derive(Clone, Debug, Default)]
pub struct Gravity(String);

/// Begins properties of a gravity: an acceleration of items.
pub fn gravity() -> Gravity {
    Gravity::default()
}

impl Pairs for Gravity {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Gravity {
    fn kind(&self) -> &str {
        "gravity"
    }
}

impl GravitySetters for Gravity {}

/// What can be set of a group: runs animations in a time of its own.
pub trait GroupSetters: Pairs {
    /// Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25).
    fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// How long after beginTime it begins (seconds; default 0).
    fn delay(self, value: f64) -> Self {
        self.with("delay", value)
    }
    /// How fast it goes; below 0 backward (default 1).
    fn speed(self, value: f64) -> Self {
        self.with("speed", value)
    }
    /// How far into a run it begins; what is left out at the front comes at the end (seconds; default 0).
    fn time_offset(self, value: f64) -> Self {
        self.with("timeOffset", value)
    }
    /// In the layer's time; not set, it is the time at which it is made (seconds; default none).
    fn begin_time(self, value: f64) -> Self {
        self.with("beginTime", value)
    }
    /// Runs; fractions are allowed, inf is for ever (at least 0; default 1).
    fn repeat_count(self, value: f64) -> Self {
        self.with("repeatCount", value)
    }
    /// How long it is repeated; above 0 it goes before repeatCount (seconds; at least 0; default 0).
    fn repeat_duration(self, value: f64) -> Self {
        self.with("repeatDuration", value)
    }
    /// Each run is followed by one backward (default false).
    fn autoreverses(self, value: bool) -> Self {
        self.with("autoreverses", value)
    }
    /// Whether its first value shows before it begins, its last after it ends (default removed). One of removed, forwards, backwards, both.
    fn fill_mode(self, value: &str) -> Self {
        self.with("fillMode", value)
    }
    /// The object goes when it ends (default true).
    fn is_removed_on_completion(self, value: bool) -> Self {
        self.with("isRemovedOnCompletion", value)
    }
    /// How its time bends (default linear).
    fn timing(self, value: &str) -> Self {
        self.with("timing", value)
    }
    /// The named transaction that made it, which is told to be completed with the last of its animations (default empty).
    fn transaction(self, value: &str) -> Self {
        self.with("transaction", value)
    }
    /// How often it is sampled at most; 0 is in each frame (frames a second; 0 to 1000; default 0).
    fn frame_rate(self, value: f64) -> Self {
        self.with("frameRate", value)
    }
    /// They do not start by themselves (default \[\]).
    fn animations(self, value: &[&str]) -> Self {
        self.with("animations", value)
    }
}

/// Properties of a group.
#[derive(Clone, Debug, Default)]
pub struct Group(String);

/// Begins properties of a group: runs animations in a time of its own.
pub fn group() -> Group {
    Group::default()
}

impl Pairs for Group {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Group {
    fn kind(&self) -> &str {
        "group"
    }
}

impl GroupSetters for Group {}

/// What can be set of an image: a picture's file, decoded once for all layers that show it.
pub trait ImageSetters: Pairs {
    /// The file: PNG, JPEG, WebP, GIF, AVIF, JPEG XL, HEIC, TIFF, QOI, ICO or SVG (default empty).
    fn path(self, value: &str) -> Self {
        self.with("path", value)
    }
    /// What the file's numbers mean (default sRGB). One of sRGB.
    fn color_space(self, value: &str) -> Self {
        self.with("colorSpace", value)
    }
    /// The file is read again when it changes on disk (default false).
    fn watch(self, value: bool) -> Self {
        self.with("watch", value)
    }
}

/// Properties of an image.
#[derive(Clone, Debug, Default)]
pub struct Image(String);

/// Begins properties of an image: a picture's file, decoded once for all layers that show it.
pub fn image() -> Image {
    Image::default()
}

impl Pairs for Image {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Image {
    fn kind(&self) -> &str {
        "image"
    }
}

impl ImageSetters for Image {}

/// What can be set of an itemGroup: items that move as one body.
pub trait ItemGroupSetters: Pairs {
    /// Where it acts; not set: the world of root (default none).
    fn world(self, value: &str) -> Self {
        self.with("world", value)
    }
    /// The layers; the first one leads (default \[\]).
    fn items(self, value: &[&str]) -> Self {
        self.with("items", value)
    }
    /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
}

/// Properties of an itemGroup.
#[derive(Clone, Debug, Default)]
pub struct ItemGroup(String);

/// Begins properties of an itemGroup: items that move as one body.
pub fn item_group() -> ItemGroup {
    ItemGroup::default()
}

impl Pairs for ItemGroup {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for ItemGroup {
    fn kind(&self) -> &str {
        "itemGroup"
    }
}

impl ItemGroupSetters for ItemGroup {}

/// What can be set of a mirror: shows another layer live, wherever that is in the tree.
pub trait MirrorSetters: Pairs {
    /// The layer that it shows, hidden or not, with all below it; the size of its bounds is fitted by contentsGravity (default none).
    fn of(self, value: &str) -> Self {
        self.with("of", value)
    }
}

/// Properties of a mirror.
#[derive(Clone, Debug, Default)]
pub struct Mirror(String);

/// Begins properties of a mirror: shows another layer live, wherever that is in the tree.
pub fn mirror() -> Mirror {
    Mirror::default()
}

impl Pairs for Mirror {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Mirror {
    fn kind(&self) -> &str {
        "mirror"
    }
}

impl LayerSetters for Mirror {}
impl MirrorSetters for Mirror {}

/// What can be set of an offscreen: a picture in memory.
pub trait OffscreenSetters: Pairs {
    /// Width and height; the frame of the root layer follows it (points; 1 to 16384; default \[1280, 720\]).
    fn size(self, value: [f64; 2]) -> Self {
        self.with("size", value)
    }
    /// Width of size.
    fn size_width(self, value: f64) -> Self {
        self.with("size.width", value)
    }
    /// Height of size.
    fn size_height(self, value: f64) -> Self {
        self.with("size.height", value)
    }
    /// Output pixels per point (0.1 to 16; default 1).
    fn scale(self, value: f64) -> Self {
        self.with("scale", value)
    }
    /// Frames per second at most (hertz; 1 to 1000; default 60).
    fn refresh(self, value: f64) -> Self {
        self.with("refresh", value)
    }
    /// The layer that is shown, with the output's size: root or a detached one; of main it is root (default none).
    fn root(self, value: &str) -> Self {
        self.with("root", value)
    }
    /// Beneath the root layer (default none).
    fn background_color(self, value: &str) -> Self {
        self.with("backgroundColor", value)
    }
    /// The part of the root layer that is shown, filling the output; none: all of it, from 0,0 (points; default none).
    fn viewport(self, value: [f64; 4]) -> Self {
        self.with("viewport", value)
    }
    /// Origin of viewport.
    fn viewport_origin(self, value: [f64; 2]) -> Self {
        self.with("viewport.origin", value)
    }
    /// Origin.x of viewport.
    fn viewport_origin_x(self, value: f64) -> Self {
        self.with("viewport.origin.x", value)
    }
    /// Origin.y of viewport.
    fn viewport_origin_y(self, value: f64) -> Self {
        self.with("viewport.origin.y", value)
    }
    /// Size of viewport.
    fn viewport_size(self, value: [f64; 2]) -> Self {
        self.with("viewport.size", value)
    }
    /// Size.width of viewport.
    fn viewport_size_width(self, value: f64) -> Self {
        self.with("viewport.size.width", value)
    }
    /// Size.height of viewport.
    fn viewport_size_height(self, value: f64) -> Self {
        self.with("viewport.size.height", value)
    }
    /// Memfd: clients are handed the frame buffer (default none). One of none, memfd.
    fn export(self, value: &str) -> Self {
        self.with("export", value)
    }
}

/// Properties of an offscreen.
#[derive(Clone, Debug, Default)]
pub struct Offscreen(String);

/// Begins properties of an offscreen: a picture in memory.
pub fn offscreen() -> Offscreen {
    Offscreen::default()
}

impl Pairs for Offscreen {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Offscreen {
    fn kind(&self) -> &str {
        "offscreen"
    }
}

impl OffscreenSetters for Offscreen {}

/// What can be set of a pipewire: a source of video for PipeWire's consumers, as a camera is.
pub trait PipewireSetters: Pairs {
    /// Width and height; the frame of the root layer follows it (points; 1 to 16384; default \[1280, 720\]).
    fn size(self, value: [f64; 2]) -> Self {
        self.with("size", value)
    }
    /// Width of size.
    fn size_width(self, value: f64) -> Self {
        self.with("size.width", value)
    }
    /// Height of size.
    fn size_height(self, value: f64) -> Self {
        self.with("size.height", value)
    }
    /// Output pixels per point (0.1 to 16; default 1).
    fn scale(self, value: f64) -> Self {
        self.with("scale", value)
    }
    /// Frames per second at most (hertz; 1 to 1000; default 60).
    fn refresh(self, value: f64) -> Self {
        self.with("refresh", value)
    }
    /// The layer that is shown, with the output's size: root or a detached one; of main it is root (default none).
    fn root(self, value: &str) -> Self {
        self.with("root", value)
    }
    /// Beneath the root layer (default none).
    fn background_color(self, value: &str) -> Self {
        self.with("backgroundColor", value)
    }
    /// The part of the root layer that is shown, filling the output; none: all of it, from 0,0 (points; default none).
    fn viewport(self, value: [f64; 4]) -> Self {
        self.with("viewport", value)
    }
    /// Origin of viewport.
    fn viewport_origin(self, value: [f64; 2]) -> Self {
        self.with("viewport.origin", value)
    }
    /// Origin.x of viewport.
    fn viewport_origin_x(self, value: f64) -> Self {
        self.with("viewport.origin.x", value)
    }
    /// Origin.y of viewport.
    fn viewport_origin_y(self, value: f64) -> Self {
        self.with("viewport.origin.y", value)
    }
    /// Size of viewport.
    fn viewport_size(self, value: [f64; 2]) -> Self {
        self.with("viewport.size", value)
    }
    /// Size.width of viewport.
    fn viewport_size_width(self, value: f64) -> Self {
        self.with("viewport.size.width", value)
    }
    /// Size.height of viewport.
    fn viewport_size_height(self, value: f64) -> Self {
        self.with("viewport.size.height", value)
    }
    /// PipeWire's socket: a path, or a name in $XDG_RUNTIME_DIR; empty: the usual one (default empty).
    fn remote(self, value: &str) -> Self {
        self.with("remote", value)
    }
    /// The source's name, by which consumers ask for it (default scrim).
    fn node(self, value: &str) -> Self {
        self.with("node", value)
    }
    /// What people read in lists of sources (default Scrim).
    fn title(self, value: &str) -> Self {
        self.with("title", value)
    }
    /// Consumers may take alpha with the colours, which are premultiplied; false: all is over black (default true).
    fn alpha(self, value: bool) -> Self {
        self.with("alpha", value)
    }
    /// A consumer may change the size (default false).
    fn resizes(self, value: bool) -> Self {
        self.with("resizes", value)
    }
}

/// Properties of a pipewire.
#[derive(Clone, Debug, Default)]
pub struct Pipewire(String);

/// Begins properties of a pipewire: a source of video for PipeWire's consumers, as a camera is.
pub fn pipewire() -> Pipewire {
    Pipewire::default()
}

impl Pairs for Pipewire {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Pipewire {
    fn kind(&self) -> &str {
        "pipewire"
    }
}

impl PipewireSetters for Pipewire {}

/// What can be set of a push: a force on items.
pub trait PushSetters: Pairs {
    /// Where it acts; not set: the world of root (default none).
    fn world(self, value: &str) -> Self {
        self.with("world", value)
    }
    /// The layers that it moves (default \[\]).
    fn items(self, value: &[&str]) -> Self {
        self.with("items", value)
    }
    /// An instantaneous one is over when it has pushed; velocity sets the items' velocity instead, addVelocity adds to it (default continuous). One of continuous, instantaneous, velocity, addVelocity.
    fn mode(self, value: &str) -> Self {
        self.with("mode", value)
    }
    /// Of the direction, clockwise from the right (radians; default 0).
    fn angle(self, value: f64) -> Self {
        self.with("angle", value)
    }
    /// 1 gives 100 × 100 points of density 1 an acceleration of 100 points/s²; instantaneous, that speed (default 0).
    fn magnitude(self, value: f64) -> Self {
        self.with("magnitude", value)
    }
    /// Pushes; one that is over sets it to false (default true).
    fn active(self, value: bool) -> Self {
        self.with("active", value)
    }
    /// Instead of angle: of length 1, the magnitude is the whole (default none).
    fn direction(self, value: [f64; 2]) -> Self {
        self.with("direction", value)
    }
    /// X of direction.
    fn direction_x(self, value: f64) -> Self {
        self.with("direction.x", value)
    }
    /// Y of direction.
    fn direction_y(self, value: f64) -> Self {
        self.with("direction.y", value)
    }
    /// Where in the item it pushes, from its middle (points; default \[0, 0\]).
    fn offset(self, value: [f64; 2]) -> Self {
        self.with("offset", value)
    }
    /// X of offset.
    fn offset_x(self, value: f64) -> Self {
        self.with("offset.x", value)
    }
    /// Y of offset.
    fn offset_y(self, value: f64) -> Self {
        self.with("offset.y", value)
    }
    /// For the modes velocity and addVelocity (points per second; default \[0, 0\]).
    fn velocity(self, value: [f64; 2]) -> Self {
        self.with("velocity", value)
    }
    /// X of velocity.
    fn velocity_x(self, value: f64) -> Self {
        self.with("velocity.x", value)
    }
    /// Y of velocity.
    fn velocity_y(self, value: f64) -> Self {
        self.with("velocity.y", value)
    }
    /// For the modes velocity and addVelocity (radians per second; default 0).
    fn angular_velocity(self, value: f64) -> Self {
        self.with("angularVelocity", value)
    }
    /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
}

/// Properties of a push.
#[derive(Clone, Debug, Default)]
pub struct Push(String);

/// Begins properties of a push: a force on items.
pub fn push() -> Push {
    Push::default()
}

impl Pairs for Push {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Push {
    fn kind(&self) -> &str {
        "push"
    }
}

impl PushSetters for Push {}

/// What can be set of a reaction: lines that are run when something happens to a layer.
pub trait ReactionSetters: Pairs {
    /// To which it happens; of changed an object of the kind data too (default none).
    fn layer(self, value: &str) -> Self {
        self.with("layer", value)
    }
    /// What happens (default tap). One of tap, pan, longPress, pinch, rotate, scroll, enter, leave, move, down, up, key, collision, animation, changed, singleTap, swipe, drag, drop.
    fn event(self, value: &str) -> Self {
        self.with("event", value)
    }
    /// What on and off call it, among those of its layer (default empty).
    fn name(self, value: &str) -> Self {
        self.with("name", value)
    }
    /// Separated by ; or LF; all take effect, or none; {x} {y} {dx} {dy} {vx} {vy} {state} {key} say how it was (default empty).
    fn lines(self, value: &str) -> Self {
        self.with("lines", value)
    }
    /// The lines may change this layer and what is below it only: for who may do no more (default none).
    fn scope(self, value: &str) -> Self {
        self.with("scope", value)
    }
    /// An expression: the lines are run where it is true; empty is always (default empty).
    fn when(self, value: &str) -> Self {
        self.with("when", value)
    }
}

/// Properties of a reaction.
#[derive(Clone, Debug, Default)]
pub struct Reaction(String);

/// Begins properties of a reaction: lines that are run when something happens to a layer.
pub fn reaction() -> Reaction {
    Reaction::default()
}

impl Pairs for Reaction {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Reaction {
    fn kind(&self) -> &str {
        "reaction"
    }
}

impl ReactionSetters for Reaction {}

/// What can be set of a replicator: copies of its sublayers, each placed, coloured and delayed against the one before.
pub trait ReplicatorSetters: Pairs {
    /// How often the sublayers are drawn (0 to 10000; default 1; animates).
    fn instance_count(self, value: i64) -> Self {
        self.with("instanceCount", value)
    }
    /// How much later than in the copy before animations run (seconds; default 0; animates).
    fn instance_delay(self, value: f64) -> Self {
        self.with("instanceDelay", value)
    }
    /// From each copy to the next, about the middle of the bounds (default \[1, 0, 0, 1, 0, 0\]; animates).
    fn instance_transform(self, value: &str) -> Self {
        self.with("instanceTransform", value)
    }
    /// Rotation.x of instanceTransform.
    fn instance_transform_rotation_x(self, value: f64) -> Self {
        self.with("instanceTransform.rotation.x", value)
    }
    /// Rotation.y of instanceTransform.
    fn instance_transform_rotation_y(self, value: f64) -> Self {
        self.with("instanceTransform.rotation.y", value)
    }
    /// Rotation.z of instanceTransform.
    fn instance_transform_rotation_z(self, value: f64) -> Self {
        self.with("instanceTransform.rotation.z", value)
    }
    /// Scale of instanceTransform.
    fn instance_transform_scale(self, value: f64) -> Self {
        self.with("instanceTransform.scale", value)
    }
    /// Scale.x of instanceTransform.
    fn instance_transform_scale_x(self, value: f64) -> Self {
        self.with("instanceTransform.scale.x", value)
    }
    /// Scale.y of instanceTransform.
    fn instance_transform_scale_y(self, value: f64) -> Self {
        self.with("instanceTransform.scale.y", value)
    }
    /// Translation.x of instanceTransform.
    fn instance_transform_translation_x(self, value: f64) -> Self {
        self.with("instanceTransform.translation.x", value)
    }
    /// Translation.y of instanceTransform.
    fn instance_transform_translation_y(self, value: f64) -> Self {
        self.with("instanceTransform.translation.y", value)
    }
    /// Translation.z of instanceTransform.
    fn instance_transform_translation_z(self, value: f64) -> Self {
        self.with("instanceTransform.translation.z", value)
    }
    /// What the colours of the copies are multiplied by (default #ffffffff; animates).
    fn instance_color(self, value: &str) -> Self {
        self.with("instanceColor", value)
    }
    /// What is added to the red of instanceColor with each copy (default 0; animates).
    fn instance_red_offset(self, value: f64) -> Self {
        self.with("instanceRedOffset", value)
    }
    /// What is added to the green of instanceColor with each copy (default 0; animates).
    fn instance_green_offset(self, value: f64) -> Self {
        self.with("instanceGreenOffset", value)
    }
    /// What is added to the blue of instanceColor with each copy (default 0; animates).
    fn instance_blue_offset(self, value: f64) -> Self {
        self.with("instanceBlueOffset", value)
    }
    /// What is added to the alpha of instanceColor with each copy (default 0; animates).
    fn instance_alpha_offset(self, value: f64) -> Self {
        self.with("instanceAlphaOffset", value)
    }
}

/// Properties of a replicator.
#[derive(Clone, Debug, Default)]
pub struct Replicator(String);

/// Begins properties of a replicator: copies of its sublayers, each placed, coloured and delayed against the one before.
pub fn replicator() -> Replicator {
    Replicator::default()
}

impl Pairs for Replicator {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Replicator {
    fn kind(&self) -> &str {
        "replicator"
    }
}

impl LayerSetters for Replicator {}
impl ReplicatorSetters for Replicator {}

/// What can be set of a scroll: a window onto its sublayers: clips, and scrolls by scrollPoint.
pub trait ScrollSetters: Pairs {
    /// What is seen at the upper left corner: the origin of bounds, as far as scrollMode lets it be set (points; animates).
    fn scroll_point(self, value: [f64; 2]) -> Self {
        self.with("scrollPoint", value)
    }
    /// X of scrollPoint.
    fn scroll_point_x(self, value: f64) -> Self {
        self.with("scrollPoint.x", value)
    }
    /// Y of scrollPoint.
    fn scroll_point_y(self, value: f64) -> Self {
        self.with("scrollPoint.y", value)
    }
    /// The directions in which scrollPoint scrolls (default both). One of none, vertically, horizontally, both.
    fn scroll_mode(self, value: &str) -> Self {
        self.with("scrollMode", value)
    }
}

/// Properties of a scroll.
#[derive(Clone, Debug, Default)]
pub struct Scroll(String);

/// Begins properties of a scroll: a window onto its sublayers: clips, and scrolls by scrollPoint.
pub fn scroll() -> Scroll {
    Scroll::default()
}

impl Pairs for Scroll {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Scroll {
    fn kind(&self) -> &str {
        "scroll"
    }
}

impl LayerSetters for Scroll {}
impl ScrollSetters for Scroll {}

/// What can be set of a settings: the daemon's settings.
pub trait SettingsSetters: Pairs {
    /// The longest line that is read (bytes; 256 to 6.71089e+07; default 1048576).
    fn limit_line(self, value: i64) -> Self {
        self.with("limit.line", value)
    }
    /// Connections at a time (clients; 1 to 65536; default 1024).
    fn limit_clients(self, value: i64) -> Self {
        self.with("limit.clients", value)
    }
    /// Objects in the scene (objects; 1 to 1.6e+07; default 1000000).
    fn limit_layers(self, value: i64) -> Self {
        self.with("limit.layers", value)
    }
    /// Objects that one connection may have made (objects; 1 to 1.6e+07; default 1000000).
    fn limit_client_layers(self, value: i64) -> Self {
        self.with("limit.clientLayers", value)
    }
    /// Text that one connection's open transaction may hold; 64 times as much is what its lines may have given to objects (bytes; 65536 to 4.29497e+09; default 67108864).
    fn limit_client_bytes(self, value: i64) -> Self {
        self.with("limit.clientBytes", value)
    }
    /// Unread replies before a client is dropped (bytes; 65536 to 4.29497e+09; default 67108864).
    fn limit_replies(self, value: i64) -> Self {
        self.with("limit.replies", value)
    }
    /// Of one picture (pixels; 1 to 4.29497e+09; default 268435456).
    fn limit_image_pixels(self, value: i64) -> Self {
        self.with("limit.imagePixels", value)
    }
    /// Of one picture file (bytes; 1024 to 4.29497e+09; default 268435456).
    fn limit_image_bytes(self, value: i64) -> Self {
        self.with("limit.imageBytes", value)
    }
    /// For corners, masks and pictures kept between frames (bytes; 0 to 6.87195e+10; default 268435456).
    fn cache_bytes(self, value: i64) -> Self {
        self.with("cache.bytes", value)
    }
    /// That paint; 0: one for each core (threads; 0 to 64; default 0).
    fn threads(self, value: i64) -> Self {
        self.with("threads", value)
    }
    /// What is written to the log (default notice). One of error, warning, notice, info, debug.
    fn log_level(self, value: &str) -> Self {
        self.with("logLevel", value)
    }
    /// Folders with plugins, colon-separated, searched first; read at start (default empty).
    fn plugin_path(self, value: &str) -> Self {
        self.with("pluginPath", value)
    }
    /// File that keeps the scene for the next start (default empty).
    fn state(self, value: &str) -> Self {
        self.with("state", value)
    }
    /// Permissions of the socket's file (default 0600). One of 0600, 0660, 0666.
    fn socket_mode(self, value: &str) -> Self {
        self.with("socketMode", value)
    }
    /// Of all outputs together (pixels; 1 to 4.29497e+09; default 536870912).
    fn limit_output_pixels(self, value: i64) -> Self {
        self.with("limit.outputPixels", value)
    }
    /// When the disk has changes of a scene with a state file: within a second, or before their replies (default everysec). One of everysec, always.
    fn state_sync(self, value: &str) -> Self {
        self.with("stateSync", value)
    }
    /// Unread replies and events of all clients before those who leave most are dropped (bytes; 65536 to 6.87195e+10; default 536870912).
    fn limit_all_replies(self, value: i64) -> Self {
        self.with("limit.allReplies", value)
    }
    /// Of buffers for one frame of an output; layers beyond are painted without group opacity, blend modes, masks, filters, perspective (bytes; 1.04858e+06 to 6.87195e+10; default 268435456).
    fn limit_frame_bytes(self, value: i64) -> Self {
        self.with("limit.frameBytes", value)
    }
    /// In the scene (bindings; 0 to 1.6e+07; default 100000).
    fn limit_bindings(self, value: i64) -> Self {
        self.with("limit.bindings", value)
    }
    /// In the scene (timers; 0 to 1e+06; default 10000).
    fn limit_timers(self, value: i64) -> Self {
        self.with("limit.timers", value)
    }
    /// Objects that one selector may match (objects; 1 to 1.6e+07; default 100000).
    fn limit_selection(self, value: i64) -> Self {
        self.with("limit.selection", value)
    }
    /// Changes that one connection can take back (steps; 0 to 10000; default 100).
    fn limit_undo(self, value: i64) -> Self {
        self.with("limit.undo", value)
    }
    /// Paths that data may read, colon-separated, * for anything; set by the configuration only (default /proc/*:/sys/class/*:$XDG_RUNTIME_DIR/scrim/*).
    fn source_paths(self, value: &str) -> Self {
        self.with("sourcePaths", value)
    }
    /// Of one list with rowHeight or rowWidth (records; 1 to 1.6e+07; default 1000000).
    fn limit_rows(self, value: i64) -> Self {
        self.with("limit.rows", value)
    }
    /// Part of limit.layers, bindings, timers and of the transactions that wait for clients with one layer to change (0.001 to 1; default 0.25).
    fn limit_share(self, value: f64) -> Self {
        self.with("limit.share", value)
    }
    /// State= may name a file that is there, in the same line; false again behind it.
    fn overwrite(self, value: bool) -> Self {
        self.with("overwrite", value)
    }
    /// What random() begins with; set, it begins again (default 0).
    fn seed(self, value: f64) -> Self {
        self.with("seed", value)
    }
    /// Of records that a reader of subscribe journal may be behind, before it begins again (bytes; 65536 to 4.29497e+09; default 67108864).
    fn limit_journal_bytes(self, value: i64) -> Self {
        self.with("limit.journalBytes", value)
    }
    /// The user wants fades instead of slides and springs: controls obey it, and scenes can read it (default false).
    fn reduced_motion(self, value: bool) -> Self {
        self.with("reducedMotion", value)
    }
    /// Of JSON that a list or record of data may be (bytes; 1024 to 1.07374e+09; default 16777216).
    fn limit_data_bytes(self, value: i64) -> Self {
        self.with("limit.dataBytes", value)
    }
}

/// Properties of a settings.
#[derive(Clone, Debug, Default)]
pub struct Settings(String);

/// Begins properties of a settings: the daemon's settings.
pub fn settings() -> Settings {
    Settings::default()
}

impl Pairs for Settings {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Settings {
    fn kind(&self) -> &str {
        "settings"
    }
}

impl SettingsSetters for Settings {}

/// What can be set of a shape: a path, filled and then stroked.
pub trait ShapeSetters: Pairs {
    /// The lines and curves that are drawn (default none; animates).
    fn path(self, value: &str) -> Self {
        self.with("path", value)
    }
    /// Of the path's inside (default #000000ff; animates).
    fn fill_color(self, value: &str) -> Self {
        self.with("fillColor", value)
    }
    /// Which points are inside (default nonZero). One of nonZero, evenOdd.
    fn fill_rule(self, value: &str) -> Self {
        self.with("fillRule", value)
    }
    /// Of the line along the path (default none; animates).
    fn stroke_color(self, value: &str) -> Self {
        self.with("strokeColor", value)
    }
    /// Of the line (points; at least 0; default 1; animates).
    fn line_width(self, value: f64) -> Self {
        self.with("lineWidth", value)
    }
    /// The line's ends (default butt). One of butt, round, square.
    fn line_cap(self, value: &str) -> Self {
        self.with("lineCap", value)
    }
    /// The line's corners (default miter). One of miter, round, bevel.
    fn line_join(self, value: &str) -> Self {
        self.with("lineJoin", value)
    }
    /// The largest ratio of a miter's length to the line's width; beyond it the corner is a bevel (at least 0; default 10; animates).
    fn miter_limit(self, value: f64) -> Self {
        self.with("miterLimit", value)
    }
    /// Lengths of dash and gap in turn; empty: a full line (points; at least 0; default \[\]).
    fn line_dash_pattern(self, value: &[f64]) -> Self {
        self.with("lineDashPattern", value)
    }
    /// Where in the pattern the line begins (points; default 0; animates).
    fn line_dash_phase(self, value: f64) -> Self {
        self.with("lineDashPhase", value)
    }
    /// The part of the length where the line begins (0 to 1; default 0; animates).
    fn stroke_start(self, value: f64) -> Self {
        self.with("strokeStart", value)
    }
    /// The part of the length where the line ends (0 to 1; default 1; animates).
    fn stroke_end(self, value: f64) -> Self {
        self.with("strokeEnd", value)
    }
}

/// Properties of a shape.
#[derive(Clone, Debug, Default)]
pub struct Shape(String);

/// Begins properties of a shape: a path, filled and then stroked.
pub fn shape() -> Shape {
    Shape::default()
}

impl Pairs for Shape {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Shape {
    fn kind(&self) -> &str {
        "shape"
    }
}

impl LayerSetters for Shape {}
impl ShapeSetters for Shape {}

/// What can be set of a snap: brings an item to a point, upright.
pub trait SnapSetters: Pairs {
    /// Where it acts; not set: the world of root (default none).
    fn world(self, value: &str) -> Self {
        self.with("world", value)
    }
    /// What is brought there (default none).
    fn item(self, value: &str) -> Self {
        self.with("item", value)
    }
    /// Where to, in the reference's coordinates (points; default \[0, 0\]).
    fn point(self, value: [f64; 2]) -> Self {
        self.with("point", value)
    }
    /// X of point.
    fn point_x(self, value: f64) -> Self {
        self.with("point.x", value)
    }
    /// Y of point.
    fn point_y(self, value: f64) -> Self {
        self.with("point.y", value)
    }
    /// 1 does not swing (at least 0; default 0.5).
    fn damping(self, value: f64) -> Self {
        self.with("damping", value)
    }
    /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
}

/// Properties of a snap.
#[derive(Clone, Debug, Default)]
pub struct Snap(String);

/// Begins properties of a snap: brings an item to a point, upright.
pub fn snap() -> Snap {
    Snap::default()
}

impl Pairs for Snap {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Snap {
    fn kind(&self) -> &str {
        "snap"
    }
}

impl SnapSetters for Snap {}

/// What can be set of a spring: moves a property as a damped spring moves.
pub trait SpringSetters: Pairs {
    /// Of one run; in a group, what is not set is the group's (seconds; at least 0; default none).
    fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// How long after beginTime it begins (seconds; default 0).
    fn delay(self, value: f64) -> Self {
        self.with("delay", value)
    }
    /// How fast it goes; below 0 backward (default 1).
    fn speed(self, value: f64) -> Self {
        self.with("speed", value)
    }
    /// How far into a run it begins; what is left out at the front comes at the end (seconds; default 0).
    fn time_offset(self, value: f64) -> Self {
        self.with("timeOffset", value)
    }
    /// In the layer's time; not set, it is the time at which it is made (seconds; default none).
    fn begin_time(self, value: f64) -> Self {
        self.with("beginTime", value)
    }
    /// Runs; fractions are allowed, inf is for ever (at least 0; default 1).
    fn repeat_count(self, value: f64) -> Self {
        self.with("repeatCount", value)
    }
    /// How long it is repeated; above 0 it goes before repeatCount (seconds; at least 0; default 0).
    fn repeat_duration(self, value: f64) -> Self {
        self.with("repeatDuration", value)
    }
    /// Each run is followed by one backward (default false).
    fn autoreverses(self, value: bool) -> Self {
        self.with("autoreverses", value)
    }
    /// Whether its first value shows before it begins, its last after it ends (default removed). One of removed, forwards, backwards, both.
    fn fill_mode(self, value: &str) -> Self {
        self.with("fillMode", value)
    }
    /// The object goes when it ends (default true).
    fn is_removed_on_completion(self, value: bool) -> Self {
        self.with("isRemovedOnCompletion", value)
    }
    /// How its time bends (default linear).
    fn timing(self, value: &str) -> Self {
        self.with("timing", value)
    }
    /// The named transaction that made it, which is told to be completed with the last of its animations (default empty).
    fn transaction(self, value: &str) -> Self {
        self.with("transaction", value)
    }
    /// How often it is sampled at most; 0 is in each frame (frames a second; 0 to 1000; default 0).
    fn frame_rate(self, value: f64) -> Self {
        self.with("frameRate", value)
    }
    /// What it animates (default none).
    fn layer(self, value: &str) -> Self {
        self.with("layer", value)
    }
    /// The layer's property, or a key path into it (default empty).
    fn property(self, value: &str) -> Self {
        self.with("property", value)
    }
    /// The value at the start; not set, the layer's (default none).
    fn from(self, value: &str) -> Self {
        self.with("from", value)
    }
    /// The value at the end; not set, the layer's (default none).
    fn to(self, value: &str) -> Self {
        self.with("to", value)
    }
    /// The difference of the two (default none).
    fn by(self, value: &str) -> Self {
        self.with("by", value)
    }
    /// Adds to what is there instead of replacing it (default false).
    fn is_additive(self, value: bool) -> Self {
        self.with("isAdditive", value)
    }
    /// Each run begins where the last one ended (default false).
    fn is_cumulative(self, value: bool) -> Self {
        self.with("isCumulative", value)
    }
    /// Made by animate or an animated transaction; the next one of its property replaces it (default false).
    fn is_implicit(self, value: bool) -> Self {
        self.with("isImplicit", value)
    }
    /// Its layer is painted above everything in its output, and not cut, while it is there (default false).
    fn lifts(self, value: bool) -> Self {
        self.with("lifts", value)
    }
    /// Above 0 (at least 1e-09; default 1).
    fn mass(self, value: f64) -> Self {
        self.with("mass", value)
    }
    /// Above 0 (at least 1e-09; default 100).
    fn stiffness(self, value: f64) -> Self {
        self.with("stiffness", value)
    }
    /// 0 swings for ever (at least 0; default 10).
    fn damping(self, value: f64) -> Self {
        self.with("damping", value)
    }
    /// Fractions of the distance per second, toward the target (default 0).
    fn initial_velocity(self, value: f64) -> Self {
        self.with("initialVelocity", value)
    }
    /// False: more than critical damping acts as critical (default false).
    fn allows_overdamping(self, value: bool) -> Self {
        self.with("allowsOverdamping", value)
    }
    /// With bounce, another way to say mass, stiffness and damping; it goes before them (seconds; at least 0.001; default none).
    fn perceptual_duration(self, value: f64) -> Self {
        self.with("perceptualDuration", value)
    }
    /// 0: none; 1: for ever; below 0: overdamped (-1 to 1; default 0).
    fn bounce(self, value: f64) -> Self {
        self.with("bounce", value)
    }
    /// Of the property at the start, per second, in any direction; it goes before initialVelocity (default none).
    fn velocity(self, value: &str) -> Self {
        self.with("velocity", value)
    }
}

/// Properties of a spring.
#[derive(Clone, Debug, Default)]
pub struct Spring(String);

/// Begins properties of a spring: moves a property as a damped spring moves.
pub fn spring() -> Spring {
    Spring::default()
}

impl Pairs for Spring {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Spring {
    fn kind(&self) -> &str {
        "spring"
    }
}

impl SpringSetters for Spring {}

/// What can be set of a stack: lays its sublayers out in a row or a column.
pub trait StackSetters: Pairs {
    /// A row, or a column (default horizontal). One of horizontal, vertical.
    fn axis(self, value: &str) -> Self {
        self.with("axis", value)
    }
    /// Between two neighbours; with equalSpacing and equalCentering, at least (points; -1e+06 to 1e+06; default 0).
    fn spacing(self, value: f64) -> Self {
        self.with("spacing", value)
    }
    /// Across the axis; leading is left or top, baselines are those of texts in a row (default fill). One of fill, leading, center, trailing, firstBaseline, lastBaseline.
    fn alignment(self, value: &str) -> Self {
        self.with("alignment", value)
    }
    /// Along the axis: who takes the room that is left: with fill the sublayers with layout.grow, or else the last one; with packed nobody (default fill). One of fill, fillEqually, fillProportionally, equalSpacing, equalCentering, packed.
    fn distribution(self, value: &str) -> Self {
        self.with("distribution", value)
    }
    /// Around all: one number, vertical and horizontal, or top, left, bottom, right (points; -1e+06 to 1e+06; default \[\]).
    fn margins(self, value: &[f64]) -> Self {
        self.with("margins", value)
    }
    /// Those that have no room go on in a new row or column (default false).
    fn is_wrapped(self, value: bool) -> Self {
        self.with("isWrapped", value)
    }
    /// Between these rows or columns (points; -1e+06 to 1e+06; default 0).
    fn line_spacing(self, value: f64) -> Self {
        self.with("lineSpacing", value)
    }
    /// Where a row begins, and which side is leading in a column (default leftToRight). One of leftToRight, rightToLeft.
    fn direction(self, value: &str) -> Self {
        self.with("direction", value)
    }
}

/// Properties of a stack.
#[derive(Clone, Debug, Default)]
pub struct Stack(String);

/// Begins properties of a stack: lays its sublayers out in a row or a column.
pub fn stack() -> Stack {
    Stack::default()
}

impl Pairs for Stack {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Stack {
    fn kind(&self) -> &str {
        "stack"
    }
}

impl LayerSetters for Stack {}
impl StackSetters for Stack {}

/// What can be set of a style: properties that layers share.
pub trait StyleSetters: Pairs {
    /// The style for whose states it is; it goes with that one (default none).
    fn of(self, value: &str) -> Self {
        self.with("of", value)
    }
    /// In force while a layer that has the style of is in all of these states (default \[\]). One of hover, pressed, focused, disabled, selected, entering, leaving, focusVisible.
    fn state(self, value: &[&str]) -> Self {
        self.with("state", value)
    }
    /// Properties that change because it comes into force or goes animate for so long (seconds; 0 to 1e+09; default none).
    fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// Of these animations (default none).
    fn timing(self, value: &str) -> Self {
        self.with("timing", value)
    }
    /// Until they begin (seconds; default 0).
    fn delay(self, value: f64) -> Self {
        self.with("delay", value)
    }
    /// Mass,stiffness,damping\[,velocity\] of these animations, in place of duration and timing (default none).
    fn spring(self, value: &[f64]) -> Self {
        self.with("spring", value)
    }
    /// Where the anchor point is, in the parent's coordinates; y grows downward (points; default \[0, 0\]; animates).
    fn position(self, value: [f64; 2]) -> Self {
        self.with("position", value)
    }
    /// X of position.
    fn position_x(self, value: f64) -> Self {
        self.with("position.x", value)
    }
    /// Y of position.
    fn position_y(self, value: f64) -> Self {
        self.with("position.y", value)
    }
    /// The layer's own rectangle; its origin scrolls what is inside; a width or height auto is that of what it holds (points; default \[0, 0, 0, 0\]; animates).
    fn bounds(self, value: [f64; 4]) -> Self {
        self.with("bounds", value)
    }
    /// Origin of bounds.
    fn bounds_origin(self, value: [f64; 2]) -> Self {
        self.with("bounds.origin", value)
    }
    /// Origin.x of bounds.
    fn bounds_origin_x(self, value: f64) -> Self {
        self.with("bounds.origin.x", value)
    }
    /// Origin.y of bounds.
    fn bounds_origin_y(self, value: f64) -> Self {
        self.with("bounds.origin.y", value)
    }
    /// Size of bounds.
    fn bounds_size(self, value: [f64; 2]) -> Self {
        self.with("bounds.size", value)
    }
    /// Size.width of bounds.
    fn bounds_size_width(self, value: f64) -> Self {
        self.with("bounds.size.width", value)
    }
    /// Size.height of bounds.
    fn bounds_size_height(self, value: f64) -> Self {
        self.with("bounds.size.height", value)
    }
    /// The centre of transform and sublayerTransform, in the unit square of bounds (default \[0.5, 0.5\]; animates).
    fn anchor_point(self, value: [f64; 2]) -> Self {
        self.with("anchorPoint", value)
    }
    /// X of anchorPoint.
    fn anchor_point_x(self, value: f64) -> Self {
        self.with("anchorPoint.x", value)
    }
    /// Y of anchorPoint.
    fn anchor_point_y(self, value: f64) -> Self {
        self.with("anchorPoint.y", value)
    }
    /// Siblings are drawn by zPosition, then in their order (points; default 0; animates).
    fn z_position(self, value: f64) -> Self {
        self.with("zPosition", value)
    }
    /// Depth of the anchor point (points; default 0; animates).
    fn anchor_point_z(self, value: f64) -> Self {
        self.with("anchorPointZ", value)
    }
    /// Applied about the anchor point; may be three-dimensional (default \[1, 0, 0, 1, 0, 0\]; animates).
    fn transform(self, value: &str) -> Self {
        self.with("transform", value)
    }
    /// Rotation.x of transform.
    fn transform_rotation_x(self, value: f64) -> Self {
        self.with("transform.rotation.x", value)
    }
    /// Rotation.y of transform.
    fn transform_rotation_y(self, value: f64) -> Self {
        self.with("transform.rotation.y", value)
    }
    /// Rotation.z of transform.
    fn transform_rotation_z(self, value: f64) -> Self {
        self.with("transform.rotation.z", value)
    }
    /// Scale of transform.
    fn transform_scale(self, value: f64) -> Self {
        self.with("transform.scale", value)
    }
    /// Scale.x of transform.
    fn transform_scale_x(self, value: f64) -> Self {
        self.with("transform.scale.x", value)
    }
    /// Scale.y of transform.
    fn transform_scale_y(self, value: f64) -> Self {
        self.with("transform.scale.y", value)
    }
    /// Translation.x of transform.
    fn transform_translation_x(self, value: f64) -> Self {
        self.with("transform.translation.x", value)
    }
    /// Translation.y of transform.
    fn transform_translation_y(self, value: f64) -> Self {
        self.with("transform.translation.y", value)
    }
    /// Translation.z of transform.
    fn transform_translation_z(self, value: f64) -> Self {
        self.with("transform.translation.z", value)
    }
    /// Applied to the sublayers about the anchor point; carries perspective() (default \[1, 0, 0, 1, 0, 0\]; animates).
    fn sublayer_transform(self, value: &str) -> Self {
        self.with("sublayerTransform", value)
    }
    /// Rotation.x of sublayerTransform.
    fn sublayer_transform_rotation_x(self, value: f64) -> Self {
        self.with("sublayerTransform.rotation.x", value)
    }
    /// Rotation.y of sublayerTransform.
    fn sublayer_transform_rotation_y(self, value: f64) -> Self {
        self.with("sublayerTransform.rotation.y", value)
    }
    /// Rotation.z of sublayerTransform.
    fn sublayer_transform_rotation_z(self, value: f64) -> Self {
        self.with("sublayerTransform.rotation.z", value)
    }
    /// Scale of sublayerTransform.
    fn sublayer_transform_scale(self, value: f64) -> Self {
        self.with("sublayerTransform.scale", value)
    }
    /// Scale.x of sublayerTransform.
    fn sublayer_transform_scale_x(self, value: f64) -> Self {
        self.with("sublayerTransform.scale.x", value)
    }
    /// Scale.y of sublayerTransform.
    fn sublayer_transform_scale_y(self, value: f64) -> Self {
        self.with("sublayerTransform.scale.y", value)
    }
    /// Translation.x of sublayerTransform.
    fn sublayer_transform_translation_x(self, value: f64) -> Self {
        self.with("sublayerTransform.translation.x", value)
    }
    /// Translation.y of sublayerTransform.
    fn sublayer_transform_translation_y(self, value: f64) -> Self {
        self.with("sublayerTransform.translation.y", value)
    }
    /// Translation.z of sublayerTransform.
    fn sublayer_transform_translation_z(self, value: f64) -> Self {
        self.with("sublayerTransform.translation.z", value)
    }
    /// False: not drawn when turned away (default true).
    fn is_double_sided(self, value: bool) -> Self {
        self.with("isDoubleSided", value)
    }
    /// Of the layer and all below it (0 to 1; default 1; animates).
    fn opacity(self, value: f64) -> Self {
        self.with("opacity", value)
    }
    /// False: opacity multiplies into each sublayer by itself (default true).
    fn allows_group_opacity(self, value: bool) -> Self {
        self.with("allowsGroupOpacity", value)
    }
    /// True: not drawn and not hit, with all below it (default false; animates).
    fn is_hidden(self, value: bool) -> Self {
        self.with("isHidden", value)
    }
    /// Fills the rounded bounds (default none; animates).
    fn background_color(self, value: &str) -> Self {
        self.with("backgroundColor", value)
    }
    /// Drawn clamped to half the shorter side; reads back as set (points; at least 0; default 0; animates).
    fn corner_radius(self, value: f64) -> Self {
        self.with("cornerRadius", value)
    }
    /// The corners that cornerRadius rounds (default \["topLeft", "topRight", "bottomLeft", "bottomRight"\]). One of topLeft, topRight, bottomLeft, bottomRight.
    fn masked_corners(self, value: &[&str]) -> Self {
        self.with("maskedCorners", value)
    }
    /// Circular arcs, or the iOS curve that reaches 1.528665 radii along each side (default circular). One of circular, continuous.
    fn corner_curve(self, value: &str) -> Self {
        self.with("cornerCurve", value)
    }
    /// Clips contents and sublayers to the rounded bounds (default false).
    fn masks_to_bounds(self, value: bool) -> Self {
        self.with("masksToBounds", value)
    }
    /// Inside the bounds, above contents and sublayers (points; at least 0; default 0; animates).
    fn border_width(self, value: f64) -> Self {
        self.with("borderWidth", value)
    }
    /// Of the border (default #000000ff; animates).
    fn border_color(self, value: &str) -> Self {
        self.with("borderColor", value)
    }
    /// 0: no shadow (0 to 1; default 0; animates).
    fn shadow_opacity(self, value: f64) -> Self {
        self.with("shadowOpacity", value)
    }
    /// The standard deviation of the shadow's Gaussian (points; at least 0; default 3; animates).
    fn shadow_radius(self, value: f64) -> Self {
        self.with("shadowRadius", value)
    }
    /// Negative heights are upward (points; default \[0, -3\]; animates).
    fn shadow_offset(self, value: [f64; 2]) -> Self {
        self.with("shadowOffset", value)
    }
    /// Width of shadowOffset.
    fn shadow_offset_width(self, value: f64) -> Self {
        self.with("shadowOffset.width", value)
    }
    /// Height of shadowOffset.
    fn shadow_offset_height(self, value: f64) -> Self {
        self.with("shadowOffset.height", value)
    }
    /// Multiplied by shadowOpacity (default #000000ff; animates).
    fn shadow_color(self, value: &str) -> Self {
        self.with("shadowColor", value)
    }
    /// What casts the shadow, filled non-zero; none: the alpha of the whole picture (default none; animates).
    fn shadow_path(self, value: &str) -> Self {
        self.with("shadowPath", value)
    }
    /// A detached layer in this layer's coordinates; its alpha multiplies the whole result (default none).
    fn mask(self, value: &str) -> Self {
        self.with("mask", value)
    }
    /// An image, a buffer, or a file (default none).
    fn contents(self, value: &str) -> Self {
        self.with("contents", value)
    }
    /// The part of the contents that is shown, in unit coordinates (default \[0, 0, 1, 1\]; animates).
    fn contents_rect(self, value: [f64; 4]) -> Self {
        self.with("contentsRect", value)
    }
    /// Origin of contentsRect.
    fn contents_rect_origin(self, value: [f64; 2]) -> Self {
        self.with("contentsRect.origin", value)
    }
    /// Origin.x of contentsRect.
    fn contents_rect_origin_x(self, value: f64) -> Self {
        self.with("contentsRect.origin.x", value)
    }
    /// Origin.y of contentsRect.
    fn contents_rect_origin_y(self, value: f64) -> Self {
        self.with("contentsRect.origin.y", value)
    }
    /// Size of contentsRect.
    fn contents_rect_size(self, value: [f64; 2]) -> Self {
        self.with("contentsRect.size", value)
    }
    /// Size.width of contentsRect.
    fn contents_rect_size_width(self, value: f64) -> Self {
        self.with("contentsRect.size.width", value)
    }
    /// Size.height of contentsRect.
    fn contents_rect_size_height(self, value: f64) -> Self {
        self.with("contentsRect.size.height", value)
    }
    /// Nine-slice: the part of contentsRect that stretches, in unit coordinates (default \[0, 0, 1, 1\]; animates).
    fn contents_center(self, value: [f64; 4]) -> Self {
        self.with("contentsCenter", value)
    }
    /// Origin of contentsCenter.
    fn contents_center_origin(self, value: [f64; 2]) -> Self {
        self.with("contentsCenter.origin", value)
    }
    /// Origin.x of contentsCenter.
    fn contents_center_origin_x(self, value: f64) -> Self {
        self.with("contentsCenter.origin.x", value)
    }
    /// Origin.y of contentsCenter.
    fn contents_center_origin_y(self, value: f64) -> Self {
        self.with("contentsCenter.origin.y", value)
    }
    /// Size of contentsCenter.
    fn contents_center_size(self, value: [f64; 2]) -> Self {
        self.with("contentsCenter.size", value)
    }
    /// Size.width of contentsCenter.
    fn contents_center_size_width(self, value: f64) -> Self {
        self.with("contentsCenter.size.width", value)
    }
    /// Size.height of contentsCenter.
    fn contents_center_size_height(self, value: f64) -> Self {
        self.with("contentsCenter.size.height", value)
    }
    /// How contents fill the bounds; top is the upper edge as seen (default resize). One of center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight, resize, resizeAspect, resizeAspectFill.
    fn contents_gravity(self, value: &str) -> Self {
        self.with("contentsGravity", value)
    }
    /// Pixels of the contents per point (at least 0; default 1; animates).
    fn contents_scale(self, value: f64) -> Self {
        self.with("contentsScale", value)
    }
    /// Sampling when contents grow (default linear). One of linear, nearest, trilinear.
    fn magnification_filter(self, value: &str) -> Self {
        self.with("magnificationFilter", value)
    }
    /// Sampling when contents shrink; trilinear takes mipmaps (default linear). One of linear, nearest, trilinear.
    fn minification_filter(self, value: &str) -> Self {
        self.with("minificationFilter", value)
    }
    /// Added to the mipmap level (default 0).
    fn minification_filter_bias(self, value: f64) -> Self {
        self.with("minificationFilterBias", value)
    }
    /// Flattens the subtree to a cached bitmap before opacity and transform (default false).
    fn should_rasterize(self, value: bool) -> Self {
        self.with("shouldRasterize", value)
    }
    /// Pixels per point of that bitmap (at least 0; default 1).
    fn rasterization_scale(self, value: f64) -> Self {
        self.with("rasterizationScale", value)
    }
    /// How the picture goes onto what is behind it: blend modes and Porter-Duff operators (default normal). One of normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion, hue, saturation, color, luminosity, plusLighter, plusDarker, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor.
    fn compositing_filter(self, value: &str) -> Self {
        self.with("compositingFilter", value)
    }
    /// CSS filter functions on the layer's picture (default none; animates).
    fn filters(self, value: &str) -> Self {
        self.with("filters", value)
    }
    /// CSS filter functions on what lies behind the bounds (default none; animates).
    fn background_filters(self, value: &str) -> Self {
        self.with("backgroundFilters", value)
    }
    /// True: blend modes and background filters below see nothing that lies behind the layer (default false).
    fn isolated(self, value: bool) -> Self {
        self.with("isolated", value)
    }
    /// Turns the sublayers' y axis upward (default false).
    fn is_geometry_flipped(self, value: bool) -> Self {
        self.with("isGeometryFlipped", value)
    }
    /// Takes tap, pan, pointer and key events (default false).
    fn is_interactive(self, value: bool) -> Self {
        self.with("isInteractive", value)
    }
    /// For people (default empty).
    fn name(self, value: &str) -> Self {
        self.with("name", value)
    }
    /// How fast the time of the layer's animations and of all below it goes; 0 stands still (default 1).
    fn speed(self, value: f64) -> Self {
        self.with("speed", value)
    }
    /// Added to the layer's time (seconds; default 0).
    fn time_offset(self, value: f64) -> Self {
        self.with("timeOffset", value)
    }
    /// The parent's time at which the layer's time is timeOffset (seconds; default 0).
    fn begin_time(self, value: f64) -> Self {
        self.with("beginTime", value)
    }
    /// In a stack: its share of the room that is left (0 to 1e+06; default 0).
    fn layout_grow(self, value: f64) -> Self {
        self.with("layout.grow", value)
    }
    /// In a stack: its length along the axis, in place of its own (points; 0 to 1e+09; default none).
    fn layout_basis(self, value: f64) -> Self {
        self.with("layout.basis", value)
    }
    /// In a stack without room for all: its share of what is missing, times its length; 0 keeps its length; not set, 1 for texts, for stacks of them and for each, else 0 (0 to 1e+06; default none).
    fn layout_shrink(self, value: f64) -> Self {
        self.with("layout.shrink", value)
    }
    /// In a stack: the least length along the axis (points; 0 to 1e+09; default none).
    fn layout_minimum(self, value: f64) -> Self {
        self.with("layout.minimum", value)
    }
    /// In a stack: the greatest length along the axis (points; 0 to 1e+09; default none).
    fn layout_maximum(self, value: f64) -> Self {
        self.with("layout.maximum", value)
    }
    /// In a stack: the space behind it, in place of the stack's spacing (points; -1e+06 to 1e+06; default none).
    fn layout_spacing(self, value: f64) -> Self {
        self.with("layout.spacing", value)
    }
    /// In a stack: its own alignment across the axis; auto: the stack's (default auto). One of auto, fill, leading, center, trailing, firstBaseline, lastBaseline.
    fn layout_alignment(self, value: &str) -> Self {
        self.with("layout.alignment", value)
    }
    /// With constraints: the priority of being no larger than what it holds, across and down, or for both (1 to 1000; default \[250\]).
    fn layout_hugging(self, value: &[f64]) -> Self {
        self.with("layout.hugging", value)
    }
    /// With constraints: the priority of being no smaller than what it holds, across and down, or for both (1 to 1000; default \[750\]).
    fn layout_compression_resistance(self, value: &[f64]) -> Self {
        self.with("layout.compressionResistance", value)
    }
    /// With constraints: where leftMargin and the like are, within its edges: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default \[0\]).
    fn layout_margins(self, value: &[f64]) -> Self {
        self.with("layout.margins", value)
    }
    /// With constraints: where leading and trailing are for its sublayers (default leftToRight). One of leftToRight, rightToLeft.
    fn layout_direction(self, value: &str) -> Self {
        self.with("layout.direction", value)
    }
    /// What of its edges constraints and stacks leave out, such as a badge or a glow: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default \[0\]).
    fn layout_alignment_insets(self, value: &[f64]) -> Self {
        self.with("layout.alignmentInsets", value)
    }
    /// Its place in the order of Tab: from 1 on by number, then those of 0 in the order of the tree; -1 is none (-1 to 1e+06; default 0).
    fn focus_index(self, value: i64) -> Self {
        self.with("focusIndex", value)
    }
    /// The parts of its frame that give way when the size of the parent's bounds changes: margins and sides (default \[\]). One of left, width, right, top, height, bottom.
    fn autoresizing_mask(self, value: &[&str]) -> Self {
        self.with("autoresizingMask", value)
    }
    /// The size of the parent's bounds for which its frame is; not set, the one that they have (points; at least 0; default none).
    fn autoresizing_size(self, value: [f64; 2]) -> Self {
        self.with("autoresizingSize", value)
    }
    /// Width of autoresizingSize.
    fn autoresizing_size_width(self, value: f64) -> Self {
        self.with("autoresizingSize.width", value)
    }
    /// Height of autoresizingSize.
    fn autoresizing_size_height(self, value: f64) -> Self {
        self.with("autoresizingSize.height", value)
    }
    /// Edges of the bounds that are smoothed where they lie between pixels; of others, whole pixels (default \["left", "right", "bottom", "top"\]). One of left, right, bottom, top.
    fn edge_antialiasing_mask(self, value: &[&str]) -> Self {
        self.with("edgeAntialiasingMask", value)
    }
    /// Whose variables count for the layer and all below it (default none). One of theme.
    fn theme(self, value: &str) -> Self {
        self.with("theme", value)
    }
    /// False: it and all below it are not hit and have the styles of the state disabled (default true).
    fn is_enabled(self, value: bool) -> Self {
        self.with("isEnabled", value)
    }
    /// It has the styles of the state selected (default false).
    fn is_selected(self, value: bool) -> Self {
        self.with("isSelected", value)
    }
    /// Its name, for those who do not see it: tree tells it (default empty).
    fn accessibility_label(self, value: &str) -> Self {
        self.with("accessibilityLabel", value)
    }
    /// Its part in an interface, as ARIA names it: button, switch, slider (default empty).
    fn accessibility_role(self, value: &str) -> Self {
        self.with("accessibilityRole", value)
    }
    /// Its value, as it would be read out (default empty).
    fn accessibility_value(self, value: &str) -> Self {
        self.with("accessibilityValue", value)
    }
    /// Of a stack, a list or another container: how what its layout moves goes there from where it is seen, in the words duration timing delay spring of animate; empty: at once (default empty).
    fn layout_transition(self, value: &str) -> Self {
        self.with("layout.transition", value)
    }
    /// How it goes on moving, in numbers of the behavior that moves it; where it is set it moves so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
    /// Where the anchor point of all layers below it is by default: topLeft lets what hugs grow to the right and down; auto: as above it (default auto). One of auto, center, topLeft.
    fn layout_origin(self, value: &str) -> Self {
        self.with("layout.origin", value)
    }
    /// While a drag carries it, it is painted above everything in its output, and not cut; false puts it back at once (default false).
    fn layout_lift(self, value: bool) -> Self {
        self.with("layout.lift", value)
    }
    /// How far inside of its edges it is hit, and below 0 how far outside: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default \[0\]).
    fn hit_insets(self, value: &[f64]) -> Self {
        self.with("hitInsets", value)
    }
    /// The least width and height of the area in which a finger hits it, as far as nothing else is there (points; 0 to 1e+06; default 0).
    fn touch_size(self, value: f64) -> Self {
        self.with("touchSize", value)
    }
}

/// Properties of a style.
#[derive(Clone, Debug, Default)]
pub struct Style(String);

/// Begins properties of a style: properties that layers share.
pub fn style() -> Style {
    Style::default()
}

impl Pairs for Style {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Style {
    fn kind(&self) -> &str {
        "style"
    }
}

impl StyleSetters for Style {}

/// What can be set of a text: text in any script.
pub trait TextSetters: Pairs {
    /// What is shown; a line feed begins a new line (default empty).
    fn string(self, value: &str) -> Self {
        self.with("string", value)
    }
    /// Pango markup, shown instead of string when it is not empty (default empty).
    fn markup(self, value: &str) -> Self {
        self.with("markup", value)
    }
    /// A family, a Pango font description (its size does not count) or file:PATH; empty: sans (default empty).
    fn font(self, value: &str) -> Self {
        self.with("font", value)
    }
    /// Of one em (points; 0 to 4096; default 36; animates).
    fn font_size(self, value: f64) -> Self {
        self.with("fontSize", value)
    }
    /// Of the glyphs' insides (default #ffffffff; animates).
    fn foreground_color(self, value: &str) -> Self {
        self.with("foregroundColor", value)
    }
    /// The side where lines begin; natural: by the direction of the text (default natural). One of natural, left, right, center, justified.
    fn alignment_mode(self, value: &str) -> Self {
        self.with("alignmentMode", value)
    }
    /// Where in the bounds the lines are (default top). One of top, center, bottom.
    fn vertical_alignment(self, value: &str) -> Self {
        self.with("verticalAlignment", value)
    }
    /// Lines are broken at the bounds' width (default false).
    fn is_wrapped(self, value: bool) -> Self {
        self.with("isWrapped", value)
    }
    /// Where an ellipsis stands for what has no room in the bounds (default none). One of none, start, middle, end.
    fn truncation_mode(self, value: &str) -> Self {
        self.with("truncationMode", value)
    }
    /// Between lines, beyond what the font asks for (points; -4096 to 4096; default 0; animates).
    fn line_spacing(self, value: f64) -> Self {
        self.with("lineSpacing", value)
    }
    /// What preferredSize breaks lines at; 0: the bounds' width (points; 0 to 1e+06; default 0).
    fn preferred_max_layout_width(self, value: f64) -> Self {
        self.with("preferredMaxLayoutWidth", value)
    }
    /// Of a line along the glyphs' outlines (default none; animates).
    fn stroke_color(self, value: &str) -> Self {
        self.with("strokeColor", value)
    }
    /// Of that line (points; 0 to 4096; default 0; animates).
    fn stroke_width(self, value: f64) -> Self {
        self.with("strokeWidth", value)
    }
    /// Lines that are shown, at most; 0: all (0 to 10000; default 0).
    fn maximum_lines(self, value: i64) -> Self {
        self.with("maximumLines", value)
    }
    /// How far letters shrink, so that all of the text has room in the bounds; 1: not at all (0.01 to 1; default 1).
    fn minimum_scale(self, value: f64) -> Self {
        self.with("minimumScale", value)
    }
    /// The character before which a caret stands (0 to 1e+06; default 0).
    fn caret_index(self, value: i64) -> Self {
        self.with("caretIndex", value)
    }
    /// The character before which a selection has its other end (0 to 1e+06; default 0).
    fn anchor_index(self, value: i64) -> Self {
        self.with("anchorIndex", value)
    }
    /// What probeIndex is about (points; default \[0, 0\]).
    fn probe_point(self, value: [f64; 2]) -> Self {
        self.with("probePoint", value)
    }
    /// X of probePoint.
    fn probe_point_x(self, value: f64) -> Self {
        self.with("probePoint.x", value)
    }
    /// Y of probePoint.
    fn probe_point_y(self, value: f64) -> Self {
        self.with("probePoint.y", value)
    }
    /// Between letters, beyond what the font asks for (points; -4096 to 4096; default 0; animates).
    fn letter_spacing(self, value: f64) -> Self {
        self.with("letterSpacing", value)
    }
    /// Of lines, as a multiple of what the font asks for; 0: that (0 to 100; default 0; animates).
    fn line_height(self, value: f64) -> Self {
        self.with("lineHeight", value)
    }
    /// OpenType features of the font, such as tnum, smcp, kern=0, ss01=1 (default empty).
    fn features(self, value: &str) -> Self {
        self.with("features", value)
    }
    /// Where tabs lead, from the line's beginning; the last distance goes on; none: eight spaces (points; 0 to 1e+06; default \[\]; animates).
    fn tab_stops(self, value: &[f64]) -> Self {
        self.with("tabStops", value)
    }
    /// Pairs of letters are as far apart as the font asks for (default true).
    fn kerning(self, value: bool) -> Self {
        self.with("kerning", value)
    }
    /// Axes of a variable font, such as wght=350, wdth=80; of the same axes the numbers animate (default empty; animates).
    fn variations(self, value: &str) -> Self {
        self.with("variations", value)
    }
    /// A hyphen where a word is broken: at its soft hyphens; they break none; also where it has no room (default manual). One of manual, none, broken.
    fn hyphenation(self, value: &str) -> Self {
        self.with("hyphenation", value)
    }
}

/// Properties of a text.
#[derive(Clone, Debug, Default)]
pub struct Text(String);

/// Begins properties of a text: text in any script.
pub fn text() -> Text {
    Text::default()
}

impl Pairs for Text {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Text {
    fn kind(&self) -> &str {
        "text"
    }
}

impl LayerSetters for Text {}
impl TextSetters for Text {}

/// What can be set of a theme: variables: every key is one, and $KEY refers to it.
pub trait ThemeSetters: Pairs {
}

/// Properties of a theme.
#[derive(Clone, Debug, Default)]
pub struct Theme(String);

/// Begins properties of a theme: variables: every key is one, and $KEY refers to it.
pub fn theme() -> Theme {
    Theme::default()
}

impl Pairs for Theme {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Theme {
    fn kind(&self) -> &str {
        "theme"
    }
}

impl ThemeSetters for Theme {}

/// What can be set of a tiled: shows a large picture by its tiles: contents is a path with {level}, {x} and {y}, or clients draw them.
pub trait TiledSetters: Pairs {
    /// Of the files' pixels (pixels; 16 to 16384; default \[256, 256\]).
    fn tile_size(self, value: [f64; 2]) -> Self {
        self.with("tileSize", value)
    }
    /// Width of tileSize.
    fn tile_size_width(self, value: f64) -> Self {
        self.with("tileSize.width", value)
    }
    /// Height of tileSize.
    fn tile_size_height(self, value: f64) -> Self {
        self.with("tileSize.height", value)
    }
    /// How many levels there are; level 0 is the finest, each further one has half of its pixels (1 to 24; default 1).
    fn levels_of_detail(self, value: i64) -> Self {
        self.with("levelsOfDetail", value)
    }
    /// How often level 0 has twice as many pixels per point as contentsScale says (0 to 24; default 0).
    fn levels_of_detail_bias(self, value: i64) -> Self {
        self.with("levelsOfDetailBias", value)
    }
}

/// Properties of a tiled.
#[derive(Clone, Debug, Default)]
pub struct Tiled(String);

/// Begins properties of a tiled: shows a large picture by its tiles: contents is a path with {level}, {x} and {y}, or clients draw them.
pub fn tiled() -> Tiled {
    Tiled::default()
}

impl Pairs for Tiled {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Tiled {
    fn kind(&self) -> &str {
        "tiled"
    }
}

impl LayerSetters for Tiled {}
impl TiledSetters for Tiled {}

/// What can be set of a timer: lines that are run at scene times.
pub trait TimerSetters: Pairs {
    /// Between two times, or before the only one; at least the refresh interval of main (seconds; 0.001 to 1e+09; default 1).
    fn interval(self, value: f64) -> Self {
        self.with("interval", value)
    }
    /// False: it fires once and goes (default true).
    fn repeats(self, value: bool) -> Self {
        self.with("repeats", value)
    }
    /// Separated by ; or LF; all take effect, or none (default empty).
    fn lines(self, value: &str) -> Self {
        self.with("lines", value)
    }
    /// Wall: it fires at multiples of the interval in wall-clock time (default scene). One of scene, wall.
    fn align(self, value: &str) -> Self {
        self.with("align", value)
    }
    /// It does not fire, and keeps the time that is left (default false).
    fn is_paused(self, value: bool) -> Self {
        self.with("isPaused", value)
    }
    /// The scene time at which it fires; none while paused (seconds; default none).
    fn next(self, value: f64) -> Self {
        self.with("next", value)
    }
    /// The time that is left of a paused one (seconds; at least 0; default none).
    fn left(self, value: f64) -> Self {
        self.with("left", value)
    }
    /// The lines may change this layer and what is below it only: the rights of the client that made it (default none).
    fn scope(self, value: &str) -> Self {
        self.with("scope", value)
    }
}

/// Properties of a timer.
#[derive(Clone, Debug, Default)]
pub struct Timer(String);

/// Begins properties of a timer: lines that are run at scene times.
pub fn timer() -> Timer {
    Timer::default()
}

impl Pairs for Timer {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Timer {
    fn kind(&self) -> &str {
        "timer"
    }
}

impl TimerSetters for Timer {}

/// What can be set of a transaction: lines that wait for a time, or for pictures.
pub trait TransactionSetters: Pairs {
    /// The scene time at which it takes effect (seconds; default 0).
    fn at(self, value: f64) -> Self {
        self.with("at", value)
    }
    /// Separated by LF; all take effect, or none (default empty).
    fn lines(self, value: &str) -> Self {
        self.with("lines", value)
    }
    /// Above 0, what the lines set is animated (seconds; at least 0; default 0).
    fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// Of these animations (default default).
    fn timing(self, value: &str) -> Self {
        self.with("timing", value)
    }
    /// Pictures that have to be read before, separated by LF; empties itself (default empty).
    fn files(self, value: &str) -> Self {
        self.with("files", value)
    }
    /// The lines may change this layer and its sublayers only: the rights of the client that made it (default none).
    fn scope(self, value: &str) -> Self {
        self.with("scope", value)
    }
    /// Films whose frames have to be there before, ID TIME LOOP PATH each, separated by LF; empties itself (default empty).
    fn films(self, value: &str) -> Self {
        self.with("films", value)
    }
    /// The time of the clock on the wall at which it takes effect, since 1970; at= follows when that clock is set (seconds; default none).
    fn at_wall(self, value: f64) -> Self {
        self.with("atWall", value)
    }
}

/// Properties of a transaction.
#[derive(Clone, Debug, Default)]
pub struct Transaction(String);

/// Begins properties of a transaction: lines that wait for a time, or for pictures.
pub fn transaction() -> Transaction {
    Transaction::default()
}

impl Pairs for Transaction {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Transaction {
    fn kind(&self) -> &str {
        "transaction"
    }
}

impl TransactionSetters for Transaction {}

/// What can be set of a transformLayer: holds layers that keep their depth; paints nothing itself.
pub trait TransformLayerSetters: Pairs {
}

/// Properties of a transformLayer.
#[derive(Clone, Debug, Default)]
pub struct TransformLayer(String);

/// Begins properties of a transformLayer: holds layers that keep their depth; paints nothing itself.
pub fn transform_layer() -> TransformLayer {
    TransformLayer::default()
}

impl Pairs for TransformLayer {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for TransformLayer {
    fn kind(&self) -> &str {
        "transformLayer"
    }
}

impl LayerSetters for TransformLayer {}
impl TransformLayerSetters for TransformLayer {}

/// What can be set of a transition: one layer, or one look of a layer, gives way to another.
pub trait TransitionSetters: Pairs {
    /// Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25).
    fn duration(self, value: f64) -> Self {
        self.with("duration", value)
    }
    /// How long after beginTime it begins (seconds; default 0).
    fn delay(self, value: f64) -> Self {
        self.with("delay", value)
    }
    /// How fast it goes; below 0 backward (default 1).
    fn speed(self, value: f64) -> Self {
        self.with("speed", value)
    }
    /// How far into a run it begins; what is left out at the front comes at the end (seconds; default 0).
    fn time_offset(self, value: f64) -> Self {
        self.with("timeOffset", value)
    }
    /// In the layer's time; not set, it is the time at which it is made (seconds; default none).
    fn begin_time(self, value: f64) -> Self {
        self.with("beginTime", value)
    }
    /// Runs; fractions are allowed, inf is for ever (at least 0; default 1).
    fn repeat_count(self, value: f64) -> Self {
        self.with("repeatCount", value)
    }
    /// How long it is repeated; above 0 it goes before repeatCount (seconds; at least 0; default 0).
    fn repeat_duration(self, value: f64) -> Self {
        self.with("repeatDuration", value)
    }
    /// Each run is followed by one backward (default false).
    fn autoreverses(self, value: bool) -> Self {
        self.with("autoreverses", value)
    }
    /// Whether its first value shows before it begins, its last after it ends (default removed). One of removed, forwards, backwards, both.
    fn fill_mode(self, value: &str) -> Self {
        self.with("fillMode", value)
    }
    /// The object goes when it ends (default true).
    fn is_removed_on_completion(self, value: bool) -> Self {
        self.with("isRemovedOnCompletion", value)
    }
    /// How its time bends (default linear).
    fn timing(self, value: &str) -> Self {
        self.with("timing", value)
    }
    /// The named transaction that made it, which is told to be completed with the last of its animations (default empty).
    fn transaction(self, value: &str) -> Self {
        self.with("transaction", value)
    }
    /// How often it is sampled at most; 0 is in each frame (frames a second; 0 to 1000; default 0).
    fn frame_rate(self, value: f64) -> Self {
        self.with("frameRate", value)
    }
    /// The layer that goes (default none).
    fn from(self, value: &str) -> Self {
        self.with("from", value)
    }
    /// The layer that comes (default none).
    fn to(self, value: &str) -> Self {
        self.with("to", value)
    }
    /// How one gives way to the other (default fade). One of fade, moveIn, push, reveal, flip, cube, wipe, curl.
    fn r#type(self, value: &str) -> Self {
        self.with("type", value)
    }
    /// The side that what comes is from; a fade has none (default fromLeft). One of fromLeft, fromRight, fromTop, fromBottom.
    fn subtype(self, value: &str) -> Self {
        self.with("subtype", value)
    }
    /// Sets isHidden of both, at once: what goes is seen until it is gone all the same (default false).
    fn show_hide(self, value: bool) -> Self {
        self.with("showHide", value)
    }
    /// The layer whose look gives way to the one that it comes to have; instead of from and to (default none).
    fn layer(self, value: &str) -> Self {
        self.with("layer", value)
    }
    /// How far the change has come when it begins (default 0).
    fn start_progress(self, value: f64) -> Self {
        self.with("startProgress", value)
    }
    /// How far the change comes (default 1).
    fn end_progress(self, value: f64) -> Self {
        self.with("endProgress", value)
    }
    /// Shows the change of to into from, backward: so it takes over from the opposite one (default false).
    fn is_reversed(self, value: bool) -> Self {
        self.with("isReversed", value)
    }
    /// The picture from which the layer comes: pixels, packed (default none).
    fn look(self, value: &str) -> Self {
        self.with("look", value)
    }
}

/// Properties of a transition.
#[derive(Clone, Debug, Default)]
pub struct Transition(String);

/// Begins properties of a transition: one layer, or one look of a layer, gives way to another.
pub fn transition() -> Transition {
    Transition::default()
}

impl Pairs for Transition {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Transition {
    fn kind(&self) -> &str {
        "transition"
    }
}

impl TransitionSetters for Transition {}

/// What can be set of a video: a film's file, shown by the layers whose contents it is.
pub trait VideoSetters: Pairs {
    /// The file: MP4, QuickTime, Matroska, WebM, AVI, Ogg, FLV, MPEG-TS, y4m, or a Lottie animation (default empty).
    fn path(self, value: &str) -> Self {
        self.with("path", value)
    }
    /// The film's time that is shown; setting it goes there (seconds; 0 to 1e+06; default 0).
    fn time(self, value: f64) -> Self {
        self.with("time", value)
    }
    /// Seconds of the film to a second of the scene; 0: it stands still (0 to 16; default 1).
    fn rate(self, value: f64) -> Self {
        self.with("rate", value)
    }
    /// After the last frame comes the first; else the last one stays (default false).
    fn r#loop(self, value: bool) -> Self {
        self.with("loop", value)
    }
    /// Kept for those who play the sound; the daemon plays none (0 to 1; default 0).
    fn volume(self, value: f64) -> Self {
        self.with("volume", value)
    }
}

/// Properties of a video.
#[derive(Clone, Debug, Default)]
pub struct Video(String);

/// Begins properties of a video: a film's file, shown by the layers whose contents it is.
pub fn video() -> Video {
    Video::default()
}

impl Pairs for Video {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Video {
    fn kind(&self) -> &str {
        "video"
    }
}

impl VideoSetters for Video {}

/// What can be set of a vnc: a picture that VNC viewers show.
pub trait VncSetters: Pairs {
    /// Width and height; the frame of the root layer follows it (points; 1 to 16384; default \[1280, 720\]).
    fn size(self, value: [f64; 2]) -> Self {
        self.with("size", value)
    }
    /// Width of size.
    fn size_width(self, value: f64) -> Self {
        self.with("size.width", value)
    }
    /// Height of size.
    fn size_height(self, value: f64) -> Self {
        self.with("size.height", value)
    }
    /// Output pixels per point (0.1 to 16; default 1).
    fn scale(self, value: f64) -> Self {
        self.with("scale", value)
    }
    /// Frames per second at most (hertz; 1 to 1000; default 60).
    fn refresh(self, value: f64) -> Self {
        self.with("refresh", value)
    }
    /// The layer that is shown, with the output's size: root or a detached one; of main it is root (default none).
    fn root(self, value: &str) -> Self {
        self.with("root", value)
    }
    /// Beneath the root layer (default none).
    fn background_color(self, value: &str) -> Self {
        self.with("backgroundColor", value)
    }
    /// The part of the root layer that is shown, filling the output; none: all of it, from 0,0 (points; default none).
    fn viewport(self, value: [f64; 4]) -> Self {
        self.with("viewport", value)
    }
    /// Origin of viewport.
    fn viewport_origin(self, value: [f64; 2]) -> Self {
        self.with("viewport.origin", value)
    }
    /// Origin.x of viewport.
    fn viewport_origin_x(self, value: f64) -> Self {
        self.with("viewport.origin.x", value)
    }
    /// Origin.y of viewport.
    fn viewport_origin_y(self, value: f64) -> Self {
        self.with("viewport.origin.y", value)
    }
    /// Size of viewport.
    fn viewport_size(self, value: [f64; 2]) -> Self {
        self.with("viewport.size", value)
    }
    /// Size.width of viewport.
    fn viewport_size_width(self, value: f64) -> Self {
        self.with("viewport.size.width", value)
    }
    /// Size.height of viewport.
    fn viewport_size_height(self, value: f64) -> Self {
        self.with("viewport.size.height", value)
    }
    /// Where viewers connect, as numbers; others than those of this machine want a password (default 127.0.0.1).
    fn address(self, value: &str) -> Self {
        self.with("address", value)
    }
    /// Where viewers connect; 0: any free one (0 to 65535; default 5900).
    fn port(self, value: i64) -> Self {
        self.with("port", value)
    }
    /// Asked of viewers; the protocol looks at its first 8 bytes. Empty: none.
    fn password(self, value: &str) -> Self {
        self.with("password", value)
    }
    /// A file whose first line is the password, read as viewers connect (default empty).
    fn password_file(self, value: &str) -> Self {
        self.with("passwordFile", value)
    }
    /// At one time; further ones are turned away (1 to 16; default 8).
    fn viewers(self, value: i64) -> Self {
        self.with("viewers", value)
    }
    /// Viewers may change the size (default false).
    fn resizes(self, value: bool) -> Self {
        self.with("resizes", value)
    }
    /// Told to viewers (default Scrim).
    fn title(self, value: &str) -> Self {
        self.with("title", value)
    }
    /// Whether viewers encrypt (VeNCrypt, X.509); auto: required where there is a certificate (default auto). One of auto, off, optional, required.
    fn tls(self, value: &str) -> Self {
        self.with("tls", value)
    }
    /// A file with the server's certificate for TLS, PEM; read again when it has changed (default empty).
    fn certificate(self, value: &str) -> Self {
        self.with("certificate", value)
    }
    /// A file with the certificate's key; empty: the same file.
    fn key(self, value: &str) -> Self {
        self.with("key", value)
    }
    /// The pointer's look over the output, as in CSS (default default). One of none, default, context-menu, help, pointer, progress, wait, cell, crosshair, text, vertical-text, alias, copy, move, no-drop, not-allowed, grab, grabbing, e-resize, n-resize, ne-resize, nw-resize, s-resize, se-resize, sw-resize, w-resize, ew-resize, ns-resize, nesw-resize, nwse-resize, col-resize, row-resize, all-scroll, zoom-in, zoom-out.
    fn cursor(self, value: &str) -> Self {
        self.with("cursor", value)
    }
    /// The text that the output has put into viewers' clipboards; empty again when one of them copies (default empty).
    fn clipboard(self, value: &str) -> Self {
        self.with("clipboard", value)
    }
    /// Viewers' bells ring when it grows, ten times a second at most (0 to 1e+09; default 0).
    fn bell(self, value: i64) -> Self {
        self.with("bell", value)
    }
}

/// Properties of a vnc.
#[derive(Clone, Debug, Default)]
pub struct Vnc(String);

/// Begins properties of a vnc: a picture that VNC viewers show.
pub fn vnc() -> Vnc {
    Vnc::default()
}

impl Pairs for Vnc {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Vnc {
    fn kind(&self) -> &str {
        "vnc"
    }
}

impl VncSetters for Vnc {}

/// What can be set of a wayland: a window or a layer of a Wayland desktop, whose size and scale are the compositor's.
pub trait WaylandSetters: Pairs {
    /// Width and height; the frame of the root layer follows it (points; 1 to 16384; default \[1280, 720\]).
    fn size(self, value: [f64; 2]) -> Self {
        self.with("size", value)
    }
    /// Width of size.
    fn size_width(self, value: f64) -> Self {
        self.with("size.width", value)
    }
    /// Height of size.
    fn size_height(self, value: f64) -> Self {
        self.with("size.height", value)
    }
    /// Output pixels per point (0.1 to 16; default 1).
    fn scale(self, value: f64) -> Self {
        self.with("scale", value)
    }
    /// Frames per second at most (hertz; 1 to 1000; default 60).
    fn refresh(self, value: f64) -> Self {
        self.with("refresh", value)
    }
    /// The layer that is shown, with the output's size: root or a detached one; of main it is root (default none).
    fn root(self, value: &str) -> Self {
        self.with("root", value)
    }
    /// Beneath the root layer (default none).
    fn background_color(self, value: &str) -> Self {
        self.with("backgroundColor", value)
    }
    /// The part of the root layer that is shown, filling the output; none: all of it, from 0,0 (points; default none).
    fn viewport(self, value: [f64; 4]) -> Self {
        self.with("viewport", value)
    }
    /// Origin of viewport.
    fn viewport_origin(self, value: [f64; 2]) -> Self {
        self.with("viewport.origin", value)
    }
    /// Origin.x of viewport.
    fn viewport_origin_x(self, value: f64) -> Self {
        self.with("viewport.origin.x", value)
    }
    /// Origin.y of viewport.
    fn viewport_origin_y(self, value: f64) -> Self {
        self.with("viewport.origin.y", value)
    }
    /// Size of viewport.
    fn viewport_size(self, value: [f64; 2]) -> Self {
        self.with("viewport.size", value)
    }
    /// Size.width of viewport.
    fn viewport_size_width(self, value: f64) -> Self {
        self.with("viewport.size.width", value)
    }
    /// Size.height of viewport.
    fn viewport_size_height(self, value: f64) -> Self {
        self.with("viewport.size.height", value)
    }
    /// A window, or a layer of the desktop, or what a locked session shows; a window too where the compositor has no layers (default toplevel). One of toplevel, overlay, lock.
    fn role(self, value: &str) -> Self {
        self.with("role", value)
    }
    /// Of an overlay (default overlay). One of background, bottom, top, overlay.
    fn layer(self, value: &str) -> Self {
        self.with("layer", value)
    }
    /// Edges an overlay keeps to; at two opposite ones it is as long as they are apart (default \[\]). One of top, bottom, left, right.
    fn anchor(self, value: &[&str]) -> Self {
        self.with("anchor", value)
    }
    /// From the edges: one number, or as in CSS two to four (points; -16384 to 16384; default \[\]).
    fn margin(self, value: &[f64]) -> Self {
        self.with("margin", value)
    }
    /// What windows leave free for an overlay; -1: it leaves nothing free for others (points; -1 to 16384; default 0).
    fn exclusive_zone(self, value: i64) -> Self {
        self.with("exclusiveZone", value)
    }
    /// When an overlay is given the keyboard (default none). One of none, onDemand, exclusive.
    fn keyboard(self, value: &str) -> Self {
        self.with("keyboard", value)
    }
    /// The monitor's name; focused: as the compositor likes; all: one picture over all monitors (default focused).
    fn monitor(self, value: &str) -> Self {
        self.with("monitor", value)
    }
    /// Of a window (default Scrim).
    fn title(self, value: &str) -> Self {
        self.with("title", value)
    }
    /// Of a window (default scrim).
    fn app_id(self, value: &str) -> Self {
        self.with("appId", value)
    }
    /// A window that fills its monitor (default false).
    fn fullscreen(self, value: bool) -> Self {
        self.with("fullscreen", value)
    }
    /// Of an overlay, for the compositor's rules (default scrim).
    fn namespace(self, value: &str) -> Self {
        self.with("namespace", value)
    }
    /// Of a window, by its name in the icon theme; empty: the one that goes with appId (default empty).
    fn icon(self, value: &str) -> Self {
        self.with("icon", value)
    }
    /// The pointer's look over the output, as in CSS (default default). One of none, default, context-menu, help, pointer, progress, wait, cell, crosshair, text, vertical-text, alias, copy, move, no-drop, not-allowed, grab, grabbing, e-resize, n-resize, ne-resize, nw-resize, s-resize, se-resize, sw-resize, w-resize, ew-resize, ns-resize, nesw-resize, nwse-resize, col-resize, row-resize, all-scroll, zoom-in, zoom-out.
    fn cursor(self, value: &str) -> Self {
        self.with("cursor", value)
    }
    /// The session is locked, of the role lock; it stays so when the daemon ends (default false).
    fn locked(self, value: bool) -> Self {
        self.with("locked", value)
    }
    /// The screen does not go dark while the output is seen (default false).
    fn idle_inhibit(self, value: bool) -> Self {
        self.with("idleInhibit", value)
    }
    /// What is shown, for monitors that have a mode for it (default none). One of none, photo, video, game.
    fn content_type(self, value: &str) -> Self {
        self.with("contentType", value)
    }
    /// Frames may tear, to be seen earlier (default false).
    fn tearing(self, value: bool) -> Self {
        self.with("tearing", value)
    }
    /// From when it is set the compositor marks the window, or brings it to the front (default false).
    fn demands_attention(self, value: bool) -> Self {
        self.with("demandsAttention", value)
    }
    /// The text that the output has put into the desktop's clipboard; empty again when others do (default empty).
    fn clipboard(self, value: &str) -> Self {
        self.with("clipboard", value)
    }
    /// The text that is selected, which the middle button pastes elsewhere; empty again when others do (default empty).
    fn primary_selection(self, value: &str) -> Self {
        self.with("primarySelection", value)
    }
    /// Locked: it stays where it is, and its ways are told; confined: it stays in the output (default normal). One of normal, locked, confined.
    fn pointer(self, value: &str) -> Self {
        self.with("pointer", value)
    }
    /// Of the whole output, which the compositor fades: nothing is painted for it (0 to 1; default 1).
    fn opacity(self, value: f64) -> Self {
        self.with("opacity", value)
    }
}

/// Properties of a wayland.
#[derive(Clone, Debug, Default)]
pub struct Wayland(String);

/// Begins properties of a wayland: a window or a layer of a Wayland desktop, whose size and scale are the compositor's.
pub fn wayland() -> Wayland {
    Wayland::default()
}

impl Pairs for Wayland {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for Wayland {
    fn kind(&self) -> &str {
        "wayland"
    }
}

impl WaylandSetters for Wayland {}

/// What can be set of a world: where behaviors act together.
pub trait WorldSetters: Pairs {
    /// The layer whose coordinates, and bounds, count; not set: root (default none).
    fn reference(self, value: &str) -> Self {
        self.with("reference", value)
    }
    /// Stands still (default false).
    fn paused(self, value: bool) -> Self {
        self.with("paused", value)
    }
    /// How fast its time goes: 0.5 is slow motion, 0 as paused (0 to 100; default 1).
    fn speed(self, value: f64) -> Self {
        self.with("speed", value)
    }
    /// How it goes on, in numbers of its own; where it is set it goes on so (default none).
    fn motion(self, value: &[f64]) -> Self {
        self.with("motion", value)
    }
}

/// Properties of a world.
#[derive(Clone, Debug, Default)]
pub struct World(String);

/// Begins properties of a world: where behaviors act together.
pub fn world() -> World {
    World::default()
}

impl Pairs for World {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for World {
    fn kind(&self) -> &str {
        "world"
    }
}

impl WorldSetters for World {}

/// What can be set of a x11: a window or a dock of an X desktop; a window's size is the window manager's.
pub trait X11Setters: Pairs {
    /// Width and height; the frame of the root layer follows it (points; 1 to 16384; default \[1280, 720\]).
    fn size(self, value: [f64; 2]) -> Self {
        self.with("size", value)
    }
    /// Width of size.
    fn size_width(self, value: f64) -> Self {
        self.with("size.width", value)
    }
    /// Height of size.
    fn size_height(self, value: f64) -> Self {
        self.with("size.height", value)
    }
    /// Output pixels per point (0.1 to 16; default 1).
    fn scale(self, value: f64) -> Self {
        self.with("scale", value)
    }
    /// Frames per second at most (hertz; 1 to 1000; default 60).
    fn refresh(self, value: f64) -> Self {
        self.with("refresh", value)
    }
    /// The layer that is shown, with the output's size: root or a detached one; of main it is root (default none).
    fn root(self, value: &str) -> Self {
        self.with("root", value)
    }
    /// Beneath the root layer (default none).
    fn background_color(self, value: &str) -> Self {
        self.with("backgroundColor", value)
    }
    /// The part of the root layer that is shown, filling the output; none: all of it, from 0,0 (points; default none).
    fn viewport(self, value: [f64; 4]) -> Self {
        self.with("viewport", value)
    }
    /// Origin of viewport.
    fn viewport_origin(self, value: [f64; 2]) -> Self {
        self.with("viewport.origin", value)
    }
    /// Origin.x of viewport.
    fn viewport_origin_x(self, value: f64) -> Self {
        self.with("viewport.origin.x", value)
    }
    /// Origin.y of viewport.
    fn viewport_origin_y(self, value: f64) -> Self {
        self.with("viewport.origin.y", value)
    }
    /// Size of viewport.
    fn viewport_size(self, value: [f64; 2]) -> Self {
        self.with("viewport.size", value)
    }
    /// Size.width of viewport.
    fn viewport_size_width(self, value: f64) -> Self {
        self.with("viewport.size.width", value)
    }
    /// Size.height of viewport.
    fn viewport_size_height(self, value: f64) -> Self {
        self.with("viewport.size.height", value)
    }
    /// The X server; empty: the one that $DISPLAY names (default empty).
    fn display(self, value: &str) -> Self {
        self.with("display", value)
    }
    /// A window, or a dock beyond the window manager's reach (default toplevel). One of toplevel, overlay.
    fn role(self, value: &str) -> Self {
        self.with("role", value)
    }
    /// Of an overlay (default overlay). One of background, bottom, top, overlay.
    fn layer(self, value: &str) -> Self {
        self.with("layer", value)
    }
    /// Edges an overlay keeps to; at two opposite ones it is as long as they are apart (default \[\]). One of top, bottom, left, right.
    fn anchor(self, value: &[&str]) -> Self {
        self.with("anchor", value)
    }
    /// From the edges: one number, or as in CSS two to four (points; -16384 to 16384; default \[\]).
    fn margin(self, value: &[f64]) -> Self {
        self.with("margin", value)
    }
    /// What windows leave free for an overlay, which the window manager knows then (points; 0 to 16384; default 0).
    fn exclusive_zone(self, value: i64) -> Self {
        self.with("exclusiveZone", value)
    }
    /// Of a window (default Scrim).
    fn title(self, value: &str) -> Self {
        self.with("title", value)
    }
    /// Of a window: its class (default scrim).
    fn app_id(self, value: &str) -> Self {
        self.with("appId", value)
    }
    /// A window that fills its monitor (default false).
    fn fullscreen(self, value: bool) -> Self {
        self.with("fullscreen", value)
    }
    /// The pointer's look over the output, as in CSS (default default). One of none, default, context-menu, help, pointer, progress, wait, cell, crosshair, text, vertical-text, alias, copy, move, no-drop, not-allowed, grab, grabbing, e-resize, n-resize, ne-resize, nw-resize, s-resize, se-resize, sw-resize, w-resize, ew-resize, ns-resize, nesw-resize, nwse-resize, col-resize, row-resize, all-scroll, zoom-in, zoom-out.
    fn cursor(self, value: &str) -> Self {
        self.with("cursor", value)
    }
    /// The text that the output has put into the desktop's clipboard; empty again when others do (default empty).
    fn clipboard(self, value: &str) -> Self {
        self.with("clipboard", value)
    }
    /// The text that is selected, which the middle button pastes elsewhere; empty again when others do (default empty).
    fn primary_selection(self, value: &str) -> Self {
        self.with("primarySelection", value)
    }
    /// The server's bell rings when it grows, ten times a second at most (0 to 1e+09; default 0).
    fn bell(self, value: i64) -> Self {
        self.with("bell", value)
    }
}

/// Properties of a x11.
#[derive(Clone, Debug, Default)]
pub struct X11(String);

/// Begins properties of a x11: a window or a dock of an X desktop; a window's size is the window manager's.
pub fn x11() -> X11 {
    X11::default()
}

impl Pairs for X11 {
    fn parts(&mut self) -> &mut String {
        &mut self.0
    }
}

impl Properties for X11 {
    fn kind(&self) -> &str {
        "x11"
    }
}

impl X11Setters for X11 {}
