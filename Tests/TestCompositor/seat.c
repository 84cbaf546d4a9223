#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xkbcommon/xkbcommon.h>

#include "compositor.h"

struct seat {
    struct wl_list link;
    struct wl_global *global;
    char name[64];
    uint32_t capabilities;
    struct wl_list resources, pointers, keyboards, touches;
    struct xkb_keymap *keymap;
    struct xkb_state *state;
    int rate, delay;
    bool is_gone;
};

/// The newest first: commands are about that one.
static struct wl_list seats = {&seats, &seats};

static struct seat *newest(void) {
    struct seat *seat;
    wl_list_for_each(seat, &seats, link) {
        if (!seat->is_gone) return seat;
    }
    return NULL;
}

static uint32_t milliseconds(void) { return now(CLOCK_MONOTONIC) / 1000000; }

/// Of the last button that was pressed.
uint32_t press_serial;

static uint32_t next_serial(void) { return wl_display_next_serial(the.display); }

// MARK: Devices

static void set_cursor(struct wl_client *client, struct wl_resource *resource, uint32_t serial, struct wl_resource *picture, int32_t x, int32_t y) {
    (void)client, (void)resource, (void)x, (void)y;
    struct surface *surface = picture ? wl_resource_get_user_data(picture) : NULL;
    if (surface) surface->role = role_cursor;
    say("cursor serial=%u picture=%d", serial, surface != NULL);
}

static const struct wl_pointer_interface pointer_calls = {set_cursor, destroy_resource};
static const struct wl_keyboard_interface keyboard_calls = {destroy_resource};
static const struct wl_touch_interface touch_calls = {destroy_resource};

static struct wl_resource *get_device(
    struct wl_client *client, struct wl_resource *of, uint32_t id, const struct wl_interface *interface, const void *calls, struct wl_list *list) {
    struct wl_resource *resource = wl_resource_create(client, interface, wl_resource_get_version(of), id);
    wl_resource_set_implementation(resource, calls, NULL, forget_resource);
    wl_list_insert(list, wl_resource_get_link(resource));
    return resource;
}

static void get_pointer(struct wl_client *client, struct wl_resource *of, uint32_t id) {
    struct seat *seat = wl_resource_get_user_data(of);
    get_device(client, of, id, &wl_pointer_interface, &pointer_calls, &seat->pointers);
}

static void get_touch(struct wl_client *client, struct wl_resource *of, uint32_t id) {
    struct seat *seat = wl_resource_get_user_data(of);
    get_device(client, of, id, &wl_touch_interface, &touch_calls, &seat->touches);
}

static void tell_repeat(struct seat *seat, struct wl_resource *keyboard) {
    if (wl_resource_get_version(keyboard) >= WL_KEYBOARD_REPEAT_INFO_SINCE_VERSION) {
        wl_keyboard_send_repeat_info(keyboard, seat->rate, seat->delay);
    }
}

static void get_keyboard(struct wl_client *client, struct wl_resource *of, uint32_t id) {
    struct seat *seat = wl_resource_get_user_data(of);
    struct wl_resource *keyboard = get_device(client, of, id, &wl_keyboard_interface, &keyboard_calls, &seat->keyboards);
    char *text = xkb_keymap_get_as_string(seat->keymap, XKB_KEYMAP_FORMAT_TEXT_V1);
    size_t size = strlen(text) + 1;
    int file = memfd_create("keymap", MFD_CLOEXEC);
    if (write(file, text, size) == (ssize_t)size) wl_keyboard_send_keymap(keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, file, size);
    close(file);
    free(text);
    tell_repeat(seat, keyboard);
}

static const struct wl_seat_interface seat_calls = {get_pointer, get_keyboard, get_touch, destroy_resource};

static void bind_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct seat *seat = data;
    struct wl_resource *resource = wl_resource_create(client, &wl_seat_interface, version, id);
    wl_resource_set_implementation(resource, &seat_calls, seat, forget_resource);
    wl_list_insert(&seat->resources, wl_resource_get_link(resource));
    wl_seat_send_capabilities(resource, seat->capabilities);
    if (version >= WL_SEAT_NAME_SINCE_VERSION) wl_seat_send_name(resource, seat->name);
}

static void add_seat(const char *name) {
    struct seat *seat = calloc(1, sizeof *seat);
    snprintf(seat->name, sizeof seat->name, "%s", name);
    struct wl_list *lists[] = {&seat->resources, &seat->pointers, &seat->keyboards, &seat->touches};
    for (int at = 0; at < 4; at++) wl_list_init(lists[at]);
    seat->rate = 25, seat->delay = 600;
    seat->capabilities = WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD | WL_SEAT_CAPABILITY_TOUCH;
    struct xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
    seat->keymap = xkb_keymap_new_from_names(context, &(struct xkb_rule_names){.layout = "us"}, XKB_KEYMAP_COMPILE_NO_FLAGS);
    seat->state = xkb_state_new(seat->keymap);
    xkb_context_unref(context);
    wl_list_insert(&seats, &seat->link);
    seat->global = wl_global_create(the.display, &wl_seat_interface, 7, seat, bind_seat);
}

// MARK: Commands

/// The next device of the window's client, or none.
static struct wl_resource *device(struct wl_list *list) {
    struct wl_resource *resource;
    wl_resource_for_each(resource, list) {
        if (the.window && wl_resource_get_client(resource) == wl_resource_get_client(the.window->resource)) return resource;
    }
    return NULL;
}

static wl_fixed_t fixed(const char *word) { return wl_fixed_from_double(atof(word)); }

static bool point(struct seat *seat, int count, char **words) {
    struct wl_resource *pointer = device(&seat->pointers);
    if (!pointer) return false;
    if (count == 3 && !strcmp(words[0], "enter")) {
        wl_pointer_send_enter(pointer, next_serial(), the.window->resource, fixed(words[1]), fixed(words[2]));
    } else if (count == 3 && !strcmp(words[0], "move")) {
        wl_pointer_send_motion(pointer, milliseconds(), fixed(words[1]), fixed(words[2]));
    } else if (count == 3 && !strcmp(words[0], "button")) {
        uint32_t serial = next_serial();
        if (!strcmp(words[2], "down")) press_serial = serial;
        wl_pointer_send_button(pointer, serial, milliseconds(), strtoul(words[1], NULL, 0), !strcmp(words[2], "down"));
    } else if (count == 3 && !strcmp(words[0], "axis")) {
        wl_pointer_send_axis(pointer, milliseconds(), WL_POINTER_AXIS_HORIZONTAL_SCROLL, fixed(words[1]));
        wl_pointer_send_axis(pointer, milliseconds(), WL_POINTER_AXIS_VERTICAL_SCROLL, fixed(words[2]));
    } else if (count == 1 && !strcmp(words[0], "leave")) {
        wl_pointer_send_leave(pointer, next_serial(), the.window->resource);
    } else {
        return false;
    }
    if (wl_resource_get_version(pointer) >= WL_POINTER_FRAME_SINCE_VERSION) wl_pointer_send_frame(pointer);
    return true;
}

static bool touch(struct seat *seat, int count, char **words) {
    struct wl_resource *touch = device(&seat->touches);
    if (!touch) return false;
    if (count == 4 && !strcmp(words[0], "down")) {
        wl_touch_send_down(touch, next_serial(), milliseconds(), the.window->resource, atoi(words[1]), fixed(words[2]), fixed(words[3]));
    } else if (count == 4 && !strcmp(words[0], "move")) {
        wl_touch_send_motion(touch, milliseconds(), atoi(words[1]), fixed(words[2]), fixed(words[3]));
    } else if (count == 2 && !strcmp(words[0], "up")) {
        wl_touch_send_up(touch, next_serial(), milliseconds(), atoi(words[1]));
    } else if (count == 1 && !strcmp(words[0], "cancel")) {
        wl_touch_send_cancel(touch);
        return true;
    } else {
        return false;
    }
    wl_touch_send_frame(touch);
    return true;
}

static void tell_modifiers(struct seat *seat, struct wl_resource *keyboard) {
    wl_keyboard_send_modifiers(
        keyboard, next_serial(), xkb_state_serialize_mods(seat->state, XKB_STATE_MODS_DEPRESSED),
        xkb_state_serialize_mods(seat->state, XKB_STATE_MODS_LATCHED), xkb_state_serialize_mods(seat->state, XKB_STATE_MODS_LOCKED),
        xkb_state_serialize_layout(seat->state, XKB_STATE_LAYOUT_EFFECTIVE));
}

/// Something is dragged from now on.
void leave_pointer(void) {
    struct wl_resource *pointer = newest() ? device(&newest()->pointers) : NULL;
    if (!pointer) return;
    wl_pointer_send_leave(pointer, next_serial(), the.window->resource);
    if (wl_resource_get_version(pointer) >= WL_POINTER_FRAME_SINCE_VERSION) wl_pointer_send_frame(pointer);
}

/// Codes as <linux/input-event-codes.h> has them.
static bool key(struct seat *seat, int count, char **words) {
    struct wl_resource *keyboard = device(&seat->keyboards);
    if (!keyboard) return false;
    if (count == 1 && !strcmp(words[0], "enter")) {
        struct wl_array keys;
        wl_array_init(&keys);
        wl_keyboard_send_enter(keyboard, next_serial(), the.window->resource, &keys);
        tell_modifiers(seat, keyboard);
    } else if (count == 1 && !strcmp(words[0], "leave")) {
        wl_keyboard_send_leave(keyboard, next_serial(), the.window->resource);
    } else if (count == 2) {
        uint32_t code = strtoul(words[0], NULL, 0);
        bool is_down = !strcmp(words[1], "down");
        wl_keyboard_send_key(keyboard, next_serial(), milliseconds(), code, is_down);
        if (xkb_state_update_key(seat->state, code + 8, is_down ? XKB_KEY_DOWN : XKB_KEY_UP)) tell_modifiers(seat, keyboard);
    } else {
        return false;
    }
    return true;
}

bool seat_command(int count, char **words) {
    if (count == 3 && !strcmp(words[0], "seat") && !strcmp(words[1], "add")) return add_seat(words[2]), true;
    struct seat *seat = newest();
    if (!seat) return false;
    struct wl_resource *resource;
    if (count == 2 && !strcmp(words[0], "seat") && !strcmp(words[1], "remove")) {
        // It stays in the list: clients may still ask it for devices.
        seat->is_gone = true;
        wl_global_remove(seat->global);
    } else if (count == 2 && !strcmp(words[0], "capabilities")) {
        seat->capabilities = (strstr(words[1], "pointer") ? WL_SEAT_CAPABILITY_POINTER : 0) |
            (strstr(words[1], "keyboard") ? WL_SEAT_CAPABILITY_KEYBOARD : 0) | (strstr(words[1], "touch") ? WL_SEAT_CAPABILITY_TOUCH : 0);
        wl_resource_for_each(resource, &seat->resources) wl_seat_send_capabilities(resource, seat->capabilities);
    } else if (count == 3 && !strcmp(words[0], "repeat")) {
        seat->rate = atoi(words[1]), seat->delay = atoi(words[2]);
        wl_resource_for_each(resource, &seat->keyboards) tell_repeat(seat, resource);
    } else if (count > 1 && !strcmp(words[0], "pointer")) {
        return point(seat, count - 1, words + 1);
    } else if (count > 1 && !strcmp(words[0], "touch")) {
        return touch(seat, count - 1, words + 1);
    } else if (count > 1 && !strcmp(words[0], "key")) {
        return key(seat, count - 1, words + 1);
    } else {
        return false;
    }
    return true;
}
