// Detects paths that certainly do not overlap themselves: one contour that is completely visible from an inner point
// and turns once, or two nested contours of this kind.
#include "plain.h"

// Maximum number of points that are tested.
enum { MOST = 4096 };

struct contour {
    const struct scrim_place *places;
    size_t count;
};

struct way {
    int64_t x, y;
};

SCRIM_INLINE struct way from_to(struct way from, struct scrim_place to) { return (struct way){to.x - from.x, to.y - from.y}; }
SCRIM_INLINE struct way between(struct way from, struct way to) { return (struct way){to.x - from.x, to.y - from.y}; }
SCRIM_INLINE int64_t cross(struct way a, struct way b) { return a.x * b.y - a.y * b.x; }

// 1 or -1, the direction of a contour that turns once about a point from which it is completely visible; otherwise 0.
static int sense_of(struct contour contour, struct way center) {
    struct way a = from_to(center, contour.places[contour.count - 1]);
    int is_right = 0, is_left = 0, turns = 0;
    for (size_t i = 0; i < contour.count; i++) {
        struct way b = from_to(center, contour.places[i]);
        int64_t turn = cross(a, b);
        if (turn == 0 && (a.x != b.x || a.y != b.y)) return 0;
        is_right |= turn > 0;
        is_left |= turn < 0;
        turns += (a.y < 0) != (b.y < 0);
        a = b;
    }
    return turns == 2 ? is_right - is_left : 0;
}

// Twice the signed area of a triangle.
SCRIM_INLINE int64_t area_of(struct scrim_place a, struct scrim_place b, struct scrim_place c) {
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) - ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

// True when two contours that turn once in opposite directions, as the two sides of a stroke, certainly lie one inside
// the other. A strip of triangles leads around between them. Where no triangle turns over, a point is in as many of
// them as the outer contour has turns about it more than the inner one: never in less than none.
static int are_alongside(struct contour first, struct contour second) {
    const struct scrim_place *end = second.places + second.count;
    struct scrim_place a = first.places[0], b = end[-1];
    size_t i = 0, j = 0;
    int is_right = 0, is_left = 0;
    while (i + j < first.count + second.count) {
        int64_t area;
        // Both come to their ends together.
        if (j == second.count || (i < first.count && i * second.count <= j * first.count)) {
            i++;
            struct scrim_place next = first.places[i == first.count ? 0 : i];
            area = area_of(a, next, b);
            a = next;
        } else {
            j++;
            struct scrim_place next = j == second.count ? end[-1] : end[-1 - (ptrdiff_t)j];
            area = area_of(a, next, b);
            b = next;
        }
        is_right |= area > 0;
        is_left |= area < 0;
        if (is_right & is_left) return 0;
    }
    return 1;
}

// A walk along a contour, with the end of the current line.
struct walk {
    const struct scrim_place *places;
    size_t count, at;
    int is_back;
    struct way from, to;
};

SCRIM_INLINE void go(struct walk *walk, struct way center) {
    walk->from = walk->to;
    walk->to = from_to(center, walk->places[walk->is_back ? walk->count - 1 - walk->at : walk->at]);
    walk->at = walk->at + 1 == walk->count ? 0 : walk->at + 1;
}

// Starts the walk to the right at a contour's first line.
SCRIM_INLINE struct walk start(struct contour contour, int sense, struct way center) {
    struct walk walk = {contour.places, contour.count, .at = 0, .is_back = sense < 0};
    go(&walk, center);
    go(&walk, center);
    return walk;
}

// The side of a line on which a point lies, seen from the center; positive for the right.
SCRIM_INLINE int64_t side_of(struct way from, struct way to, struct way place) {
    return cross(between(from, to), between(from, place));
}

// True when one of two contours that turn once about a point, in these directions, is inside the other: each of its
// points is on the same side of the other's line in that direction.
static int are_nested(struct contour first, int first_sense, struct contour second, int second_sense, struct way center) {
    struct walk a = start(first, first_sense, center), b = start(second, second_sense, center);
    // The line of the second contour in the direction in which the first one begins.
    for (size_t i = 0; cross(b.from, a.from) < 0 || cross(a.from, b.to) <= 0; i++, go(&b, center))
        if (i > second.count) return 0;
    // Bits: 0 for a point of the first contour outside the second or vice versa, 1 for the opposite.
    int found = 0;
    for (size_t i = 0; i < first.count + second.count; i++) {
        if (cross(a.to, b.to) > 0) {
            int64_t side = side_of(b.from, b.to, a.to);
            found |= side < 0 ? 1 : side > 0 ? 2 : 3;
            go(&a, center);
        } else {
            int64_t side = side_of(a.from, a.to, b.to);
            found |= side > 0 ? 1 : side < 0 ? 2 : 3;
            go(&b, center);
        }
        if (found == 3) return 0;
    }
    return 1;
}

int scrim_is_simple(const uint8_t *commands, size_t count, const struct scrim_place *places, size_t place_count) {
    if (place_count <= 2) return 1;
    if (place_count > MOST || count == 0 || commands[0] != SCRIM_MOVE) return 0;
    struct contour contours[2] = {{places, place_count}};
    int has_curves = 0;
    size_t next = 0, found = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t command = commands[i];
        // After a closed contour without a move, the next begins at the same point.
        if (command != SCRIM_MOVE && i > 0 && commands[i - 1] == SCRIM_CLOSE) return 0;
        if (command == SCRIM_MOVE) {
            if (found == 2) return 0;
            contours[found].places = places + next;
            if (found == 1) contours[0].count = next;
            found++;
        }
        has_curves |= command == SCRIM_QUAD || command == SCRIM_CUBIC;
        next += command == SCRIM_CLOSE ? 0 : command > SCRIM_LINE ? command : 1;
    }
    if (next > place_count) return 0;
    struct way sum = {0, 0};
    for (size_t i = 0; i < place_count; i++) sum.x += places[i].x, sum.y += places[i].y;
    struct way center = {sum.x / (int64_t)place_count, sum.y / (int64_t)place_count};
    // A straight line crosses a curve no more often than the polygon of its control points: a test of the polygon is
    // valid for one curve, but not for the relation of two.
    if (found == 1) return sense_of(contours[0], center) != 0;
    contours[1].count = place_count - contours[0].count;
    if (has_curves || contours[0].count < 3 || contours[1].count < 3) return 0;
    int first = sense_of(contours[0], center), second = first ? sense_of(contours[1], center) : 0;
    if (!first || second != -first) return 0;
    return are_alongside(contours[0], contours[1]) || are_nested(contours[0], first, contours[1], second, center);
}
