// The interface "scrim.output/1": the destination of frames.
#pragma once

#include <scrim/host.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#define SCRIM_OUTPUT_INTERFACE "scrim.output/1"

typedef struct scrim_mode {
    uint32_t size;
    /// In pixels, 1…32000 each.
    uint32_t width, height;
    /// Frames per 1000 seconds.
    uint32_t refresh;
    uint64_t object;
    /// Pixels per point.
    double scale;
} scrim_mode;

/// 32-bit words 0xAARRGGBB, premultiplied.
enum { SCRIM_ARGB = 0 };

/// Memory for one frame. It stays valid until the buffer is acquired again, or configure or destroy.
typedef struct scrim_buffer {
    uint32_t size;
    uint32_t format;
    uint32_t width, height;
    /// Bytes per row: a multiple of 4, at least 4·width.
    uint32_t stride;
    /// 0: the contents are undefined. N: the contents of the frame presented N frames ago.
    uint32_t age;
    /// A file descriptor of the same memory for clients, owned by the plugin; -1: none. `offset` is the offset of the
    /// pixels in it.
    int32_t descriptor;
    uint32_t reserved;
    uint64_t offset;
    /// An identifier chosen by the plugin.
    uint64_t id;
    void *_Nullable argb;
} scrim_buffer;

typedef struct scrim_frame {
    uint32_t size;
    uint32_t damage_count;
    /// `scrim_buffer.id` of the presented buffer.
    uint64_t buffer;
    /// Counts up by one for each frame of the output.
    uint64_t number;
    /// The time at which the frame should be visible: CLOCK_MONOTONIC, nanoseconds.
    uint64_t time;
    /// The difference from the previous frame; disjoint, inside the buffer.
    const scrim_pixels *_Nullable damage;
} scrim_frame;

/// Regions of an output's picture, in its pixels; rectangles are disjoint.
typedef struct scrim_shape {
    uint32_t size;
    /// 1: a present with this shape follows at once; 0: none follows.
    uint32_t presents;
    /// The area in which nothing behind the output is visible.
    const scrim_pixels *_Nullable opaque;
    uint64_t opaque_count;
    /// The area in which layers accept input.
    const scrim_pixels *_Nullable input;
    uint64_t input_count;
} scrim_shape;

typedef uint32_t scrim_purpose;
enum {
    /// No text field.
    SCRIM_PURPOSE_NONE = 0,
    SCRIM_PURPOSE_TEXT = 1,
    /// The text is hidden, and must not be recorded.
    SCRIM_PURPOSE_PASSWORD = 2
};

/// The text field that receives the keys.
typedef struct scrim_text_input {
    uint32_t size;
    scrim_purpose purpose;
    /// Its rectangle, in points of the output.
    scrim_rect place;
} scrim_text_input;

/// Bits of `scrim_output.flags`.
enum {
    /// The presented picture stays visible, and the buffers and their ages stay valid, after a configure that changes
    /// only properties, not size, scale or refresh: no frame is composed for it. Since 1.1.
    SCRIM_OUTPUT_KEEPS = 1
};

/// The struct behind `scrim_kind.table`. The order of calls: create, then configure, (acquire, present)*, again from
/// configure when size, scale, refresh or a property changes, then destroy. The first five functions are required.
typedef struct scrim_output {
    uint32_t size;
    uint32_t flags;
    /// As in scrim_layer. [MAIN]
    scrim_status (*_Nullable create)(
        const scrim_host *host, void *_Nullable context, uint64_t object, void *_Nullable *_Nonnull instance);
    /// Destroys the output. [MAIN; last call for the instance]
    void (*_Nullable destroy)(void *_Nullable instance);
    /// Sets the mode. A status other than SCRIM_OK keeps the previous one. [MAIN; not between acquire and present]
    scrim_status (*_Nullable configure)(void *_Nullable instance, const scrim_host *host, const scrim_mode *mode);
    /// Fills `buffer`, whose `size` the host has set. SCRIM_NONE: none is available, which is not an error; the host
    /// tries again. [MAIN; after configure]
    scrim_status (*_Nullable acquire)(void *_Nullable instance, scrim_buffer *buffer);
    /// Shows the acquired buffer; the plugin calls scrim_host.presented for it. [MAIN; after acquire]
    scrim_status (*_Nullable present)(void *_Nullable instance, const scrim_host *host, const scrim_frame *frame);
    /// The descriptor passed to scrim_host.watch is readable. [MAIN; while one is watched]
    scrim_status (*_Nullable dispatch)(void *_Nullable instance, const scrim_host *host);
    /// The shape of the next frame, or of the last one when none follows; called when it changed, and after configure.
    /// [MAIN; after configure, not between acquire and present]
    scrim_status (*_Nullable shape)(void *_Nullable instance, const scrim_host *host, const scrim_shape *shape);
    /// The text field that receives the keys; called when it changes, initially SCRIM_PURPOSE_NONE. For input methods,
    /// and for keys that paste. [MAIN; after configure, not between acquire and present] Since 1.1.
    scrim_status (*_Nullable text_input)(
        void *_Nullable instance, const scrim_host *host, const scrim_text_input *input);
} scrim_output;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
