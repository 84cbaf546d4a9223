// The interface "scrim.decoder/1": decodes picture files to pixels.
//
// Decoders are called in a process of their own, which is confined before it sees the first file: no files can be
// opened or written, no processes created, and memory is limited. A decoder that crashes or hangs affects one picture.
#pragma once

#include <scrim/host.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#define SCRIM_DECODER_INTERFACE "scrim.decoder/1"

/// Maximum number of bytes of a file passed to probe.
enum { SCRIM_PROBE_BYTES = 4096 };

enum {
    /// The picture is a vector picture: it can be decoded at any size.
    SCRIM_PICTURE_IS_VECTOR = 1u << 0,
};

typedef struct scrim_picture {
    uint32_t size;
    uint32_t flags;
    /// In pixels as shown, turned upright; for a vector picture, the natural size in points, rounded up.
    uint32_t width, height;
    /// At least 1.
    uint32_t frame_count;
    /// Number of repetitions; 0: for ever.
    uint32_t loop_count;
} scrim_picture;

/// A request to decode a frame, and its destination.
typedef struct scrim_decode {
    uint32_t size;
    /// 0 … frame_count − 1, in any order; in ascending order, each costs only its own decoding.
    uint32_t frame;
    /// The picture's size; for a vector picture, any.
    uint32_t width, height;
    /// Bytes per row: a multiple of 4, at least 4·width.
    uint32_t stride;
    uint32_t reserved;
    /// Rows of words 0xAARRGGBB, premultiplied, sRGB. Zero before the call.
    void *argb;
} scrim_decode;

/// The struct behind `scrim_kind.table`; the kind has no properties. A failed call logs the reason (`scrim_host.log`,
/// level error) and returns SCRIM_FAILED; the user sees that line. All functions but prepare, close and duration are
/// required.
typedef struct scrim_decoder {
    uint32_t size;
    uint32_t flags;
    /// Loads files that the decoder needs. [MAIN; once, before the process is confined]
    void (*_Nullable prepare)(const scrim_host *host, void *_Nullable context);
    /// Returns 1 when the decoder can read a file that begins with these bytes. [MAIN]
    uint8_t (*_Nullable probe)(void *_Nullable context, const uint8_t *_Nullable bytes, uint64_t length);
    /// Opens a file, whose bytes stay readable until close. [MAIN; when probe returned 1]
    scrim_status (*_Nullable open)(
        const scrim_host *host, void *_Nullable context, const uint8_t *_Nullable bytes, uint64_t length,
        void *_Nullable *_Nonnull instance);
    /// Closes the file. [MAIN; last call for the instance]
    void (*_Nullable close)(void *_Nullable instance);
    /// Fills `picture`, whose `size` the host has set; the same at every call. Must not allocate memory for pixels: the
    /// host checks the size first. [MAIN; after open]
    scrim_status (*_Nullable info)(void *_Nullable instance, const scrim_host *host, scrim_picture *picture);
    /// The duration of a frame, in seconds. Null: there is one frame. [MAIN; after info]
    scrim_status (*_Nullable duration)(
        void *_Nullable instance, const scrim_host *host, uint32_t frame, double *seconds);
    /// Decodes a frame. [MAIN; after info]
    scrim_status (*_Nullable decode)(void *_Nullable instance, const scrim_host *host, const scrim_decode *request);
} scrim_decoder;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
