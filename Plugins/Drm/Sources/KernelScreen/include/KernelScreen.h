/// A screen of the kernel (KMS) with the keyboards, pointers and touch screens of its seat, without a compositor. Uses
/// libdrm, libseat, libinput and libudev.
///
/// Written in C, because it uses macros and tables of functions. Not thread-safe; does not block.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef struct kernel_screen kernel_screen;

/// Maximum bytes of an error text, including the terminating null.
enum { KERNEL_FAULT_LENGTH = 256 };

/// A request; empty texts and zeros mean any.
typedef struct kernel_wish {
    /// For example `HDMI-A-1`.
    char connector[64];
    /// For example `/dev/dri/card0`.
    char card[256];
    /// In pixels, and frames per second.
    uint32_t width, height;
    double refresh;
    /// True to show no mouse arrow.
    bool hides_arrow;
} kernel_wish;

typedef struct kernel_mode {
    uint32_t width, height;
    double refresh;
    /// The connector's name.
    char name[64];
    /// Changes when the pixels are replaced; they contain no picture then.
    uint64_t generation;
} kernel_mode;

typedef struct kernel_rect {
    int32_t x0, y0, x1, y1;
} kernel_rect;

/// Events of `kernel_screen_dispatch`.
enum {
    /// The screen was shown, hidden or replaced.
    KERNEL_NEWS_SCREEN = 1,
    /// The last frame is visible.
    KERNEL_NEWS_SEEN = 2,
    /// Input is available.
    KERNEL_NEWS_INPUT = 4,
};

enum {
    KERNEL_MOVE, KERNEL_BUTTON, KERNEL_SCROLL, KERNEL_TOUCH_DOWN, KERNEL_TOUCH_MOVE, KERNEL_TOUCH_UP, KERNEL_TOUCH_CANCEL, KERNEL_KEY,
    KERNEL_PINCH, KERNEL_SWIPE,
};

typedef struct kernel_input {
    /// KERNEL_MOVE and so on.
    uint32_t kind;
    /// 0 released, 1 pressed, 2 repeated.
    uint32_t press;
    /// CLOCK_MONOTONIC, nanoseconds.
    uint64_t time;
    /// In pixels.
    double x, y;
    /// Scroll distance, 15 for a step of a wheel; for a gesture: the distance since its start.
    double dx, dy;
    /// For a pinch: the distance of the fingers, initially 1, and their rotation in radians, clockwise.
    double scale, rotation;
    /// For a gesture: 0 started, 1 changed, 2 ended, 3 cancelled; and the number of fingers.
    uint32_t phase, fingers;
    /// For a button: Linux's code; for a touch: its number.
    uint32_t code;
    /// Bits: shift, control, alt, super.
    uint32_t modifiers;
    char key[64], text[16];
} kernel_input;

/// Opens a seat, which is released by `kernel_screen_close` or when the process exits. Only one at a time. A missing
/// screen is no error: it may be connected later. Returns null with an error text on failure.
kernel_screen *_Nullable kernel_screen_open(const kernel_wish *wish, char *fault);
/// Closes the seat and restores the console.
void kernel_screen_close(kernel_screen *_Nullable screen);

/// Readable when there is something to dispatch.
int kernel_screen_descriptor(const kernel_screen *screen);
/// Handles pending events. Returns the KERNEL_NEWS bits.
uint32_t kernel_screen_dispatch(kernel_screen *screen);
/// True when the seat manager is gone: there will be no more events, and another screen has to be opened.
bool kernel_screen_is_lost(const kernel_screen *screen);
/// Takes the next input; false when there is none.
bool kernel_screen_next(kernel_screen *screen, kernel_input *input);

/// Searches another screen or another mode.
void kernel_screen_wish(kernel_screen *screen, const kernel_wish *wish);
/// The mode; false, with the reason, while there is no screen.
bool kernel_screen_mode(const kernel_screen *screen, kernel_mode *mode, char *reason);
/// Rows of the mode's width without gaps, with the last picture. Null while there is no screen.
uint32_t *_Nullable kernel_screen_pixels(kernel_screen *screen);
/// Shows the pixels, which differ from the previous picture in `rects`. Returns false when it is not visible, and no
/// event will come.
bool kernel_screen_show(kernel_screen *screen, const kernel_rect *_Nullable rects, size_t count);
/// Maximum milliseconds until a frame is visible.
enum { KERNEL_LONGEST_FLIP = 1000 };
/// Shows the last frame by setting the mode when it was not visible for that long because the card has lost it.
void kernel_screen_give_up(kernel_screen *screen);
/// True when an event for the last frame is pending.
bool kernel_screen_is_awaited(const kernel_screen *screen);
/// CLOCK_MONOTONIC, nanoseconds: time since which the last frame is visible.
uint64_t kernel_screen_seen(const kernel_screen *screen);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
