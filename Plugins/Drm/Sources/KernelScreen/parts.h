/// Definitions shared by the parts of a screen.
#pragma once

#include "KernelScreen.h"

#include <libinput.h>
#include <libseat.h>
#include <libudev.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <xkbcommon/xkbcommon.h>

enum { MOST_RECTS = 64, MOST_INPUTS = 256, MOST_DEVICES = 64, MOST_HELD = 64, ARROW = 64 };

/// A buffer that the card can show.
typedef struct scanout {
    uint32_t handle, framebuffer, stride;
    size_t size;
    uint8_t *pixels;
    /// Parts of the picture that it does not contain; `misses_all`: all.
    kernel_rect missed[MOST_RECTS];
    size_t missed_count;
    bool misses_all;
} scanout;

typedef struct card {
    /// The seat's device number, and the file descriptor; negative: none.
    int device, file;
    char path[256];
    uint32_t connector, controller;
    drmModeModeInfo timing;
    kernel_mode mode;
    /// The console's state before.
    drmModeCrtc *before;
    scanout buffers[2];
    /// Index of the shown buffer; the other one is next.
    int front;
    /// True when the next frame has to set the mode.
    bool needs_mode, is_flipping;
    /// True when a picture has come meanwhile.
    bool is_behind;
    /// True when `pixels` contains a picture.
    bool has_picture;
    /// The system's error of setting the mode; 0: none, or not tried.
    int refusal;
    /// CLOCK_MONOTONIC, nanoseconds: when the last flip was requested, and since when the last picture is visible.
    uint64_t flip_start, seen;
    /// The picture, and the one of the previous mode, which may still be read.
    uint32_t *pixels, *retired;
    /// A pointer's arrow, if the card has a plane for it.
    scanout arrow;
    bool has_no_arrow;
    /// Result of the last search: the error of opening cards, and whether one was opened.
    int error;
    bool can_open;
    /// Result of the last search: the connector exists, a screen is connected, and only a screen is missing.
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
    /// Pressed keys, and the one that repeats.
    uint32_t held[MOST_HELD], repeated;
    int held_count, timer;
    /// True when libinput has the seat.
    bool is_assigned;
    double x, y;
    /// Distance and rotation of a touchpad gesture.
    double way_x, way_y, turn;
    kernel_input queue[MOST_INPUTS];
    unsigned first, count;
} devices;

struct kernel_screen {
    int epoll;
    struct libseat *seat;
    struct udev *udev;
    struct udev_monitor *monitor;
    /// True when the seat is active: this console is shown.
    bool is_enabled;
    /// True when the seat manager is gone.
    bool is_lost;
    kernel_wish wish;
    uint32_t news;
    card card;
    devices devices;
};

/// Makes the screen's descriptor watch `file`; negative: no file.
void screen_watch(kernel_screen *screen, int file);
void screen_forget(kernel_screen *screen, int file);

/// CLOCK_MONOTONIC, nanoseconds.
uint64_t screen_now(void);

/// Finds the requested connector and mode, and shows the last picture if they are unchanged. Returns false with the
/// reason in `card.reason`.
bool card_find(kernel_screen *screen);
/// Hides a pointer's arrow that is no longer requested.
void card_hide_arrow(card *card);
void card_dispatch(kernel_screen *screen);
/// Closes the card. `restores`: show what was there before.
void card_close(kernel_screen *screen, bool restores);
void card_move_arrow(kernel_screen *screen, double x, double y);

bool devices_open(kernel_screen *screen);
void devices_dispatch(kernel_screen *screen);
/// Releases held keys and buttons, because input now goes elsewhere.
void devices_suspend(kernel_screen *screen);
void devices_resume(kernel_screen *screen);
void devices_close(kernel_screen *screen);
