/// Pictures as most cameras give them, for consumers that take nothing else.
#pragma once

#include <stdint.h>

/// Bytes from row to row of YUY2 pictures: four for two pixels.
static inline uint32_t packed_stride(uint32_t width) { return (width + 1) / 2 * 4; }

/// Converts pixels x0…x1 of rows y0…y1 of an argb picture, premultiplied and so over black, to YUY2: BT.601 of limited range, Cb and Cr
/// the means of two pixels. x0 is even; x1 is, too, or the `width` of both.
void pack_video(
    uint8_t *to, const uint32_t *from, uint32_t width, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1);
