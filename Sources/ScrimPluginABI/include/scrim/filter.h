// The interface "scrim.filter/1": a filter for `filters` and `backgroundFilters`, by the kind's name.
//
// The kind's properties are the function's arguments, in order: SCRIM_NUMBER, SCRIM_ANGLE and SCRIM_INTEGER, at most 128, and
// at most one SCRIM_COLOR, the last. What is left out has its default; what is out of range is held to it.
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
    /// The arguments but for the colour, as many as the schema has; angles in radians.
    const double *_Nullable numbers;
    /// The colour, when the schema has one; none is 0.
    scrim_color rgba;
    uint32_t reserved;
    /// Brings points to pixels: lengths among the arguments go by its linear part.
    scrim_affine map;
} scrim_filter_use;

/// How far a pixel's effect goes, in pixels, 0…32000 each.
typedef struct scrim_reach {
    int32_t left, top, right, bottom;
} scrim_reach;

/// Pixels in memory: 32-bit words 0xAARRGGBB, premultiplied.
typedef struct scrim_image {
    uint32_t size;
    /// Bytes from row to row, a multiple of 4.
    uint32_t stride;
    /// Where the pixels lie; the first one is (x0, y0). The same place means the same pixel of the picture in every call.
    scrim_pixels rect;
    void *_Nullable argb;
} scrim_image;

/// The bits of `scrim_filter.flags` that hold the weight.
enum { SCRIM_FILTER_WEIGHT = 0xFF };

/// What `scrim_kind.table` points to. Filters keep nothing: the same use and the same pixels give the same result.
typedef struct scrim_filter {
    uint32_t size;
    /// Bits 0 to 7, SCRIM_FILTER_WEIGHT: how many plain buffers of the same size can be filled in the time of a use, for the budget of
    /// a frame (limit.frameBytes); 0: 3, as a blur. The others are 0. Since 1.1.
    uint32_t flags;
    /// Null: a pixel has an effect on itself only. `*reach` is zero before. [MAIN]
    scrim_status (*_Nullable reach)(
        const scrim_host *host, void *_Nullable context, const scrim_filter_use *use, scrim_reach *reach);
    /// Fills all of `target`, which is transparent and apart from `source`. Required. A pixel depends on nothing but the
    /// source within reach of it, which is transparent beyond its rectangle, and not on the rectangles. [MAIN]
    scrim_status (*_Nullable apply)(
        const scrim_host *host, void *_Nullable context, const scrim_filter_use *use, const scrim_image *source,
        const scrim_image *target);
} scrim_filter;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
