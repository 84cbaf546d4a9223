#include <stdlib.h>
#include <string.h>

#include "compositor.h"
#include "protocols/tablet-unstable-v2.h"

/// A tablet with one tool and one pad, of the newest seat that asks.
static struct wl_resource *seat, *tablet, *tool, *pad;

static void gone(struct wl_resource *resource) {
    say("tablet gone=%s", (const char *)wl_resource_get_user_data(resource));
    struct wl_resource **all[] = {&seat, &tablet, &tool, &pad};
    for (int at = 0; at < 4; at++) {
        if (*all[at] == resource) *all[at] = NULL;
    }
}

static struct wl_resource *make(const struct wl_interface *interface, const void *calls, const char *name) {
    struct wl_resource *resource = wl_resource_create(wl_resource_get_client(seat), interface, 1, 0);
    wl_resource_set_implementation(resource, calls, (void *)name, gone);
    return resource;
}

// MARK: What clients ask for

static void set_cursor(
    struct wl_client *client, struct wl_resource *resource, uint32_t serial, struct wl_resource *picture, int32_t x, int32_t y) {
    (void)client, (void)resource, (void)x, (void)y;
    struct surface *surface = picture ? wl_resource_get_user_data(picture) : NULL;
    if (surface) surface->role = role_cursor;
    say("tool cursor serial=%u picture=%d", serial, surface != NULL);
}

static void set_feedback(struct wl_client *client, struct wl_resource *resource, const char *words, uint32_t serial) {
    (void)client, (void)resource, (void)words, (void)serial;
}

static void set_button_feedback(struct wl_client *client, struct wl_resource *resource, uint32_t button, const char *words, uint32_t serial) {
    (void)client, (void)resource, (void)button, (void)words, (void)serial;
}

static const struct zwp_tablet_seat_v2_interface seat_calls = {destroy_resource};
static const struct zwp_tablet_v2_interface tablet_calls = {destroy_resource};
static const struct zwp_tablet_tool_v2_interface tool_calls = {set_cursor, destroy_resource};
static const struct zwp_tablet_pad_v2_interface pad_calls = {set_button_feedback, destroy_resource};
static const struct zwp_tablet_pad_group_v2_interface group_calls = {destroy_resource};
static const struct zwp_tablet_pad_ring_v2_interface ring_calls = {set_feedback, destroy_resource};
static const struct zwp_tablet_pad_strip_v2_interface strip_calls = {set_feedback, destroy_resource};

static void get_seat(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *of) {
    (void)manager, (void)of;
    seat = wl_resource_create(client, &zwp_tablet_seat_v2_interface, 1, id);
    wl_resource_set_implementation(seat, &seat_calls, "seat", gone);
}

static const struct zwp_tablet_manager_v2_interface manager_calls = {get_seat, destroy_resource};

void make_tablets(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(wl_resource_create(client, &zwp_tablet_manager_v2_interface, version, id), &manager_calls, NULL, NULL);
}

// MARK: Commands

static void add_pad(void) {
    pad = make(&zwp_tablet_pad_v2_interface, &pad_calls, "pad");
    zwp_tablet_seat_v2_send_pad_added(seat, pad);
    for (int at = 0; at < 2; at++) {
        struct wl_resource *group = make(&zwp_tablet_pad_group_v2_interface, &group_calls, "group");
        zwp_tablet_pad_v2_send_group(pad, group);
        struct wl_resource *ring = make(&zwp_tablet_pad_ring_v2_interface, &ring_calls, "ring");
        zwp_tablet_pad_group_v2_send_ring(group, ring);
        struct wl_resource *strip = make(&zwp_tablet_pad_strip_v2_interface, &strip_calls, "strip");
        zwp_tablet_pad_group_v2_send_strip(group, strip);
        zwp_tablet_pad_group_v2_send_modes(group, 2);
        zwp_tablet_pad_group_v2_send_done(group);
        zwp_tablet_pad_ring_v2_send_angle(ring, 0);
        zwp_tablet_pad_strip_v2_send_position(strip, 7);
    }
    zwp_tablet_pad_v2_send_buttons(pad, 4);
    zwp_tablet_pad_v2_send_done(pad);
    zwp_tablet_pad_v2_send_button(pad, 1, 2, 1);
}

static bool use(int count, char **words) {
    uint32_t serial = wl_display_next_serial(the.display);
    const char *what = words[0];
    if (!strcmp(what, "in") && count == 3) {
        zwp_tablet_tool_v2_send_proximity_in(tool, serial, tablet, the.window->resource);
        zwp_tablet_tool_v2_send_motion(tool, wl_fixed_from_double(atof(words[1])), wl_fixed_from_double(atof(words[2])));
    } else if (!strcmp(what, "move") && count == 3) {
        zwp_tablet_tool_v2_send_motion(tool, wl_fixed_from_double(atof(words[1])), wl_fixed_from_double(atof(words[2])));
    } else if (!strcmp(what, "lean") && count == 4) {
        zwp_tablet_tool_v2_send_pressure(tool, atoi(words[1]));
        zwp_tablet_tool_v2_send_tilt(tool, wl_fixed_from_double(atof(words[2])), wl_fixed_from_double(atof(words[3])));
    } else if (!strcmp(what, "down")) {
        zwp_tablet_tool_v2_send_down(tool, serial);
    } else if (!strcmp(what, "up")) {
        zwp_tablet_tool_v2_send_up(tool);
    } else if (!strcmp(what, "button") && count == 3) {
        zwp_tablet_tool_v2_send_button(tool, serial, strtoul(words[1], NULL, 0), !strcmp(words[2], "down"));
    } else if (!strcmp(what, "out")) {
        zwp_tablet_tool_v2_send_proximity_out(tool);
    } else if (!strcmp(what, "others")) {
        zwp_tablet_tool_v2_send_distance(tool, 5);
        zwp_tablet_tool_v2_send_rotation(tool, 5);
        zwp_tablet_tool_v2_send_slider(tool, -5);
        zwp_tablet_tool_v2_send_wheel(tool, 5, 1);
    } else {
        return false;
    }
    zwp_tablet_tool_v2_send_frame(tool, now(CLOCK_MONOTONIC) / 1000000);
    return true;
}

/// `tablet add TYPE`: with a tool of this number; `tablet remove`; `pad add`, `pad remove`; `tool in X Y`, `tool move X Y`, `tool lean
/// PRESSURE X Y`, `tool down`, `tool up`, `tool button CODE down`, `tool others`, `tool out`: a frame each.
bool tablet_command(int count, char **words) {
    if (count < 2 || !seat || !the.window) return false;
    bool adds = !strcmp(words[1], "add");
    if (!strcmp(words[0], "tool")) return tool && use(count - 1, words + 1);
    if (!adds && strcmp(words[1], "remove")) return false;
    if (!strcmp(words[0], "tablet") && adds && count == 3) {
        tablet = make(&zwp_tablet_v2_interface, &tablet_calls, "tablet");
        zwp_tablet_seat_v2_send_tablet_added(seat, tablet);
        zwp_tablet_v2_send_name(tablet, "slate");
        zwp_tablet_v2_send_id(tablet, 1, 2);
        zwp_tablet_v2_send_done(tablet);
        tool = make(&zwp_tablet_tool_v2_interface, &tool_calls, "tool");
        zwp_tablet_seat_v2_send_tool_added(seat, tool);
        zwp_tablet_tool_v2_send_type(tool, strtoul(words[2], NULL, 0));
        zwp_tablet_tool_v2_send_hardware_serial(tool, 0, 1);
        zwp_tablet_tool_v2_send_capability(tool, ZWP_TABLET_TOOL_V2_CAPABILITY_PRESSURE);
        zwp_tablet_tool_v2_send_done(tool);
    } else if (!strcmp(words[0], "tablet") && tool && tablet) {
        zwp_tablet_tool_v2_send_removed(tool);
        zwp_tablet_v2_send_removed(tablet);
    } else if (!strcmp(words[0], "pad") && adds) {
        add_pad();
    } else if (!strcmp(words[0], "pad") && pad) {
        zwp_tablet_pad_v2_send_removed(pad);
    } else {
        return false;
    }
    return true;
}
