// @NAME@: an output whose last frame is a PPM file.
#define _GNU_SOURCE
#include <scrim/plugin.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

enum { FILE_NAME };

static const scrim_property properties[] = {
    [FILE_NAME] = {.name = TEXT("file"), .type = SCRIM_TEXT, .help = TEXT("where each frame goes; empty: nowhere")},
};

typedef struct {
    uint64_t object;
    uint32_t width, height;
    uint32_t *argb;
    int has_frame;
    char *file;
} output;

static scrim_status create(const scrim_host *host, void *context, uint64_t object, void **instance) {
    (void)host, (void)context;
    output *o = calloc(1, sizeof *o);
    if (!o) return SCRIM_NO_MEMORY;
    o->object = object;
    *instance = o;
    return SCRIM_OK;
}

static void destroy(void *instance) {
    output *o = instance;
    free(o->argb), free(o->file), free(o);
}

// Again whenever size, scale, refresh or a property changes.
static scrim_status configure(void *instance, const scrim_host *host, const scrim_mode *mode) {
    output *o = instance;
    scrim_string name = {0, 0};
    host->get_string(host, o->object, FILE_NAME, &name);
    char *file = name.length ? strndup(name.bytes, name.length) : NULL;
    if (name.length && !file) return SCRIM_NO_MEMORY;
    if (mode->width != o->width || mode->height != o->height) {
        uint32_t *argb = calloc((size_t)mode->width * mode->height, 4);
        if (!argb) {
            free(file);
            return SCRIM_NO_MEMORY;
        }
        free(o->argb);
        o->argb = argb, o->width = mode->width, o->height = mode->height, o->has_frame = 0;
    }
    free(o->file);
    o->file = file;
    return SCRIM_OK;
}

static scrim_status acquire(void *instance, scrim_buffer *buffer) {
    output *o = instance;
    if (!o->argb) return SCRIM_STATE;
    buffer->format = SCRIM_ARGB;
    buffer->width = o->width, buffer->height = o->height, buffer->stride = o->width * 4;
    // The one buffer holds the frame before, as soon as there is one.
    buffer->age = o->has_frame ? 1 : 0;
    buffer->descriptor = -1;
    buffer->id = 1;
    buffer->argb = o->argb;
    return SCRIM_OK;
}

// Into a file beside it, which then takes its place: whoever reads never sees half a frame.
static int write_frame(const output *o) {
    char *part = NULL;
    if (asprintf(&part, "%s.part", o->file) < 0) return 0;
    FILE *f = fopen(part, "wb");
    int is_good = f != NULL;
    if (f) {
        fprintf(f, "P6 %u %u 255\n", o->width, o->height);
        for (size_t i = 0; i < (size_t)o->width * o->height; i++) {
            // Premultiplied, so over black as it is.
            const uint32_t argb = o->argb[i];
            const uint8_t rgb[] = {(uint8_t)(argb >> 16), (uint8_t)(argb >> 8), (uint8_t)argb};
            fwrite(rgb, 1, 3, f);
        }
        is_good = !ferror(f) & (fclose(f) == 0) && rename(part, o->file) == 0;
    }
    free(part);
    return is_good;
}

static scrim_status present(void *instance, const scrim_host *host, const scrim_frame *frame) {
    output *o = instance;
    o->has_frame = 1;
    if (o->file && !write_frame(o)) {
        char line[512];
        const int length = snprintf(line, sizeof line, "%.400s: %s", o->file, strerror(errno));
        host->log(host, SCRIM_LOG_WARNING, (scrim_string){line, (uint64_t)length});
    }
    // It is seen, and another one may come.
    return host->presented(host, o->object, frame->number, frame->time);
}

static const scrim_output table = {
    .size = sizeof table, .create = create, .destroy = destroy, .configure = configure, .acquire = acquire, .present = present,
};

static const scrim_kind kind = {
    .size = sizeof kind, .name = TEXT("@name@"), .interface = TEXT(SCRIM_OUTPUT_INTERFACE), .help = TEXT("the last frame as a PPM file"), .table = &table,
    .properties = properties, .property_count = sizeof properties / sizeof properties[0], .property_size = sizeof(scrim_property),
};
static const scrim_kind *const kinds[] = {&kind};
static const scrim_plugin plugin = {
    .size = sizeof plugin, .abi = SCRIM_ABI, .id = TEXT("@NAME@"), .version = TEXT("1.0.0"), .kinds = kinds, .kind_count = 1,
};

const scrim_plugin *scrim_plugin_entry(uint32_t host_abi) { return host_abi >> 16 == SCRIM_ABI_MAJOR ? &plugin : 0; }
