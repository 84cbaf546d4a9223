#include <fontconfig/fontconfig.h>
#include <hb-glib.h>
#include <hb-ot.h>
#include <hb.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

// GObject's casts are macros, and Swift has no word for them.

static inline void scrim_fontmap_set_config(PangoFontMap *_Nonnull map, FcConfig *_Nonnull config) {
    pango_fc_font_map_set_config((PangoFcFontMap *)map, config);
}

static inline void scrim_fontmap_set_substitute(
    PangoFontMap *_Nonnull map, void (*_Nonnull substitute)(FcPattern *_Nonnull pattern, void *_Nullable data)) {
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    pango_ft2_font_map_set_default_substitute((PangoFT2FontMap *)map, (PangoFT2SubstituteFunc)substitute, 0, 0);
    G_GNUC_END_IGNORE_DEPRECATIONS
}

static inline void scrim_fontmap_set_resolution(PangoFontMap *_Nonnull map, double dpi) {
    pango_ft2_font_map_set_resolution((PangoFT2FontMap *)map, dpi, dpi);
}

/// The pattern that a font was made from, borrowed; null when it is no Fontconfig font.
static inline FcPattern *_Nullable scrim_font_pattern(PangoFont *_Nonnull font) {
    return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern((PangoFcFont *)font) : 0;
}

/// What an attribute says, by its type: the first number of an integer, a colour as 0xRRRRGGGGBBBB.
static inline uint32_t scrim_attribute_integer(const PangoAttribute *_Nonnull attribute) {
    return (uint32_t)((const PangoAttrInt *)attribute)->value;
}

/// The colour of a colour attribute, as 0xRRGGBB00.
static inline uint32_t scrim_attribute_color(const PangoAttribute *_Nonnull attribute) {
    const PangoColor color = ((const PangoAttrColor *)attribute)->color;
    return (uint32_t)(color.red >> 8) << 24 | (uint32_t)(color.green >> 8) << 16 | (uint32_t)(color.blue >> 8) << 8;
}

static inline PangoAttrType scrim_attribute_type(const PangoAttribute *_Nonnull attribute) {
    return attribute->klass->type;
}

static inline hb_script_t scrim_script(PangoScript script) { return hb_glib_script_to_script((GUnicodeScript)script); }
