#define _GNU_SOURCE
#include "parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/// The only instance.
static kernel_screen *current;

/// Restores the console when the program exits.
static void leave(void) { kernel_screen_close(current); }

uint64_t screen_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

void screen_watch(kernel_screen *screen, int file) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.fd = file}};
    epoll_ctl(screen->epoll, EPOLL_CTL_ADD, file, &event);
}

void screen_forget(kernel_screen *screen, int file) {
    struct epoll_event event = {0};
    epoll_ctl(screen->epoll, EPOLL_CTL_DEL, file, &event);
}

static void enabled(struct libseat *seat, void *data) {
    (void)seat;
    kernel_screen *screen = data;
    if (screen->is_enabled) return;
    screen->is_enabled = true;
    screen->news |= KERNEL_NEWS_SCREEN;
    devices_resume(screen);
    card_find(screen);
}

static void disabled(struct libseat *seat, void *data) {
    kernel_screen *screen = data;
    screen->is_enabled = false;
    screen->news |= KERNEL_NEWS_SCREEN;
    screen->card.is_flipping = screen->card.is_behind = false;
    devices_suspend(screen);
    libseat_disable_seat(seat);
}

/// The seat manager is gone, for example because seatd has ended.
static void lose(kernel_screen *screen) {
    screen->is_lost = true;
    screen->is_enabled = false;
    screen->news |= KERNEL_NEWS_SCREEN;
    screen->card.is_flipping = screen->card.is_behind = false;
    screen_forget(screen, libseat_get_fd(screen->seat));
    devices_suspend(screen);
}

static const struct libseat_seat_listener listener = {.enable_seat = enabled, .disable_seat = disabled};

/// True when libseat has started its own seat manager that cannot open consoles: it then waits forever for its console
/// to be shown. It is recognized because its socket is one of a pair of this process.
static bool is_helpless(struct libseat *seat) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(libseat_get_fd(seat), SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 || peer.pid != getpid()) return false;
    // As the seat manager reads it: without consoles, every client is active.
    const char *bound = getenv("SEATD_VTBOUND");
    return (!bound || !strcmp(bound, "1")) && faccessat(AT_FDCWD, "/dev/tty0", R_OK | W_OK, AT_EACCESS) < 0;
}

kernel_screen *kernel_screen_open(const kernel_wish *wish, char *fault) {
    static bool is_set_up;
    if (!is_set_up) atexit(leave);
    is_set_up = true;
    if (current) {
        snprintf(fault, KERNEL_FAULT_LENGTH, "another output has the seat");
        return NULL;
    }
    kernel_screen *screen = calloc(1, sizeof *screen);
    if (!screen) {
        snprintf(fault, KERNEL_FAULT_LENGTH, "%s", strerror(ENOMEM));
        return NULL;
    }
    current = screen;
    screen->wish = *wish;
    screen->card.file = screen->card.device = screen->devices.timer = -1;
    const char *what = "an epoll descriptor";
    if ((screen->epoll = epoll_create1(EPOLL_CLOEXEC)) < 0) goto failed;
    libseat_set_log_level(LIBSEAT_LOG_LEVEL_SILENT);
    what = "no seat: neither seatd nor logind gives one";
    errno = 0;
    if (!(screen->seat = libseat_open_seat(&listener, screen))) goto failed;
    if (is_helpless(screen->seat)) {
        errno = 0;
        goto failed;
    }
    screen_watch(screen, libseat_get_fd(screen->seat));
    what = "udev";
    if (!(screen->udev = udev_new())) goto failed;
    // Without it, for example where netlink sockets are forbidden, only devices present at the start are found.
    screen->monitor = udev_monitor_new_from_netlink(screen->udev, "udev");
    if (screen->monitor) {
        udev_monitor_filter_add_match_subsystem_devtype(screen->monitor, "drm", NULL);
        udev_monitor_enable_receiving(screen->monitor);
        screen_watch(screen, udev_monitor_get_fd(screen->monitor));
    }
    what = "libinput";
    if (!devices_open(screen)) goto failed;
    // The active client is enabled immediately.
    libseat_dispatch(screen->seat, 0);
    if (screen->is_enabled && screen->card.file < 0 && !screen->card.is_unplugged) {
        snprintf(fault, KERNEL_FAULT_LENGTH, "%s", screen->card.reason);
        kernel_screen_close(screen);
        return NULL;
    }
    return screen;
failed:
    snprintf(fault, KERNEL_FAULT_LENGTH, errno ? "%s: %s" : "%s", what, strerror(errno));
    kernel_screen_close(screen);
    return NULL;
}

void kernel_screen_close(kernel_screen *screen) {
    if (!screen) return;
    devices_close(screen);
    card_close(screen, screen->is_enabled);
    if (screen->monitor) udev_monitor_unref(screen->monitor);
    if (screen->udev) udev_unref(screen->udev);
    if (screen->seat) libseat_close_seat(screen->seat);
    if (screen->epoll >= 0) close(screen->epoll);
    free(screen);
    current = NULL;
}

int kernel_screen_descriptor(const kernel_screen *screen) { return screen->epoll; }

uint32_t kernel_screen_dispatch(kernel_screen *screen) {
    // Events of the seat may have been read together with a reply.
    if (!screen->is_lost && libseat_dispatch(screen->seat, 0) < 0) lose(screen);
    if (screen->card.file >= 0 && !screen->is_lost) card_dispatch(screen);
    bool has_changed = false;
    struct udev_device *device;
    while (screen->monitor && (device = udev_monitor_receive_device(screen->monitor))) {
        has_changed = true;
        udev_device_unref(device);
    }
    if (has_changed && screen->is_enabled) {
        card_find(screen);
        screen->news |= KERNEL_NEWS_SCREEN;
    }
    devices_dispatch(screen);
    if (screen->devices.count > 0) screen->news |= KERNEL_NEWS_INPUT;
    uint32_t news = screen->news;
    screen->news = 0;
    return news;
}

bool kernel_screen_is_lost(const kernel_screen *screen) { return screen->is_lost; }

void kernel_screen_wish(kernel_screen *screen, const kernel_wish *wish) {
    screen->wish = *wish;
    if (wish->hides_arrow && screen->card.file >= 0) card_hide_arrow(&screen->card);
    if (screen->is_enabled) card_find(screen);
}

bool kernel_screen_mode(const kernel_screen *screen, kernel_mode *mode, char *reason) {
    const card *card = &screen->card;
    size_t room = KERNEL_FAULT_LENGTH;
    if (screen->is_lost) snprintf(reason, room, "the seat is lost");
    else if (!screen->is_enabled) snprintf(reason, room, "another console is shown");
    else if (!card->connector) snprintf(reason, room, "%s", card->reason);
    else if (card->refusal)
        snprintf(
            reason, room, "%s does not take the mode %ux%u: %s", card->mode.name, card->mode.width, card->mode.height,
            strerror(card->refusal));
    else {
        *mode = card->mode;
        return true;
    }
    return false;
}
