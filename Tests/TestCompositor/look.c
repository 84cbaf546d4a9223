#include "compositor.h"
#include "protocols/cursor-shape-v1.h"
#include "protocols/xdg-toplevel-icon-v1.h"

// MARK: Cursors

static void set_shape(struct wl_client *client, struct wl_resource *resource, uint32_t serial, uint32_t shape) {
    (void)client;
    if (shape < WP_CURSOR_SHAPE_DEVICE_V1_SHAPE_DEFAULT || shape > WP_CURSOR_SHAPE_DEVICE_V1_SHAPE_ZOOM_OUT) {
        return wl_resource_post_error(resource, WP_CURSOR_SHAPE_DEVICE_V1_ERROR_INVALID_SHAPE, "%u", shape);
    }
    say("shape serial=%u number=%u", serial, shape);
}

static const struct wp_cursor_shape_device_v1_interface device_calls = {destroy_resource, set_shape};

static void get_pointer(struct wl_client *client, struct wl_resource *shapes, uint32_t id, struct wl_resource *pointer) {
    (void)shapes, (void)pointer;
    wl_resource_set_implementation(wl_resource_create(client, &wp_cursor_shape_device_v1_interface, 1, id), &device_calls, NULL, NULL);
}

static void get_tool(struct wl_client *client, struct wl_resource *shapes, uint32_t id, struct wl_resource *tool) {
    get_pointer(client, shapes, id, tool);
}

static const struct wp_cursor_shape_manager_v1_interface shapes_calls = {destroy_resource, get_pointer, get_tool};

void make_shapes(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(wl_resource_create(client, &wp_cursor_shape_manager_v1_interface, version, id), &shapes_calls, NULL, NULL);
}

// MARK: Icons

/// An icon's data is whether it was given to a window.
static char is_given;

static void set_name(struct wl_client *client, struct wl_resource *icon, const char *name) {
    (void)client;
    if (wl_resource_get_user_data(icon)) return wl_resource_post_error(icon, XDG_TOPLEVEL_ICON_V1_ERROR_IMMUTABLE, "it has a window");
    say("icon text=%s", name);
}

static void add_buffer(struct wl_client *client, struct wl_resource *icon, struct wl_resource *buffer, int32_t scale) {
    (void)client, (void)icon, (void)buffer, (void)scale;
    fault("pixels of an icon: not understood");
}

static const struct xdg_toplevel_icon_v1_interface icon_calls = {destroy_resource, set_name, add_buffer};

static void create_icon(struct wl_client *client, struct wl_resource *icons, uint32_t id) {
    (void)icons;
    wl_resource_set_implementation(wl_resource_create(client, &xdg_toplevel_icon_v1_interface, 1, id), &icon_calls, NULL, NULL);
}

static void set_icon(struct wl_client *client, struct wl_resource *icons, struct wl_resource *toplevel, struct wl_resource *icon) {
    (void)client, (void)icons, (void)toplevel;
    if (icon) wl_resource_set_user_data(icon, &is_given);
    say("given icon=%s", icon ? "own" : "none");
}

static const struct xdg_toplevel_icon_manager_v1_interface icons_calls = {destroy_resource, create_icon, set_icon};

void make_icons(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    struct wl_resource *resource = wl_resource_create(client, &xdg_toplevel_icon_manager_v1_interface, version, id);
    wl_resource_set_implementation(resource, &icons_calls, NULL, NULL);
    xdg_toplevel_icon_manager_v1_send_icon_size(resource, 48);
    xdg_toplevel_icon_manager_v1_send_done(resource);
}
