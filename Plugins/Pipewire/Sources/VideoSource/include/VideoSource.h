/// A video source in PipeWire's graph: a connection, a node with one port, and the memory of its buffers.
///
/// Written in C, because it uses macros, inline functions and structures that are not available in Swift. Not thread-safe;
/// does not block.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef struct video_source video_source;

/// Maximum bytes of an error text, including the terminating null.
enum { VIDEO_FAULT_LENGTH = 256 };

/// What consumers can choose from.
typedef struct video_source_offer {
    /// In pixels.
    uint32_t width, height;
    /// Maximum frames per 1000 seconds.
    uint32_t rate;
    /// Offers BGRA, premultiplied, in addition to BGRx.
    bool hasAlpha;
    /// Consumers may request another size.
    bool resizes;
} video_source_offer;

/// The format that consumers have chosen; zero for none.
typedef struct video_source_format {
    uint32_t width, height;
    /// Maximum frames per 1000 seconds; 0: unlimited.
    uint32_t rate;
    bool hasAlpha;
} video_source_format;

typedef struct video_source_buffer {
    void *_Nullable pixels;
    uint32_t width, height, stride;
    /// Number of frames since its picture was shown; 0: undefined.
    uint32_t age;
    /// Never reused.
    uint64_t id;
} video_source_buffer;

typedef struct video_source_rect {
    int32_t x0, y0, x1, y1;
} video_source_rect;

/// Events of `video_source_dispatch`.
enum {
    /// Frames are now accepted, or no longer.
    VIDEO_NEWS_STATE = 1,
    /// The format has changed.
    VIDEO_NEWS_FORMAT = 2,
    /// The graph has processed the last frame.
    VIDEO_NEWS_DONE = 4,
    /// A further consumer has started, and needs a picture.
    VIDEO_NEWS_JOINED = 8,
    /// The connection is lost; `video_source_fault` returns the reason. It has to be closed.
    VIDEO_NEWS_LOST = 16,
};

/// Connects to the PipeWire instance with a name; empty: the default one. Returns null with an error text on failure.
video_source *_Nullable video_source_open(const char *remote, char *fault);
void video_source_close(video_source *_Nullable source);

/// Readable when there is something to dispatch.
int video_source_descriptor(const video_source *source);
/// Handles pending events. Returns the VIDEO_NEWS bits.
uint32_t video_source_dispatch(video_source *source);
const char *video_source_fault(const video_source *source);

/// Creates the node, or renames it and changes its offer. Negative: -errno.
int video_source_make(video_source *source, const video_source_offer *offer, const char *name, const char *title);
/// PipeWire's number of the node; UINT32_MAX while it has none.
uint32_t video_source_node(const video_source *source);
/// True when frames are accepted.
bool video_source_is_running(const video_source *source);
/// Number of consumers that have received frames and are still connected, though perhaps paused.
int video_source_consumers(const video_source *source);
video_source_format video_source_chosen(const video_source *source);

/// Takes a buffer to paint on. Returns false when consumers have all of them. Its memory is valid until the next call
/// of this function.
bool video_source_take(video_source *source, video_source_buffer *buffer);
/// Shows the taken buffer, which differs from the previous one in `rects`. `time`: CLOCK_MONOTONIC, nanoseconds.
/// Returns true when an event for its end will come.
bool video_source_show(video_source *source, uint64_t time, const video_source_rect *_Nullable rects, size_t count);
/// Shows the last picture again.
void video_source_repeat(video_source *source, uint64_t time);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
