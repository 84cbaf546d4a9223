#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compositor.h"

/// Pixels that no picture has.
static const uint32_t unknown = 0x00DEAD00;

/// Takes over what is damaged, and nothing else; returns how many pixels were told of, and how many of those changed.
static void take_damage(struct surface *surface, const uint32_t *pixels, int stride, const struct rects *damage, long *told, long *changed) {
    for (int at = 0; at < damage->count; at++) {
        struct rect r = damage->at[at];
        int left = r.x < 0 ? 0 : r.x, top = r.y < 0 ? 0 : r.y;
        int right = r.width > surface->width - r.x ? surface->width : r.x + r.width;
        int bottom = r.height > surface->height - r.y ? surface->height : r.y + r.height;
        for (int y = top; y < bottom; y++) {
            const uint32_t *from = pixels + (size_t)y * stride;
            uint32_t *to = surface->shown + (size_t)y * surface->width;
            for (int x = left; x < right; x++) {
                *told += 1;
                *changed += to[x] != from[x];
                to[x] = from[x];
            }
        }
    }
}

static void check_shown(struct surface *surface, const uint32_t *pixels, int stride) {
    long count = 0;
    int first_x = 0, first_y = 0;
    for (int y = 0; y < surface->height; y++) {
        const uint32_t *from = pixels + (size_t)y * stride, *to = surface->shown + (size_t)y * surface->width;
        if (!memcmp(from, to, (size_t)surface->width * 4)) continue;
        for (int x = 0; x < surface->width; x++) {
            if (from[x] == to[x]) continue;
            if (!count++) first_x = x, first_y = y;
        }
    }
    if (count) fault("%ld pixels changed that were not told of, the first at %d,%d", count, first_x, first_y);
}

/// Where a surface says that it is opaque, all its pixels have to be.
static void check_opaque(struct surface *surface, const uint32_t *pixels, int stride, double across, double down) {
    for (int at = 0; at < surface->current.opaque.count; at++) {
        struct rect r = surface->current.opaque.at[at];
        int left = ceil(r.x * across), right = floor(((double)r.x + r.width) * across);
        int top = ceil(r.y * down), bottom = floor(((double)r.y + r.height) * down);
        if (left < 0) left = 0;
        if (top < 0) top = 0;
        if (right > surface->width) right = surface->width;
        if (bottom > surface->height) bottom = surface->height;
        for (int y = top; y < bottom; y++) {
            for (int x = left; x < right; x++) {
                if (pixels[(size_t)y * stride + x] >> 24 == 255) continue;
                return fault("%d,%d is told to be opaque, and is not", x, y);
            }
        }
    }
}

/// Shows a buffer: what is damaged of it (`damage` in its pixels, `surface_damage` in points) is taken over, and has to be all that
/// is new. Returns how many pixels were told of, and how many of those changed.
void show(struct surface *surface, struct wl_resource *buffer, const struct rects *damage, const struct rects *surface_damage, long *told, long *changed) {
    struct wl_shm_buffer *memory = wl_shm_buffer_get(buffer);
    if (!memory) return fault("a buffer that is not in shared memory");
    const struct state *state = &surface->current;
    int width = wl_shm_buffer_get_width(memory), height = wl_shm_buffer_get_height(memory), stride = wl_shm_buffer_get_stride(memory) / 4;
    if (width != surface->width || height != surface->height) {
        surface->shown = realloc(surface->shown, (size_t)width * height * 4);
        surface->width = width, surface->height = height;
        for (long at = 0; at < (long)width * height; at++) surface->shown[at] = unknown;
    }
    if (width % state->scale || height % state->scale) fault("%dx%d pixels at a scale of %d", width, height, state->scale);
    int wide, high;
    surface_size(surface, &wide, &high);
    double across = (double)width / wide, down = (double)height / high;
    struct rects scaled = {0};
    for (int at = 0; at < surface_damage->count; at++) {
        struct rect r = surface_damage->at[at];
        int left = fmax(0, floor(r.x * across)), top = fmax(0, floor(r.y * down));
        int right = fmin(width, ceil(((double)r.x + r.width) * across)), bottom = fmin(height, ceil(((double)r.y + r.height) * down));
        add_rect(&scaled, left, top, right - left, bottom - top);
    }
    wl_shm_buffer_begin_access(memory);
    const uint32_t *pixels = wl_shm_buffer_get_data(memory);
    take_damage(surface, pixels, stride, damage, told, changed);
    take_damage(surface, pixels, stride, &scaled, told, changed);
    check_shown(surface, pixels, stride);
    check_opaque(surface, pixels, stride, across, down);
    wl_shm_buffer_end_access(memory);
    free(scaled.at);
}

/// Writes what is shown to a PPM file.
bool write_picture(struct surface *surface, const char *path) {
    FILE *file = surface->shown ? fopen(path, "w") : NULL;
    if (!file) return false;
    fprintf(file, "P6\n%d %d\n255\n", surface->width, surface->height);
    for (long at = 0; at < (long)surface->width * surface->height; at++) {
        uint32_t pixel = surface->shown[at];
        putc(pixel >> 16 & 255, file), putc(pixel >> 8 & 255, file), putc(pixel & 255, file);
    }
    return !fclose(file);
}
