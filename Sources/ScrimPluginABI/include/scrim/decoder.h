// The interface "scrim.decoder/1": from a picture's file to pixels.
//
// Decoders are called in a process of their own, which is confined before it sees the first file: no files can be opened or
// written, no processes made, and memory is limited. A decoder that crashes or hangs fails one picture.
#pragma once

#include <scrim/host.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#define SCRIM_DECODER_INTERFACE "scrim.decoder/1"

/// How many bytes of a file probe is shown, at most.
enum { SCRIM_PROBE_BYTES = 4096 };

enum {
    /// The picture has no pixels of its own: it can be decoded at any size.
    SCRIM_PICTURE_IS_VECTOR = 1u << 0,
};

typedef struct scrim_picture {
    uint32_t size;
    uint32_t flags;
    /// In pixels as it is shown, turned upright; of a vector picture, the natural size in points, rounded up.
    uint32_t width, height;
    /// At least 1.
    uint32_t frame_count;
    /// How often the frames are played; 0: for ever.
    uint32_t loop_count;
} scrim_picture;

/// What is decoded, and where it goes.
typedef struct scrim_decode {
    uint32_t size;
    /// 0 … frame_count − 1, in any order; asked for in order, each costs no more than itself.
    uint32_t frame;
    /// The picture's; of a vector picture, any.
    uint32_t width, height;
    /// Bytes from row to row: a multiple of 4, at least 4·width.
    uint32_t stride;
    uint32_t reserved;
    /// Rows of words 0xAARRGGBB, premultiplied, sRGB. Zero before the call.
    void *argb;
} scrim_decode;

/// What `scrim_kind.table` points to; the kind has no properties. A call that fails logs why (`scrim_host.log`, level
/// error) and returns SCRIM_FAILED: that line is what the user is told. All but prepare, close and duration are required.
typedef struct scrim_decoder {
    uint32_t size;
    uint32_t flags;
    /// Loads what the decoder needs from files. [MAIN; once, before the process is confined]
    void (*_Nullable prepare)(const scrim_host *host, void *_Nullable context);
    /// 1 when a file that begins with these bytes is this decoder's to read. [MAIN]
    uint8_t (*_Nullable probe)(void *_Nullable context, const uint8_t *_Nullable bytes, uint64_t length);
    /// Takes up a file, whose bytes stay readable until close. [MAIN; when probe gave 1]
    scrim_status (*_Nullable open)(
        const scrim_host *host, void *_Nullable context, const uint8_t *_Nullable bytes, uint64_t length,
        void *_Nullable *_Nonnull instance);
    /// [MAIN; last call for the instance]
    void (*_Nullable close)(void *_Nullable instance);
    /// Fills `picture`, whose `size` the host has set. The same at every call. No memory for pixels is taken yet: the host
    /// holds the size to its limits first. [MAIN; after open]
    scrim_status (*_Nullable info)(void *_Nullable instance, const scrim_host *host, scrim_picture *picture);
    /// How long a frame is shown, in seconds. Null: there is one frame. [MAIN; after info]
    scrim_status (*_Nullable duration)(
        void *_Nullable instance, const scrim_host *host, uint32_t frame, double *seconds);
    /// [MAIN; after info]
    scrim_status (*_Nullable decode)(void *_Nullable instance, const scrim_host *host, const scrim_decode *request);
} scrim_decoder;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
