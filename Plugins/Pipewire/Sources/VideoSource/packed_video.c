#include "packed_video.h"

#include <RowLoops.h>
#include <stddef.h>

/// Number of pixels converted at a time; even.
enum { PART = 512 };

void pack_video(
    uint8_t *to, const uint32_t *from, uint32_t width, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1) {
    uint8_t luma[PART], blue[PART], red[PART];
    for (uint32_t y = y0; y < y1; y++) {
        const uint32_t *row = from + (size_t)y * width;
        uint8_t *packed = to + (size_t)y * packed_stride(width);
        for (uint32_t x = x0; x < x1; x += PART) {
            size_t count = x1 - x < PART ? x1 - x : PART, pairs = count / 2;
            scrim_row_y4m(luma, blue, red, row + x, count);
            uint8_t *pair = packed + (size_t)x * 2;
            for (size_t at = 0; at < pairs; at++) {
                pair[4 * at] = luma[2 * at];
                pair[4 * at + 1] = (uint8_t)((blue[2 * at] + blue[2 * at + 1] + 1) >> 1);
                pair[4 * at + 2] = luma[2 * at + 1];
                pair[4 * at + 3] = (uint8_t)((red[2 * at] + red[2 * at + 1] + 1) >> 1);
            }
            if (count % 2 == 0) continue;
            // With an odd width the last column is used twice.
            pair[4 * pairs] = pair[4 * pairs + 2] = luma[count - 1];
            pair[4 * pairs + 1] = blue[count - 1];
            pair[4 * pairs + 3] = red[count - 1];
        }
    }
}
