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

// Slabs this low, in units, are not cut at crossings any more.
enum { LOWEST = 8 };
// More points than that are not followed.
enum { MOST_POINTS = 1 << 17 };
// Room that is kept from one path to the next.
enum { KEPT_POINTS = 1 << 14 };

struct chain {
    // The line: its ends, and units across for each unit down.
    int32_t x0, y0, x1, y1;
    double slope;
    // Where it is at the top and at the bottom of the slab.
    int32_t top, bottom;
    // The inside is to the right (1) or to the left (-1) of it, or on both sides or neither (0), since `from`.
    int32_t side;
    // 1 for a chain that the path follows downward, else -1.
    int32_t direction;
    struct scrim_place from;
    // Points of the outline: the lower end of the line, and how many lines follow.
    size_t next;
    size_t left;
};

struct scrim_boundary {
    struct scrim_place *points;
    size_t point_count, point_room;
    struct chain *chains;
    size_t chain_count, chain_room;
    // By their upper ends, and those of the slab from the left to the right.
    uint32_t *order, *spare, *active;
    size_t order_room;
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
    free(b->active);
    free(b->lines);
    *b = (struct scrim_boundary){0};
}

void scrim_boundary_free(struct scrim_boundary *b) {
    if (!b) return;
    release(b);
    free(b);
}

// Room for `count` elements of `size`; 0 without memory.
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

// A chain for each stretch of the contour from `first` on that goes one way.
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

// The next line of a chain.
SCRIM_INLINE void advance(struct scrim_boundary *b, struct chain *c) {
    struct scrim_place from = b->points[c->next];
    c->next = c->direction > 0 ? c->next + 1 : c->next - 1;
    struct scrim_place to = b->points[c->next];
    c->left--;
    c->x0 = from.x, c->y0 = from.y, c->x1 = to.x, c->y1 = to.y;
    c->slope = ((double)to.x - from.x) / ((double)to.y - from.y);
    c->bottom = from.x;
    c->from = from;
}

SCRIM_INLINE int32_t x_at(const struct chain *c, int32_t y) {
    if (y >= c->y1) return c->x1;
    double across = (double)(y - c->y0) * c->slope;
    return c->x0 + (int32_t)((across + SCRIM_ROUNDING) - SCRIM_ROUNDING);
}

static void add_line(struct scrim_boundary *b, const struct chain *c, int32_t x, int32_t y) {
    if (c->from.y >= y) return;
    if (!reserve((void **)&b->lines, &b->line_room, b->line_count + 2, sizeof *b->lines)) {
        b->failed = 1;
        return;
    }
    struct scrim_place to = {x, y};
    b->lines[b->line_count++] = c->side > 0 ? c->from : to;
    b->lines[b->line_count++] = c->side > 0 ? to : c->from;
}

// Chains by their upper ends: a merge sort.
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
                    i < middle && (j >= high || b->chains[from[i]].y0 <= b->chains[from[j]].y0);
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

// Places the chains of the slab at its bottom, and brings them into their order at the top. Notes whether that is another one than
// before, and whether neighbors have changed places at the bottom. Returns the steps that this took.
static size_t place_chains(struct scrim_boundary *b, size_t count, int32_t end, int *is_other, int *is_crossed) {
    struct chain *chains = b->chains;
    uint32_t *active = b->active;
    size_t steps = count;
    *is_crossed = 0;
    int32_t top = INT32_MIN, bottom = INT32_MIN;
    for (size_t i = 0; i < count; i++) {
        uint32_t at = active[i];
        struct chain *c = chains + at;
        c->bottom = x_at(c, end);
        if (top < c->top || (top == c->top && bottom <= c->bottom)) {
            *is_crossed |= bottom > c->bottom;
            top = c->top, bottom = c->bottom;
            continue;
        }
        size_t j = i;
        for (; j > 0; j--, steps++) {
            const struct chain *before = chains + active[j - 1];
            if (before->top < c->top || (before->top == c->top && before->bottom <= c->bottom)) break;
            active[j] = active[j - 1];
        }
        active[j] = at;
        // Among others, neighbors are looked at one by one.
        *is_other = *is_crossed = 1;
        top = chains[active[i]].top, bottom = chains[active[i]].bottom;
    }
    return steps;
}

// Where the slab from `y` to `end` is to end instead: at the first crossing of neighbors.
static int32_t first_crossing(const struct scrim_boundary *b, size_t count, int32_t y, int32_t end) {
    int32_t first = end;
    for (size_t i = 1; i < count; i++) {
        const struct chain *left = b->chains + b->active[i - 1], *right = b->chains + b->active[i];
        if (left->bottom <= right->bottom) continue;
        double apart = (double)right->top - left->top, beyond = (double)left->bottom - right->bottom;
        int32_t down = (int32_t)(apart / (apart + beyond) * (double)(end - y) + 0.5);
        if (down < 1) down = 1;
        if (y + down < first) first = y + down;
    }
    return first;
}

void scrim_boundary_begin(struct scrim_boundary *b) {
    // The room of a path with very many points is not kept for the others.
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
    if (b->chain_count > b->order_room) {
        size_t rooms[3] = {b->order_room, b->order_room, b->order_room};
        if (!reserve((void **)&b->order, rooms, b->chain_count, sizeof *b->order)
            || !reserve((void **)&b->spare, rooms + 1, b->chain_count, sizeof *b->spare)
            || !reserve((void **)&b->active, rooms + 2, b->chain_count, sizeof *b->active))
            return -1;
        b->order_room = rooms[0] < rooms[1] ? rooms[0] : rooms[1];
        if (rooms[2] < b->order_room) b->order_room = rooms[2];
    }
    for (size_t i = 0; i < b->chain_count; i++) advance(b, b->chains + i);
    sort_chains(b);

    // Crossings and chains side by side cost more: a scribble of very many is drawn as it is.
    size_t work = 65536 + 256 * b->point_count, next = 0, active = 0;
    struct chain *chains = b->chains;
    int32_t y = chains[b->order[0]].y0, sense = 0;
    // The first end of a line of the slab.
    int32_t first_end = INT32_MAX;
    int is_simple = 1, is_other = 1, is_crossed = 0;
    for (;;) {
        while (next < b->chain_count && chains[b->order[next]].y0 == y) {
            struct chain *c = chains + b->order[next];
            c->top = c->x0;
            if (c->y1 < first_end) first_end = c->y1;
            b->active[active++] = b->order[next++];
            is_other = 1;
        }
        if (active == 0) {
            if (next == b->chain_count) break;
            y = chains[b->order[next]].y0;
            continue;
        }
        int32_t end = first_end;
        if (next < b->chain_count && chains[b->order[next]].y0 < end) end = chains[b->order[next]].y0;
        size_t steps = place_chains(b, active, end, &is_other, &is_crossed);
        if (is_crossed && end - y > LOWEST) {
            int32_t crossing = first_crossing(b, active, y, end);
            if (crossing < end) steps += place_chains(b, active, end = crossing, &is_other, &is_crossed);
        }
        if (steps > work) return -1;
        work -= steps;

        // The same chains in the same order have the same sides.
        int32_t winding = 0;
        for (size_t i = 0; is_other && i < active; i++) {
            struct chain *c = chains + b->active[i];
            int was_inside = rule == SCRIM_RULE_NONZERO ? winding != 0 : winding & 1;
            winding += c->direction;
            int is_inside = rule == SCRIM_RULE_NONZERO ? winding != 0 : winding & 1;
            int32_t side = is_inside - was_inside;
            if (sense == 0) sense = side * c->direction;
            if (side != sense * c->direction) is_simple = 0;
            if (side == c->side) continue;
            if (c->side) add_line(b, c, c->top, y);
            c->side = side;
            c->from = (struct scrim_place){c->top, y};
        }
        is_other = 0;
        y = end;
        first_end = INT32_MAX;
        size_t kept = 0;
        for (size_t i = 0; i < active; i++) {
            struct chain *c = chains + b->active[i];
            if (c->y1 <= y) {
                if (c->side) add_line(b, c, c->x1, c->y1);
                if (c->left == 0) {
                    is_other = 1;
                    continue;
                }
                advance(b, c);
            }
            c->top = c->bottom;
            if (c->y1 < first_end) first_end = c->y1;
            b->active[kept++] = b->active[i];
        }
        active = kept;
        if (b->failed) return -1;
    }
    if (is_simple) return -1;
    *lines = b->lines;
    return (ptrdiff_t)(b->line_count / 2);
}
