#include <PageWriter.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

/// Limit of cairo's fixed-point numbers.
#define FARTHEST 4e6

typedef struct {
    uint32_t number;
    uint8_t *commands;
    double *points;
    size_t count;
    /// In ems.
    double right;
    char *text;
    int length;
} outline;

typedef struct {
    const void *pixels;
    int width, height, stride;
    bool is_opaque;
    cairo_surface_t *surface;
} picture;

struct scrim_page {
    const scrim_cairo *cairo;
    enum scrim_page_format format;
    cairo_surface_t *surface;
    cairo_t *context;
    double scale;
    uint8_t *bytes;
    size_t count, room, most;
    enum scrim_page_status status;
    picture *pictures;
    size_t picture_count, picture_room;
    /// Pictures of groups whose masks are open.
    cairo_pattern_t **groups;
    size_t group_count, group_room;
    outline *outlines;
    size_t outline_count, outline_room;
    /// Index of a number's outline, plus 1; open addressing.
    uint32_t *table;
    size_t table_size;
    cairo_font_face_t *font;
};

static const cairo_user_data_key_t owner_key;

static cairo_status_t take(void *closure, const unsigned char *data, unsigned int length) {
    scrim_page *page = closure;
    if (page->status != SCRIM_PAGE_OK) return CAIRO_STATUS_WRITE_ERROR;
    if (length > page->most - page->count) {
        page->status = SCRIM_PAGE_TOO_LARGE;
        return CAIRO_STATUS_WRITE_ERROR;
    }
    if (length > page->room - page->count) {
        size_t room = page->room * 2 + length;
        uint8_t *bytes = realloc(page->bytes, room);
        if (!bytes) {
            page->status = SCRIM_PAGE_NO_MEMORY;
            return CAIRO_STATUS_NO_MEMORY;
        }
        page->bytes = bytes;
        page->room = room;
    }
    memcpy(page->bytes + page->count, data, length);
    page->count += length;
    return CAIRO_STATUS_SUCCESS;
}

/// Makes room for one more; returns false when out of memory.
static bool grow(scrim_page *page, void **list, size_t *room, size_t count, size_t size) {
    if (count < *room) return true;
    size_t wanted = *room ? *room * 2 : 16;
    void *grown = realloc(*list, wanted * size);
    if (!grown) {
        page->status = SCRIM_PAGE_NO_MEMORY;
        return false;
    }
    *list = grown;
    *room = wanted;
    return true;
}

scrim_page *scrim_page_open(
    enum scrim_page_format format, double width, double height, double scale, size_t most,
    enum scrim_page_status *status) {
    const scrim_cairo *cairo = scrim_cairo_load();
    *status = SCRIM_PAGE_NO_LIBRARY;
    if (!cairo) return NULL;
    *status = SCRIM_PAGE_NO_MEMORY;
    scrim_page *page = calloc(1, sizeof *page);
    if (!page) return NULL;
    page->cairo = cairo;
    page->format = format;
    page->scale = scale;
    page->most = most;
    page->surface = format == SCRIM_PAGE_PDF ? cairo->cairo_pdf_surface_create_for_stream(take, page, width, height)
                                             : cairo->cairo_svg_surface_create_for_stream(take, page, width, height);
    if (format == SCRIM_PAGE_PDF) {
        // For reproducible files.
        cairo->cairo_pdf_surface_set_metadata(page->surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
        cairo->cairo_pdf_surface_set_metadata(page->surface, CAIRO_PDF_METADATA_CREATOR, "scrim");
    } else {
        // A point of the scene is a CSS pixel.
        cairo->cairo_svg_surface_set_document_unit(page->surface, CAIRO_SVG_UNIT_PX);
    }
    cairo->cairo_surface_set_fallback_resolution(page->surface, 72 * scale, 72 * scale);
    page->context = cairo->cairo_create(page->surface);
    cairo->cairo_scale(page->context, 1 / scale, 1 / scale);
    if (cairo->cairo_status(page->context) != CAIRO_STATUS_SUCCESS) {
        scrim_page_free(page);
        return NULL;
    }
    *status = SCRIM_PAGE_OK;
    return page;
}

enum scrim_page_status scrim_page_finish(scrim_page *page, const uint8_t **bytes, size_t *count) {
    const scrim_cairo *cairo = page->cairo;
    cairo_status_t drawn = cairo->cairo_status(page->context);
    cairo->cairo_destroy(page->context);
    page->context = NULL;
    // Also for an empty last page.
    if (page->format == SCRIM_PAGE_PDF) cairo->cairo_surface_show_page(page->surface);
    cairo->cairo_surface_finish(page->surface);
    cairo_status_t written = cairo->cairo_surface_status(page->surface);
    if (page->status == SCRIM_PAGE_OK && (drawn != CAIRO_STATUS_SUCCESS || written != CAIRO_STATUS_SUCCESS)) {
        bool is_short = drawn == CAIRO_STATUS_NO_MEMORY || written == CAIRO_STATUS_NO_MEMORY;
        page->status = is_short ? SCRIM_PAGE_NO_MEMORY : SCRIM_PAGE_FAILED;
    }
    *bytes = page->bytes;
    *count = page->count;
    return page->status;
}

void scrim_page_free(scrim_page *page) {
    const scrim_cairo *cairo = page->cairo;
    for (size_t at = 0; at < page->group_count; at++) cairo->cairo_pattern_destroy(page->groups[at]);
    free(page->groups);
    if (page->context) cairo->cairo_destroy(page->context);
    if (page->font) {
        // cairo may retain the font for a while.
        cairo->cairo_font_face_set_user_data(page->font, &owner_key, NULL, NULL);
        cairo->cairo_font_face_destroy(page->font);
    }
    cairo->cairo_surface_finish(page->surface);
    cairo->cairo_surface_destroy(page->surface);
    for (size_t at = 0; at < page->picture_count; at++) cairo->cairo_surface_destroy(page->pictures[at].surface);
    free(page->pictures);
    for (size_t at = 0; at < page->outline_count; at++) {
        free(page->outlines[at].commands);
        free(page->outlines[at].points);
        free(page->outlines[at].text);
    }
    free(page->outlines);
    free(page->table);
    free(page->bytes);
    free(page);
}

void scrim_page_next(scrim_page *page, double width, double height) {
    page->cairo->cairo_surface_show_page(page->surface);
    if (page->format == SCRIM_PAGE_PDF) page->cairo->cairo_pdf_surface_set_size(page->surface, width, height);
}

void scrim_page_save(scrim_page *page) { page->cairo->cairo_save(page->context); }
void scrim_page_restore(scrim_page *page) { page->cairo->cairo_restore(page->context); }

static double held(double value) {
    if (isnan(value)) return 0;
    return fmax(-FARTHEST, fmin(value, FARTHEST));
}

typedef struct {
    double x, y;
} point;

static point mapped(scrim_page_map map, const double *p) {
    point to = {held(map.a * p[0] + map.c * p[1] + map.tx), held(map.b * p[0] + map.d * p[1] + map.ty)};
    return to;
}

static void trace(
    const scrim_cairo *cairo, cairo_t *context, const uint8_t *commands, size_t count, const double *points,
    scrim_page_map map) {
    point now = {0, 0}, start = {0, 0};
    for (size_t at = 0; at < count; at++) {
        switch (commands[at]) {
        case 0:
            now = start = mapped(map, points);
            cairo->cairo_move_to(context, now.x, now.y);
            points += 2;
            break;
        case 1:
            now = mapped(map, points);
            cairo->cairo_line_to(context, now.x, now.y);
            points += 2;
            break;
        case 2: {
            point control = mapped(map, points), end = mapped(map, points + 2);
            cairo->cairo_curve_to(
                context, now.x + (control.x - now.x) * 2 / 3, now.y + (control.y - now.y) * 2 / 3,
                end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3, end.x, end.y);
            now = end;
            points += 4;
            break;
        }
        case 3: {
            point first = mapped(map, points), second = mapped(map, points + 2), end = mapped(map, points + 4);
            cairo->cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y);
            now = end;
            points += 6;
            break;
        }
        default:
            cairo->cairo_close_path(context);
            now = start;
        }
    }
}

void scrim_page_path(
    scrim_page *page, const uint8_t *commands, size_t count, const double *points, scrim_page_map map) {
    page->cairo->cairo_new_path(page->context);
    trace(page->cairo, page->context, commands, count, points, map);
}

static void set_rule(scrim_page *page, bool is_even_odd) {
    page->cairo->cairo_set_fill_rule(
        page->context, is_even_odd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
}

void scrim_page_clip(scrim_page *page, bool is_even_odd) {
    set_rule(page, is_even_odd);
    page->cairo->cairo_clip(page->context);
}

void scrim_page_color(scrim_page *page, double red, double green, double blue, double alpha) {
    page->cairo->cairo_set_source_rgba(page->context, red, green, blue, alpha);
}

/// Returns false for a map without an inverse.
static bool inverted(const scrim_cairo *cairo, scrim_page_map map, cairo_matrix_t *back) {
    back->xx = map.a;
    back->yx = map.b;
    back->xy = map.c;
    back->yy = map.d;
    back->x0 = map.tx;
    back->y0 = map.ty;
    return cairo->cairo_matrix_invert(back) == CAIRO_STATUS_SUCCESS;
}

void scrim_page_gradient(
    scrim_page *page, bool is_radial, const double *ends, scrim_page_map map, const scrim_page_stop *stops,
    size_t count) {
    const scrim_cairo *cairo = page->cairo;
    cairo_matrix_t back;
    if (!inverted(cairo, map, &back)) return cairo->cairo_set_source_rgba(page->context, 0, 0, 0, 0);
    cairo_pattern_t *pattern =
        is_radial ? cairo->cairo_pattern_create_radial(ends[0], ends[1], ends[2], ends[3], ends[4], ends[5])
                  : cairo->cairo_pattern_create_linear(ends[0], ends[1], ends[3], ends[4]);
    for (size_t at = 0; at < count; at++) {
        const scrim_page_stop *stop = &stops[at];
        cairo->cairo_pattern_add_color_stop_rgba(
            pattern, stop->offset, stop->red, stop->green, stop->blue, stop->alpha);
    }
    cairo->cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
    cairo->cairo_pattern_set_matrix(pattern, &back);
    cairo->cairo_set_source(page->context, pattern);
    cairo->cairo_pattern_destroy(pattern);
}

void scrim_page_fill(scrim_page *page, bool is_even_odd) {
    set_rule(page, is_even_odd);
    page->cairo->cairo_fill(page->context);
}

void scrim_page_stroke(
    scrim_page *page, scrim_page_map map, double width, int cap, int join, double miter_limit, const double *dashes,
    size_t count, double phase) {
    const scrim_cairo *cairo = page->cairo;
    cairo_matrix_t matrix = {map.a, map.b, map.c, map.d, map.tx, map.ty}, back;
    if (!inverted(cairo, map, &back)) return cairo->cairo_new_path(page->context);
    double whole = 0;
    for (size_t at = 0; at < count; at++) whole += dashes[at] >= 0 ? dashes[at] : NAN;
    bool is_dashed = count > 0 && whole > 0 && isfinite(whole) && isfinite(phase);
    cairo->cairo_save(page->context);
    cairo->cairo_transform(page->context, &matrix);
    cairo->cairo_set_line_width(page->context, width);
    cairo->cairo_set_line_cap(page->context, (cairo_line_cap_t)cap);
    cairo->cairo_set_line_join(page->context, (cairo_line_join_t)join);
    cairo->cairo_set_miter_limit(page->context, miter_limit);
    cairo->cairo_set_dash(page->context, dashes, is_dashed ? (int)count : 0, is_dashed ? phase : 0);
    cairo->cairo_stroke(page->context);
    cairo->cairo_restore(page->context);
}

static cairo_surface_t *known_picture(
    scrim_page *page, const void *pixels, int width, int height, int stride, bool is_opaque) {
    for (size_t at = page->picture_count; at-- > 0;) {
        picture *known = &page->pictures[at];
        if (known->pixels == pixels && known->width == width && known->height == height && known->stride == stride
            && known->is_opaque == is_opaque) {
            return known->surface;
        }
    }
    if (!grow(page, (void **)&page->pictures, &page->picture_room, page->picture_count, sizeof *page->pictures)) {
        return NULL;
    }
    cairo_surface_t *surface = page->cairo->cairo_image_surface_create_for_data(
        (unsigned char *)pixels, is_opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height, stride);
    page->pictures[page->picture_count++] = (picture){pixels, width, height, stride, is_opaque, surface};
    return surface;
}

void scrim_page_image(
    scrim_page *page, const void *pixels, int width, int height, int stride, bool is_opaque, scrim_page_map map,
    double alpha, bool is_smooth) {
    const scrim_cairo *cairo = page->cairo;
    cairo_matrix_t back;
    if (!inverted(cairo, map, &back)) return;
    cairo_surface_t *surface = known_picture(page, pixels, width, height, stride, is_opaque);
    if (!surface) return;
    cairo_pattern_t *pattern = cairo->cairo_pattern_create_for_surface(surface);
    cairo->cairo_pattern_set_matrix(pattern, &back);
    cairo->cairo_pattern_set_filter(pattern, is_smooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
    cairo->cairo_set_source(page->context, pattern);
    cairo->cairo_pattern_destroy(pattern);
    if (alpha < 1) {
        cairo->cairo_paint_with_alpha(page->context, alpha);
    } else {
        cairo->cairo_paint(page->context);
    }
}

void scrim_page_begin_group(scrim_page *page) {
    page->cairo->cairo_save(page->context);
    page->cairo->cairo_push_group(page->context);
}

void scrim_page_begin_mask(scrim_page *page) {
    cairo_pattern_t *group = page->cairo->cairo_pop_group(page->context);
    if (!grow(page, (void **)&page->groups, &page->group_room, page->group_count, sizeof *page->groups)) {
        page->cairo->cairo_pattern_destroy(group);
    } else {
        page->groups[page->group_count++] = group;
    }
    page->cairo->cairo_push_group(page->context);
}

static cairo_operator_t operator_of(int blend) {
    switch (blend) {
    case 1: return CAIRO_OPERATOR_MULTIPLY;
    case 2: return CAIRO_OPERATOR_SCREEN;
    case 3: return CAIRO_OPERATOR_OVERLAY;
    case 4: return CAIRO_OPERATOR_DARKEN;
    case 5: return CAIRO_OPERATOR_LIGHTEN;
    case 6: return CAIRO_OPERATOR_COLOR_DODGE;
    case 7: return CAIRO_OPERATOR_COLOR_BURN;
    case 8: return CAIRO_OPERATOR_HARD_LIGHT;
    case 9: return CAIRO_OPERATOR_SOFT_LIGHT;
    case 10: return CAIRO_OPERATOR_DIFFERENCE;
    case 11: return CAIRO_OPERATOR_EXCLUSION;
    case 12: return CAIRO_OPERATOR_HSL_HUE;
    case 13: return CAIRO_OPERATOR_HSL_SATURATION;
    case 14: return CAIRO_OPERATOR_HSL_COLOR;
    case 15: return CAIRO_OPERATOR_HSL_LUMINOSITY;
    default: return CAIRO_OPERATOR_OVER;
    }
}

void scrim_page_end_group(scrim_page *page, double alpha, int blend, bool is_masked) {
    const scrim_cairo *cairo = page->cairo;
    cairo_pattern_t *top = cairo->cairo_pop_group(page->context);
    if (is_masked) {
        cairo_pattern_t *group = page->group_count ? page->groups[--page->group_count] : NULL;
        if (alpha < 1 || blend) cairo->cairo_push_group(page->context);
        if (group) {
            cairo->cairo_set_source(page->context, group);
            cairo->cairo_mask(page->context, top);
            cairo->cairo_pattern_destroy(group);
        }
        cairo->cairo_pattern_destroy(top);
        top = alpha < 1 || blend ? cairo->cairo_pop_group(page->context) : NULL;
    }
    if (top) {
        cairo->cairo_set_operator(page->context, operator_of(blend));
        cairo->cairo_set_source(page->context, top);
        if (alpha < 1) {
            cairo->cairo_paint_with_alpha(page->context, alpha);
        } else {
            cairo->cairo_paint(page->context);
        }
        cairo->cairo_pattern_destroy(top);
    }
    cairo->cairo_restore(page->context);
}

// MARK: Glyphs

static size_t slot_of(const scrim_page *page, uint32_t number) {
    size_t at = number * (size_t)2654435761u & (page->table_size - 1);
    while (page->table[at] && page->outlines[page->table[at] - 1].number != number) at = (at + 1) & (page->table_size - 1);
    return at;
}

/// The index of an outline; -1 for an unknown number.
static long index_of(const scrim_page *page, uint32_t number) {
    return page->table_size ? (long)page->table[slot_of(page, number)] - 1 : -1;
}

bool scrim_page_knows_glyph(const scrim_page *page, uint32_t number) { return index_of(page, number) >= 0; }

static bool rehash(scrim_page *page) {
    if (page->outline_count * 2 < page->table_size) return true;
    size_t size = page->table_size ? page->table_size * 2 : 256;
    uint32_t *table = calloc(size, sizeof *table);
    if (!table) {
        page->status = SCRIM_PAGE_NO_MEMORY;
        return false;
    }
    free(page->table);
    page->table = table;
    page->table_size = size;
    for (size_t at = 0; at < page->outline_count; at++) {
        page->table[slot_of(page, page->outlines[at].number)] = (uint32_t)at + 1;
    }
    return true;
}

void scrim_page_define_glyph(
    scrim_page *page, uint32_t number, const uint8_t *commands, size_t count, const double *points, const char *text,
    size_t length) {
    if (!rehash(page) || scrim_page_knows_glyph(page, number)) return;
    if (!grow(page, (void **)&page->outlines, &page->outline_room, page->outline_count, sizeof *page->outlines)) return;
    size_t numbers = 0;
    for (size_t at = 0; at < count; at++) numbers += commands[at] == 4 ? 0 : commands[at] < 2 ? 2 : commands[at] * 2;
    outline *made = &page->outlines[page->outline_count];
    *made = (outline){.number = number, .count = count, .length = (int)length};
    made->commands = malloc(count + 1);
    made->points = malloc((numbers + 1) * sizeof *points);
    made->text = length ? malloc(length) : NULL;
    if (!made->commands || !made->points || (length && !made->text)) {
        free(made->commands);
        free(made->points);
        free(made->text);
        page->status = SCRIM_PAGE_NO_MEMORY;
        return;
    }
    if (count) memcpy(made->commands, commands, count);
    if (numbers) memcpy(made->points, points, numbers * sizeof *points);
    if (length) memcpy(made->text, text, length);
    for (size_t at = 0; at < numbers; at += 2) made->right = fmax(made->right, made->points[at]);
    page->outline_count++;
    page->table[slot_of(page, number)] = (uint32_t)page->outline_count;
}

static cairo_status_t begin_font(cairo_scaled_font_t *font, cairo_t *context, cairo_font_extents_t *extents) {
    (void)font;
    (void)context;
    *extents = (cairo_font_extents_t){.ascent = 1, .descent = 0.25, .height = 1.25, .max_x_advance = 1};
    return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t draw_glyph(
    cairo_scaled_font_t *font, unsigned long glyph, cairo_t *context, cairo_text_extents_t *extents) {
    const scrim_cairo *cairo = scrim_cairo_load();
    if (!cairo) return CAIRO_STATUS_USER_FONT_ERROR;
    scrim_page *page = cairo->cairo_font_face_get_user_data(cairo->cairo_scaled_font_get_font_face(font), &owner_key);
    if (!page || glyph >= page->outline_count) return CAIRO_STATUS_USER_FONT_ERROR;
    outline *shape = &page->outlines[glyph];
    scrim_page_map identity = {1, 0, 0, 1, 0, 0};
    trace(cairo, context, shape->commands, shape->count, shape->points, identity);
    cairo->cairo_fill(context);
    // Readers detect gaps between words by the ends of letters.
    extents->x_advance = shape->right;
    return CAIRO_STATUS_SUCCESS;
}

static bool open_font(scrim_page *page) {
    const scrim_cairo *cairo = page->cairo;
    if (page->font) return true;
    page->font = cairo->cairo_user_font_face_create();
    cairo->cairo_user_font_face_set_init_func(page->font, begin_font);
    cairo->cairo_user_font_face_set_render_glyph_func(page->font, draw_glyph);
    return cairo->cairo_font_face_set_user_data(page->font, &owner_key, page, NULL) == CAIRO_STATUS_SUCCESS;
}

void scrim_page_glyphs(
    scrim_page *page, const scrim_page_glyph *glyphs, size_t count, double em, scrim_page_map map) {
    const scrim_cairo *cairo = page->cairo;
    cairo_matrix_t matrix = {map.a, map.b, map.c, map.d, map.tx, map.ty}, back;
    if (!inverted(cairo, map, &back) || !(em > 0) || !count || !open_font(page)) return;
    cairo_glyph_t *placed = malloc(count * sizeof *placed);
    cairo_text_cluster_t *clusters = malloc(count * sizeof *clusters);
    size_t length = 0;
    bool has_text = false;
    if (placed && clusters) {
        for (size_t at = 0; at < count; at++) {
            long index = index_of(page, glyphs[at].number);
            placed[at] = (cairo_glyph_t){index < 0 ? 0 : (unsigned long)index, glyphs[at].x, glyphs[at].y};
            if (index >= 0 && page->outlines[index].length) has_text = true;
            if (index >= 0) length += (size_t)page->outlines[index].length;
        }
    }
    char *text = malloc(length + 1);
    if (!placed || !clusters || !text) {
        page->status = SCRIM_PAGE_NO_MEMORY;
    } else {
        char *end = text;
        for (size_t at = 0; has_text && at < count; at++) {
            outline *shape = &page->outlines[placed[at].index];
            memcpy(end, shape->text, (size_t)shape->length);
            end += shape->length;
            clusters[at] = (cairo_text_cluster_t){shape->length, 1};
        }
        cairo_matrix_t size = {em, 0, 0, em, 0, 0};
        cairo->cairo_save(page->context);
        cairo->cairo_transform(page->context, &matrix);
        cairo->cairo_set_font_face(page->context, page->font);
        cairo->cairo_set_font_matrix(page->context, &size);
        if (has_text) {
            cairo->cairo_show_text_glyphs(
                page->context, text, (int)length, placed, (int)count, clusters, (int)count, (cairo_text_cluster_flags_t)0);
        } else {
            cairo->cairo_show_glyphs(page->context, placed, (int)count);
        }
        cairo->cairo_restore(page->context);
    }
    free(placed);
    free(clusters);
    free(text);
}
