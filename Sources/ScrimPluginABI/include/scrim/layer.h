// The interface "scrim.layer/1": a kind of layer with its own drawing.
#pragma once

#include <scrim/canvas.h>
#include <scrim/host.h>
#include <scrim/layout.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#define SCRIM_LAYER_INTERFACE "scrim.layer/1"

enum {
    /// The drawing depends on `bounds`: it is requested again when they change.
    SCRIM_LAYER_USES_BOUNDS = 1u << 0,
    /// The number and positions of the sublayers are determined by `draw` (scrim_canvas.draw_sublayers). Since 1.1.
    SCRIM_LAYER_PLACES_SUBLAYERS = 1u << 1,
    /// The drawing depends on time: `draw` tells how long it is valid (scrim_canvas.hold). Unless it is set,
    /// `beginTime` is the time of the layer's creation, so that its local time begins with it. Since 1.1.
    SCRIM_LAYER_USES_TIME = 1u << 2,
    /// The drawing is painted above sublayers and border. Since 1.1.
    SCRIM_LAYER_DRAWS_ABOVE = 1u << 3,
    /// A pointer hits the layer where it draws, instead of within its bounds. Since 1.1.
    SCRIM_LAYER_HIT_BY_DRAWING = 1u << 4,
    /// The drawing is a figure: the path of the property `path`, filled with `fillColor` by `fillRule`, then stroked
    /// with `strokeColor` by `lineWidth`, `lineCap`, `lineJoin`, `miterLimit`, `lineDashPattern`, `lineDashPhase`,
    /// `strokeStart` and `strokeEnd`: properties of the kind with the types, choices and meaning that the kind `shape`
    /// gives them; those that it lacks have their defaults there, colours none. The host may then draw the layer
    /// without calling `draw`, which has to give the same. Since 1.1.
    SCRIM_LAYER_DRAWS_FIGURE = 1u << 5,
};

typedef struct scrim_draw {
    uint32_t size;
    uint32_t reserved;
    uint64_t object;
    /// The layer's bounds.
    scrim_rect bounds;
    /// The layer's local time, in seconds. Since 1.1.
    double time;
    /// SCRIM_DRAW_ bits. Since 1.1.
    uint32_t flags;
    uint32_t unused;
} scrim_draw;

enum {
    /// In measure: the object's properties are those of its measure before. Since 1.1.
    SCRIM_DRAW_UNCHANGED = 1u << 0,
};

/// The struct behind `scrim_kind.table`. The order of calls for an object: create, (update, draw)*, destroy.
typedef struct scrim_layer {
    uint32_t size;
    uint32_t flags;
    /// Creates the kind's instance for an object, before its first drawing. `context` is `scrim_kind.context`.
    /// `*instance` may stay null when there is no state. [MAIN]
    scrim_status (*_Nullable create)(
        const scrim_host *host, void *_Nullable context, uint64_t object, void *_Nullable *_Nonnull instance);
    /// The object was removed, or the kind is suspended, reloaded or unloaded. [MAIN; last call for the instance]
    void (*_Nullable destroy)(void *_Nullable instance);
    /// Properties changed, and draw follows. For derived state; may be null. [MAIN; before draw]
    scrim_status (*_Nullable update)(void *_Nullable instance, const scrim_host *host, const scrim_draw *request);
    /// Records the drawing. Required. The same properties, and time for a kind that uses it, must give the same
    /// drawing. [MAIN; after create]
    scrim_status (*_Nullable draw)(
        void *_Nullable instance, const scrim_host *host, const scrim_draw *request, const scrim_canvas *canvas);
    /// The intrinsic size, for example of a text, in points, at least 0. `width` is the available width; infinite:
    /// unlimited. Used by layers whose bounds were given no size. `request->bounds` are those that were given, so their
    /// size may be zero. The same properties and width must give the same size. May be null: the kind has no intrinsic
    /// size. [MAIN; after create] Since 1.1.
    scrim_status (*_Nullable measure)(
        void *_Nullable instance, const scrim_host *host, const scrim_draw *request, double width, scrim_point *size);
    /// The value of a SCRIM_PROPERTY_COMPUTED property: one number, two, or four, depending on its type. `request` as
    /// in measure. Null when there is no such property. [MAIN; after create] Since 1.1.
    scrim_status (*_Nullable compute)(
        void *_Nullable instance, const scrim_host *host, const scrim_draw *request, uint32_t property, double *value);
    /// Lays the sublayers out: fills `frames`, one for each, finite. The host uses them as position and size, and calls
    /// again when the layout, the layer's properties or size, or the data of a sublayer change; not as time passes, so
    /// the inputs of a layout do not animate. The same layout and properties must give the same frames. `context` is
    /// `scrim_kind.context`. May be null: sublayers keep their own positions. [MAIN] Since 1.1.
    scrim_status (*_Nullable arrange)(
        void *_Nullable context, const scrim_host *host, const scrim_layout *layout, scrim_rect *frames);
    /// The size of the layer for which all sublayers have their own size; the size in `layout` is undefined. Called
    /// when the layer itself is in a layout. Required together with arrange. [MAIN] Since 1.1.
    scrim_status (*_Nullable fit)(
        void *_Nullable context, const scrim_host *host, const scrim_layout *layout, scrim_point *size);
    /// Validates a text for a SCRIM_PROPERTY_CHECKED property: SCRIM_OK, or SCRIM_INVALID with the reason in `reason`,
    /// borrowed until the next call. Not called for restored scenes, so invalid texts must be handled as well.
    /// `context` is `scrim_kind.context`. Null when there is no such property. [MAIN] Since 1.1.
    scrim_status (*_Nullable check)(
        void *_Nullable context, const scrim_host *host, uint32_t property, scrim_string text, scrim_string *reason);
    /// The value of a SCRIM_PROPERTY_COMPUTED property of the type SCRIM_NUMBERS or SCRIM_RECTS: at most 262144 numbers,
    /// four for each rectangle, borrowed until the next call of the plugin. Otherwise as compute. Null when there is no
    /// such property. [MAIN; after create] Since 1.1.
    scrim_status (*_Nullable compute_list)(
        void *_Nullable instance, const scrim_host *host, const scrim_draw *request, uint32_t property,
        const double *_Nullable *_Nonnull values, uint64_t *count);
} scrim_layer;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
