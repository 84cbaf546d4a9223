#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compositor.h"

/// What another program drags over the window, which is played.
static struct drag {
    struct wl_resource *offer;
    /// Of its coming over the window.
    uint32_t serial;
    char types[1024], accepted[256];
    uint32_t actions, action;
    bool is_over, is_dropped, is_read, is_finished;
} *drag;

/// What programs write: a text so many times over, nothing at all, or without end.
static char text[256] = "dropped";
static long times = 1;
static enum { write_text, write_nothing, write_for_ever } way;

/// What the program that drags says it can do: to copy and to move.
static const uint32_t source_actions = WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY | WL_DATA_DEVICE_MANAGER_DND_ACTION_MOVE;

static bool has_type(const struct drag *drag, const char *type) {
    size_t length = strlen(type);
    for (const char *at = drag->types; (at = strstr(at, type)); at += length) {
        if ((at == drag->types || at[-1] == ',') && (at[length] == ',' || !at[length])) return true;
    }
    return false;
}

static void choose_action(struct drag *drag) {
    uint32_t action = *drag->accepted ? drag->actions & source_actions & WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY : 0;
    if (action == drag->action) return;
    drag->action = action;
    if (wl_resource_get_version(drag->offer) >= WL_DATA_OFFER_ACTION_SINCE_VERSION) wl_data_offer_send_action(drag->offer, action);
}

// MARK: The offer

static void accept_type(struct wl_client *client, struct wl_resource *offer, uint32_t serial, const char *type) {
    (void)client;
    struct drag *drag = wl_resource_get_user_data(offer);
    if (serial != drag->serial) fault("the drag %u is accepted as %u", drag->serial, serial);
    if (type && !has_type(drag, type)) fault("the drag is accepted as %s", type);
    if (drag->is_dropped) fault("a dropped drag is accepted");
    snprintf(drag->accepted, sizeof drag->accepted, "%s", type ? type : "");
    say("drag accepted=%s", type ? type : "none");
    choose_action(drag);
}

static void receive(struct wl_client *client, struct wl_resource *offer, const char *type, int32_t file) {
    (void)client;
    struct drag *drag = wl_resource_get_user_data(offer);
    if (!has_type(drag, type)) fault("a drag is read as %s", type);
    if (!drag->is_dropped) fault("a drag is read before it is dropped");
    if (drag->is_finished) fault("a drag is read that is finished");
    drag->is_read = true;
    say("drag asked=%s", type);
    // Who writes nothing keeps the file.
    if (way == write_nothing) return;
    // More than a pipe holds comes when it is read: a process of its own waits for that.
    if (fork() == 0) {
        signal(SIGPIPE, SIG_DFL);
        size_t length = strlen(text);
        for (long left = times; left > 0 || way == write_for_ever; left--) {
            if (write(file, text, length) != (ssize_t)length) break;
        }
        _exit(0);
    }
    close(file);
}

static void finish(struct wl_client *client, struct wl_resource *offer) {
    (void)client;
    struct drag *drag = wl_resource_get_user_data(offer);
    if (!drag->is_dropped || !drag->is_read || !drag->action || drag->is_finished) fault("a drag is finished too early, or twice");
    drag->is_finished = true;
    say("drag finished");
}

static void set_actions(struct wl_client *client, struct wl_resource *offer, uint32_t actions, uint32_t best) {
    (void)client;
    struct drag *drag = wl_resource_get_user_data(offer);
    if (best & ~actions || best & (best - 1)) fault("the best of the actions %u is %u", actions, best);
    if (drag->is_finished) fault("a drag that is finished has other actions");
    drag->actions = actions;
    choose_action(drag);
}

static void offer_gone(struct wl_resource *offer) {
    struct drag *gone = wl_resource_get_user_data(offer);
    say("drag gone finished=%d over=%d", gone->is_finished, gone->is_over);
    if (drag == gone) drag = NULL;
    free(gone);
}

static const struct wl_data_offer_interface offer_calls = {accept_type, receive, destroy_resource, finish, set_actions};

// MARK: What the client drags

static struct wl_resource *dragged;

void begin_drag(struct wl_resource *source, const char *types, uint32_t actions, struct wl_resource *origin, uint32_t serial) {
    struct surface *surface = wl_resource_get_user_data(origin);
    if (serial != press_serial) fault("a drag begins with the serial %u, not with %u", serial, press_serial);
    if (dragged) fault("two things are dragged");
    dragged = source;
    say("out begun=%d actions=%u types=%s", surface->number, actions, types);
    leave_pointer();
}

void source_is_gone(struct wl_resource *source) {
    if (source != dragged) return;
    dragged = NULL;
    say("out gone=1");
}

/// Reads what the client drags. The client writes as much as a pipe holds at once: more is not asked for here.
static int read_out(int file, uint32_t mask, void *data) {
    (void)mask;
    struct wl_event_source **reader = data;
    char text[4096];
    ssize_t count = read(file, text, sizeof text - 1);
    text[count > 0 ? count : 0] = 0;
    say("out read=%zd text=%.40s", count, text);
    wl_event_source_remove(*reader);
    free(reader);
    close(file);
    return 0;
}

static bool drag_out(const char *what, const char *type) {
    if (!dragged) return false;
    if (!strcmp(what, "read")) {
        int ends[2];
        if (pipe(ends) < 0) return false;
        wl_data_source_send_send(dragged, type, ends[1]);
        wl_display_flush_clients(the.display);
        close(ends[1]);
        struct wl_event_source **reader = calloc(1, sizeof *reader);
        *reader = wl_event_loop_add_fd(the.loop, ends[0], WL_EVENT_READABLE, read_out, reader);
        return true;
    }
    if (!strcmp(what, "finish")) return wl_data_source_send_dnd_drop_performed(dragged), wl_data_source_send_dnd_finished(dragged), true;
    if (!strcmp(what, "cancel")) return wl_data_source_send_cancelled(dragged), true;
    return false;
}

// MARK: Commands

static bool enter(int count, char **words) {
    struct wl_resource *device = data_device();
    if (!device || !the.window || count != 3) return false;
    drag = calloc(1, sizeof *drag);
    snprintf(drag->types, sizeof drag->types, "%s", words[2]);
    drag->offer = wl_resource_create(wl_resource_get_client(device), &wl_data_offer_interface, wl_resource_get_version(device), 0);
    wl_resource_set_implementation(drag->offer, &offer_calls, drag, offer_gone);
    wl_data_device_send_data_offer(device, drag->offer);
    char types[sizeof drag->types], *rest = types, *type;
    memcpy(types, drag->types, sizeof types);
    while ((type = strsep(&rest, ","))) wl_data_offer_send_offer(drag->offer, type);
    if (wl_resource_get_version(device) >= WL_DATA_OFFER_SOURCE_ACTIONS_SINCE_VERSION) {
        wl_data_offer_send_source_actions(drag->offer, source_actions);
    }
    drag->is_over = true;
    drag->serial = wl_display_next_serial(the.display);
    wl_data_device_send_enter(
        device, drag->serial, the.window->resource, wl_fixed_from_double(atof(words[0])), wl_fixed_from_double(atof(words[1])), drag->offer);
    return true;
}

/// `drag enter X Y TYPE,TYPE…`, `drag move X Y [TIMES]`, `drag leave`, and `drag drop`, which is a leaving where nothing takes it;
/// `drag text TEXT [TIMES]`, `drag text`: nothing is ever written; `drag endless`: without end. `out read TYPE`, `out finish`, `out cancel`: what
/// the client drags.
bool drag_command(int count, char **words) {
    if (!strcmp(words[0], "out") && count > 1) return drag_out(words[1], count > 2 ? words[2] : "text/plain");
    if (strcmp(words[0], "drag") || count < 2) return false;
    if (!strcmp(words[1], "enter")) return enter(count - 2, words + 2);
    if (!strcmp(words[1], "text")) {
        way = count > 2 ? write_text : write_nothing;
        if (count > 2) snprintf(text, sizeof text, "%s", words[2]);
        times = count > 3 ? atol(words[3]) : 1;
        return true;
    }
    if (!strcmp(words[1], "endless")) return way = write_for_ever, true;
    struct wl_resource *device = data_device();
    if (!device) return false;
    if (!strcmp(words[1], "move") && count >= 4) {
        for (int left = count > 4 ? atoi(words[4]) : 1; left > 0; left--) {
            wl_data_device_send_motion(
                device, now(CLOCK_MONOTONIC) / 1000000, wl_fixed_from_double(atof(words[2]) + left - 1), wl_fixed_from_double(atof(words[3])));
        }
        return true;
    }
    bool drops = !strcmp(words[1], "drop") && drag && *drag->accepted && (drag->action || wl_resource_get_version(drag->offer) < 3);
    if (strcmp(words[1], "drop") && strcmp(words[1], "leave")) return false;
    if (drag) drag->is_over = false, drag->is_dropped = drops;
    if (drops) wl_data_device_send_drop(device);
    // A drop is a leaving too.
    wl_data_device_send_leave(device);
    drag = NULL;
    return true;
}
