// @NAME@: a decoder of farbfeld: "farbfeld", width and height, then rows of 16-bit red, green, blue, alpha; all big-endian.
#include <scrim/plugin.h>

#include <stdlib.h>
#include <string.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

typedef struct {
    const uint8_t *pixels;
    uint32_t width, height;
} picture;

static uint32_t number(const uint8_t *b) { return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]; }

static uint8_t probe(void *context, const uint8_t *bytes, uint64_t length) {
    (void)context;
    return length >= 16 && memcmp(bytes, "farbfeld", 8) == 0;
}

// The line that the user is told.
static scrim_status refuse(const scrim_host *host, const char *why) {
    host->log(host, SCRIM_LOG_ERROR, (scrim_string){why, strlen(why)});
    return SCRIM_FAILED;
}

static scrim_status open_file(const scrim_host *host, void *context, const uint8_t *bytes, uint64_t length, void **instance) {
    (void)context;
    const uint32_t width = number(bytes + 8), height = number(bytes + 12);
    if (width == 0 || height == 0) return refuse(host, "the picture has no pixels");
    // Both are below 2^32: divided, so that nothing overflows.
    if ((length - 16) / 8 / width < height) return refuse(host, "the file ends too soon");
    picture *p = malloc(sizeof *p);
    if (!p) return SCRIM_NO_MEMORY;
    *p = (picture){bytes + 16, width, height};
    *instance = p;
    return SCRIM_OK;
}

static void close_file(void *instance) { free(instance); }

static scrim_status info(void *instance, const scrim_host *host, scrim_picture *out) {
    (void)host;
    const picture *p = instance;
    out->width = p->width, out->height = p->height;
    out->frame_count = 1, out->loop_count = 1, out->flags = 0;
    return SCRIM_OK;
}

static scrim_status decode(void *instance, const scrim_host *host, const scrim_decode *request) {
    (void)host;
    const picture *p = instance;
    for (uint32_t y = 0; y < p->height; y++) {
        const uint8_t *in = p->pixels + (uint64_t)y * p->width * 8;
        uint32_t *out = (uint32_t *)((char *)request->argb + (uint64_t)y * request->stride);
        for (uint32_t x = 0; x < p->width; x++, in += 8) {
            // The upper byte of each channel; premultiplied.
            const uint32_t a = in[6], r = (in[0] * a + 127) / 255, g = (in[2] * a + 127) / 255, b = (in[4] * a + 127) / 255;
            out[x] = a << 24 | r << 16 | g << 8 | b;
        }
    }
    return SCRIM_OK;
}

static const scrim_decoder table = {
    .size = sizeof table, .probe = probe, .open = open_file, .close = close_file, .info = info, .decode = decode,
};

static const scrim_kind kind = {
    .size = sizeof kind, .name = TEXT("@name@"), .interface = TEXT(SCRIM_DECODER_INTERFACE), .help = TEXT("pictures in farbfeld"), .table = &table,
};
static const scrim_kind *const kinds[] = {&kind};
static const scrim_plugin plugin = {
    .size = sizeof plugin, .abi = SCRIM_ABI, .id = TEXT("@NAME@"), .version = TEXT("1.0.0"), .kinds = kinds, .kind_count = 1,
};

const scrim_plugin *scrim_plugin_entry(uint32_t host_abi) { return host_abi >> 16 == SCRIM_ABI_MAJOR ? &plugin : 0; }
