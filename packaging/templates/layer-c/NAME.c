// @NAME@: a layer kind that draws a diamond in the layer's bounds.
#include <scrim/plugin.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

// The places of the properties in the schema.
enum { FILL_COLOR };

static const scrim_property properties[] = {
    [FILL_COLOR] = {
        .name = TEXT("fillColor"), .type = SCRIM_COLOR, .effect = SCRIM_EFFECT_CONTENT, .animates = 1,
        .initial = {.is_set = 1, .bits = 0x000000FF}, .help = TEXT("fills the diamond"),
    },
};

static scrim_status draw(void *instance, const scrim_host *host, const scrim_draw *request, const scrim_canvas *canvas) {
    (void)instance;
    scrim_color rgba;
    if (host->get_color(host, request->object, FILL_COLOR, &rgba) != SCRIM_OK) return SCRIM_OK; // none
    const scrim_rect r = request->bounds;
    const scrim_point points[] = {
        {r.x + r.width / 2, r.y}, {r.x + r.width, r.y + r.height / 2},
        {r.x + r.width / 2, r.y + r.height}, {r.x, r.y + r.height / 2},
    };
    const uint8_t commands[] = {SCRIM_MOVE, SCRIM_LINE, SCRIM_LINE, SCRIM_LINE, SCRIM_CLOSE};
    const scrim_path path = {commands, 5, points, 4};
    return canvas->fill_path(canvas, &path, SCRIM_NON_ZERO, rgba);
}

static const scrim_layer table = {.size = sizeof table, .flags = SCRIM_LAYER_USES_BOUNDS, .draw = draw};

static const scrim_kind kind = {
    .size = sizeof kind, .name = TEXT("@name@"), .interface = TEXT(SCRIM_LAYER_INTERFACE), .help = TEXT("a diamond within the bounds"), .table = &table,
    .properties = properties, .property_count = sizeof properties / sizeof properties[0], .property_size = sizeof(scrim_property),
};
static const scrim_kind *const kinds[] = {&kind};
static const scrim_plugin plugin = {
    .size = sizeof plugin, .abi = SCRIM_ABI, .id = TEXT("@NAME@"), .version = TEXT("1.0.0"), .kinds = kinds, .kind_count = 1,
};

const scrim_plugin *scrim_plugin_entry(uint32_t host_abi) { return host_abi >> 16 == SCRIM_ABI_MAJOR ? &plugin : 0; }
