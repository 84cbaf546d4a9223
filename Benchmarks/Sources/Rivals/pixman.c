#include "rival.h"
#include <math.h>
#include <stdlib.h>

/// Nine slices as images.
typedef struct {
    int32_t reach, side;
    pixman_image_t *corners[4], *edges[4];
} Images;

struct Pixman {
    pixman_image_t *target, *group, *shadow_color, *half_alpha, *picture;
    /// A colour for each rectangle.
    pixman_image_t **colors;
    pixman_image_t *border, *grow;
    Images shadow, round, ring;
    int32_t last_width, last_x, last_y;
};

static pixman_color_t wide(uint32_t c) {
    return (pixman_color_t){.red = (c >> 16 & 255) * 257, .green = (c >> 8 & 255) * 257, .blue = (c & 255) * 257,
                            .alpha = (c >> 24) * 257};
}

static pixman_image_t *solid(uint32_t c) {
    pixman_color_t color = wide(c);
    return pixman_image_create_solid_fill(&color);
}

static pixman_image_t *image_of(const Mask *m) {
    pixman_image_t *i = pixman_image_create_bits(PIXMAN_a8, m->width, m->height, (uint32_t *)m->data, m->stride);
    pixman_image_set_repeat(i, PIXMAN_REPEAT_NORMAL);
    return i;
}

static Images images_of(const Slices *s) {
    Images m = {.reach = s->reach, .side = s->side};
    for (int i = 0; i < 4; i++) m.corners[i] = image_of(&s->corners[i]), m.edges[i] = image_of(&s->edges[i]);
    return m;
}

static void images_free(Images *m) {
    for (int i = 0; i < 4; i++) pixman_image_unref(m->corners[i]), pixman_image_unref(m->edges[i]);
}

/// pixman_image_fill_boxes writes beyond an image that has no clip.
static void clip_to_all(Rival *r) {
    pixman_region32_t all;
    pixman_region32_init_rect(&all, 0, 0, (unsigned)r->width, (unsigned)r->height);
    pixman_image_set_clip_region32(r->pixman->target, &all);
    pixman_region32_fini(&all);
}

void pixman_open(Rival *r) {
    Pixman *p = r->pixman = calloc(1, sizeof *p);
    p->target = pixman_image_create_bits(PIXMAN_a8r8g8b8, r->width, r->height, r->pixels, r->width * 4);
    p->group = pixman_image_create_bits(PIXMAN_a8r8g8b8, 500, 400, NULL, 0);
    p->shadow_color = solid((uint32_t)SHADOW_ALPHA << 24), p->half_alpha = solid(0x80000000u);
    p->border = solid(BORDER_COLOR), p->grow = solid(GROW_COLOR);
    p->colors = calloc((size_t)r->count + 1, sizeof *p->colors);
    for (int32_t i = 0; i < r->count; i++) p->colors[i] = solid(r->rects[i].color);
    p->shadow = images_of(&r->shadow), p->round = images_of(&r->round), p->ring = images_of(&r->ring);
    p->last_x = -1;
    clip_to_all(r);
    pixman_box32_t all = {0, 0, r->width, r->height};
    pixman_color_t paper = wide(PAPER);
    pixman_image_fill_boxes(PIXMAN_OP_SRC, p->target, &paper, 1, &all);
    if (!r->picture) return;
    int trilinear = r->scene == RIVAL_TRILINEAR, w = trilinear ? r->width : 2 * r->width, h = trilinear ? r->height : 2 * r->height;
    uint32_t *bits = trilinear ? r->half : (uint32_t *)(uintptr_t)r->picture;
    // Of full alpha, and told so: what is behind need not be read.
    p->picture = pixman_image_create_bits(r->scene == RIVAL_TURNED ? PIXMAN_a8r8g8b8 : PIXMAN_x8r8g8b8, w, h, bits, w * 4);
    if (trilinear) return;
    pixman_f_transform_t map;
    pixman_f_transform_init_identity(&map);
    if (r->scene == RIVAL_TURNED) {
        pixman_f_transform_translate(&map, NULL, -r->width / 2.0, -r->height / 2.0);
        pixman_f_transform_rotate(&map, NULL, cos(-7 * M_PI / 180), sin(-7 * M_PI / 180));
        pixman_f_transform_translate(&map, NULL, r->width / 2.0, r->height / 2.0);
    }
    pixman_f_transform_scale(&map, NULL, 2, 2);
    pixman_transform_t fixed;
    pixman_transform_from_pixman_f_transform(&fixed, &map);
    pixman_image_set_transform(p->picture, &fixed);
    pixman_image_set_filter(p->picture, r->scene == RIVAL_NEAREST ? PIXMAN_FILTER_NEAREST : PIXMAN_FILTER_BILINEAR, NULL, 0);
}

void pixman_close(Rival *r) {
    Pixman *p = r->pixman;
    pixman_image_t *all[] = {p->target, p->group, p->shadow_color, p->half_alpha, p->border, p->grow, p->picture};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) if (all[i]) pixman_image_unref(all[i]);
    for (int32_t i = 0; i < r->count; i++) pixman_image_unref(p->colors[i]);
    images_free(&p->shadow), images_free(&p->round), images_free(&p->ring);
    free(p->colors), free(p);
}

static void through(Pixman *p, pixman_image_t *color, pixman_image_t *mask, int32_t x, int32_t y, int32_t w, int32_t h) {
    pixman_image_composite32(PIXMAN_OP_OVER, color, mask, p->target, 0, 0, 0, 0, x, y, w, h);
}

static void corners(Pixman *p, const Images *m, pixman_image_t *color, int32_t x, int32_t y, int32_t w, int32_t h) {
    int32_t n = m->side;
    through(p, color, m->corners[0], x, y, n, n);
    through(p, color, m->corners[1], x + w - n, y, n, n);
    through(p, color, m->corners[2], x, y + h - n, n, n);
    through(p, color, m->corners[3], x + w - n, y + h - n, n, n);
}

/// All but the middle, which what casts it hides. The rectangle includes the reach.
static void shadow(Pixman *p, int32_t x, int32_t y, int32_t w, int32_t h) {
    const Images *m = &p->shadow;
    int32_t n = m->side;
    x -= m->reach, y -= m->reach, w += 2 * m->reach, h += 2 * m->reach;
    corners(p, m, p->shadow_color, x, y, w, h);
    through(p, p->shadow_color, m->edges[0], x + n, y, w - 2 * n, n);
    through(p, p->shadow_color, m->edges[1], x + n, y + h - n, w - 2 * n, n);
    through(p, p->shadow_color, m->edges[2], x, y + n, n, h - 2 * n);
    through(p, p->shadow_color, m->edges[3], x + w - n, y + n, n, h - 2 * n);
}

static void rounded(Pixman *p, pixman_image_t *image, uint32_t color, int32_t x, int32_t y, int32_t w, int32_t h) {
    int32_t n = p->round.side;
    corners(p, &p->round, image, x, y, w, h);
    pixman_box32_t boxes[] = {
        {x + n, y, x + w - n, y + n}, {x, y + n, x + w, y + h - n}, {x + n, y + h - n, x + w - n, y + h}};
    pixman_color_t c = wide(color);
    pixman_image_fill_boxes(PIXMAN_OP_SRC, p->target, &c, 3, boxes);
}

static void card(Rival *r, int32_t i) {
    Pixman *p = r->pixman;
    const RivalRect *c = &r->rects[i];
    int32_t x = c->x, y = c->y, w = c->width, h = c->height, n = p->ring.side, b = CARD_BORDER;
    shadow(p, x, y + CARD_DROP, w, h);
    rounded(p, p->colors[i], c->color, x, y, w, h);
    corners(p, &p->ring, p->border, x, y, w, h);
    pixman_box32_t boxes[] = {
        {x + n, y, x + w - n, y + b}, {x + n, y + h - b, x + w - n, y + h}, {x, y + n, x + b, y + h - n},
        {x + w - b, y + n, x + w, y + h - n}};
    pixman_color_t border = wide(BORDER_COLOR);
    pixman_image_fill_boxes(PIXMAN_OP_SRC, p->target, &border, 4, boxes);
}

static void cards(Rival *r) {
    for (int32_t i = 0; i < r->count; i++) card(r, i);
}

/// From the front to the back, what of each card is to be seen; then from the back to the front.
static void cards_occluded(Rival *r) {
    pixman_region32_t covered, *visible = malloc((size_t)r->count * sizeof *visible);
    pixman_region32_init(&covered);
    for (int32_t i = r->count - 1; i >= 0; i--) {
        const RivalRect *c = &r->rects[i];
        int32_t reach = r->pixman->shadow.reach, n = CARD_RADIUS;
        pixman_region32_init_rect(
            &visible[i], c->x - reach, c->y - reach + CARD_DROP, c->width + 2 * reach, c->height + 2 * reach);
        pixman_region32_intersect_rect(&visible[i], &visible[i], 0, 0, (unsigned)r->width, (unsigned)r->height);
        pixman_region32_subtract(&visible[i], &visible[i], &covered);
        pixman_region32_union_rect(&covered, &covered, c->x, c->y + n, c->width, c->height - 2 * n);
        pixman_region32_union_rect(&covered, &covered, c->x + n, c->y, c->width - 2 * n, c->height);
    }
    for (int32_t i = 0; i < r->count; i++) {
        if (pixman_region32_not_empty(&visible[i])) {
            pixman_image_set_clip_region32(r->pixman->target, &visible[i]);
            card(r, i);
        }
        pixman_region32_fini(&visible[i]);
    }
    clip_to_all(r);
    pixman_region32_fini(&covered);
    free(visible);
}

static void fill(Pixman *p, uint32_t color, int32_t x, int32_t y, int32_t w, int32_t h) {
    pixman_color_t c = wide(color);
    pixman_box32_t box = {x, y, x + w, y + h};
    pixman_image_fill_boxes(PIXMAN_OP_SRC, p->target, &c, 1, &box);
}

static void mover(Rival *r, int32_t frame) {
    Pixman *p = r->pixman;
    int32_t x = rival_mover_x(frame), y = rival_mover_y(frame);
    int32_t from = p->last_x < 0 ? x : p->last_x, top = p->last_x < 0 ? y : p->last_y;
    pixman_region32_t damage;
    pixman_region32_init_rect(&damage, x, y, MOVER, MOVER);
    pixman_region32_union_rect(&damage, &damage, from, top, MOVER, MOVER);
    if (p->last_x < 0) pixman_region32_union_rect(&damage, &damage, 0, 0, r->width, r->height);
    pixman_box32_t box = *pixman_region32_extents(&damage);
    pixman_image_set_clip_region32(p->target, &damage);
    fill(p, PAPER, box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1);
    for (int32_t i = 0; i < r->count; i++) {
        const RivalRect *c = &r->rects[i];
        if (c->x < box.x2 && c->y < box.y2 && c->x + c->width > box.x1 && c->y + c->height > box.y1)
            rounded(p, p->colors[i], c->color, c->x, c->y, c->width, c->height);
    }
    pixman_color_t color = wide(MOVER_COLOR);
    pixman_box32_t at = {x, y, x + MOVER, y + MOVER};
    pixman_image_fill_boxes(PIXMAN_OP_OVER, p->target, &color, 1, &at);
    clip_to_all(r);
    pixman_region32_fini(&damage);
    p->last_x = x, p->last_y = y;
}

static void all_move(Rival *r, int32_t frame) {
    Pixman *p = r->pixman;
    fill(p, PAPER, 0, 0, r->width, r->height);
    for (int32_t i = 0; i < r->count; i++) {
        const RivalRect *c = &r->rects[i];
        int32_t x = (c->x + frame) % (r->width - c->width);
        pixman_image_composite32(
            PIXMAN_OP_OVER, p->colors[i], NULL, p->target, 0, 0, 0, 0, x, c->y, c->width, c->height);
    }
}

static void shadow_grows(Rival *r, int32_t frame) {
    Pixman *p = r->pixman;
    int32_t w = rival_shadow_width(frame), h = w - 200, n = p->shadow.reach, most = w > p->last_width ? w : p->last_width;
    int32_t x = (r->width - most) / 2 - n, y = (r->height - most + 200) / 2 - n;
    fill(p, PAPER, x, y, most + 2 * n, most - 200 + 2 * n);
    x = (r->width - w) / 2, y = (r->height - h) / 2;
    shadow(p, x, y, w, h);
    rounded(p, p->grow, GROW_COLOR, x, y, w, h);
    p->last_width = w;
}

static void groups(Rival *r) {
    Pixman *p = r->pixman;
    fill(p, PAPER, 0, 0, r->width, r->height);
    for (int32_t g = 0; g + 10 <= r->count; g += 10) {
        pixman_box32_t all = {INT32_MAX, INT32_MAX, 0, 0};
        for (int32_t i = g; i < g + 10; i++) {
            const RivalRect *c = &r->rects[i];
            if (c->x < all.x1) all.x1 = c->x;
            if (c->y < all.y1) all.y1 = c->y;
            if (c->x + c->width > all.x2) all.x2 = c->x + c->width;
            if (c->y + c->height > all.y2) all.y2 = c->y + c->height;
        }
        int32_t w = all.x2 - all.x1, h = all.y2 - all.y1, stride = pixman_image_get_stride(p->group) / 4;
        uint32_t *bits = pixman_image_get_data(p->group);
        pixman_fill(bits, stride, 32, 0, 0, w, h, 0);
        for (int32_t i = g; i < g + 10; i++) {
            const RivalRect *c = &r->rects[i];
            pixman_fill(bits, stride, 32, c->x - all.x1, c->y - all.y1, c->width, c->height, c->color);
        }
        pixman_image_composite32(PIXMAN_OP_OVER, p->group, p->half_alpha, p->target, 0, 0, 0, 0, all.x1, all.y1, w, h);
    }
}

void pixman_frame(Rival *r, int32_t frame) {
    switch (r->scene) {
    case RIVAL_CARDS:
        fill(r->pixman, PAPER, 0, 0, r->width, r->height);
        if (r->library == RIVAL_PIXMAN_OCCLUDED) cards_occluded(r); else cards(r);
        break;
    case RIVAL_MOVER: mover(r, frame); break;
    case RIVAL_ALL_MOVE: all_move(r, frame); break;
    case RIVAL_SHADOW: shadow_grows(r, frame); break;
    case RIVAL_GROUPS: groups(r); break;
    case RIVAL_TURNED:
        fill(r->pixman, PAPER, 0, 0, r->width, r->height);
        pixman_image_composite32(
            PIXMAN_OP_OVER, r->pixman->picture, NULL, r->pixman->target, 0, 0, 0, 0, 0, 0, r->width, r->height);
        break;
    default:
        pixman_image_composite32(
            PIXMAN_OP_SRC, r->pixman->picture, NULL, r->pixman->target, 0, 0, 0, 0, 0, 0, r->width, r->height);
    }
}
