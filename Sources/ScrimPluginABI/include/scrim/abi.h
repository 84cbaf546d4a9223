// Scrim plugin contract 1: values, versions and rules. Include <scrim/plugin.h>.
//
// Rules
//   Sizes     A struct whose first member is `size` grows by appending. The side that fills it sets `size` to its own
//             sizeof; the reader uses the part that it knows and treats the rest as zero. A null function is not offered.
//             Structs without `size` are frozen.
//   Versions  Major versions must be equal. A minor version lists what was appended:
//             1.1 scrim_property.flags, scrim_canvas.fill_gradient, scrim_canvas.draw_sublayers, "scrim.filter/1", "scrim.decoder/1",
//             SCRIM_OPERATIONS and what it needs of scrim_property and scrim_host, scrim_canvas.set_alpha to paint_gradient,
//             scrim_layer.measure, scrim_layer.compute, scrim_layer.arrange, scrim_layer.fit, scrim_layer.check, scrim_layer.compute_list, SCRIM_RECTS, scrim_draw.flags,
//             scrim_host.define_glyph, scrim_host.forget_glyph, scrim_canvas.draw_glyphs,
//             scrim_output.dispatch, scrim_output.shape, scrim_host.watch, scrim_host.screen, scrim_host.input,
//             scrim_glyph.character, SCRIM_SPRITES_NEAREST, SCRIM_SPRITES_LINEAR,
//             scrim_canvas.draw_sprites, scrim_host.get_objects, scrim_host.get_picture_size, SCRIM_OBJECTS, SCRIM_CONTENTS,
//             "scrim.object/1", scrim_draw.time, scrim_canvas.hold,
//             "scrim.behavior/1", scrim_behavior.velocity, check, save and restore, SCRIM_OBJECT, scrim_host.get_named_path and set_number,
//             SCRIM_PROPERTY_SECRET, scrim_host.set_string, scrim_host.get_drop_type and get_drag, scrim_output.text_input, SCRIM_OUTPUT_KEEPS, SCRIM_FILTER_WEIGHT, SCRIM_INPUT_COMPOSE to MOTION, SCRIM_TOOL_ and what they need
//             of scrim_input.
//   Threads   There is one so far, MAIN: all functions of host and plugin are called on it, within a turn of the daemon's
//             loop. A plugin must not run a loop or block.
//   States    The comment of each function says when it may be called. Otherwise the host returns SCRIM_STATE.
//   Memory    The side that allocates memory frees it. Pointers are borrowed for the call unless said otherwise; tables,
//             names and schemas returned by the entry live as long as the process.
//   Errors    By status only: no longjmp, no exceptions, no abort. A call that fails, or breaks a rule, is a strike; after
//             three strikes the kind is suspended and its objects are drawn as a placeholder.
//   Text      UTF-8, pointer and length, not terminated.
#pragma once

#include <stdint.h>

#define SCRIM_ABI_MAJOR 1u
#define SCRIM_ABI_MINOR 1u
/// The value of `scrim_plugin.abi` and the argument of `scrim_plugin_entry`.
#define SCRIM_ABI (SCRIM_ABI_MAJOR << 16 | SCRIM_ABI_MINOR)

#if defined(__clang__)
#pragma clang assume_nonnull begin
#else
#ifndef _Nullable
#define _Nullable
#endif
#ifndef _Nonnull
#define _Nonnull
#endif
#endif

/// The result of a call. Anything but SCRIM_OK from a plugin is a strike, unless the function says otherwise.
typedef uint32_t scrim_status;
enum {
    SCRIM_OK = 0,
    /// The call failed for a reason that should be logged (`scrim_host.log`).
    SCRIM_FAILED = 1,
    /// The object was removed, or is not the one of this call.
    SCRIM_STALE = 2,
    /// The schema has no property with that number.
    SCRIM_UNKNOWN = 3,
    /// The property has another type.
    SCRIM_TYPE = 4,
    /// The property is `none`; the result is not written.
    SCRIM_NONE = 5,
    /// An argument breaks a rule: not finite, out of range, a path that is not normal.
    SCRIM_INVALID = 6,
    /// Called at a time at which the function's comment does not allow it.
    SCRIM_STATE = 7,
    /// A limit of the host was exceeded.
    SCRIM_LIMIT = 8,
    SCRIM_NO_MEMORY = 9,
    SCRIM_UNSUPPORTED = 10,
};

typedef struct scrim_string {
    const char *_Nullable bytes;
    uint64_t length;
} scrim_string;

/// In points; y grows downward.
typedef struct scrim_point {
    double x, y;
} scrim_point;

typedef struct scrim_rect {
    double x, y, width, height;
} scrim_rect;

/// x' = a·x + c·y + tx, y' = b·x + d·y + ty.
typedef struct scrim_affine {
    double a, b, c, d, tx, ty;
} scrim_affine;

/// Whole pixels, half open: x0 ≤ x < x1.
typedef struct scrim_pixels {
    int32_t x0, y0, x1, y1;
} scrim_pixels;

/// 0xRRGGBBAA in sRGB, with straight (not premultiplied) alpha. Members in this order are called `rgba`; pixels,
/// 0xAARRGGBB and premultiplied, are called `argb`.
typedef uint32_t scrim_color;

/// Lines and curves: commands and their points, in order (move 1, line 1, quad 2, cubic 3, close 0). A path is normal
/// if it begins with a move, and each close is followed by a move or the end.
typedef struct scrim_path {
    const uint8_t *_Nullable commands;
    uint64_t command_count;
    const scrim_point *_Nullable points;
    uint64_t point_count;
} scrim_path;
enum { SCRIM_MOVE = 0, SCRIM_LINE = 1, SCRIM_QUAD = 2, SCRIM_CUBIC = 3, SCRIM_CLOSE = 4 };

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
