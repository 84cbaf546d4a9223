// Whole shapes (rows of runs, windows of cells) and rows of shadows. Included after a version's loops over rows, which
// are inlined here, so a run costs no call.

#ifndef SCRIM_OWN_SWEEP_COVER
// Sums cells as `sweep` does and paints the first `width` pixels, except `skip`, with their coverage.
SCRIM_INLINE int32_t sweep_cover(
    uint32_t *to, int32_t *cells, size_t count, size_t skip, size_t width, int32_t sum, uint32_t pixel, int rule) {
    uint8_t coverage[64];
    for (size_t i = 0; i < count; i += 64) {
        size_t some = count - i < 64 ? count - i : 64, first = skip > i ? skip - i : 0;
        sum = sweep(cells + i, coverage, some, sum, rule);
        if (i < width) some = width - i < some ? width - i : some;
        if (i < width && first < some) cover(to + i + first, coverage + first, some - first, pixel);
    }
    return sum;
}
#endif

SCRIM_INLINE void solid(uint32_t *to, size_t count, uint32_t pixel) {
    if (pixel >> 24 == 255)
        fill(to, count, pixel);
    else if (pixel)
        over(to, count, pixel);
}

static void runs(
    uint32_t *to, ptrdiff_t stride, const struct scrim_run *all_runs, const uint32_t *rows, size_t height,
    const uint8_t *values, uint32_t pixel) {
    for (size_t y = 0; y < height; y++, to = (uint32_t *)((char *)to + stride)) {
        if (y + SCRIM_AHEAD < height) {
            uint32_t *next = (uint32_t *)((char *)to + SCRIM_AHEAD * stride);
            for (size_t r = rows[y + SCRIM_AHEAD]; r < rows[y + SCRIM_AHEAD + 1]; r++)
                __builtin_prefetch(next + all_runs[r].from, 1);
        }
        for (size_t r = rows[y]; r < rows[y + 1]; r++) {
            struct scrim_run run = all_runs[r];
            size_t count = (size_t)(run.to - run.from);
            if (run.value < SCRIM_EACH)
                solid(to + run.from, count, scrim_scale(pixel, run.value));
            else
                cover(to + run.from, values + (run.value - SCRIM_EACH), count, pixel);
        }
    }
}

// Paints the pixels from column `from` to `to` of a row, where the sum of cells does not change.
SCRIM_INLINE void between(uint32_t *row, size_t from, size_t to, int32_t sum, uint32_t pixel, int rule) {
    uint8_t value = sum && from < to ? scrim_row_coverage(sum, rule) : 0;
    if (value) solid(row + from, to - from, scrim_scale(pixel, value));
}

// Number of untouched groups of cells that are summed as if they were touched: ending a run and beginning another costs
// as much.
#define SCRIM_GAP 32

// The number of groups, given as bits, that belong to the run beginning with the first one, which is set.
SCRIM_INLINE size_t run_of_groups(uint64_t bits) {
    uint64_t near = bits | bits << 1;
    near |= near << 2;
    near |= near << 4;
    uint64_t run = ~near ? bits & ((near ^ (near + 1)) >> 1) : bits;
    return 64 - (size_t)__builtin_clzll(run);
}

SCRIM_INLINE void cells_of_rule(
    uint32_t *to, ptrdiff_t stride, const struct scrim_cells *window, uint32_t pixel, int rule) {
    size_t first_column = window->first, width = window->width, words = window->words;
    for (size_t y = 0; y < window->height; y++, to = (uint32_t *)((char *)to + stride)) {
        uint64_t *bits = window->touched + y * words;
        int32_t *line = window->cells + y * window->stride;
        if (y + SCRIM_AHEAD < window->height) {
            const uint32_t *next = (const uint32_t *)((const char *)to + SCRIM_AHEAD * stride);
            for (size_t w = 0; w < words; w++) {
                uint64_t ahead = bits[SCRIM_AHEAD * words + w];
                if (!ahead) continue;
                size_t end = ((w << 6) + 64 - (size_t)__builtin_clzll(ahead)) << 2;
                for (size_t x = ((w << 6) + (size_t)__builtin_ctzll(ahead)) << 2; x < end; x += 16)
                    __builtin_prefetch(next + x, 1);
            }
        }
        int32_t sum = 0;
        size_t at = first_column;
        for (size_t w = 0; w < words; w++) {
            uint64_t rest = bits[w];
            bits[w] = 0;
            while (rest) {
                size_t first = (size_t)__builtin_ctzll(rest), groups = run_of_groups(rest >> first);
                size_t start = ((w << 6) + first) << 2;
                if (start > at) between(to, at, start < width ? start : width, sum, pixel, rule);
                size_t skip = start < first_column ? first_column - start : 0;
                sum = sweep_cover(
                    to + start, line + start, groups << 2, skip, start < width ? width - start : 0, sum, pixel, rule);
                at = start + (groups << 2) > at ? start + (groups << 2) : at;
                rest = first + groups < 64 ? rest & ~(uint64_t)0 << (first + groups) : 0;
            }
        }
        if (at < width) between(to, at, width, sum, pixel, rule);
    }
}

static void cells(uint32_t *to, ptrdiff_t stride, const struct scrim_cells *window, uint32_t pixel, int rule) {
#if SCRIM_PAINTS_LINES
    if (are_lines(to, stride, window)) return lines_of_cells(to, stride, window, pixel, rule);
#endif
    if (rule == SCRIM_RULE_NONZERO)
        cells_of_rule(to, stride, window, pixel, SCRIM_RULE_NONZERO);
    else
        cells_of_rule(to, stride, window, pixel, SCRIM_RULE_EVENODD);
}

static void mix(uint16_t *to, const uint16_t *a, const uint16_t *b, size_t count, uint32_t part) {
    for (size_t i = 0; i < count; i++) to[i] = (uint16_t)((a[i] * (256 - part) + b[i] * part) >> 8);
}

#ifndef SCRIM_OWN_CUT
static void cut(
    uint16_t *row, const uint16_t *values, const uint16_t *steps, const uint16_t *parts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint16_t *two = values + steps[i];
        uint32_t value = (two[0] * (256u - parts[i]) + two[1] * (uint32_t)parts[i]) >> 8;
        row[i] = row[i] > value ? (uint16_t)(row[i] - value) : 0;
    }
}
#endif
