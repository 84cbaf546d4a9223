#include <stdlib.h>
#include <string.h>

#include "compositor.h"
#include "protocols/wlr-layer-shell-unstable-v1.h"
#include "protocols/xdg-decoration-unstable-v1.h"
#include "protocols/xdg-shell.h"

// MARK: Sizes

/// Forgets the sizes that were told up to one.
void forget_configures(struct surface *surface, uint32_t last) {
    struct configure *configure, *next;
    wl_list_for_each_safe(configure, next, &surface->configures, link) {
        if (configure->serial > last) break;
        wl_list_remove(&configure->link);
        free(configure);
    }
}

/// Tells a window its size in points; 0: its own choice.
void configure(struct surface *surface, int width, int height) {
    struct configure *told = calloc(1, sizeof *told);
    *told = (struct configure){.serial = wl_display_next_serial(the.display), .width = width, .height = height};
    wl_list_insert(surface->configures.prev, &told->link);
    surface->is_greeted = true;
    if (surface->toplevel) {
        struct wl_array states;
        wl_array_init(&states);
        xdg_toplevel_send_configure(surface->toplevel, width, height, &states);
        xdg_surface_send_configure(surface->shell, told->serial);
    } else if (surface->layer) {
        zwlr_layer_surface_v1_send_configure(surface->layer, told->serial, width, height);
    } else if (surface->lock) {
        configure_lock(surface, told->serial, width, height);
    }
}

/// The first configure.
void greet(struct surface *surface) {
    if (surface->toplevel) return configure(surface, the.width, the.height);
    // A layer has what it asked for, but where it is stretched.
    struct output *output = surface->output;
    int width = surface->asked_width, height = surface->asked_height;
    if (!output) return;
    if (!width) width = output->width / output->scale - surface->margin[1] - surface->margin[3];
    if (!height) height = output->height / output->scale - surface->margin[0] - surface->margin[2];
    configure(surface, width, height);
}

void answer(struct wl_client *client, struct wl_resource *resource, uint32_t serial) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    if (!surface) return fault("a configure is answered after its surface");
    struct configure *configure;
    wl_list_for_each(configure, &surface->configures, link) {
        if (configure->serial != serial) continue;
        surface->acked = serial;
        surface->acked_width = configure->width, surface->acked_height = configure->height;
        return forget_configures(surface, serial);
    }
    fault("configure %u is answered, which is none or was already", serial);
}

/// The output that was asked for, or the first one.
static struct output *choose(struct wl_resource *asked) {
    struct output *output = asked ? wl_resource_get_user_data(asked) : NULL;
    if (output && !output->is_gone) return output;
    return first_output();
}

void adopt(struct surface *surface, enum role role, struct wl_resource *output) {
    if (surface->role) fault("a surface has a second role");
    if (surface->is_mapped) fault("a surface has a picture before its role");
    surface->role = role;
    surface->output = choose(output);
    the.window = surface;
    say("window number=%d role=%s output=%s", surface->number, role == role_layer ? "layer" : role == role_lock ? "lock" : "toplevel",
        surface->output ? surface->output->name : "");
}

// MARK: Windows

static void ignore_object(struct wl_client *client, struct wl_resource *resource, struct wl_resource *object) { (void)client, (void)resource, (void)object; }
static void ignore(struct wl_client *client, struct wl_resource *resource) { (void)client, (void)resource; }
static void ignore_size(struct wl_client *client, struct wl_resource *resource, int32_t width, int32_t height) { (void)client, (void)resource, (void)width, (void)height; }

static void ignore_number(struct wl_client *client, struct wl_resource *resource, int32_t number) { (void)client, (void)resource, (void)number; }
static void ignore_choice(struct wl_client *client, struct wl_resource *resource, uint32_t number) { (void)client, (void)resource, (void)number; }

static void set_title(struct wl_client *client, struct wl_resource *resource, const char *title) {
    (void)client, (void)resource;
    say("title length=%zu text=%s", strlen(title), title);
}

static void set_app_id(struct wl_client *client, struct wl_resource *resource, const char *id) {
    (void)client, (void)resource;
    say("appId text=%s", id);
}

static void set_fullscreen(struct wl_client *client, struct wl_resource *resource, struct wl_resource *asked) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    struct output *output = surface ? choose(asked) : NULL;
    say("fullscreen output=%s", output ? output->name : "");
    if (!output) return;
    surface->output = output;
    if (surface->is_greeted) configure(surface, output->width / output->scale, output->height / output->scale);
}

static const struct xdg_toplevel_interface toplevel_calls = {
    .destroy = destroy_resource,
    .set_parent = ignore_object,
    .set_title = set_title,
    .set_app_id = set_app_id,
    .set_max_size = ignore_size,
    .set_min_size = ignore_size,
    .set_maximized = ignore,
    .unset_maximized = ignore,
    .set_fullscreen = set_fullscreen,
    .unset_fullscreen = ignore,
    .set_minimized = ignore,
};

void unmap(struct surface *surface) {
    if (the.window == surface) the.window = NULL;
    surface->is_mapped = surface->is_greeted = false;
    surface->acked = surface->acked_width = surface->acked_height = 0;
    forget_configures(surface, UINT32_MAX);
    say("gone window=%d", surface->number);
}

static void toplevel_gone(struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    if (!surface) return;
    surface->toplevel = NULL;
    unmap(surface);
}

static void get_toplevel(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct surface *surface = wl_resource_get_user_data(resource);
    adopt(surface, role_toplevel, NULL);
    surface->toplevel = wl_resource_create(client, &xdg_toplevel_interface, wl_resource_get_version(resource), id);
    wl_resource_set_implementation(surface->toplevel, &toplevel_calls, surface, toplevel_gone);
}

static const struct xdg_surface_interface shell_calls = {
    .destroy = destroy_resource,
    .get_toplevel = get_toplevel,
    .ack_configure = answer,
};

static void shell_gone(struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    if (!surface) return;
    if (surface->toplevel) orphan(surface->toplevel), surface->toplevel = NULL;
    surface->shell = NULL;
}

static void get_shell_surface(struct wl_client *client, struct wl_resource *windows, uint32_t id, struct wl_resource *of) {
    struct surface *surface = wl_resource_get_user_data(of);
    surface->shell = wl_resource_create(client, &xdg_surface_interface, wl_resource_get_version(windows), id);
    wl_resource_set_implementation(surface->shell, &shell_calls, surface, shell_gone);
}

static void pong(struct wl_client *client, struct wl_resource *resource, uint32_t serial) {
    (void)client, (void)resource;
    say("pong serial=%u", serial);
}

static const struct xdg_wm_base_interface windows_calls = {
    .destroy = destroy_resource,
    .get_xdg_surface = get_shell_surface,
    .pong = pong,
};

static struct wl_list shells = {&shells, &shells};

void make_windows(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    struct wl_resource *resource = wl_resource_create(client, &xdg_wm_base_interface, version, id);
    wl_resource_set_implementation(resource, &windows_calls, NULL, forget_resource);
    wl_list_insert(&shells, wl_resource_get_link(resource));
}

/// Asks all clients whether they live.
void ping(void) {
    struct wl_resource *resource;
    wl_resource_for_each(resource, &shells) xdg_wm_base_send_ping(resource, wl_display_next_serial(the.display));
}

// MARK: Layers

static void set_size(struct wl_client *client, struct wl_resource *resource, uint32_t width, uint32_t height) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    if (surface) surface->asked_width = width, surface->asked_height = height;
}

static void set_margin(struct wl_client *client, struct wl_resource *resource, int32_t top, int32_t right, int32_t bottom, int32_t left) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    if (surface) memcpy(surface->margin, (int[4]){top, right, bottom, left}, sizeof surface->margin);
}

static const struct zwlr_layer_surface_v1_interface layer_calls = {
    .set_size = set_size,
    .set_anchor = ignore_choice,
    .set_exclusive_zone = ignore_number,
    .set_margin = set_margin,
    .set_keyboard_interactivity = ignore_choice,
    .get_popup = ignore_object,
    .ack_configure = answer,
    .destroy = destroy_resource,
    .set_layer = ignore_choice,
};

static void layer_gone(struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    if (!surface) return;
    surface->layer = NULL;
    unmap(surface);
}

static void get_layer(
    struct wl_client *client, struct wl_resource *layers, uint32_t id, struct wl_resource *of, struct wl_resource *output, uint32_t stack, const char *space) {
    (void)stack, (void)space;
    struct surface *surface = wl_resource_get_user_data(of);
    adopt(surface, role_layer, output);
    surface->layer = wl_resource_create(client, &zwlr_layer_surface_v1_interface, wl_resource_get_version(layers), id);
    wl_resource_set_implementation(surface->layer, &layer_calls, surface, layer_gone);
}

static const struct zwlr_layer_shell_v1_interface layers_calls = {get_layer, destroy_resource};

void make_layers(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    struct wl_resource *resource = wl_resource_create(client, &zwlr_layer_shell_v1_interface, version, id);
    wl_resource_set_implementation(resource, &layers_calls, NULL, NULL);
}

/// Takes a window away, as somebody who closes it or an output that goes.
void close_window(struct surface *surface) {
    if (surface->toplevel) xdg_toplevel_send_close(surface->toplevel);
    if (surface->layer) zwlr_layer_surface_v1_send_closed(surface->layer);
}

// MARK: Decorations

static const struct zxdg_toplevel_decoration_v1_interface decoration_calls = {destroy_resource, ignore_choice, ignore};

static void get_decoration(struct wl_client *client, struct wl_resource *decorations, uint32_t id, struct wl_resource *toplevel) {
    (void)decorations, (void)toplevel;
    struct wl_resource *resource = wl_resource_create(client, &zxdg_toplevel_decoration_v1_interface, 1, id);
    wl_resource_set_implementation(resource, &decoration_calls, NULL, NULL);
}

static const struct zxdg_decoration_manager_v1_interface decorations_calls = {destroy_resource, get_decoration};

void make_decorations(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    struct wl_resource *resource = wl_resource_create(client, &zxdg_decoration_manager_v1_interface, version, id);
    wl_resource_set_implementation(resource, &decorations_calls, NULL, NULL);
}
