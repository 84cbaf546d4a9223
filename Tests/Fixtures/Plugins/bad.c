// A plugin that is wrong in one way, by the macro it is compiled with; without one it is in order.
#include <math.h>
#include <scrim/plugin.h>
#include <stdlib.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

static scrim_string choices[300];

static const scrim_property properties[] = {
#ifdef V2
    {.name = TEXT("added"), .type = SCRIM_TEXT, .initial = {.is_set = 1, .text = TEXT("new")}},
#else
    {
#if defined(BAD_PROPERTY_NAME)
        .name = TEXT("1st"),
#elif defined(CLASH)
        .name = TEXT("opacity"),
#else
        .name = TEXT("mode"),
#endif
        .type = SCRIM_CHOICE, .effect = SCRIM_EFFECT_CONTENT, .choices = choices,
#if defined(MANY_CHOICES)
        .choice_count = 257,
#elif defined(NO_CHOICES)
        .choice_count = 0,
#else
        .choice_count = 256,
#endif
#ifdef BAD_CHOICE
        .initial = {.is_set = 1, .bits = 256},
#endif
    },
#endif
    {
        .name = TEXT("level"),
#ifdef BAD_TYPE
        .type = 15,
#else
        .type = SCRIM_NUMBER,
#endif
        .effect = SCRIM_EFFECT_CONTENT, .minimum = 0,
#if defined(V2)
        .maximum = 5,
#elif defined(BAD_RANGE)
        .maximum = -1,
#else
        .maximum = 10,
#endif
#ifdef BAD_DEFAULT
        .initial = {.is_set = 1, .numbers = {10.5}},
#else
        .initial = {.is_set = 1, .numbers = {1}},
#endif
    },
#ifdef TWICE
    {.name = TEXT("level"), .type = SCRIM_NUMBER},
#endif
};
enum { LEVEL = 1 };

static scrim_status create(const scrim_host *host, void *context, uint64_t object, void **instance) {
    (void)host, (void)context;
#ifdef CREATE_FAILS
    return SCRIM_NO_MEMORY;
#endif
    uint64_t *mine = malloc(sizeof *mine);
    *mine = object;
    *instance = mine;
    return SCRIM_OK;
}

static const scrim_canvas *kept;

static scrim_status update(void *instance, const scrim_host *host, const scrim_draw *request) {
    (void)instance, (void)host, (void)request;
    // Not during draw: the host has to refuse it, whatever is done with the answer.
    if (kept != NULL && kept->save(kept) != SCRIM_STATE) return SCRIM_STATE;
    return SCRIM_OK;
}

static scrim_status draw(
    void *instance, const scrim_host *host, const scrim_draw *request, const scrim_canvas *canvas) {
    if (*(uint64_t *)instance != request->object) return SCRIM_STALE;
    kept = canvas;
    double level = 0;
    scrim_status status = host->get_number(host, request->object, LEVEL, &level);
    if (status != SCRIM_OK) return status;
    scrim_color color;
    if (host->get_color(host, request->object, LEVEL, &color) != SCRIM_TYPE) return SCRIM_TYPE;
    if (host->get_number(host, request->object, 99, &level) != SCRIM_UNKNOWN) return SCRIM_UNKNOWN;
    if (host->get_number(host, request->object + 1, LEVEL, &level) != SCRIM_STALE) return SCRIM_STALE;
    scrim_point points[] = {{0, 0}, {level, 0}, {0, level}};
    uint8_t commands[] = {SCRIM_MOVE, SCRIM_LINE, SCRIM_LINE, SCRIM_CLOSE};
    scrim_path path = {commands, 4, points, 3};
    scrim_stroke stroke = {.size = sizeof stroke, .width = 1, .miter_limit = 10, .end = 1};
    uint32_t rule = SCRIM_NON_ZERO;
#if defined(DRAW_FAILS)
    return SCRIM_FAILED;
#elif defined(CRASHES)
    *(volatile int *)8 = 1;
#elif defined(SAVES)
    canvas->save(canvas);
#elif defined(RESTORES)
    canvas->restore(canvas);
#elif defined(NAN_POINT)
    points[1].y = NAN;
#elif defined(NOT_NORMAL)
    commands[0] = SCRIM_LINE;
#elif defined(AFTER_CLOSE)
    commands[1] = SCRIM_CLOSE, path.point_count = 2;
#elif defined(FEW_POINTS)
    path.point_count = 2;
#elif defined(BAD_COMMAND)
    commands[1] = 9;
#elif defined(BAD_RULE)
    rule = 2;
#elif defined(NO_MEMORY)
    path.points = NULL;
#elif defined(HUGE)
    path.point_count = 1000001;
#elif defined(BAD_DASH)
    const double dash[] = {1, -1};
    stroke.dash_count = 2, stroke.dash = dash;
#elif defined(BAD_WIDTH)
    stroke.width = -1;
#elif defined(SMALL_STROKE)
    stroke.size = 8;
#elif defined(BAD_MAP)
    const scrim_affine map = {1, 0, 0, INFINITY, 0, 0};
    canvas->concat(canvas, &map);
#elif defined(DEEP)
    for (int i = 0; i < 257; i++) canvas->save(canvas);
    for (int i = 0; i < 257; i++) canvas->restore(canvas);
#elif defined(MANY)
    for (int i = 0; i < 250001; i++) canvas->fill_path(canvas, &path, rule, 0xff);
#elif defined(OVERRUN)
    // By one byte: a common allocator has a few to spare.
    volatile char *room = malloc(32);
    room[32] = 1;
    free((void *)room);
#elif defined(OVERRUN_ODD)
    volatile char *room = malloc(13);
    room[13] = 1;
    free((void *)room);
#elif defined(LATE_READ)
    volatile char *room = malloc(13);
    free((void *)room);
    level += room[0];
#endif
    // What a refused operation returns is not heeded: the host has to remember it.
    canvas->fill_path(canvas, &path, rule, 0x112233ff);
    canvas->stroke_path(canvas, &path, &stroke, 0x445566ff);
    return SCRIM_OK;
}

// A host that is older than the plugin takes what it knows.
static const struct {
    scrim_layer known;
    uint64_t appended[4];
} layer = {
    {
#ifdef SMALL_TABLE
        .size = 8,
#else
        .size = sizeof layer,
#endif
        .create = create, .destroy = free, .update = update,
#ifndef NO_DRAW
        .draw = draw,
#endif
    },
    {~0ull, ~0ull, ~0ull, ~0ull},
};

static const scrim_kind kind = {
#ifdef SMALL_KIND
    .size = sizeof(scrim_kind) - 8,
#else
    .size = sizeof(scrim_kind),
#endif
    .property_count = sizeof properties / sizeof properties[0],
#ifdef SMALL_PROPERTY
    .property_size = 16,
#else
    .property_size = sizeof(scrim_property),
#endif
#if defined(BAD_KIND_NAME)
    .name = TEXT("a b"),
#elif defined(WRONG_KIND)
    .name = TEXT("other"),
#else
    .name = TEXT("bad"),
#endif
#ifdef BAD_INTERFACE
    .interface = TEXT("scrim.layer/2"),
#else
    .interface = TEXT("scrim.layer/1"),
#endif
#ifdef BAD_TEXT
    .help = TEXT("\xff"),
#endif
    .properties = properties,
#ifndef NULL_TABLE
    .table = &layer,
#endif
};

static const scrim_kind *const kinds[] = {
#ifdef NULL_KIND
    0,
#else
    &kind,
#endif
};

static const scrim_plugin plugin = {
#ifdef SMALL
    .size = 40,
#else
    .size = sizeof(scrim_plugin),
#endif
#ifdef TOO_NEW
    .abi = (SCRIM_ABI_MAJOR + 1) << 16,
#else
    .abi = SCRIM_ABI | 7,  // A later minor version.
#endif
#ifdef WRONG_ID
    .id = TEXT("Good"),
#else
    .id = TEXT("Bad"),
#endif
    .version = TEXT("1"),
#ifndef NO_KINDS
    .kind_count = 1,
#endif
    .kinds = kinds,
};

#ifndef NO_ENTRY
const scrim_plugin *scrim_plugin_entry(uint32_t host_abi) {
    static char names[300][4];
    for (int i = 0; i < 300; i++) {
        names[i][0] = 'c', names[i][1] = (char)('0' + i / 100), names[i][2] = (char)('0' + i / 10 % 10);
        names[i][3] = (char)('0' + i % 10);
        choices[i] = (scrim_string){names[i], 4};
    }
#ifdef NULL_ENTRY
    return 0;
#else
    return host_abi >> 16 == SCRIM_ABI_MAJOR ? &plugin : 0;
#endif
}
#endif
