#include "rival.h"
#include <math.h>
#include <stdlib.h>

struct Cairo {
    cairo_t *to;
    cairo_surface_t *target, *group, *picture;
    cairo_surface_t *corners[4];
    /// One pixel long, repeating.
    cairo_pattern_t *edges[4];
    int32_t last_width, last_x, last_y;
};

static cairo_surface_t *surface_of(const Mask *m) {
    cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_A8, m->width, m->height);
    uint8_t *data = cairo_image_surface_get_data(s);
    int stride = cairo_image_surface_get_stride(s);
    for (int32_t y = 0; y < m->height; y++)
        for (int32_t x = 0; x < m->width; x++) data[y * stride + x] = m->data[y * m->stride + x];
    cairo_surface_mark_dirty(s);
    return s;
}

void cairo_open(Rival *r) {
    Cairo *c = r->cairo = calloc(1, sizeof *c);
    c->target = cairo_image_surface_create_for_data((uint8_t *)r->pixels, CAIRO_FORMAT_ARGB32, r->width, r->height, r->width * 4);
    c->to = cairo_create(c->target);
    c->group = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 500, 400);
    for (int i = 0; i < 4; i++) {
        c->corners[i] = surface_of(&r->shadow.corners[i]);
        cairo_surface_t *edge = surface_of(&r->shadow.edges[i]);
        c->edges[i] = cairo_pattern_create_for_surface(edge);
        cairo_pattern_set_extend(c->edges[i], CAIRO_EXTEND_REPEAT);
        cairo_surface_destroy(edge);
    }
    c->last_x = -1;
    cairo_set_source_rgb(c->to, 0xf2 / 255.0, 0xf2 / 255.0, 0xf7 / 255.0);
    cairo_paint(c->to);
    if (!r->picture) return;
    int trilinear = r->scene == RIVAL_TRILINEAR, w = trilinear ? r->width : 2 * r->width, h = trilinear ? r->height : 2 * r->height;
    uint32_t *bits = trilinear ? r->half : (uint32_t *)(uintptr_t)r->picture;
    c->picture = cairo_image_surface_create_for_data((uint8_t *)bits, r->scene == RIVAL_TURNED ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, w, h, w * 4);
}

void cairo_close(Rival *r) {
    Cairo *c = r->cairo;
    for (int i = 0; i < 4; i++) cairo_surface_destroy(c->corners[i]), cairo_pattern_destroy(c->edges[i]);
    if (c->picture) cairo_surface_destroy(c->picture);
    cairo_destroy(c->to);
    cairo_surface_destroy(c->group), cairo_surface_destroy(c->target);
    free(c);
}

/// A premultiplied colour as the source.
static void source(cairo_t *to, uint32_t c) {
    double a = (c >> 24) / 255.0, k = a > 0 ? 1 / (255 * a) : 0;
    cairo_set_source_rgba(to, (c >> 16 & 255) * k, (c >> 8 & 255) * k, (c & 255) * k, a);
}

static void fill(cairo_t *to, uint32_t color, double x, double y, double w, double h) {
    source(to, color);
    cairo_rectangle(to, x, y, w, h);
    cairo_fill(to);
}

static void rounded(cairo_t *to, double x, double y, double w, double h, double r) {
    cairo_new_sub_path(to);
    cairo_arc(to, x + w - r, y + r, r, -M_PI / 2, 0);
    cairo_arc(to, x + w - r, y + h - r, r, 0, M_PI / 2);
    cairo_arc(to, x + r, y + h - r, r, M_PI / 2, M_PI);
    cairo_arc(to, x + r, y + r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(to);
}

static void edge(Cairo *c, int i, double px, double py, double x, double y, double w, double h) {
    cairo_matrix_t m;
    cairo_matrix_init_translate(&m, -px, -py);
    cairo_pattern_set_matrix(c->edges[i], &m);
    cairo_save(c->to);
    cairo_rectangle(c->to, x, y, w, h);
    cairo_clip(c->to);
    cairo_mask(c->to, c->edges[i]);
    cairo_restore(c->to);
}

/// All but the middle, which what casts it hides.
static void shadow(Rival *r, double x, double y, double w, double h) {
    Cairo *c = r->cairo;
    double n = r->shadow.side, reach = r->shadow.reach;
    x -= reach, y -= reach, w += 2 * reach, h += 2 * reach;
    source(c->to, (uint32_t)SHADOW_ALPHA << 24);
    cairo_mask_surface(c->to, c->corners[0], x, y);
    cairo_mask_surface(c->to, c->corners[1], x + w - n, y);
    cairo_mask_surface(c->to, c->corners[2], x, y + h - n);
    cairo_mask_surface(c->to, c->corners[3], x + w - n, y + h - n);
    edge(c, 0, x + n, y, x + n, y, w - 2 * n, n);
    edge(c, 1, x + n, y + h - n, x + n, y + h - n, w - 2 * n, n);
    edge(c, 2, x, y + n, x, y + n, n, h - 2 * n);
    edge(c, 3, x + w - n, y + n, x + w - n, y + n, n, h - 2 * n);
}

static void cards(Rival *r) {
    cairo_t *to = r->cairo->to;
    for (int32_t i = 0; i < r->count; i++) {
        const RivalRect *c = &r->rects[i];
        shadow(r, c->x, c->y + CARD_DROP, c->width, c->height);
        source(to, c->color);
        rounded(to, c->x, c->y, c->width, c->height, CARD_RADIUS);
        cairo_fill(to);
        source(to, BORDER_COLOR);
        cairo_set_line_width(to, CARD_BORDER);
        double b = CARD_BORDER;
        rounded(to, c->x + b / 2, c->y + b / 2, c->width - b, c->height - b, CARD_RADIUS - b / 2);
        cairo_stroke(to);
    }
}

static void mover(Rival *r, int32_t frame) {
    Cairo *c = r->cairo;
    int32_t x = rival_mover_x(frame), y = rival_mover_y(frame);
    int32_t from = c->last_x < 0 ? x : c->last_x, top = c->last_x < 0 ? y : c->last_y;
    int32_t x0 = from < x ? from : x, y0 = top < y ? top : y;
    int32_t x1 = (from > x ? from : x) + MOVER, y1 = (top > y ? top : y) + MOVER;
    if (c->last_x < 0) x0 = y0 = 0, x1 = r->width, y1 = r->height;
    cairo_save(c->to);
    cairo_rectangle(c->to, x0, y0, x1 - x0, y1 - y0);
    cairo_clip(c->to);
    source(c->to, PAPER);
    cairo_paint(c->to);
    for (int32_t i = 0; i < r->count; i++) {
        const RivalRect *b = &r->rects[i];
        if (b->x < x1 && b->y < y1 && b->x + b->width > x0 && b->y + b->height > y0) {
            source(c->to, b->color);
            rounded(c->to, b->x, b->y, b->width, b->height, SMALL_RADIUS);
            cairo_fill(c->to);
        }
    }
    fill(c->to, MOVER_COLOR, x, y, MOVER, MOVER);
    cairo_restore(c->to);
    c->last_x = x, c->last_y = y;
}

static void all_move(Rival *r, int32_t frame) {
    fill(r->cairo->to, PAPER, 0, 0, r->width, r->height);
    for (int32_t i = 0; i < r->count; i++) {
        const RivalRect *c = &r->rects[i];
        fill(r->cairo->to, c->color, (c->x + frame) % (r->width - c->width), c->y, c->width, c->height);
    }
}

static void shadow_grows(Rival *r, int32_t frame) {
    cairo_t *to = r->cairo->to;
    int32_t w = rival_shadow_width(frame), h = w - 200, n = r->shadow.reach;
    int32_t most = w > r->cairo->last_width ? w : r->cairo->last_width;
    fill(to, PAPER, (r->width - most) / 2 - n, (r->height - most + 200) / 2 - n, most + 2 * n, most - 200 + 2 * n);
    double x = (r->width - w) / 2, y = (r->height - h) / 2;
    shadow(r, x, y, w, h);
    source(to, GROW_COLOR);
    rounded(to, x, y, w, h, CARD_RADIUS);
    cairo_fill(to);
    r->cairo->last_width = w;
}

static void image(Rival *r) {
    Cairo *c = r->cairo;
    cairo_save(c->to);
    if (r->scene == RIVAL_TURNED) {
        fill(c->to, PAPER, 0, 0, r->width, r->height);
        cairo_translate(c->to, r->width / 2.0, r->height / 2.0);
        cairo_rotate(c->to, 7 * M_PI / 180);
        cairo_translate(c->to, -r->width / 2.0, -r->height / 2.0);
    }
    if (r->scene != RIVAL_TRILINEAR) cairo_scale(c->to, 0.5, 0.5);
    cairo_set_source_surface(c->to, c->picture, 0, 0);
    // Its other filters average over what is shrunk: more than is asked.
    cairo_pattern_set_filter(cairo_get_source(c->to), r->scene == RIVAL_NEAREST ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR);
    cairo_paint(c->to);
    cairo_restore(c->to);
}

static void groups(Rival *r) {
    Cairo *c = r->cairo;
    fill(c->to, PAPER, 0, 0, r->width, r->height);
    for (int32_t g = 0; g + 10 <= r->count; g += 10) {
        int32_t x = INT32_MAX, y = INT32_MAX, right = 0, bottom = 0;
        for (int32_t i = g; i < g + 10; i++) {
            const RivalRect *b = &r->rects[i];
            if (b->x < x) x = b->x;
            if (b->y < y) y = b->y;
            if (b->x + b->width > right) right = b->x + b->width;
            if (b->y + b->height > bottom) bottom = b->y + b->height;
        }
        cairo_t *in = cairo_create(c->group);
        cairo_rectangle(in, 0, 0, right - x, bottom - y);
        cairo_clip(in);
        cairo_set_operator(in, CAIRO_OPERATOR_CLEAR);
        cairo_paint(in);
        cairo_set_operator(in, CAIRO_OPERATOR_OVER);
        for (int32_t i = g; i < g + 10; i++) {
            const RivalRect *b = &r->rects[i];
            fill(in, b->color, b->x - x, b->y - y, b->width, b->height);
        }
        cairo_destroy(in);
        cairo_save(c->to);
        cairo_rectangle(c->to, x, y, right - x, bottom - y);
        cairo_clip(c->to);
        cairo_set_source_surface(c->to, c->group, x, y);
        cairo_paint_with_alpha(c->to, 128 / 255.0);
        cairo_restore(c->to);
    }
}

void cairo_frame(Rival *r, int32_t frame) {
    switch (r->scene) {
    case RIVAL_CARDS:
        fill(r->cairo->to, PAPER, 0, 0, r->width, r->height);
        cards(r);
        break;
    case RIVAL_MOVER: mover(r, frame); break;
    case RIVAL_ALL_MOVE: all_move(r, frame); break;
    case RIVAL_SHADOW: shadow_grows(r, frame); break;
    case RIVAL_GROUPS: groups(r); break;
    default: image(r);
    }
}
