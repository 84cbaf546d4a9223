#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compositor.h"
#include "protocols/primary-selection-unstable-v1.h"

/// A clipboard, or what is selected: of the client (`source`), or of another program, which is played (`text`).
static struct selection {
    const char *name;
    struct wl_list devices;
    struct wl_resource *source;
    char text[70000];
    size_t length;
    bool refuses;
} selections[2] = {
    {.name = "clipboard", .devices = {&selections[0].devices, &selections[0].devices}},
    {.name = "primary", .devices = {&selections[1].devices, &selections[1].devices}},
};

static bool is_primary(const struct selection *selection) { return selection == &selections[1]; }

// MARK: What another program has

static void receive(struct wl_client *client, struct wl_resource *offer, const char *type, int32_t file) {
    (void)client;
    struct selection *selection = wl_resource_get_user_data(offer);
    say("selection asked=%s type=%s", selection->name, type);
    // More than a pipe holds comes when it is read: a process of its own waits for that.
    if (fork() == 0) {
        size_t at = 0;
        while (at < selection->length) {
            ssize_t count = write(file, selection->text + at, selection->length - at);
            if (count <= 0) break;
            at += count;
        }
        _exit(0);
    }
    close(file);
}

static void accept_type(struct wl_client *client, struct wl_resource *offer, uint32_t serial, const char *type) {
    (void)client, (void)offer, (void)serial;
    say("selection accepted=%s", type ? type : "none");
}

static void finish(struct wl_client *client, struct wl_resource *offer) { (void)client, (void)offer; }

static void set_actions(struct wl_client *client, struct wl_resource *offer, uint32_t actions, uint32_t best) {
    (void)client, (void)offer, (void)actions, (void)best;
}

static const struct wl_data_offer_interface offer_calls = {accept_type, receive, destroy_resource, finish, set_actions};
static const struct zwp_primary_selection_offer_v1_interface primary_offer_calls = {receive, destroy_resource};

static struct wl_resource *make_offer(struct selection *selection, struct wl_resource *device) {
    bool primary = is_primary(selection);
    struct wl_resource *offer = wl_resource_create(
        wl_resource_get_client(device), primary ? &zwp_primary_selection_offer_v1_interface : &wl_data_offer_interface,
        wl_resource_get_version(device), 0);
    const void *calls = primary ? (const void *)&primary_offer_calls : (const void *)&offer_calls;
    wl_resource_set_implementation(offer, calls, selection, NULL);
    static const char *const types[] = {"text/html", "text/plain", "text/plain;charset=utf-8"};
    if (primary) zwp_primary_selection_device_v1_send_data_offer(device, offer);
    else wl_data_device_send_data_offer(device, offer);
    for (int at = 0; at < 3; at++) {
        if (primary) zwp_primary_selection_offer_v1_send_offer(offer, types[at]);
        else wl_data_offer_send_offer(offer, types[at]);
    }
    return offer;
}

static void tell(struct selection *selection, struct wl_resource *device) {
    struct wl_resource *offer = selection->length ? make_offer(selection, device) : NULL;
    if (is_primary(selection)) zwp_primary_selection_device_v1_send_selection(device, offer);
    else wl_data_device_send_selection(device, offer);
}

// MARK: What the client has

/// Of the newest source.
static char source_types[1024];
static uint32_t offered_actions;

static void offer_type(struct wl_client *client, struct wl_resource *source, const char *type) {
    (void)client, (void)source;
    size_t length = strlen(source_types);
    snprintf(source_types + length, sizeof source_types - length, "%s%s", length ? "," : "", type);
}

static void source_gone(struct wl_resource *source) {
    for (int at = 0; at < 2; at++) {
        if (selections[at].source == source) selections[at].source = NULL;
    }
    source_is_gone(source);
}

static void set_source_actions(struct wl_client *client, struct wl_resource *source, uint32_t actions) {
    (void)client, (void)source;
    offered_actions = actions;
}

static const struct wl_data_source_interface source_calls = {offer_type, destroy_resource, set_source_actions};
static const struct zwp_primary_selection_source_v1_interface primary_source_calls = {offer_type, destroy_resource};

static void create_source(struct wl_client *client, struct wl_resource *manager, uint32_t id) {
    struct wl_resource *source = wl_resource_create(client, &wl_data_source_interface, wl_resource_get_version(manager), id);
    source_types[0] = 0, offered_actions = 0;
    wl_resource_set_implementation(source, &source_calls, NULL, source_gone);
}

static void create_primary_source(struct wl_client *client, struct wl_resource *manager, uint32_t id) {
    struct wl_resource *source = wl_resource_create(client, &zwp_primary_selection_source_v1_interface, 1, id);
    (void)manager;
    wl_resource_set_implementation(source, &primary_source_calls, NULL, source_gone);
}

static void cancel(struct selection *selection) {
    if (!selection->source) return;
    if (is_primary(selection)) zwp_primary_selection_source_v1_send_cancelled(selection->source);
    else wl_data_source_send_cancelled(selection->source);
    selection->source = NULL;
}

static void set_selection(struct wl_client *client, struct wl_resource *device, struct wl_resource *source, uint32_t serial) {
    (void)client;
    struct selection *selection = wl_resource_get_user_data(device);
    if (selection->refuses) {
        say("selection refused=%s", selection->name);
        return;
    }
    if (selection->source != source) cancel(selection);
    selection->source = source;
    selection->length = 0;
    say("selection set=%s own=%d serial=%u", selection->name, source != NULL, serial);
}

static void start_drag(
    struct wl_client *client, struct wl_resource *device, struct wl_resource *source, struct wl_resource *origin, struct wl_resource *icon,
    uint32_t serial) {
    (void)client, (void)device, (void)icon;
    begin_drag(source, source_types, offered_actions, origin, serial);
}

static const struct wl_data_device_interface device_calls = {start_drag, set_selection, destroy_resource};
static const struct zwp_primary_selection_device_v1_interface primary_device_calls = {set_selection, destroy_resource};

static void add_device(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct selection *selection) {
    struct wl_resource *device = wl_resource_create(
        client, is_primary(selection) ? &zwp_primary_selection_device_v1_interface : &wl_data_device_interface,
        wl_resource_get_version(manager), id);
    const void *calls = is_primary(selection) ? (const void *)&primary_device_calls : (const void *)&device_calls;
    wl_resource_set_implementation(device, calls, selection, forget_resource);
    wl_list_insert(&selection->devices, wl_resource_get_link(device));
}

static void get_device(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *seat) {
    (void)seat;
    add_device(client, manager, id, &selections[0]);
}

static void get_primary_device(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *seat) {
    (void)seat;
    add_device(client, manager, id, &selections[1]);
}

static const struct wl_data_device_manager_interface manager_calls = {create_source, get_device};
static const struct zwp_primary_selection_device_manager_v1_interface primary_manager_calls = {
    create_primary_source, get_primary_device, destroy_resource};

void make_data_devices(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(wl_resource_create(client, &wl_data_device_manager_interface, version, id), &manager_calls, NULL, NULL);
}

void make_primary_selections(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(
        wl_resource_create(client, &zwp_primary_selection_device_manager_v1_interface, version, id), &primary_manager_calls, NULL, NULL);
}

/// The newest device, or none.
struct wl_resource *data_device(void) {
    return wl_list_empty(&selections[0].devices) ? NULL : wl_resource_from_link(selections[0].devices.next);
}

// MARK: Commands

static int read_text(int file, uint32_t mask, void *data) {
    (void)mask;
    struct selection *selection = data;
    ssize_t count = read(file, selection->text + selection->length, sizeof selection->text - 1 - selection->length);
    if (count > 0) {
        selection->length += count;
        return 0;
    }
    selection->text[selection->length] = 0;
    // The first of it, and how long it is.
    say("selection read=%zu text=%.40s", selection->length, selection->text);
    selection->length = 0;
    close(file);
    return 1;
}

static struct wl_event_source *reader;

static int read_once(int file, uint32_t mask, void *data) {
    if (read_text(file, mask, data)) wl_event_source_remove(reader);
    return 0;
}

static bool read_source(struct selection *selection) {
    int ends[2];
    if (!selection->source || pipe2(ends, O_CLOEXEC) < 0) return false;
    if (is_primary(selection)) zwp_primary_selection_source_v1_send_send(selection->source, "text/plain;charset=utf-8", ends[1]);
    else wl_data_source_send_send(selection->source, "text/plain;charset=utf-8", ends[1]);
    // A descriptor goes with the message.
    wl_display_flush_clients(the.display);
    close(ends[1]);
    selection->length = 0;
    reader = wl_event_loop_add_fd(the.loop, ends[0], WL_EVENT_READABLE, read_once, selection);
    return true;
}

/// `selection NAME offer TEXT [TIMES]`: another program has a text, so many times over; `selection NAME none`; `selection NAME read`: another
/// program reads that of the client; `selection NAME refuse`: that of the client is not taken, as without the keyboard; `selection drag`: something is dragged over the window and dropped there.
bool selection_command(int count, char **words) {
    if (strcmp(words[0], "selection") || count < 2) return false;
    struct wl_resource *device;
    if (!strcmp(words[1], "drag") && !wl_list_empty(&selections[0].devices) && the.window) {
        device = wl_resource_from_link(selections[0].devices.next);
        struct wl_resource *offer = make_offer(&selections[0], device);
        wl_data_device_send_enter(device, wl_display_next_serial(the.display), the.window->resource, 0, 0, offer);
        wl_data_device_send_leave(device);
        return true;
    }
    struct selection *selection = !strcmp(words[1], "primary") ? &selections[1] : &selections[0];
    if (count < 3) return false;
    if (!strcmp(words[2], "read")) return read_source(selection);
    if (!strcmp(words[2], "refuse")) return selection->refuses = true;
    bool is_offer = !strcmp(words[2], "offer") && count > 3;
    if (!is_offer && strcmp(words[2], "none")) return false;
    cancel(selection);
    selection->length = 0;
    for (int left = is_offer ? count > 4 ? atoi(words[4]) : 1 : 0; left > 0; left--) {
        size_t length = strlen(words[3]);
        if (selection->length + length >= sizeof selection->text) break;
        memcpy(selection->text + selection->length, words[3], length);
        selection->length += length;
    }
    wl_resource_for_each(device, &selection->devices) tell(selection, device);
    return true;
}
