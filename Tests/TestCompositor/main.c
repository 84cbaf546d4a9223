#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compositor.h"
#include "protocols/alpha-modifier-v1.h"
#include "protocols/content-type-v1.h"
#include "protocols/cursor-shape-v1.h"
#include "protocols/ext-session-lock-v1.h"
#include "protocols/fractional-scale-v1.h"
#include "protocols/idle-inhibit-unstable-v1.h"
#include "protocols/pointer-constraints-unstable-v1.h"
#include "protocols/pointer-gestures-unstable-v1.h"
#include "protocols/presentation-time.h"
#include "protocols/primary-selection-unstable-v1.h"
#include "protocols/relative-pointer-unstable-v1.h"
#include "protocols/tablet-unstable-v2.h"
#include "protocols/tearing-control-v1.h"
#include "protocols/text-input-unstable-v3.h"
#include "protocols/viewporter.h"
#include "protocols/wlr-layer-shell-unstable-v1.h"
#include "protocols/xdg-activation-v1.h"
#include "protocols/xdg-decoration-unstable-v1.h"
#include "protocols/xdg-shell.h"
#include "protocols/xdg-toplevel-icon-v1.h"

struct compositor the = {.scale = 1, .hold = 1, .clock = CLOCK_MONOTONIC, .greets = true};

// MARK: Words

static void write_line(const char *begin, const char *format, va_list arguments) {
    fputs(begin, stdout);
    vfprintf(stdout, format, arguments);
    putc('\n', stdout);
    fflush(stdout);
}

void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_line("", format, arguments);
    va_end(arguments);
}

/// Something that a client may not do.
void fault(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_line("fault ", format, arguments);
    va_end(arguments);
}

// MARK: Resources

void forget_resource(struct wl_resource *resource) { wl_list_remove(wl_resource_get_link(resource)); }

void destroy_resource(struct wl_client *client, struct wl_resource *resource) {
    (void)client;
    wl_resource_destroy(resource);
}

/// What it belongs to is gone.
void orphan(struct wl_resource *resource) {
    if (resource) wl_resource_set_user_data(resource, NULL);
}

// MARK: What is offered

static struct offer {
    const struct wl_interface *interface;
    int version;
    wl_global_bind_func_t bind;
    struct wl_global *global;
} offers[] = {
    {&wl_compositor_interface, 4, make_compositor, NULL},
    {&xdg_wm_base_interface, 5, make_windows, NULL},
    {&zwlr_layer_shell_v1_interface, 4, make_layers, NULL},
    {&wp_viewporter_interface, 1, make_viewporter, NULL},
    {&wp_fractional_scale_manager_v1_interface, 1, make_scales, NULL},
    {&wp_presentation_interface, 1, make_presentation, NULL},
    {&zxdg_decoration_manager_v1_interface, 1, make_decorations, NULL},
    // Not at first.
    {&wp_cursor_shape_manager_v1_interface, 0, make_shapes, NULL},
    {&xdg_toplevel_icon_manager_v1_interface, 0, make_icons, NULL},
    {&zwp_idle_inhibit_manager_v1_interface, 0, make_inhibitors, NULL},
    {&wp_content_type_manager_v1_interface, 0, make_content_types, NULL},
    {&wp_tearing_control_manager_v1_interface, 0, make_tearing, NULL},
    {&xdg_activation_v1_interface, 0, make_activation, NULL},
    {&ext_session_lock_manager_v1_interface, 0, make_locks, NULL},
    {&zwp_pointer_gestures_v1_interface, 0, make_gestures, NULL},
    {&zwp_text_input_manager_v3_interface, 0, make_text_inputs, NULL},
    {&wl_data_device_manager_interface, 0, make_data_devices, NULL},
    {&zwp_primary_selection_device_manager_v1_interface, 0, make_primary_selections, NULL},
    {&zwp_pointer_constraints_v1_interface, 0, make_constraints, NULL},
    {&zwp_relative_pointer_manager_v1_interface, 0, make_relative_pointers, NULL},
    {&zwp_tablet_manager_v2_interface, 0, make_tablets, NULL},
    {&wp_alpha_modifier_v1_interface, 0, make_alpha_modifiers, NULL},
};
static const int offer_count = sizeof offers / sizeof *offers;

/// Offers an interface in a version; 0: not at all.
static bool offer(const char *name, int version) {
    for (struct offer *offer = offers; offer < offers + offer_count; offer++) {
        if (strcmp(offer->interface->name, name)) continue;
        if (offer->global) wl_global_destroy(offer->global);
        offer->global = version > 0 ? wl_global_create(the.display, offer->interface, version, NULL, offer->bind) : NULL;
        return true;
    }
    return false;
}

static void hang_up(struct wl_listener *listener, void *data) {
    (void)listener, (void)data;
    say("client gone");
}

static void welcome(struct wl_listener *listener, void *data) {
    (void)listener;
    struct wl_listener *end = calloc(1, sizeof *end);
    end->notify = hang_up;
    wl_client_add_destroy_listener(data, end);
    say("client new");
}

// MARK: Commands

static bool is(const char *word, const char *name) { return !strcmp(word, name); }

/// Sizes that change all the time, the last one being the one that is given.
static void storm(int count, int width, int height) {
    for (int left = count - 1; left >= 0; left--) configure(the.window, width + left * 7 % 300, height + left * 5 % 200);
}

static bool frame_command(int count, char **words) {
    uint64_t time = now(the.clock);
    uint32_t refresh = 0;
    bool is_discarded = false;
    for (int at = 1; at < count; at++) {
        if (!strncmp(words[at], "time=", 5)) time = strtoull(words[at] + 5, NULL, 10);
        else if (!strncmp(words[at], "refresh=", 8)) refresh = strtoul(words[at] + 8, NULL, 10);
        else if (is(words[at], "discarded")) is_discarded = true;
        else return false;
    }
    show_frame(time, refresh, 0, is_discarded);
    return true;
}

static bool output_command(int count, char **words) {
    if (count == 6 && is(words[1], "add")) return add_output(words[2], 0, atoi(words[3]), atoi(words[4]), atoi(words[5]));
    if (count == 7 && is(words[1], "add")) return add_output(words[2], atoi(words[6]), atoi(words[3]), atoi(words[4]), atoi(words[5]));
    struct output *output = count > 2 ? find_output(words[2]) : NULL;
    if (!output) return false;
    if (count == 3 && is(words[1], "remove")) return remove_output(output), true;
    if (count == 4 && is(words[1], "scale")) return output->scale = atoi(words[3]), tell_output(output), true;
    if (count == 4 && is(words[1], "refresh")) return output->refresh = atoi(words[3]), tell_output(output), true;
    return false;
}

static bool window_command(int count, char **words) {
    const char *name = words[0];
    if (is(name, "configure") && count == 3) {
        the.width = atoi(words[1]), the.height = atoi(words[2]);
        if (the.window) configure(the.window, the.width, the.height);
        return true;
    }
    if (!the.window) return false;
    if (is(name, "storm") && count == 4) return storm(atoi(words[1]), atoi(words[2]), atoi(words[3])), true;
    if (is(name, "picture") && count == 2) return write_picture(the.window, words[1]);
    if (is(name, "close") && count == 1) return close_window(the.window), true;
    if (is(name, "error") && count == 1) return wl_resource_post_error(the.window->resource, WL_SURFACE_ERROR_INVALID_SIZE, "as I was told"), true;
    return false;
}

static bool run(int count, char **words) {
    const char *name = words[0];
    if (is(name, "offer") && count == 3) return offer(words[1], atoi(words[2]));
    if (is(name, "output")) return output_command(count, words);
    if (is(name, "frame")) return frame_command(count, words);
    if (is(name, "auto") && count == 2) return run_by_itself(atof(words[1]));
    // Nothing, between what was done before and what comes then.
    if (is(name, "mark") && count == 1) return true;
    if (is(name, "ping") && count == 1) return ping(), true;
    if (is(name, "greets") && count == 2) return the.greets = is(words[1], "yes"), true;
    if (is(name, "clock") && count == 2) return the.clock = atoi(words[1]), true;
    if (is(name, "hold") && count == 2) return the.hold = atoi(words[1]), give_back(), true;
    if (is(name, "next") && count == 2) {
        const char *ends[] = {[next_nothing] = "nothing", [next_hangup] = "hangup", [next_error] = "error", [next_refusal] = "refusal"};
        for (int end = next_nothing; end <= next_refusal; end++) {
            if (is(words[1], ends[end])) return the.next = end, true;
        }
        return false;
    }
    if (is(name, "hangup") && count == 1) return wl_display_destroy_clients(the.display), true;
    // Neither reads nor writes for so many milliseconds.
    if (is(name, "sleep") && count == 2) return usleep(atoi(words[1]) * 1000), true;
    if (is(name, "scale") && count == 2) {
        // Of every window; outputs have whole ones.
        the.scale = atof(words[1]);
        struct surface *surface;
        wl_list_for_each(surface, &the.surfaces, link) tell_scale(surface);
        struct output *output;
        wl_list_for_each(output, &the.outputs, link) output->scale = ceil(the.scale), tell_output(output);
        return true;
    }
    return lock_command(count, words) || drag_command(count, words) || grip_command(count, words) ||
        tablet_command(count, words) || gesture_command(count, words) || compose_command(count, words) ||
        selection_command(count, words) || window_command(count, words) || seat_command(count, words);
}

static int read_commands(int descriptor, uint32_t mask, void *data) {
    (void)mask, (void)data;
    static char line[4096];
    static size_t length;
    ssize_t count = read(descriptor, line + length, sizeof line - length);
    if (count <= 0) return wl_display_terminate(the.display), 0;
    length += count;
    char *end;
    while ((end = memchr(line, '\n', length))) {
        *end = 0;
        char *words[16], *rest = line, *word;
        int number = 0;
        while (number < 16 && (word = strsep(&rest, " "))) words[number++] = word;
        say("%s", number && run(number, words) ? "ok" : "error");
        length -= end + 1 - line;
        memmove(line, end + 1, length);
    }
    return 0;
}

/// `TestCompositor SOCKET`: a name in $XDG_RUNTIME_DIR.
int main(int count, char **words) {
    if (count != 2) return fprintf(stderr, "usage: TestCompositor SOCKET\n"), 64;
    wl_list_init(&the.outputs), wl_list_init(&the.surfaces);
    the.display = wl_display_create();
    the.loop = wl_display_get_event_loop(the.display);
    wl_display_init_shm(the.display);
    for (struct offer *each = offers; each < offers + offer_count; each++) offer(each->interface->name, each->version);
    struct wl_listener newcomer = {.notify = welcome};
    wl_display_add_client_created_listener(the.display, &newcomer);
    if (wl_display_add_socket(the.display, words[1]) < 0) return perror(words[1]), 1;
    wl_event_loop_add_fd(the.loop, STDIN_FILENO, WL_EVENT_READABLE, read_commands, NULL);
    say("ready");
    wl_display_run(the.display);
    wl_display_destroy_clients(the.display);
    wl_display_destroy(the.display);
    return 0;
}
