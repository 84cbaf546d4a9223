// Adds lines to cells, one after the other: the reference version.
#include "plain.h"

enum { BITS = SCRIM_BITS, ONE = 1 << BITS };
static const int64_t half = (int64_t)1 << 31;

// The crossings of a line with the edges of rows and columns are computed from the line's own ends, in integers, so
// that cells do not depend on the window. Steps beyond a line's end may wrap, but are not used; hence the products of
// unsigned words.
SCRIM_INLINE int64_t times(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
SCRIM_INLINE int64_t plus(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
SCRIM_INLINE int64_t fixed(int64_t whole) { return plus((int64_t)((uint64_t)whole << 32), half); }
SCRIM_INLINE int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
SCRIM_INLINE int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

// The column or row of a coordinate, rounded down, also for negative numbers.
SCRIM_INLINE int64_t cell_of(int64_t place) { return place >> BITS; }

// A piece within one cell: `dy` units downward; `sum` is the sum of its ends' distances from the cell's left edge.
SCRIM_INLINE void in_cell(const struct scrim_cells *w, int64_t row, int64_t column, int32_t dy, int32_t sum) {
    uint32_t *cell = (uint32_t *)w->cells + (size_t)row * w->stride + (size_t)column;
    uint32_t carried = (uint32_t)(dy * sum);
    cell[0] += ((uint32_t)dy << (BITS + 1)) - carried;
    cell[1] += carried;
    uint64_t *bits = w->touched + (size_t)row * w->words;
    size_t left = (size_t)column >> 2, right = (size_t)(column + 1) >> 2;
    bits[left >> 6] |= (uint64_t)1 << (left & 63);
    bits[right >> 6] |= (uint64_t)1 << (right & 63);
}

// Also used for everything left of the window, which covers whole rows from the first pixel on.
static void upright(const struct scrim_cells *w, int64_t x, int64_t y, int64_t end, int32_t sign) {
    for (int64_t row = cell_of(y), next; y < end; y = next, row++) {
        next = smaller((row + 1) << BITS, end);
        in_cell(w, row, cell_of(x), (int32_t)(next - y) * sign, (int32_t)(x & (ONE - 1)) * 2);
    }
}

// A line whose upper end is (x0, y0), with its horizontal step per row and vertical step per column.
struct slant {
    int64_t x0, y0, rise;
};

// A piece within one row that crosses columns, with its left end first.
static void across(
    const struct scrim_cells *w, int64_t row, int64_t xl, int64_t yl, int64_t xr, int64_t yr, int32_t sign,
    const struct slant *line) {
    if (xr <= 0) return in_cell(w, row, 0, (int32_t)(yr - yl) * sign, 0);
    int64_t low = smaller(yl, yr), high = larger(yl, yr), last = cell_of(xr), column = cell_of(xl);
    int64_t x = xl & (ONE - 1), y = yl;
    if (column < 0) {
        int64_t meets = plus(fixed(line->y0), times(-line->x0, line->rise)) >> 32;
        meets = smaller(larger(meets, low), high);
        in_cell(w, row, 0, (int32_t)(meets - y) * sign, 0);
        column = x = 0;
        y = meets;
    }
    int64_t edge = plus(fixed(line->y0), times(((column + 1) << BITS) - line->x0, line->rise));
    int64_t step = times(line->rise, ONE), width = (int64_t)w->width;
    for (; column < smaller(last, width); column++, x = 0, edge = plus(edge, step)) {
        // For a steep line, rounding at the row's edges and at the column's may differ by a unit or more; the pieces
        // must add up to the row's.
        int64_t next = smaller(larger(edge >> 32, low), high);
        in_cell(w, row, column, (int32_t)(next - y) * sign, (int32_t)x + ONE);
        y = next;
    }
    if (column < width) in_cell(w, row, column, (int32_t)(yr - y) * sign, (int32_t)(x + (xr & (ONE - 1))));
}

void scrim_add_line(const struct scrim_cells *w, struct scrim_place a, struct scrim_place b, int32_t direction) {
    int down = a.y < b.y;
    int64_t x0 = down ? a.x : b.x, y0 = down ? a.y : b.y, x1 = down ? b.x : a.x, y1 = down ? b.y : a.y;
    int32_t sign = down ? direction : -direction;
    int64_t right = (int64_t)w->width << BITS, y = larger(y0, 0), end = smaller(y1, (int64_t)w->height << BITS);
    if (y >= end || (x0 >= right && x1 >= right)) return;
    if (x0 == x1 || (x0 <= 0 && x1 <= 0)) return upright(w, larger(x0, 0), y, end, sign);
    // 32 fractional bits. |x1 - x0| < 2^28, so the products with a distance along the line stay below 2^61.
    double dx = (double)(x1 - x0), dy = (double)(y1 - y0);
    int64_t slope = (int64_t)(dx * 4294967296.0 / dy);
    struct slant line = {x0, y0, (int64_t)(dy * 4294967296.0 / dx)};
    int64_t row = cell_of(y), x = y0 < 0 ? plus(fixed(x0), times(-y0, slope)) >> 32 : x0;
    int64_t edge = plus(fixed(x0), times(((row + 1) << BITS) - y0, slope)), step = times(slope, ONE);
    for (int64_t next_x, next_y; y < end; x = next_x, y = next_y, row++, edge = plus(edge, step)) {
        next_y = smaller((row + 1) << BITS, end);
        next_x = next_y == y1 ? x1 : edge >> 32;
        int64_t column = cell_of(x);
        if (column != cell_of(next_x)) {
            if (x < next_x)
                across(w, row, x, y, next_x, next_y, sign, &line);
            else
                across(w, row, next_x, next_y, x, y, -sign, &line);
        } else if (column < (int64_t)w->width) {
            int32_t sum = (int32_t)(x & (ONE - 1)) + (int32_t)(next_x & (ONE - 1));
            in_cell(w, row, larger(column, 0), (int32_t)(next_y - y) * sign, column < 0 ? 0 : sum);
        }
    }
}
