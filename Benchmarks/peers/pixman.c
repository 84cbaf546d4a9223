// The workloads in pixman, each in the way that a compositor would use it.
#include <pixman.h>

#include "workloads.h"

static pixman_image_t *target, *source, *shadow_mask;
static Item items[2000];
static Group all_groups[20];

static void open_target(void) {
    target = pixman_image_create_bits(PIXMAN_a8r8g8b8, WIDTH, HEIGHT, NULL, 0);
}

static pixman_color_t wide(uint32_t color, uint32_t alpha) {
    // Premultiplied, sixteen bits a channel.
    return (pixman_color_t){
        (color >> 16 & 255) * alpha * 257 / 255, (color >> 8 & 255) * alpha * 257 / 255,
        (color & 255) * alpha * 257 / 255, alpha * 257};
}

static void fill(int x, int y, int width, int height, uint32_t color, uint32_t alpha) {
    pixman_color_t c = wide(color, alpha);
    pixman_box32_t box = {x, y, x + width, y + height};
    pixman_image_fill_boxes(alpha == 255 ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, target, &c, 1, &box);
}

static void clear(void) { fill(0, 0, WIDTH, HEIGHT, BACKGROUND, 255); }

static void prepare_rectangles(void) {
    open_target();
    for (int i = 0; i < 2000; i++) items[i] = any_item(1857, 1017);
}

static void rectangles(int f) {
    clear();
    for (int i = 0; i < 2000; i++)
        fill((items[i].x + f * (1 + i % 5)) % 1857, (items[i].y + f * (1 + i % 3)) % 1017, 64, 64, items[i].color, 128);
}

static void prepare_picture(void) {
    open_target();
    source = pixman_image_create_bits(PIXMAN_a8r8g8b8, 3840, 2160, photo(3840, 2160), 3840 * 4);
}

static void picture(double degrees, pixman_filter_t filter) {
    pixman_f_transform_t map;
    pixman_transform_t fixed;
    double a = -degrees * M_PI / 180;
    pixman_f_transform_init_identity(&map);
    pixman_f_transform_translate(&map, NULL, -WIDTH / 2, -HEIGHT / 2);
    pixman_f_transform_rotate(&map, NULL, cos(a), sin(a));
    pixman_f_transform_translate(&map, NULL, WIDTH / 2, HEIGHT / 2);
    pixman_f_transform_scale(&map, NULL, 2, 2);
    pixman_transform_from_pixman_f_transform(&fixed, &map);
    pixman_image_set_transform(source, &fixed);
    pixman_image_set_filter(source, filter, NULL, 0);
    if (degrees != 0) clear();
    pixman_image_composite32(
        degrees == 0 ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, source, NULL, target, 0, 0, 0, 0, 0, 0, WIDTH, HEIGHT);
}

static void bilinear(int f) { picture(0 * f, PIXMAN_FILTER_BILINEAR); }
static void nearest(int f) { picture(0 * f, PIXMAN_FILTER_NEAREST); }
static void turned(int f) { picture(7 + 0 * f, PIXMAN_FILTER_BILINEAR); }

static void prepare_groups(void) {
    open_target();
    source = pixman_image_create_bits(PIXMAN_a8r8g8b8, 580, 435, NULL, 0);
    for (int i = 0; i < 20; i++) all_groups[i] = any_group();
}

static void groups(int f) {
    pixman_color_t half_color = {0, 0, 0, 0x8080}, none = {0};
    pixman_image_t *half = pixman_image_create_solid_fill(&half_color);
    clear();
    for (int i = 0; i < 20; i++) {
        Group *g = all_groups + i;
        pixman_box32_t whole = {0, 0, 580, 435};
        pixman_image_fill_boxes(PIXMAN_OP_SRC, source, &none, 1, &whole);
        for (int j = 0; j < 10; j++) {
            pixman_color_t c = wide(g->colors[j], 255);
            pixman_box32_t box = {20 * j, 15 * j, 20 * j + 400, 15 * j + 300};
            pixman_image_fill_boxes(PIXMAN_OP_SRC, source, &c, 1, &box);
        }
        pixman_image_composite32(PIXMAN_OP_OVER, source, half, target, 0, 0, 0, 0, g->x + f % 2, g->y, 580, 435);
    }
    pixman_image_unref(half);
}

static void prepare_shadow(void) {
    open_target();
    shadow_mask = pixman_image_create_bits(PIXMAN_a8, 720, 520, NULL, 0);
    shadow((uint8_t *)pixman_image_get_data(shadow_mask), pixman_image_get_stride(shadow_mask), 600, 400, 60, 20);
}

// The rectangle has square corners.
static void shadow_moved(int f) {
    pixman_color_t half_color = {0, 0, 0, 0x8080};
    pixman_image_t *half = pixman_image_create_solid_fill(&half_color);
    int x = (100 + 7 * f) % 1000 + 100;
    fill(x - 67, 150, 734, 520, BACKGROUND, 255);
    pixman_image_composite32(PIXMAN_OP_OVER, half, shadow_mask, target, 0, 0, 0, 0, x - 60, 150, 720, 520);
    fill(x, 200, 600, 400, 0xffffffff, 255);
    pixman_image_unref(half);
}

// Cards: masks of the body, the border and the shadow are kept; each card is clipped to what the cards in front of it leave.
static pixman_image_t *body, *border, *card_shadow;

static double rounded_distance(double x, double y, double width, double height, double radius) {
    double dx = fabs(x - width / 2) - (width / 2 - radius), dy = fabs(y - height / 2) - (height / 2 - radius);
    return hypot(dx > 0 ? dx : 0, dy > 0 ? dy : 0) + (dx > dy ? dx < 0 ? dx : 0 : dy < 0 ? dy : 0) - radius;
}

static pixman_image_t *card_mask(double inset, double hole) {
    pixman_image_t *mask = pixman_image_create_bits(PIXMAN_a8, 300, 200, NULL, 0);
    uint8_t *bytes = (uint8_t *)pixman_image_get_data(mask);
    for (int y = 0; y < 200; y++)
        for (int x = 0; x < 300; x++) {
            double out = rounded_distance(x + .5, y + .5, 300, 200, 20) + inset;
            double covered = fmax(0, fmin(1, .5 - out));
            if (hole > 0) covered = fmax(0, covered - fmax(0, fmin(1, .5 - out - hole)));
            bytes[y * pixman_image_get_stride(mask) + x] = (uint8_t)(255 * covered + .5);
        }
    return mask;
}

static void prepare_cards(void) {
    open_target();
    for (int i = 0; i < 200; i++) items[i] = any_item(1621, 781);
    body = card_mask(0, 0);
    border = card_mask(0, 5);
    card_shadow = pixman_image_create_bits(PIXMAN_a8, 332, 232, NULL, 0);
    shadow((uint8_t *)pixman_image_get_data(card_shadow), pixman_image_get_stride(card_shadow), 300, 200, 16, 5);
}

static void cards(int f) {
    static pixman_region32_t visible[200];
    pixman_region32_t hidden, whole;
    pixman_region32_init(&hidden);
    for (int i = 199; i >= 0; i--) {
        int x = items[i].x + f % 2, y = items[i].y;
        pixman_region32_init_rect(&visible[i], x - 16, y - 11, 332, 232);
        pixman_region32_subtract(&visible[i], &visible[i], &hidden);
        pixman_region32_union_rect(&hidden, &hidden, x + 6, y, 288, 200);
        pixman_region32_union_rect(&hidden, &hidden, x, y + 6, 300, 188);
    }
    pixman_region32_init_rect(&whole, 0, 0, WIDTH, HEIGHT);
    pixman_region32_subtract(&whole, &whole, &hidden);
    pixman_image_set_clip_region32(target, &whole);
    clear();
    pixman_color_t half_color = {0, 0, 0, 0x8080}, white_color = {0xffff, 0xffff, 0xffff, 0xffff};
    pixman_image_t *half = pixman_image_create_solid_fill(&half_color), *white = pixman_image_create_solid_fill(&white_color);
    for (int i = 0; i < 200; i++) {
        int x = items[i].x + f % 2, y = items[i].y;
        if (pixman_region32_not_empty(&visible[i])) {
            pixman_color_t c = wide(items[i].color, 255);
            pixman_image_t *color = pixman_image_create_solid_fill(&c);
            pixman_image_set_clip_region32(target, &visible[i]);
            pixman_image_composite32(PIXMAN_OP_OVER, half, card_shadow, target, 0, 0, 0, 0, x - 16, y - 11, 332, 232);
            pixman_image_composite32(PIXMAN_OP_OVER, color, body, target, 0, 0, 0, 0, x, y, 300, 200);
            pixman_image_composite32(PIXMAN_OP_OVER, white, border, target, 0, 0, 0, 0, x, y, 300, 200);
            pixman_image_unref(color);
        }
        pixman_region32_fini(&visible[i]);
    }
    pixman_image_set_clip_region32(target, NULL);
    pixman_region32_fini(&hidden);
    pixman_region32_fini(&whole);
    pixman_image_unref(half);
    pixman_image_unref(white);
}

int main(int count, char **arguments) {
    static const Workload all[] = {
        {"W1", prepare_cards, cards}, {"W3", prepare_rectangles, rectangles}, {"W5-moved", prepare_shadow, shadow_moved},
        {"W6-bilinear", prepare_picture, bilinear}, {"W6-nearest", prepare_picture, nearest},
        {"W6-turned", prepare_picture, turned}, {"W7", prepare_groups, groups}, {NULL, NULL, NULL},
    };
    return draw_workload(count, arguments, all);
}
