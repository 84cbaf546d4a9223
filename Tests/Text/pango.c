// Carets, selections and lines of a text as Pango itself has them, for Tests/Text/figures.
//
// pango FAMILY SIZE WIDTH TEXT: reads `caret BYTE`, `select FROM TO` (bytes) and `lines` from standard input, and prints a
// line of numbers for each: x, y, width, height of each rectangle. The font map is set up as the plugin Text does: outlines
// without hinting, unrounded positions, 72 dots per inch.
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>
#include <stdio.h>
#include <stdlib.h>

static void unhinted(FcPattern *pattern, gpointer data) {
    (void)data;
    const char *const names[] = {FC_HINTING, FC_AUTOHINT, FC_EMBEDDED_BITMAP};
    for (int at = 0; at < 3; at++) {
        FcPatternDel(pattern, names[at]);
        FcPatternAddBool(pattern, names[at], FcFalse);
    }
    FcPatternDel(pattern, FC_HINT_STYLE);
    FcPatternAddInteger(pattern, FC_HINT_STYLE, FC_HINT_NONE);
}

static double points(int units) { return (double)units / PANGO_SCALE; }

static void print(double x, double y, double width, double height) { printf("%.4f %.4f %.4f %.4f ", x, y, width, height); }

/// The parts of a line that lie between two bytes.
static void select_in_line(PangoLayoutLine *line, PangoRectangle box, int from, int to) {
    int *ranges, count;
    pango_layout_line_get_x_ranges(line, from, to, &ranges, &count);
    for (int at = 0; at < count; at++) {
        const int left = ranges[2 * at], right = ranges[2 * at + 1];
        if (right > left) print(points(left), points(box.y), points(right - left), points(box.height));
    }
    g_free(ranges);
}

static int line_number(PangoLayout *layout, PangoLayoutLine *line) {
    int number = 0;
    while (pango_layout_get_line_readonly(layout, number)->start_index != line->start_index) number++;
    return number;
}

int main(int count, char **words) {
    if (count != 5) return 2;
    PangoFontMap *map = pango_ft2_font_map_new();
    pango_ft2_font_map_set_resolution((PangoFT2FontMap *)map, 72, 72);
    pango_fc_font_map_set_default_substitute((PangoFcFontMap *)map, unhinted, 0, 0);
    PangoContext *context = pango_font_map_create_context(map);
    pango_context_set_round_glyph_positions(context, FALSE);
    pango_context_set_language(context, pango_language_from_string("en"));
    pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR);
    PangoLayout *layout = pango_layout_new(context);
    PangoFontDescription *font = pango_font_description_from_string(words[1]);
    pango_font_description_set_absolute_size(font, atof(words[2]) * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_width(layout, atof(words[3]) * PANGO_SCALE);
    pango_layout_set_text(layout, words[4], -1);
    char line[256], verb[16];
    while (fgets(line, sizeof line, stdin)) {
        int from = 0, to = 0;
        if (sscanf(line, "%15s %d %d", verb, &from, &to) < 1) continue;
        if (verb[0] == 'c') {
            PangoRectangle strong;
            pango_layout_get_cursor_pos(layout, from, &strong, NULL);
            print(points(strong.x), points(strong.y), 0, points(strong.height));
        } else {
            PangoLayoutIter *iter = pango_layout_get_iter(layout);
            do {
                PangoRectangle box;
                pango_layout_iter_get_line_extents(iter, NULL, &box);
                PangoLayoutLine *one = pango_layout_iter_get_line_readonly(iter);
                const int number = line_number(layout, one), count = pango_layout_get_line_count(layout);
                // Of lines in front of a selection, too, Pango gives the rest up to the edge.
                const int next = number + 1 < count
                    ? pango_layout_get_line_readonly(layout, number + 1)->start_index : G_MAXINT;
                if (verb[0] == 's') {
                    if (from < next && to > one->start_index) select_in_line(one, box, from, to);
                }
                else print(points(box.x), points(box.y), points(box.width), points(box.height));
            } while (pango_layout_iter_next_line(iter));
            pango_layout_iter_free(iter);
        }
        printf("\n");
    }
    return 0;
}
