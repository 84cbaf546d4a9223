#include "rival.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static Mask mask_new(int32_t width, int32_t height) {
    Mask m = {width, height, (width + 3) & ~3, NULL};
    m.data = calloc((size_t)m.stride, (size_t)height);
    return m;
}

void mask_free(Mask *mask) {
    free(mask->data);
    mask->data = NULL;
}

/// Whether a point lies in the quarter of a rounded rectangle whose upper left corner is (inset, inset).
static int inside(double x, double y, double inset, double radius) {
    x -= inset, y -= inset;
    if (x < 0 || y < 0) return 0;
    if (x >= radius || y >= radius) return 1;
    return (x - radius) * (x - radius) + (y - radius) * (y - radius) <= radius * radius;
}

static double coverage(int32_t px, int32_t py, int32_t radius, int32_t border) {
    int n = 0;
    for (int j = 0; j < 16; j++)
        for (int i = 0; i < 16; i++) {
            double x = px + (i + 0.5) / 16, y = py + (j + 0.5) / 16;
            n += inside(x, y, 0, radius) && !(border > 0 && inside(x, y, border, radius - border));
        }
    return n / 256.0;
}

Mask corner_mask(int32_t side, int32_t radius, int32_t border) {
    Mask m = mask_new(side, side);
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) m.data[y * m.stride + x] = (uint8_t)lround(255 * coverage(x, y, radius, border));
    return m;
}

Mask shadow_mask(int32_t radius, double sigma) {
    int32_t reach = (int32_t)ceil(3 * sigma), side = radius + 2 * reach, wide = side + 2 * reach;
    double *a = calloc((size_t)wide * wide, sizeof *a), *b = calloc((size_t)wide * wide, sizeof *b);
    for (int32_t y = 2 * reach; y < wide; y++)
        for (int32_t x = 2 * reach; x < wide; x++) a[y * wide + x] = coverage(x - 2 * reach, y - 2 * reach, radius, 0);
    double *kernel = malloc((size_t)(2 * reach + 1) * sizeof *kernel), sum = 0;
    for (int32_t i = -reach; i <= reach; i++) sum += kernel[i + reach] = exp(-i * i / (2 * sigma * sigma));
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t y = 0; y < wide; y++)
            for (int32_t x = 0; x < wide; x++) {
                double t = 0;
                for (int32_t i = -reach; i <= reach; i++) {
                    int32_t at = x + i < 0 ? 0 : x + i >= wide ? wide - 1 : x + i;
                    t += kernel[i + reach] * a[y * wide + at];
                }
                b[x * wide + y] = t / sum;
            }
        double *other = a;
        a = b, b = other;
    }
    Mask m = mask_new(side, side);
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++)
            m.data[y * m.stride + x] = (uint8_t)lround(255 * a[(y + reach) * wide + x + reach]);
    free(a), free(b), free(kernel);
    return m;
}

Mask mask_part(const Mask *from, int32_t x, int32_t y, int32_t width, int32_t height, int flip_x, int flip_y) {
    Mask m = mask_new(width, height);
    for (int32_t j = 0; j < height; j++)
        for (int32_t i = 0; i < width; i++)
            m.data[(flip_y ? height - 1 - j : j) * m.stride + (flip_x ? width - 1 - i : i)] =
                from->data[(y + j) * from->stride + x + i];
    return m;
}

Slices slices_of(Mask corner, int32_t reach) {
    int32_t n = corner.width;
    Slices s = {reach, n, {}, {}};
    for (int i = 0; i < 4; i++) s.corners[i] = mask_part(&corner, 0, 0, n, n, i & 1, i >> 1);
    s.edges[0] = mask_part(&corner, n - 1, 0, 1, n, 0, 0);
    s.edges[1] = mask_part(&corner, n - 1, 0, 1, n, 0, 1);
    s.edges[2] = mask_part(&corner, 0, n - 1, n, 1, 0, 0);
    s.edges[3] = mask_part(&corner, 0, n - 1, n, 1, 1, 0);
    mask_free(&corner);
    return s;
}

void slices_free(Slices *slices) {
    for (int i = 0; i < 4; i++) mask_free(&slices->corners[i]), mask_free(&slices->edges[i]);
}
