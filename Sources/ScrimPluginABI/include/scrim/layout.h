// Layouts: the data about its sublayers from which a layer kind computes their frames. Since 1.1.
#pragma once

#include <scrim/abi.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// A sublayer that is not hidden. Lengths are in points, finite, at least 0.
typedef struct scrim_sublayer {
    /// Its own size: that of a text or a layout, otherwise the size given by its bounds.
    double width, height;
    /// `layout.grow`.
    double grow;
    /// `layout.basis`; negative: none.
    double basis;
} scrim_sublayer;

/// Additional hints for each sublayer, in the same order.
typedef struct scrim_sublayer_hints {
    /// `layout.shrink`.
    double shrink;
    /// `layout.minimum`, and `layout.maximum`; without one, infinity.
    double minimum, maximum;
    /// `layout.spacing`; NaN: none.
    double spacing;
    /// The index of the choice of `layout.alignment`; 0: the layout's own.
    uint32_t alignment;
    uint32_t reserved;
} scrim_sublayer_hints;

typedef struct scrim_layout scrim_layout;
struct scrim_layout {
    uint32_t size;
    uint32_t count;
    /// For the get_ functions of the host.
    uint64_t object;
    /// The layer's bounds: the available space. Frames are relative to their upper left corner, whatever their origin
    /// is.
    double width, height;
    /// In order.
    const scrim_sublayer *_Nullable sublayers;
    /// Used by the host.
    void *_Nullable context;
    /// The own size of sublayer number `index` for a maximum width: text wraps. [MAIN; during the call that received
    /// the layout]
    scrim_status (*measure)(const scrim_layout *layout, uint32_t index, double width, scrim_point *size);
    /// One per sublayer.
    const scrim_sublayer_hints *_Nullable hints;
    /// The distances of the first and the last baseline of sublayer number `index` from its upper edge, for the given
    /// width; SCRIM_NONE without text. [MAIN; during the call that received the layout]
    scrim_status (*baselines)(const scrim_layout *layout, uint32_t index, double width, scrim_point *first_last);
};

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
