#include <string.h>

#include "compositor.h"
#include "protocols/ext-session-lock-v1.h"

/// The session's lock, and whether its client was told that it holds; null: there is none.
static struct wl_resource *lock;
static bool is_locked;
/// The next lock is refused; asked for, but not answered until `lock`.
static bool refuses, waits;

static struct surface *surface_of(struct wl_resource *resource) { return wl_resource_get_user_data(resource); }

void configure_lock(struct surface *surface, uint32_t serial, int width, int height) {
    ext_session_lock_surface_v1_send_configure(surface->lock, serial, width, height);
}

static const struct ext_session_lock_surface_v1_interface surface_calls = {destroy_resource, answer};

static void surface_gone(struct wl_resource *resource) {
    struct surface *surface = surface_of(resource);
    if (!surface) return;
    surface->lock = NULL;
    unmap(surface);
}

static void get_surface(
    struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *of, struct wl_resource *output) {
    struct surface *surface = surface_of(of);
    adopt(surface, role_lock, output);
    surface->lock = wl_resource_create(client, &ext_session_lock_surface_v1_interface, wl_resource_get_version(resource), id);
    wl_resource_set_implementation(surface->lock, &surface_calls, surface, surface_gone);
    struct output *monitor = surface->output;
    if (the.greets && monitor) configure(surface, monitor->width / monitor->scale, monitor->height / monitor->scale);
}

static void destroy(struct wl_client *client, struct wl_resource *resource) {
    if (resource == lock && is_locked) fault("a lock is destroyed that holds");
    say("lock destroyed");
    destroy_resource(client, resource);
}

static void unlock(struct wl_client *client, struct wl_resource *resource) {
    if (resource != lock || !is_locked) fault("what is unlocked is not locked");
    lock = NULL;
    is_locked = false;
    say("lock unlocked");
    destroy_resource(client, resource);
}

static const struct ext_session_lock_v1_interface lock_calls = {destroy, get_surface, unlock};

static void lock_gone(struct wl_resource *resource) {
    if (resource != lock) return;
    say("lock left locked=%d", is_locked);
    lock = NULL;
}

static void hold_lock(void) {
    is_locked = true;
    ext_session_lock_v1_send_locked(lock);
    say("lock holds");
}

static void make_lock(struct wl_client *client, struct wl_resource *locks, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &ext_session_lock_v1_interface, wl_resource_get_version(locks), id);
    wl_resource_set_implementation(resource, &lock_calls, NULL, lock_gone);
    say("lock asked");
    if (refuses || lock) return ext_session_lock_v1_send_finished(resource);
    lock = resource;
    if (!waits) hold_lock();
}

static const struct ext_session_lock_manager_v1_interface locks_calls = {destroy_resource, make_lock};

void make_locks(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(wl_resource_create(client, &ext_session_lock_manager_v1_interface, version, id), &locks_calls, NULL, NULL);
}

/// `lock refuses|waits|answers`; `lock`: it holds now.
bool lock_command(int count, char **words) {
    if (strcmp(words[0], "lock")) return false;
    if (count == 1 && lock && !is_locked) return hold_lock(), true;
    if (count != 2) return false;
    refuses = !strcmp(words[1], "refuses");
    waits = !strcmp(words[1], "waits");
    return refuses || waits || !strcmp(words[1], "answers");
}
