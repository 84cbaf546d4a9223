// Paths: points to places, curves to lines. The same in every version, but for how many of them the compiler takes at a time. All
// arithmetic is on whole numbers held in doubles, hence exact or rounded alike wherever a curve lies; nothing is contracted.
#include <math.h>

#pragma STDC FP_CONTRACT OFF

// Added and taken away again, it rounds a double to the nearest whole number, ties to even.
#define SCRIM_ROUNDING 6755399441055744.0

#ifndef SCRIM_OWN_LINES
static void lines(
    const struct scrim_cells *window, const struct scrim_place *places, size_t count, int32_t direction) {
    for (size_t i = 0; i < count; i++)
        if (places[i].y != SCRIM_BREAK && places[i + 1].y != SCRIM_BREAK)
            scrim_add_line(window, places[i], places[i + 1], direction);
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
        // What is not a number is not within either.
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

// Lines that wait for being added: from each place to the next.
struct pen {
    const struct scrim_cells *window;
    int32_t direction;
    size_t count;
    struct scrim_place places[2048];
};

#define SCRIM_ROOM (sizeof((struct pen *)0)->places / sizeof(struct scrim_place))

SCRIM_INLINE void put_down(struct pen *pen) {
    if (pen->count > 1) lines(pen->window, pen->places, pen->count - 1, pen->direction);
    pen->count = 0;
}

// Makes room for `count` places after the last one.
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

// The greatest distance of a curve from its chords, in units. The lines' inner points lie beyond the curve by two thirds of that,
// so that a line is as much outside as inside: at most 1/32 pixel away, and 1/80 on average.
#define SCRIM_TOLERANCE 48.0

// Curves get at most this many lines: enough for the tolerance up to some 40,000 pixels.
#define SCRIM_MOST_LINES 1024.0

SCRIM_INLINE double lines_of(double stray_times_square) {
    double n = ceil(sqrt(stray_times_square / SCRIM_TOLERANCE));
    return n < 1 ? 1 : n > SCRIM_MOST_LINES ? SCRIM_MOST_LINES : n;
}

// The inner points of ((a t + b) t + c) t from `first` on, and its end.
SCRIM_INLINE void draw_steps(
    struct pen *pen, struct scrim_place first, struct scrim_place end, double n, double ax, double ay, double bx,
    double by, double cx, double cy, double beyond_x, double beyond_y) {
    size_t count = (size_t)n;
    make_room(pen, count);
    struct scrim_place *to = pen->places + pen->count - 1;
    double step = 1 / n;
    for (size_t i = 1; i < count; i++) {
        double t = (double)(int32_t)i * step;
        double x = (((ax * t + bx) * t + cx) * t - beyond_x + SCRIM_ROUNDING) - SCRIM_ROUNDING;
        double y = (((ay * t + by) * t + cy) * t - beyond_y + SCRIM_ROUNDING) - SCRIM_ROUNDING;
        to[i].x = first.x + (int32_t)x;
        to[i].y = first.y + (int32_t)y;
    }
    to[count] = end;
    pen->count += count;
}

SCRIM_INLINE void draw_quad(struct pen *pen, struct scrim_place p0, struct scrim_place p1, struct scrim_place p2) {
    double sx = (double)p0.x - 2 * (double)p1.x + (double)p2.x, sy = (double)p0.y - 2 * (double)p1.y + (double)p2.y;
    // Wang: n lines stray by at most |p0 - 2p1 + p2| / (4n^2).
    double n = lines_of(sqrt(sx * sx + sy * sy) / 4);
    // Half way along a step h a chord is h^2/8 times the second derivative off the curve; two thirds of that.
    draw_steps(
        pen, p0, p2, n, 0, 0, sx, sy, 2 * ((double)p1.x - p0.x), 2 * ((double)p1.y - p0.y), sx / (6 * n * n),
        sy / (6 * n * n));
}

SCRIM_INLINE void draw_cubic(
    struct pen *pen, struct scrim_place p0, struct scrim_place p1, struct scrim_place p2, struct scrim_place p3) {
    double x1 = (double)p0.x - 2 * (double)p1.x + p2.x, y1 = (double)p0.y - 2 * (double)p1.y + p2.y;
    double x2 = (double)p1.x - 2 * (double)p2.x + p3.x, y2 = (double)p1.y - 2 * (double)p2.y + p3.y;
    // Wang: n lines stray by at most 6/8 of the larger second difference / n^2.
    double first = x1 * x1 + y1 * y1, second = x2 * x2 + y2 * y2;
    double n = lines_of(sqrt(first > second ? first : second) * 0.75);
    double ax = x2 - x1, ay = y2 - y1, bx = 3 * x1, by = 3 * y1;
    // As above; the second derivative is 6 a t + 2 b.
    double cx = 3 * ((double)p1.x - p0.x) - ax / (2 * n * n), cy = 3 * ((double)p1.y - p0.y) - ay / (2 * n * n);
    draw_steps(pen, p0, p3, n, ax, ay, bx, by, cx, cy, bx / (6 * n * n), by / (6 * n * n));
}

// A curve with these control points need not be followed in the window: it lies above, below, to the right (where it adds
// nothing), or to the left (where only how far down it goes counts).
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
        // A path says itself how many points it has; this holds for a path made by hand, too.
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
                draw_quad(&pen, at, c1, end);
            else
                draw_cubic(&pen, at, c1, c2, end);
        }
    }
    if (has_start) draw_line(&pen, start);
    put_down(&pen);
}
