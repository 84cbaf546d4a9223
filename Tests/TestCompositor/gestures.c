#include <stdlib.h>
#include <string.h>

#include "compositor.h"
#include "protocols/pointer-gestures-unstable-v1.h"

static struct wl_list swipes = {&swipes, &swipes}, pinches = {&pinches, &pinches};

static const struct zwp_pointer_gesture_swipe_v1_interface swipe_calls = {destroy_resource};
static const struct zwp_pointer_gesture_pinch_v1_interface pinch_calls = {destroy_resource};

static void add(
    struct wl_client *client, struct wl_resource *of, uint32_t id, const struct wl_interface *interface, const void *calls, struct wl_list *list) {
    struct wl_resource *resource = wl_resource_create(client, interface, wl_resource_get_version(of), id);
    wl_resource_set_implementation(resource, calls, NULL, forget_resource);
    wl_list_insert(list, wl_resource_get_link(resource));
}

static void get_swipe(struct wl_client *client, struct wl_resource *of, uint32_t id, struct wl_resource *pointer) {
    (void)pointer;
    add(client, of, id, &zwp_pointer_gesture_swipe_v1_interface, &swipe_calls, &swipes);
}

static void get_pinch(struct wl_client *client, struct wl_resource *of, uint32_t id, struct wl_resource *pointer) {
    (void)pointer;
    add(client, of, id, &zwp_pointer_gesture_pinch_v1_interface, &pinch_calls, &pinches);
}

static const struct zwp_pointer_gestures_v1_interface gestures_calls = {get_swipe, get_pinch, destroy_resource, NULL};

void make_gestures(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(wl_resource_create(client, &zwp_pointer_gestures_v1_interface, version, id), &gestures_calls, NULL, NULL);
}

/// `swipe begin FINGERS`, `swipe move DX DY`, `pinch move DX DY SCALE DEGREES`, `swipe end`, `swipe cancel`.
bool gesture_command(int count, char **words) {
    bool is_swipe = !strcmp(words[0], "swipe");
    if ((!is_swipe && strcmp(words[0], "pinch")) || count < 2 || !the.window) return false;
    uint32_t time = now(CLOCK_MONOTONIC) / 1000000, serial = wl_display_next_serial(the.display);
    struct wl_list *list = is_swipe ? &swipes : &pinches;
    if (wl_list_empty(list)) return false;
    struct wl_resource *gesture = wl_resource_from_link(list->next), *surface = the.window->resource;
    bool is_cancelled = !strcmp(words[1], "cancel");
    wl_fixed_t numbers[4] = {0};
    for (int at = 0; at < 4 && at + 2 < count; at++) numbers[at] = wl_fixed_from_double(atof(words[at + 2]));
    if (!strcmp(words[1], "begin") && count == 3) {
        if (is_swipe) zwp_pointer_gesture_swipe_v1_send_begin(gesture, serial, time, surface, atoi(words[2]));
        else zwp_pointer_gesture_pinch_v1_send_begin(gesture, serial, time, surface, atoi(words[2]));
    } else if (!strcmp(words[1], "move") && count == (is_swipe ? 4 : 6)) {
        if (is_swipe) zwp_pointer_gesture_swipe_v1_send_update(gesture, time, numbers[0], numbers[1]);
        else zwp_pointer_gesture_pinch_v1_send_update(gesture, time, numbers[0], numbers[1], numbers[2], numbers[3]);
    } else if ((is_cancelled || !strcmp(words[1], "end")) && count == 2) {
        if (is_swipe) zwp_pointer_gesture_swipe_v1_send_end(gesture, serial, time, is_cancelled);
        else zwp_pointer_gesture_pinch_v1_send_end(gesture, serial, time, is_cancelled);
    } else {
        return false;
    }
    return true;
}
