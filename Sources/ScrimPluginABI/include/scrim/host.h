// What the host offers to plugins.
#pragma once

#include <scrim/abi.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef uint32_t scrim_level;
enum { SCRIM_LOG_ERROR = 0, SCRIM_LOG_WARNING = 1, SCRIM_LOG_NOTICE = 2, SCRIM_LOG_INFO = 3, SCRIM_LOG_DEBUG = 4 };

/// What a glyph looks like at any size. Lengths in ems, y downward, the origin on the baseline.
typedef struct scrim_glyph {
    uint32_t size;
    /// Of the picture, in pixels, at most 1024 each; 0: there is none, and the outline is filled (non-zero).
    uint32_t width, height;
    uint32_t reserved;
    /// Copied.
    scrim_path outline;
    /// Where the picture lies.
    scrim_rect place;
    /// The picture: rows of premultiplied 0xAARRGGBB words without gaps; copied.
    const uint32_t *_Nullable argb;
    /// The Unicode character that it stands for, by which text in documents is found and copied; 0: none, or several. Since 1.1.
    uint32_t character;
    uint32_t padding;
} scrim_glyph;

typedef uint32_t scrim_screen_state;
enum {
    /// Frames are shown.
    SCRIM_SCREEN_ACTIVE = 0,
    /// There is nothing to show frames on: none are composed, `acquire` and `present` are not called.
    SCRIM_SCREEN_ABSENT = 1
};

/// What an output has become by its screen's doing.
typedef struct scrim_screen {
    uint32_t size;
    scrim_screen_state state;
    /// In points, 1…16384 each; 0: as before, and so with the two below.
    double width, height;
    /// Pixels per point.
    double scale;
    /// Frames a second.
    double refresh;
    /// For people: why it is absent, or what else is not as it was asked for. May be empty.
    scrim_string message;
} scrim_screen;

typedef uint32_t scrim_input_kind;
enum {
    /// The pointer is at x, y; also when it comes in.
    SCRIM_INPUT_MOVE = 0,
    /// The pointer has left the output.
    SCRIM_INPUT_LEAVE = 1,
    /// `button` is pressed or released.
    SCRIM_INPUT_BUTTON = 2,
    /// By dx, dy points.
    SCRIM_INPUT_SCROLL = 3,
    /// `touch` begins, moves, ends, or is taken away by the system.
    SCRIM_INPUT_TOUCH_DOWN = 4,
    SCRIM_INPUT_TOUCH_MOVE = 5,
    SCRIM_INPUT_TOUCH_UP = 6,
    SCRIM_INPUT_TOUCH_CANCEL = 7,
    /// A key is pressed or released.
    SCRIM_INPUT_KEY = 8,
    /// An input method composes `text`, which takes the place of what it composed before; empty: nothing any more. What it has written is a
    /// key without a name. Since 1.1.
    SCRIM_INPUT_COMPOSE = 9,
    /// Fingers on a touchpad, where the pointer is: they go apart and turn, or go by dx, dy points since they began. Since 1.1.
    SCRIM_INPUT_PINCH = 10,
    SCRIM_INPUT_SWIPE = 11,
    /// Another program drags something over the output; `touch` says which drag, of those that go on. SCRIM_GESTURE_BEGAN and CHANGED: it is
    /// at x, y, and `text` has the types that it can be read as, separated by line feeds (empty: as before). CANCELLED: it has left, or could not
    /// be read. ENDED: it was dropped where it was last; `key` is the type that it was read as, one that get_drop_type gave, and `text` its
    /// data, 512 KiB at most. Since 1.1.
    SCRIM_INPUT_DROP = 12,
    /// The pointer is locked where it is, and would have gone by dx, dy. Since 1.1.
    SCRIM_INPUT_MOTION = 13
};
/// Of `scrim_input.tool`: what the pointer is.
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
/// Of `scrim_input.phase`.
enum { SCRIM_GESTURE_BEGAN = 0, SCRIM_GESTURE_CHANGED = 1, SCRIM_GESTURE_ENDED = 2, SCRIM_GESTURE_CANCELLED = 3 };
/// Bits of `scrim_input.modifiers`.
enum { SCRIM_MODIFIER_SHIFT = 1, SCRIM_MODIFIER_CONTROL = 2, SCRIM_MODIFIER_ALT = 4, SCRIM_MODIFIER_SUPER = 8 };

/// What somebody did at an output.
typedef struct scrim_input {
    uint32_t size;
    scrim_input_kind kind;
    /// CLOCK_MONOTONIC, nanoseconds.
    uint64_t time;
    /// In points of the output; of pointers and touches.
    double x, y;
    /// Points; positive is right and down.
    double dx, dy;
    /// 0 left, 1 right, 2 middle, 3 back, 4 forward, further ones as they are counted.
    uint32_t button;
    /// Of buttons and keys: 1 pressed, 0 released, 2 pressed again by holding it.
    uint32_t is_down;
    /// Which touch, of those that go on.
    uint32_t touch;
    uint32_t modifiers;
    /// The key's name, as X names keysyms: `a`, `Return`, `Left`.
    scrim_string key;
    /// What the key types; may be empty.
    scrim_string text;
    /// Of a pinch: the distance of the fingers, 1 at first, and the angle by which they have turned, in radians, clockwise. Since 1.1.
    double scale, rotation;
    /// Of a gesture: one of SCRIM_GESTURE_, and how many fingers. Since 1.1.
    uint32_t phase, fingers;
    /// Of a move or a button of a tablet's tool: one of SCRIM_TOOL_. Since 1.1.
    uint32_t tool;
    uint32_t padding;
    /// How hard it is pressed, 0 to 1, and how far it leans to the right and towards its user, in degrees, -90 to 90. Since 1.1.
    double pressure, tilt_x, tilt_y;
} scrim_input;

/// The host's functions. The table lives as long as the process and may be kept.
///
/// The get_ functions read a property of the object that the running call is about, by its number in the schema of its kind; or
/// of an object of one of the plugin's own plain kinds ("scrim.object/1"), whose id get_objects gave.
/// [MAIN; during create, update, draw, configure; SCRIM_STATE else] Lists, paths and texts that they return are borrowed
/// until that call returns.
typedef struct scrim_host scrim_host;
struct scrim_host {
    uint32_t size;
    /// The host's SCRIM_ABI.
    uint32_t abi;
    /// The host's own.
    void *_Nullable context;

    /// A line for the daemon's log. [MAIN; any time]
    void (*log)(const scrim_host *host, scrim_level level, scrim_string message);

    /// Numbers, times, angles, integers.
    scrim_status (*get_number)(const scrim_host *host, uint64_t object, uint32_t property, double *value);
    scrim_status (*get_boolean)(const scrim_host *host, uint64_t object, uint32_t property, uint8_t *value);
    /// The place of a choice, or the bits of choices.
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

    /// A frame of an output is on the screen since `time` (CLOCK_MONOTONIC, nanoseconds; 0: not known yet), and another may
    /// come. Called again when the time becomes known later. [MAIN; from present on, for each frame, inside present or later]
    scrim_status (*presented)(const scrim_host *host, uint64_t object, uint64_t frame, uint64_t time);

    /// Takes up the operation at `index`, from 0, of SCRIM_OPERATIONS and says which it is: from now on, until the next one is
    /// or the call ends, SCRIM_PARAMETER and what follows number its parameters for the get_ functions. SCRIM_NONE: there
    /// are no more. Since 1.1.
    scrim_status (*get_operation)(
        const scrim_host *host, uint64_t object, uint32_t property, uint64_t index, uint32_t *operation);
    /// Makes a glyph known, for scrim_canvas.draw_glyphs, until forget_glyph; drawings that show it then go on. A number comes
    /// never again. SCRIM_LIMIT: too many are known (64 MiB); forget some. [MAIN; any time] Since 1.1.
    scrim_status (*define_glyph)(const scrim_host *host, const scrim_glyph *glyph, uint64_t *number);
    /// A number that is not known does nothing. [MAIN; any time] Since 1.1.
    void (*forget_glyph)(const scrim_host *host, uint64_t number);

    /// Asks for scrim_output.dispatch whenever `descriptor` can be read; -1: no more. One for each output, which may be an
    /// epoll descriptor that stands for several. It stays the plugin's: ask no more before closing it. The host stops
    /// asking before destroy. [MAIN; from configure on]
    scrim_status (*watch)(const scrim_host *host, uint64_t object, int32_t descriptor);
    /// What the output's screen is like from now on. Of several in a turn of the loop the last one counts; configure comes
    /// afterwards, when something differs. [MAIN; from configure on]
    scrim_status (*screen)(const scrim_host *host, uint64_t object, const scrim_screen *screen);
    /// Somebody did something at the output. [MAIN; during dispatch]
    scrim_status (*input)(const scrim_host *host, uint64_t object, const scrim_input *input);

    /// The objects that a property of type SCRIM_OBJECT or SCRIM_OBJECTS names, all of them there. Since 1.1.
    scrim_status (*get_objects)(
        const scrim_host *host, uint64_t object, uint32_t property, const uint64_t *_Nullable *_Nonnull values,
        uint64_t *count);
    /// The size in pixels of the picture that draw_sprites would show of an object; SCRIM_NONE when it names none, SCRIM_FAILED
    /// while it was not read, or when it cannot be. Since 1.1.
    scrim_status (*get_picture_size)(const scrim_host *host, uint64_t object, scrim_point *value);
    /// Of a property with SCRIM_PROPERTY_OPEN, the path with this place in the order of the names that were first used, and
    /// what stands behind the dot of its name. SCRIM_NONE: that one is not set; SCRIM_UNKNOWN: there are no more.
    /// Since 1.1.
    scrim_status (*get_named_path)(
        const scrim_host *host, uint64_t object, uint32_t property, uint64_t place, scrim_string *name,
        scrim_path *value);
    /// Sets a number or a boolean (0: false) of the call's object, as a client would. [MAIN; during change] Since 1.1.
    scrim_status (*set_number)(const scrim_host *host, uint64_t object, uint32_t property, double value);
    /// Sets a text of an output, as what it stands for has changed; configure comes afterwards. [MAIN; during dispatch] Since 1.1.
    scrim_status (*set_string)(const scrim_host *host, uint64_t object, uint32_t property, scrim_string value);
    /// The type as which the layer below would take what a drag of SCRIM_INPUT_DROP brings, by its number. SCRIM_NONE: nobody there takes it.
    /// [MAIN; during dispatch] Since 1.1.
    scrim_status (*get_drop_type)(const scrim_host *host, uint64_t object, uint32_t drag, scrim_string *type);
    /// What other programs would get of the layer that the pointer drags at this moment, and as which type. SCRIM_NONE: none is dragged, or
    /// there is nothing for others in it. [MAIN; during dispatch] Since 1.1.
    scrim_status (*get_drag)(const scrim_host *host, uint64_t object, scrim_string *type, scrim_string *text);
};

/// The number of the first parameter of the operation that was taken up.
enum { SCRIM_PARAMETER = 0x10000 };

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
