// The reference version of each loop for one pixel; also used for the ends of rows in the wide versions.
#ifndef SCRIM_ROW_PLAIN_H
#define SCRIM_ROW_PLAIN_H

#include <string.h>

#include "RowLoops.h"

#define SCRIM_INLINE static inline __attribute__((always_inline))

// Prefetch distance in rows: processors detect no pattern in short rows.
#define SCRIM_AHEAD 4

// Defines `name`, a loop over rows, from `row`, the loop over one; inlined, so that constants are computed once.
#define SCRIM_ROWS(name, row) \
    static void name(uint32_t *to, ptrdiff_t stride, size_t width, size_t height, uint32_t pixel) { \
        for (size_t y = 0; y < height; y++, to = (uint32_t *)((char *)to + stride)) { \
            if (y + SCRIM_AHEAD < height) { \
                const char *next = (const char *)to + SCRIM_AHEAD * stride; \
                for (size_t x = 0; x < width * 4 && x < 1024; x += 64) __builtin_prefetch(next + x, 1); \
            } \
            row(to, width, pixel); \
        } \
    }

#define SCRIM_COVER_ROWS \
    static void cover_rows( \
        uint32_t *to, ptrdiff_t stride, const uint8_t *coverage, ptrdiff_t coverage_stride, size_t width, \
        size_t height, uint32_t pixel) { \
        for (size_t y = 0; y < height; y++, coverage += coverage_stride) { \
            cover(to, coverage, width, pixel); \
            to = (uint32_t *)((char *)to + stride); \
        } \
    }

SCRIM_INLINE uint32_t scrim_multiply(uint32_t a, uint32_t b) {
    uint32_t t = a * b + 128;
    return (t + (t >> 8)) >> 8;
}

// Two channels at a time, sixteen bits each.
SCRIM_INLINE uint32_t scrim_scale(uint32_t pixel, uint32_t factor) {
    uint32_t low = (pixel & 0x00ff00ff) * factor + 0x00800080;
    uint32_t high = (pixel >> 8 & 0x00ff00ff) * factor + 0x00800080;
    low = (low + (low >> 8 & 0x00ff00ff)) >> 8 & 0x00ff00ff;
    high = (high + (high >> 8 & 0x00ff00ff)) & 0xff00ff00;
    return low | high;
}

SCRIM_INLINE uint32_t scrim_over(uint32_t pixel, uint32_t behind) {
    return pixel + scrim_scale(behind, 255 - (pixel >> 24));
}

SCRIM_INLINE uint32_t scrim_choose(uint32_t to, uint32_t result, uint32_t m) {
    uint32_t n = 255 - m;
    uint32_t low = (to & 0x00ff00ff) * n + (result & 0x00ff00ff) * m + 0x00800080;
    uint32_t high = (to >> 8 & 0x00ff00ff) * n + (result >> 8 & 0x00ff00ff) * m + 0x00800080;
    low = (low + (low >> 8 & 0x00ff00ff)) >> 8 & 0x00ff00ff;
    high = (high + (high >> 8 & 0x00ff00ff)) & 0xff00ff00;
    return low | high;
}

SCRIM_INLINE int32_t scrim_divided(int32_t t) {
    t += 128;
    return (t + (t >> 8)) >> 8;
}

// The contribution of a mode where source and backdrop overlap; `sa` and `da` are their alphas.
SCRIM_INLINE int32_t scrim_blend_term(int mode, int32_t s, int32_t sa, int32_t d, int32_t da) {
    int32_t a = s * da, b = d * sa;
    switch (mode) {
    case SCRIM_SCREEN: return a + b - s * d;
    case SCRIM_OVERLAY: return 2 * d < da ? 2 * s * d : sa * da - 2 * (da - d) * (sa - s);
    case SCRIM_DARKEN: return a < b ? a : b;
    case SCRIM_LIGHTEN: return a > b ? a : b;
    case SCRIM_HARD_LIGHT: return 2 * s < sa ? 2 * s * d : sa * da - 2 * (da - d) * (sa - s);
    case SCRIM_DIFFERENCE: return a < b ? b - a : a - b;
    default: return a + b - 2 * s * d;
    }
}

// Multiply rounds each of its three products; the others round their sum.
SCRIM_INLINE uint32_t scrim_blend(int mode, uint32_t s, uint32_t d) {
    int32_t sa = (int32_t)(s >> 24), da = (int32_t)(d >> 24);
    uint32_t pixel = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        int32_t x = s >> shift & 255, y = d >> shift & 255, sum;
        if (mode == SCRIM_MULTIPLY) {
            sum = scrim_divided(x * (255 - da)) + scrim_divided(y * (255 - sa));
            sum = (sum > 255 ? 255 : sum) + scrim_divided(x * y);
            sum = sum > 255 ? 255 : sum;
        } else {
            sum = shift == 24 ? 255 * (x + y) - x * y
                              : (255 - sa) * y + (255 - da) * x + scrim_blend_term(mode, x, sa, y, da);
            sum = scrim_divided(sum < 0 ? 0 : sum > 255 * 255 ? 255 * 255 : sum);
        }
        pixel |= (uint32_t)sum << shift;
    }
    return pixel;
}

SCRIM_INLINE uint32_t scrim_weight(int64_t place) { return (uint32_t)(place >> 24) & 255; }

// Four pixels mixed by 1/256: first vertically, then horizontally, each rounded.
SCRIM_INLINE uint32_t scrim_mix(
    const uint32_t *top, const uint32_t *bottom, uint32_t across, uint32_t down) {
    uint32_t t0 = top[0], t1 = top[1], b0 = bottom[0], b1 = bottom[1];
    uint32_t pixel = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t l = ((t0 >> shift & 255) * (256 - down) + (b0 >> shift & 255) * down + 128) >> 8;
        uint32_t r = ((t1 >> shift & 255) * (256 - down) + (b1 >> shift & 255) * down + 128) >> 8;
        pixel |= (l * (256 - across) + r * across + 128) >> 8 << shift;
    }
    return pixel;
}

SCRIM_INLINE const uint32_t *scrim_texel(const uint8_t *base, ptrdiff_t stride, struct scrim_sample at) {
    return (const uint32_t *)(base + (at.v >> 32) * stride) + (at.u >> 32);
}

SCRIM_INLINE uint32_t scrim_mix_at(const uint8_t *base, ptrdiff_t stride, struct scrim_sample at) {
    const uint32_t *top = scrim_texel(base, stride, at);
    const uint32_t *bottom = (const uint32_t *)((const uint8_t *)top + stride);
    return scrim_mix(top, bottom, scrim_weight(at.u), scrim_weight(at.v));
}

// Prefetches the two rows of pixels at an address, which may be invalid.
SCRIM_INLINE void scrim_expect(const uint8_t *from, ptrdiff_t ahead, ptrdiff_t stride) {
    __builtin_prefetch((const void *)((uintptr_t)from + (uintptr_t)ahead));
    __builtin_prefetch((const void *)((uintptr_t)from + (uintptr_t)(ahead + stride)));
}

SCRIM_INLINE void scrim_step(struct scrim_sample *at, struct scrim_sample step) {
    at->u = (int64_t)((uint64_t)at->u + (uint64_t)step.u);
    at->v = (int64_t)((uint64_t)at->v + (uint64_t)step.v);
}

// ITU-R BT.601 section 2.5 in 16.16 fixed point. The factors of Cb and of Cr sum to 0, so that grey is exactly 128.
SCRIM_INLINE void scrim_y4m(uint8_t *y, uint8_t *cb, uint8_t *cr, uint32_t p) {
    int32_t r = p >> 16 & 255, g = p >> 8 & 255, b = p & 255;
    *y = (uint8_t)((r * 16829 + g * 33038 + b * 6416 + (16 << 16) + (1 << 15)) >> 16);
    *cb = (uint8_t)((b * 28784 - r * 9714 - g * 19070 + (128 << 16) + (1 << 15)) >> 16);
    *cr = (uint8_t)((r * 28784 - g * 24103 - b * 4681 + (128 << 16) + (1 << 15)) >> 16);
}

// Adds a line to a window's cells.
void scrim_add_line(
    const struct scrim_cells *window, struct scrim_place from, struct scrim_place to, int32_t direction);

extern const struct scrim_row_loops scrim_rows_plain, scrim_rows_wide4;
#if defined(__x86_64__)
extern const struct scrim_row_loops scrim_rows_avx2, scrim_rows_avx512;
#endif

#endif
