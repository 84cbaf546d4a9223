// Pages of vectors as PDF or SVG, by cairo, which is loaded when the first page is begun: a daemon that writes none has nothing of
// it in memory.
//
// Coordinates are the page's units, y downward. Every call after a failure does nothing; `scrim_page_finish` tells it. A page
// belongs to one thread at a time.
#ifndef SCRIM_PAGE_WRITER_H
#define SCRIM_PAGE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct scrim_page scrim_page;

enum scrim_page_format { SCRIM_PAGE_PDF = 0, SCRIM_PAGE_SVG = 1 };

/// Why there is no page, or no file.
enum scrim_page_status {
    SCRIM_PAGE_OK = 0,
    /// There is no cairo on this machine, or one without the functions that are needed.
    SCRIM_PAGE_NO_LIBRARY = 1,
    SCRIM_PAGE_NO_MEMORY = 2,
    /// The file would have more bytes than allowed.
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

/// A glyph of an outline that is known by `number`, a text's, so that a reader can select it.
typedef struct scrim_page_glyph {
    uint32_t number;
    double x, y;
} scrim_page_glyph;

/// Begins a page of `width` × `height` points, on which a point has `scale` units. Null when that fails; `status` says why.
/// At most `most` bytes are written.
scrim_page *_Nullable scrim_page_open(
    enum scrim_page_format format, double width, double height, double scale, size_t most,
    enum scrim_page_status *status);

/// Ends the page and its file. `bytes` are the page's, until it is freed.
enum scrim_page_status scrim_page_finish(
    scrim_page *page, const uint8_t *_Nullable *_Nonnull bytes, size_t *count);

void scrim_page_free(scrim_page *page);

/// What follows is on a page of its own, of the same format; of SVG there is one.
void scrim_page_next(scrim_page *page, double width, double height);

void scrim_page_save(scrim_page *page);
void scrim_page_restore(scrim_page *page);

/// The path that is clipped to, filled or stroked next. `commands` are move 0, line 1, quad 2, cubic 3, close 4, each with its
/// points (1, 1, 2, 3, 0) in `points`, x before y.
void scrim_page_path(
    scrim_page *page, const uint8_t *_Nullable commands, size_t count, const double *_Nullable points,
    scrim_page_map map);
void scrim_page_clip(scrim_page *page, bool is_even_odd);

/// The paint of what follows: straight colours, 0…1.
void scrim_page_color(scrim_page *page, double red, double green, double blue, double alpha);
/// Between two points, or two circles when `is_radial`: `ends` are x, y, radius of both.
void scrim_page_gradient(
    scrim_page *page, bool is_radial, const double *ends, scrim_page_map map, const scrim_page_stop *_Nullable stops,
    size_t count);

void scrim_page_fill(scrim_page *page, bool is_even_odd);
/// `cap`: butt 0, round 1, square 2; `join`: miter 0, round 1, bevel 2. Lengths are of the space that `map` takes to the page.
void scrim_page_stroke(
    scrim_page *page, scrim_page_map map, double width, int cap, int join, double miter_limit,
    const double *_Nullable dashes, size_t count, double phase);

/// Premultiplied words 0xAARRGGBB, or 0x··RRGGBB when `is_opaque`, which stay as they are until the page is finished. `map` takes
/// pixels to the page. The same pixels again are written once.
void scrim_page_image(
    scrim_page *page, const void *pixels, int width, int height, int stride, bool is_opaque, scrim_page_map map,
    double alpha, bool is_smooth);

/// What follows is one picture until `scrim_page_end_group`, which places it.
void scrim_page_begin_group(scrim_page *page);
/// The group's picture is complete; what follows is its mask.
void scrim_page_begin_mask(scrim_page *page);
/// `blend`: 0 for none, else the number of a mode from multiply 1 to luminosity 15 in the order of the W3C's compositing.
void scrim_page_end_group(scrim_page *page, double alpha, int blend, bool is_masked);

/// Makes an outline known, in ems with y downward; false when it is already. `text`: the characters that it stands for, UTF-8.
void scrim_page_define_glyph(
    scrim_page *page, uint32_t number, const uint8_t *_Nullable commands, size_t count,
    const double *_Nullable points, const char *_Nullable text, size_t length);
bool scrim_page_knows_glyph(const scrim_page *page, uint32_t number);
/// Glyphs whose em is `em` units of the space that `map` takes to the page, in the paint in force.
void scrim_page_glyphs(
    scrim_page *page, const scrim_page_glyph *_Nullable glyphs, size_t count, double em, scrim_page_map map);

#pragma clang assume_nonnull end

#endif
