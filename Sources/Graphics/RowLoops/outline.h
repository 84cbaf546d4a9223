// Paths: points to places, curves to lines. The same in every version, but for how many of them the compiler takes at a time. All
// arithmetic is on whole numbers held in doubles, hence exact or rounded alike wherever a curve lies; nothing is contracted.
#include <math.h>

#pragma STDC FP_CONTRACT OFF

#include "curves.h"

#ifndef SCRIM_OWN_LINES
static void lines(
    const struct scrim_cells *window, const struct scrim_place *places, size_t count, size_t step, int32_t direction) {
    for (; count > 0; count--, places += step)
        if (places[0].y != SCRIM_BREAK && places[1].y != SCRIM_BREAK)
            scrim_add_line(window, places[0], places[1], direction);
}
#endif

static int place(
    struct scrim_place *to, const double *points, size_t count, const struct scrim_map *map, struct scrim_place *box) {
    const double a = map->a, b = map->b, c = map->c, d = map->d, tx = map->tx, ty = map->ty;
    const double one = 1 << SCRIM_BITS, limit = SCRIM_LIMIT;
    int32_t x0 = INT32_MAX, y0 = INT32_MAX, x1 = INT32_MIN, y1 = INT32_MIN, wrong = 0;
    for (size_t i = 0; i < count; i++) {
        double px = points[2 * i], py = points[2 * i + 1];
        double x = (a * px + c * py + tx) * one, y = (b * px + d * py + ty) * one;
        // NaN is not within the limit.
        int32_t within = (fabs(x) <= limit) & (fabs(y) <= limit);
        wrong |= within - 1;
        x = within ? x : 0;
        y = within ? y : 0;
        int32_t whole_x = (int32_t)((x + SCRIM_ROUNDING) - SCRIM_ROUNDING);
        int32_t whole_y = (int32_t)((y + SCRIM_ROUNDING) - SCRIM_ROUNDING);
        if (to) to[i] = (struct scrim_place){whole_x, whole_y};
        x0 = whole_x < x0 ? whole_x : x0;
        y0 = whole_y < y0 ? whole_y : y0;
        x1 = whole_x > x1 ? whole_x : x1;
        y1 = whole_y > y1 ? whole_y : y1;
    }
    box[0] = (struct scrim_place){x0, y0};
    box[1] = (struct scrim_place){x1, y1};
    return !wrong;
}

// Buffered lines: from each point to the next.
struct pen {
    const struct scrim_cells *window;
    int32_t direction;
    size_t count;
    struct scrim_place places[2048];
};

#define SCRIM_ROOM (sizeof((struct pen *)0)->places / sizeof(struct scrim_place))

SCRIM_INLINE void put_down(struct pen *pen) {
    if (pen->count > 1) lines(pen->window, pen->places, pen->count - 1, 1, pen->direction);
    pen->count = 0;
}

// Makes room for `count` points after the last one.
SCRIM_INLINE void make_room(struct pen *pen, size_t count) {
    if (pen->count + count <= SCRIM_ROOM || pen->count == 0) return;
    struct scrim_place last = pen->places[pen->count - 1];
    put_down(pen);
    pen->places[pen->count++] = last;
}

SCRIM_INLINE void draw_line(struct pen *pen, struct scrim_place to) {
    make_room(pen, 1);
    pen->places[pen->count++] = to;
}

SCRIM_INLINE int32_t least4(int32_t a, int32_t b, int32_t c, int32_t d) {
    int32_t x = a < b ? a : b, y = c < d ? c : d;
    return x < y ? x : y;
}

SCRIM_INLINE int32_t most4(int32_t a, int32_t b, int32_t c, int32_t d) {
    int32_t x = a > b ? a : b, y = c > d ? c : d;
    return x > y ? x : y;
}

SCRIM_INLINE void draw_curve(struct pen *pen, struct scrim_place first, struct scrim_place end, struct scrim_steps steps) {
    size_t count = (size_t)steps.n;
    make_room(pen, count);
    scrim_draw_steps(pen->places + pen->count, first, end, steps);
    pen->count += count;
}

// True when a curve with these control points cannot affect pixels of the window except by its height: it lies above,
// below, to the right (no effect), or to the left (only its vertical extent counts).
SCRIM_INLINE int is_aside(
    const struct scrim_cells *window, struct scrim_place a, struct scrim_place b, struct scrim_place c,
    struct scrim_place d) {
    return most4(a.y, b.y, c.y, d.y) <= 0 || least4(a.y, b.y, c.y, d.y) >= (int32_t)(window->height << SCRIM_BITS)
        || most4(a.x, b.x, c.x, d.x) <= 0 || least4(a.x, b.x, c.x, d.x) >= (int32_t)(window->width << SCRIM_BITS);
}

SCRIM_INLINE struct scrim_place moved(struct scrim_place at, struct scrim_place origin) {
    return (struct scrim_place){at.x - origin.x, at.y - origin.y};
}

static void outline(
    const struct scrim_cells *window, struct scrim_place origin, const uint8_t *commands, size_t count,
    const struct scrim_place *places, size_t place_count, int32_t direction) {
    struct pen pen;
    pen.window = window;
    pen.direction = direction;
    pen.count = 0;
    struct scrim_place start = {0, 0};
    int has_start = 0;
    size_t next = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t command = commands[i];
        size_t takes = command == SCRIM_CLOSE ? 0 : command > SCRIM_LINE ? command : 1;
        // Guards against a path with missing points.
        if (takes > place_count - next) break;
        if (command == SCRIM_CLOSE) {
            if (has_start) draw_line(&pen, start);
            continue;
        }
        const struct scrim_place *p = places + next;
        next += takes;
        struct scrim_place end = moved(p[takes - 1], origin);
        if (!has_start || command == SCRIM_MOVE) {
            if (has_start) {
                draw_line(&pen, start);
                draw_line(&pen, (struct scrim_place){0, SCRIM_BREAK});
            }
            draw_line(&pen, start = end);
            has_start = 1;
            continue;
        }
        struct scrim_place at = pen.places[pen.count - 1];
        if (command == SCRIM_LINE) {
            draw_line(&pen, end);
        } else {
            struct scrim_place c1 = moved(p[0], origin), c2 = command == SCRIM_CUBIC ? moved(p[1], origin) : c1;
            if (is_aside(window, at, c1, c2, end))
                draw_line(&pen, end);
            else if (command == SCRIM_QUAD)
                draw_curve(&pen, at, end, scrim_quad_steps(at, c1, end));
            else
                draw_curve(&pen, at, end, scrim_cubic_steps(at, c1, c2, end));
        }
    }
    if (has_start) draw_line(&pen, start);
    put_down(&pen);
}
