// VideoConsumer NODE FOLDER [format=BGRA|BGRx|YUY2] [size=WxH] [rate=N] [hold=N]: takes the video of a node, without a session manager, until it
// is ended. Each frame is written to FOLDER/NUMBER, rows of pixels without gaps, and told in a line:
//
//     format WIDTH HEIGHT FORMAT FRAMES-A-SECOND
//     frame NUMBER WIDTH HEIGHT SEQUENCE TIME [X,Y,WIDTH,HEIGHT…]
//     state NAME [ERROR]
#include <pipewire/pipewire.h>
#include <signal.h>
#include <spa/param/video/format-utils.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

static struct {
    const char *node, *folder;
    uint32_t format, width, height, rate;
    int hold;
    struct pw_main_loop *loop;
    struct pw_core *core;
    struct pw_registry *registry;
    struct pw_stream *stream;
    struct pw_proxy *link;
    /// Nodes and ports by PipeWire's numbers.
    uint32_t source, output, input;
    struct spa_video_info_raw chosen;
    int frames, held_count;
    struct pw_buffer *held[64];
} all;

static void link_up(void) {
    if (all.link || all.output == SPA_ID_INVALID || all.input == SPA_ID_INVALID) return;
    // Ports are named, as one that has a link is not thought of otherwise.
    struct pw_properties *properties = pw_properties_new(NULL, NULL);
    pw_properties_setf(properties, PW_KEY_LINK_OUTPUT_NODE, "%u", all.source);
    pw_properties_setf(properties, PW_KEY_LINK_OUTPUT_PORT, "%u", all.output);
    pw_properties_setf(properties, PW_KEY_LINK_INPUT_NODE, "%u", pw_stream_get_node_id(all.stream));
    pw_properties_setf(properties, PW_KEY_LINK_INPUT_PORT, "%u", all.input);
    all.link = pw_core_create_object(all.core, "link-factory", PW_TYPE_INTERFACE_Link, PW_VERSION_LINK, &properties->dict, 0);
    pw_properties_free(properties);
}

static void changed(void *data, uint32_t id, const struct spa_pod *param) {
    (void)data;
    if (!param || id != SPA_PARAM_Format || spa_format_video_raw_parse(param, &all.chosen) < 0) return;
    struct spa_fraction rate = all.chosen.framerate.num ? all.chosen.framerate : all.chosen.max_framerate;
    printf(
        "format %u %u %s %g\n", all.chosen.size.width, all.chosen.size.height,
        all.chosen.format == SPA_VIDEO_FORMAT_YUY2 ? "YUY2" : all.chosen.format == SPA_VIDEO_FORMAT_BGRA ? "BGRA" : "BGRx", rate.denom ? (double)rate.num / rate.denom : 0);
    uint8_t bytes[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *params[3];
    params[0] = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
        SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header)));
    params[1] = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_VideoDamage),
        SPA_PARAM_META_size,
        SPA_POD_CHOICE_RANGE_Int(
            sizeof(struct spa_meta_region) * 16, sizeof(struct spa_meta_region), sizeof(struct spa_meta_region) * 16));
    params[2] = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Busy),
        SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_busy)));
    pw_stream_update_params(all.stream, params, 3);
}

static void take(struct pw_buffer *buffer) {
    struct spa_data *memory = &buffer->buffer->datas[0];
    if (!memory->data || memory->chunk->size == 0) return;
    char path[4096];
    snprintf(path, sizeof path, "%s/%d", all.folder, ++all.frames);
    FILE *file = fopen(path, "w");
    if (!file) exit(1);
    bool is_packed = all.chosen.format == SPA_VIDEO_FORMAT_YUY2;
    for (uint32_t y = 0; y < all.chosen.size.height; y++) {
        const uint8_t *row = (const uint8_t *)memory->data + memory->chunk->offset + (size_t)y * (size_t)memory->chunk->stride;
        fwrite(row, 4, is_packed ? (all.chosen.size.width + 1) / 2 : all.chosen.size.width, file);
    }
    fclose(file);
    struct spa_meta_header *header = spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
    printf(
        "frame %d %u %u %lld %lld", all.frames, all.chosen.size.width, all.chosen.size.height,
        header ? (long long)header->seq : -1, header ? (long long)header->pts : -1);
    struct spa_meta *damage = spa_buffer_find_meta(buffer->buffer, SPA_META_VideoDamage);
    struct spa_meta_region *region;
    if (damage) {
        spa_meta_for_each(region, damage) {
            if (!spa_meta_region_is_valid(region)) break;
            printf(
                " %d,%d,%u,%u", region->region.position.x, region->region.position.y, region->region.size.width,
                region->region.size.height);
        }
    }
    printf("\n");
}

static void process(void *data) {
    (void)data;
    struct pw_buffer *buffer;
    while ((buffer = pw_stream_dequeue_buffer(all.stream))) {
        take(buffer);
        all.held[all.held_count++] = buffer;
        if (all.held_count <= all.hold) continue;
        pw_stream_queue_buffer(all.stream, all.held[0]);
        memmove(all.held, all.held + 1, sizeof all.held[0] * (size_t)--all.held_count);
    }
}

static void removed(void *data, struct pw_buffer *buffer) {
    (void)data;
    for (int at = 0; at < all.held_count; at++) {
        if (all.held[at] != buffer) continue;
        memmove(all.held + at, all.held + at + 1, sizeof all.held[0] * (size_t)(--all.held_count - at));
        return;
    }
}

static void state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    (void)data, (void)old;
    printf("state %s %s\n", pw_stream_state_as_string(state), error ? error : "");
}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS, .state_changed = state_changed, .param_changed = changed, .process = process,
    .remove_buffer = removed};

static void global_added(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version, const struct spa_dict *properties) {
    (void)data, (void)permissions, (void)version;
    if (!properties) return;
    if (strcmp(type, PW_TYPE_INTERFACE_Node) == 0) {
        const char *name = spa_dict_lookup(properties, PW_KEY_NODE_NAME);
        if (name && strcmp(name, all.node) == 0) all.source = id;
    } else if (strcmp(type, PW_TYPE_INTERFACE_Port) == 0) {
        const char *node = spa_dict_lookup(properties, PW_KEY_NODE_ID);
        uint32_t number = node ? (uint32_t)strtoul(node, NULL, 10) : SPA_ID_INVALID;
        if (number == SPA_ID_INVALID) return;
        if (number == all.source) all.output = id;
        if (number == pw_stream_get_node_id(all.stream)) all.input = id;
        link_up();
    }
}

static const struct pw_registry_events registry_events = {PW_VERSION_REGISTRY_EVENTS, .global = global_added};

static void core_error(void *data, uint32_t id, int sequence, int result, const char *message) {
    (void)data, (void)sequence;
    printf("error %u %d %s\n", id, result, message);
    if (id == PW_ID_CORE) pw_main_loop_quit(all.loop);
}

static const struct pw_core_events core_events = {PW_VERSION_CORE_EVENTS, .error = core_error};

int main(int count, char **words) {
    if (count < 3) return 64;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    all.node = words[1];
    all.folder = words[2];
    all.source = all.output = all.input = SPA_ID_INVALID;
    for (int at = 3; at < count; at++) {
        if (strcmp(words[at], "format=BGRA") == 0) all.format = SPA_VIDEO_FORMAT_BGRA;
        else if (strcmp(words[at], "format=BGRx") == 0) all.format = SPA_VIDEO_FORMAT_BGRx;
        else if (strcmp(words[at], "format=YUY2") == 0) all.format = SPA_VIDEO_FORMAT_YUY2;
        else if (sscanf(words[at], "size=%ux%u", &all.width, &all.height) == 2) continue;
        else if (sscanf(words[at], "rate=%u", &all.rate) == 1) continue;
        else if (sscanf(words[at], "hold=%d", &all.hold) == 1 && all.hold < 60) continue;
        else return 64;
    }
    pw_init(NULL, NULL);
    all.loop = pw_main_loop_new(NULL);
    struct pw_loop *loop = pw_main_loop_get_loop(all.loop);
    struct pw_context *context = pw_context_new(loop, NULL, 0);
    all.core = context ? pw_context_connect(context, NULL, 0) : NULL;
    if (!all.core) return 1;
    struct spa_hook core_hook, registry_hook, stream_hook;
    pw_core_add_listener(all.core, &core_hook, &core_events, NULL);
    all.registry = pw_core_get_registry(all.core, PW_VERSION_REGISTRY, 0);
    pw_registry_add_listener(all.registry, &registry_hook, &registry_events, NULL);
    all.stream = pw_stream_new(
        all.core, "consumer", pw_properties_new(PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", NULL));
    pw_stream_add_listener(all.stream, &stream_hook, &stream_events, NULL);

    uint8_t bytes[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    struct spa_pod_frame frame;
    struct spa_rectangle size = SPA_RECTANGLE(all.width ? all.width : 320, all.height ? all.height : 240);
    struct spa_rectangle least = SPA_RECTANGLE(1, 1), most = SPA_RECTANGLE(32768, 32768);
    struct spa_fraction rate = SPA_FRACTION(all.rate, 1), none = SPA_FRACTION(0, 1), fastest = SPA_FRACTION(1000, 1);
    spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(
        &builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), 0);
    if (all.format)
        spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(all.format), 0);
    else
        spa_pod_builder_add(
            &builder, SPA_FORMAT_VIDEO_format,
            SPA_POD_CHOICE_ENUM_Id(3, SPA_VIDEO_FORMAT_BGRA, SPA_VIDEO_FORMAT_BGRA, SPA_VIDEO_FORMAT_BGRx), 0);
    if (all.width)
        spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), 0);
    else
        spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&size, &least, &most), 0);
    if (all.rate)
        spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&rate), 0);
    else
        spa_pod_builder_add(
            &builder, SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&none, &none, &fastest), 0);
    const struct spa_pod *params[1] = {spa_pod_builder_pop(&builder, &frame)};
    if (pw_stream_connect(all.stream, PW_DIRECTION_INPUT, PW_ID_ANY, PW_STREAM_FLAG_MAP_BUFFERS, params, 1) < 0) return 1;
    pw_main_loop_run(all.loop);
    return 0;
}
