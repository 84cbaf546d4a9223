#include "rival.h"
#include <stdlib.h>
#include <string.h>

int32_t rival_mover_x(int32_t frame) { return frame * 7 % 1820; }
int32_t rival_mover_y(int32_t frame) { return 40 + frame * 7 / 1820 * 100 % 900; }
int32_t rival_shadow_width(int32_t frame) { return 600 + 2 * (frame % 50); }

Rival *rival_make(
    RivalLibrary library, RivalScene scene, int32_t width, int32_t height, const RivalRect *rects, int32_t count,
    const uint32_t *picture) {
    if (library == RIVAL_PIXMAN_OCCLUDED && scene != RIVAL_CARDS) return NULL;
    Rival *r = calloc(1, sizeof *r);
    *r = (Rival){.library = library, .scene = scene, .width = width, .height = height, .count = count, .rects = rects,
                 .picture = picture};
    r->pixels = calloc((size_t)width * height, 4);
    int32_t radius = scene == RIVAL_MOVER ? SMALL_RADIUS : CARD_RADIUS;
    double sigma = scene == RIVAL_SHADOW ? GROW_SIGMA : CARD_SIGMA;
    r->round = slices_of(corner_mask(radius, radius, 0), 0);
    r->ring = slices_of(corner_mask(radius, radius, CARD_BORDER), 0);
    r->shadow = slices_of(shadow_mask(radius, sigma), (int32_t)(3 * sigma));
    if (scene == RIVAL_TRILINEAR) {
        r->half = malloc((size_t)width * height * 4);
        for (int32_t y = 0; y < height; y++)
            for (int32_t x = 0; x < width; x++) {
                const uint8_t *p = (const uint8_t *)(picture + (size_t)2 * y * 2 * width + 2 * x), *q = p + 8 * width;
                for (int i = 0; i < 4; i++)
                    ((uint8_t *)(r->half + (size_t)y * width + x))[i] = (uint8_t)((p[i] + p[i + 4] + q[i] + q[i + 4] + 2) / 4);
            }
    }
    if (library == RIVAL_CAIRO) cairo_open(r); else pixman_open(r);
    return r;
}

void rival_free(Rival *r) {
    if (r->library == RIVAL_CAIRO) cairo_close(r); else pixman_close(r);
    slices_free(&r->round), slices_free(&r->ring), slices_free(&r->shadow);
    free(r->half), free(r->pixels), free(r);
}

void rival_frame(Rival *r, int32_t frame) {
    if (r->library == RIVAL_CAIRO) cairo_frame(r, frame); else pixman_frame(r, frame);
}

const uint32_t *rival_pixels(const Rival *r) { return r->pixels; }
