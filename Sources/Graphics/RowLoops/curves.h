// Conversion of curves to lines. All arithmetic uses integers in doubles, so the rounding does not depend on the
// curve's position; compilers must not contract it.
#ifndef SCRIM_CURVES_H
#define SCRIM_CURVES_H

// Adding and subtracting this rounds a double to the nearest integer, ties to even.
#define SCRIM_ROUNDING 6755399441055744.0

// Maximum distance of a curve from its chords, in units. The inner points of the lines are moved beyond the curve by
// two thirds of that, so that the error is equal inside and outside: at most 1/32 pixel, and 1/80 on average.
#define SCRIM_TOLERANCE 48.0

// Maximum number of lines per curve: enough for the tolerance up to about 40,000 pixels.
#define SCRIM_MOST_LINES 1024.0

SCRIM_INLINE double scrim_lines_of(double stray_times_square) {
    double n = ceil(sqrt(stray_times_square / SCRIM_TOLERANCE));
    return n < 1 ? 1 : n > SCRIM_MOST_LINES ? SCRIM_MOST_LINES : n;
}

// The points of `n` lines: ((a t + b) t + c) t, relative to the curve's first point.
struct scrim_steps {
    double n, ax, ay, bx, by, cx, cy, beyond_x, beyond_y;
};

// Writes the inner points and the end: one point per line.
SCRIM_INLINE void scrim_draw_steps(
    struct scrim_place *to, struct scrim_place first, struct scrim_place end, struct scrim_steps s) {
    size_t count = (size_t)s.n;
    double step = 1 / s.n;
    for (size_t i = 1; i < count; i++, to++) {
        double t = (double)(int32_t)i * step;
        double x = (((s.ax * t + s.bx) * t + s.cx) * t - s.beyond_x + SCRIM_ROUNDING) - SCRIM_ROUNDING;
        double y = (((s.ay * t + s.by) * t + s.cy) * t - s.beyond_y + SCRIM_ROUNDING) - SCRIM_ROUNDING;
        to->x = first.x + (int32_t)x;
        to->y = first.y + (int32_t)y;
    }
    *to = end;
}

SCRIM_INLINE struct scrim_steps scrim_quad_steps(
    struct scrim_place p0, struct scrim_place p1, struct scrim_place p2) {
    double sx = (double)p0.x - 2 * (double)p1.x + (double)p2.x, sy = (double)p0.y - 2 * (double)p1.y + (double)p2.y;
    // Wang: n lines deviate by at most |p0 - 2p1 + p2| / (4n^2).
    double n = scrim_lines_of(sqrt(sx * sx + sy * sy) / 4);
    // In the middle of a step h, the distance of chord and curve is h^2/8 times the second derivative; two thirds of
    // that are added.
    return (struct scrim_steps){
        n, 0, 0, sx, sy, 2 * ((double)p1.x - p0.x), 2 * ((double)p1.y - p0.y), sx / (6 * n * n), sy / (6 * n * n)};
}

SCRIM_INLINE struct scrim_steps scrim_cubic_steps(
    struct scrim_place p0, struct scrim_place p1, struct scrim_place p2, struct scrim_place p3) {
    double x1 = (double)p0.x - 2 * (double)p1.x + p2.x, y1 = (double)p0.y - 2 * (double)p1.y + p2.y;
    double x2 = (double)p1.x - 2 * (double)p2.x + p3.x, y2 = (double)p1.y - 2 * (double)p2.y + p3.y;
    // Wang: n lines deviate by at most 6/8 of the larger second difference / n^2.
    double first = x1 * x1 + y1 * y1, second = x2 * x2 + y2 * y2;
    double n = scrim_lines_of(sqrt(first > second ? first : second) * 0.75);
    double ax = x2 - x1, ay = y2 - y1, bx = 3 * x1, by = 3 * y1;
    // As above; the second derivative is 6 a t + 2 b.
    double cx = 3 * ((double)p1.x - p0.x) - ax / (2 * n * n), cy = 3 * ((double)p1.y - p0.y) - ay / (2 * n * n);
    return (struct scrim_steps){n, ax, ay, bx, by, cx, cy, bx / (6 * n * n), by / (6 * n * n)};
}

#endif
