/// Pictures in the most common camera format, for consumers that support no other.
#pragma once

#include <stdint.h>

/// Bytes per row of YUY2 pictures: four for two pixels.
static inline uint32_t packed_stride(uint32_t width) { return (width + 1) / 2 * 4; }

/// Converts pixels x0…x1 of rows y0…y1 of a premultiplied argb picture (so on black) to YUY2: BT.601 limited range,
/// with Cb and Cr averaged over two pixels. x0 must be even; x1 too, or equal to `width`.
void pack_video(
    uint8_t *to, const uint32_t *from, uint32_t width, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1);
