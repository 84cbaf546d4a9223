// Loops over rows of pixels: each in a plain version that defines it, and in versions of 4, 8 and 16 pixels.
//
// Pixels are premultiplied argb words (0xAARRGGBB); a product of two bytes is divided by 255 with rounding, as pixman
// does: (t + (t >> 8)) >> 8 with t = a * b + 128. Every version gives the same bytes; tests hold each to the plain one.
// Memory of one call does not overlap unless said; addresses need no more alignment than their type. Where rows are a multiple of 64
// bytes apart, they begin at multiples of 64 bytes: then whole cache lines may be stored, in which other pixels of a row keep what they are.
#ifndef SCRIM_ROW_LOOPS_H
#define SCRIM_ROW_LOOPS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum scrim_rule { SCRIM_RULE_NONZERO = 0, SCRIM_RULE_EVENODD = 1 };

// Blend modes whose channels are sums of products: pixman's formulas.
enum scrim_blend_mode {
    SCRIM_MULTIPLY,
    SCRIM_SCREEN,
    SCRIM_OVERLAY,
    SCRIM_DARKEN,
    SCRIM_LIGHTEN,
    SCRIM_HARD_LIGHT,
    SCRIM_DIFFERENCE,
    SCRIM_EXCLUSION,
};

// Points in a window are in units of 1/1024 pixel.
#define SCRIM_BITS 10

// Twice the area of a pixel, in square units: the value of a pixel covered once.
#define SCRIM_FULL (2 << (2 * SCRIM_BITS))

static inline uint8_t scrim_eight_bits(int32_t area) {
    return (uint8_t)((int32_t)((uint32_t)area * 255 + SCRIM_FULL / 2) >> 21);
}

// The coverage, 0...255, of a sum of cells.
static inline uint8_t scrim_row_coverage(int32_t sum, int rule) {
    if (rule == SCRIM_RULE_NONZERO) {
        // -2^31, which is 1024 turns, has no absolute value and stays unchanged.
        int32_t sign = sum >> 31;
        int32_t size = (int32_t)(((uint32_t)sum ^ (uint32_t)sign) - (uint32_t)sign);
        return scrim_eight_bits(size > SCRIM_FULL ? SCRIM_FULL : size);
    }
    // Folded: 0 to 0, full to full, twice full to 0.
    int32_t folded = (sum & (2 * SCRIM_FULL - 1)) - SCRIM_FULL;
    int32_t sign = folded >> 31;
    return scrim_eight_bits(SCRIM_FULL - ((folded ^ sign) - sign));
}

// The pixels from column `from` to `to` of a row, with the coverage `value`; or, from SCRIM_EACH on, with individual
// coverage, found at `value - SCRIM_EACH` in the values of all rows.
struct scrim_run {
    int16_t from, to;
    uint32_t value;
};
#define SCRIM_EACH 256u

// A window of `height` rows of `stride` cells (a multiple of 4, more than `width`), and of `words` words of a bit for each four
// cells: those without it are 0.
//
// A line that goes down `dy` units through a pixel adds `dy` times twice its mean distance to the pixel's right edge to that
// pixel's cell, and the rest, which covers everything further right, to the next cell; the running sum along a row is then
// twice the signed area in the pixel. One sum instead of an area and a cover for each cell is Blend2D's and font-rs's way: half
// the memory and one pass. Sums wrap: beyond 1023 turns of winding a picture may be wrong, but nothing ends.
//
// The columns before `first` are summed, not painted: with them a window begins on a cache line of pixels.
struct scrim_cells {
    int32_t *cells;
    uint64_t *touched;
    size_t stride, words, width, height, first;
};

// In units; coordinates of lines are within 2^27 of 0.
struct scrim_place {
    int32_t x, y;
};
// The `y` of a separator: no line leads to it or from it.
#define SCRIM_BREAK INT32_MIN
// Points of paths are within this distance of 0: 65,536 pixels.
#define SCRIM_LIMIT (1 << 26)

// Maps (x, y) to (a x + c y + tx, b x + d y + ty).
struct scrim_map {
    double a, b, c, d, tx, ty;
};

// Path commands; each takes as many points as its number, except that a move takes one and a close none.
enum scrim_command { SCRIM_MOVE = 0, SCRIM_LINE = 1, SCRIM_QUAD = 2, SCRIM_CUBIC = 3, SCRIM_CLOSE = 4 };

// A position in a picture in 32.32 fixed point: `u` across, `v` down.
struct scrim_sample {
    int64_t u, v;
};

// Returns 1 when a path certainly does not overlap itself, 0 when it may.
int scrim_is_simple(
    const uint8_t *commands, size_t count, const struct scrim_place *places, size_t place_count);

// Scratch memory for finding boundaries.
struct scrim_boundary;
// Returns null without memory.
struct scrim_boundary *_Nullable scrim_boundary_make(void);
void scrim_boundary_free(struct scrim_boundary *_Nullable boundary);
// Begins a path; adds an outline to it, or a line of one.
void scrim_boundary_begin(struct scrim_boundary *boundary);
void scrim_boundary_outline(
    struct scrim_boundary *boundary, const uint8_t *commands, size_t count, const struct scrim_place *places,
    size_t place_count);
void scrim_boundary_line(struct scrim_boundary *boundary, struct scrim_place from, struct scrim_place to);
// Finds the lines of the path with the inside, by `rule`, on one side and the outside on the other: two points per
// line; the inside is to the right of lines that lead down, and to the left of lines that lead up. They are valid until
// the next path begins. Returns their number; -1 when the path's own lines should be used, because it does not overlap
// itself, or has too many crossings or points, or there is no memory.
ptrdiff_t scrim_boundary_find(
    struct scrim_boundary *boundary, int rule, const struct scrim_place *_Nullable *_Nonnull lines);

struct scrim_row_loops {
    const char *name;
    // 1 when windows of cells that begin on a cache line of their pixels are painted by whole lines.
    int paints_lines;

    // to = pixel
    void (*fill)(uint32_t *to, size_t count, uint32_t pixel);
    // to = pixel over to
    void (*over)(uint32_t *to, size_t count, uint32_t pixel);
    // The same for `height` rows of `width` pixels, `stride` bytes apart
    void (*fill_rows)(uint32_t *to, ptrdiff_t stride, size_t width, size_t height, uint32_t pixel);
    void (*over_rows)(uint32_t *to, ptrdiff_t stride, size_t width, size_t height, uint32_t pixel);
    // to = pixel * coverage over to
    void (*cover)(uint32_t *to, const uint8_t *coverage, size_t count, uint32_t pixel);
    // The same for `height` rows of `width` pixels and coverages; each kind of row its number of bytes apart
    void (*cover_rows)(
        uint32_t *to, ptrdiff_t stride, const uint8_t *coverage, ptrdiff_t coverage_stride, size_t width,
        size_t height, uint32_t pixel);
    // to = from * factor over to; factor 0...255
    void (*layer)(uint32_t *to, const uint32_t *from, size_t count, uint32_t factor);
    // to = from * (coverage * factor) over to
    void (*layer_covered)(
        uint32_t *to, const uint32_t *from, const uint8_t *coverage, size_t count, uint32_t factor);
    // to += (result - to) * shape, rounded once
    void (*choose)(uint32_t *to, const uint32_t *result, const uint8_t *shape, size_t count);

    // to = mode(from, to); colours at most their alpha; mode: one of scrim_blend_mode
    void (*blend)(uint32_t *to, const uint32_t *from, size_t count, int mode);

    // Sums `count` cells (a multiple of 4) of twice the signed area in units of 1/1024 pixel, beginning with `sum`,
    // into coverage, and clears them; returns the last sum.
    int32_t (*sweep)(int32_t *cells, uint8_t *coverage, size_t count, int32_t sum, int rule);

    // Paints rows of runs: those of row y are `runs` from rows[y] to rows[y + 1]; the first column is at `to`.
    void (*runs)(
        uint32_t *to, ptrdiff_t stride, const struct scrim_run *runs, const uint32_t *rows, size_t height,
        const uint8_t *values, uint32_t pixel);
    // Adds `count` lines to a window's cells, each from one point to the next; lines begin `step` points apart: 1 for
    // connected lines, 2 for pairs of points. `direction` is 1, or -1 to subtract them
    void (*lines)(
        const struct scrim_cells *window, const struct scrim_place *places, size_t count, size_t step,
        int32_t direction);
    // Writes `count` points (x, y) under `map` to `to`, unless null, and their minimum and maximum to `box`. Returns 0
    // when a point is beyond the limit or NaN; the results are then invalid.
    int (*place)(
        struct scrim_place *_Nullable to, const double *points, size_t count, const struct scrim_map *map,
        struct scrim_place *box);
    // Adds a path, whose points are relative to pixels of which the window's first is at `origin`; subpaths are closed.
    void (*outline)(
        const struct scrim_cells *window, struct scrim_place origin, const uint8_t *commands, size_t count,
        const struct scrim_place *places, size_t place_count, int32_t direction);
    // Sums each row of a window into coverage, paints it, and clears cells and bits; the window's first pixel is at
    // `to`.
    void (*cells)(uint32_t *to, ptrdiff_t stride, const struct scrim_cells *window, uint32_t pixel, int rule);

    // to = a and b, mixed by part/256; values at most 65280
    void (*mix)(uint16_t *to, const uint16_t *a, const uint16_t *b, size_t count, uint32_t part);
    // Subtracts from each value of a row the interpolation of values[step] and values[step + 1] by part/256; at least 0
    void (*cut)(
        uint16_t *row, const uint16_t *values, const uint16_t *steps, const uint16_t *parts, size_t count);

    // Bilinear samples between two rows of pixels, `step` apart starting at `at`; `down` is the lower row's weight,
    // 0...255. All sampled pixels, and their right neighbours, must be in the rows.
    void (*scaled)(
        uint32_t *to, const uint32_t *top, const uint32_t *bottom, size_t count, int64_t at, int64_t step,
        uint32_t down);
    // Copies every second pixel, starting with the first; nothing is read after the last one.
    void (*seconds)(uint32_t *to, const uint32_t *from, size_t count);
    // Averages pixels x, x + 1 of both rows for x = 0, 2, 4...; halves are rounded first vertically, then horizontally.
    void (*halved)(uint32_t *to, const uint32_t *top, const uint32_t *bottom, size_t count);
    // Bilinear samples along a line; rows are `stride` bytes apart, starting at `base`. All four pixels of each sample
    // must exist. Data `ahead` bytes further is prefetched, because processors detect no pattern across rows.
    void (*turned)(
        uint32_t *to, const uint8_t *base, ptrdiff_t stride, size_t count, struct scrim_sample at,
        struct scrim_sample step, ptrdiff_t ahead);

    // Converts premultiplied pixels over black to BT.601 Y'CbCr of limited range, one byte per plane and pixel.
    void (*y4m)(uint8_t *y, uint8_t *cb, uint8_t *cr, const uint32_t *from, size_t count);
};

// The versions that this processor supports: the plain one first, the one in use last.
size_t scrim_row_loops_count(void);
const struct scrim_row_loops *_Nullable scrim_row_loops_at(size_t index);

// The version in use: chosen before main, and not changed later.
extern struct scrim_row_loops scrim_rows;

static inline void scrim_row_fill(uint32_t *to, size_t count, uint32_t pixel) { scrim_rows.fill(to, count, pixel); }

static inline void scrim_row_over(uint32_t *to, size_t count, uint32_t pixel) { scrim_rows.over(to, count, pixel); }

static inline void scrim_rows_fill(
    uint32_t *to, ptrdiff_t stride, size_t width, size_t height, uint32_t pixel) {
    scrim_rows.fill_rows(to, stride, width, height, pixel);
}

static inline void scrim_rows_over(
    uint32_t *to, ptrdiff_t stride, size_t width, size_t height, uint32_t pixel) {
    scrim_rows.over_rows(to, stride, width, height, pixel);
}

static inline void scrim_row_cover(uint32_t *to, const uint8_t *coverage, size_t count, uint32_t pixel) {
    scrim_rows.cover(to, coverage, count, pixel);
}

static inline void scrim_rows_cover(
    uint32_t *to, ptrdiff_t stride, const uint8_t *coverage, ptrdiff_t coverage_stride, size_t width, size_t height,
    uint32_t pixel) {
    scrim_rows.cover_rows(to, stride, coverage, coverage_stride, width, height, pixel);
}

static inline void scrim_row_layer(uint32_t *to, const uint32_t *from, size_t count, uint32_t factor) {
    scrim_rows.layer(to, from, count, factor);
}

static inline void scrim_row_layer_covered(
    uint32_t *to, const uint32_t *from, const uint8_t *coverage, size_t count, uint32_t factor) {
    scrim_rows.layer_covered(to, from, coverage, count, factor);
}

static inline void scrim_row_choose(
    uint32_t *to, const uint32_t *result, const uint8_t *shape, size_t count) {
    scrim_rows.choose(to, result, shape, count);
}

static inline void scrim_row_blend(uint32_t *to, const uint32_t *from, size_t count, int mode) {
    scrim_rows.blend(to, from, count, mode);
}

static inline int32_t scrim_row_sweep(
    int32_t *cells, uint8_t *coverage, size_t count, int32_t sum, int rule) {
    return scrim_rows.sweep(cells, coverage, count, sum, rule);
}

static inline void scrim_rows_runs(
    uint32_t *to, ptrdiff_t stride, const struct scrim_run *runs, const uint32_t *rows, size_t height,
    const uint8_t *values, uint32_t pixel) {
    scrim_rows.runs(to, stride, runs, rows, height, values, pixel);
}

static inline void scrim_rows_cells(
    uint32_t *to, ptrdiff_t stride, const struct scrim_cells *window, uint32_t pixel, int rule) {
    scrim_rows.cells(to, stride, window, pixel, rule);
}

static inline int scrim_rows_paint_lines(void) { return scrim_rows.paints_lines; }

static inline void scrim_rows_lines(
    const struct scrim_cells *window, const struct scrim_place *places, size_t count, size_t step,
    int32_t direction) {
    scrim_rows.lines(window, places, count, step, direction);
}

static inline int scrim_rows_place(
    struct scrim_place *_Nullable to, const double *points, size_t count, const struct scrim_map *map,
    struct scrim_place *box) {
    return scrim_rows.place(to, points, count, map, box);
}

static inline void scrim_rows_outline(
    const struct scrim_cells *window, struct scrim_place origin, const uint8_t *commands, size_t count,
    const struct scrim_place *places, size_t place_count, int32_t direction) {
    scrim_rows.outline(window, origin, commands, count, places, place_count, direction);
}

static inline void scrim_row_mix(
    uint16_t *to, const uint16_t *a, const uint16_t *b, size_t count, uint32_t part) {
    scrim_rows.mix(to, a, b, count, part);
}

static inline void scrim_row_cut(
    uint16_t *row, const uint16_t *values, const uint16_t *steps, const uint16_t *parts, size_t count) {
    scrim_rows.cut(row, values, steps, parts, count);
}

static inline void scrim_row_scaled(
    uint32_t *to, const uint32_t *top, const uint32_t *bottom, size_t count, int64_t at, int64_t step,
    uint32_t down) {
    scrim_rows.scaled(to, top, bottom, count, at, step, down);
}

static inline void scrim_row_seconds(uint32_t *to, const uint32_t *from, size_t count) {
    scrim_rows.seconds(to, from, count);
}

static inline void scrim_row_halved(
    uint32_t *to, const uint32_t *top, const uint32_t *bottom, size_t count) {
    scrim_rows.halved(to, top, bottom, count);
}

static inline void scrim_row_turned(
    uint32_t *to, const uint8_t *base, ptrdiff_t stride, size_t count, struct scrim_sample at,
    struct scrim_sample step, ptrdiff_t ahead) {
    scrim_rows.turned(to, base, stride, count, at, step, ahead);
}

static inline void scrim_row_y4m(
    uint8_t *y, uint8_t *cb, uint8_t *cr, const uint32_t *from, size_t count) {
    scrim_rows.y4m(y, cb, cr, from, count);
}

#pragma clang assume_nonnull end

#endif
