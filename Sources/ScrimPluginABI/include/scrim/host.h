// The functions that the host offers to plugins.
#pragma once

#include <scrim/abi.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef uint32_t scrim_level;
enum { SCRIM_LOG_ERROR = 0, SCRIM_LOG_WARNING = 1, SCRIM_LOG_NOTICE = 2, SCRIM_LOG_INFO = 3, SCRIM_LOG_DEBUG = 4 };

/// The shape of a glyph, independent of size. Lengths are in ems, y grows downward, the origin is on the baseline.
typedef struct scrim_glyph {
    uint32_t size;
    /// Size of the picture in pixels, at most 1024 each; 0: there is none, and the outline is filled (non-zero rule).
    uint32_t width, height;
    uint32_t reserved;
    /// Copied.
    scrim_path outline;
    /// The position of the picture.
    scrim_rect place;
    /// The picture: rows of premultiplied 0xAARRGGBB words without gaps; copied.
    const uint32_t *_Nullable argb;
    /// The Unicode character that it represents, by which text in documents is searched and copied; 0: none, or
    /// several. Since 1.1.
    uint32_t character;
    uint32_t padding;
} scrim_glyph;

typedef uint32_t scrim_screen_state;
enum {
    /// Frames are shown.
    SCRIM_SCREEN_ACTIVE = 0,
    /// There is no surface to show frames on: none are composed, and `acquire` and `present` are not called.
    SCRIM_SCREEN_ABSENT = 1
};

/// The state of an output as decided by its screen.
typedef struct scrim_screen {
    uint32_t size;
    scrim_screen_state state;
    /// In points, 1…16384 each; 0: unchanged, as for the two members below.
    double width, height;
    /// Pixels per point.
    double scale;
    /// Frames a second.
    double refresh;
    /// For users: why the screen is absent, or what else differs from the request. May be empty.
    scrim_string message;
} scrim_screen;

typedef uint32_t scrim_input_kind;
enum {
    /// The pointer is at x, y; also sent when it enters.
    SCRIM_INPUT_MOVE = 0,
    /// The pointer has left the output.
    SCRIM_INPUT_LEAVE = 1,
    /// `button` is pressed or released.
    SCRIM_INPUT_BUTTON = 2,
    /// Scrolled by dx, dy points.
    SCRIM_INPUT_SCROLL = 3,
    /// `touch` begins, moves, ends, or is cancelled by the system.
    SCRIM_INPUT_TOUCH_DOWN = 4,
    SCRIM_INPUT_TOUCH_MOVE = 5,
    SCRIM_INPUT_TOUCH_UP = 6,
    SCRIM_INPUT_TOUCH_CANCEL = 7,
    /// A key is pressed or released.
    SCRIM_INPUT_KEY = 8,
    /// An input method composes `text`, which replaces what it composed before; empty: composition ended. Committed
    /// text is sent as a key without a name. Since 1.1.
    SCRIM_INPUT_COMPOSE = 9,
    /// Fingers on a touchpad, at the pointer: they spread and rotate, or moved by dx, dy points since they began. Since
    /// 1.1.
    SCRIM_INPUT_PINCH = 10,
    SCRIM_INPUT_SWIPE = 11,
    /// Another program drags something over the output; `touch` identifies the drag. SCRIM_GESTURE_BEGAN and CHANGED:
    /// it is at x, y, and `text` has the types in which it can be read, separated by line feeds (empty: unchanged).
    /// CANCELLED: it left, or could not be read. ENDED: it was dropped at its last position; `key` is the type in which
    /// it was read, as returned by get_drop_type, and `text` its data, at most 512 KiB. Since 1.1.
    SCRIM_INPUT_DROP = 12,
    /// The relative motion dx, dy of a locked pointer. Since 1.1.
    SCRIM_INPUT_MOTION = 13
};
/// Values of `scrim_input.tool`: the device used as the pointer.
enum {
    SCRIM_TOOL_NONE = 0,
    SCRIM_TOOL_PEN = 1,
    SCRIM_TOOL_ERASER = 2,
    SCRIM_TOOL_BRUSH = 3,
    SCRIM_TOOL_PENCIL = 4,
    SCRIM_TOOL_AIRBRUSH = 5,
    SCRIM_TOOL_MOUSE = 6,
    SCRIM_TOOL_LENS = 7
};
/// Values of `scrim_input.phase`.
enum { SCRIM_GESTURE_BEGAN = 0, SCRIM_GESTURE_CHANGED = 1, SCRIM_GESTURE_ENDED = 2, SCRIM_GESTURE_CANCELLED = 3 };
/// Bits of `scrim_input.modifiers`.
enum { SCRIM_MODIFIER_SHIFT = 1, SCRIM_MODIFIER_CONTROL = 2, SCRIM_MODIFIER_ALT = 4, SCRIM_MODIFIER_SUPER = 8 };

/// An input event of an output.
typedef struct scrim_input {
    uint32_t size;
    scrim_input_kind kind;
    /// CLOCK_MONOTONIC, nanoseconds.
    uint64_t time;
    /// In points of the output; for pointers and touches.
    double x, y;
    /// Points; positive is right and down.
    double dx, dy;
    /// 0 left, 1 right, 2 middle, 3 back, 4 forward, others as numbered by the system.
    uint32_t button;
    /// For buttons and keys: 1 pressed, 0 released, 2 repeated while held.
    uint32_t is_down;
    /// Identifies a touch.
    uint32_t touch;
    uint32_t modifiers;
    /// The key's name, as X names keysyms: `a`, `Return`, `Left`.
    scrim_string key;
    /// The text produced by the key; may be empty.
    scrim_string text;
    /// For a pinch: the distance of the fingers relative to the initial one, and their rotation in radians, clockwise.
    /// Since 1.1.
    double scale, rotation;
    /// For a gesture: one of SCRIM_GESTURE_, and the number of fingers. Since 1.1.
    uint32_t phase, fingers;
    /// For a move or a button of a tablet tool: one of SCRIM_TOOL_. Since 1.1.
    uint32_t tool;
    uint32_t padding;
    /// Its pressure, 0 to 1, and its tilt to the right and toward the user, in degrees, -90 to 90. Since 1.1.
    double pressure, tilt_x, tilt_y;
} scrim_input;

/// The host's functions. The table lives as long as the process and may be stored.
///
/// The get_ functions read a property of the object of the running call, by its number in the schema of its kind; or of
/// an object of one of the plugin's own plain kinds ("scrim.object/1"), whose id was returned by get_objects. [MAIN;
/// during create, update, draw, configure; otherwise SCRIM_STATE] Returned lists, paths and texts are borrowed until
/// that call returns.
typedef struct scrim_host scrim_host;
struct scrim_host {
    uint32_t size;
    /// The host's SCRIM_ABI.
    uint32_t abi;
    /// Used by the host.
    void *_Nullable context;

    /// Writes a line to the daemon's log. [MAIN; any time]
    void (*log)(const scrim_host *host, scrim_level level, scrim_string message);

    /// Numbers, times, angles, integers.
    scrim_status (*get_number)(const scrim_host *host, uint64_t object, uint32_t property, double *value);
    scrim_status (*get_boolean)(const scrim_host *host, uint64_t object, uint32_t property, uint8_t *value);
    /// The index of a choice, or the bits of choices.
    scrim_status (*get_choice)(const scrim_host *host, uint64_t object, uint32_t property, uint32_t *value);
    scrim_status (*get_color)(const scrim_host *host, uint64_t object, uint32_t property, scrim_color *value);
    /// Points and sizes.
    scrim_status (*get_point)(const scrim_host *host, uint64_t object, uint32_t property, scrim_point *value);
    scrim_status (*get_rect)(const scrim_host *host, uint64_t object, uint32_t property, scrim_rect *value);
    scrim_status (*get_numbers)(
        const scrim_host *host, uint64_t object, uint32_t property, const double *_Nullable *_Nonnull values,
        uint64_t *count);
    scrim_status (*get_colors)(
        const scrim_host *host, uint64_t object, uint32_t property, const scrim_color *_Nullable *_Nonnull values,
        uint64_t *count);
    /// Sixteen numbers in the order of CSS matrix3d.
    scrim_status (*get_transform)(const scrim_host *host, uint64_t object, uint32_t property, double *values);
    scrim_status (*get_path)(const scrim_host *host, uint64_t object, uint32_t property, scrim_path *value);
    scrim_status (*get_string)(const scrim_host *host, uint64_t object, uint32_t property, scrim_string *value);

    /// Reports that a frame of an output is visible since `time` (CLOCK_MONOTONIC, nanoseconds; 0: not known yet), and
    /// that the output accepts another. Call it again when the time becomes known later. [MAIN; from present on, for
    /// each frame, inside present or later]
    scrim_status (*presented)(const scrim_host *host, uint64_t object, uint64_t frame, uint64_t time);

    /// Selects the operation at `index`, from 0, of SCRIM_OPERATIONS and returns its number: until the next selection
    /// or the end of the call, the get_ functions read its parameters, numbered from SCRIM_PARAMETER. SCRIM_NONE: there
    /// are no more. Since 1.1.
    scrim_status (*get_operation)(
        const scrim_host *host, uint64_t object, uint32_t property, uint64_t index, uint32_t *operation);
    /// Defines a glyph for scrim_canvas.draw_glyphs, until forget_glyph; existing drawings keep it. Numbers are not
    /// reused. SCRIM_LIMIT: too many are defined (64 MiB); forget some. [MAIN; any time] Since 1.1.
    scrim_status (*define_glyph)(const scrim_host *host, const scrim_glyph *glyph, uint64_t *number);
    /// Removes a glyph; an unknown number is ignored. [MAIN; any time] Since 1.1.
    void (*forget_glyph)(const scrim_host *host, uint64_t number);

    /// Requests scrim_output.dispatch whenever `descriptor` is readable; -1: not any more. One per output, which may be
    /// an epoll descriptor for several. The plugin owns it, and must stop watching before closing it. The host stops
    /// watching before destroy. [MAIN; from configure on]
    scrim_status (*watch)(const scrim_host *host, uint64_t object, int32_t descriptor);
    /// Reports the state of the output's screen. The last call in a turn of the loop applies; configure follows if
    /// something changed. [MAIN; from configure on]
    scrim_status (*screen)(const scrim_host *host, uint64_t object, const scrim_screen *screen);
    /// Reports an input event of the output. [MAIN; during dispatch]
    scrim_status (*input)(const scrim_host *host, uint64_t object, const scrim_input *input);

    /// The objects named by a property of type SCRIM_OBJECT or SCRIM_OBJECTS; all of them exist. Since 1.1.
    scrim_status (*get_objects)(
        const scrim_host *host, uint64_t object, uint32_t property, const uint64_t *_Nullable *_Nonnull values,
        uint64_t *count);
    /// The size in pixels of the picture that draw_sprites would show for an object; SCRIM_NONE when it names none,
    /// SCRIM_FAILED while it has not been read, or cannot be. Since 1.1.
    scrim_status (*get_picture_size)(const scrim_host *host, uint64_t object, scrim_point *value);
    /// For a property with SCRIM_PROPERTY_OPEN: the path at index `place` in the order in which the names were first
    /// used, and the part of its name after the dot. SCRIM_NONE: that one is not set; SCRIM_UNKNOWN: there are no more.
    /// Since 1.1.
    scrim_status (*get_named_path)(
        const scrim_host *host, uint64_t object, uint32_t property, uint64_t place, scrim_string *name,
        scrim_path *value);
    /// Sets a number or a boolean (0: false) of the call's object, as a client would. [MAIN; during change] Since 1.1.
    scrim_status (*set_number)(const scrim_host *host, uint64_t object, uint32_t property, double value);
    /// Sets a text of an output after its meaning changed; configure follows. [MAIN; during dispatch] Since 1.1.
    scrim_status (*set_string)(const scrim_host *host, uint64_t object, uint32_t property, scrim_string value);
    /// The type in which the layer below would accept a drag of SCRIM_INPUT_DROP, given by its number. SCRIM_NONE: no
    /// layer accepts it. [MAIN; during dispatch] Since 1.1.
    scrim_status (*get_drop_type)(const scrim_host *host, uint64_t object, uint32_t drag, scrim_string *type);
    /// The data and type that other programs would get for the layer being dragged by the pointer. SCRIM_NONE: no layer
    /// is dragged, or it has no data for others. [MAIN; during dispatch] Since 1.1.
    scrim_status (*get_drag)(const scrim_host *host, uint64_t object, scrim_string *type, scrim_string *text);
};

/// The number of the first parameter of the selected operation.
enum { SCRIM_PARAMETER = 0x10000 };

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
