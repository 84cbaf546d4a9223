// @NAME@: a filter that makes colours darker.
#include <scrim/plugin.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

enum { AMOUNT };

static const scrim_property properties[] = {
    [AMOUNT] = {
        .name = TEXT("amount"), .type = SCRIM_NUMBER, .minimum = 0, .maximum = 1, .initial = {.is_set = 1, .numbers = {0.5}},
        .help = TEXT("0: as it was, 1: black"),
    },
};

static scrim_status apply(
    const scrim_host *host, void *context, const scrim_filter_use *use, const scrim_image *source, const scrim_image *target) {
    (void)host, (void)context;
    // Of 256; pixels are 0xAARRGGBB, premultiplied, so that less of a channel is a darker colour.
    const uint32_t rest = 256 - (uint32_t)(use->numbers[AMOUNT] * 256);
    const scrim_pixels from = source->rect, to = target->rect;
    // The target is transparent, and so is the source beyond its rectangle.
    for (int32_t y = to.y0 > from.y0 ? to.y0 : from.y0; y < to.y1 && y < from.y1; y++) {
        const uint32_t *in = (const uint32_t *)((const char *)source->argb + (int64_t)(y - from.y0) * source->stride);
        uint32_t *out = (uint32_t *)((char *)target->argb + (int64_t)(y - to.y0) * target->stride);
        for (int32_t x = to.x0 > from.x0 ? to.x0 : from.x0; x < to.x1 && x < from.x1; x++) {
            const uint32_t argb = in[x - from.x0];
            out[x - to.x0] = (argb & 0xFF000000) | (((argb & 0x00FF00FF) * rest >> 8) & 0x00FF00FF)
                | (((argb & 0x0000FF00) * rest >> 8) & 0x0000FF00);
        }
    }
    return SCRIM_OK;
}

// Without `reach`: a pixel has an effect on itself only.
static const scrim_filter table = {.size = sizeof table, .apply = apply};

static const scrim_kind kind = {
    .size = sizeof kind, .name = TEXT("@name@"), .interface = TEXT(SCRIM_FILTER_INTERFACE), .help = TEXT("makes colours darker"), .table = &table,
    .properties = properties, .property_count = sizeof properties / sizeof properties[0], .property_size = sizeof(scrim_property),
};
static const scrim_kind *const kinds[] = {&kind};
static const scrim_plugin plugin = {
    .size = sizeof plugin, .abi = SCRIM_ABI, .id = TEXT("@NAME@"), .version = TEXT("1.0.0"), .kinds = kinds, .kind_count = 1,
};

const scrim_plugin *scrim_plugin_entry(uint32_t host_abi) { return host_abi >> 16 == SCRIM_ABI_MAJOR ? &plugin : 0; }
