/// What the parts of a screen share.
#pragma once

#include "KernelScreen.h"

#include <libinput.h>
#include <libseat.h>
#include <libudev.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <xkbcommon/xkbcommon.h>

enum { MOST_RECTS = 64, MOST_INPUTS = 256, MOST_DEVICES = 64, MOST_HELD = 64, ARROW = 64 };

/// Memory that the card shows.
typedef struct scanout {
    uint32_t handle, framebuffer, stride;
    size_t size;
    uint8_t *pixels;
    /// What it does not hold of the picture; `misses_all`: anything.
    kernel_rect missed[MOST_RECTS];
    size_t missed_count;
    bool misses_all;
} scanout;

typedef struct card {
    /// The seat's number, and the descriptor; below 0: none.
    int device, file;
    char path[256];
    uint32_t connector, controller;
    drmModeModeInfo timing;
    kernel_mode mode;
    /// As the console had it.
    drmModeCrtc *before;
    scanout buffers[2];
    /// Which is shown; the other one comes next.
    int front;
    /// The mode is to be set with the next frame.
    bool needs_mode, is_flipping;
    /// A picture has come meanwhile.
    bool is_behind;
    /// `pixels` holds a picture.
    bool has_picture;
    /// The system's error by which the mode was not set; 0: it was, or was not tried.
    int refusal;
    /// CLOCK_MONOTONIC, nanoseconds: when the last flip was asked for, and since when the last picture is seen.
    uint64_t flip_start, seen;
    /// The picture, and the one of the mode before, which may still be read.
    uint32_t *pixels, *retired;
    /// A pointer's arrow, where the card has a plane for it.
    scanout arrow;
    bool has_no_arrow;
    /// Of the last search: why cards could not be opened, and whether one could.
    int error;
    bool can_open;
    /// Of the last search: there is such a connector, a screen at one, and only a screen is missing.
    bool has_connector, has_screen, is_unplugged;
    char reason[KERNEL_FAULT_LENGTH];
} card;

typedef struct devices {
    struct libinput *input;
    struct xkb_context *context;
    struct xkb_keymap *keymap;
    struct xkb_state *state;
    struct {
        int device, file;
    } open[MOST_DEVICES];
    /// Keys that are down, and the one that comes again.
    uint32_t held[MOST_HELD], repeated;
    int held_count, timer;
    /// libinput knows the seat.
    bool is_assigned;
    double x, y;
    /// Of a touchpad's gesture: its way, and its turn.
    double way_x, way_y, turn;
    kernel_input queue[MOST_INPUTS];
    unsigned first, count;
} devices;

struct kernel_screen {
    int epoll;
    struct libseat *seat;
    struct udev *udev;
    struct udev_monitor *monitor;
    /// The seat is ours: this console is the one that is seen.
    bool is_enabled;
    /// The seat's manager has gone.
    bool is_lost;
    kernel_wish wish;
    uint32_t news;
    card card;
    devices devices;
};

/// Has the screen's descriptor tell of another one, or not any more.
void screen_watch(kernel_screen *screen, int file);
void screen_forget(kernel_screen *screen, int file);

/// CLOCK_MONOTONIC, nanoseconds.
uint64_t screen_now(void);

/// Finds the connector and mode that are wished for, and shows the last picture where they are those before. False with the reason
/// in `card.reason`.
bool card_find(kernel_screen *screen);
/// Hides a pointer's arrow that is not wished for any more.
void card_hide_arrow(card *card);
void card_dispatch(kernel_screen *screen);
/// Ends with it; `restores`: shows what was there before.
void card_close(kernel_screen *screen, bool restores);
void card_move_arrow(kernel_screen *screen, double x, double y);

bool devices_open(kernel_screen *screen);
void devices_dispatch(kernel_screen *screen);
/// Releases what is held, as input that comes goes elsewhere.
void devices_suspend(kernel_screen *screen);
void devices_resume(kernel_screen *screen);
void devices_close(kernel_screen *screen);
