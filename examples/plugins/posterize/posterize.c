// A filter in C: posterize(4) leaves four shades of each channel.
#include <scrim/plugin.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

static const scrim_property properties[] = {
    {
        .name = TEXT("levels"), .type = SCRIM_INTEGER, .minimum = 2, .maximum = 256,
        .initial = {.is_set = 1, .numbers = {4}}, .help = TEXT("shades of each channel"),
    },
};

/// A premultiplied channel: the nearest shade of the straight one, times alpha.
static uint32_t shade(uint32_t channel, uint32_t alpha, uint32_t steps) {
    const uint32_t level = (2 * channel * steps + alpha) / (2 * alpha);
    return (2 * (level < steps ? level : steps) * alpha + steps) / (2 * steps);
}

static scrim_status apply(
    const scrim_host *host, void *context, const scrim_filter_use *use, const scrim_image *source,
    const scrim_image *target) {
    (void)host, (void)context;
    const uint32_t steps = (uint32_t)use->numbers[0] - 1;
    const scrim_pixels from = source->rect, to = target->rect;
    for (int32_t y = to.y0 > from.y0 ? to.y0 : from.y0; y < to.y1 && y < from.y1; y++) {
        const uint32_t *in = (const uint32_t *)((const char *)source->argb + (int64_t)(y - from.y0) * source->stride);
        uint32_t *out = (uint32_t *)((char *)target->argb + (int64_t)(y - to.y0) * target->stride);
        for (int32_t x = to.x0 > from.x0 ? to.x0 : from.x0; x < to.x1 && x < from.x1; x++) {
            const uint32_t pixel = in[x - from.x0], alpha = pixel >> 24;
            if (alpha == 0) continue;
            out[x - to.x0] = alpha << 24 | shade(pixel >> 16 & 255, alpha, steps) << 16
                | shade(pixel >> 8 & 255, alpha, steps) << 8 | shade(pixel & 255, alpha, steps);
        }
    }
    return SCRIM_OK;
}

static const scrim_filter filter = {.size = sizeof(scrim_filter), .apply = apply};

static const scrim_kind posterize = {
    .size = sizeof(scrim_kind),
    .property_count = sizeof properties / sizeof properties[0],
    .property_size = sizeof(scrim_property),
    .name = TEXT("posterize"),
    .interface = TEXT(SCRIM_FILTER_INTERFACE),
    .help = TEXT("few shades instead of many"),
    .properties = properties,
    .table = &filter,
};

static const scrim_kind *const kinds[] = {&posterize};

static const scrim_plugin plugin = {
    .size = sizeof(scrim_plugin),
    .abi = SCRIM_ABI,
    .id = TEXT("Posterize"),
    .version = TEXT("1.0.0"),
    .kind_count = 1,
    .kinds = kinds,
};

const scrim_plugin *scrim_plugin_entry(uint32_t host_abi) {
    (void)host_abi;
    return &plugin;
}
