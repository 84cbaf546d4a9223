#define _GNU_SOURCE
#include "VideoSource.h"

#include <errno.h>
#include <fcntl.h>
#include <pipewire/pipewire.h>
#include <spa/debug/types.h>
#include <spa/param/video/format-utils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "packed_video.h"

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

enum {
    /// Maximum number of buffers in PipeWire, plus those of the previous format.
    MOST_BUFFERS = 128,
    FEWEST_BUFFERS = 2,
    USUAL_BUFFERS = 3,
    OFFERED_BUFFERS = 16,
    /// Maximum number of tracked consumers; further ones get a picture with the next frame.
    MOST_CONSUMERS = 64,
    /// Maximum number of rectangles reported for a frame.
    MOST_RECTS = 16,
    LARGEST = 16384,
};

typedef struct slot {
    /// Null: PipeWire no longer uses the memory.
    struct pw_buffer *buffer;
    uint8_t *pixels;
    size_t size;
    int file;
    uint64_t id;
    /// Number of the frame that it shows; 0: none.
    uint64_t shown;
    /// For a packed picture: the part that is older than the canvas.
    video_source_rect stale;
} slot;

/// The picture that is painted on while consumers use packed pictures.
typedef struct canvas {
    uint32_t *pixels;
    uint32_t width, height;
    uint64_t id;
    /// Number of the frame that it contains; 0: none.
    uint64_t shown;
} canvas;

/// A consumer: a link from this node, and the node that it leads to.
typedef struct consumer {
    struct video_source *source;
    struct pw_proxy *link, *node;
    struct spa_hook link_proxy_hook, link_hook, node_proxy_hook, node_hook;
    /// PipeWire's number of the link.
    uint32_t id;
    /// States reported by link and node.
    bool is_linked, is_running;
    /// True when frames are or were transferred without an error since.
    bool counts;
} consumer;

struct video_source {
    struct pw_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct pw_stream *stream;
    struct spa_hook core_hook, registry_hook, stream_hook;
    consumer consumers[MOST_CONSUMERS];
    slot slots[MOST_BUFFERS];
    /// The buffer that is painted on, and the one shown last; null: none.
    slot *lent, *latest;
    canvas canvas;
    video_source_offer offer;
    video_source_format format;
    /// True for the format YUY2.
    bool is_packed;
    bool is_running;
    uint32_t news;
    uint64_t ids, frames, sequence;
    char fault[VIDEO_FAULT_LENGTH];
};

// MARK: Buffers

static void drop(slot *slot) {
    if (slot->pixels) munmap(slot->pixels, slot->size);
    if (slot->file >= 0) close(slot->file);
    *slot = (struct slot){.file = -1};
}

/// Frees memory that PipeWire no longer uses.
static void sweep(video_source *source) {
    for (int at = 0; at < MOST_BUFFERS; at++) {
        slot *slot = &source->slots[at];
        if (!slot->pixels || slot->buffer || slot == source->lent) continue;
        if (source->latest == slot) source->latest = NULL;
        drop(slot);
    }
}

static uint32_t stride(const video_source *source) {
    return source->is_packed ? packed_stride(source->format.width) : source->format.width * 4;
}

static video_source_rect whole(const video_source *source) {
    return (video_source_rect){0, 0, (int32_t)source->format.width, (int32_t)source->format.height};
}

static void buffer_added(void *data, struct pw_buffer *buffer) {
    video_source *source = data;
    struct spa_data *memory = &buffer->buffer->datas[0];
    buffer->user_data = NULL;
    if (buffer->buffer->n_datas < 1 || !(memory->type & 1 << SPA_DATA_MemFd)) return;
    slot *slot = source->slots;
    while (slot < source->slots + MOST_BUFFERS && slot->pixels) slot++;
    if (slot == source->slots + MOST_BUFFERS) return;
    size_t size = (size_t)stride(source) * source->format.height;
    int file = memfd_create("scrim-video", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return;
    void *pixels = MAP_FAILED;
    if (size > 0 && ftruncate(file, (off_t)size) == 0)
        pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (pixels == MAP_FAILED) {
        close(file);
        return;
    }
    // Consumers can neither shorten nor write the memory. Kernels before 5.1 do not support the last seal.
    fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
    fcntl(file, F_ADD_SEALS, F_SEAL_FUTURE_WRITE);
    *slot = (struct slot){buffer, pixels, size, file, ++source->ids, 0, whole(source)};
    memory->type = SPA_DATA_MemFd;
    memory->flags = SPA_DATA_FLAG_READABLE;
    memory->fd = file;
    memory->mapoffset = 0;
    memory->maxsize = (uint32_t)size;
    memory->data = pixels;
    buffer->user_data = slot;
}

static void buffer_removed(void *data, struct pw_buffer *buffer) {
    (void)data;
    slot *slot = buffer->user_data;
    if (slot) slot->buffer = NULL;
}

// MARK: Formats

static void changed(void *data, uint32_t id, const struct spa_pod *param) {
    video_source *source = data;
    if (id != SPA_PARAM_Format) return;
    source->news |= VIDEO_NEWS_FORMAT;
    source->format = (video_source_format){0};
    uint32_t type, subtype;
    struct spa_video_info_raw raw = {0};
    if (!param || spa_format_parse(param, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video
        || subtype != SPA_MEDIA_SUBTYPE_raw || spa_format_video_raw_parse(param, &raw) < 0 || raw.size.width < 1
        || raw.size.width > LARGEST || raw.size.height < 1 || raw.size.height > LARGEST)
        return;
    struct spa_fraction rate = raw.framerate.num ? raw.framerate : raw.max_framerate;
    source->format = (video_source_format){
        raw.size.width, raw.size.height,
        rate.num && rate.denom ? (uint32_t)SPA_MIN((uint64_t)rate.num * 1000 / rate.denom, 1000000u) : 0,
        raw.format == SPA_VIDEO_FORMAT_BGRA};
    source->is_packed = raw.format == SPA_VIDEO_FORMAT_YUY2;

    uint8_t bytes[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *params[4];
    int row = (int)stride(source), size = row * (int)raw.size.height;
    params[0] = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
        SPA_POD_CHOICE_RANGE_Int(USUAL_BUFFERS, FEWEST_BUFFERS, OFFERED_BUFFERS), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
        SPA_PARAM_BUFFERS_size, SPA_POD_Int(size), SPA_PARAM_BUFFERS_stride, SPA_POD_Int(row), SPA_PARAM_BUFFERS_dataType,
        SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd));
    params[1] = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
        SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header)));
    const int region = (int)sizeof(struct spa_meta_region);
    params[2] = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_VideoDamage),
        SPA_PARAM_META_size, SPA_POD_CHOICE_RANGE_Int(region * MOST_RECTS, region, region * MOST_RECTS));
    params[3] = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Busy),
        SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_busy)));
    pw_stream_update_params(source->stream, params, 4);
}

/// The pixels as painted, or packed as YUY2: of the formats that browsers accept from cameras the one with the best
/// color resolution.
static const struct spa_pod *offered(struct spa_pod_builder *builder, const video_source_offer *offer, bool is_packed) {
    struct spa_rectangle size = SPA_RECTANGLE(offer->width, offer->height);
    struct spa_rectangle least = SPA_RECTANGLE(1, 1), most = SPA_RECTANGLE(LARGEST, LARGEST);
    // Frames come when something has changed: no fixed rate.
    struct spa_fraction none = SPA_FRACTION(0, 1), slowest = SPA_FRACTION(1, 1);
    struct spa_fraction fastest = SPA_FRACTION(SPA_MAX(offer->rate, 1000u), 1000);
    if (fastest.num % 1000 == 0) fastest = SPA_FRACTION(fastest.num / 1000, 1);
    struct spa_pod_frame frame;
    spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(
        builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), 0);
    if (is_packed)
        spa_pod_builder_add(
            builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(SPA_VIDEO_FORMAT_YUY2), SPA_FORMAT_VIDEO_colorRange,
            SPA_POD_Id(SPA_VIDEO_COLOR_RANGE_16_235), SPA_FORMAT_VIDEO_colorMatrix, SPA_POD_Id(SPA_VIDEO_COLOR_MATRIX_BT601), 0);
    else if (offer->hasAlpha)
        spa_pod_builder_add(
            builder, SPA_FORMAT_VIDEO_format,
            SPA_POD_CHOICE_ENUM_Id(3, SPA_VIDEO_FORMAT_BGRA, SPA_VIDEO_FORMAT_BGRA, SPA_VIDEO_FORMAT_BGRx), 0);
    else
        spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(SPA_VIDEO_FORMAT_BGRx), 0);
    if (offer->resizes)
        spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&size, &least, &most), 0);
    else
        spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), 0);
    spa_pod_builder_add(
        builder, SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&none, &none, &fastest),
        SPA_FORMAT_VIDEO_maxFramerate, SPA_POD_CHOICE_RANGE_Fraction(&fastest, &slowest, &fastest), 0);
    return spa_pod_builder_pop(builder, &frame);
}

// MARK: News

static void lose(video_source *source, const char *reason) {
    if (source->news & VIDEO_NEWS_LOST) return;
    source->news |= VIDEO_NEWS_LOST;
    snprintf(source->fault, sizeof source->fault, "%s", reason);
}

static void state_changed(
    void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    (void)old;
    video_source *source = data;
    bool is_running = state == PW_STREAM_STATE_STREAMING;
    // Also when unchanged: its buffers may differ.
    source->news |= VIDEO_NEWS_STATE;
    source->is_running = is_running;
    if (state == PW_STREAM_STATE_ERROR) lose(source, error ? error : "an error of PipeWire");
}

static void done(void *data) {
    video_source *source = data;
    source->news |= VIDEO_NEWS_DONE;
}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = state_changed,
    .param_changed = changed,
    .add_buffer = buffer_added,
    .remove_buffer = buffer_removed,
    .trigger_done = done,
};

static void core_error(void *data, uint32_t id, int sequence, int result, const char *message) {
    (void)sequence, (void)message;
    // Other errors concern single objects, for example one that was removed meanwhile.
    if (id == PW_ID_CORE && result == -EPIPE) lose(data, "PipeWire is gone");
}

static const struct pw_core_events core_events = {PW_VERSION_CORE_EVENTS, .error = core_error};

/// Handles the states of link and node. A consumer that starts while both exist has no picture.
static void review(consumer *consumer, bool is_linked, bool is_running, bool is_faulty) {
    bool begins = is_linked && is_running && !(consumer->is_linked && consumer->is_running);
    if (begins) consumer->source->news |= VIDEO_NEWS_JOINED;
    consumer->is_linked = is_linked;
    consumer->is_running = is_running;
    bool counts = begins || (consumer->counts && !is_faulty);
    if (counts != consumer->counts) consumer->source->news |= VIDEO_NEWS_STATE;
    consumer->counts = counts;
}

static void link_told(void *data, const struct pw_link_info *info) {
    consumer *consumer = data;
    review(consumer, info->state == PW_LINK_STATE_ACTIVE, consumer->is_running, info->state < 0);
}

static const struct pw_link_events link_events = {PW_VERSION_LINK_EVENTS, .info = link_told};

static void node_told(void *data, const struct pw_node_info *info) {
    consumer *consumer = data;
    review(consumer, consumer->is_linked, info->state == PW_NODE_STATE_RUNNING, false);
}

static const struct pw_node_events node_events = {PW_VERSION_NODE_EVENTS, .info = node_told};

static void node_forgotten(void *data) {
    consumer *consumer = data;
    spa_hook_remove(&consumer->node_hook);
    spa_hook_remove(&consumer->node_proxy_hook);
    consumer->node = NULL;
}

static const struct pw_proxy_events node_proxy_events = {PW_VERSION_PROXY_EVENTS, .destroy = node_forgotten};

static void link_forgotten(void *data) {
    consumer *consumer = data;
    spa_hook_remove(&consumer->link_hook);
    spa_hook_remove(&consumer->link_proxy_hook);
    consumer->link = NULL;
    consumer->counts = false;
    consumer->source->news |= VIDEO_NEWS_STATE;
    if (consumer->node) pw_proxy_destroy(consumer->node);
}

static const struct pw_proxy_events link_proxy_events = {PW_VERSION_PROXY_EVENTS, .destroy = link_forgotten};

static void global_added(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version, const struct spa_dict *properties) {
    (void)permissions, (void)version;
    video_source *source = data;
    if (strcmp(type, PW_TYPE_INTERFACE_Link) != 0 || !properties || !source->stream) return;
    const char *from = spa_dict_lookup(properties, PW_KEY_LINK_OUTPUT_NODE);
    const char *to = spa_dict_lookup(properties, PW_KEY_LINK_INPUT_NODE);
    if (!from || !to || strtoul(from, NULL, 10) != pw_stream_get_node_id(source->stream)) return;
    consumer *consumer = source->consumers;
    while (consumer < source->consumers + MOST_CONSUMERS && (consumer->link || consumer->node)) consumer++;
    if (consumer == source->consumers + MOST_CONSUMERS) return;
    *consumer = (struct consumer){.source = source, .id = id};
    uint32_t node = (uint32_t)strtoul(to, NULL, 10);
    if (!(consumer->link = pw_registry_bind(source->registry, id, type, PW_VERSION_LINK, 0))) return;
    pw_proxy_add_listener(consumer->link, &consumer->link_proxy_hook, &link_proxy_events, consumer);
    pw_proxy_add_object_listener(consumer->link, &consumer->link_hook, &link_events, consumer);
    if (!(consumer->node = pw_registry_bind(source->registry, node, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, 0))) return;
    pw_proxy_add_listener(consumer->node, &consumer->node_proxy_hook, &node_proxy_events, consumer);
    pw_proxy_add_object_listener(consumer->node, &consumer->node_hook, &node_events, consumer);
}

static void global_removed(void *data, uint32_t id) {
    video_source *source = data;
    for (int at = 0; at < MOST_CONSUMERS; at++) {
        if (source->consumers[at].link && source->consumers[at].id == id) pw_proxy_destroy(source->consumers[at].link);
    }
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS, .global = global_added, .global_remove = global_removed};

// MARK: The connection

video_source *video_source_open(const char *remote, char *fault) {
    static bool is_set_up;
    if (!is_set_up) {
        pw_init(NULL, NULL);
        // Errors are reported by replies and events.
        if (!getenv("PIPEWIRE_DEBUG")) pw_log_set_level(SPA_LOG_LEVEL_NONE);
        is_set_up = true;
    }
    video_source *source = calloc(1, sizeof *source);
    if (!source) {
        snprintf(fault, VIDEO_FAULT_LENGTH, "%s", strerror(ENOMEM));
        return NULL;
    }
    for (int at = 0; at < MOST_BUFFERS; at++) source->slots[at].file = -1;
    errno = 0;
    const char *what = "PipeWire's library";
    if (!(source->loop = pw_loop_new(NULL))) goto failed;
    // From now on this thread owns the loop; other threads pass their calls to it.
    pw_loop_enter(source->loop);
    what = "PipeWire's configuration for clients";
    if (!(source->context = pw_context_new(source->loop, NULL, 0))) goto failed;
    what = "PipeWire";
    struct pw_properties *properties = pw_properties_new(PW_KEY_APP_NAME, "Scrim", PW_KEY_APP_ID, "scrim", NULL);
    if (*remote) pw_properties_set(properties, PW_KEY_REMOTE_NAME, remote);
    if (!(source->core = pw_context_connect(source->context, properties, 0))) goto failed;
    pw_core_add_listener(source->core, &source->core_hook, &core_events, source);
    if (!(source->registry = pw_core_get_registry(source->core, PW_VERSION_REGISTRY, 0))) goto failed;
    pw_registry_add_listener(source->registry, &source->registry_hook, &registry_events, source);
    return source;
failed:
    snprintf(fault, VIDEO_FAULT_LENGTH, "%s: %s", what, strerror(errno ? errno : EIO));
    video_source_close(source);
    return NULL;
}

void video_source_close(video_source *source) {
    if (!source) return;
    if (source->stream) {
        spa_hook_remove(&source->stream_hook);
        pw_stream_destroy(source->stream);
    }
    for (int at = 0; at < MOST_CONSUMERS; at++) {
        if (source->consumers[at].link) pw_proxy_destroy(source->consumers[at].link);
    }
    if (source->registry) {
        spa_hook_remove(&source->registry_hook);
        pw_proxy_destroy((struct pw_proxy *)source->registry);
    }
    if (source->core) {
        spa_hook_remove(&source->core_hook);
        pw_core_disconnect(source->core);
    }
    if (source->context) pw_context_destroy(source->context);
    if (source->loop) {
        pw_loop_leave(source->loop);
        pw_loop_destroy(source->loop);
    }
    for (int at = 0; at < MOST_BUFFERS; at++) drop(&source->slots[at]);
    free(source->canvas.pixels);
    free(source);
}

int video_source_descriptor(const video_source *source) { return pw_loop_get_fd(source->loop); }

uint32_t video_source_dispatch(video_source *source) {
    // Events that arrive meanwhile are left for later, to limit the loop.
    for (int turn = 0; turn < 64 && pw_loop_iterate(source->loop, 0) > 0; turn++) {}
    uint32_t news = source->news;
    source->news &= VIDEO_NEWS_LOST;
    return news;
}

const char *video_source_fault(const video_source *source) { return source->fault; }

int video_source_make(video_source *source, const video_source_offer *offer, const char *name, const char *title) {
    uint8_t bytes[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *params[2];
    params[0] = offered(&builder, offer, false);
    params[1] = offered(&builder, offer, true);
    const struct spa_dict_item names[] = {
        {PW_KEY_NODE_NAME, name}, {PW_KEY_NODE_DESCRIPTION, title}, {PW_KEY_MEDIA_NAME, title}};
    if (source->stream) {
        pw_stream_update_properties(source->stream, &SPA_DICT_INIT(names, 3));
        // A new offer makes all consumers negotiate again.
        const video_source_offer *before = &source->offer;
        bool is_same = before->width == offer->width && before->height == offer->height && before->rate == offer->rate
            && before->hasAlpha == offer->hasAlpha && before->resizes == offer->resizes;
        source->offer = *offer;
        if (is_same) return 0;
        // With several links, some get no frames after a format change while running (PipeWire 0.3.65).
        bool pauses = video_source_consumers(source) > 1;
        if (pauses) pw_stream_set_active(source->stream, false);
        int result = pw_stream_update_params(source->stream, params, 2);
        if (pauses) pw_stream_set_active(source->stream, true);
        return result;
    }
    source->offer = *offer;
    struct pw_properties *properties = pw_properties_new(
        PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_MEDIA_CLASS,
        "Video/Source", NULL);
    pw_properties_update(properties, &SPA_DICT_INIT(names, 3));
    source->stream = pw_stream_new(source->core, title, properties);
    if (!source->stream) return -errno;
    pw_stream_add_listener(source->stream, &source->stream_hook, &stream_events, source);
    return pw_stream_connect(
        source->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
        PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_ALLOC_BUFFERS | PW_STREAM_FLAG_NO_CONVERT | PW_STREAM_FLAG_RT_PROCESS, params, 2);
}

uint32_t video_source_node(const video_source *source) {
    return source->stream ? pw_stream_get_node_id(source->stream) : SPA_ID_INVALID;
}

bool video_source_is_running(const video_source *source) { return source->is_running; }

int video_source_consumers(const video_source *source) {
    int count = 0;
    for (int at = 0; at < MOST_CONSUMERS; at++) count += source->consumers[at].counts;
    return count;
}

video_source_format video_source_chosen(const video_source *source) { return source->format; }

// MARK: Frames

/// A buffer that no consumer uses, found by its memory.
static slot *dequeue(video_source *source) {
    for (int turn = 0; turn < OFFERED_BUFFERS; turn++) {
        struct pw_buffer *buffer = pw_stream_dequeue_buffer(source->stream);
        if (buffer && buffer->user_data) return buffer->user_data;
        if (!buffer && errno != EBUSY) return NULL;
    }
    return NULL;
}

/// Number of frames since the one with this number, including the next one; 0: none.
static uint32_t age(const video_source *source, uint64_t shown) {
    return shown ? (uint32_t)(source->frames - shown + 1) : 0;
}

/// Makes the canvas as large as the pictures.
static bool prepare(video_source *source) {
    canvas *canvas = &source->canvas;
    uint32_t width = source->format.width, height = source->format.height;
    if (canvas->pixels && canvas->width == width && canvas->height == height) return true;
    free(canvas->pixels);
    *canvas = (struct canvas){calloc((size_t)width * height, 4), width, height, ++source->ids, 0};
    return canvas->pixels;
}

bool video_source_take(video_source *source, video_source_buffer *result) {
    if (source->lent && !source->lent->buffer) source->lent = NULL;
    sweep(source);
    if (!source->stream || !source->is_running) return false;
    if (!source->lent) source->lent = dequeue(source);
    slot *slot = source->lent;
    if (!slot) return false;
    uint32_t width = source->format.width, height = source->format.height;
    const canvas *canvas = &source->canvas;
    if (source->is_packed) {
        if (!prepare(source)) return false;
        *result = (video_source_buffer){canvas->pixels, width, height, width * 4, age(source, canvas->shown), canvas->id};
    } else {
        *result = (video_source_buffer){slot->pixels, width, height, stride(source), age(source, slot->shown), slot->id};
    }
    return true;
}

static video_source_rect joined(video_source_rect one, video_source_rect other) {
    if (one.x0 >= one.x1) return other;
    return (video_source_rect){
        SPA_MIN(one.x0, other.x0), SPA_MIN(one.y0, other.y0), SPA_MAX(one.x1, other.x1), SPA_MAX(one.y1, other.y1)};
}

static video_source_rect around(const video_source_rect *rects, size_t count) {
    video_source_rect result = {0};
    for (size_t at = 0; at < count; at++) result = joined(result, rects[at]);
    return result;
}

/// Packs the parts of the canvas that have changed into a buffer.
static void pack(video_source *source, slot *shown, video_source_rect damage) {
    for (int at = 0; at < MOST_BUFFERS; at++) {
        slot *slot = &source->slots[at];
        if (slot->buffer) slot->stale = joined(slot->stale, damage);
    }
    uint32_t width = source->format.width;
    video_source_rect stale = shown->stale;
    pack_video(
        shown->pixels, source->canvas.pixels, width, (uint32_t)stale.x0 & ~1u, (uint32_t)stale.y0,
        SPA_MIN(((uint32_t)stale.x1 + 1) & ~1u, width), (uint32_t)stale.y1);
    shown->stale = (video_source_rect){0};
}

static void tell(struct pw_buffer *buffer, uint64_t time, uint64_t sequence, const video_source_rect *rects, size_t count) {
    struct spa_meta_header *header = spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
    if (header) {
        header->flags = 0;
        header->offset = 0;
        header->pts = (int64_t)time;
        header->dts_offset = 0;
        header->seq = sequence;
    }
    struct spa_meta *damage = spa_buffer_find_meta(buffer->buffer, SPA_META_VideoDamage);
    if (!damage) return;
    size_t room = damage->size / sizeof(struct spa_meta_region);
    struct spa_meta_region *region = spa_meta_first(damage);
    video_source_rect all = {0};
    if (count > room) {
        all = around(rects, count);
        rects = &all;
        count = 1;
    }
    for (size_t at = 0; at < count && at < room; at++) {
        region[at].region = SPA_REGION(
            rects[at].x0, rects[at].y0, (uint32_t)(rects[at].x1 - rects[at].x0), (uint32_t)(rects[at].y1 - rects[at].y0));
    }
    if (count < room) region[count].region = SPA_REGION(0, 0, 0, 0);
}

static bool queue(video_source *source, slot *slot, uint64_t time, const video_source_rect *rects, size_t count) {
    struct spa_data *memory = &slot->buffer->buffer->datas[0];
    memory->chunk->offset = 0;
    memory->chunk->size = (uint32_t)slot->size;
    memory->chunk->stride = (int32_t)stride(source);
    memory->chunk->flags = 0;
    tell(slot->buffer, time, source->sequence++, rects, count);
    source->latest = slot;
    if (pw_stream_queue_buffer(source->stream, slot->buffer) < 0) return false;
    bool is_driving = pw_stream_is_driving(source->stream);
    return pw_stream_trigger_process(source->stream) >= 0 && is_driving;
}

bool video_source_show(video_source *source, uint64_t time, const video_source_rect *rects, size_t count) {
    slot *slot = source->lent;
    source->lent = NULL;
    // Its memory is freed by the next `video_source_take`.
    if (!slot || !slot->buffer) {
        // The painted picture was not shown.
        source->canvas.shown = 0;
        for (int at = 0; at < MOST_BUFFERS; at++) source->slots[at].stale = whole(source);
        return false;
    }
    slot->shown = ++source->frames;
    if (source->is_packed) {
        source->canvas.shown = slot->shown;
        pack(source, slot, around(rects, count));
    }
    return queue(source, slot, time, rects, count);
}

void video_source_repeat(video_source *source, uint64_t time) {
    slot *latest = source->latest;
    if (!source->is_running || source->lent || !latest || !latest->buffer) return;
    slot *slot = dequeue(source);
    if (!slot) return;
    if (slot != latest) {
        if (slot->size != latest->size) return;
        memcpy(slot->pixels, latest->pixels, slot->size);
        slot->shown = latest->shown;
        slot->stale = latest->stale;
    }
    video_source_rect all = whole(source);
    queue(source, slot, time, &all, 1);
}
