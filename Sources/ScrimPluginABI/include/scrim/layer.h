// The interface "scrim.layer/1": a kind of layer that draws itself.
#pragma once

#include <scrim/canvas.h>
#include <scrim/host.h>
#include <scrim/layout.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#define SCRIM_LAYER_INTERFACE "scrim.layer/1"

enum {
    /// The drawing depends on `bounds`: it is asked for again when they change.
    SCRIM_LAYER_USES_BOUNDS = 1u << 0,
    /// The sublayers are drawn as often, and where, `draw` says (scrim_canvas.draw_sublayers), not by themselves. Since 1.1.
    SCRIM_LAYER_PLACES_SUBLAYERS = 1u << 1,
    /// The drawing depends on time: `draw` says how long it holds (scrim_canvas.hold). Unless it is set, `beginTime` is when
    /// the layer was made, so that its own time begins with it. Since 1.1.
    SCRIM_LAYER_USES_TIME = 1u << 2,
    /// The drawing lies above sublayers and border. Since 1.1.
    SCRIM_LAYER_DRAWS_ABOVE = 1u << 3,
    /// A pointer hits the layer where it draws, not in its bounds. Since 1.1.
    SCRIM_LAYER_HIT_BY_DRAWING = 1u << 4,
};

typedef struct scrim_draw {
    uint32_t size;
    uint32_t reserved;
    uint64_t object;
    /// The layer's bounds.
    scrim_rect bounds;
    /// The layer's own time, in seconds, at which it is seen. Since 1.1.
    double time;
} scrim_draw;

/// What `scrim_kind.table` points to. The order of calls for an object: create, (update, draw)*, destroy.
typedef struct scrim_layer {
    uint32_t size;
    uint32_t flags;
    /// Makes what the kind keeps for one object, before its first drawing. `context` is `scrim_kind.context`.
    /// `*instance` may be left null when nothing is kept. [MAIN]
    scrim_status (*_Nullable create)(
        const scrim_host *host, void *_Nullable context, uint64_t object, void *_Nullable *_Nonnull instance);
    /// The object is gone, or the kind is suspended, reloaded or unloaded. [MAIN; last call for the instance]
    void (*_Nullable destroy)(void *_Nullable instance);
    /// Properties changed: draw follows. For what is derived from them; may be null. [MAIN; before draw]
    scrim_status (*_Nullable update)(void *_Nullable instance, const scrim_host *host, const scrim_draw *request);
    /// Records the picture. Required. The same properties, and time for a kind that uses it, give the
    /// same drawing. [MAIN; after create]
    scrim_status (*_Nullable draw)(
        void *_Nullable instance, const scrim_host *host, const scrim_draw *request, const scrim_canvas *canvas);
    /// The size that the picture has by itself, in points, at least 0: a text's. `width` is what there is room for; infinite:
    /// as much as it likes. A layer whose bounds were given no size has this one. `request->bounds` are those that were
    /// given, so their size may be zero. The same properties and width give the same size. May be null: the kind has no
    /// size of its own. [MAIN; after create] Since 1.1.
    scrim_status (*_Nullable measure)(
        void *_Nullable instance, const scrim_host *host, const scrim_draw *request, double width, scrim_point *size);
    /// What a SCRIM_PROPERTY_COMPUTED property reads: one number, two, or four, as the type has them. `request` as in measure.
    /// Null when there is no such property. [MAIN; after create] Since 1.1.
    scrim_status (*_Nullable compute)(
        void *_Nullable instance, const scrim_host *host, const scrim_draw *request, uint32_t property, double *value);
    /// Lays the sublayers out: fills `frames`, one for each, finite. The host gives them that position and size whenever the
    /// layout, the layer's properties or size, or what it knows of a sublayer changes; never for time, so what a layout goes by
    /// does not animate. The same layout and properties give the same frames. `context` is `scrim_kind.context`. May be null:
    /// sublayers are where they are put. [MAIN] Since 1.1.
    scrim_status (*_Nullable arrange)(
        void *_Nullable context, const scrim_host *host, const scrim_layout *layout, scrim_rect *frames);
    /// The size of the layer in which all sublayers have theirs; the layout's own means nothing. It is asked for where the layer
    /// is in a layout itself. Required beside arrange. [MAIN] Since 1.1.
    scrim_status (*_Nullable fit)(
        void *_Nullable context, const scrim_host *host, const scrim_layout *layout, scrim_point *size);
    /// Whether a text may be set for a SCRIM_PROPERTY_CHECKED property: SCRIM_OK, or SCRIM_INVALID and in `reason` what is wrong
    /// with it, borrowed until the next call. A scene that is restored is not asked about: show something all the same.
    /// `context` is `scrim_kind.context`. Null when there is no such property. [MAIN] Since 1.1.
    scrim_status (*_Nullable check)(
        void *_Nullable context, const scrim_host *host, uint32_t property, scrim_string text, scrim_string *reason);
} scrim_layer;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
