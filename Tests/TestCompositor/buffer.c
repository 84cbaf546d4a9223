#include <stdlib.h>

#include "compositor.h"

/// A buffer that its client may not paint on.
struct held {
    struct wl_list link;
    struct wl_resource *buffer;
    struct wl_listener gone;
    uint64_t sum;
};

/// The oldest first.
static struct wl_list buffers = {&buffers, &buffers};

static uint64_t checksum(struct wl_resource *buffer) {
    struct wl_shm_buffer *memory = wl_shm_buffer_get(buffer);
    size_t size = (size_t)wl_shm_buffer_get_stride(memory) * wl_shm_buffer_get_height(memory) / 8;
    uint64_t sum = 14695981039346656037u;
    wl_shm_buffer_begin_access(memory);
    const uint64_t *words = wl_shm_buffer_get_data(memory);
    for (size_t at = 0; at < size; at++) sum = (sum ^ words[at]) * 1099511628211u;
    wl_shm_buffer_end_access(memory);
    return sum;
}

static void forget_held(struct held *held) {
    wl_list_remove(&held->link);
    wl_list_remove(&held->gone.link);
    free(held);
}

static void held_gone(struct wl_listener *listener, void *data) {
    (void)data;
    struct held *held = wl_container_of(listener, held, gone);
    forget_held(held);
}

/// Gives back all buffers beyond those that are to be kept, the oldest first. Nobody may have painted on them.
void give_back(void) {
    int keep = the.hold < 0 ? INT32_MAX : the.hold < 1 ? 1 : the.hold;
    int count = wl_list_length(&buffers);
    struct held *held, *next;
    wl_list_for_each_safe(held, next, &buffers, link) {
        if (count-- <= keep) break;
        if (checksum(held->buffer) != held->sum) fault("a buffer was painted on before it was given back");
        wl_buffer_send_release(held->buffer);
        forget_held(held);
    }
}

void hold(struct wl_resource *buffer) {
    struct held *held;
    wl_list_for_each(held, &buffers, link) {
        if (held->buffer == buffer) fault("a buffer is shown again before it was given back");
    }
    held = calloc(1, sizeof *held);
    held->buffer = buffer;
    held->sum = checksum(buffer);
    held->gone.notify = held_gone;
    wl_resource_add_destroy_listener(buffer, &held->gone);
    wl_list_insert(buffers.prev, &held->link);
    give_back();
}
