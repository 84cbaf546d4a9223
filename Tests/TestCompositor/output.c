#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compositor.h"

struct output *find_output(const char *name) {
    struct output *output;
    wl_list_for_each(output, &the.outputs, link) {
        if (!output->is_gone && !strcmp(output->name, name)) return output;
    }
    return NULL;
}

struct output *first_output(void) {
    struct output *output;
    wl_list_for_each(output, &the.outputs, link) {
        if (!output->is_gone) return output;
    }
    return NULL;
}

static const struct wl_output_interface output_calls = {destroy_resource};

static void describe(struct output *output, struct wl_resource *resource) {
    int version = wl_resource_get_version(resource);
    wl_output_send_geometry(resource, output->x, 0, 0, 0, WL_OUTPUT_SUBPIXEL_UNKNOWN, "Scrim", "Test", WL_OUTPUT_TRANSFORM_NORMAL);
    wl_output_send_mode(resource, WL_OUTPUT_MODE_CURRENT, output->width, output->height, output->refresh);
    if (version >= WL_OUTPUT_SCALE_SINCE_VERSION) wl_output_send_scale(resource, output->scale);
    if (version >= WL_OUTPUT_NAME_SINCE_VERSION) wl_output_send_name(resource, output->name);
    if (version >= WL_OUTPUT_DONE_SINCE_VERSION) wl_output_send_done(resource);
}

/// A surface and an output come together, or part.
static void meet(struct surface *surface, struct output *output, struct wl_resource *resource, bool is_there) {
    if (surface->output != output || !surface->is_mapped) return;
    if (wl_resource_get_client(resource) != wl_resource_get_client(surface->resource)) return;
    if (is_there) {
        wl_surface_send_enter(surface->resource, resource);
    } else {
        wl_surface_send_leave(surface->resource, resource);
    }
}

void enter_output(struct surface *surface) {
    if (!surface->output) surface->output = first_output();
    if (!surface->output) return;
    struct wl_resource *resource;
    wl_resource_for_each(resource, &surface->output->resources) meet(surface, surface->output, resource, true);
}

static void bind_output(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct output *output = data;
    struct wl_resource *resource = wl_resource_create(client, &wl_output_interface, version, id);
    wl_resource_set_implementation(resource, &output_calls, output, forget_resource);
    wl_list_insert(&output->resources, wl_resource_get_link(resource));
    describe(output, resource);
    struct surface *surface;
    wl_list_for_each(surface, &the.surfaces, link) {
        if (surface->role && !surface->output) surface->output = output;
        meet(surface, output, resource, true);
    }
}

/// A monitor of so many pixels, which lies `x` points from the left.
bool add_output(const char *name, int x, int width, int height, int scale) {
    if (find_output(name) || width < 1 || height < 1 || scale < 1) return false;
    struct output *output = calloc(1, sizeof *output);
    snprintf(output->name, sizeof output->name, "%s", name);
    output->x = x, output->width = width, output->height = height, output->scale = scale, output->refresh = 60000;
    wl_list_init(&output->resources);
    wl_list_insert(the.outputs.prev, &output->link);
    output->global = wl_global_create(the.display, &wl_output_interface, 4, output, bind_output);
    return true;
}

/// It stays in the list: clients may still name it.
void remove_output(struct output *output) {
    output->is_gone = true;
    wl_global_remove(output->global);
    struct surface *surface;
    struct wl_resource *resource;
    wl_list_for_each(surface, &the.surfaces, link) {
        wl_resource_for_each(resource, &output->resources) meet(surface, output, resource, false);
        if (surface->output != output) continue;
        if (surface->layer) close_window(surface);
        surface->output = first_output();
        if (surface->is_mapped) enter_output(surface);
    }
}

/// Says again what an output is like.
void tell_output(struct output *output) {
    struct wl_resource *resource;
    wl_resource_for_each(resource, &output->resources) describe(output, resource);
}
