/// A screen of the kernel's own (KMS) with the keyboards, pointers and touch screens of its seat, without a compositor: by libdrm, libseat,
/// libinput and libudev.
///
/// C, as what it takes are macros and tables of functions. All on one thread; nothing here waits.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef struct kernel_screen kernel_screen;

/// Bytes that the text of a fault has at most, its end included.
enum { KERNEL_FAULT_LENGTH = 256 };

/// What is wished for; empty texts and zeros: whatever there is.
typedef struct kernel_wish {
    /// As `HDMI-A-1`.
    char connector[64];
    /// As `/dev/dri/card0`.
    char card[256];
    /// In pixels, and frames a second.
    uint32_t width, height;
    double refresh;
    /// A mouse has no arrow.
    bool hides_arrow;
} kernel_wish;

typedef struct kernel_mode {
    uint32_t width, height;
    double refresh;
    /// The connector's name.
    char name[64];
    /// Another number: other pixels, which hold no picture yet.
    uint64_t generation;
} kernel_mode;

typedef struct kernel_rect {
    int32_t x0, y0, x1, y1;
} kernel_rect;

/// News of `kernel_screen_dispatch`.
enum {
    /// The screen is shown, is not shown any more, or is another one.
    KERNEL_NEWS_SCREEN = 1,
    /// The last frame is seen.
    KERNEL_NEWS_SEEN = 2,
    /// There is input to take.
    KERNEL_NEWS_INPUT = 4,
};

enum {
    KERNEL_MOVE, KERNEL_BUTTON, KERNEL_SCROLL, KERNEL_TOUCH_DOWN, KERNEL_TOUCH_MOVE, KERNEL_TOUCH_UP, KERNEL_TOUCH_CANCEL, KERNEL_KEY,
    KERNEL_PINCH, KERNEL_SWIPE,
};

typedef struct kernel_input {
    /// KERNEL_MOVE and so on.
    uint32_t kind;
    /// 0 released, 1 pressed, 2 pressed again by holding it.
    uint32_t press;
    /// CLOCK_MONOTONIC, nanoseconds.
    uint64_t time;
    /// In pixels.
    double x, y;
    /// Scrolled, 15 for a step of a wheel; of a gesture: the way since it began.
    double dx, dy;
    /// Of a pinch: the distance of the fingers, 1 at first, and their turn in radians, clockwise.
    double scale, rotation;
    /// Of a gesture: 0 begins, 1 goes on, 2 ends, 3 is cancelled; and how many fingers.
    uint32_t phase, fingers;
    /// Of a button: Linux's code; of a touch: which.
    uint32_t code;
    /// Bits: shift, control, alt, super.
    uint32_t modifiers;
    char key[64], text[16];
} kernel_input;

/// Takes up a seat, which is given back by `kernel_screen_close` or when the process exits. One at a time. A connector without a screen is no
/// fault: its screen may come. Null with the fault.
kernel_screen *_Nullable kernel_screen_open(const kernel_wish *wish, char *fault);
/// Gives the console back as it was found.
void kernel_screen_close(kernel_screen *_Nullable screen);

/// Can be read when there is something to dispatch.
int kernel_screen_descriptor(const kernel_screen *screen);
/// Takes what has come, and says what is new in it.
uint32_t kernel_screen_dispatch(kernel_screen *screen);
/// The seat's manager has gone: there will be no more news, and another screen is to be opened.
bool kernel_screen_is_lost(const kernel_screen *screen);
/// The next input; false: there is none.
bool kernel_screen_next(kernel_screen *screen, kernel_input *input);

/// Looks for another screen, or another mode of it.
void kernel_screen_wish(kernel_screen *screen, const kernel_wish *wish);
/// The mode; false while there is no screen to show anything on, with the reason.
bool kernel_screen_mode(const kernel_screen *screen, kernel_mode *mode, char *reason);
/// Rows of the mode's width without gaps, which hold the last picture. Null while there is no screen.
uint32_t *_Nullable kernel_screen_pixels(kernel_screen *screen);
/// Shows the pixels, which differ from the picture before in `rects`. False: it is not seen, and no news will come.
bool kernel_screen_show(kernel_screen *screen, const kernel_rect *_Nullable rects, size_t count);
/// Milliseconds that a frame may take to be seen.
enum { KERNEL_LONGEST_FLIP = 1000 };
/// Shows the last frame by setting the mode when it has not been seen for that long: the card has forgotten it.
void kernel_screen_give_up(kernel_screen *screen);
/// News of the last frame will come.
bool kernel_screen_is_awaited(const kernel_screen *screen);
/// CLOCK_MONOTONIC, nanoseconds: since when the last frame is seen.
uint64_t kernel_screen_seen(const kernel_screen *screen);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
