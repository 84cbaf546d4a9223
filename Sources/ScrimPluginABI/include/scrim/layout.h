// Layouts: what a layer kind is told about its sublayers, to say where they go. Since 1.1.
#pragma once

#include <scrim/abi.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// A sublayer that is not hidden. Lengths in points, finite, at least 0.
typedef struct scrim_sublayer {
    /// The size that it has by itself: a text's, a layout's, else the one that its bounds were given.
    double width, height;
    /// `layout.grow`.
    double grow;
    /// `layout.basis`; below 0: none.
    double basis;
} scrim_sublayer;

/// More of what a sublayer is told to be, in the order of the sublayers.
typedef struct scrim_sublayer_hints {
    /// `layout.shrink`.
    double shrink;
    /// `layout.minimum`, and `layout.maximum`; without one, infinity.
    double minimum, maximum;
    /// `layout.spacing`; not a number: none.
    double spacing;
    /// The number of `layout.alignment`'s choice; 0: the layout's own.
    uint32_t alignment;
    uint32_t reserved;
} scrim_sublayer_hints;

typedef struct scrim_layout scrim_layout;
struct scrim_layout {
    uint32_t size;
    uint32_t count;
    /// For the get_ functions of the host.
    uint64_t object;
    /// Of the layer's bounds: the room that there is. Frames count from their upper left corner as 0,0, wherever their origin is.
    double width, height;
    /// In order.
    const scrim_sublayer *_Nullable sublayers;
    /// The host's own.
    void *_Nullable context;
    /// The size that sublayer number `index` has by itself where it can be so wide at most: a text wraps. [MAIN; during the call
    /// that the layout was handed to]
    scrim_status (*measure)(const scrim_layout *layout, uint32_t index, double width, scrim_point *size);
    /// As many as there are sublayers.
    const scrim_sublayer_hints *_Nullable hints;
    /// How far below its upper edge the first and the last line of text of sublayer number `index` stand where it is so wide; SCRIM_NONE for
    /// one that has no text. [MAIN; during the call that the layout was handed to]
    scrim_status (*baselines)(const scrim_layout *layout, uint32_t index, double width, scrim_point *first_last);
};

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
