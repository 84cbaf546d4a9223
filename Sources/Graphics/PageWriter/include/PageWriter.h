// Writes pages of vectors as PDF or SVG with cairo, which is loaded when the first page is started: without pages it uses
// no memory.
//
// Coordinates are in the page's units, y downward. After a failure all calls have no effect; `scrim_page_finish` returns
// it. A page may be used by one thread at a time.
#ifndef SCRIM_PAGE_WRITER_H
#define SCRIM_PAGE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct scrim_page scrim_page;

enum scrim_page_format { SCRIM_PAGE_PDF = 0, SCRIM_PAGE_SVG = 1 };

/// The reason why there is no page or file.
enum scrim_page_status {
    SCRIM_PAGE_OK = 0,
    /// cairo is not installed, or lacks required functions.
    SCRIM_PAGE_NO_LIBRARY = 1,
    SCRIM_PAGE_NO_MEMORY = 2,
    /// The file would exceed the maximum size.
    SCRIM_PAGE_TOO_LARGE = 3,
    SCRIM_PAGE_FAILED = 4,
};

/// The first six numbers of an affine map: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
typedef struct scrim_page_map {
    double a, b, c, d, tx, ty;
} scrim_page_map;

typedef struct scrim_page_stop {
    double offset, red, green, blue, alpha;
} scrim_page_stop;

/// A glyph with the outline `number`, as part of a selectable text.
typedef struct scrim_page_glyph {
    uint32_t number;
    double x, y;
} scrim_page_glyph;

/// Starts a page of `width` × `height` points with `scale` units per point. Returns null on failure, with the reason in
/// `status`. Writes at most `most` bytes.
scrim_page *_Nullable scrim_page_open(
    enum scrim_page_format format, double width, double height, double scale, size_t most,
    enum scrim_page_status *status);

/// Ends the page and its file. `bytes` belong to the page and are valid until it is freed.
enum scrim_page_status scrim_page_finish(
    scrim_page *page, const uint8_t *_Nullable *_Nonnull bytes, size_t *count);

void scrim_page_free(scrim_page *page);

/// Starts another page of the same format; SVG has only one.
void scrim_page_next(scrim_page *page, double width, double height);

void scrim_page_save(scrim_page *page);
void scrim_page_restore(scrim_page *page);

/// Sets the path for the next clip, fill or stroke. `commands` are move 0, line 1, quad 2, cubic 3, close 4, with 1, 1,
/// 2, 3, 0 points each in `points`, x before y.
void scrim_page_path(
    scrim_page *page, const uint8_t *_Nullable commands, size_t count, const double *_Nullable points,
    scrim_page_map map);
void scrim_page_clip(scrim_page *page, bool is_even_odd);

/// Sets the paint: straight colors, 0…1.
void scrim_page_color(scrim_page *page, double red, double green, double blue, double alpha);
/// Gradient between two points, or two circles if `is_radial`: `ends` are x, y, radius of both.
void scrim_page_gradient(
    scrim_page *page, bool is_radial, const double *ends, scrim_page_map map, const scrim_page_stop *_Nullable stops,
    size_t count);

void scrim_page_fill(scrim_page *page, bool is_even_odd);
/// `cap`: butt 0, round 1, square 2; `join`: miter 0, round 1, bevel 2. Lengths are in the coordinates that `map` maps
/// to the page.
void scrim_page_stroke(
    scrim_page *page, scrim_page_map map, double width, int cap, int join, double miter_limit,
    const double *_Nullable dashes, size_t count, double phase);

/// Premultiplied words 0xAARRGGBB, or 0x··RRGGBB if `is_opaque`; they must remain unchanged until the page is finished.
/// `map` maps pixels to the page. The same pixels are written only once.
void scrim_page_image(
    scrim_page *page, const void *pixels, int width, int height, int stride, bool is_opaque, scrim_page_map map,
    double alpha, bool is_smooth);

/// Everything up to `scrim_page_end_group` forms a single picture.
void scrim_page_begin_group(scrim_page *page);
/// Ends the group's picture; everything following is its mask.
void scrim_page_begin_mask(scrim_page *page);
/// `blend`: 0 for none, otherwise the number of a mode from multiply 1 to luminosity 15, in the order of the W3C's
/// compositing.
void scrim_page_end_group(scrim_page *page, double alpha, int blend, bool is_masked);

/// Defines an outline in ems, with y downward; returns false when it is already defined. `text`: the characters that it
/// represents, UTF-8.
void scrim_page_define_glyph(
    scrim_page *page, uint32_t number, const uint8_t *_Nullable commands, size_t count,
    const double *_Nullable points, const char *_Nullable text, size_t length);
bool scrim_page_knows_glyph(const scrim_page *page, uint32_t number);
/// Draws glyphs with an em of `em` units in the coordinates that `map` maps to the page, with the current paint.
void scrim_page_glyphs(
    scrim_page *page, const scrim_page_glyph *_Nullable glyphs, size_t count, double em, scrim_page_map map);

#pragma clang assume_nonnull end

#endif
