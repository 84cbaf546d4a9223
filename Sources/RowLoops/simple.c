// Paths that certainly do not overlap themselves: one contour that is seen as a whole from within, turning once, or two such contours one
// within the other.
#include "plain.h"

// More points than that are not looked at.
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

// 1 or -1, the sense in which a contour turns once about a place that sees it as a whole; else 0.
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

// A walk along a contour, with the end of the line that it is at.
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

// The walk to the right from a contour's first line on.
SCRIM_INLINE struct walk start(struct contour contour, int sense, struct way center) {
    struct walk walk = {contour.places, contour.count, .at = 0, .is_back = sense < 0};
    go(&walk, center);
    go(&walk, center);
    return walk;
}

// On which side of a line, seen from its other side, a place is: above 0 for the right.
SCRIM_INLINE int64_t side_of(struct way from, struct way to, struct way place) {
    return cross(between(from, to), between(from, place));
}

// Whether of two contours that turn once about a place, in these senses, one lies within the other: each of its points on the same side
// of the other's line in that direction.
static int are_nested(struct contour first, int first_sense, struct contour second, int second_sense, struct way center) {
    struct walk a = start(first, first_sense, center), b = start(second, second_sense, center);
    // The line of the second contour in whose direction the first one begins.
    for (size_t i = 0; cross(b.from, a.from) < 0 || cross(a.from, b.to) <= 0; i++, go(&b, center))
        if (i > second.count) return 0;
    // Bits: 0 for a point of the first contour beyond the second or the other way round, 1 for the opposite.
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
        // What follows a closed contour without a move begins where that did.
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
    // A straight line crosses a curve no more often than the polygon of its control points: what holds for that holds for one curve, but
    // not for how two lie to each other.
    if (found == 1) return sense_of(contours[0], center) != 0;
    contours[1].count = place_count - contours[0].count;
    if (has_curves || contours[0].count < 3 || contours[1].count < 3) return 0;
    int first = sense_of(contours[0], center), second = first ? sense_of(contours[1], center) : 0;
    return first && second == -first && are_nested(contours[0], first, contours[1], second, center);
}
