#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compositor.h"

static void buffer_gone(struct wl_listener *listener, void *data) {
    (void)data;
    struct state *state = wl_container_of(listener, state, buffer_gone);
    state->buffer = NULL;
    wl_list_init(&state->buffer_gone.link);
}

static void surface_attach(struct wl_client *client, struct wl_resource *resource, struct wl_resource *buffer, int32_t x, int32_t y) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    if (x || y) fault("a buffer beside its place, at %d,%d", x, y);
    wl_list_remove(&surface->pending.buffer_gone.link);
    wl_list_init(&surface->pending.buffer_gone.link);
    surface->pending.buffer = buffer;
    surface->pending.attached = true;
    if (buffer) wl_resource_add_destroy_listener(buffer, &surface->pending.buffer_gone);
}

static void surface_damage(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width, int32_t height) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    add_rect(&surface->pending.surface_damage, x, y, width, height);
}

static void surface_damage_buffer(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width, int32_t height) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    if (width <= 0 || height <= 0) fault("damage of %dx%d", width, height);
    add_rect(&surface->pending.damage, x, y, width, height);
}

static void surface_frame(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct surface *surface = wl_resource_get_user_data(resource);
    struct wl_resource *callback = wl_resource_create(client, &wl_callback_interface, 1, id);
    wl_resource_set_implementation(callback, NULL, NULL, forget_resource);
    wl_list_insert(surface->pending.callbacks.prev, wl_resource_get_link(callback));
}

static void surface_set_opaque(struct wl_client *client, struct wl_resource *resource, struct wl_resource *region) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    surface->pending.opaque.count = 0;
    surface->pending.opaque_set = true;
    if (region) copy_rects(&surface->pending.opaque, wl_resource_get_user_data(region));
}

static void surface_set_input(struct wl_client *client, struct wl_resource *resource, struct wl_resource *region) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    surface->pending.input.count = 0;
    surface->pending.input_set = true;
    surface->pending.input_everywhere = !region;
    if (region) copy_rects(&surface->pending.input, wl_resource_get_user_data(region));
}

static void surface_set_scale(struct wl_client *client, struct wl_resource *resource, int32_t scale) {
    (void)client;
    struct surface *surface = wl_resource_get_user_data(resource);
    if (scale < 1) return wl_resource_post_error(resource, WL_SURFACE_ERROR_INVALID_SCALE, "a scale of %d", scale);
    surface->pending.scale = scale;
}

static void surface_set_transform(struct wl_client *client, struct wl_resource *resource, int32_t transform) {
    (void)client, (void)resource;
    if (transform) fault("a transform of %d", transform);
}

/// The size of a surface in points.
void surface_size(const struct surface *surface, int *width, int *height) {
    const struct state *state = &surface->current;
    bool is_placed = state->destination_width > 0;
    *width = is_placed ? state->destination_width : surface->width / state->scale;
    *height = is_placed ? state->destination_height : surface->height / state->scale;
}

static enum wl_iterator_result count_buffer(struct wl_resource *resource, void *count) {
    if (!strcmp(wl_resource_get_class(resource), "wl_buffer")) ++*(int *)count;
    return WL_ITERATOR_CONTINUE;
}

/// Says what a window committed, and when.
static void tell_commit(struct surface *surface, uint64_t time, long told, long changed) {
    const struct state *state = &surface->current;
    int width, height, buffers = 0;
    surface_size(surface, &width, &height);
    wl_client_for_each_resource(wl_resource_get_client(surface->resource), count_buffer, &buffers);
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "commit window=%d tick=%llu after=%lld", surface->number, (unsigned long long)the.ticks,
            the.asked ? (long long)(time - the.asked) / 1000 : -1);
    fprintf(out, " buffer=%s", surface->pending.attached ? surface->pending.buffer ? "new" : "none" : "same");
    fprintf(out, " pixels=%dx%d size=%dx%d scale=%d destination=%dx%d", surface->width, surface->height, width, height, state->scale,
            state->destination_width, state->destination_height);
    fprintf(out, " buffers=%d callbacks=%d serial=%u", buffers, wl_list_length(&state->callbacks), surface->acked);
    fprintf(out, " told=%ld changed=%ld", told, changed);
    print_rects(out, "damage", &surface->pending.damage);
    print_rects(out, "opaque", &state->opaque);
    if (state->input_everywhere) {
        fprintf(out, " input=everywhere");
    } else {
        print_rects(out, "input", &state->input);
    }
    fclose(out);
    say("%s", text);
    free(text);
    bool was_told = surface->acked_width > 0 && surface->acked_height > 0;
    if (surface->is_mapped && was_told && (width != surface->acked_width || height != surface->acked_height)) {
        fault("%dx%d was answered, %dx%d is shown", surface->acked_width, surface->acked_height, width, height);
    }
}

static void hang_up(void *client) { wl_client_destroy(client); }

static void surface_commit(struct wl_client *client, struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    struct state *pending = &surface->pending, *current = &surface->current;
    uint64_t time = now(CLOCK_MONOTONIC);
    bool has_picture = pending->attached && pending->buffer, is_window = surface->role && surface->role != role_cursor;
    if (has_picture && is_window && the.next) {
        // Not at once: this client's requests are being read.
        if (the.next == next_hangup) wl_event_loop_add_idle(the.loop, hang_up, client);
        if (the.next != next_hangup) wl_resource_post_error(resource, WL_SURFACE_ERROR_INVALID_SIZE, "as I was told");
        if (the.next != next_refusal) the.next = next_nothing;
        return;
    }
    if (surface->role == role_lock && !surface->acked) fault("a lock's surface is committed before its first size is answered");
    if (pending->opaque_set) copy_rects(&current->opaque, &pending->opaque);
    if (pending->input_set) copy_rects(&current->input, &pending->input);
    if (pending->input_set) current->input_everywhere = pending->input_everywhere;
    current->scale = pending->scale;
    current->destination_width = pending->destination_width;
    current->destination_height = pending->destination_height;
    wl_list_insert_list(current->callbacks.prev, &pending->callbacks);
    wl_list_init(&pending->callbacks);
    // What is followed by another picture before it is shown never was.
    if (has_picture) discard(&current->feedbacks);
    wl_list_insert_list(current->feedbacks.prev, &pending->feedbacks);
    wl_list_init(&pending->feedbacks);
    long told = 0, changed = 0;
    if (has_picture) {
        if (is_window && !surface->acked) fault("a picture before the first configure is answered");
        show(surface, pending->buffer, &pending->damage, &pending->surface_damage, &told, &changed);
        // A cursor's picture stays as it is.
        if (is_window) hold(pending->buffer);
    }
    bool was_mapped = surface->is_mapped;
    if (pending->attached) surface->is_mapped = has_picture;
    if (is_window) tell_commit(surface, time, told, changed);
    wl_list_remove(&pending->buffer_gone.link);
    wl_list_init(&pending->buffer_gone.link);
    pending->buffer = NULL;
    pending->attached = pending->opaque_set = pending->input_set = false;
    pending->damage.count = pending->surface_damage.count = 0;
    if (surface->is_mapped && !was_mapped) enter_output(surface);
    if (is_window && !surface->is_greeted && the.greets) greet(surface);
}

static void surface_destroy(struct wl_client *client, struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    if (surface->toplevel || surface->layer || surface->lock) fault("a surface went before its role");
    destroy_resource(client, resource);
}

static const struct wl_surface_interface surface_calls = {
    .destroy = surface_destroy,
    .attach = surface_attach,
    .damage = surface_damage,
    .frame = surface_frame,
    .set_opaque_region = surface_set_opaque,
    .set_input_region = surface_set_input,
    .commit = surface_commit,
    .set_buffer_transform = surface_set_transform,
    .set_buffer_scale = surface_set_scale,
    .damage_buffer = surface_damage_buffer,
};

static void init_state(struct state *state) {
    state->scale = 1;
    state->input_everywhere = true;
    state->buffer_gone.notify = buffer_gone;
    wl_list_init(&state->buffer_gone.link);
    wl_list_init(&state->callbacks);
    wl_list_init(&state->feedbacks);
}

static void clear_state(struct state *state) {
    free(state->damage.at), free(state->surface_damage.at), free(state->opaque.at), free(state->input.at);
    wl_list_remove(&state->buffer_gone.link);
    // They go with their client or when they are answered: nobody will.
    struct wl_resource *resource, *next;
    wl_resource_for_each_safe(resource, next, &state->callbacks) wl_resource_destroy(resource);
    wl_resource_for_each_safe(resource, next, &state->feedbacks) wl_resource_destroy(resource);
}


static void surface_gone(struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    orphan(surface->shell), orphan(surface->toplevel), orphan(surface->layer), orphan(surface->lock), orphan(surface->fractional), orphan(surface->viewport),
        orphan(surface->alpha);
    clear_state(&surface->pending), clear_state(&surface->current);
    forget_configures(surface, UINT32_MAX);
    wl_list_remove(&surface->link);
    if (the.window == surface) the.window = NULL;
    free(surface->shown);
    free(surface);
}

static void create_surface(struct wl_client *client, struct wl_resource *compositor, uint32_t id) {
    static int count;
    struct surface *surface = calloc(1, sizeof *surface);
    surface->resource = wl_resource_create(client, &wl_surface_interface, wl_resource_get_version(compositor), id);
    surface->number = ++count;
    init_state(&surface->pending), init_state(&surface->current);
    wl_list_init(&surface->configures);
    wl_list_insert(&the.surfaces, &surface->link);
    wl_resource_set_implementation(surface->resource, &surface_calls, surface, surface_gone);
}

static const struct wl_compositor_interface compositor_calls = {create_surface, create_region};

void make_compositor(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    struct wl_resource *resource = wl_resource_create(client, &wl_compositor_interface, version, id);
    wl_resource_set_implementation(resource, &compositor_calls, NULL, NULL);
}
