//! The contract of Scrim's plugins, as the C headers have it: `scrim/plugin.h` says each call, unit and rule.
//!
//! Written from the headers by packaging/rust-bindings.

#![no_std]
#![allow(non_camel_case_types)]

use core::ffi::{c_char, c_void};

/// A name, or a text that lives as long as the process.
pub const fn text(words: &'static str) -> scrim_string {
    scrim_string { bytes: words.as_ptr() as *const c_char, length: words.len() as u64 }
}

pub const SCRIM_ABI_MAJOR: u32 = 1;
pub const SCRIM_ABI_MINOR: u32 = 1;
/// What `scrim_plugin.abi` holds and `scrim_plugin_entry` is given.
pub const SCRIM_ABI: u32 = SCRIM_ABI_MAJOR << 16 | SCRIM_ABI_MINOR;

pub const SCRIM_BEHAVIOR_INTERFACE: scrim_string = text("scrim.behavior/1");
pub const SCRIM_DECODER_INTERFACE: scrim_string = text("scrim.decoder/1");
pub const SCRIM_FILTER_INTERFACE: scrim_string = text("scrim.filter/1");
pub const SCRIM_LAYER_INTERFACE: scrim_string = text("scrim.layer/1");
pub const SCRIM_OUTPUT_INTERFACE: scrim_string = text("scrim.output/1");
pub const SCRIM_OBJECT_INTERFACE: scrim_string = text("scrim.object/1");

/// How a call went. Anything but SCRIM_OK from a plugin is a strike, unless the function says otherwise.
pub type scrim_status = u32;

pub const SCRIM_OK: u32 = 0;
/// It did not work, for a reason that is best logged (`scrim_host.log`).
pub const SCRIM_FAILED: u32 = 1;
/// The object is gone, or is not the one this call is about.
pub const SCRIM_STALE: u32 = 2;
/// The schema has no property of that number.
pub const SCRIM_UNKNOWN: u32 = 3;
/// The property is of another type.
pub const SCRIM_TYPE: u32 = 4;
/// The property is `none`; what was asked for is left as it was.
pub const SCRIM_NONE: u32 = 5;
/// An argument breaks a rule: not finite, out of range, a path that is not normal.
pub const SCRIM_INVALID: u32 = 6;
/// Called where the comment of the function does not allow it.
pub const SCRIM_STATE: u32 = 7;
/// More than the host takes.
pub const SCRIM_LIMIT: u32 = 8;
pub const SCRIM_NO_MEMORY: u32 = 9;
pub const SCRIM_UNSUPPORTED: u32 = 10;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_string {
    pub bytes: *const c_char,
    pub length: u64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_string {}

impl scrim_string {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// In points; y grows downward.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_point {
    pub x: f64,
    pub y: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_point {}

impl scrim_point {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_rect {}

impl scrim_rect {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// x' = a·x + c·y + tx, y' = b·x + d·y + ty.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_affine {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    pub tx: f64,
    pub ty: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_affine {}

impl scrim_affine {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Whole pixels, half open: x0 ≤ x ( x1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_pixels {
    pub x0: i32,
    pub y0: i32,
    pub x1: i32,
    pub y1: i32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_pixels {}

impl scrim_pixels {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// 0xRRGGBBAA in sRGB, alpha straight (not premultiplied). Members of this order are called `rgba`; those with pixels, 0xAARRGGBB and premultiplied, `argb`.
pub type scrim_color = u32;

/// Lines and curves: commands and the points that they take, in order (move 1, line 1, quad 2, cubic 3, close 0). Normal: it begins with a move, and a close is followed by a move or the end.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_path {
    pub commands: *const u8,
    pub command_count: u64,
    pub points: *const scrim_point,
    pub point_count: u64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_path {}

impl scrim_path {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

pub const SCRIM_MOVE: u32 = 0;
pub const SCRIM_LINE: u32 = 1;
pub const SCRIM_QUAD: u32 = 2;
pub const SCRIM_CUBIC: u32 = 3;
pub const SCRIM_CLOSE: u32 = 4;

pub type scrim_level = u32;

pub const SCRIM_LOG_ERROR: u32 = 0;
pub const SCRIM_LOG_WARNING: u32 = 1;
pub const SCRIM_LOG_NOTICE: u32 = 2;
pub const SCRIM_LOG_INFO: u32 = 3;
pub const SCRIM_LOG_DEBUG: u32 = 4;

/// What a glyph looks like at any size. Lengths in ems, y downward, the origin on the baseline.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_glyph {
    pub size: u32,
    /// Of the picture, in pixels, at most 1024 each; 0: there is none, and the outline is filled (non-zero).
    pub width: u32,
    /// Of the picture, in pixels, at most 1024 each; 0: there is none, and the outline is filled (non-zero).
    pub height: u32,
    pub reserved: u32,
    /// Copied.
    pub outline: scrim_path,
    /// Where the picture lies.
    pub place: scrim_rect,
    /// The picture: rows of premultiplied 0xAARRGGBB words without gaps; copied.
    pub argb: *const u32,
    /// The Unicode character that it stands for, by which text in documents is found and copied; 0: none, or several. Since 1.1.
    pub character: u32,
    pub padding: u32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_glyph {}

impl scrim_glyph {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

pub type scrim_screen_state = u32;

/// Frames are shown.
pub const SCRIM_SCREEN_ACTIVE: u32 = 0;
/// There is nothing to show frames on: none are composed, `acquire` and `present` are not called.
pub const SCRIM_SCREEN_ABSENT: u32 = 1;

/// What an output has become by its screen's doing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_screen {
    pub size: u32,
    pub state: scrim_screen_state,
    /// In points, 1…16384 each; 0: as before, and so with the two below.
    pub width: f64,
    /// In points, 1…16384 each; 0: as before, and so with the two below.
    pub height: f64,
    /// Pixels per point.
    pub scale: f64,
    /// Frames a second.
    pub refresh: f64,
    /// For people: why it is absent, or what else is not as it was asked for. May be empty.
    pub message: scrim_string,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_screen {}

impl scrim_screen {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

pub type scrim_input_kind = u32;

/// The pointer is at x, y; also when it comes in.
pub const SCRIM_INPUT_MOVE: u32 = 0;
/// The pointer has left the output.
pub const SCRIM_INPUT_LEAVE: u32 = 1;
/// `button` is pressed or released.
pub const SCRIM_INPUT_BUTTON: u32 = 2;
/// By dx, dy points.
pub const SCRIM_INPUT_SCROLL: u32 = 3;
/// `touch` begins, moves, ends, or is taken away by the system.
pub const SCRIM_INPUT_TOUCH_DOWN: u32 = 4;
pub const SCRIM_INPUT_TOUCH_MOVE: u32 = 5;
pub const SCRIM_INPUT_TOUCH_UP: u32 = 6;
pub const SCRIM_INPUT_TOUCH_CANCEL: u32 = 7;
/// A key is pressed or released.
pub const SCRIM_INPUT_KEY: u32 = 8;
/// An input method composes `text`, which takes the place of what it composed before; empty: nothing any more. What it has written is a key without a name. Since 1.1.
pub const SCRIM_INPUT_COMPOSE: u32 = 9;
/// Fingers on a touchpad, where the pointer is: they go apart and turn, or go by dx, dy points since they began. Since 1.1.
pub const SCRIM_INPUT_PINCH: u32 = 10;
pub const SCRIM_INPUT_SWIPE: u32 = 11;
/// Another program drags something over the output; `touch` says which drag, of those that go on. SCRIM_GESTURE_BEGAN and CHANGED: it is at x, y, and `text` has the types that it can be read as, separated by line feeds (empty: as before). CANCELLED: it has left, or could not be read. ENDED: it was dropped where it was last; `key` is the type that it was read as, one that get_drop_type gave, and `text` its data, 512 KiB at most. Since 1.1.
pub const SCRIM_INPUT_DROP: u32 = 12;
/// The pointer is locked where it is, and would have gone by dx, dy. Since 1.1.
pub const SCRIM_INPUT_MOTION: u32 = 13;

pub const SCRIM_TOOL_NONE: u32 = 0;
pub const SCRIM_TOOL_PEN: u32 = 1;
pub const SCRIM_TOOL_ERASER: u32 = 2;
pub const SCRIM_TOOL_BRUSH: u32 = 3;
pub const SCRIM_TOOL_PENCIL: u32 = 4;
pub const SCRIM_TOOL_AIRBRUSH: u32 = 5;
pub const SCRIM_TOOL_MOUSE: u32 = 6;
pub const SCRIM_TOOL_LENS: u32 = 7;

pub const SCRIM_GESTURE_BEGAN: u32 = 0;
pub const SCRIM_GESTURE_CHANGED: u32 = 1;
pub const SCRIM_GESTURE_ENDED: u32 = 2;
pub const SCRIM_GESTURE_CANCELLED: u32 = 3;

pub const SCRIM_MODIFIER_SHIFT: u32 = 1;
pub const SCRIM_MODIFIER_CONTROL: u32 = 2;
pub const SCRIM_MODIFIER_ALT: u32 = 4;
pub const SCRIM_MODIFIER_SUPER: u32 = 8;

/// What somebody did at an output.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_input {
    pub size: u32,
    pub kind: scrim_input_kind,
    /// CLOCK_MONOTONIC, nanoseconds.
    pub time: u64,
    /// In points of the output; of pointers and touches.
    pub x: f64,
    /// In points of the output; of pointers and touches.
    pub y: f64,
    /// Points; positive is right and down.
    pub dx: f64,
    /// Points; positive is right and down.
    pub dy: f64,
    /// 0 left, 1 right, 2 middle, 3 back, 4 forward, further ones as they are counted.
    pub button: u32,
    /// Of buttons and keys: 1 pressed, 0 released, 2 pressed again by holding it.
    pub is_down: u32,
    /// Which touch, of those that go on.
    pub touch: u32,
    pub modifiers: u32,
    /// The key's name, as X names keysyms: `a`, `Return`, `Left`.
    pub key: scrim_string,
    /// What the key types; may be empty.
    pub text: scrim_string,
    /// Of a pinch: the distance of the fingers, 1 at first, and the angle by which they have turned, in radians, clockwise. Since 1.1.
    pub scale: f64,
    /// Of a pinch: the distance of the fingers, 1 at first, and the angle by which they have turned, in radians, clockwise. Since 1.1.
    pub rotation: f64,
    /// Of a gesture: one of SCRIM_GESTURE_, and how many fingers. Since 1.1.
    pub phase: u32,
    /// Of a gesture: one of SCRIM_GESTURE_, and how many fingers. Since 1.1.
    pub fingers: u32,
    /// Of a move or a button of a tablet's tool: one of SCRIM_TOOL_. Since 1.1.
    pub tool: u32,
    pub padding: u32,
    /// How hard it is pressed, 0 to 1, and how far it leans to the right and towards its user, in degrees, -90 to 90. Since 1.1.
    pub pressure: f64,
    /// How hard it is pressed, 0 to 1, and how far it leans to the right and towards its user, in degrees, -90 to 90. Since 1.1.
    pub tilt_x: f64,
    /// How hard it is pressed, 0 to 1, and how far it leans to the right and towards its user, in degrees, -90 to 90. Since 1.1.
    pub tilt_y: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_input {}

impl scrim_input {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_host {
    pub size: u32,
    /// The host's SCRIM_ABI.
    pub abi: u32,
    /// The host's own.
    pub context: *mut c_void,
    /// A line for the daemon's log. (MAIN; any time)
    pub log: unsafe extern "C" fn(*const scrim_host, scrim_level, scrim_string),
    /// Numbers, times, angles, integers.
    pub get_number: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut f64) -> scrim_status,
    pub get_boolean: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut u8) -> scrim_status,
    /// The place of a choice, or the bits of choices.
    pub get_choice: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut u32) -> scrim_status,
    pub get_color: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut scrim_color) -> scrim_status,
    /// Points and sizes.
    pub get_point: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut scrim_point) -> scrim_status,
    pub get_rect: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut scrim_rect) -> scrim_status,
    pub get_numbers: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut *const f64, *mut u64) -> scrim_status,
    pub get_colors: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut *const scrim_color, *mut u64) -> scrim_status,
    /// Sixteen numbers in the order of CSS matrix3d.
    pub get_transform: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut f64) -> scrim_status,
    pub get_path: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut scrim_path) -> scrim_status,
    pub get_string: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut scrim_string) -> scrim_status,
    /// A frame of an output is on the screen since `time` (CLOCK_MONOTONIC, nanoseconds; 0: not known yet), and another may come. Called again when the time becomes known later. (MAIN; from present on, for each frame, inside present or later)
    pub presented: unsafe extern "C" fn(*const scrim_host, u64, u64, u64) -> scrim_status,
    /// Takes up the operation at `index`, from 0, of SCRIM_OPERATIONS and says which it is: from now on, until the next one is or the call ends, SCRIM_PARAMETER and what follows number its parameters for the get_ functions. SCRIM_NONE: there are no more. Since 1.1.
    pub get_operation: unsafe extern "C" fn(*const scrim_host, u64, u32, u64, *mut u32) -> scrim_status,
    /// Makes a glyph known, for scrim_canvas.draw_glyphs, until forget_glyph; drawings that show it then go on. A number comes never again. SCRIM_LIMIT: too many are known (64 MiB); forget some. (MAIN; any time) Since 1.1.
    pub define_glyph: unsafe extern "C" fn(*const scrim_host, *const scrim_glyph, *mut u64) -> scrim_status,
    /// A number that is not known does nothing. (MAIN; any time) Since 1.1.
    pub forget_glyph: unsafe extern "C" fn(*const scrim_host, u64),
    /// Asks for scrim_output.dispatch whenever `descriptor` can be read; -1: no more. One for each output, which may be an epoll descriptor that stands for several. It stays the plugin's: ask no more before closing it. The host stops asking before destroy. (MAIN; from configure on)
    pub watch: unsafe extern "C" fn(*const scrim_host, u64, i32) -> scrim_status,
    /// What the output's screen is like from now on. Of several in a turn of the loop the last one counts; configure comes afterwards, when something differs. (MAIN; from configure on)
    pub screen: unsafe extern "C" fn(*const scrim_host, u64, *const scrim_screen) -> scrim_status,
    /// Somebody did something at the output. (MAIN; during dispatch)
    pub input: unsafe extern "C" fn(*const scrim_host, u64, *const scrim_input) -> scrim_status,
    /// The objects that a property of type SCRIM_OBJECT or SCRIM_OBJECTS names, all of them there. Since 1.1.
    pub get_objects: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut *const u64, *mut u64) -> scrim_status,
    /// The size in pixels of the picture that draw_sprites would show of an object; SCRIM_NONE when it names none, SCRIM_FAILED while it was not read, or when it cannot be. Since 1.1.
    pub get_picture_size: unsafe extern "C" fn(*const scrim_host, u64, *mut scrim_point) -> scrim_status,
    /// Of a property with SCRIM_PROPERTY_OPEN, the path with this place in the order of the names that were first used, and what stands behind the dot of its name. SCRIM_NONE: that one is not set; SCRIM_UNKNOWN: there are no more. Since 1.1.
    pub get_named_path: unsafe extern "C" fn(*const scrim_host, u64, u32, u64, *mut scrim_string, *mut scrim_path) -> scrim_status,
    /// Sets a number or a boolean (0: false) of the call's object, as a client would. (MAIN; during change) Since 1.1.
    pub set_number: unsafe extern "C" fn(*const scrim_host, u64, u32, f64) -> scrim_status,
    /// Sets a text of an output, as what it stands for has changed; configure comes afterwards. (MAIN; during dispatch) Since 1.1.
    pub set_string: unsafe extern "C" fn(*const scrim_host, u64, u32, scrim_string) -> scrim_status,
    /// The type as which the layer below would take what a drag of SCRIM_INPUT_DROP brings, by its number. SCRIM_NONE: nobody there takes it. (MAIN; during dispatch) Since 1.1.
    pub get_drop_type: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut scrim_string) -> scrim_status,
    /// What other programs would get of the layer that the pointer drags at this moment, and as which type. SCRIM_NONE: none is dragged, or there is nothing for others in it. (MAIN; during dispatch) Since 1.1.
    pub get_drag: unsafe extern "C" fn(*const scrim_host, u64, *mut scrim_string, *mut scrim_string) -> scrim_status,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_host {}

pub const SCRIM_PARAMETER: u32 = 65536;

/// Where a layer is, by what was set.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_item {
    pub object: u64,
    /// The middle of its bounds, in its parent's coordinates.
    pub center: scrim_point,
    /// By which it is turned about its middle, in radians, clockwise as seen.
    pub angle: f64,
    pub bounds: scrim_rect,
    /// From its parent's coordinates to the root's.
    pub outer: scrim_affine,
    /// From its sublayers' coordinates to the root's.
    pub inner: scrim_affine,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_item {}

impl scrim_item {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Where an item is now.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_motion {
    pub object: u64,
    pub center: scrim_point,
    pub angle: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_motion {}

impl scrim_motion {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Two things began to touch, or ended.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_contact {
    /// The object whose rule it is.
    pub behavior: u64,
    pub first: u64,
    /// 0: what was touched is no item, and `boundary` names it.
    pub second: u64,
    pub boundary: scrim_string,
    /// In the coordinates of the first item's parent.
    pub point: scrim_point,
    /// 1: began, 0: ended.
    pub began: u32,
    pub reserved: u32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_contact {}

impl scrim_contact {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// A step: where to, and what came of it. The lists are the engine's, and stay until its next call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_step {
    pub size: u32,
    /// Set by the engine. 0: all is at rest, and stays so until something is changed or placed.
    pub moves: u32,
    /// Scene time in seconds; never less than before.
    pub time: f64,
    pub motions: *const scrim_motion,
    pub motion_count: u64,
    pub contacts: *const scrim_contact,
    pub contact_count: u64,
    /// Set by the engine: seconds of scene time that the step left out, since they were too much work. Since 1.1.
    pub skipped: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_step {}

impl scrim_step {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// How fast an item moves, in the coordinates in which the engine works.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_velocity {
    /// In points per second.
    pub linear: scrim_point,
    /// In radians per second, clockwise as seen.
    pub angular: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_velocity {}

impl scrim_velocity {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// What `scrim_kind.table` points to. The first six are required.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_behavior {
    pub size: u32,
    pub flags: u32,
    /// Makes the engine, with the context of one of the kinds. (MAIN)
    pub create: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, *mut *mut c_void) -> scrim_status>,
    /// (MAIN; last call for the engine)
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    /// An object is new, or its properties are others. `context` is that of its kind. What it names has been placed. In the order in which objects were made. (MAIN)
    pub change: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *mut c_void, u64) -> scrim_status>,
    /// An object, or an item, is gone. (MAIN)
    pub remove: Option<unsafe extern "C" fn(*mut c_void, u64) -> scrim_status>,
    /// Items are new, or somebody else put them elsewhere or changed their size. (MAIN)
    pub place: Option<unsafe extern "C" fn(*mut c_void, *const scrim_item, u64) -> scrim_status>,
    /// Goes on to `step-)time`. The same changes at the same times give the same motions, whatever times are stepped to. (MAIN)
    pub step: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *mut scrim_step) -> scrim_status>,
    /// How fast an item moves now; SCRIM_NONE for what is no item. May be null. Since 1.1. (MAIN)
    pub velocity: Option<unsafe extern "C" fn(*mut c_void, u64, *mut scrim_velocity) -> scrim_status>,
    /// Whether the kind takes a text for its property `property`, which has SCRIM_PROPERTY_CHECKED; if not, SCRIM_INVALID, and why in `reason`, whose memory is the plugin's and stays until its next call. `context` is that of the kind. May be null. Since 1.1. (MAIN)
    pub check: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, u32, scrim_string, *mut scrim_string) -> scrim_status>,
    /// How an item, or an object, goes on: what the engine knows of it beside properties and places, as its velocity, in finite numbers of the engine's own, at most SCRIM_MOTION_NUMBERS. The list is the engine's, and stays until its next call. SCRIM_NONE: nothing. The host keeps it in dumps and state files. May be null. Since 1.1. (MAIN)
    pub save: Option<unsafe extern "C" fn(*mut c_void, u64, *mut *const f64, *mut u64) -> scrim_status>,
    /// From now on an item, or an object, goes on as `save` said it, perhaps in another process and of another version: numbers that are not understood are ignored. It was told and placed before, with all that moves it. May be null. Since 1.1. (MAIN)
    pub restore: Option<unsafe extern "C" fn(*mut c_void, u64, *const f64, u64) -> scrim_status>,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_behavior {}

impl scrim_behavior {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

pub const SCRIM_NON_ZERO: u32 = 0;
pub const SCRIM_EVEN_ODD: u32 = 1;

pub const SCRIM_CAP_BUTT: u32 = 0;
pub const SCRIM_CAP_ROUND: u32 = 1;
pub const SCRIM_CAP_SQUARE: u32 = 2;

pub const SCRIM_JOIN_MITER: u32 = 0;
pub const SCRIM_JOIN_ROUND: u32 = 1;
pub const SCRIM_JOIN_BEVEL: u32 = 2;

/// How a path is stroked. Lengths in points.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_stroke {
    pub size: u32,
    pub cap: u32,
    pub join: u32,
    pub dash_count: u32,
    /// At least 0.
    pub width: f64,
    /// The largest ratio of a miter's length to the width, at least 0; beyond it the join is a bevel.
    pub miter_limit: f64,
    pub dash_phase: f64,
    /// The part of the path's length that is drawn, 0…1, before dashes are laid.
    pub start: f64,
    /// The part of the path's length that is drawn, 0…1, before dashes are laid.
    pub end: f64,
    /// Dash and gap in turn, at least 0 each, at most 1024; none when `dash_count` is 0.
    pub dash: *const f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_stroke {}

impl scrim_stroke {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

pub const SCRIM_BLEND_NORMAL: u32 = 0;
pub const SCRIM_BLEND_MULTIPLY: u32 = 1;
pub const SCRIM_BLEND_SCREEN: u32 = 2;
pub const SCRIM_BLEND_OVERLAY: u32 = 3;
pub const SCRIM_BLEND_DARKEN: u32 = 4;
pub const SCRIM_BLEND_LIGHTEN: u32 = 5;
pub const SCRIM_BLEND_COLOR_DODGE: u32 = 6;
pub const SCRIM_BLEND_COLOR_BURN: u32 = 7;
pub const SCRIM_BLEND_HARD_LIGHT: u32 = 8;
pub const SCRIM_BLEND_SOFT_LIGHT: u32 = 9;
pub const SCRIM_BLEND_DIFFERENCE: u32 = 10;
pub const SCRIM_BLEND_EXCLUSION: u32 = 11;
pub const SCRIM_BLEND_HUE: u32 = 12;
pub const SCRIM_BLEND_SATURATION: u32 = 13;
pub const SCRIM_BLEND_COLOR: u32 = 14;
pub const SCRIM_BLEND_LUMINOSITY: u32 = 15;
pub const SCRIM_BLEND_PLUS_LIGHTER: u32 = 16;
pub const SCRIM_BLEND_PLUS_DARKER: u32 = 17;
pub const SCRIM_BLEND_CLEAR: u32 = 18;
pub const SCRIM_BLEND_COPY: u32 = 19;
pub const SCRIM_BLEND_SOURCE_IN: u32 = 20;
pub const SCRIM_BLEND_SOURCE_OUT: u32 = 21;
pub const SCRIM_BLEND_SOURCE_ATOP: u32 = 22;
pub const SCRIM_BLEND_DESTINATION_OVER: u32 = 23;
pub const SCRIM_BLEND_DESTINATION_IN: u32 = 24;
pub const SCRIM_BLEND_DESTINATION_OUT: u32 = 25;
pub const SCRIM_BLEND_DESTINATION_ATOP: u32 = 26;
pub const SCRIM_BLEND_XOR: u32 = 27;

pub const SCRIM_AXIAL: u32 = 0;
pub const SCRIM_RADIAL: u32 = 1;
pub const SCRIM_CONIC: u32 = 2;

/// The first colour goes on before the beginning; else nothing is painted there.
pub const SCRIM_EXTEND_BEFORE: u32 = 0;
/// The last colour goes on beyond the end.
pub const SCRIM_EXTEND_AFTER: u32 = 1;

/// A colour of a gradient and where it is: 0 at the beginning, 1 at the end.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_stop {
    pub location: f64,
    pub rgba: scrim_color,
    pub reserved: u32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_stop {}

impl scrim_stop {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Colours, mixed in sRGB before they are premultiplied. SCRIM_AXIAL: along the line between the points (beyond it, at right angles to it, the same; with no length, the last colour). SCRIM_RADIAL: from the circle around `from` to the circle around `to`. SCRIM_CONIC: around `from`, clockwise as seen, beginning where `to` lies.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_gradient {
    pub size: u32,
    pub kind: u32,
    /// SCRIM_EXTEND_ bits.
    pub extend: u32,
    /// At most 65536; with none, nothing is painted, and one is solid.
    pub stop_count: u32,
    pub from: scrim_point,
    pub to: scrim_point,
    /// Of SCRIM_RADIAL, at least 0.
    pub from_radius: f64,
    /// Of SCRIM_RADIAL, at least 0.
    pub to_radius: f64,
    /// From the gradient's space to the path's.
    pub map: scrim_affine,
    /// Locations are finite and never decrease; two at one place are a hard change.
    pub stops: *const scrim_stop,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_gradient {}

impl scrim_gradient {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// A copy of the layer's sublayers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_copy {
    pub size: u32,
    pub reserved: u32,
    /// Brings the sublayers' coordinates to where the copy is, in the layer's: sixteen numbers in the order of CSS matrix3d.
    pub transform: [f64; 16],
    /// What red, green, blue and alpha of the copy's picture are multiplied by, 0…1 each. All 1: the picture as it is.
    pub color: [f64; 4],
    /// Seconds of the layer's time by which the copy's animations are late; below 0, early.
    pub delay: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_copy {}

impl scrim_copy {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// A glyph in its place: `at` is where its origin is, on the baseline.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_placed_glyph {
    /// What scrim_host.define_glyph gave.
    pub glyph: u64,
    pub at: scrim_point,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_placed_glyph {}

impl scrim_placed_glyph {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Glyphs of one size and one colour.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_glyph_run {
    pub size: u32,
    /// Of outlines; of pictures only its alpha counts.
    pub rgba: scrim_color,
    /// Points that one em is, at least 0.
    pub em: f64,
    pub glyphs: *const scrim_placed_glyph,
    /// At most 1000000 in one drawing.
    pub count: u64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_glyph_run {}

impl scrim_glyph_run {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// One of many small pictures or plain shapes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_sprite {
    /// From the unit square, the picture's upper left corner at 0,0, to the layer's coordinates.
    pub map: scrim_affine,
    /// What the picture's colours are multiplied by; of a plain shape, its colour.
    pub rgba: scrim_color,
    pub reserved: u32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_sprite {}

impl scrim_sprite {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Colours are added to what is behind (plusLighter).
pub const SCRIM_SPRITES_ADDITIVE: u32 = 0;
/// Without a picture: the disc in the unit square, not the square.
pub const SCRIM_SPRITES_DISC: u32 = 1;
/// Each pixel of the picture stays a square. Without this and the next one it is smooth in every size.
pub const SCRIM_SPRITES_NEAREST: u32 = 2;
/// Between the nearest four pixels of the picture; not with SCRIM_SPRITES_NEAREST.
pub const SCRIM_SPRITES_LINEAR: u32 = 3;

/// Sprites that show the same, painted in order.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_sprites {
    pub size: u32,
    /// SCRIM_SPRITES_ bits.
    pub flags: u32,
    /// Whose picture they show: an image, a buffer, or an object with a property of type SCRIM_CONTENTS, which a property of the layer names, or one of an object that it names; 0: plain shapes. While the picture is not there nothing is painted; when it comes the drawing is asked for again.
    pub object: u64,
    /// The part of the picture, in units of it.
    pub source: scrim_rect,
    /// At most 100000, of all batches of a drawing.
    pub count: u64,
    pub sprites: *const scrim_sprite,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_sprites {}

impl scrim_sprites {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_canvas {
    pub size: u32,
    pub reserved: u32,
    /// The host's own.
    pub context: *mut c_void,
    /// Keeps the state (map, clip, alpha, blend mode, shadow) until the matching restore; at most 256 deep. What is open at the end is a fault.
    pub save: unsafe extern "C" fn(*const scrim_canvas) -> scrim_status,
    pub restore: unsafe extern "C" fn(*const scrim_canvas) -> scrim_status,
    /// Maps what follows: applied before the map that is in force.
    pub concat: unsafe extern "C" fn(*const scrim_canvas, *const scrim_affine) -> scrim_status,
    /// Narrows the clip to the path's inside; `rule` as in fill_path.
    pub clip_path: unsafe extern "C" fn(*const scrim_canvas, *const scrim_path, u32) -> scrim_status,
    /// `rule` is SCRIM_NON_ZERO or SCRIM_EVEN_ODD.
    pub fill_path: unsafe extern "C" fn(*const scrim_canvas, *const scrim_path, u32, scrim_color) -> scrim_status,
    pub stroke_path: unsafe extern "C" fn(*const scrim_canvas, *const scrim_path, *const scrim_stroke, scrim_color) -> scrim_status,
    /// Fills the path's inside; with a null path, the layer's bounds with their rounded corners, whatever map is in force for them (the gradient's `map` then goes to the layer's coordinates as ever). Since 1.1.
    pub fill_gradient: unsafe extern "C" fn(*const scrim_canvas, *const scrim_path, u32, *const scrim_gradient) -> scrim_status,
    /// Kinds with SCRIM_LAYER_PLACES_SUBLAYERS: the sublayers are drawn, over what the layer draws itself and over the copies before; at most 10000 times. Since 1.1.
    pub draw_sublayers: unsafe extern "C" fn(*const scrim_canvas, *const scrim_copy) -> scrim_status,
    /// Multiplies the alpha of what follows, 0…1; takes the place of the one in force. Since 1.1.
    pub set_alpha: unsafe extern "C" fn(*const scrim_canvas, f64) -> scrim_status,
    /// A SCRIM_BLEND_ mode for what follows. Since 1.1.
    pub set_blend: unsafe extern "C" fn(*const scrim_canvas, u32) -> scrim_status,
    /// Each operation that follows casts a shadow of its own: moved by `offset`, blurred with the standard deviation `radius`, at least 0, both in points of the layer whatever map is in force. A transparent colour ends it. With the modes that also change what is there where nothing is painted (SCRIM_BLEND_CLEAR, _COPY, _SOURCE_IN, _SOURCE_OUT, _DESTINATION_IN, _DESTINATION_ATOP) none is cast. Since 1.1.
    pub set_shadow: unsafe extern "C" fn(*const scrim_canvas, scrim_point, f64, scrim_color) -> scrim_status,
    /// Paints a gradient wherever the clip lets it; without a clip, in the layer's bounds. The gradient is under the map that is in force. Since 1.1.
    pub paint_gradient: unsafe extern "C" fn(*const scrim_canvas, *const scrim_gradient) -> scrim_status,
    /// Glyphs, as one shape: where they overlap, a translucent colour does not count twice. Since 1.1.
    pub draw_glyphs: unsafe extern "C" fn(*const scrim_canvas, *const scrim_glyph_run) -> scrim_status,
    /// Pictures, or plain shapes, under the map that is in force. One of them is an image in a rectangle. Since 1.1.
    pub draw_sprites: unsafe extern "C" fn(*const scrim_canvas, *const scrim_sprites) -> scrim_status,
    /// Kinds with SCRIM_LAYER_USES_TIME: until which time of the layer the drawing stays as it is; then it is asked for again. Now, or before: in the next frame. Infinity, as without a call: never. Since 1.1.
    pub hold: unsafe extern "C" fn(*const scrim_canvas, f64) -> scrim_status,
    /// As `save`, and what follows up to the matching restore becomes one picture, which is then painted as one operation: with the alpha, the blend mode and the shadow that are in force now, under the clip that is in force now. Within it they begin at 1, normal and none, without a clip, over nothing. At most 16 within one another. Since 1.1.
    pub save_layer: unsafe extern "C" fn(*const scrim_canvas) -> scrim_status,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_canvas {}

pub const SCRIM_PROBE_BYTES: u32 = 4096;

/// The picture has no pixels of its own: it can be decoded at any size.
pub const SCRIM_PICTURE_IS_VECTOR: u32 = 0;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_picture {
    pub size: u32,
    pub flags: u32,
    /// In pixels as it is shown, turned upright; of a vector picture, the natural size in points, rounded up.
    pub width: u32,
    /// In pixels as it is shown, turned upright; of a vector picture, the natural size in points, rounded up.
    pub height: u32,
    /// At least 1.
    pub frame_count: u32,
    /// How often the frames are played; 0: for ever.
    pub loop_count: u32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_picture {}

impl scrim_picture {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// What is decoded, and where it goes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_decode {
    pub size: u32,
    /// 0 … frame_count − 1, in any order; asked for in order, each costs no more than itself.
    pub frame: u32,
    /// The picture's; of a vector picture, any.
    pub width: u32,
    /// The picture's; of a vector picture, any.
    pub height: u32,
    /// Bytes from row to row: a multiple of 4, at least 4·width.
    pub stride: u32,
    pub reserved: u32,
    /// Rows of words 0xAARRGGBB, premultiplied, sRGB. Zero before the call.
    pub argb: *mut c_void,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_decode {}

impl scrim_decode {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// What `scrim_kind.table` points to; the kind has no properties. A call that fails logs why (`scrim_host.log`, level error) and returns SCRIM_FAILED: that line is what the user is told. All but prepare, close and duration are required.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_decoder {
    pub size: u32,
    pub flags: u32,
    /// Loads what the decoder needs from files. (MAIN; once, before the process is confined)
    pub prepare: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void)>,
    /// 1 when a file that begins with these bytes is this decoder's to read. (MAIN)
    pub probe: Option<unsafe extern "C" fn(*mut c_void, *const u8, u64) -> u8>,
    /// Takes up a file, whose bytes stay readable until close. (MAIN; when probe gave 1)
    pub open: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, *const u8, u64, *mut *mut c_void) -> scrim_status>,
    /// (MAIN; last call for the instance)
    pub close: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Fills `picture`, whose `size` the host has set. The same at every call. No memory for pixels is taken yet: the host holds the size to its limits first. (MAIN; after open)
    pub info: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *mut scrim_picture) -> scrim_status>,
    /// How long a frame is shown, in seconds. Null: there is one frame. (MAIN; after info)
    pub duration: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, u32, *mut f64) -> scrim_status>,
    /// (MAIN; after info)
    pub decode: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_decode) -> scrim_status>,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_decoder {}

impl scrim_decoder {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// One use of the filter. Borrowed for the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_filter_use {
    pub size: u32,
    pub number_count: u32,
    /// The arguments but for the colour, as many as the schema has; angles in radians.
    pub numbers: *const f64,
    /// The colour, when the schema has one; none is 0.
    pub rgba: scrim_color,
    pub reserved: u32,
    /// Brings points to pixels: lengths among the arguments go by its linear part.
    pub map: scrim_affine,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_filter_use {}

impl scrim_filter_use {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// How far a pixel's effect goes, in pixels, 0…32000 each.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_reach {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_reach {}

impl scrim_reach {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Pixels in memory: 32-bit words 0xAARRGGBB, premultiplied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_image {
    pub size: u32,
    /// Bytes from row to row, a multiple of 4.
    pub stride: u32,
    /// Where the pixels lie; the first one is (x0, y0). The same place means the same pixel of the picture in every call.
    pub rect: scrim_pixels,
    pub argb: *mut c_void,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_image {}

impl scrim_image {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

pub const SCRIM_FILTER_WEIGHT: u32 = 255;

/// What `scrim_kind.table` points to. Filters keep nothing: the same use and the same pixels give the same result.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_filter {
    pub size: u32,
    /// Bits 0 to 7, SCRIM_FILTER_WEIGHT: how many plain buffers of the same size can be filled in the time of a use, for the budget of a frame (limit.frameBytes); 0: 3, as a blur. The others are 0. Since 1.1.
    pub flags: u32,
    /// Null: a pixel has an effect on itself only. `*reach` is zero before. (MAIN)
    pub reach: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, *const scrim_filter_use, *mut scrim_reach) -> scrim_status>,
    /// Fills all of `target`, which is transparent and apart from `source`. Required. A pixel depends on nothing but the source within reach of it, which is transparent beyond its rectangle, and not on the rectangles. (MAIN)
    pub apply: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, *const scrim_filter_use, *const scrim_image, *const scrim_image) -> scrim_status>,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_filter {}

impl scrim_filter {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// A sublayer that is not hidden. Lengths in points, finite, at least 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_sublayer {
    /// The size that it has by itself: a text's, a layout's, else the one that its bounds were given.
    pub width: f64,
    /// The size that it has by itself: a text's, a layout's, else the one that its bounds were given.
    pub height: f64,
    /// `layout.grow`.
    pub grow: f64,
    /// `layout.basis`; below 0: none.
    pub basis: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_sublayer {}

impl scrim_sublayer {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// More of what a sublayer is told to be, in the order of the sublayers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_sublayer_hints {
    /// `layout.shrink`.
    pub shrink: f64,
    /// `layout.minimum`, and `layout.maximum`; without one, infinity.
    pub minimum: f64,
    /// `layout.minimum`, and `layout.maximum`; without one, infinity.
    pub maximum: f64,
    /// `layout.spacing`; not a number: none.
    pub spacing: f64,
    /// The number of `layout.alignment`'s choice; 0: the layout's own.
    pub alignment: u32,
    pub reserved: u32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_sublayer_hints {}

impl scrim_sublayer_hints {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_layout {
    pub size: u32,
    pub count: u32,
    /// For the get_ functions of the host.
    pub object: u64,
    /// Of the layer's bounds: the room that there is. Frames count from their upper left corner as 0,0, wherever their origin is.
    pub width: f64,
    /// Of the layer's bounds: the room that there is. Frames count from their upper left corner as 0,0, wherever their origin is.
    pub height: f64,
    /// In order.
    pub sublayers: *const scrim_sublayer,
    /// The host's own.
    pub context: *mut c_void,
    /// The size that sublayer number `index` has by itself where it can be so wide at most: a text wraps. (MAIN; during the call that the layout was handed to)
    pub measure: unsafe extern "C" fn(*const scrim_layout, u32, f64, *mut scrim_point) -> scrim_status,
    /// As many as there are sublayers.
    pub hints: *const scrim_sublayer_hints,
    /// How far below its upper edge the first and the last line of text of sublayer number `index` stand where it is so wide; SCRIM_NONE for one that has no text. (MAIN; during the call that the layout was handed to)
    pub baselines: unsafe extern "C" fn(*const scrim_layout, u32, f64, *mut scrim_point) -> scrim_status,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_layout {}

/// The drawing depends on `bounds`: it is asked for again when they change.
pub const SCRIM_LAYER_USES_BOUNDS: u32 = 0;
/// The sublayers are drawn as often, and where, `draw` says (scrim_canvas.draw_sublayers), not by themselves. Since 1.1.
pub const SCRIM_LAYER_PLACES_SUBLAYERS: u32 = 1;
/// The drawing depends on time: `draw` says how long it holds (scrim_canvas.hold). Unless it is set, `beginTime` is when the layer was made, so that its own time begins with it. Since 1.1.
pub const SCRIM_LAYER_USES_TIME: u32 = 2;
/// The drawing lies above sublayers and border. Since 1.1.
pub const SCRIM_LAYER_DRAWS_ABOVE: u32 = 3;
/// A pointer hits the layer where it draws, not in its bounds. Since 1.1.
pub const SCRIM_LAYER_HIT_BY_DRAWING: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_draw {
    pub size: u32,
    pub reserved: u32,
    pub object: u64,
    /// The layer's bounds.
    pub bounds: scrim_rect,
    /// The layer's own time, in seconds, at which it is seen. Since 1.1.
    pub time: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_draw {}

impl scrim_draw {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// What `scrim_kind.table` points to. The order of calls for an object: create, (update, draw)*, destroy.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_layer {
    pub size: u32,
    pub flags: u32,
    /// Makes what the kind keeps for one object, before its first drawing. `context` is `scrim_kind.context`. `*instance` may be left null when nothing is kept. (MAIN)
    pub create: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, u64, *mut *mut c_void) -> scrim_status>,
    /// The object is gone, or the kind is suspended, reloaded or unloaded. (MAIN; last call for the instance)
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Properties changed: draw follows. For what is derived from them; may be null. (MAIN; before draw)
    pub update: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_draw) -> scrim_status>,
    /// Records the picture. Required. The same properties, and time for a kind that uses it, give the same drawing. (MAIN; after create)
    pub draw: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_draw, *const scrim_canvas) -> scrim_status>,
    /// The size that the picture has by itself, in points, at least 0: a text's. `width` is what there is room for; infinite: as much as it likes. A layer whose bounds were given no size has this one. `request-)bounds` are those that were given, so their size may be zero. The same properties and width give the same size. May be null: the kind has no size of its own. (MAIN; after create) Since 1.1.
    pub measure: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_draw, f64, *mut scrim_point) -> scrim_status>,
    /// What a SCRIM_PROPERTY_COMPUTED property reads: one number, two, or four, as the type has them. `request` as in measure. Null when there is no such property. (MAIN; after create) Since 1.1.
    pub compute: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_draw, u32, *mut f64) -> scrim_status>,
    /// Lays the sublayers out: fills `frames`, one for each, finite. The host gives them that position and size whenever the layout, the layer's properties or size, or what it knows of a sublayer changes; never for time, so what a layout goes by does not animate. The same layout and properties give the same frames. `context` is `scrim_kind.context`. May be null: sublayers are where they are put. (MAIN) Since 1.1.
    pub arrange: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_layout, *mut scrim_rect) -> scrim_status>,
    /// The size of the layer in which all sublayers have theirs; the layout's own means nothing. It is asked for where the layer is in a layout itself. Required beside arrange. (MAIN) Since 1.1.
    pub fit: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_layout, *mut scrim_point) -> scrim_status>,
    /// Whether a text may be set for a SCRIM_PROPERTY_CHECKED property: SCRIM_OK, or SCRIM_INVALID and in `reason` what is wrong with it, borrowed until the next call. A scene that is restored is not asked about: show something all the same. `context` is `scrim_kind.context`. Null when there is no such property. (MAIN) Since 1.1.
    pub check: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, u32, scrim_string, *mut scrim_string) -> scrim_status>,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_layer {}

impl scrim_layer {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_mode {
    pub size: u32,
    /// In pixels, 1…32000 each.
    pub width: u32,
    /// In pixels, 1…32000 each.
    pub height: u32,
    /// Frames per 1000 seconds.
    pub refresh: u32,
    pub object: u64,
    /// Pixels per point.
    pub scale: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_mode {}

impl scrim_mode {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

pub const SCRIM_ARGB: u32 = 0;

/// Memory for one frame. It stays valid until the buffer is acquired again, or configure or destroy.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_buffer {
    pub size: u32,
    pub format: u32,
    pub width: u32,
    pub height: u32,
    /// Bytes from row to row: a multiple of 4, at least 4·width.
    pub stride: u32,
    /// 0: the content is undefined. N: it holds what was presented N frames ago.
    pub age: u32,
    /// A file descriptor of the same memory for clients, owned by the plugin; -1: there is none. `offset` is where the pixels begin in it.
    pub descriptor: i32,
    pub reserved: u32,
    pub offset: u64,
    /// The plugin's name for the buffer.
    pub id: u64,
    pub argb: *mut c_void,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_buffer {}

impl scrim_buffer {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_frame {
    pub size: u32,
    pub damage_count: u32,
    /// `scrim_buffer.id` of what is presented.
    pub buffer: u64,
    /// Counts up by one for each frame of the output.
    pub number: u64,
    /// When the frame should be seen: CLOCK_MONOTONIC, nanoseconds.
    pub time: u64,
    /// What differs from the frame before; disjoint, inside the buffer.
    pub damage: *const scrim_pixels,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_frame {}

impl scrim_frame {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// What of an output's picture is what; in its pixels, disjoint.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_shape {
    pub size: u32,
    /// 1: a present follows at once, which shows the shape; 0: none does.
    pub presents: u32,
    /// Where nothing behind the output can be seen.
    pub opaque: *const scrim_pixels,
    pub opaque_count: u64,
    /// Where some layer takes input.
    pub input: *const scrim_pixels,
    pub input_count: u64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_shape {}

impl scrim_shape {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

pub type scrim_purpose = u32;

/// Nothing takes text.
pub const SCRIM_PURPOSE_NONE: u32 = 0;
pub const SCRIM_PURPOSE_TEXT: u32 = 1;
/// It is hidden, and nobody should learn it.
pub const SCRIM_PURPOSE_PASSWORD: u32 = 2;

/// What keys are typed into.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_text_input {
    pub size: u32,
    pub purpose: scrim_purpose,
    /// Where it is, in points of the output.
    pub place: scrim_rect,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_text_input {}

impl scrim_text_input {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// What was presented is still shown, and the buffers and their ages hold, after a configure that changes properties only, not size, scale or refresh: no frame is composed for it. Since 1.1.
pub const SCRIM_OUTPUT_KEEPS: u32 = 1;

/// What `scrim_kind.table` points to. The order of calls: create, then configure, (acquire, present)*, again from configure when size, scale, refresh or a property changes, then destroy. The first five are required.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_output {
    pub size: u32,
    pub flags: u32,
    /// As in scrim_layer. (MAIN)
    pub create: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, u64, *mut *mut c_void) -> scrim_status>,
    /// (MAIN; last call for the instance)
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    /// A status other than SCRIM_OK keeps the mode before. (MAIN; not between acquire and present)
    pub configure: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_mode) -> scrim_status>,
    /// Fills `buffer`, whose `size` the host has set. SCRIM_NONE: there is none now, which is no fault; the frame is tried again. (MAIN; after configure)
    pub acquire: Option<unsafe extern "C" fn(*mut c_void, *mut scrim_buffer) -> scrim_status>,
    /// Shows the buffer that was acquired last; the plugin calls scrim_host.presented for it. (MAIN; after acquire)
    pub present: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_frame) -> scrim_status>,
    /// The descriptor given to scrim_host.watch can be read. (MAIN; while one is watched)
    pub dispatch: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host) -> scrim_status>,
    /// The shape of the next frame, or of the last one when none follows; called when it differs from the one before, and after configure. (MAIN; after configure, not between acquire and present)
    pub shape: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_shape) -> scrim_status>,
    /// What keys are typed into from now on; called when it differs from before, at first SCRIM_PURPOSE_NONE. For input methods, and for the keys that paste. (MAIN; after configure, not between acquire and present) Since 1.1.
    pub text_input: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_text_input) -> scrim_status>,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_output {}

impl scrim_output {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// What a property holds. Types that are left out of this list cannot be offered by a plugin yet.
pub type scrim_type = u32;

pub const SCRIM_NUMBER: u32 = 0;
pub const SCRIM_BOOLEAN: u32 = 1;
/// Seconds.
pub const SCRIM_TIME: u32 = 2;
/// Radians.
pub const SCRIM_ANGLE: u32 = 3;
pub const SCRIM_POINT: u32 = 4;
pub const SCRIM_SIZE: u32 = 5;
pub const SCRIM_RECT: u32 = 6;
/// A colour or none.
pub const SCRIM_COLOR: u32 = 7;
/// One of `choices`, by its place.
pub const SCRIM_CHOICE: u32 = 8;
/// Any of `choices` (at most 32), a bit each.
pub const SCRIM_CHOICES: u32 = 9;
pub const SCRIM_NUMBERS: u32 = 10;
pub const SCRIM_COLORS: u32 = 11;
pub const SCRIM_TRANSFORM: u32 = 12;
/// A path or none.
pub const SCRIM_PATH: u32 = 13;
pub const SCRIM_TEXT: u32 = 16;
/// The id of an object, or none. Since 1.1.
pub const SCRIM_OBJECT: u32 = 17;
/// Objects of the kinds that `choices` names (of any, when it names none), each once, or none; never in a circle. A change of one of them is a change of the property. Since 1.1.
pub const SCRIM_OBJECTS: u32 = 18;
/// A whole number.
pub const SCRIM_INTEGER: u32 = 19;
/// A list of operations, to which `draw ID OP…` appends; at most one property of a kind. Since 1.1.
pub const SCRIM_OPERATIONS: u32 = 25;
/// x, y, and a radius of at least 0; read with get_numbers. Since 1.1.
pub const SCRIM_CIRCLE: u32 = 26;
/// A picture for scrim_canvas.draw_sprites: an image, a buffer, a file, or none. Of plain kinds ("scrim.object/1"), once in a schema. Since 1.1.
pub const SCRIM_CONTENTS: u32 = 20;

/// What a change of the property makes necessary.
pub type scrim_effect = u32;

/// Nothing that can be seen; an output is configured again.
pub const SCRIM_EFFECT_NONE: u32 = 0;
/// The object draws itself again.
pub const SCRIM_EFFECT_CONTENT: u32 = 2;

/// The numbers of a list never decrease.
pub const SCRIM_PROPERTY_RISING: u32 = 0;
/// It can only be read, and `scrim_layer.compute` says what: a number, an integer, a point, a size or a rectangle.
pub const SCRIM_PROPERTY_COMPUTED: u32 = 1;
/// Of an operation's parameter: it has to be given. Since 1.1.
pub const SCRIM_PROPERTY_REQUIRED: u32 = 2;
/// Of an operation's parameter: it is given without its name, in its turn. Since 1.1.
pub const SCRIM_PROPERTY_POSITIONAL: u32 = 3;
/// A text that `scrim_layer.check` or `scrim_behavior.check` may refuse. Since 1.1.
pub const SCRIM_PROPERTY_CHECKED: u32 = 4;
/// At first it is none, which is a value of its own (numbers, points, rectangles). Since 1.1.
pub const SCRIM_PROPERTY_OPTIONAL: u32 = 5;
/// The object goes when the one that the property names goes; else the reference is cleared. Since 1.1.
pub const SCRIM_PROPERTY_ATTACHED: u32 = 6;
/// The name ends with a dot: clients put a name of their own behind it, at most 1000 different ones. Of SCRIM_PATH. Since 1.1.
pub const SCRIM_PROPERTY_OPEN: u32 = 7;
/// A text of an object that the host keeps and shows to nobody: clients read `set` or `unset`. Since 1.1.
pub const SCRIM_PROPERTY_SECRET: u32 = 8;

/// A property's default. All zero: none where the type has it, else zero, false, the first choice, empty.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_default {
    /// 1: the members below count.
    pub is_set: u32,
    /// Boolean 0 or 1, choice, bits of choices, colour.
    pub bits: u32,
    /// Number, time, angle and integer in (0); point and size in (0), (1); rectangle in all.
    pub numbers: [f64; 4],
    /// Of SCRIM_NUMBERS.
    pub list: *const f64,
    pub list_count: u64,
    /// Of SCRIM_TEXT.
    pub text: scrim_string,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_default {}

impl scrim_default {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Opens a level, which one with SCRIM_OPERATION_CLOSES has to end; at most 256 are open at a time.
pub const SCRIM_OPERATION_OPENS: u32 = 0;
/// Is refused where no level is open.
pub const SCRIM_OPERATION_CLOSES: u32 = 1;

/// One operation that a list of SCRIM_OPERATIONS may hold. Its number is its place in `scrim_property.operations`. `scrim_property.operation_size` is this struct's size. Since 1.1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_operation {
    /// (A-Za-z)(A-Za-z0-9._-)*
    pub name: scrim_string,
    /// One line.
    pub help: scrim_string,
    /// SCRIM_OPERATION_ bits.
    pub flags: u32,
    /// At most 64.
    pub parameter_count: u32,
    /// As a kind's properties; `effect`, `animates` and SCRIM_OPERATIONS mean nothing here.
    pub parameters: *const scrim_property,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_operation {}

impl scrim_operation {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// One property. Its number is its place in `scrim_kind.properties`. `scrim_kind.property_size` is this struct's size.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_property {
    /// (A-Za-z)(A-Za-z0-9._-)*, and none of the names that every kind of the family has.
    pub name: scrim_string,
    pub r#type: scrim_type,
    pub effect: scrim_effect,
    /// 1: values between two others have a meaning.
    pub animates: u32,
    pub choice_count: u32,
    pub choices: *const scrim_string,
    /// Of numbers, each one of a list too; both zero: any. Inclusive; may be infinite.
    pub minimum: f64,
    /// Of numbers, each one of a list too; both zero: any. Inclusive; may be infinite.
    pub maximum: f64,
    pub initial: scrim_default,
    /// "points", "seconds"; may be empty.
    pub unit: scrim_string,
    /// One line.
    pub help: scrim_string,
    /// SCRIM_PROPERTY_ bits. Since 1.1.
    pub flags: u32,
    pub reserved: u32,
    /// How many a list of numbers or colours may have; both zero: any. Since 1.1. How many objects a list of them may name, and how many commands a path may have; `least` is 0. Since 1.1.
    pub least: u32,
    /// How many a list of numbers or colours may have; both zero: any. Since 1.1. How many objects a list of them may name, and how many commands a path may have; `least` is 0. Since 1.1.
    pub most: u32,
    /// Of SCRIM_OPERATIONS: 1…256. Since 1.1.
    pub operation_count: u32,
    /// sizeof(scrim_operation).
    pub operation_size: u32,
    pub operations: *const scrim_operation,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_property {}

impl scrim_property {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// One kind of object.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_kind {
    pub size: u32,
    pub property_count: u32,
    /// sizeof(scrim_property).
    pub property_size: u32,
    pub reserved: u32,
    /// (A-Za-z)(A-Za-z0-9._-)*, as the manifest has it.
    pub name: scrim_string,
    /// SCRIM_LAYER_INTERFACE, SCRIM_OBJECT_INTERFACE, SCRIM_OUTPUT_INTERFACE, SCRIM_FILTER_INTERFACE, SCRIM_DECODER_INTERFACE or SCRIM_BEHAVIOR_INTERFACE.
    pub interface: scrim_string,
    /// One line.
    pub help: scrim_string,
    /// The kind's own properties; those that every layer or output has come before them by themselves.
    pub properties: *const scrim_property,
    /// A scrim_layer, scrim_output, scrim_filter, scrim_decoder or scrim_behavior, by `interface`; of a plain kind, null.
    pub table: *const c_void,
    /// Handed to create.
    pub context: *mut c_void,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_kind {}

impl scrim_kind {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// What the entry returns.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_plugin {
    pub size: u32,
    /// SCRIM_ABI of the header that the plugin was built with.
    pub abi: u32,
    /// As the manifest has it.
    pub id: scrim_string,
    pub version: scrim_string,
    pub kind_count: u32,
    pub reserved: u32,
    pub kinds: *const *const scrim_kind,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_plugin {}

impl scrim_plugin {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}
