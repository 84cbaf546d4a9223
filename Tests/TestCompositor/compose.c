#include <string.h>

#include "compositor.h"
#include "protocols/text-input-unstable-v3.h"

/// What a client has said of the field that is typed into, until it commits that.
static struct {
    bool is_enabled;
    int x, y, width, height;
    uint32_t hint, purpose;
} field;

static struct wl_resource *input;
static uint32_t commits;

static void enable(struct wl_client *client, struct wl_resource *resource) {
    (void)client, (void)resource;
    memset(&field, 0, sizeof field);
    field.is_enabled = true;
}

static void disable(struct wl_client *client, struct wl_resource *resource) {
    (void)client, (void)resource;
    field.is_enabled = false;
}

static void set_surrounding(struct wl_client *client, struct wl_resource *resource, const char *text, int32_t cursor, int32_t anchor) {
    (void)client, (void)resource, (void)text, (void)cursor, (void)anchor;
}

static void set_cause(struct wl_client *client, struct wl_resource *resource, uint32_t cause) { (void)client, (void)resource, (void)cause; }

static void set_type(struct wl_client *client, struct wl_resource *resource, uint32_t hint, uint32_t purpose) {
    (void)client, (void)resource;
    field.hint = hint, field.purpose = purpose;
}

static void set_place(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width, int32_t height) {
    (void)client, (void)resource;
    field.x = x, field.y = y, field.width = width, field.height = height;
}

static void commit(struct wl_client *client, struct wl_resource *resource) {
    (void)client, (void)resource;
    commits++;
    say("text enabled=%d place=%d,%d,%d,%d hint=%u purpose=%u", field.is_enabled, field.x, field.y, field.width, field.height, field.hint,
        field.purpose);
}

static const struct zwp_text_input_v3_interface input_calls = {
    destroy_resource, enable, disable, set_surrounding, set_cause, set_type, set_place, commit};

static void input_gone(struct wl_resource *resource) {
    if (resource == input) input = NULL;
}

static void get_input(struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *seat) {
    (void)seat;
    input = wl_resource_create(client, &zwp_text_input_v3_interface, wl_resource_get_version(manager), id);
    wl_resource_set_implementation(input, &input_calls, NULL, input_gone);
    commits = 0;
}

static const struct zwp_text_input_manager_v3_interface manager_calls = {destroy_resource, get_input};

void make_text_inputs(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(wl_resource_create(client, &zwp_text_input_manager_v3_interface, version, id), &manager_calls, NULL, NULL);
}

/// `compose enter`, `compose leave`; `compose TEXT`, `compose TEXT WRITTEN`, where a text of - is none.
bool compose_command(int count, char **words) {
    if (strcmp(words[0], "compose") || !input || !the.window) return false;
    if (count == 2 && !strcmp(words[1], "enter")) return zwp_text_input_v3_send_enter(input, the.window->resource), true;
    if (count == 2 && !strcmp(words[1], "leave")) return zwp_text_input_v3_send_leave(input, the.window->resource), true;
    if (count != 2 && count != 3) return false;
    if (strcmp(words[1], "-")) zwp_text_input_v3_send_preedit_string(input, words[1], strlen(words[1]), strlen(words[1]));
    if (count == 3) zwp_text_input_v3_send_commit_string(input, words[2]);
    zwp_text_input_v3_send_done(input, commits);
    return true;
}
