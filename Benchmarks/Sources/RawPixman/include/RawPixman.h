// pixman as a C program would call it: what the benchmark's figures are divided by.
#pragma once
#include <stdint.h>

/// A bitmap of premultiplied argb, and an alpha mask of the same size, a disc.
typedef struct RawScene RawScene;

RawScene *_Nonnull raw_scene(int32_t width, int32_t height);
void raw_free(RawScene *_Nonnull scene);

/// pixman_fill of a rectangle.
void raw_fill(RawScene *_Nonnull scene, int32_t x, int32_t y, int32_t width, int32_t height);
/// A translucent colour OVER a rectangle.
void raw_over(RawScene *_Nonnull scene, int32_t x, int32_t y, int32_t width, int32_t height);
/// A colour through the upper left part of the mask, OVER: what drawing a prepared mask costs.
void raw_masked(RawScene *_Nonnull scene, int32_t x, int32_t y, int32_t width, int32_t height);
