#include <stdio.h>
#include <string.h>

#include "compositor.h"
#include "protocols/alpha-modifier-v1.h"
#include "protocols/content-type-v1.h"
#include "protocols/idle-inhibit-unstable-v1.h"
#include "protocols/tearing-control-v1.h"
#include "protocols/xdg-activation-v1.h"

static int number(struct wl_resource *resource) {
    struct surface *surface = resource ? wl_resource_get_user_data(resource) : NULL;
    return surface ? surface->number : 0;
}

static void manage(
    struct wl_client *client, const struct wl_interface *interface, uint32_t version, uint32_t id, const void *calls) {
    wl_resource_set_implementation(wl_resource_create(client, interface, version, id), calls, NULL, NULL);
}

// MARK: Idle

static const struct zwp_idle_inhibitor_v1_interface inhibitor_calls = {destroy_resource};

static void inhibitor_gone(struct wl_resource *resource) { say("inhibitor gone=%d", (int)(intptr_t)wl_resource_get_user_data(resource)); }

static void inhibit(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *surface) {
    struct wl_resource *resource = wl_resource_create(client, &zwp_idle_inhibitor_v1_interface, wl_resource_get_version(manager), id);
    wl_resource_set_implementation(resource, &inhibitor_calls, (void *)(intptr_t)number(surface), inhibitor_gone);
    say("inhibitor window=%d", number(surface));
}

static const struct zwp_idle_inhibit_manager_v1_interface inhibitors_calls = {destroy_resource, inhibit};

void make_inhibitors(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    manage(client, &zwp_idle_inhibit_manager_v1_interface, version, id, &inhibitors_calls);
}

// MARK: Content types

static void set_type(struct wl_client *client, struct wl_resource *resource, uint32_t type) {
    (void)client, (void)resource;
    say("content type=%u", type);
}

static const struct wp_content_type_v1_interface type_calls = {destroy_resource, set_type};

static void get_type(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *surface) {
    (void)surface;
    manage(client, &wp_content_type_v1_interface, wl_resource_get_version(manager), id, &type_calls);
}

static const struct wp_content_type_manager_v1_interface types_calls = {destroy_resource, get_type};

void make_content_types(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    manage(client, &wp_content_type_manager_v1_interface, version, id, &types_calls);
}

// MARK: Tearing

static void set_hint(struct wl_client *client, struct wl_resource *resource, uint32_t hint) {
    (void)client, (void)resource;
    say("tearing hint=%u", hint);
}

static const struct wp_tearing_control_v1_interface hint_calls = {set_hint, destroy_resource};

static void get_control(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *surface) {
    (void)surface;
    manage(client, &wp_tearing_control_v1_interface, wl_resource_get_version(manager), id, &hint_calls);
}

static const struct wp_tearing_control_manager_v1_interface tearing_calls = {destroy_resource, get_control};

void make_tearing(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    manage(client, &wp_tearing_control_manager_v1_interface, version, id, &tearing_calls);
}

// MARK: Alpha

static void set_factor(struct wl_client *client, struct wl_resource *resource, uint32_t factor) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    if (!surface) return fault("the alpha of a surface that is gone");
    say("alpha window=%d factor=%u", surface->number, factor);
}

static void alpha_gone(struct wl_resource *resource) {
    struct surface *surface;
    wl_list_for_each(surface, &the.surfaces, link) {
        if (surface->alpha != resource) continue;
        surface->alpha = NULL;
        say("alpha gone=%d", surface->number);
    }
}

static const struct wp_alpha_modifier_surface_v1_interface alpha_calls = {destroy_resource, set_factor};

static void get_alpha(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *of) {
    struct surface *surface = wl_resource_get_user_data(of);
    if (surface->alpha) return wl_resource_post_error(manager, WP_ALPHA_MODIFIER_V1_ERROR_ALREADY_CONSTRUCTED, "it has one");
    surface->alpha = wl_resource_create(client, &wp_alpha_modifier_surface_v1_interface, 1, id);
    wl_resource_set_implementation(surface->alpha, &alpha_calls, surface, alpha_gone);
}

static const struct wp_alpha_modifier_v1_interface modifier_calls = {destroy_resource, get_alpha};

void make_alpha_modifiers(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    manage(client, &wp_alpha_modifier_v1_interface, version, id, &modifier_calls);
}

// MARK: Activation

static void set_serial(struct wl_client *client, struct wl_resource *token, uint32_t serial, struct wl_resource *seat) {
    (void)client, (void)token, (void)serial, (void)seat;
}

static void set_app(struct wl_client *client, struct wl_resource *token, const char *name) { (void)client, (void)token, (void)name; }

static void set_surface(struct wl_client *client, struct wl_resource *token, struct wl_resource *surface) {
    (void)client;
    wl_resource_set_user_data(token, (void *)(intptr_t)number(surface));
}

static void commit(struct wl_client *client, struct wl_resource *token) {
    (void)client;
    static int count;
    char words[32];
    snprintf(words, sizeof words, "token-%d", ++count);
    say("token words=%s window=%d", words, (int)(intptr_t)wl_resource_get_user_data(token));
    xdg_activation_token_v1_send_done(token, words);
}

static const struct xdg_activation_token_v1_interface token_calls = {set_serial, set_app, set_surface, commit, destroy_resource};

static void get_token(struct wl_client *client, struct wl_resource *activation, uint32_t id) {
    manage(client, &xdg_activation_token_v1_interface, wl_resource_get_version(activation), id, &token_calls);
}

static void activate(struct wl_client *client, struct wl_resource *activation, const char *token, struct wl_resource *surface) {
    (void)client, (void)activation;
    say("activate token=%s window=%d", token, number(surface));
}

static const struct xdg_activation_v1_interface activation_calls = {destroy_resource, get_token, activate};

void make_activation(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    manage(client, &xdg_activation_v1_interface, version, id, &activation_calls);
}
