// The canvas: the drawing of a layer kind is recorded, so that the host can rasterize, cache and cull it at any scale.
#pragma once

#include <scrim/abi.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

enum { SCRIM_NON_ZERO = 0, SCRIM_EVEN_ODD = 1 };
enum { SCRIM_CAP_BUTT = 0, SCRIM_CAP_ROUND = 1, SCRIM_CAP_SQUARE = 2 };
enum { SCRIM_JOIN_MITER = 0, SCRIM_JOIN_ROUND = 1, SCRIM_JOIN_BEVEL = 2 };

/// How a path is stroked. Lengths are in points.
typedef struct scrim_stroke {
    uint32_t size;
    uint32_t cap;
    uint32_t join;
    uint32_t dash_count;
    /// At least 0.
    double width;
    /// The largest ratio of a miter's length to the width, at least 0; beyond it the join becomes a bevel.
    double miter_limit;
    double dash_phase;
    /// The part of the path's length that is drawn, 0…1, before dashes are applied.
    double start, end;
    /// Alternating lengths of dashes and gaps, at least 0 each, at most 1024; solid when `dash_count` is 0.
    const double *_Nullable dash;
} scrim_stroke;

/// Blend modes: the values of `compositingFilter`, in the same order. They blend with the drawing so far, not with
/// anything behind it, and change nothing outside the painted shape. Since 1.1.
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
    /// The first colour continues before the beginning; otherwise nothing is painted there.
    SCRIM_EXTEND_BEFORE = 1u << 0,
    /// The last colour continues after the end.
    SCRIM_EXTEND_AFTER = 1u << 1,
};

/// A colour of a gradient and its position: 0 at the beginning, 1 at the end.
typedef struct scrim_stop {
    double location;
    scrim_color rgba;
    uint32_t reserved;
} scrim_stop;

/// Colours, interpolated in sRGB before premultiplication. SCRIM_AXIAL: along the line between the points (constant
/// perpendicular to it; if the length is 0, the last colour). SCRIM_RADIAL: from the circle around `from` to the circle
/// around `to`. SCRIM_CONIC: around `from`, clockwise on screen, starting in the direction of `to`.
typedef struct scrim_gradient {
    uint32_t size;
    uint32_t kind;
    /// SCRIM_EXTEND_ bits.
    uint32_t extend;
    /// At most 65536; 0 paints nothing, 1 is a solid colour.
    uint32_t stop_count;
    scrim_point from, to;
    /// For SCRIM_RADIAL, at least 0.
    double from_radius, to_radius;
    /// Maps the gradient's space to the path's.
    scrim_affine map;
    /// Locations are finite and in ascending order; two at the same location make a hard edge.
    const scrim_stop *_Nullable stops;
} scrim_gradient;

/// A copy of the layer's sublayers.
typedef struct scrim_copy {
    uint32_t size;
    uint32_t reserved;
    /// Maps the sublayers' coordinates to the layer's: sixteen numbers in the order of CSS matrix3d.
    double transform[16];
    /// Factors for red, green, blue and alpha of the copy's picture, 0…1 each. All 1: the picture is unchanged.
    double color[4];
    /// Delay of the copy's animations, in seconds of the layer's time; negative values make them run ahead.
    double delay;
} scrim_copy;

/// A glyph and its position: `at` is its origin, on the baseline.
typedef struct scrim_placed_glyph {
    /// The number returned by scrim_host.define_glyph.
    uint64_t glyph;
    scrim_point at;
} scrim_placed_glyph;

/// Glyphs of one size and one colour.
typedef struct scrim_glyph_run {
    uint32_t size;
    /// The colour of outlines; for pictures only its alpha is used.
    scrim_color rgba;
    /// Size of one em in points, at least 0.
    double em;
    const scrim_placed_glyph *_Nullable glyphs;
    /// At most 1000000 in one drawing.
    uint64_t count;
} scrim_glyph_run;

/// One of many small pictures or plain shapes.
typedef struct scrim_sprite {
    /// Maps the unit square, with the picture's upper left corner at 0,0, to the layer's coordinates.
    scrim_affine map;
    /// The factor for the picture's colours; for a plain shape, its colour.
    scrim_color rgba;
    uint32_t reserved;
} scrim_sprite;

enum {
    /// Colours are added to the backdrop (plusLighter).
    SCRIM_SPRITES_ADDITIVE = 1u << 0,
    /// Without a picture: the disc inscribed in the unit square, instead of the square.
    SCRIM_SPRITES_DISC = 1u << 1,
    /// Nearest neighbour: each pixel of the picture stays a square. Without this flag and the next one, sampling is
    /// smooth at every size.
    SCRIM_SPRITES_NEAREST = 1u << 2,
    /// Bilinear; not together with SCRIM_SPRITES_NEAREST.
    SCRIM_SPRITES_LINEAR = 1u << 3,
};

/// Sprites with the same contents, painted in order.
typedef struct scrim_sprites {
    uint32_t size;
    /// SCRIM_SPRITES_ bits.
    uint32_t flags;
    /// The object whose picture is shown: an image, a buffer, or an object with a property of type SCRIM_CONTENTS,
    /// named by a property of the layer or of an object that it names; 0: plain shapes. While the picture is missing
    /// nothing is painted; when it becomes available, the drawing is requested again.
    uint64_t object;
    /// The shown part of the picture, in units of it.
    scrim_rect source;
    /// At most 100000, in all batches of a drawing.
    uint64_t count;
    const scrim_sprite *_Nullable sprites;
} scrim_sprites;

/// Coordinates are the layer's own: points, y downward, with the origin given by `bounds`. Painted in order, back to
/// front. All arguments are borrowed for the call. [MAIN; during draw only]
///
/// A status other than SCRIM_OK means that the operation was not recorded, and that the whole drawing will be rejected.
typedef struct scrim_canvas scrim_canvas;
struct scrim_canvas {
    uint32_t size;
    uint32_t reserved;
    /// Used by the host.
    void *_Nullable context;

    /// Saves the state (map, clip, alpha, blend mode, shadow) until the matching restore; at most 256 levels. Unclosed
    /// levels at the end are an error.
    scrim_status (*save)(const scrim_canvas *canvas);
    scrim_status (*restore)(const scrim_canvas *canvas);
    /// Concatenates a map for the following operations, applied before the current one.
    scrim_status (*concat)(const scrim_canvas *canvas, const scrim_affine *map);
    /// Intersects the clip with the path's inside; `rule` as in fill_path.
    scrim_status (*clip_path)(const scrim_canvas *canvas, const scrim_path *path, uint32_t rule);
    /// `rule` is SCRIM_NON_ZERO or SCRIM_EVEN_ODD.
    scrim_status (*fill_path)(const scrim_canvas *canvas, const scrim_path *path, uint32_t rule, scrim_color rgba);
    scrim_status (*stroke_path)(
        const scrim_canvas *canvas, const scrim_path *path, const scrim_stroke *stroke, scrim_color rgba);
    /// Fills the path's inside; with a null path, the layer's bounds with their rounded corners, independent of the
    /// current map (the gradient's `map` then leads to the layer's coordinates as usual). Since 1.1.
    scrim_status (*fill_gradient)(
        const scrim_canvas *canvas, const scrim_path *_Nullable path, uint32_t rule, const scrim_gradient *gradient);
    /// For kinds with SCRIM_LAYER_PLACES_SUBLAYERS: draws the sublayers over the layer's own drawing and over previous
    /// copies; at most 10000 times. Since 1.1.
    scrim_status (*draw_sublayers)(const scrim_canvas *canvas, const scrim_copy *copy);
    /// Sets the alpha of the following operations, 0…1; replaces the current one. Since 1.1.
    scrim_status (*set_alpha)(const scrim_canvas *canvas, double alpha);
    /// Sets a SCRIM_BLEND_ mode for the following operations. Since 1.1.
    scrim_status (*set_blend)(const scrim_canvas *canvas, uint32_t mode);
    /// Gives each following operation a shadow: moved by `offset`, blurred with the standard deviation `radius`, at
    /// least 0, both in points of the layer, independent of the current map. A transparent colour removes it. There is
    /// no shadow with modes that change the backdrop outside the painted shape (SCRIM_BLEND_CLEAR, _COPY, _SOURCE_IN,
    /// _SOURCE_OUT, _DESTINATION_IN, _DESTINATION_ATOP). Since 1.1.
    scrim_status (*set_shadow)(const scrim_canvas *canvas, scrim_point offset, double radius, scrim_color rgba);
    /// Paints a gradient, under the current map, everywhere inside the clip; without a clip, in the layer's bounds.
    /// Since 1.1.
    scrim_status (*paint_gradient)(const scrim_canvas *canvas, const scrim_gradient *gradient);
    /// Paints glyphs as one shape: where they overlap, a translucent colour counts once. Since 1.1.
    scrim_status (*draw_glyphs)(const scrim_canvas *canvas, const scrim_glyph_run *run);
    /// Paints pictures, or plain shapes, under the current map. A single one is an image in a rectangle. Since 1.1.
    scrim_status (*draw_sprites)(const scrim_canvas *canvas, const scrim_sprites *sprites);
    /// For kinds with SCRIM_LAYER_USES_TIME: the layer's time until which the drawing stays the same; then it is
    /// requested again. The current or an earlier time: in the next frame. Infinity, the default: never. Since 1.1.
    scrim_status (*hold)(const scrim_canvas *canvas, double until);
    /// Like `save`; in addition, the operations up to the matching restore become one picture, which is then painted as
    /// one operation: with the current alpha, blend mode, shadow and clip. Inside, these start at 1, normal, none and
    /// no clip, on a transparent backdrop. At most 16 levels. Since 1.1.
    scrim_status (*save_layer)(const scrim_canvas *canvas);
};

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
