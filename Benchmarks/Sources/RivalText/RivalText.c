#include "RivalText.h"

#include <pango/pangocairo.h>
#include <stdlib.h>

struct RivalText {
    cairo_surface_t *surface;
    cairo_t *cairo;
    PangoLayout *layout;
};

RivalText *rival_text_make(int32_t width, int32_t height, const char *font, const char *text) {
    RivalText *rival = malloc(sizeof *rival);
    rival->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    rival->cairo = cairo_create(rival->surface);
    rival->layout = pango_cairo_create_layout(rival->cairo);
    PangoFontDescription *description = pango_font_description_from_string(font);
    pango_font_description_set_absolute_size(description, 16 * PANGO_SCALE);
    pango_layout_set_font_description(rival->layout, description);
    pango_font_description_free(description);
    rival_text_set(rival, text);
    return rival;
}

void rival_text_free(RivalText *rival) {
    g_object_unref(rival->layout);
    cairo_destroy(rival->cairo);
    cairo_surface_destroy(rival->surface);
    free(rival);
}

void rival_text_set(RivalText *rival, const char *text) { pango_layout_set_text(rival->layout, text, -1); }

void rival_text_frame(RivalText *rival) {
    cairo_set_source_rgb(rival->cairo, 1, 1, 1);
    cairo_paint(rival->cairo);
    cairo_set_source_rgb(rival->cairo, 0, 0, 0);
    cairo_move_to(rival->cairo, 0, 0);
    pango_cairo_show_layout(rival->cairo, rival->layout);
    cairo_surface_flush(rival->surface);
}
