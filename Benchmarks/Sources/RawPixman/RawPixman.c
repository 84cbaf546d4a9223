#include "RawPixman.h"
#include <pixman.h>
#include <stdlib.h>

struct RawScene {
    pixman_image_t *target, *mask, *opaque, *translucent;
};

RawScene *raw_scene(int32_t width, int32_t height) {
    RawScene *s = malloc(sizeof *s);
    s->target = pixman_image_create_bits(PIXMAN_a8r8g8b8, width, height, NULL, 0);
    s->mask = pixman_image_create_bits(PIXMAN_a8, width, height, NULL, 0);
    uint8_t *alpha = (uint8_t *)pixman_image_get_data(s->mask);
    int stride = pixman_image_get_stride(s->mask);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            // A disc of 100 pixels in the upper left corner: as much of nothing, all and edge as a round shape has.
            int d = (x - 50) * (x - 50) + (y - 50) * (y - 50);
            alpha[y * stride + x] = d < 49 * 49 ? 255 : d < 50 * 50 ? 128 : 0;
        }
    pixman_color_t red = {0xffff, 0, 0, 0xffff}, half = {0x8000, 0, 0, 0x8000};
    s->opaque = pixman_image_create_solid_fill(&red);
    s->translucent = pixman_image_create_solid_fill(&half);
    return s;
}

void raw_free(RawScene *s) {
    pixman_image_unref(s->target);
    pixman_image_unref(s->mask);
    pixman_image_unref(s->opaque);
    pixman_image_unref(s->translucent);
    free(s);
}

void raw_fill(RawScene *s, int32_t x, int32_t y, int32_t w, int32_t h) {
    pixman_fill(pixman_image_get_data(s->target), pixman_image_get_stride(s->target) / 4, 32, x, y, w, h, 0xffff0000);
}

void raw_over(RawScene *s, int32_t x, int32_t y, int32_t w, int32_t h) {
    pixman_image_composite32(PIXMAN_OP_OVER, s->translucent, NULL, s->target, 0, 0, 0, 0, x, y, w, h);
}

void raw_masked(RawScene *s, int32_t x, int32_t y, int32_t w, int32_t h) {
    pixman_image_composite32(PIXMAN_OP_OVER, s->opaque, s->mask, s->target, 0, 0, 0, 0, x, y, w, h);
}
