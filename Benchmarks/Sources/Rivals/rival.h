// What the two libraries' sides share.
#pragma once
#include "Rivals.h"
#include <cairo.h>
#include <pixman.h>

enum { CARD_RADIUS = 20, CARD_BORDER = 5, CARD_SIGMA = 5, CARD_DROP = 5, MOVER = 100, SMALL_RADIUS = 6, GROW_SIGMA = 20 };
#define PAPER 0xfff2f2f7u
#define BORDER_COLOR 0xff303040u
#define MOVER_COLOR 0x80000080u
#define SHADOW_ALPHA 0x80
#define GROW_COLOR 0xff3060c0u

/// An alpha bitmap; rows of `stride` bytes, a multiple of four.
typedef struct {
    int32_t width, height, stride;
    uint8_t *data;
} Mask;

/// A quarter: the upper left corner of a rounded square, `side` by `side` pixels; of the border only, when `border` > 0.
Mask corner_mask(int32_t side, int32_t radius, int32_t border);
/// The upper left corner of the shadow of a rounded square, from 3σ outside of it to 3σ beyond the rounding.
Mask shadow_mask(int32_t radius, double sigma);
/// A part of a mask, turned over where asked.
Mask mask_part(const Mask *from, int32_t x, int32_t y, int32_t width, int32_t height, int flip_x, int flip_y);
void mask_free(Mask *mask);

/// Nine slices of a shadow or a rounded rectangle: corners (top left, top right, bottom left, bottom right), and edges one
/// pixel long (top, bottom, left, right). The middle is full.
typedef struct {
    int32_t reach, side;
    Mask corners[4], edges[4];
} Slices;

Slices slices_of(Mask corner, int32_t reach);
void slices_free(Slices *slices);

typedef struct Pixman Pixman;
typedef struct Cairo Cairo;

struct Rival {
    RivalLibrary library;
    RivalScene scene;
    int32_t width, height, count;
    const RivalRect *rects;
    const uint32_t *picture;
    uint32_t *pixels;
    Slices shadow, round, ring;
    /// The picture's halving.
    uint32_t *half;
    Pixman *pixman;
    Cairo *cairo;
};

void pixman_open(Rival *r);
void pixman_close(Rival *r);
void pixman_frame(Rival *r, int32_t frame);
void cairo_open(Rival *r);
void cairo_close(Rival *r);
void cairo_frame(Rival *r, int32_t frame);
