// The benchmark's scenes as a good C program would draw them with pixman or cairo alone: what our frames are divided by.
#pragma once
#include <stdint.h>

/// A rectangle in whole pixels and its premultiplied argb colour.
typedef struct {
    int32_t x, y, width, height;
    uint32_t color;
} RivalRect;

typedef enum {
    RIVAL_CARDS,
    RIVAL_MOVER,
    RIVAL_ALL_MOVE,
    RIVAL_SHADOW,
    RIVAL_LINEAR,
    RIVAL_NEAREST,
    RIVAL_TRILINEAR,
    RIVAL_TURNED,
    RIVAL_GROUPS,
} RivalScene;

typedef enum {
    /// pixman, painting from the back to the front.
    RIVAL_PIXMAN,
    /// The same, where what opaque rectangles in front hide is not painted. Cards only.
    RIVAL_PIXMAN_OCCLUDED,
    RIVAL_CAIRO,
} RivalLibrary;

typedef struct Rival Rival;

/// A scene ready to be drawn, `width` by `height`. The rectangles are the scene's things, from the back to the front: cards;
/// things beneath the mover; things that move, by (1, 0) a frame; groups' members, ten for each group. `picture` is
/// 2·width by 2·height opaque pixels, for images. Both must live as long as the rival. NULL: the library lacks a way.
Rival *_Nullable rival_make(
    RivalLibrary library, RivalScene scene, int32_t width, int32_t height, const RivalRect *_Nullable rects,
    int32_t count, const uint32_t *_Nullable picture);
void rival_free(Rival *_Nonnull rival);

/// Draws frame number `frame`, 0….
void rival_frame(Rival *_Nonnull rival, int32_t frame);

/// The pixels, width · height.
const uint32_t *_Nonnull rival_pixels(const Rival *_Nonnull rival);

/// Where the mover is in a frame.
int32_t rival_mover_x(int32_t frame);
int32_t rival_mover_y(int32_t frame);
/// How wide the growing rectangle is; it is 200 less high, 600 by 400 at first, with its middle in the canvas'.
int32_t rival_shadow_width(int32_t frame);
