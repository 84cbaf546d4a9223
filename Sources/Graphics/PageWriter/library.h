// cairo's functions, resolved at run time.
#ifndef SCRIM_PAGE_LIBRARY_H
#define SCRIM_PAGE_LIBRARY_H

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>
#include <stdbool.h>

#define SCRIM_CAIRO(X)                                                                                              \
    X(cairo_create)                                                                                                 \
    X(cairo_destroy)                                                                                                \
    X(cairo_status)                                                                                                 \
    X(cairo_surface_destroy)                                                                                        \
    X(cairo_surface_finish)                                                                                         \
    X(cairo_surface_status)                                                                                         \
    X(cairo_surface_show_page)                                                                                      \
    X(cairo_surface_set_fallback_resolution)                                                                        \
    X(cairo_pdf_surface_create_for_stream)                                                                          \
    X(cairo_pdf_surface_set_size)                                                                                   \
    X(cairo_pdf_surface_set_metadata)                                                                               \
    X(cairo_svg_surface_set_document_unit)                                                                          \
    X(cairo_svg_surface_create_for_stream)                                                                          \
    X(cairo_image_surface_create_for_data)                                                                          \
    X(cairo_save)                                                                                                   \
    X(cairo_restore)                                                                                                \
    X(cairo_scale)                                                                                                  \
    X(cairo_transform)                                                                                              \
    X(cairo_new_path)                                                                                               \
    X(cairo_move_to)                                                                                                \
    X(cairo_line_to)                                                                                                \
    X(cairo_curve_to)                                                                                               \
    X(cairo_close_path)                                                                                             \
    X(cairo_clip)                                                                                                   \
    X(cairo_fill)                                                                                                   \
    X(cairo_stroke)                                                                                                 \
    X(cairo_paint)                                                                                                  \
    X(cairo_paint_with_alpha)                                                                                       \
    X(cairo_mask)                                                                                                   \
    X(cairo_set_fill_rule)                                                                                          \
    X(cairo_set_operator)                                                                                           \
    X(cairo_set_source)                                                                                             \
    X(cairo_set_source_rgba)                                                                                        \
    X(cairo_set_line_width)                                                                                         \
    X(cairo_set_line_cap)                                                                                           \
    X(cairo_set_line_join)                                                                                          \
    X(cairo_set_miter_limit)                                                                                        \
    X(cairo_set_dash)                                                                                               \
    X(cairo_push_group)                                                                                             \
    X(cairo_pop_group)                                                                                              \
    X(cairo_pattern_destroy)                                                                                        \
    X(cairo_pattern_create_linear)                                                                                  \
    X(cairo_pattern_create_radial)                                                                                  \
    X(cairo_pattern_create_for_surface)                                                                             \
    X(cairo_pattern_add_color_stop_rgba)                                                                            \
    X(cairo_pattern_set_extend)                                                                                     \
    X(cairo_pattern_set_filter)                                                                                     \
    X(cairo_pattern_set_matrix)                                                                                     \
    X(cairo_matrix_invert)                                                                                          \
    X(cairo_user_font_face_create)                                                                                  \
    X(cairo_user_font_face_set_init_func)                                                                           \
    X(cairo_user_font_face_set_render_glyph_func)                                                                   \
    X(cairo_font_face_set_user_data)                                                                                \
    X(cairo_font_face_get_user_data)                                                                                \
    X(cairo_font_face_destroy)                                                                                      \
    X(cairo_scaled_font_get_font_face)                                                                              \
    X(cairo_set_font_face)                                                                                          \
    X(cairo_set_font_matrix)                                                                                        \
    X(cairo_show_glyphs)                                                                                            \
    X(cairo_show_text_glyphs)

typedef struct {
#define X(name) __typeof__(&name) name;
    SCRIM_CAIRO(X)
#undef X
} scrim_cairo;

/// The functions; null when the library is missing. Thread-safe.
const scrim_cairo *scrim_cairo_load(void);

#endif
