#define _GNU_SOURCE
#include "parts.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <xkbcommon/xkbcommon-keysyms.h>

// Milliseconds until a held key repeats, and between repetitions.
enum { REPEAT_DELAY = 600, REPEAT_INTERVAL = 40 };

static int open_restricted(const char *path, int flags, void *data) {
    (void)flags;
    kernel_screen *screen = data;
    for (int at = 0; at < MOST_DEVICES; at++) {
        if (screen->devices.open[at].file >= 0) continue;
        int file = -1;
        int device = libseat_open_device(screen->seat, path, &file);
        if (device < 0) return -errno;
        screen->devices.open[at].device = device;
        screen->devices.open[at].file = file;
        return file;
    }
    return -EMFILE;
}

static void close_restricted(int file, void *data) {
    kernel_screen *screen = data;
    for (int at = 0; at < MOST_DEVICES; at++) {
        if (screen->devices.open[at].file != file) continue;
        libseat_close_device(screen->seat, screen->devices.open[at].device);
        screen->devices.open[at].file = -1;
    }
    close(file);
}

static const struct libinput_interface interface = {.open_restricted = open_restricted, .close_restricted = close_restricted};

bool devices_open(kernel_screen *screen) {
    devices *devices = &screen->devices;
    for (int at = 0; at < MOST_DEVICES; at++) devices->open[at].file = -1;
    errno = 0;
    if ((devices->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) < 0) return false;
    screen_watch(screen, devices->timer);
    // The keymap that XKB_DEFAULT_LAYOUT and so on name.
    if (!(devices->context = xkb_context_new(XKB_CONTEXT_NO_FLAGS))) return false;
    if (!(devices->keymap = xkb_keymap_new_from_names(devices->context, NULL, XKB_KEYMAP_COMPILE_NO_FLAGS))) return false;
    if (!(devices->state = xkb_state_new(devices->keymap))) return false;
    if (!(devices->input = libinput_udev_create_context(&interface, screen, screen->udev))) return false;
    screen_watch(screen, libinput_get_fd(devices->input));
    return true;
}

void devices_close(kernel_screen *screen) {
    devices *devices = &screen->devices;
    if (devices->input) libinput_unref(devices->input);
    xkb_state_unref(devices->state);
    xkb_keymap_unref(devices->keymap);
    xkb_context_unref(devices->context);
    if (devices->timer >= 0) close(devices->timer);
    *devices = (struct devices){.timer = -1};
}

void devices_resume(kernel_screen *screen) {
    devices *devices = &screen->devices;
    if (!devices->input) return;
    if (!devices->is_assigned) {
        devices->is_assigned = libinput_udev_assign_seat(devices->input, libseat_seat_name(screen->seat)) == 0;
        return;
    }
    libinput_resume(devices->input);
}

// MARK: What is told

static void put(kernel_screen *screen, const kernel_input *input) {
    devices *devices = &screen->devices;
    if (devices->count == MOST_INPUTS) return;
    kernel_input *place = &devices->queue[(devices->first + devices->count++) % MOST_INPUTS];
    *place = *input;
    static const char *const names[] = {XKB_MOD_NAME_SHIFT, XKB_MOD_NAME_CTRL, XKB_MOD_NAME_ALT, XKB_MOD_NAME_LOGO};
    for (unsigned bit = 0; bit < 4; bit++) {
        if (xkb_state_mod_name_is_active(devices->state, names[bit], XKB_STATE_MODS_EFFECTIVE) > 0) place->modifiers |= 1u << bit;
    }
}

bool kernel_screen_next(kernel_screen *screen, kernel_input *input) {
    devices *devices = &screen->devices;
    if (devices->count == 0) return false;
    *input = devices->queue[devices->first];
    devices->first = (devices->first + 1) % MOST_INPUTS;
    devices->count--;
    return true;
}

// MARK: Keys

static void repeat(devices *devices, uint32_t code) {
    devices->repeated = code;
    struct itimerspec span = {0};
    if (code) {
        span.it_value.tv_nsec = REPEAT_DELAY * 1000000;
        span.it_interval.tv_nsec = REPEAT_INTERVAL * 1000000;
    }
    timerfd_settime(devices->timer, 0, &span, NULL);
}

/// Returns true for a key that switches to another console.
static bool tell_key(kernel_screen *screen, uint32_t code, uint32_t press, uint64_t time) {
    devices *devices = &screen->devices;
    kernel_input input = {.kind = KERNEL_KEY, .press = press, .time = time};
    xkb_keysym_t symbol = xkb_state_key_get_one_sym(devices->state, code);
    if (symbol >= XKB_KEY_XF86Switch_VT_1 && symbol <= XKB_KEY_XF86Switch_VT_12) {
        if (press == 1) libseat_switch_session(screen->seat, (int)(symbol - XKB_KEY_XF86Switch_VT_1) + 1);
        return true;
    }
    xkb_keysym_get_name(symbol, input.key, sizeof input.key);
    if (press) {
        int length = xkb_state_key_get_utf8(devices->state, code, input.text, sizeof input.text);
        // Control characters enter no text.
        unsigned char first = (unsigned char)input.text[0];
        if (length >= (int)sizeof input.text || first < 32 || first == 127) input.text[0] = 0;
    }
    put(screen, &input);
    return false;
}

static void key(kernel_screen *screen, uint32_t code, bool is_down, uint64_t time) {
    devices *devices = &screen->devices;
    int held = 0;
    while (held < devices->held_count && devices->held[held] != code) held++;
    if (held < devices->held_count) {
        memmove(devices->held + held, devices->held + held + 1, sizeof *devices->held * (size_t)(--devices->held_count - held));
    }
    // The key is named before it changes the state of the modifiers.
    bool is_ours = !tell_key(screen, code, is_down, time);
    xkb_state_update_key(devices->state, code, is_down ? XKB_KEY_DOWN : XKB_KEY_UP);
    if (is_down) {
        if (devices->held_count < MOST_HELD) devices->held[devices->held_count++] = code;
        if (is_ours && xkb_keymap_key_repeats(devices->keymap, code)) repeat(devices, code);
    } else if (devices->repeated == code) {
        repeat(devices, 0);
    }
}

void devices_suspend(kernel_screen *screen) {
    devices *devices = &screen->devices;
    libinput_suspend(devices->input);
    // libinput releases held keys when it loses the devices.
    devices_dispatch(screen);
    while (devices->held_count > 0) key(screen, devices->held[devices->held_count - 1], false, screen_now());
    repeat(devices, 0);
}

// MARK: Events

static double held_in(double value, uint32_t size) { return value < 0 ? 0 : value > size - 1 ? size - 1 : value; }

static void move(kernel_screen *screen, double x, double y, uint64_t time) {
    devices *devices = &screen->devices;
    devices->x = held_in(x, screen->card.mode.width);
    devices->y = held_in(y, screen->card.mode.height);
    card_move_arrow(screen, devices->x, devices->y);
    put(screen, &(kernel_input){.kind = KERNEL_MOVE, .time = time, .x = devices->x, .y = devices->y});
}

static void point(kernel_screen *screen, struct libinput_event_pointer *event, enum libinput_event_type type) {
    devices *devices = &screen->devices;
    const kernel_mode *mode = &screen->card.mode;
    uint64_t time = libinput_event_pointer_get_time_usec(event) * 1000;
    kernel_input input = {.time = time, .x = devices->x, .y = devices->y};
    switch (type) {
    case LIBINPUT_EVENT_POINTER_MOTION:
        return move(
            screen, devices->x + libinput_event_pointer_get_dx(event), devices->y + libinput_event_pointer_get_dy(event), time);
    case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
        return move(
            screen, libinput_event_pointer_get_absolute_x_transformed(event, mode->width),
            libinput_event_pointer_get_absolute_y_transformed(event, mode->height), time);
    case LIBINPUT_EVENT_POINTER_BUTTON:
        input.kind = KERNEL_BUTTON;
        input.code = libinput_event_pointer_get_button(event);
        input.press = libinput_event_pointer_get_button_state(event) == LIBINPUT_BUTTON_STATE_PRESSED;
        return put(screen, &input);
    default:
        input.kind = KERNEL_SCROLL;
        if (libinput_event_pointer_has_axis(event, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL))
            input.dx = libinput_event_pointer_get_scroll_value(event, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL);
        if (libinput_event_pointer_has_axis(event, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL))
            input.dy = libinput_event_pointer_get_scroll_value(event, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL);
        if (input.dx != 0 || input.dy != 0) put(screen, &input);
    }
}

static void touch(kernel_screen *screen, struct libinput_event_touch *event, enum libinput_event_type type) {
    const kernel_mode *mode = &screen->card.mode;
    kernel_input input = {
        .time = libinput_event_touch_get_time_usec(event) * 1000, .code = (uint32_t)libinput_event_touch_get_seat_slot(event)};
    input.kind = type == LIBINPUT_EVENT_TOUCH_DOWN ? KERNEL_TOUCH_DOWN
        : type == LIBINPUT_EVENT_TOUCH_MOTION      ? KERNEL_TOUCH_MOVE
        : type == LIBINPUT_EVENT_TOUCH_UP          ? KERNEL_TOUCH_UP
                                                   : KERNEL_TOUCH_CANCEL;
    if (type == LIBINPUT_EVENT_TOUCH_DOWN || type == LIBINPUT_EVENT_TOUCH_MOTION) {
        input.x = held_in(libinput_event_touch_get_x_transformed(event, mode->width), mode->width);
        input.y = held_in(libinput_event_touch_get_y_transformed(event, mode->height), mode->height);
    }
    put(screen, &input);
}

static void gesture(kernel_screen *screen, struct libinput_event_gesture *event, uint32_t kind, uint32_t phase) {
    devices *devices = &screen->devices;
    if (phase == 0) devices->way_x = devices->way_y = devices->turn = 0;
    if (phase == 1) {
        devices->way_x += libinput_event_gesture_get_dx(event);
        devices->way_y += libinput_event_gesture_get_dy(event);
        if (kind == KERNEL_PINCH) devices->turn += libinput_event_gesture_get_angle_delta(event) * M_PI / 180;
    }
    if (phase == 2 && libinput_event_gesture_get_cancelled(event)) phase = 3;
    put(screen, &(kernel_input){
        .kind = kind, .phase = phase, .time = libinput_event_gesture_get_time_usec(event) * 1000, .dx = devices->way_x,
        .dy = devices->way_y, .rotation = devices->turn,
        .scale = kind == KERNEL_PINCH ? libinput_event_gesture_get_scale(event) : 1,
        .fingers = (uint32_t)libinput_event_gesture_get_finger_count(event)});
}

static void handle(kernel_screen *screen, struct libinput_event *event) {
    enum libinput_event_type type = libinput_event_get_type(event);
    switch (type) {
    case LIBINPUT_EVENT_KEYBOARD_KEY: {
        struct libinput_event_keyboard *pressed = libinput_event_get_keyboard_event(event);
        // Eight: the offset of X key codes.
        return key(
            screen, libinput_event_keyboard_get_key(pressed) + 8,
            libinput_event_keyboard_get_key_state(pressed) == LIBINPUT_KEY_STATE_PRESSED,
            libinput_event_keyboard_get_time_usec(pressed) * 1000);
    }
    case LIBINPUT_EVENT_POINTER_MOTION:
    case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
    case LIBINPUT_EVENT_POINTER_BUTTON:
    case LIBINPUT_EVENT_POINTER_SCROLL_WHEEL:
    case LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
    case LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS:
        return point(screen, libinput_event_get_pointer_event(event), type);
    case LIBINPUT_EVENT_TOUCH_DOWN:
    case LIBINPUT_EVENT_TOUCH_MOTION:
    case LIBINPUT_EVENT_TOUCH_UP:
    case LIBINPUT_EVENT_TOUCH_CANCEL:
        return touch(screen, libinput_event_get_touch_event(event), type);
    case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN:
    case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE:
    case LIBINPUT_EVENT_GESTURE_SWIPE_END:
        return gesture(screen, libinput_event_get_gesture_event(event), KERNEL_SWIPE, type - LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN);
    case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN:
    case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE:
    case LIBINPUT_EVENT_GESTURE_PINCH_END:
        return gesture(screen, libinput_event_get_gesture_event(event), KERNEL_PINCH, type - LIBINPUT_EVENT_GESTURE_PINCH_BEGIN);
    default: return;
    }
}

void devices_dispatch(kernel_screen *screen) {
    devices *devices = &screen->devices;
    uint64_t times;
    if (read(devices->timer, &times, sizeof times) > 0 && devices->repeated) tell_key(screen, devices->repeated, 2, screen_now());
    libinput_dispatch(devices->input);
    struct libinput_event *event;
    // The rest is read in the next turn, when there is room.
    while (devices->count < MOST_INPUTS - MOST_HELD && (event = libinput_get_event(devices->input))) {
        handle(screen, event);
        libinput_event_destroy(event);
    }
}
