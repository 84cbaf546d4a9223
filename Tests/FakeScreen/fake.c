// Plays libdrm, libseat, libinput and libudev for a program that is started with this library before them (LD_PRELOAD), as no machine of the
// tests has a screen that may be taken. In the folder $FAKE_SCREEN lie
//
//     connectors        lines NAME STATE MODE…, as: HDMI-A-1 connected 640x480@60 320x200@75; read whenever it is asked what there is
//     memory            the card's memory
//     scanout           what is shown: FRAMEBUFFER WIDTH HEIGHT STRIDE OFFSET MODE; FRAMEBUFFER 0: the console's own
//     arrow             where the pointer's plane is: HANDLE X Y
//     log               what else was asked for, a line each
//     refuses           where there is such a file, the card takes no mode
//     stalls            where there is such a file, flips do not end
//     seat, udev, input FIFOs: a line each is something that happens
//
// Frames are seen 60 times a second.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libseat.h>
#include <libudev.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

enum { MOST = 8, SHIFT = 24 };

static struct {
    int seat, udev, input, card, memory;
    const struct libseat_seat_listener *listener;
    void *listener_data, *flip_data;
    bool has_begun, is_enabled, is_flipping;
    struct {
        uint32_t width, height, stride;
    } buffers[64];
    uint32_t count;
    char events[64][64];
    int first, pending;
} fake;

static FILE *file(const char *name, const char *mode) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", getenv("FAKE_SCREEN"), name);
    return fopen(path, mode);
}

static int fifo(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", getenv("FAKE_SCREEN"), name);
    mkfifo(path, 0600);
    return open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
}

static void say(const char *format, ...) {
    FILE *log = file("log", "a");
    if (!log) return;
    va_list words;
    va_start(words, format);
    vfprintf(log, format, words);
    va_end(words);
    fclose(log);
}

static bool is_there(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", getenv("FAKE_SCREEN"), name);
    return access(path, F_OK) == 0;
}

/// The next line of a FIFO.
static bool line(int fifo, char *text, size_t length) {
    size_t at = 0;
    while (at < length - 1 && read(fifo, text + at, 1) == 1 && text[at] != '\n') at++;
    text[at] = 0;
    return at > 0;
}

// MARK: libseat

void libseat_set_log_level(enum libseat_log_level level) { (void)level; }

struct libseat *libseat_open_seat(const struct libseat_seat_listener *listener, void *data) {
    if (!is_there("connectors") || is_there("ended")) {
        errno = ENODEV;
        return NULL;
    }
    fake.listener = listener;
    fake.listener_data = data;
    fake.seat = fifo("seat");
    fake.has_begun = fake.is_enabled = fake.is_flipping = false;
    return (struct libseat *)&fake;
}

int libseat_dispatch(struct libseat *seat, int timeout) {
    (void)timeout;
    char text[64];
    if (!fake.has_begun) {
        fake.has_begun = fake.is_enabled = true;
        fake.listener->enable_seat(seat, fake.listener_data);
    }
    while (line(fake.seat, text, sizeof text)) {
        if (strcmp(text, "end") == 0) return errno = EPIPE, -1;
        bool is_on = strcmp(text, "on") == 0;
        if (is_on == fake.is_enabled) continue;
        fake.is_enabled = is_on;
        if (is_on) fake.listener->enable_seat(seat, fake.listener_data);
        else fake.listener->disable_seat(seat, fake.listener_data);
    }
    return 0;
}

int libseat_get_fd(struct libseat *seat) { return (void)seat, fake.seat; }
const char *libseat_seat_name(struct libseat *seat) { return (void)seat, "seat0"; }

int libseat_disable_seat(struct libseat *seat) {
    (void)seat;
    say("seat given up\n");
    return 0;
}

int libseat_close_seat(struct libseat *seat) {
    (void)seat;
    say("seat closed\n");
    return 0;
}

int libseat_switch_session(struct libseat *seat, int session) {
    (void)seat;
    say("console %d\n", session);
    return 0;
}

int libseat_open_device(struct libseat *seat, const char *path, int *result) {
    (void)seat;
    if (strcmp(path, "/dev/dri/card1") != 0) {
        errno = ENOENT;
        return -1;
    }
    fake.card = *result = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    char name[4096];
    snprintf(name, sizeof name, "%s/memory", getenv("FAKE_SCREEN"));
    fake.memory = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return 1;
}

int libseat_close_device(struct libseat *seat, int device) {
    (void)seat;
    say("device %d closed\n", device);
    return 0;
}

// MARK: libdrm

int drmGetCap(int card, uint64_t capability, uint64_t *value) {
    (void)card;
    *value = capability == DRM_CAP_DUMB_BUFFER;
    return 0;
}

static const struct {
    const char *name;
    uint32_t type;
} types[] = {{"HDMI-A", DRM_MODE_CONNECTOR_HDMIA}, {"DP", DRM_MODE_CONNECTOR_DisplayPort}};

const char *drmModeGetConnectorTypeName(uint32_t type) {
    for (int at = 0; at < 2; at++) {
        if (types[at].type == type) return types[at].name;
    }
    return NULL;
}

drmModeResPtr drmModeGetResources(int card) {
    (void)card;
    drmModeRes *all = calloc(1, sizeof *all);
    all->connectors = calloc(MOST, sizeof *all->connectors);
    all->crtcs = calloc(1, sizeof *all->crtcs);
    all->crtcs[0] = 77;
    all->count_crtcs = 1;
    char text[512];
    FILE *list = file("connectors", "r");
    while (list && fgets(text, sizeof text, list)) {
        all->connectors[all->count_connectors] = (uint32_t)all->count_connectors + 1;
        all->count_connectors++;
    }
    if (list) fclose(list);
    return all;
}

void drmModeFreeResources(drmModeResPtr all) {
    free(all->connectors);
    free(all->crtcs);
    free(all);
}

drmModeConnectorPtr drmModeGetConnector(int card, uint32_t number) {
    (void)card;
    char text[512], *word, *rest;
    FILE *list = file("connectors", "r");
    bool is_there = list;
    for (uint32_t at = 0; is_there && at < number; at++) is_there = fgets(text, sizeof text, list);
    if (list) fclose(list);
    if (!is_there) return NULL;
    drmModeConnector *connector = calloc(1, sizeof *connector);
    connector->connector_id = number;
    connector->encoders = calloc(1, sizeof *connector->encoders);
    connector->encoders[connector->count_encoders++] = 5;
    connector->modes = calloc(MOST, sizeof *connector->modes);
    word = strtok_r(text, " \n", &rest);
    char *dash = strrchr(word, '-');
    connector->connector_type_id = (uint32_t)atoi(dash + 1);
    *dash = 0;
    for (int at = 0; at < 2; at++) {
        if (!strcmp(types[at].name, word)) connector->connector_type = types[at].type;
    }
    word = strtok_r(NULL, " \n", &rest);
    connector->connection = strcmp(word, "connected") == 0 ? DRM_MODE_CONNECTED : DRM_MODE_DISCONNECTED;
    while ((word = strtok_r(NULL, " \n", &rest)) && connector->count_modes < MOST) {
        drmModeModeInfo *mode = &connector->modes[connector->count_modes++];
        unsigned width, height, rate;
        bool is_best = word[0] == '*';
        if (sscanf(word + is_best, "%ux%u@%u", &width, &height, &rate) != 3) abort();
        mode->hdisplay = mode->htotal = (uint16_t)width;
        mode->vdisplay = mode->vtotal = (uint16_t)height;
        mode->vrefresh = rate;
        mode->type = is_best ? DRM_MODE_TYPE_PREFERRED : DRM_MODE_TYPE_DRIVER;
        snprintf(mode->name, sizeof mode->name, "%s", word + is_best);
    }
    return connector;
}

void drmModeFreeConnector(drmModeConnectorPtr connector) {
    if (!connector) return;
    free(connector->modes);
    free(connector->encoders);
    free(connector);
}

drmModeEncoderPtr drmModeGetEncoder(int card, uint32_t number) {
    (void)card;
    drmModeEncoder *encoder = calloc(1, sizeof *encoder);
    encoder->encoder_id = number;
    encoder->possible_crtcs = 1;
    return encoder;
}

void drmModeFreeEncoder(drmModeEncoderPtr encoder) { free(encoder); }

drmModeCrtcPtr drmModeGetCrtc(int card, uint32_t number) {
    (void)card;
    drmModeCrtc *controller = calloc(1, sizeof *controller);
    controller->crtc_id = number;
    return controller;
}

void drmModeFreeCrtc(drmModeCrtcPtr controller) { free(controller); }

int drmModeCreateDumbBuffer(
    int card, uint32_t width, uint32_t height, uint32_t bits, uint32_t flags, uint32_t *handle, uint32_t *stride, uint64_t *size) {
    (void)card, (void)flags;
    if (bits != 32 || fake.count == 63) return -EINVAL;
    *handle = ++fake.count;
    // Rows are longer than they have to be, as with real cards.
    *stride = (width * 4 + 255) & ~255u;
    *size = (uint64_t)*stride * height;
    fake.buffers[*handle].width = width;
    fake.buffers[*handle].height = height;
    fake.buffers[*handle].stride = *stride;
    return ftruncate(fake.memory, (off_t)(*handle + 1) << SHIFT);
}

int drmModeDestroyDumbBuffer(int card, uint32_t handle) { return (void)card, (void)handle, 0; }

int drmModeMapDumbBuffer(int card, uint32_t handle, uint64_t *offset) {
    (void)card;
    *offset = (uint64_t)handle << SHIFT;
    return 0;
}

/// A timer cannot be mapped: what is asked of the card is the memory's.
void *mmap(void *place, size_t length, int protection, int flags, int descriptor, off_t offset) {
    if (fake.memory > 0 && descriptor == fake.card) descriptor = fake.memory;
    return (void *)syscall(SYS_mmap, place, length, protection, flags, descriptor, offset);
}

int drmModeAddFB(
    int card, uint32_t width, uint32_t height, uint8_t depth, uint8_t bits, uint32_t stride, uint32_t handle, uint32_t *result) {
    (void)card, (void)width, (void)height;
    if (depth != 24 || bits != 32 || stride != fake.buffers[handle].stride) return -EINVAL;
    *result = handle;
    return 0;
}

int drmModeRmFB(int card, uint32_t framebuffer) { return (void)card, (void)framebuffer, 0; }

static void show(uint32_t framebuffer, const char *mode) {
    FILE *list = file("scanout.new", "w");
    if (!list) return;
    fprintf(
        list, "%u %u %u %u %lu %s\n", framebuffer, fake.buffers[framebuffer].width, fake.buffers[framebuffer].height,
        fake.buffers[framebuffer].stride, (unsigned long)framebuffer << SHIFT, mode);
    fclose(list);
    char from[4096], to[4096];
    snprintf(from, sizeof from, "%s/scanout.new", getenv("FAKE_SCREEN"));
    snprintf(to, sizeof to, "%s/scanout", getenv("FAKE_SCREEN"));
    rename(from, to);
}

int drmModeSetCrtc(
    int card, uint32_t controller, uint32_t framebuffer, uint32_t x, uint32_t y, uint32_t *connectors, int count,
    drmModeModeInfoPtr mode) {
    (void)card, (void)x, (void)y, (void)connectors;
    if (!fake.is_enabled || controller != 77 || count != (framebuffer ? 1 : 0)) return -EACCES;
    if (framebuffer && is_there("refuses")) return -EINVAL;
    show(framebuffer, mode ? mode->name : "-");
    return 0;
}

int drmModePageFlip(int card, uint32_t controller, uint32_t framebuffer, uint32_t flags, void *data) {
    if (!fake.is_enabled || controller != 77 || !(flags & DRM_MODE_PAGE_FLIP_EVENT)) return -EACCES;
    if (fake.is_flipping) return -EBUSY;
    fake.is_flipping = true;
    fake.flip_data = data;
    show(framebuffer, "flip");
    struct itimerspec span = {.it_value.tv_nsec = 16666667};
    if (is_there("stalls")) return fake.is_flipping = false;
    return timerfd_settime(card, 0, &span, NULL);
}

int drmHandleEvent(int card, drmEventContextPtr context) {
    uint64_t times;
    if (read(card, &times, sizeof times) < 0 || !fake.is_flipping) return -1;
    fake.is_flipping = false;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    context->page_flip_handler(card, 0, (unsigned)now.tv_sec, (unsigned)(now.tv_nsec / 1000), fake.flip_data);
    return 0;
}

int drmModeSetCursor(int card, uint32_t controller, uint32_t handle, uint32_t width, uint32_t height) {
    (void)card, (void)controller, (void)width, (void)height;
    say("arrow %u\n", handle);
    return 0;
}

int drmModeMoveCursor(int card, uint32_t controller, int x, int y) {
    (void)card, (void)controller;
    say("arrow at %d %d\n", x, y);
    return 0;
}

// MARK: libudev

struct udev *udev_new(void) { return (struct udev *)&fake; }
struct udev *udev_unref(struct udev *udev) { return (void)udev, NULL; }
struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
    (void)udev, (void)name;
    fake.udev = fifo("udev");
    return (struct udev_monitor *)&fake;
}
int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *monitor, const char *subsystem, const char *type) {
    return (void)monitor, (void)subsystem, (void)type, 0;
}
int udev_monitor_enable_receiving(struct udev_monitor *monitor) { return (void)monitor, 0; }
int udev_monitor_get_fd(struct udev_monitor *monitor) { return (void)monitor, fake.udev; }
struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor) { return (void)monitor, NULL; }
struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
    (void)monitor;
    char text[64];
    return line(fake.udev, text, sizeof text) ? (struct udev_device *)&fake : NULL;
}
struct udev_device *udev_device_unref(struct udev_device *device) { return (void)device, NULL; }

// MARK: libinput. An event is its line: KIND NUMBER NUMBER.

struct event {
    char kind[16];
    double one, two, three, four;
};

struct libinput *libinput_udev_create_context(const struct libinput_interface *interface, void *data, struct udev *udev) {
    (void)interface, (void)data, (void)udev;
    fake.input = fifo("input");
    return (struct libinput *)&fake;
}
int libinput_udev_assign_seat(struct libinput *input, const char *seat) { return (void)input, strcmp(seat, "seat0"); }
int libinput_get_fd(struct libinput *input) { return (void)input, fake.input; }
int libinput_dispatch(struct libinput *input) { return (void)input, 0; }
int libinput_resume(struct libinput *input) { return (void)input, 0; }
void libinput_suspend(struct libinput *input) { (void)input; }
struct libinput *libinput_unref(struct libinput *input) { return (void)input, NULL; }

struct libinput_event *libinput_get_event(struct libinput *input) {
    (void)input;
    char text[64];
    if (!line(fake.input, text, sizeof text)) return NULL;
    struct event *event = calloc(1, sizeof *event);
    sscanf(text, "%15s %lf %lf %lf %lf", event->kind, &event->one, &event->two, &event->three, &event->four);
    return (struct libinput_event *)event;
}
void libinput_event_destroy(struct libinput_event *event) { free(event); }

enum libinput_event_type libinput_event_get_type(struct libinput_event *raw) {
    static const struct {
        const char *name;
        enum libinput_event_type type;
    } kinds[] = {
        {"press", LIBINPUT_EVENT_KEYBOARD_KEY},      {"release", LIBINPUT_EVENT_KEYBOARD_KEY},
        {"move", LIBINPUT_EVENT_POINTER_MOTION},     {"place", LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE},
        {"down", LIBINPUT_EVENT_POINTER_BUTTON},     {"up", LIBINPUT_EVENT_POINTER_BUTTON},
        {"scroll", LIBINPUT_EVENT_POINTER_SCROLL_WHEEL},
        {"touch", LIBINPUT_EVENT_TOUCH_DOWN},        {"drag", LIBINPUT_EVENT_TOUCH_MOTION},
        {"lift", LIBINPUT_EVENT_TOUCH_UP},           {"pinch", LIBINPUT_EVENT_GESTURE_PINCH_BEGIN},
        {"spread", LIBINPUT_EVENT_GESTURE_PINCH_UPDATE}, {"part", LIBINPUT_EVENT_GESTURE_PINCH_END},
    };
    for (size_t at = 0; at < sizeof kinds / sizeof *kinds; at++) {
        if (!strcmp(kinds[at].name, ((struct event *)raw)->kind)) return kinds[at].type;
    }
    return LIBINPUT_EVENT_NONE;
}

#define EVENT ((struct event *)event)
#define KEYBOARD struct libinput_event_keyboard *event
#define POINTER struct libinput_event_pointer *event
#define TOUCH struct libinput_event_touch *event

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

struct libinput_event_keyboard *libinput_event_get_keyboard_event(struct libinput_event *event) { return (void *)event; }
struct libinput_event_pointer *libinput_event_get_pointer_event(struct libinput_event *event) { return (void *)event; }
struct libinput_event_touch *libinput_event_get_touch_event(struct libinput_event *event) { return (void *)event; }
uint64_t libinput_event_keyboard_get_time_usec(KEYBOARD) { return (void)event, now(); }
uint64_t libinput_event_pointer_get_time_usec(POINTER) { return (void)event, now(); }
uint64_t libinput_event_touch_get_time_usec(TOUCH) { return (void)event, now(); }
uint32_t libinput_event_keyboard_get_key(KEYBOARD) { return (uint32_t)EVENT->one; }
enum libinput_key_state libinput_event_keyboard_get_key_state(KEYBOARD) { return !strcmp(EVENT->kind, "press"); }
double libinput_event_pointer_get_dx(POINTER) { return EVENT->one; }
double libinput_event_pointer_get_dy(POINTER) { return EVENT->two; }
double libinput_event_pointer_get_absolute_x_transformed(POINTER, uint32_t width) { return EVENT->one * width; }
double libinput_event_pointer_get_absolute_y_transformed(POINTER, uint32_t height) { return EVENT->two * height; }
uint32_t libinput_event_pointer_get_button(POINTER) { return (uint32_t)EVENT->one; }
enum libinput_button_state libinput_event_pointer_get_button_state(POINTER) { return !strcmp(EVENT->kind, "down"); }
int libinput_event_pointer_has_axis(POINTER, enum libinput_pointer_axis axis) { return (void)event, (void)axis, 1; }
double libinput_event_pointer_get_scroll_value(POINTER, enum libinput_pointer_axis axis) {
    return axis == LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL ? EVENT->one : EVENT->two;
}
int32_t libinput_event_touch_get_seat_slot(TOUCH) { return (void)event, 3; }
double libinput_event_touch_get_x_transformed(TOUCH, uint32_t width) { return EVENT->one * width; }
double libinput_event_touch_get_y_transformed(TOUCH, uint32_t height) { return EVENT->two * height; }

#define GESTURE struct libinput_event_gesture *event

struct libinput_event_gesture *libinput_event_get_gesture_event(struct libinput_event *event) { return (void *)event; }
uint64_t libinput_event_gesture_get_time_usec(GESTURE) { return (void)event, now(); }
int libinput_event_gesture_get_finger_count(GESTURE) { return (void)event, 2; }
int libinput_event_gesture_get_cancelled(GESTURE) { return (void)event, 0; }
double libinput_event_gesture_get_dx(GESTURE) { return EVENT->one; }
double libinput_event_gesture_get_dy(GESTURE) { return EVENT->two; }
double libinput_event_gesture_get_scale(GESTURE) { return EVENT->three; }
double libinput_event_gesture_get_angle_delta(GESTURE) { return EVENT->four; }
