#include <sys/timerfd.h>
#include <unistd.h>

#include "compositor.h"
#include "protocols/presentation-time.h"

uint64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + time.tv_nsec;
}

// MARK: Presentation

static void feedback(struct wl_client *client, struct wl_resource *presentation, struct wl_resource *of, uint32_t id) {
    (void)presentation;
    struct surface *surface = wl_resource_get_user_data(of);
    struct wl_resource *resource = wl_resource_create(client, &wp_presentation_feedback_interface, 1, id);
    wl_resource_set_implementation(resource, NULL, NULL, forget_resource);
    wl_list_insert(surface->pending.feedbacks.prev, wl_resource_get_link(resource));
}

static const struct wp_presentation_interface presentation_calls = {destroy_resource, feedback};

void make_presentation(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    struct wl_resource *resource = wl_resource_create(client, &wp_presentation_interface, version, id);
    wl_resource_set_implementation(resource, &presentation_calls, NULL, NULL);
    wp_presentation_send_clock_id(resource, the.clock);
}

/// Tells that these pictures were never shown.
void discard(struct wl_list *feedbacks) {
    struct wl_resource *resource, *next;
    wl_resource_for_each_safe(resource, next, feedbacks) {
        wp_presentation_feedback_send_discarded(resource);
        wl_resource_destroy(resource);
    }
}

// MARK: Frames

/// Asks for the next frames, and tells since when the last ones are seen: `time` of the clock that clients know, in nanoseconds.
/// `refresh` is the nanoseconds to the next one, 0 when that is not known.
void show_frame(uint64_t time, uint32_t refresh, uint32_t flags, bool is_discarded) {
    the.asked = now(CLOCK_MONOTONIC);
    the.ticks++;
    struct surface *surface;
    wl_list_for_each(surface, &the.surfaces, link) {
        struct wl_resource *resource, *next;
        if (is_discarded) discard(&surface->current.feedbacks);
        wl_resource_for_each_safe(resource, next, &surface->current.feedbacks) {
            uint64_t seconds = time / 1000000000u;
            wp_presentation_feedback_send_presented(
                resource, seconds >> 32, seconds, time % 1000000000u, refresh, the.ticks >> 32, the.ticks, flags);
            wl_resource_destroy(resource);
        }
        wl_resource_for_each_safe(resource, next, &surface->current.callbacks) {
            wl_callback_send_done(resource, the.asked / 1000000);
            wl_resource_destroy(resource);
        }
    }
}

// MARK: By itself

static int timer = -1;
static uint64_t begin, interval, passed;

static int tick(int descriptor, uint32_t mask, void *data) {
    (void)mask, (void)data;
    uint64_t count;
    if (read(descriptor, &count, sizeof count) != sizeof count) return 0;
    passed += count;
    // Those that were slept through are ticks too.
    the.ticks += count - 1;
    uint64_t age = now(CLOCK_MONOTONIC) - (begin + passed * interval);
    show_frame(now(the.clock) - age, interval, WP_PRESENTATION_FEEDBACK_KIND_VSYNC, false);
    return 0;
}

/// Shows frames so many times a second, on a grid of its own; 0: no longer.
bool run_by_itself(double frequency) {
    if (timer < 0) {
        timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
        wl_event_loop_add_fd(the.loop, timer, WL_EVENT_READABLE, tick, NULL);
    }
    struct itimerspec setting = {0};
    if (frequency > 0) {
        interval = 1e9 / frequency;
        begin = now(CLOCK_MONOTONIC);
        passed = 0;
        uint64_t first = begin + interval;
        setting.it_value = (struct timespec){first / 1000000000u, first % 1000000000u};
        setting.it_interval = (struct timespec){interval / 1000000000u, interval % 1000000000u};
    }
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL) == 0;
}
