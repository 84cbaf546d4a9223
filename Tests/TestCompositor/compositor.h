#pragma once

// A compositor without a screen that does what it is told: lines on standard input, each answered by `ok …` or `error …` on
// standard output, where it also writes what its clients do (`commit …`), and what they do wrong (`fault …`).
//
// It keeps a copy of what each surface shows, which takes over damaged pixels only; after each commit it has to be the buffer.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <wayland-server.h>

struct rect {
    int x, y, width, height;
};

/// A growing list of rectangles.
struct rects {
    struct rect *at;
    int count, room;
};

/// A size that a window was told, until it is answered.
struct configure {
    struct wl_list link;
    uint32_t serial;
    int width, height;
};

enum role { role_none, role_toplevel, role_layer, role_lock, role_cursor };

/// What a commit makes current.
struct state {
    /// Of the buffer, in its pixels, and of the surface, in points.
    struct rects damage, surface_damage;
    struct rects opaque, input;
    bool opaque_set, input_set, input_everywhere;
    /// A destination of 0: there is none.
    int scale, destination_width, destination_height;
    struct wl_resource *buffer;
    struct wl_listener buffer_gone;
    bool attached;
    struct wl_list callbacks, feedbacks;
};

struct surface {
    struct wl_list link;
    struct wl_resource *resource, *shell, *toplevel, *layer, *lock, *fractional, *viewport, *alpha;
    int number;
    enum role role;
    struct state pending, current;
    /// What is shown, of `width` by `height` pixels: what damage has told of the buffers so far.
    uint32_t *shown;
    int width, height;
    bool is_mapped, is_greeted;
    struct output *output;
    /// Sizes that are not answered, and the last one that is.
    struct wl_list configures;
    uint32_t acked;
    int acked_width, acked_height;
    /// What a layer asks for; margins from the top clockwise.
    int asked_width, asked_height, margin[4];
};

struct output {
    struct wl_list link;
    struct wl_global *global;
    struct wl_list resources;
    char name[64];
    /// How far to the right it lies, in points; pixels; and frames in a thousand seconds.
    int x, width, height, scale, refresh;
    bool is_gone;
};

struct compositor {
    struct wl_display *display;
    struct wl_event_loop *loop;
    struct wl_list outputs, surfaces;
    /// The newest surface with a role, which commands are about.
    struct surface *window;
    /// The size that windows are told; 0: theirs to choose.
    int width, height;
    double scale;
    /// How many buffers are kept, at least the one that is shown; -1: all for ever.
    int hold;
    /// The clock of presentation times.
    clockid_t clock;
    /// What happens instead of the next commit of a picture; a refusal, of every one.
    enum { next_nothing, next_hangup, next_error, next_refusal } next;
    /// False: windows are told no size until `configure`.
    bool greets;
    /// When frames were asked for last (0: never), and how often.
    uint64_t asked, ticks;
};

extern struct compositor the;

// main.c
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void fault(const char *format, ...) __attribute__((format(printf, 1, 2)));
void forget_resource(struct wl_resource *resource);
void destroy_resource(struct wl_client *client, struct wl_resource *resource);
void orphan(struct wl_resource *resource);

// region.c
void add_rect(struct rects *rects, int x, int y, int width, int height);
void copy_rects(struct rects *to, const struct rects *from);
void print_rects(FILE *out, const char *name, const struct rects *rects);
void create_region(struct wl_client *client, struct wl_resource *compositor, uint32_t id);

// buffer.c
void hold(struct wl_resource *buffer);
void give_back(void);

// picture.c
void show(
    struct surface *surface, struct wl_resource *buffer, const struct rects *damage, const struct rects *surface_damage, long *told,
    long *changed);
bool write_picture(struct surface *surface, const char *path);

// surface.c
void make_compositor(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void surface_size(const struct surface *surface, int *width, int *height);

// scale.c
void make_viewporter(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void make_scales(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void tell_scale(struct surface *surface);

// shell.c
void make_windows(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void make_layers(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void make_decorations(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void configure(struct surface *surface, int width, int height);
void forget_configures(struct surface *surface, uint32_t last);
void greet(struct surface *surface);
void close_window(struct surface *surface);
void adopt(struct surface *surface, enum role role, struct wl_resource *output);
void unmap(struct surface *surface);
void answer(struct wl_client *client, struct wl_resource *resource, uint32_t serial);
void ping(void);

// output.c
struct output *find_output(const char *name);
struct output *first_output(void);
bool add_output(const char *name, int x, int width, int height, int scale);
void remove_output(struct output *output);
void tell_output(struct output *output);
void enter_output(struct surface *surface);

// timing.c
void make_presentation(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void show_frame(uint64_t time, uint32_t refresh, uint32_t flags, bool is_discarded);
void discard(struct wl_list *feedbacks);
bool run_by_itself(double frequency);
uint64_t now(clockid_t clock);

// seat.c
extern uint32_t press_serial;
void leave_pointer(void);
bool seat_command(int count, char **words);

// lock.c
void make_locks(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void configure_lock(struct surface *surface, uint32_t serial, int width, int height);
bool lock_command(int count, char **words);

// hints.c
void make_inhibitors(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void make_content_types(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void make_tearing(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void make_alpha_modifiers(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void make_activation(struct wl_client *client, void *data, uint32_t version, uint32_t id);

// gestures.c
void make_gestures(struct wl_client *client, void *data, uint32_t version, uint32_t id);
bool gesture_command(int count, char **words);

// compose.c
void make_text_inputs(struct wl_client *client, void *data, uint32_t version, uint32_t id);
bool compose_command(int count, char **words);

// grip.c
void make_constraints(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void make_relative_pointers(struct wl_client *client, void *data, uint32_t version, uint32_t id);
bool grip_command(int count, char **words);

// tablet.c
void make_tablets(struct wl_client *client, void *data, uint32_t version, uint32_t id);
bool tablet_command(int count, char **words);

// drag.c
bool drag_command(int count, char **words);
void begin_drag(struct wl_resource *source, const char *types, uint32_t actions, struct wl_resource *origin, uint32_t serial);
void source_is_gone(struct wl_resource *source);

// selection.c
struct wl_resource *data_device(void);
void make_data_devices(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void make_primary_selections(struct wl_client *client, void *data, uint32_t version, uint32_t id);
bool selection_command(int count, char **words);

// look.c
void make_shapes(struct wl_client *client, void *data, uint32_t version, uint32_t id);
void make_icons(struct wl_client *client, void *data, uint32_t version, uint32_t id);
