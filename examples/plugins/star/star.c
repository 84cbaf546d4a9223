// A layer kind in C: a star in the layer's bounds.
#include <math.h>
#include <scrim/plugin.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}
#define MAX_POINTS 100

// The places of the properties in the schema.
enum { POINTS, INNER_RADIUS, FILL_COLOR };

static const scrim_property properties[] = {
    [POINTS] = {
        .name = TEXT("points"), .type = SCRIM_INTEGER, .effect = SCRIM_EFFECT_CONTENT,
        .minimum = 3, .maximum = MAX_POINTS, .initial = {.is_set = 1, .numbers = {5}},
        .help = TEXT("how many"),
    },
    [INNER_RADIUS] = {
        .name = TEXT("innerRadius"), .type = SCRIM_NUMBER, .effect = SCRIM_EFFECT_CONTENT, .animates = 1,
        .minimum = 0, .maximum = 1, .initial = {.is_set = 1, .numbers = {0.382}},
        .help = TEXT("of the inner corners, as a part of the outer radius"),
    },
    [FILL_COLOR] = {
        .name = TEXT("fillColor"), .type = SCRIM_COLOR, .effect = SCRIM_EFFECT_CONTENT, .animates = 1,
        .initial = {.is_set = 1, .bits = 0x000000ff},
        .help = TEXT("of the star"),
    },
};

static scrim_status draw(
    void *instance, const scrim_host *host, const scrim_draw *request, const scrim_canvas *canvas) {
    (void)instance;
    double count = 0, inner = 0;
    scrim_color color = 0;
    host->get_number(host, request->object, POINTS, &count);
    host->get_number(host, request->object, INNER_RADIUS, &inner);
    // None: there is nothing to fill with.
    if (host->get_color(host, request->object, FILL_COLOR, &color) != SCRIM_OK) return SCRIM_OK;

    scrim_point points[2 * MAX_POINTS];
    uint8_t commands[2 * MAX_POINTS + 1];
    const int corners = 2 * (int)count;
    const scrim_rect box = request->bounds;
    for (int i = 0; i < corners; i++) {
        const double radius = i % 2 == 0 ? 0.5 : 0.5 * inner;
        const double angle = 2 * 3.14159265358979323846 * i / corners;
        points[i].x = box.x + box.width * (0.5 + radius * sin(angle));
        points[i].y = box.y + box.height * (0.5 - radius * cos(angle));
        commands[i] = i == 0 ? SCRIM_MOVE : SCRIM_LINE;
    }
    commands[corners] = SCRIM_CLOSE;
    const scrim_path path = {commands, (uint64_t)corners + 1, points, (uint64_t)corners};
    return canvas->fill_path(canvas, &path, SCRIM_NON_ZERO, color);
}

static const scrim_layer layer = {.size = sizeof(scrim_layer), .flags = SCRIM_LAYER_USES_BOUNDS, .draw = draw};

static const scrim_kind star = {
    .size = sizeof(scrim_kind),
    .property_count = sizeof properties / sizeof properties[0],
    .property_size = sizeof(scrim_property),
    .name = TEXT("star"),
    .interface = TEXT(SCRIM_LAYER_INTERFACE),
    .help = TEXT("a star in the layer's bounds"),
    .properties = properties,
    .table = &layer,
};

static const scrim_kind *const kinds[] = {&star};

static const scrim_plugin plugin = {
    .size = sizeof(scrim_plugin),
    .abi = SCRIM_ABI,
    .id = TEXT("Star"),
    .version = TEXT("1.0.0"),
    .kind_count = 1,
    .kinds = kinds,
};

const scrim_plugin *scrim_plugin_entry(uint32_t host_abi) {
    (void)host_abi;
    return &plugin;
}
