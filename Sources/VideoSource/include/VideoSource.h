/// A source of video in PipeWire's graph: a connection, a node with one port, and the memory of its buffers.
///
/// C, as what it takes are macros, inline functions and structures that Swift does not see. All on one thread; nothing here waits.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef struct video_source video_source;

/// Bytes that the text of a fault has at most, its end included.
enum { VIDEO_FAULT_LENGTH = 256 };

/// What consumers may choose from.
typedef struct video_source_offer {
    /// In pixels.
    uint32_t width, height;
    /// Frames per 1000 seconds at most.
    uint32_t rate;
    /// Besides BGRx there is BGRA, premultiplied.
    bool hasAlpha;
    /// They may take another size.
    bool resizes;
} video_source_offer;

/// What they have chosen; zero while there is none.
typedef struct video_source_format {
    uint32_t width, height;
    /// Frames per 1000 seconds at most; 0: as many as there are.
    uint32_t rate;
    bool hasAlpha;
} video_source_format;

typedef struct video_source_buffer {
    void *_Nullable pixels;
    uint32_t width, height, stride;
    /// How many frames ago its picture was shown; 0: it is undefined.
    uint32_t age;
    /// Never used for another.
    uint64_t id;
} video_source_buffer;

typedef struct video_source_rect {
    int32_t x0, y0, x1, y1;
} video_source_rect;

/// News of `video_source_dispatch`.
enum {
    /// Frames are taken now, or no more.
    VIDEO_NEWS_STATE = 1,
    /// Another format holds, or none.
    VIDEO_NEWS_FORMAT = 2,
    /// The graph has run with the last frame.
    VIDEO_NEWS_DONE = 4,
    /// A further consumer begins, and has no picture.
    VIDEO_NEWS_JOINED = 8,
    /// The connection is of no use any more; `video_source_fault` says why. It is to be closed.
    VIDEO_NEWS_LOST = 16,
};

/// Connects to the PipeWire with a name, or to the usual one with an empty one. Null with the fault.
video_source *_Nullable video_source_open(const char *remote, char *fault);
void video_source_close(video_source *_Nullable source);

/// Can be read when there is something to dispatch.
int video_source_descriptor(const video_source *source);
/// Takes what has come, and says what is new in it.
uint32_t video_source_dispatch(video_source *source);
const char *video_source_fault(const video_source *source);

/// Makes the node, or renames it and offers others what it has. Below zero: -errno.
int video_source_make(video_source *source, const video_source_offer *offer, const char *name, const char *title);
/// PipeWire's number of the node; UINT32_MAX while it has none.
uint32_t video_source_node(const video_source *source);
/// Frames are taken.
bool video_source_is_running(const video_source *source);
/// How many have taken frames and go on to, though perhaps not at present.
int video_source_consumers(const video_source *source);
video_source_format video_source_chosen(const video_source *source);

/// A buffer to paint on. False when consumers have them all. Its memory stays there until the next call of this function.
bool video_source_take(video_source *source, video_source_buffer *buffer);
/// Shows the buffer that was taken, which differs from the one before in `rects`. `time`: CLOCK_MONOTONIC, nanoseconds. True when
/// news of its end will come.
bool video_source_show(video_source *source, uint64_t time, const video_source_rect *_Nullable rects, size_t count);
/// Shows the last picture once more.
void video_source_repeat(video_source *source, uint64_t time);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
