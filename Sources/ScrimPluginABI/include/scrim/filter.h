// The interface "scrim.filter/1": a filter for `filters` and `backgroundFilters`, used by the kind's name.
//
// The kind's properties are the function's arguments, in order: SCRIM_NUMBER, SCRIM_ANGLE and SCRIM_INTEGER, at most
// 128, and at most one SCRIM_COLOR, the last. Omitted arguments have their defaults; values out of range are clamped.
#pragma once

#include <scrim/host.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#define SCRIM_FILTER_INTERFACE "scrim.filter/1"

/// One use of the filter. Borrowed for the call.
typedef struct scrim_filter_use {
    uint32_t size;
    uint32_t number_count;
    /// The arguments except the colour, as many as the schema has; angles are in radians.
    const double *_Nullable numbers;
    /// The colour, if the schema has one; "none" is 0.
    scrim_color rgba;
    uint32_t reserved;
    /// Maps points to pixels; its linear part scales the lengths among the arguments.
    scrim_affine map;
} scrim_filter_use;

/// The distance over which a pixel has an effect, in pixels, 0…32000 each.
typedef struct scrim_reach {
    int32_t left, top, right, bottom;
} scrim_reach;

/// Pixels in memory: 32-bit words 0xAARRGGBB, premultiplied.
typedef struct scrim_image {
    uint32_t size;
    /// Bytes per row, a multiple of 4.
    uint32_t stride;
    /// The position of the pixels; the first one is (x0, y0). The same coordinates mean the same pixel of the picture
    /// in every call.
    scrim_pixels rect;
    void *_Nullable argb;
} scrim_image;

/// The bits of `scrim_filter.flags` with the weight.
enum { SCRIM_FILTER_WEIGHT = 0xFF };

/// The struct behind `scrim_kind.table`. Filters have no state: the same use and the same pixels give the same result.
typedef struct scrim_filter {
    uint32_t size;
    /// Bits 0 to 7, SCRIM_FILTER_WEIGHT: the cost of a use, as a multiple of filling a plain buffer of the same size,
    /// for the budget of a frame (limit.frameBytes); 0 means 3, like a blur. The other bits are 0. Since 1.1.
    uint32_t flags;
    /// The filter's reach. Null: a pixel affects only itself. `*reach` is zero before. [MAIN]
    scrim_status (*_Nullable reach)(
        const scrim_host *host, void *_Nullable context, const scrim_filter_use *use, scrim_reach *reach);
    /// Fills all of `target`, which is transparent and does not overlap `source`. Required. A pixel may depend only on
    /// the source within reach of it, which is transparent outside its rectangle, and not on the rectangles. [MAIN]
    scrim_status (*_Nullable apply)(
        const scrim_host *host, void *_Nullable context, const scrim_filter_use *use, const scrim_image *source,
        const scrim_image *target);
} scrim_filter;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
