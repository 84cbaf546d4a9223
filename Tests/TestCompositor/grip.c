#include <stdlib.h>
#include <string.h>

#include "compositor.h"
#include "protocols/pointer-constraints-unstable-v1.h"
#include "protocols/relative-pointer-unstable-v1.h"

/// The pointer that is locked or confined, to one surface of one client, and what tells its ways.
static struct grip {
    struct wl_resource *resource, *pointer;
    struct surface *surface;
    bool is_lock;
} grip;

static struct wl_resource *relative;

// MARK: Constraints

static void set_hint(struct wl_client *client, struct wl_resource *resource, wl_fixed_t x, wl_fixed_t y) {
    (void)client, (void)resource, (void)x, (void)y;
}

static void set_region(struct wl_client *client, struct wl_resource *resource, struct wl_resource *region) {
    (void)client, (void)resource, (void)region;
}

static const struct zwp_locked_pointer_v1_interface lock_calls = {destroy_resource, set_hint, set_region};
static const struct zwp_confined_pointer_v1_interface confinement_calls = {destroy_resource, set_region};

static void grip_gone(struct wl_resource *resource) {
    if (grip.resource != resource) return;
    say("grip gone=%s", grip.is_lock ? "lock" : "confinement");
    grip.resource = NULL;
}

static void begin(
    struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *surface, struct wl_resource *pointer, uint32_t lifetime,
    bool is_lock) {
    struct surface *of = wl_resource_get_user_data(surface);
    if (grip.resource && grip.surface == of && grip.pointer == pointer) {
        return wl_resource_post_error(manager, ZWP_POINTER_CONSTRAINTS_V1_ERROR_ALREADY_CONSTRAINED, "it is held");
    }
    if (lifetime != ZWP_POINTER_CONSTRAINTS_V1_LIFETIME_PERSISTENT) fault("a pointer is held once");
    grip = (struct grip){NULL, pointer, of, is_lock};
    grip.resource =
        wl_resource_create(client, is_lock ? &zwp_locked_pointer_v1_interface : &zwp_confined_pointer_v1_interface, 1, id);
    wl_resource_set_implementation(grip.resource, is_lock ? (const void *)&lock_calls : (const void *)&confinement_calls, NULL, grip_gone);
    say("grip kind=%s window=%d", is_lock ? "lock" : "confinement", of->number);
}

static void lock_pointer(
    struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *surface, struct wl_resource *pointer,
    struct wl_resource *region, uint32_t lifetime) {
    (void)region;
    begin(client, manager, id, surface, pointer, lifetime, true);
}

static void confine_pointer(
    struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *surface, struct wl_resource *pointer,
    struct wl_resource *region, uint32_t lifetime) {
    (void)region;
    begin(client, manager, id, surface, pointer, lifetime, false);
}

static const struct zwp_pointer_constraints_v1_interface constraints_calls = {destroy_resource, lock_pointer, confine_pointer};

void make_constraints(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(
        wl_resource_create(client, &zwp_pointer_constraints_v1_interface, version, id), &constraints_calls, NULL, NULL);
}

// MARK: Ways

static const struct zwp_relative_pointer_v1_interface relative_calls = {destroy_resource};

static void relative_gone(struct wl_resource *resource) {
    if (relative == resource) relative = NULL;
}

static void get_relative(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *pointer) {
    (void)manager, (void)pointer;
    relative = wl_resource_create(client, &zwp_relative_pointer_v1_interface, 1, id);
    wl_resource_set_implementation(relative, &relative_calls, NULL, relative_gone);
}

static const struct zwp_relative_pointer_manager_v1_interface relatives_calls = {destroy_resource, get_relative};

void make_relative_pointers(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(
        wl_resource_create(client, &zwp_relative_pointer_manager_v1_interface, version, id), &relatives_calls, NULL, NULL);
}

/// `grip begin` and `grip end`: what was asked for takes effect, and ends; `grip move DX DY`.
bool grip_command(int count, char **words) {
    if (strcmp(words[0], "grip") || count < 2) return false;
    if (!strcmp(words[1], "move") && count == 4) {
        if (!relative) return false;
        wl_fixed_t dx = wl_fixed_from_double(atof(words[2])), dy = wl_fixed_from_double(atof(words[3]));
        zwp_relative_pointer_v1_send_relative_motion(relative, 0, now(CLOCK_MONOTONIC) / 1000, dx, dy, dx, dy);
        return true;
    }
    bool begins = !strcmp(words[1], "begin");
    if (!grip.resource || (!begins && strcmp(words[1], "end"))) return false;
    if (grip.is_lock) {
        if (begins) zwp_locked_pointer_v1_send_locked(grip.resource);
        else zwp_locked_pointer_v1_send_unlocked(grip.resource);
    } else {
        if (begins) zwp_confined_pointer_v1_send_confined(grip.resource);
        else zwp_confined_pointer_v1_send_unconfined(grip.resource);
    }
    return true;
}
