#include <math.h>

#include "compositor.h"
#include "protocols/fractional-scale-v1.h"
#include "protocols/viewporter.h"

// MARK: Viewports

static void set_source(struct wl_client *client, struct wl_resource *resource, wl_fixed_t x, wl_fixed_t y, wl_fixed_t width, wl_fixed_t height) {
    (void)client, (void)resource, (void)x, (void)y, (void)width, (void)height;
    fault("a part of a buffer: not understood");
}

static void set_destination(struct wl_client *client, struct wl_resource *resource, int32_t width, int32_t height) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    if (!surface) return fault("a viewport outlives its surface");
    if ((width != -1 || height != -1) && (width <= 0 || height <= 0)) {
        return wl_resource_post_error(resource, WP_VIEWPORT_ERROR_BAD_VALUE, "%dx%d", width, height);
    }
    surface->pending.destination_width = width < 0 ? 0 : width;
    surface->pending.destination_height = height < 0 ? 0 : height;
}

static const struct wp_viewport_interface viewport_calls = {destroy_resource, set_source, set_destination};

static void viewport_gone(struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    if (!surface) return;
    surface->viewport = NULL;
    surface->pending.destination_width = surface->pending.destination_height = 0;
}

static void get_viewport(struct wl_client *client, struct wl_resource *viewporter, uint32_t id, struct wl_resource *of) {
    struct surface *surface = wl_resource_get_user_data(of);
    if (surface->viewport) return wl_resource_post_error(viewporter, WP_VIEWPORTER_ERROR_VIEWPORT_EXISTS, "a second one");
    surface->viewport = wl_resource_create(client, &wp_viewport_interface, 1, id);
    wl_resource_set_implementation(surface->viewport, &viewport_calls, surface, viewport_gone);
}

static const struct wp_viewporter_interface viewporter_calls = {destroy_resource, get_viewport};

void make_viewporter(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(wl_resource_create(client, &wp_viewporter_interface, version, id), &viewporter_calls, NULL, NULL);
}

// MARK: Fractions

static const struct wp_fractional_scale_v1_interface scale_calls = {destroy_resource};

static void scale_gone(struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    if (surface) surface->fractional = NULL;
}

void tell_scale(struct surface *surface) {
    if (surface->fractional) wp_fractional_scale_v1_send_preferred_scale(surface->fractional, lround(the.scale * 120));
}

static void get_scale(struct wl_client *client, struct wl_resource *scales, uint32_t id, struct wl_resource *of) {
    (void)scales;
    struct surface *surface = wl_resource_get_user_data(of);
    surface->fractional = wl_resource_create(client, &wp_fractional_scale_v1_interface, 1, id);
    wl_resource_set_implementation(surface->fractional, &scale_calls, surface, scale_gone);
    tell_scale(surface);
}

static const struct wp_fractional_scale_manager_v1_interface scales_calls = {destroy_resource, get_scale};

void make_scales(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    struct wl_resource *resource = wl_resource_create(client, &wp_fractional_scale_manager_v1_interface, version, id);
    wl_resource_set_implementation(resource, &scales_calls, NULL, NULL);
}
