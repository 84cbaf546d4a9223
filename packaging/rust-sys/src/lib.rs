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

/// The result of a call. Anything but SCRIM_OK from a plugin is a strike, unless the function says otherwise.
pub type scrim_status = u32;

pub const SCRIM_OK: u32 = 0;
/// The call failed for a reason that should be logged (`scrim_host.log`).
pub const SCRIM_FAILED: u32 = 1;
/// The object was removed, or is not the one of this call.
pub const SCRIM_STALE: u32 = 2;
/// The schema has no property with that number.
pub const SCRIM_UNKNOWN: u32 = 3;
/// The property has another type.
pub const SCRIM_TYPE: u32 = 4;
/// The property is `none`; the result is not written.
pub const SCRIM_NONE: u32 = 5;
/// An argument breaks a rule: not finite, out of range, a path that is not normal.
pub const SCRIM_INVALID: u32 = 6;
/// Called at a time at which the function's comment does not allow it.
pub const SCRIM_STATE: u32 = 7;
/// A limit of the host was exceeded.
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

/// 0xRRGGBBAA in sRGB, with straight (not premultiplied) alpha. Members in this order are called `rgba`; pixels, 0xAARRGGBB and premultiplied, are called `argb`.
pub type scrim_color = u32;

/// Lines and curves: commands and their points, in order (move 1, line 1, quad 2, cubic 3, close 0). A path is normal if it begins with a move, and each close is followed by a move or the end.
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

/// The shape of a glyph, independent of size. Lengths are in ems, y grows downward, the origin is on the baseline.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_glyph {
    pub size: u32,
    /// Size of the picture in pixels, at most 1024 each; 0: there is none, and the outline is filled (non-zero rule).
    pub width: u32,
    /// Size of the picture in pixels, at most 1024 each; 0: there is none, and the outline is filled (non-zero rule).
    pub height: u32,
    pub reserved: u32,
    /// Copied.
    pub outline: scrim_path,
    /// The position of the picture.
    pub place: scrim_rect,
    /// The picture: rows of premultiplied 0xAARRGGBB words without gaps; copied.
    pub argb: *const u32,
    /// The Unicode character that it represents, by which text in documents is searched and copied; 0: none, or several. Since 1.1.
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
/// There is no surface to show frames on: none are composed, and `acquire` and `present` are not called.
pub const SCRIM_SCREEN_ABSENT: u32 = 1;

/// The state of an output as decided by its screen.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_screen {
    pub size: u32,
    pub state: scrim_screen_state,
    /// In points, 1…16384 each; 0: unchanged, as for the two members below.
    pub width: f64,
    /// In points, 1…16384 each; 0: unchanged, as for the two members below.
    pub height: f64,
    /// Pixels per point.
    pub scale: f64,
    /// Frames a second.
    pub refresh: f64,
    /// For users: why the screen is absent, or what else differs from the request. May be empty.
    pub message: scrim_string,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_screen {}

impl scrim_screen {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

pub type scrim_input_kind = u32;

/// The pointer is at x, y; also sent when it enters.
pub const SCRIM_INPUT_MOVE: u32 = 0;
/// The pointer has left the output.
pub const SCRIM_INPUT_LEAVE: u32 = 1;
/// `button` is pressed or released.
pub const SCRIM_INPUT_BUTTON: u32 = 2;
/// Scrolled by dx, dy points.
pub const SCRIM_INPUT_SCROLL: u32 = 3;
/// `touch` begins, moves, ends, or is cancelled by the system.
pub const SCRIM_INPUT_TOUCH_DOWN: u32 = 4;
pub const SCRIM_INPUT_TOUCH_MOVE: u32 = 5;
pub const SCRIM_INPUT_TOUCH_UP: u32 = 6;
pub const SCRIM_INPUT_TOUCH_CANCEL: u32 = 7;
/// A key is pressed or released.
pub const SCRIM_INPUT_KEY: u32 = 8;
/// An input method composes `text`, which replaces what it composed before; empty: composition ended. Committed text is sent as a key without a name. Since 1.1.
pub const SCRIM_INPUT_COMPOSE: u32 = 9;
/// Fingers on a touchpad, at the pointer: they spread and rotate, or moved by dx, dy points since they began. Since 1.1.
pub const SCRIM_INPUT_PINCH: u32 = 10;
pub const SCRIM_INPUT_SWIPE: u32 = 11;
/// Another program drags something over the output; `touch` identifies the drag. SCRIM_GESTURE_BEGAN and CHANGED: it is at x, y, and `text` has the types in which it can be read, separated by line feeds (empty: unchanged). CANCELLED: it left, or could not be read. ENDED: it was dropped at its last position; `key` is the type in which it was read, as returned by get_drop_type, and `text` its data, at most 512 KiB. Since 1.1.
pub const SCRIM_INPUT_DROP: u32 = 12;
/// The relative motion dx, dy of a locked pointer. Since 1.1.
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

/// An input event of an output.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_input {
    pub size: u32,
    pub kind: scrim_input_kind,
    /// CLOCK_MONOTONIC, nanoseconds.
    pub time: u64,
    /// In points of the output; for pointers and touches.
    pub x: f64,
    /// In points of the output; for pointers and touches.
    pub y: f64,
    /// Points; positive is right and down.
    pub dx: f64,
    /// Points; positive is right and down.
    pub dy: f64,
    /// 0 left, 1 right, 2 middle, 3 back, 4 forward, others as numbered by the system.
    pub button: u32,
    /// For buttons and keys: 1 pressed, 0 released, 2 repeated while held.
    pub is_down: u32,
    /// Identifies a touch.
    pub touch: u32,
    pub modifiers: u32,
    /// The key's name, as X names keysyms: `a`, `Return`, `Left`.
    pub key: scrim_string,
    /// The text produced by the key; may be empty.
    pub text: scrim_string,
    /// For a pinch: the distance of the fingers relative to the initial one, and their rotation in radians, clockwise. Since 1.1.
    pub scale: f64,
    /// For a pinch: the distance of the fingers relative to the initial one, and their rotation in radians, clockwise. Since 1.1.
    pub rotation: f64,
    /// For a gesture: one of SCRIM_GESTURE_, and the number of fingers. Since 1.1.
    pub phase: u32,
    /// For a gesture: one of SCRIM_GESTURE_, and the number of fingers. Since 1.1.
    pub fingers: u32,
    /// For a move or a button of a tablet tool: one of SCRIM_TOOL_. Since 1.1.
    pub tool: u32,
    pub padding: u32,
    /// Its pressure, 0 to 1, and its tilt to the right and toward the user, in degrees, -90 to 90. Since 1.1.
    pub pressure: f64,
    /// Its pressure, 0 to 1, and its tilt to the right and toward the user, in degrees, -90 to 90. Since 1.1.
    pub tilt_x: f64,
    /// Its pressure, 0 to 1, and its tilt to the right and toward the user, in degrees, -90 to 90. Since 1.1.
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
    /// Used by the host.
    pub context: *mut c_void,
    /// Writes a line to the daemon's log. (MAIN; any time)
    pub log: unsafe extern "C" fn(*const scrim_host, scrim_level, scrim_string),
    /// Numbers, times, angles, integers.
    pub get_number: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut f64) -> scrim_status,
    pub get_boolean: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut u8) -> scrim_status,
    /// The index of a choice, or the bits of choices.
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
    /// Reports that a frame of an output is visible since `time` (CLOCK_MONOTONIC, nanoseconds; 0: not known yet), and that the output accepts another. Call it again when the time becomes known later. (MAIN; from present on, for each frame, inside present or later)
    pub presented: unsafe extern "C" fn(*const scrim_host, u64, u64, u64) -> scrim_status,
    /// Selects the operation at `index`, from 0, of SCRIM_OPERATIONS and returns its number: until the next selection or the end of the call, the get_ functions read its parameters, numbered from SCRIM_PARAMETER. SCRIM_NONE: there are no more. Since 1.1.
    pub get_operation: unsafe extern "C" fn(*const scrim_host, u64, u32, u64, *mut u32) -> scrim_status,
    /// Defines a glyph for scrim_canvas.draw_glyphs, until forget_glyph; existing drawings keep it. Numbers are not reused. SCRIM_LIMIT: too many are defined (64 MiB); forget some. (MAIN; any time) Since 1.1.
    pub define_glyph: unsafe extern "C" fn(*const scrim_host, *const scrim_glyph, *mut u64) -> scrim_status,
    /// Removes a glyph; an unknown number is ignored. (MAIN; any time) Since 1.1.
    pub forget_glyph: unsafe extern "C" fn(*const scrim_host, u64),
    /// Requests scrim_output.dispatch whenever `descriptor` is readable; -1: not any more. One per output, which may be an epoll descriptor for several. The plugin owns it, and must stop watching before closing it. The host stops watching before destroy. (MAIN; from configure on)
    pub watch: unsafe extern "C" fn(*const scrim_host, u64, i32) -> scrim_status,
    /// Reports the state of the output's screen. The last call in a turn of the loop applies; configure follows if something changed. (MAIN; from configure on)
    pub screen: unsafe extern "C" fn(*const scrim_host, u64, *const scrim_screen) -> scrim_status,
    /// Reports an input event of the output. (MAIN; during dispatch)
    pub input: unsafe extern "C" fn(*const scrim_host, u64, *const scrim_input) -> scrim_status,
    /// The objects named by a property of type SCRIM_OBJECT or SCRIM_OBJECTS; all of them exist. Since 1.1.
    pub get_objects: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut *const u64, *mut u64) -> scrim_status,
    /// The size in pixels of the picture that draw_sprites would show for an object; SCRIM_NONE when it names none, SCRIM_FAILED while it has not been read, or cannot be. Since 1.1.
    pub get_picture_size: unsafe extern "C" fn(*const scrim_host, u64, *mut scrim_point) -> scrim_status,
    /// For a property with SCRIM_PROPERTY_OPEN: the path at index `place` in the order in which the names were first used, and the part of its name after the dot. SCRIM_NONE: that one is not set; SCRIM_UNKNOWN: there are no more. Since 1.1.
    pub get_named_path: unsafe extern "C" fn(*const scrim_host, u64, u32, u64, *mut scrim_string, *mut scrim_path) -> scrim_status,
    /// Sets a number or a boolean (0: false) of the call's object, as a client would. (MAIN; during change) Since 1.1.
    pub set_number: unsafe extern "C" fn(*const scrim_host, u64, u32, f64) -> scrim_status,
    /// Sets a text of an output after its meaning changed; configure follows. (MAIN; during dispatch) Since 1.1.
    pub set_string: unsafe extern "C" fn(*const scrim_host, u64, u32, scrim_string) -> scrim_status,
    /// The type in which the layer below would accept a drag of SCRIM_INPUT_DROP, given by its number. SCRIM_NONE: no layer accepts it. (MAIN; during dispatch) Since 1.1.
    pub get_drop_type: unsafe extern "C" fn(*const scrim_host, u64, u32, *mut scrim_string) -> scrim_status,
    /// The data and type that other programs would get for the layer being dragged by the pointer. SCRIM_NONE: no layer is dragged, or it has no data for others. (MAIN; during dispatch) Since 1.1.
    pub get_drag: unsafe extern "C" fn(*const scrim_host, u64, *mut scrim_string, *mut scrim_string) -> scrim_status,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_host {}

pub const SCRIM_PARAMETER: u32 = 65536;

/// The position of a layer, according to its properties.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_item {
    pub object: u64,
    /// The center of its bounds, in its parent's coordinates.
    pub center: scrim_point,
    /// Its rotation about its center, in radians, clockwise on screen.
    pub angle: f64,
    pub bounds: scrim_rect,
    /// Maps its parent's coordinates to the root's.
    pub outer: scrim_affine,
    /// Maps its sublayers' coordinates to the root's.
    pub inner: scrim_affine,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_item {}

impl scrim_item {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// The current position of an item.
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

/// The beginning or end of a contact.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_contact {
    /// The object whose rule reports it.
    pub behavior: u64,
    pub first: u64,
    /// 0: the other side is not an item; `boundary` is its name.
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

/// A step and its results. The lists belong to the engine, and are valid until its next call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_step {
    pub size: u32,
    /// Set by the engine. 0: everything is at rest, until something is changed or placed.
    pub moves: u32,
    /// Target time in seconds of scene time; never less than before.
    pub time: f64,
    pub motions: *const scrim_motion,
    pub motion_count: u64,
    pub contacts: *const scrim_contact,
    pub contact_count: u64,
    /// Set by the engine: seconds of scene time that the step skipped because it was too much work. Since 1.1.
    pub skipped: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_step {}

impl scrim_step {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// The velocity of an item, in the engine's coordinates.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_velocity {
    /// In points per second.
    pub linear: scrim_point,
    /// In radians per second, clockwise on screen.
    pub angular: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_velocity {}

impl scrim_velocity {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// The struct behind `scrim_kind.table`. The first six functions are required.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_behavior {
    pub size: u32,
    pub flags: u32,
    /// Creates the engine, with the context of one of the kinds. (MAIN)
    pub create: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, *mut *mut c_void) -> scrim_status>,
    /// Destroys the engine. (MAIN; last call for the engine)
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    /// An object is new, or its properties changed. `context` is that of its kind. The items it names have been placed. Called in the order of creation. (MAIN)
    pub change: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *mut c_void, u64) -> scrim_status>,
    /// An object or an item was removed. (MAIN)
    pub remove: Option<unsafe extern "C" fn(*mut c_void, u64) -> scrim_status>,
    /// Items are new, or were moved or resized by others. (MAIN)
    pub place: Option<unsafe extern "C" fn(*mut c_void, *const scrim_item, u64) -> scrim_status>,
    /// Steps to `step-)time`. The same changes at the same times must give the same motions, whatever the steps. (MAIN)
    pub step: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *mut scrim_step) -> scrim_status>,
    /// The current velocity of an item; SCRIM_NONE for other layers. May be null. Since 1.1. (MAIN)
    pub velocity: Option<unsafe extern "C" fn(*mut c_void, u64, *mut scrim_velocity) -> scrim_status>,
    /// Validates a text for the property `property`, which has SCRIM_PROPERTY_CHECKED. For an invalid text, returns SCRIM_INVALID and the reason in `reason`, whose memory belongs to the plugin and is valid until its next call. `context` is that of the kind. May be null. Since 1.1. (MAIN)
    pub check: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, u32, scrim_string, *mut scrim_string) -> scrim_status>,
    /// The motion of an item or an object: state that is not in properties or positions, such as its velocity, as finite numbers with a meaning known to the engine, at most SCRIM_MOTION_NUMBERS. The list belongs to the engine, and is valid until its next call. SCRIM_NONE: no state. The host stores it in dumps and state files. May be null. Since 1.1. (MAIN)
    pub save: Option<unsafe extern "C" fn(*mut c_void, u64, *mut *const f64, *mut u64) -> scrim_status>,
    /// Lets an item or an object continue with a motion from `save`, possibly of another process or version: unknown numbers are ignored. It was changed and placed before, with everything that moves it. May be null. Since 1.1. (MAIN)
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

/// How a path is stroked. Lengths are in points.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_stroke {
    pub size: u32,
    pub cap: u32,
    pub join: u32,
    pub dash_count: u32,
    /// At least 0.
    pub width: f64,
    /// The largest ratio of a miter's length to the width, at least 0; beyond it the join becomes a bevel.
    pub miter_limit: f64,
    pub dash_phase: f64,
    /// The part of the path's length that is drawn, 0…1, before dashes are applied.
    pub start: f64,
    /// The part of the path's length that is drawn, 0…1, before dashes are applied.
    pub end: f64,
    /// Alternating lengths of dashes and gaps, at least 0 each, at most 1024; solid when `dash_count` is 0.
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

/// The first colour continues before the beginning; otherwise nothing is painted there.
pub const SCRIM_EXTEND_BEFORE: u32 = 0;
/// The last colour continues after the end.
pub const SCRIM_EXTEND_AFTER: u32 = 1;

/// A colour of a gradient and its position: 0 at the beginning, 1 at the end.
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

/// Colours, interpolated in sRGB before premultiplication. SCRIM_AXIAL: along the line between the points (constant perpendicular to it; if the length is 0, the last colour). SCRIM_RADIAL: from the circle around `from` to the circle around `to`. SCRIM_CONIC: around `from`, clockwise on screen, starting in the direction of `to`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_gradient {
    pub size: u32,
    pub kind: u32,
    /// SCRIM_EXTEND_ bits.
    pub extend: u32,
    /// At most 65536; 0 paints nothing, 1 is a solid colour.
    pub stop_count: u32,
    pub from: scrim_point,
    pub to: scrim_point,
    /// For SCRIM_RADIAL, at least 0.
    pub from_radius: f64,
    /// For SCRIM_RADIAL, at least 0.
    pub to_radius: f64,
    /// Maps the gradient's space to the path's.
    pub map: scrim_affine,
    /// Locations are finite and in ascending order; two at the same location make a hard edge.
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
    /// Maps the sublayers' coordinates to the layer's: sixteen numbers in the order of CSS matrix3d.
    pub transform: [f64; 16],
    /// Factors for red, green, blue and alpha of the copy's picture, 0…1 each. All 1: the picture is unchanged.
    pub color: [f64; 4],
    /// Delay of the copy's animations, in seconds of the layer's time; negative values make them run ahead.
    pub delay: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_copy {}

impl scrim_copy {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// A glyph and its position: `at` is its origin, on the baseline.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_placed_glyph {
    /// The number returned by scrim_host.define_glyph.
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
    /// The colour of outlines; for pictures only its alpha is used.
    pub rgba: scrim_color,
    /// Size of one em in points, at least 0.
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
    /// Maps the unit square, with the picture's upper left corner at 0,0, to the layer's coordinates.
    pub map: scrim_affine,
    /// The factor for the picture's colours; for a plain shape, its colour.
    pub rgba: scrim_color,
    pub reserved: u32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_sprite {}

impl scrim_sprite {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Colours are added to the backdrop (plusLighter).
pub const SCRIM_SPRITES_ADDITIVE: u32 = 0;
/// Without a picture: the disc inscribed in the unit square, instead of the square.
pub const SCRIM_SPRITES_DISC: u32 = 1;
/// Nearest neighbour: each pixel of the picture stays a square. Without this flag and the next one, sampling is smooth at every size.
pub const SCRIM_SPRITES_NEAREST: u32 = 2;
/// Bilinear; not together with SCRIM_SPRITES_NEAREST.
pub const SCRIM_SPRITES_LINEAR: u32 = 3;

/// Sprites with the same contents, painted in order.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_sprites {
    pub size: u32,
    /// SCRIM_SPRITES_ bits.
    pub flags: u32,
    /// The object whose picture is shown: an image, a buffer, or an object with a property of type SCRIM_CONTENTS, named by a property of the layer or of an object that it names; 0: plain shapes. While the picture is missing nothing is painted; when it becomes available, the drawing is requested again.
    pub object: u64,
    /// The shown part of the picture, in units of it.
    pub source: scrim_rect,
    /// At most 100000, in all batches of a drawing.
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
    /// Used by the host.
    pub context: *mut c_void,
    /// Saves the state (map, clip, alpha, blend mode, shadow) until the matching restore; at most 256 levels. Unclosed levels at the end are an error.
    pub save: unsafe extern "C" fn(*const scrim_canvas) -> scrim_status,
    pub restore: unsafe extern "C" fn(*const scrim_canvas) -> scrim_status,
    /// Concatenates a map for the following operations, applied before the current one.
    pub concat: unsafe extern "C" fn(*const scrim_canvas, *const scrim_affine) -> scrim_status,
    /// Intersects the clip with the path's inside; `rule` as in fill_path.
    pub clip_path: unsafe extern "C" fn(*const scrim_canvas, *const scrim_path, u32) -> scrim_status,
    /// `rule` is SCRIM_NON_ZERO or SCRIM_EVEN_ODD.
    pub fill_path: unsafe extern "C" fn(*const scrim_canvas, *const scrim_path, u32, scrim_color) -> scrim_status,
    pub stroke_path: unsafe extern "C" fn(*const scrim_canvas, *const scrim_path, *const scrim_stroke, scrim_color) -> scrim_status,
    /// Fills the path's inside; with a null path, the layer's bounds with their rounded corners, independent of the current map (the gradient's `map` then leads to the layer's coordinates as usual). Since 1.1.
    pub fill_gradient: unsafe extern "C" fn(*const scrim_canvas, *const scrim_path, u32, *const scrim_gradient) -> scrim_status,
    /// For kinds with SCRIM_LAYER_PLACES_SUBLAYERS: draws the sublayers over the layer's own drawing and over previous copies; at most 10000 times. Since 1.1.
    pub draw_sublayers: unsafe extern "C" fn(*const scrim_canvas, *const scrim_copy) -> scrim_status,
    /// Sets the alpha of the following operations, 0…1; replaces the current one. Since 1.1.
    pub set_alpha: unsafe extern "C" fn(*const scrim_canvas, f64) -> scrim_status,
    /// Sets a SCRIM_BLEND_ mode for the following operations. Since 1.1.
    pub set_blend: unsafe extern "C" fn(*const scrim_canvas, u32) -> scrim_status,
    /// Gives each following operation a shadow: moved by `offset`, blurred with the standard deviation `radius`, at least 0, both in points of the layer, independent of the current map. A transparent colour removes it. There is no shadow with modes that change the backdrop outside the painted shape (SCRIM_BLEND_CLEAR, _COPY, _SOURCE_IN, _SOURCE_OUT, _DESTINATION_IN, _DESTINATION_ATOP). Since 1.1.
    pub set_shadow: unsafe extern "C" fn(*const scrim_canvas, scrim_point, f64, scrim_color) -> scrim_status,
    /// Paints a gradient, under the current map, everywhere inside the clip; without a clip, in the layer's bounds. Since 1.1.
    pub paint_gradient: unsafe extern "C" fn(*const scrim_canvas, *const scrim_gradient) -> scrim_status,
    /// Paints glyphs as one shape: where they overlap, a translucent colour counts once. Since 1.1.
    pub draw_glyphs: unsafe extern "C" fn(*const scrim_canvas, *const scrim_glyph_run) -> scrim_status,
    /// Paints pictures, or plain shapes, under the current map. A single one is an image in a rectangle. Since 1.1.
    pub draw_sprites: unsafe extern "C" fn(*const scrim_canvas, *const scrim_sprites) -> scrim_status,
    /// For kinds with SCRIM_LAYER_USES_TIME: the layer's time until which the drawing stays the same; then it is requested again. The current or an earlier time: in the next frame. Infinity, the default: never. Since 1.1.
    pub hold: unsafe extern "C" fn(*const scrim_canvas, f64) -> scrim_status,
    /// Like `save`; in addition, the operations up to the matching restore become one picture, which is then painted as one operation: with the current alpha, blend mode, shadow and clip. Inside, these start at 1, normal, none and no clip, on a transparent backdrop. At most 16 levels. Since 1.1.
    pub save_layer: unsafe extern "C" fn(*const scrim_canvas) -> scrim_status,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_canvas {}

pub const SCRIM_PROBE_BYTES: u32 = 4096;

/// The picture is a vector picture: it can be decoded at any size.
pub const SCRIM_PICTURE_IS_VECTOR: u32 = 0;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_picture {
    pub size: u32,
    pub flags: u32,
    /// In pixels as shown, turned upright; for a vector picture, the natural size in points, rounded up.
    pub width: u32,
    /// In pixels as shown, turned upright; for a vector picture, the natural size in points, rounded up.
    pub height: u32,
    /// At least 1.
    pub frame_count: u32,
    /// Number of repetitions; 0: for ever.
    pub loop_count: u32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_picture {}

impl scrim_picture {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// A request to decode a frame, and its destination.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_decode {
    pub size: u32,
    /// 0 … frame_count − 1, in any order; in ascending order, each costs only its own decoding.
    pub frame: u32,
    /// The picture's size; for a vector picture, any.
    pub width: u32,
    /// The picture's size; for a vector picture, any.
    pub height: u32,
    /// Bytes per row: a multiple of 4, at least 4·width.
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

/// The struct behind `scrim_kind.table`; the kind has no properties. A failed call logs the reason (`scrim_host.log`, level error) and returns SCRIM_FAILED; the user sees that line. All functions but prepare, close and duration are required.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_decoder {
    pub size: u32,
    pub flags: u32,
    /// Loads files that the decoder needs. (MAIN; once, before the process is confined)
    pub prepare: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void)>,
    /// Returns 1 when the decoder can read a file that begins with these bytes. (MAIN)
    pub probe: Option<unsafe extern "C" fn(*mut c_void, *const u8, u64) -> u8>,
    /// Opens a file, whose bytes stay readable until close. (MAIN; when probe returned 1)
    pub open: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, *const u8, u64, *mut *mut c_void) -> scrim_status>,
    /// Closes the file. (MAIN; last call for the instance)
    pub close: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Fills `picture`, whose `size` the host has set; the same at every call. Must not allocate memory for pixels: the host checks the size first. (MAIN; after open)
    pub info: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *mut scrim_picture) -> scrim_status>,
    /// The duration of a frame, in seconds. Null: there is one frame. (MAIN; after info)
    pub duration: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, u32, *mut f64) -> scrim_status>,
    /// Decodes a frame. (MAIN; after info)
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
    /// The arguments except the colour, as many as the schema has; angles are in radians.
    pub numbers: *const f64,
    /// The colour, if the schema has one; "none" is 0.
    pub rgba: scrim_color,
    pub reserved: u32,
    /// Maps points to pixels; its linear part scales the lengths among the arguments.
    pub map: scrim_affine,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_filter_use {}

impl scrim_filter_use {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// The distance over which a pixel has an effect, in pixels, 0…32000 each.
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
    /// Bytes per row, a multiple of 4.
    pub stride: u32,
    /// The position of the pixels; the first one is (x0, y0). The same coordinates mean the same pixel of the picture in every call.
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

/// The struct behind `scrim_kind.table`. Filters have no state: the same use and the same pixels give the same result.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_filter {
    pub size: u32,
    /// Bits 0 to 7, SCRIM_FILTER_WEIGHT: the cost of a use, as a multiple of filling a plain buffer of the same size, for the budget of a frame (limit.frameBytes); 0 means 3, like a blur. The other bits are 0. Since 1.1.
    pub flags: u32,
    /// The filter's reach. Null: a pixel affects only itself. `*reach` is zero before. (MAIN)
    pub reach: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, *const scrim_filter_use, *mut scrim_reach) -> scrim_status>,
    /// Fills all of `target`, which is transparent and does not overlap `source`. Required. A pixel may depend only on the source within reach of it, which is transparent outside its rectangle, and not on the rectangles. (MAIN)
    pub apply: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, *const scrim_filter_use, *const scrim_image, *const scrim_image) -> scrim_status>,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_filter {}

impl scrim_filter {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// A sublayer that is not hidden. Lengths are in points, finite, at least 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_sublayer {
    /// Its own size: that of a text or a layout, otherwise the size given by its bounds.
    pub width: f64,
    /// Its own size: that of a text or a layout, otherwise the size given by its bounds.
    pub height: f64,
    /// `layout.grow`.
    pub grow: f64,
    /// `layout.basis`; negative: none.
    pub basis: f64,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_sublayer {}

impl scrim_sublayer {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Additional hints for each sublayer, in the same order.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_sublayer_hints {
    /// `layout.shrink`.
    pub shrink: f64,
    /// `layout.minimum`, and `layout.maximum`; without one, infinity.
    pub minimum: f64,
    /// `layout.minimum`, and `layout.maximum`; without one, infinity.
    pub maximum: f64,
    /// `layout.spacing`; NaN: none.
    pub spacing: f64,
    /// The index of the choice of `layout.alignment`; 0: the layout's own.
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
    /// The layer's bounds: the available space. Frames are relative to their upper left corner, whatever their origin is.
    pub width: f64,
    /// The layer's bounds: the available space. Frames are relative to their upper left corner, whatever their origin is.
    pub height: f64,
    /// In order.
    pub sublayers: *const scrim_sublayer,
    /// Used by the host.
    pub context: *mut c_void,
    /// The own size of sublayer number `index` for a maximum width: text wraps. (MAIN; during the call that received the layout)
    pub measure: unsafe extern "C" fn(*const scrim_layout, u32, f64, *mut scrim_point) -> scrim_status,
    /// One per sublayer.
    pub hints: *const scrim_sublayer_hints,
    /// The distances of the first and the last baseline of sublayer number `index` from its upper edge, for the given width; SCRIM_NONE without text. (MAIN; during the call that received the layout)
    pub baselines: unsafe extern "C" fn(*const scrim_layout, u32, f64, *mut scrim_point) -> scrim_status,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_layout {}

/// The drawing depends on `bounds`: it is requested again when they change.
pub const SCRIM_LAYER_USES_BOUNDS: u32 = 0;
/// The number and positions of the sublayers are determined by `draw` (scrim_canvas.draw_sublayers). Since 1.1.
pub const SCRIM_LAYER_PLACES_SUBLAYERS: u32 = 1;
/// The drawing depends on time: `draw` tells how long it is valid (scrim_canvas.hold). Unless it is set, `beginTime` is the time of the layer's creation, so that its local time begins with it. Since 1.1.
pub const SCRIM_LAYER_USES_TIME: u32 = 2;
/// The drawing is painted above sublayers and border. Since 1.1.
pub const SCRIM_LAYER_DRAWS_ABOVE: u32 = 3;
/// A pointer hits the layer where it draws, instead of within its bounds. Since 1.1.
pub const SCRIM_LAYER_HIT_BY_DRAWING: u32 = 4;
/// The drawing is a figure: the path of the property `path`, filled with `fillColor` by `fillRule`, then stroked with `strokeColor` by `lineWidth`, `lineCap`, `lineJoin`, `miterLimit`, `lineDashPattern`, `lineDashPhase`, `strokeStart` and `strokeEnd`: properties of the kind with the types, choices and meaning that the kind `shape` gives them; those that it lacks have their defaults there, colours none. The host may then draw the layer without calling `draw`, which has to give the same. Since 1.1.
pub const SCRIM_LAYER_DRAWS_FIGURE: u32 = 5;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_draw {
    pub size: u32,
    pub reserved: u32,
    pub object: u64,
    /// The layer's bounds.
    pub bounds: scrim_rect,
    /// The layer's local time, in seconds. Since 1.1.
    pub time: f64,
    /// SCRIM_DRAW_ bits. Since 1.1.
    pub flags: u32,
    pub unused: u32,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_draw {}

impl scrim_draw {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// In measure: the object's properties are those of its measure before. Since 1.1.
pub const SCRIM_DRAW_UNCHANGED: u32 = 0;

/// The struct behind `scrim_kind.table`. The order of calls for an object: create, (update, draw)*, destroy.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_layer {
    pub size: u32,
    pub flags: u32,
    /// Creates the kind's instance for an object, before its first drawing. `context` is `scrim_kind.context`. `*instance` may stay null when there is no state. (MAIN)
    pub create: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, u64, *mut *mut c_void) -> scrim_status>,
    /// The object was removed, or the kind is suspended, reloaded or unloaded. (MAIN; last call for the instance)
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Properties changed, and draw follows. For derived state; may be null. (MAIN; before draw)
    pub update: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_draw) -> scrim_status>,
    /// Records the drawing. Required. The same properties, and time for a kind that uses it, must give the same drawing. (MAIN; after create)
    pub draw: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_draw, *const scrim_canvas) -> scrim_status>,
    /// The intrinsic size, for example of a text, in points, at least 0. `width` is the available width; infinite: unlimited. Used by layers whose bounds were given no size. `request-)bounds` are those that were given, so their size may be zero. The same properties and width must give the same size. May be null: the kind has no intrinsic size. (MAIN; after create) Since 1.1.
    pub measure: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_draw, f64, *mut scrim_point) -> scrim_status>,
    /// The value of a SCRIM_PROPERTY_COMPUTED property: one number, two, or four, depending on its type. `request` as in measure. Null when there is no such property. (MAIN; after create) Since 1.1.
    pub compute: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_draw, u32, *mut f64) -> scrim_status>,
    /// Lays the sublayers out: fills `frames`, one for each, finite. The host uses them as position and size, and calls again when the layout, the layer's properties or size, or the data of a sublayer change; not as time passes, so the inputs of a layout do not animate. The same layout and properties must give the same frames. `context` is `scrim_kind.context`. May be null: sublayers keep their own positions. (MAIN) Since 1.1.
    pub arrange: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_layout, *mut scrim_rect) -> scrim_status>,
    /// The size of the layer for which all sublayers have their own size; the size in `layout` is undefined. Called when the layer itself is in a layout. Required together with arrange. (MAIN) Since 1.1.
    pub fit: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_layout, *mut scrim_point) -> scrim_status>,
    /// Validates a text for a SCRIM_PROPERTY_CHECKED property: SCRIM_OK, or SCRIM_INVALID with the reason in `reason`, borrowed until the next call. Not called for restored scenes, so invalid texts must be handled as well. `context` is `scrim_kind.context`. Null when there is no such property. (MAIN) Since 1.1.
    pub check: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, u32, scrim_string, *mut scrim_string) -> scrim_status>,
    /// The value of a SCRIM_PROPERTY_COMPUTED property of the type SCRIM_NUMBERS or SCRIM_RECTS: at most 262144 numbers, four for each rectangle, borrowed until the next call of the plugin. Otherwise as compute. Null when there is no such property. (MAIN; after create) Since 1.1.
    pub compute_list: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_draw, u32, *mut *const f64, *mut u64) -> scrim_status>,
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
    /// Bytes per row: a multiple of 4, at least 4·width.
    pub stride: u32,
    /// 0: the contents are undefined. N: the contents of the frame presented N frames ago.
    pub age: u32,
    /// A file descriptor of the same memory for clients, owned by the plugin; -1: none. `offset` is the offset of the pixels in it.
    pub descriptor: i32,
    pub reserved: u32,
    pub offset: u64,
    /// An identifier chosen by the plugin.
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
    /// `scrim_buffer.id` of the presented buffer.
    pub buffer: u64,
    /// Counts up by one for each frame of the output.
    pub number: u64,
    /// The time at which the frame should be visible: CLOCK_MONOTONIC, nanoseconds.
    pub time: u64,
    /// The difference from the previous frame; disjoint, inside the buffer.
    pub damage: *const scrim_pixels,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_frame {}

impl scrim_frame {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Regions of an output's picture, in its pixels; rectangles are disjoint.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_shape {
    pub size: u32,
    /// 1: a present with this shape follows at once; 0: none follows.
    pub presents: u32,
    /// The area in which nothing behind the output is visible.
    pub opaque: *const scrim_pixels,
    pub opaque_count: u64,
    /// The area in which layers accept input.
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

/// No text field.
pub const SCRIM_PURPOSE_NONE: u32 = 0;
pub const SCRIM_PURPOSE_TEXT: u32 = 1;
/// The text is hidden, and must not be recorded.
pub const SCRIM_PURPOSE_PASSWORD: u32 = 2;

/// The text field that receives the keys.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_text_input {
    pub size: u32,
    pub purpose: scrim_purpose,
    /// Its rectangle, in points of the output.
    pub place: scrim_rect,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_text_input {}

impl scrim_text_input {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// The presented picture stays visible, and the buffers and their ages stay valid, after a configure that changes only properties, not size, scale or refresh: no frame is composed for it. Since 1.1.
pub const SCRIM_OUTPUT_KEEPS: u32 = 1;

/// The struct behind `scrim_kind.table`. The order of calls: create, then configure, (acquire, present)*, again from configure when size, scale, refresh or a property changes, then destroy. The first five functions are required.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_output {
    pub size: u32,
    pub flags: u32,
    /// As in scrim_layer. (MAIN)
    pub create: Option<unsafe extern "C" fn(*const scrim_host, *mut c_void, u64, *mut *mut c_void) -> scrim_status>,
    /// Destroys the output. (MAIN; last call for the instance)
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Sets the mode. A status other than SCRIM_OK keeps the previous one. (MAIN; not between acquire and present)
    pub configure: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_mode) -> scrim_status>,
    /// Fills `buffer`, whose `size` the host has set. SCRIM_NONE: none is available, which is not an error; the host tries again. (MAIN; after configure)
    pub acquire: Option<unsafe extern "C" fn(*mut c_void, *mut scrim_buffer) -> scrim_status>,
    /// Shows the acquired buffer; the plugin calls scrim_host.presented for it. (MAIN; after acquire)
    pub present: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_frame) -> scrim_status>,
    /// The descriptor passed to scrim_host.watch is readable. (MAIN; while one is watched)
    pub dispatch: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host) -> scrim_status>,
    /// The shape of the next frame, or of the last one when none follows; called when it changed, and after configure. (MAIN; after configure, not between acquire and present)
    pub shape: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_shape) -> scrim_status>,
    /// The text field that receives the keys; called when it changes, initially SCRIM_PURPOSE_NONE. For input methods, and for keys that paste. (MAIN; after configure, not between acquire and present) Since 1.1.
    pub text_input: Option<unsafe extern "C" fn(*mut c_void, *const scrim_host, *const scrim_text_input) -> scrim_status>,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_output {}

impl scrim_output {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// The type of a property. Types not listed here cannot be used by plugins yet.
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
/// One of `choices`, by index.
pub const SCRIM_CHOICE: u32 = 8;
/// Any of `choices` (at most 32), one bit each.
pub const SCRIM_CHOICES: u32 = 9;
pub const SCRIM_NUMBERS: u32 = 10;
pub const SCRIM_COLORS: u32 = 11;
pub const SCRIM_TRANSFORM: u32 = 12;
/// A path or none.
pub const SCRIM_PATH: u32 = 13;
pub const SCRIM_TEXT: u32 = 16;
/// The id of an object, or none. Since 1.1.
pub const SCRIM_OBJECT: u32 = 17;
/// Objects of the kinds named by `choices` (of any, if empty), each once, or none; cycles are not allowed. A change of one of them counts as a change of the property. Since 1.1.
pub const SCRIM_OBJECTS: u32 = 18;
/// A whole number.
pub const SCRIM_INTEGER: u32 = 19;
/// A list of operations, to which `draw ID OP…` appends; at most one such property per kind. Since 1.1.
pub const SCRIM_OPERATIONS: u32 = 25;
/// x, y, and a radius of at least 0; read with get_numbers. Since 1.1.
pub const SCRIM_CIRCLE: u32 = 26;
/// A picture for scrim_canvas.draw_sprites: an image, a buffer, a file, or none. For plain kinds ("scrim.object/1"), once in a schema. Since 1.1.
pub const SCRIM_CONTENTS: u32 = 20;
/// A list of rectangles. For SCRIM_PROPERTY_COMPUTED properties. Since 1.1.
pub const SCRIM_RECTS: u32 = 27;

/// The consequence of a change of the property.
pub type scrim_effect = u32;

/// Nothing visible changes; an output is configured again.
pub const SCRIM_EFFECT_NONE: u32 = 0;
/// The object is drawn again.
pub const SCRIM_EFFECT_CONTENT: u32 = 2;

/// The numbers of a list must be in ascending order.
pub const SCRIM_PROPERTY_RISING: u32 = 0;
/// A read-only property with a value from `scrim_layer.compute`: a number, an integer, a point, a size or a rectangle; or from `scrim_layer.compute_list`: numbers or rectangles.
pub const SCRIM_PROPERTY_COMPUTED: u32 = 1;
/// For an operation's parameter: it is required. Since 1.1.
pub const SCRIM_PROPERTY_REQUIRED: u32 = 2;
/// For an operation's parameter: it is positional, given without its name. Since 1.1.
pub const SCRIM_PROPERTY_POSITIONAL: u32 = 3;
/// A text that `scrim_layer.check` or `scrim_behavior.check` may reject. Since 1.1.
pub const SCRIM_PROPERTY_CHECKED: u32 = 4;
/// Initially "none", which is a valid value (numbers, points, rectangles). Since 1.1.
pub const SCRIM_PROPERTY_OPTIONAL: u32 = 5;
/// The object is removed together with the one that the property names; otherwise the reference is cleared. Since 1.1.
pub const SCRIM_PROPERTY_ATTACHED: u32 = 6;
/// The name ends with a dot, after which clients add a name of their own, at most 1000 different ones. For SCRIM_PATH. Since 1.1.
pub const SCRIM_PROPERTY_OPEN: u32 = 7;
/// A secret text: clients read only `set` or `unset`. Since 1.1.
pub const SCRIM_PROPERTY_SECRET: u32 = 8;

/// A property's default. All zero: none if the type allows it, otherwise zero, false, the first choice, or empty.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_default {
    /// 1: the members below are valid.
    pub is_set: u32,
    /// Boolean 0 or 1, choice, bits of choices, colour.
    pub bits: u32,
    /// Number, time, angle and integer in (0); point and size in (0), (1); rectangle in all.
    pub numbers: [f64; 4],
    /// For SCRIM_NUMBERS.
    pub list: *const f64,
    pub list_count: u64,
    /// For SCRIM_TEXT.
    pub text: scrim_string,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_default {}

impl scrim_default {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// Opens a level, to be closed by an operation with SCRIM_OPERATION_CLOSES; at most 256 levels.
pub const SCRIM_OPERATION_OPENS: u32 = 0;
/// Closes a level; rejected when none is open.
pub const SCRIM_OPERATION_CLOSES: u32 = 1;

/// One operation allowed in a list of SCRIM_OPERATIONS. Its number is its index in `scrim_property.operations`. `scrim_property.operation_size` is the size of this struct. Since 1.1.
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
    /// Like a kind's properties; `effect`, `animates` and SCRIM_OPERATIONS are ignored here.
    pub parameters: *const scrim_property,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_operation {}

impl scrim_operation {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// One property. Its number is its index in `scrim_kind.properties`. `scrim_kind.property_size` is the size of this struct.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_property {
    /// (A-Za-z)(A-Za-z0-9._-)*, and not a name common to all kinds of the family.
    pub name: scrim_string,
    pub r#type: scrim_type,
    pub effect: scrim_effect,
    /// 1: intermediate values are meaningful, so the property can animate.
    pub animates: u32,
    pub choice_count: u32,
    pub choices: *const scrim_string,
    /// The range of numbers, also of those in a list; both zero: unlimited. Inclusive; may be infinite.
    pub minimum: f64,
    /// The range of numbers, also of those in a list; both zero: unlimited. Inclusive; may be infinite.
    pub maximum: f64,
    pub initial: scrim_default,
    /// "points", "seconds"; may be empty.
    pub unit: scrim_string,
    /// One line.
    pub help: scrim_string,
    /// SCRIM_PROPERTY_ bits. Since 1.1.
    pub flags: u32,
    pub reserved: u32,
    /// The allowed number of elements in a list of numbers or colours; both zero: unlimited. Since 1.1. Also the maximum number of objects in a list, and of commands in a path; `least` is then 0. Since 1.1.
    pub least: u32,
    /// The allowed number of elements in a list of numbers or colours; both zero: unlimited. Since 1.1. Also the maximum number of objects in a list, and of commands in a path; `least` is then 0. Since 1.1.
    pub most: u32,
    /// For SCRIM_OPERATIONS: 1…256. Since 1.1.
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
    /// (A-Za-z)(A-Za-z0-9._-)*, as in the manifest.
    pub name: scrim_string,
    /// SCRIM_LAYER_INTERFACE, SCRIM_OBJECT_INTERFACE, SCRIM_OUTPUT_INTERFACE, SCRIM_FILTER_INTERFACE, SCRIM_DECODER_INTERFACE or SCRIM_BEHAVIOR_INTERFACE.
    pub interface: scrim_string,
    /// One line.
    pub help: scrim_string,
    /// The kind's own properties, without those common to all layers or outputs, which precede them.
    pub properties: *const scrim_property,
    /// A scrim_layer, scrim_output, scrim_filter, scrim_decoder or scrim_behavior, depending on `interface`; null for a plain kind.
    pub table: *const c_void,
    /// Passed to create.
    pub context: *mut c_void,
}

// Tables and texts that do not change.
unsafe impl Sync for scrim_kind {}

impl scrim_kind {
    /// All members zero or null.
    pub const ZERO: Self = unsafe { core::mem::zeroed() };
}

/// The result of the entry function.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scrim_plugin {
    pub size: u32,
    /// SCRIM_ABI of the header with which the plugin was built.
    pub abi: u32,
    /// As in the manifest.
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
