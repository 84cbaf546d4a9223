#include <stdio.h>
#include <stdlib.h>

#include "compositor.h"

// MARK: Rectangles

void add_rect(struct rects *rects, int x, int y, int width, int height) {
    if (rects->count == rects->room) {
        rects->room = rects->room ? rects->room * 2 : 16;
        rects->at = realloc(rects->at, rects->room * sizeof(struct rect));
    }
    rects->at[rects->count++] = (struct rect){x, y, width, height};
}

void copy_rects(struct rects *to, const struct rects *from) {
    to->count = 0;
    for (int at = 0; at < from->count; at++) add_rect(to, from->at[at].x, from->at[at].y, from->at[at].width, from->at[at].height);
}

/// ` NAME=x,y,w,h;…`, the first 64 of them.
void print_rects(FILE *out, const char *name, const struct rects *rects) {
    fprintf(out, " %s=", name);
    for (int at = 0; at < rects->count && at < 64; at++) {
        struct rect r = rects->at[at];
        fprintf(out, "%s%d,%d,%d,%d", at ? ";" : "", r.x, r.y, r.width, r.height);
    }
}

// MARK: Regions

static void region_add(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width, int32_t height) {
    (void)client;
    add_rect(wl_resource_get_user_data(resource), x, y, width, height);
}

static void region_subtract(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width, int32_t height) {
    (void)client, (void)resource;
    fault("a region less %d,%d,%d,%d: not understood", x, y, width, height);
}

static const struct wl_region_interface region_calls = {destroy_resource, region_add, region_subtract};

static void region_gone(struct wl_resource *resource) {
    struct rects *rects = wl_resource_get_user_data(resource);
    free(rects->at);
    free(rects);
}

void create_region(struct wl_client *client, struct wl_resource *compositor, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &wl_region_interface, wl_resource_get_version(compositor), id);
    wl_resource_set_implementation(resource, &region_calls, calloc(1, sizeof(struct rects)), region_gone);
}
