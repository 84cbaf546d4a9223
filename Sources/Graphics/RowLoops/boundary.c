// The lines of a path that have the inside on one side and the outside on the other: Bentley and Ottmann's sweep, by slabs.
//
// The outline is cut into chains that lead down all the way. From the top to the bottom, a slab reaches to the next end of a line or
// to the first crossing; in it the chains have one order, and the winding numbers between them tell which are boundaries. Where a
// line is at some height follows from the line alone, by the same rounding everywhere.
#include <math.h>
#include <stdlib.h>

#include "plain.h"

#pragma STDC FP_CONTRACT OFF

#include "curves.h"

// Minimum height of a slab that is cut at crossings, in units.
enum { LOWEST = 8 };
// Maximum number of points.
enum { MOST_POINTS = 1 << 17 };
// Memory kept from one path to the next, in points.
enum { KEPT_POINTS = 1 << 14 };

struct chain {
    // The inside is to the right (1) or to the left (-1) of it, or on both sides or neither (0), since `from`.
    int32_t side;
    // 1 for a chain that the path follows downward, else -1.
    int32_t direction;
    struct scrim_place from;
    // The index of the lower end of the line, and the number of lines that follow.
    size_t next;
    size_t left;
};

// Two adjacent chains of the slab, side by side in arrays.
typedef double two __attribute__((vector_size(16), aligned(8)));
typedef int64_t two_bits __attribute__((vector_size(16)));

// The chains of the slab from left to right: the data for loops over all of them.
struct slab {
    size_t count;
    // The upper end of the line, and its horizontal units per vertical unit.
    double *x0, *y0, *slope;
    // The x coordinates of the line at the top and at the bottom of the slab.
    double *top, *bottom;
    // The height at which the line ends.
    int32_t *ends;
    uint32_t *chains;
};

struct scrim_boundary {
    struct scrim_place *points;
    size_t point_count, point_room;
    struct chain *chains;
    size_t chain_count, chain_room;
    // Sorted by their upper ends.
    uint32_t *order, *spare;
    size_t order_room;
    struct slab slab;
    double *lanes;
    struct scrim_place *lines;
    size_t line_count, line_room;
    int failed;
};

struct scrim_boundary *scrim_boundary_make(void) { return calloc(1, sizeof(struct scrim_boundary)); }

static void release(struct scrim_boundary *b) {
    free(b->points);
    free(b->chains);
    free(b->order);
    free(b->spare);
    free(b->lanes);
    free(b->lines);
    *b = (struct scrim_boundary){0};
}

void scrim_boundary_free(struct scrim_boundary *b) {
    if (!b) return;
    release(b);
    free(b);
}

// Reserves room for `count` elements of `size`; returns 0 without memory.
static int reserve(void **memory, size_t *room, size_t count, size_t size) {
    if (count <= *room) return 1;
    size_t wanted = *room * 2 > count ? *room * 2 : count < 64 ? 64 : count;
    void *larger = realloc(*memory, wanted * size);
    if (!larger) return 0;
    *memory = larger;
    *room = wanted;
    return 1;
}

// MARK: The outline

static struct scrim_place *make_room(struct scrim_boundary *b, size_t count) {
    if (b->point_count + count > MOST_POINTS
        || !reserve((void **)&b->points, &b->point_room, b->point_count + count, sizeof *b->points)) {
        b->failed = 1;
        return 0;
    }
    return b->points + b->point_count;
}

static void add_point(struct scrim_boundary *b, struct scrim_place p) {
    struct scrim_place *to = make_room(b, 1);
    if (!to) return;
    *to = p;
    b->point_count++;
}

static void add_curve(struct scrim_boundary *b, struct scrim_steps steps, struct scrim_place first, struct scrim_place end) {
    size_t count = (size_t)steps.n;
    struct scrim_place *to = make_room(b, count);
    if (!to) return;
    scrim_draw_steps(to, first, end, steps);
    b->point_count += count;
}

// Adds a chain for each monotonic part of the contour that begins at `first`.
static void add_chains(struct scrim_boundary *b, size_t first) {
    size_t end = b->point_count;
    for (size_t i = first; i + 1 < end;) {
        int32_t dy = b->points[i + 1].y - b->points[i].y;
        if (dy == 0) {
            i++;
            continue;
        }
        size_t j = i + 1;
        if (dy > 0)
            while (j + 1 < end && b->points[j + 1].y > b->points[j].y) j++;
        else
            while (j + 1 < end && b->points[j + 1].y < b->points[j].y) j++;
        if (!reserve((void **)&b->chains, &b->chain_room, b->chain_count + 1, sizeof *b->chains)) {
            b->failed = 1;
            return;
        }
        struct chain *c = b->chains + b->chain_count++;
        c->direction = dy > 0 ? 1 : -1;
        c->next = dy > 0 ? i : j;
        c->left = j - i;
        c->side = 0;
        i = j;
    }
}

static void take(
    struct scrim_boundary *b, const uint8_t *commands, size_t count, const struct scrim_place *places, size_t place_count) {
    struct scrim_place start = {0, 0}, at = {0, 0};
    int has_start = 0;
    size_t next = 0, contour = 0;
    for (size_t i = 0; i < count && !b->failed; i++) {
        uint8_t command = commands[i];
        size_t takes = command == SCRIM_CLOSE ? 0 : command > SCRIM_LINE ? command : 1;
        if (takes > place_count - next) break;
        if (command == SCRIM_CLOSE) {
            if (has_start) add_point(b, start);
            at = start;
            continue;
        }
        const struct scrim_place *p = places + next;
        next += takes;
        struct scrim_place end = p[takes - 1];
        if (!has_start || command == SCRIM_MOVE) {
            if (has_start) {
                add_point(b, start);
                add_chains(b, contour);
            }
            contour = b->point_count;
            add_point(b, start = end);
            has_start = 1;
        } else if (command == SCRIM_LINE)
            add_point(b, end);
        else if (command == SCRIM_QUAD)
            add_curve(b, scrim_quad_steps(at, p[0], end), at, end);
        else
            add_curve(b, scrim_cubic_steps(at, p[0], p[1], end), at, end);
        at = end;
    }
    if (has_start && !b->failed) {
        add_point(b, start);
        add_chains(b, contour);
    }
}

// MARK: The sweep

// The data of a line in a lane.
struct line {
    double x0, y0, slope;
    int32_t end;
};

// The line of a chain after the current one.
SCRIM_INLINE struct line next_line(const struct scrim_boundary *b, const struct chain *c) {
    struct scrim_place from = b->points[c->next], to = b->points[c->next + (size_t)(ptrdiff_t)c->direction];
    return (struct line){from.x, from.y, ((double)to.x - from.x) / ((double)to.y - from.y), to.y};
}

// Moves the chain in a lane to its next line.
SCRIM_INLINE void advance(struct scrim_boundary *b, size_t lane, struct line line) {
    struct slab *slab = &b->slab;
    struct chain *c = b->chains + slab->chains[lane];
    c->from = b->points[c->next];
    c->next += (size_t)(ptrdiff_t)c->direction;
    c->left--;
    slab->x0[lane] = line.x0;
    slab->y0[lane] = line.y0;
    slab->slope[lane] = line.slope;
    slab->ends[lane] = line.end;
}

SCRIM_INLINE void add_line(struct scrim_boundary *b, const struct chain *c, int32_t x, int32_t y) {
    if (c->from.y >= y) return;
    if (!reserve((void **)&b->lines, &b->line_room, b->line_count + 2, sizeof *b->lines)) {
        b->failed = 1;
        return;
    }
    // Without a branch, because sides alternate unpredictably.
    struct scrim_place *two = b->lines + b->line_count;
    two[c->side < 0] = c->from;
    two[c->side > 0] = (struct scrim_place){x, y};
    b->line_count += 2;
}

// Sorts chains by their upper ends: a merge sort.
static void sort_chains(struct scrim_boundary *b) {
    size_t count = b->chain_count;
    uint32_t *from = b->order, *to = b->spare;
    for (size_t i = 0; i < count; i++) from[i] = (uint32_t)i;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            size_t middle = low + width < count ? low + width : count;
            size_t high = low + 2 * width < count ? low + 2 * width : count;
            for (size_t i = low, j = middle, k = low; k < high; k++) {
                int takes_left =
                    i < middle && (j >= high || b->chains[from[i]].from.y <= b->chains[from[j]].from.y);
                to[k] = takes_left ? from[i++] : from[j++];
            }
        }
        uint32_t *other = from;
        from = to;
        to = other;
    }
    b->order = from;
    b->spare = to;
}

static void exchange(struct slab *slab, size_t i) {
    double *lanes[] = {slab->x0, slab->y0, slab->slope, slab->top, slab->bottom};
    for (size_t k = 0; k < 5; k++) {
        double d = lanes[k][i];
        lanes[k][i] = lanes[k][i - 1];
        lanes[k][i - 1] = d;
    }
    int32_t end = slab->ends[i];
    slab->ends[i] = slab->ends[i - 1];
    slab->ends[i - 1] = end;
    uint32_t chain = slab->chains[i];
    slab->chains[i] = slab->chains[i - 1];
    slab->chains[i - 1] = chain;
}

// The positions of two lines at a height, with the same rounding in every slab.
SCRIM_INLINE two place_two(const struct slab *slab, size_t i, two height) {
    two across = (height - *(two *)(slab->y0 + i)) * *(two *)(slab->slope + i);
    return *(two *)(slab->x0 + i) + ((across + SCRIM_ROUNDING) - SCRIM_ROUNDING);
}

// Computes the positions of the chains at the bottom of the slab, and sorts them by their order at the top. Notes
// whether the order changed, and whether neighbors are swapped at the bottom. Returns the number of steps taken.
static size_t place_chains(struct slab *slab, int32_t end, int *is_other, int *is_crossed) {
    size_t count = slab->count, steps = count;
    two height = (double)end - (two){}, top_before = (two){} - INFINITY, bottom_before = top_before;
    two_bits crossed = {}, tied = {};
    for (size_t i = 0; i < count; i += 2) {
        two top = *(two *)(slab->top + i), bottom = place_two(slab, i, height);
        two left_top = __builtin_shufflevector(top_before, top, 1, 2);
        two_bits wrong = __builtin_shufflevector(bottom_before, bottom, 1, 2) > bottom;
        crossed |= wrong | (left_top > top);
        tied |= (wrong & (left_top == top)) | (left_top > top);
        *(two *)(slab->bottom + i) = bottom;
        top_before = top, bottom_before = bottom;
    }
    *is_crossed = (crossed[0] | crossed[1]) != 0;
    if (!(tied[0] | tied[1])) return steps;
    *is_other = 1;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--, steps++) {
            double before = slab->top[j - 1], top = slab->top[j];
            if (before < top || (before == top && slab->bottom[j - 1] <= slab->bottom[j])) break;
            exchange(slab, j);
        }
    return steps;
}

// The end of the slab from `y` to `end` if neighbors cross: the height of their first crossing.
static int32_t first_crossing(const struct slab *slab, int32_t y, int32_t end) {
    int32_t first = end;
    for (size_t i = 1; i < slab->count; i++) {
        double beyond = slab->bottom[i - 1] - slab->bottom[i];
        if (beyond <= 0) continue;
        double apart = slab->top[i] - slab->top[i - 1];
        int32_t down = (int32_t)(apart / (apart + beyond) * (double)(end - y) + 0.5);
        if (down < 1) down = 1;
        if (y + down < first) first = y + down;
    }
    return first;
}

// MARK: From line to line

SCRIM_INLINE struct line line_in(const struct slab *slab, size_t lane) {
    return (struct line){slab->x0[lane], slab->y0[lane], slab->slope[lane], slab->ends[lane]};
}

// True when two lines that are well apart at the start of the lower one stay apart to the end of the upper one, so they
// cannot change their order.
SCRIM_INLINE int is_apart(struct line left, struct line right) {
    double y = left.end < right.end ? left.end : right.end;
    return left.x0 + (y - left.y0) * left.slope + 1.5 < right.x0 + (y - right.y0) * right.slope;
}

// Continues from height `y` while no chain begins (the next one does at `limit`), none ends, and neighbors are well
// apart; returns the height at which this may change. From line to line only the chain and its two neighbors are
// tested; slabs would give the same result.
static int32_t go_on(struct scrim_boundary *b, int32_t y, int32_t limit, int32_t *first_end, size_t *work) {
    struct slab *slab = &b->slab;
    size_t count = slab->count;
    int32_t *ends = slab->ends;
    for (size_t i = 1; i < count; i++)
        if (slab->top[i - 1] + 1 >= slab->top[i] || !is_apart(line_in(slab, i - 1), line_in(slab, i))) return y;
    for (;;) {
        size_t lane = 0;
        for (size_t i = 1; i < count; i++) lane = ends[i] < ends[lane] ? i : lane;
        int32_t end = ends[lane];
        *first_end = end;
        struct chain *c = b->chains + slab->chains[lane];
        if (end >= limit || c->left == 0 || *work < count) break;
        struct line line = next_line(b, c);
        if (lane > 0 && !is_apart(line_in(slab, lane - 1), line)) break;
        if (lane + 1 < count && !is_apart(line, line_in(slab, lane + 1))) break;
        if (c->side) add_line(b, c, (int32_t)line.x0, end);
        advance(b, lane, line);
        *work -= end > y ? count : 0;
        y = end;
    }
    two height = (double)y - (two){};
    for (size_t i = 0; i < count; i += 2) *(two *)(slab->top + i) = place_two(slab, i, height);
    return y;
}

void scrim_boundary_begin(struct scrim_boundary *b) {
    // The memory for a path with very many points is not kept.
    if (b->point_room > KEPT_POINTS || b->line_room > KEPT_POINTS) release(b);
    b->point_count = b->chain_count = b->line_count = 0;
    b->failed = 0;
}

void scrim_boundary_line(struct scrim_boundary *b, struct scrim_place from, struct scrim_place to) {
    size_t first = b->point_count;
    add_point(b, from);
    add_point(b, to);
    if (!b->failed) add_chains(b, first);
}

void scrim_boundary_outline(
    struct scrim_boundary *b, const uint8_t *commands, size_t count, const struct scrim_place *places, size_t place_count) {
    take(b, commands, count, places, place_count);
}

ptrdiff_t scrim_boundary_find(struct scrim_boundary *b, int rule, const struct scrim_place **lines) {
    *lines = 0;
    if (b->failed || b->chain_count == 0) return -1;
    size_t lane_count = (b->chain_count + 1) & ~(size_t)1;
    if (lane_count > b->order_room) {
        size_t rooms[3] = {b->order_room, b->order_room, 6 * b->order_room};
        if (!reserve((void **)&b->order, rooms, lane_count, sizeof *b->order)
            || !reserve((void **)&b->spare, rooms + 1, lane_count, sizeof *b->spare)
            || !reserve((void **)&b->lanes, rooms + 2, 6 * lane_count, sizeof *b->lanes))
            return -1;
        b->order_room = lane_count;
    }
    struct slab *slab = &b->slab;
    double **arrays[] = {&slab->x0, &slab->y0, &slab->slope, &slab->top, &slab->bottom};
    for (size_t k = 0; k < 5; k++) *arrays[k] = b->lanes + k * lane_count;
    slab->ends = (int32_t *)(b->lanes + 5 * lane_count);
    slab->chains = (uint32_t *)slab->ends + lane_count;
    slab->count = 0;
    for (size_t i = 0; i < b->chain_count; i++) b->chains[i].from = b->points[b->chains[i].next];
    sort_chains(b);

    // A limit for the cost of crossings and parallel chains: a path with very many is drawn as it is.
    size_t work = 65536 + 256 * b->point_count, next = 0;
    struct chain *chains = b->chains;
    int32_t y = chains[b->order[0]].from.y, sense = 0;
    // The first end of a line in the slab.
    int32_t first_end = INT32_MAX;
    int is_simple = 1, is_other = 1, is_crossed = 0;
    for (;;) {
        while (next < b->chain_count && chains[b->order[next]].from.y == y) {
            size_t i = slab->count++;
            slab->chains[i] = b->order[next++];
            advance(b, i, next_line(b, chains + slab->chains[i]));
            slab->top[i] = slab->x0[i];
            if (slab->ends[i] < first_end) first_end = slab->ends[i];
            is_other = 1;
        }
        size_t count = slab->count;
        if (count == 0) {
            if (next == b->chain_count) break;
            y = chains[b->order[next]].from.y;
            continue;
        }
        // An empty lane counts as right of all others.
        if (count & 1) slab->top[count] = slab->x0[count] = INFINITY, slab->y0[count] = slab->slope[count] = 0;
        int32_t end = first_end;
        if (next < b->chain_count && chains[b->order[next]].from.y < end) end = chains[b->order[next]].from.y;
        size_t steps = place_chains(slab, end, &is_other, &is_crossed);
        if (is_crossed && end - y > LOWEST) {
            int32_t crossing = first_crossing(slab, y, end);
            if (crossing < end) steps += place_chains(slab, end = crossing, &is_other, &is_crossed);
        }
        if (steps > work) return -1;
        work -= steps;

        // The same chains in the same order have the same sides.
        int32_t winding = 0, is_inside = 0;
        for (size_t i = 0; is_other && i < count; i++) {
            struct chain *c = chains + slab->chains[i];
            int32_t was_inside = is_inside;
            winding += c->direction;
            is_inside = rule == SCRIM_RULE_NONZERO ? winding != 0 : winding & 1;
            int32_t side = is_inside - was_inside;
            if (sense == 0) sense = side * c->direction;
            if (side != sense * c->direction) is_simple = 0;
            if (side == c->side) continue;
            int32_t x = (int32_t)slab->top[i];
            if (c->side) add_line(b, c, x, y);
            c->side = side;
            c->from = (struct scrim_place){x, y};
        }
        is_other = 0;
        y = end;
        first_end = INT32_MAX;
        size_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            if (slab->ends[i] == y) {
                struct chain *c = chains + slab->chains[i];
                if (c->side) add_line(b, c, b->points[c->next].x, y);
                if (c->left == 0) {
                    is_other = 1;
                    continue;
                }
                advance(b, i, next_line(b, c));
            }
            if (slab->ends[i] < first_end) first_end = slab->ends[i];
            if (kept < i) {
                slab->x0[kept] = slab->x0[i];
                slab->y0[kept] = slab->y0[i];
                slab->slope[kept] = slab->slope[i];
                slab->bottom[kept] = slab->bottom[i];
                slab->ends[kept] = slab->ends[i];
                slab->chains[kept] = slab->chains[i];
            }
            kept++;
        }
        slab->count = kept;
        double *bottom = slab->bottom;
        slab->bottom = slab->top;
        slab->top = bottom;
        if (b->failed) return -1;
        if (is_other || is_crossed || kept == 0) continue;
        y = go_on(b, y, next < b->chain_count ? chains[b->order[next]].from.y : INT32_MAX, &first_end, &work);
    }
    if (is_simple) return -1;
    *lines = b->lines;
    return (ptrdiff_t)(b->line_count / 2);
}
