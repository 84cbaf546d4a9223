// The canvas: what a layer kind draws is recorded, so that the host can rasterize, cache and cull it at any scale.
#pragma once

#include <scrim/abi.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

enum { SCRIM_NON_ZERO = 0, SCRIM_EVEN_ODD = 1 };
enum { SCRIM_CAP_BUTT = 0, SCRIM_CAP_ROUND = 1, SCRIM_CAP_SQUARE = 2 };
enum { SCRIM_JOIN_MITER = 0, SCRIM_JOIN_ROUND = 1, SCRIM_JOIN_BEVEL = 2 };

/// How a path is stroked. Lengths in points.
typedef struct scrim_stroke {
    uint32_t size;
    uint32_t cap;
    uint32_t join;
    uint32_t dash_count;
    /// At least 0.
    double width;
    /// The largest ratio of a miter's length to the width, at least 0; beyond it the join is a bevel.
    double miter_limit;
    double dash_phase;
    /// The part of the path's length that is drawn, 0…1, before dashes are laid.
    double start, end;
    /// Dash and gap in turn, at least 0 each, at most 1024; none when `dash_count` is 0.
    const double *_Nullable dash;
} scrim_stroke;

/// How what is painted meets what is there: the values of `compositingFilter`, in its order. They see
/// the drawing so far and nothing beneath it, and change nothing beyond the painted shape. Since 1.1.
enum {
    SCRIM_BLEND_NORMAL = 0,
    SCRIM_BLEND_MULTIPLY = 1,
    SCRIM_BLEND_SCREEN = 2,
    SCRIM_BLEND_OVERLAY = 3,
    SCRIM_BLEND_DARKEN = 4,
    SCRIM_BLEND_LIGHTEN = 5,
    SCRIM_BLEND_COLOR_DODGE = 6,
    SCRIM_BLEND_COLOR_BURN = 7,
    SCRIM_BLEND_HARD_LIGHT = 8,
    SCRIM_BLEND_SOFT_LIGHT = 9,
    SCRIM_BLEND_DIFFERENCE = 10,
    SCRIM_BLEND_EXCLUSION = 11,
    SCRIM_BLEND_HUE = 12,
    SCRIM_BLEND_SATURATION = 13,
    SCRIM_BLEND_COLOR = 14,
    SCRIM_BLEND_LUMINOSITY = 15,
    SCRIM_BLEND_PLUS_LIGHTER = 16,
    SCRIM_BLEND_PLUS_DARKER = 17,
    SCRIM_BLEND_CLEAR = 18,
    SCRIM_BLEND_COPY = 19,
    SCRIM_BLEND_SOURCE_IN = 20,
    SCRIM_BLEND_SOURCE_OUT = 21,
    SCRIM_BLEND_SOURCE_ATOP = 22,
    SCRIM_BLEND_DESTINATION_OVER = 23,
    SCRIM_BLEND_DESTINATION_IN = 24,
    SCRIM_BLEND_DESTINATION_OUT = 25,
    SCRIM_BLEND_DESTINATION_ATOP = 26,
    SCRIM_BLEND_XOR = 27,
};

enum { SCRIM_AXIAL = 0, SCRIM_RADIAL = 1, SCRIM_CONIC = 2 };
enum {
    /// The first colour goes on before the beginning; else nothing is painted there.
    SCRIM_EXTEND_BEFORE = 1u << 0,
    /// The last colour goes on beyond the end.
    SCRIM_EXTEND_AFTER = 1u << 1,
};

/// A colour of a gradient and where it is: 0 at the beginning, 1 at the end.
typedef struct scrim_stop {
    double location;
    scrim_color rgba;
    uint32_t reserved;
} scrim_stop;

/// Colours, mixed in sRGB before they are premultiplied. SCRIM_AXIAL: along the line between the points (beyond it, at
/// right angles to it, the same; with no length, the last colour). SCRIM_RADIAL: from the circle around `from` to the
/// circle around `to`. SCRIM_CONIC: around `from`, clockwise as seen, beginning where `to` lies.
typedef struct scrim_gradient {
    uint32_t size;
    uint32_t kind;
    /// SCRIM_EXTEND_ bits.
    uint32_t extend;
    /// At most 65536; with none, nothing is painted, and one is solid.
    uint32_t stop_count;
    scrim_point from, to;
    /// Of SCRIM_RADIAL, at least 0.
    double from_radius, to_radius;
    /// From the gradient's space to the path's.
    scrim_affine map;
    /// Locations are finite and never decrease; two at one place are a hard change.
    const scrim_stop *_Nullable stops;
} scrim_gradient;

/// A copy of the layer's sublayers.
typedef struct scrim_copy {
    uint32_t size;
    uint32_t reserved;
    /// Brings the sublayers' coordinates to where the copy is, in the layer's: sixteen numbers in the order of CSS matrix3d.
    double transform[16];
    /// What red, green, blue and alpha of the copy's picture are multiplied by, 0…1 each. All 1: the picture as it is.
    double color[4];
    /// Seconds of the layer's time by which the copy's animations are late; below 0, early.
    double delay;
} scrim_copy;

/// A glyph in its place: `at` is where its origin is, on the baseline.
typedef struct scrim_placed_glyph {
    /// What scrim_host.define_glyph gave.
    uint64_t glyph;
    scrim_point at;
} scrim_placed_glyph;

/// Glyphs of one size and one colour.
typedef struct scrim_glyph_run {
    uint32_t size;
    /// Of outlines; of pictures only its alpha counts.
    scrim_color rgba;
    /// Points that one em is, at least 0.
    double em;
    const scrim_placed_glyph *_Nullable glyphs;
    /// At most 1000000 in one drawing.
    uint64_t count;
} scrim_glyph_run;

/// One of many small pictures or plain shapes.
typedef struct scrim_sprite {
    /// From the unit square, the picture's upper left corner at 0,0, to the layer's coordinates.
    scrim_affine map;
    /// What the picture's colours are multiplied by; of a plain shape, its colour.
    scrim_color rgba;
    uint32_t reserved;
} scrim_sprite;

enum {
    /// Colours are added to what is behind (plusLighter).
    SCRIM_SPRITES_ADDITIVE = 1u << 0,
    /// Without a picture: the disc in the unit square, not the square.
    SCRIM_SPRITES_DISC = 1u << 1,
    /// Each pixel of the picture stays a square. Without this and the next one it is smooth in every size.
    SCRIM_SPRITES_NEAREST = 1u << 2,
    /// Between the nearest four pixels of the picture; not with SCRIM_SPRITES_NEAREST.
    SCRIM_SPRITES_LINEAR = 1u << 3,
};

/// Sprites that show the same, painted in order.
typedef struct scrim_sprites {
    uint32_t size;
    /// SCRIM_SPRITES_ bits.
    uint32_t flags;
    /// Whose picture they show: an image, a buffer, or an object with a property of type SCRIM_CONTENTS, which a property of
    /// the layer names, or one of an object that it names; 0: plain shapes. While the picture is not there nothing is painted;
    /// when it comes the drawing is asked for again.
    uint64_t object;
    /// The part of the picture, in units of it.
    scrim_rect source;
    /// At most 100000, of all batches of a drawing.
    uint64_t count;
    const scrim_sprite *_Nullable sprites;
} scrim_sprites;

/// Coordinates are the layer's own: points, y downward, the origin where `bounds` has it. Painted in order, back to front.
/// All arguments are borrowed for the call. [MAIN; during draw only]
///
/// A status other than SCRIM_OK means that the operation was not recorded and the drawing as a whole will be refused.
typedef struct scrim_canvas scrim_canvas;
struct scrim_canvas {
    uint32_t size;
    uint32_t reserved;
    /// The host's own.
    void *_Nullable context;

    /// Keeps the state (map, clip, alpha, blend mode, shadow) until the matching restore; at most 256 deep. What is open at the end is a fault.
    scrim_status (*save)(const scrim_canvas *canvas);
    scrim_status (*restore)(const scrim_canvas *canvas);
    /// Maps what follows: applied before the map that is in force.
    scrim_status (*concat)(const scrim_canvas *canvas, const scrim_affine *map);
    /// Narrows the clip to the path's inside; `rule` as in fill_path.
    scrim_status (*clip_path)(const scrim_canvas *canvas, const scrim_path *path, uint32_t rule);
    /// `rule` is SCRIM_NON_ZERO or SCRIM_EVEN_ODD.
    scrim_status (*fill_path)(const scrim_canvas *canvas, const scrim_path *path, uint32_t rule, scrim_color rgba);
    scrim_status (*stroke_path)(
        const scrim_canvas *canvas, const scrim_path *path, const scrim_stroke *stroke, scrim_color rgba);
    /// Fills the path's inside; with a null path, the layer's bounds with their rounded corners, whatever map is in force
    /// for them (the gradient's `map` then goes to the layer's coordinates as ever). Since 1.1.
    scrim_status (*fill_gradient)(
        const scrim_canvas *canvas, const scrim_path *_Nullable path, uint32_t rule, const scrim_gradient *gradient);
    /// Kinds with SCRIM_LAYER_PLACES_SUBLAYERS: the sublayers are drawn, over what the layer draws itself and over the copies
    /// before; at most 10000 times. Since 1.1.
    scrim_status (*draw_sublayers)(const scrim_canvas *canvas, const scrim_copy *copy);
    /// Multiplies the alpha of what follows, 0…1; takes the place of the one in force. Since 1.1.
    scrim_status (*set_alpha)(const scrim_canvas *canvas, double alpha);
    /// A SCRIM_BLEND_ mode for what follows. Since 1.1.
    scrim_status (*set_blend)(const scrim_canvas *canvas, uint32_t mode);
    /// Each operation that follows casts a shadow of its own: moved by `offset`, blurred with the standard deviation `radius`,
    /// at least 0, both in points of the layer whatever map is in force. A transparent colour ends it. With the modes that
    /// also change what is there where nothing is painted (SCRIM_BLEND_CLEAR, _COPY, _SOURCE_IN, _SOURCE_OUT,
    /// _DESTINATION_IN, _DESTINATION_ATOP) none is cast. Since 1.1.
    scrim_status (*set_shadow)(const scrim_canvas *canvas, scrim_point offset, double radius, scrim_color rgba);
    /// Paints a gradient wherever the clip lets it; without a clip, in the layer's bounds. The gradient is under the map that
    /// is in force. Since 1.1.
    scrim_status (*paint_gradient)(const scrim_canvas *canvas, const scrim_gradient *gradient);
    /// Glyphs, as one shape: where they overlap, a translucent colour does not count twice. Since 1.1.
    scrim_status (*draw_glyphs)(const scrim_canvas *canvas, const scrim_glyph_run *run);
    /// Pictures, or plain shapes, under the map that is in force. One of them is an image in a rectangle. Since 1.1.
    scrim_status (*draw_sprites)(const scrim_canvas *canvas, const scrim_sprites *sprites);
    /// Kinds with SCRIM_LAYER_USES_TIME: until which time of the layer the drawing stays as it is; then it is asked for again. Now,
    /// or before: in the next frame. Infinity, as without a call: never. Since 1.1.
    scrim_status (*hold)(const scrim_canvas *canvas, double until);
    /// As `save`, and what follows up to the matching restore becomes one picture, which is then painted as one operation: with the
    /// alpha, the blend mode and the shadow that are in force now, under the clip that is in force now. Within it they begin at 1,
    /// normal and none, without a clip, over nothing. At most 16 within one another. Since 1.1.
    scrim_status (*save_layer)(const scrim_canvas *canvas);
};

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
