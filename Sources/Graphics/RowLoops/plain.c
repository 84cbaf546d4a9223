// The reference versions of the loops: one pixel at a time.
#include "plain.h"

static void fill(uint32_t *to, size_t count, uint32_t pixel) {
    for (size_t i = 0; i < count; i++) to[i] = pixel;
}

static void over(uint32_t *to, size_t count, uint32_t pixel) {
    for (size_t i = 0; i < count; i++) to[i] = scrim_over(pixel, to[i]);
}

static void cover(uint32_t *to, const uint8_t *coverage, size_t count, uint32_t pixel) {
    for (size_t i = 0; i < count; i++) to[i] = scrim_over(scrim_scale(pixel, coverage[i]), to[i]);
}

static void layer(uint32_t *to, const uint32_t *from, size_t count, uint32_t factor) {
    for (size_t i = 0; i < count; i++) to[i] = scrim_over(scrim_scale(from[i], factor), to[i]);
}

static void layer_covered(
    uint32_t *to, const uint32_t *from, const uint8_t *coverage, size_t count, uint32_t factor) {
    for (size_t i = 0; i < count; i++)
        to[i] = scrim_over(scrim_scale(from[i], scrim_multiply(coverage[i], factor)), to[i]);
}

static void choose(uint32_t *to, const uint32_t *result, const uint8_t *shape, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = scrim_choose(to[i], result[i], shape[i]);
}

static void blend(uint32_t *to, const uint32_t *from, size_t count, int mode) {
    for (size_t i = 0; i < count; i++) to[i] = scrim_blend(mode, from[i], to[i]);
}

static int32_t sweep(int32_t *cells, uint8_t *coverage, size_t count, int32_t sum, int rule) {
    for (size_t i = 0; i < count; i++) {
        sum = (int32_t)((uint32_t)sum + (uint32_t)cells[i]);
        cells[i] = 0;
        coverage[i] = scrim_row_coverage(sum, rule);
    }
    return sum;
}

static void scaled(
    uint32_t *to, const uint32_t *top, const uint32_t *bottom, size_t count, int64_t at, int64_t step,
    uint32_t down) {
    for (size_t i = 0; i < count; i++, at = (int64_t)((uint64_t)at + (uint64_t)step))
        to[i] = scrim_mix(top + (at >> 32), bottom + (at >> 32), scrim_weight(at), down);
}

static void seconds(uint32_t *to, const uint32_t *from, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = from[2 * i];
}

static void halved(uint32_t *to, const uint32_t *top, const uint32_t *bottom, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = scrim_mix(top + 2 * i, bottom + 2 * i, 128, 128);
}

static void turned(
    uint32_t *to, const uint8_t *base, ptrdiff_t stride, size_t count, struct scrim_sample at,
    struct scrim_sample step, ptrdiff_t ahead) {
    (void)ahead;
    for (size_t i = 0; i < count; i++, scrim_step(&at, step)) to[i] = scrim_mix_at(base, stride, at);
}

static void y4m(uint8_t *y, uint8_t *cb, uint8_t *cr, const uint32_t *from, size_t count) {
    for (size_t i = 0; i < count; i++) scrim_y4m(y + i, cb + i, cr + i, from[i]);
}

SCRIM_ROWS(fill_rows, fill)
SCRIM_ROWS(over_rows, over)
SCRIM_COVER_ROWS

#include "outline.h"
#include "shapes.h"

const struct scrim_row_loops scrim_rows_plain = {
    "plain", 0, fill, over, fill_rows, over_rows, cover, cover_rows, layer, layer_covered, choose, blend, sweep, runs,
    lines, place, outline, cells, mix, cut, scaled, seconds, halved, turned, y4m,
};
