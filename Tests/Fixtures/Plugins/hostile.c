// A plugin that does what its property says: a layer kind, a filter and a behavior.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <scrim/plugin.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

enum { DEED, LEVEL, WORDS };
enum {
    ORDER, CRASH, LOOP, SLEEP, EXIT, ABORT, STOP, GARBAGE, LONG_REPLY, EARLY, MEMORY, SYSTEM, SLOW, SCRIBBLE, LOG, OVERRUN, SLOW_TWICE,
    GLYPH, FLAGS, COUNT_ALONE
};

static const scrim_property properties[] = {
    {.name = TEXT("deed"), .type = SCRIM_INTEGER, .effect = SCRIM_EFFECT_CONTENT},
    {.name = TEXT("level"), .type = SCRIM_NUMBER, .effect = SCRIM_EFFECT_CONTENT},
    {.name = TEXT("words"), .type = SCRIM_TEXT, .effect = SCRIM_EFFECT_CONTENT,
     .initial = {.is_set = 1, .text = TEXT("words")}},
    {.name = TEXT("spots"), .type = SCRIM_RECTS, .flags = SCRIM_PROPERTY_COMPUTED},
};

static void say(const void *bytes, size_t size) {
    struct iovec part = {(void *)bytes, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    sendmsg(3, &message, 0);
}

static void *scribble(void *start) {
    unsigned state = 1;
    char *memory = (char *)((uintptr_t)start & ~(uintptr_t)4095);
    for (;;) {
        state = state * 1664525u + 1013904223u;
        // The beginning of the replies is a mebibyte behind the beginning of the requests.
        memory[(1 << 20) + (state >> 8) % 512] = (char)state;
    }
    return NULL;
}

static int count;

static void rest(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static double outcomes(void) {
    double sum = 0;
    sum += open("/etc/passwd", O_RDONLY) >= 0;
    sum += socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
    sum += fork() >= 0;
    sum += kill(getppid(), 0) >= 0;
    sum += mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
    sum += unlink("/tmp/scrim-none") >= 0 || errno != EPERM;
    sum += write(2, "", 1) >= 0;
    return sum;
}

static scrim_status act(const scrim_host *host, uint64_t object, double deed, double *level) {
    switch ((int)deed) {
    case CRASH: *(volatile int *)8 = 1; break;
    case LOOP: for (;;) {}
    case SLEEP: rest(100000); break;
    case EXIT: _exit(3);
    case ABORT: abort();
    case STOP: raise(SIGSTOP); break;
    case GARBAGE: for (int i = 0; i < 4; i++) say("garbage that is no message", 26); break;
    case LONG_REPLY: {
        const uint64_t words[6] = {4, 1, ~0ull, 0, 0, 0};
        say(words, sizeof words);
        break;
    }
    case EARLY: {
        // A reply of the right form before its time.
        const uint64_t words[6] = {4, 99, 64, 0, 0, 0};
        say(words, sizeof words);
        break;
    }
    case MEMORY:
        for (;;) {
            char *more = malloc(1 << 24);
            if (more == NULL) return SCRIM_NO_MEMORY;
        }
    case SYSTEM: *level = outcomes(); break;
    case SLOW: rest(40); break;
    case SLOW_TWICE: if (count++ < 2) rest(40); break;
    case SCRIBBLE: {
        static pthread_t thread;
        scrim_string words;
        host->get_string(host, object, WORDS, &words);
        if (!thread) pthread_create(&thread, NULL, scribble, (void *)words.bytes);
        break;
    }
    case LOG:
        for (int i = 0; i < 1000; i++) host->log(host, SCRIM_LOG_NOTICE, (scrim_string)TEXT("again"));
        host->log(host, SCRIM_LOG_NOTICE, (scrim_string){"\xff", 1});
        break;
    case OVERRUN: {
        char *small = malloc(16);
        for (long i = 0; i < 1 << 28; i++) ((volatile char *)small)[i] = 1;
        break;
    }
    }
    return SCRIM_OK;
}

static scrim_status draw(void *instance, const scrim_host *host, const scrim_draw *request, const scrim_canvas *canvas) {
    double deed = 0, level = 0;
    host->get_number(host, request->object, DEED, &deed);
    host->get_number(host, request->object, LEVEL, &level);
    const scrim_status status = act(host, request->object, deed, &level);
    if (status != SCRIM_OK) return status;
    if (deed == GLYPH) {
        // Of a header before the character, and of this one.
        const uint8_t shape[] = {SCRIM_MOVE, SCRIM_LINE, SCRIM_LINE};
        const scrim_point corners[] = {{0, 0}, {1, 0}, {1, 1}};
        scrim_glyph glyph = {.size = 88, .outline = {shape, 3, corners, 3}, .character = 'B'};
        scrim_placed_glyph placed[2] = {{.at = {1, 2}}, {.at = {3, 4}}};
        host->define_glyph(host, &glyph, &placed[0].glyph);
        glyph.size = sizeof glyph;
        host->define_glyph(host, &glyph, &placed[1].glyph);
        const scrim_glyph_run run = {.size = sizeof run, .rgba = 0xff, .em = 10, .glyphs = placed, .count = 2};
        return canvas->draw_glyphs(canvas, &run);
    }
    const scrim_point points[] = {{0, 0}, {level, 0}, {level, request->bounds.height}};
    const uint8_t commands[] = {SCRIM_MOVE, SCRIM_LINE, SCRIM_LINE, SCRIM_CLOSE};
    const scrim_path path = {commands, 4, points, 3};
    return canvas->fill_path(canvas, &path, SCRIM_NON_ZERO, 0x102030ff);
}

static scrim_status measure(
    void *instance, const scrim_host *host, const scrim_draw *request, double width, scrim_point *size) {
    double deed = 0, level = 0;
    host->get_number(host, request->object, DEED, &deed);
    *size = (scrim_point){width < 50 ? width : 50, deed == FLAGS ? request->flags : 20};
    return act(host, request->object, deed, &level);
}

/// As many rectangles as the property `level` says; a number more where it is negative.
static scrim_status compute_list(
    void *instance, const scrim_host *host, const scrim_draw *request, uint32_t property, const double **values,
    uint64_t *count) {
    static double numbers[16];
    double level = 0;
    host->get_number(host, request->object, 1, &level);
    for (int at = 0; at < 16; at++) numbers[at] = property + at;
    *values = numbers;
    *count = level < 0 ? 5 : (uint64_t)level * 4;
    return SCRIM_OK;
}

static const scrim_layer layer = {
    .size = sizeof layer, .flags = SCRIM_LAYER_USES_BOUNDS, .draw = draw, .measure = measure,
    .compute_list = compute_list};

static scrim_status apply(
    const scrim_host *host, void *context, const scrim_filter_use *use, const scrim_image *source,
    const scrim_image *target) {
    double level = 0;
    if (use->numbers[0] == OVERRUN) {
        memset(target->argb, 1, (size_t)1 << 30);
    } else if (act(host, 0, use->numbers[0], &level) != SCRIM_OK) {
        return SCRIM_FAILED;
    }
    for (int y = target->rect.y0; y < target->rect.y1; y++) {
        uint32_t *row = (uint32_t *)((char *)target->argb + (y - target->rect.y0) * (long)target->stride);
        for (int x = target->rect.x0; x < target->rect.x1; x++) row[x - target->rect.x0] = 0xff000000u | (unsigned)(x * 7 + y);
    }
    return SCRIM_OK;
}

static const scrim_filter filter = {.size = sizeof filter, .apply = apply};

// A behavior that moves each item to the right, ten points a second.
typedef struct { uint64_t object; scrim_point from; double since, lead; } Item;
typedef struct { double time, deed; uint64_t behavior; int count; Item items[64]; scrim_motion motions[64]; } Engine;

static scrim_status engine_create(const scrim_host *host, void *context, void **engine) {
    *engine = calloc(1, sizeof(Engine));
    return SCRIM_OK;
}

static scrim_status engine_change(void *memory, const scrim_host *host, void *context, uint64_t object) {
    Engine *engine = memory;
    engine->behavior = object;
    host->get_number(host, object, 0, &engine->deed);
    return host->set_number(host, object, 1, engine->deed + 1);
}

static scrim_status engine_remove(void *memory, uint64_t object) {
    Engine *engine = memory;
    for (int i = 0; i < engine->count; i++)
        if (engine->items[i].object == object) engine->items[i] = engine->items[--engine->count];
    return SCRIM_OK;
}

static scrim_status engine_place(void *memory, const scrim_item *items, uint64_t count) {
    Engine *engine = memory;
    for (uint64_t n = 0; n < count; n++) {
        int at = 0;
        while (at < engine->count && engine->items[at].object != items[n].object) at++;
        if (at == 64 || items[n].object == 0) continue;
        if (at == engine->count) engine->count++;
        engine->items[at] = (Item){items[n].object, items[n].center, engine->time, 0};
    }
    return SCRIM_OK;
}

static scrim_status engine_step(void *memory, const scrim_host *host, scrim_step *step) {
    Engine *engine = memory;
    double level = 0;
    if (act(host, 0, engine->deed, &level) != SCRIM_OK) return SCRIM_FAILED;
    engine->time = step->time;
    for (int i = 0; i < engine->count; i++)
        engine->motions[i] = (scrim_motion){
            engine->items[i].object,
            {engine->items[i].from.x + engine->items[i].lead + 10 * (step->time - engine->items[i].since), engine->items[i].from.y}, 0};
    step->motions = engine->motions;
    step->motion_count = (uint64_t)engine->count;
    step->moves = 1;
    if (engine->deed == COUNT_ALONE) {
        step->motions = NULL;
        step->contacts = NULL;
        step->contact_count = ~0ull;
    }
    return SCRIM_OK;
}

static scrim_status engine_velocity(void *memory, uint64_t item, scrim_velocity *velocity) {
    Engine *engine = memory;
    double level = 0;
    if (act(NULL, 0, engine->deed == CRASH ? CRASH : 0, &level) != SCRIM_OK) return SCRIM_FAILED;
    for (int i = 0; i < engine->count; i++)
        if (engine->items[i].object == item) {
            *velocity = (scrim_velocity){{10, 0}, 0.5};
            return SCRIM_OK;
        }
    return SCRIM_NONE;
}

// What it keeps is how far an item is ahead.
static scrim_status engine_save(void *memory, uint64_t object, const double **numbers, uint64_t *count) {
    Engine *engine = memory;
    for (int i = 0; i < engine->count; i++)
        if (engine->items[i].object == object) {
            *numbers = engine->deed == COUNT_ALONE ? NULL : &engine->items[i].lead;
            *count = engine->deed == OVERRUN ? SCRIM_MOTION_NUMBERS + 1 : 1;
            return SCRIM_OK;
        }
    return SCRIM_NONE;
}

static scrim_status engine_restore(void *memory, uint64_t object, const double *numbers, uint64_t count) {
    Engine *engine = memory;
    for (int i = 0; i < engine->count; i++)
        if (engine->items[i].object == object && count == 1) engine->items[i].lead = numbers[0];
    return SCRIM_OK;
}

static scrim_status engine_check(
    void *context, const scrim_host *host, uint32_t property, scrim_string text, scrim_string *reason) {
    if (property != 3 || text.length != 2) return SCRIM_OK;
    *reason = (scrim_string)TEXT("two letters");
    return SCRIM_INVALID;
}

static const scrim_behavior behavior = {
    .size = sizeof behavior, .create = engine_create, .destroy = free, .change = engine_change, .remove = engine_remove,
    .place = engine_place, .step = engine_step, .velocity = engine_velocity, .check = engine_check,
    .save = engine_save, .restore = engine_restore};

static const scrim_property behavior_properties[] = {
    {.name = TEXT("deed"), .type = SCRIM_INTEGER},
    {.name = TEXT("seen"), .type = SCRIM_NUMBER},
    {.name = TEXT("items"), .type = SCRIM_OBJECTS},
    {.name = TEXT("word"), .type = SCRIM_TEXT, .flags = SCRIM_PROPERTY_CHECKED},
};

#define KIND(called, what, behind, list, size_of_list) \
    {.size = sizeof(scrim_kind), .name = TEXT(called), .interface = TEXT(what), .table = behind, .properties = list, \
     .property_count = size_of_list, .property_size = sizeof(scrim_property)}
static const scrim_kind kinds[] = {
    KIND("hostile", SCRIM_LAYER_INTERFACE, &layer, properties, 4),
    KIND("spoil", SCRIM_FILTER_INTERFACE, &filter, properties, 1),
    KIND("drift", SCRIM_BEHAVIOR_INTERFACE, &behavior, behavior_properties, 4),
};
static const scrim_kind *const list[] = {&kinds[0], &kinds[1], &kinds[2]};
static const scrim_plugin plugin = {
    .size = sizeof plugin, .abi = SCRIM_ABI, .id = TEXT("Hostile"), .version = TEXT("1"), .kind_count = 3, .kinds = list};

#ifdef LOADS
__attribute__((constructor)) static void load(void) {
    // What a library may not do even while it is loaded.
    const int file = open("/tmp/scrim-hostile", O_WRONLY | O_CREAT, 0600);
    if (file >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || fork() >= 0) _exit(9);
    // Nor read what is no library.
    const char *const closed[] = {"/etc/passwd", "/etc", "/proc/self/environ", "/proc/1/cmdline", "/home", "/root", "/tmp", "."};
    for (unsigned i = 0; i < sizeof closed / sizeof *closed; i++)
        if (open(closed[i], O_RDONLY) >= 0) _exit(8);
    // The loader itself does.
    if (open("/etc/ld.so.cache", O_RDONLY) < 0) _exit(7);
}
#endif

#ifdef LOAD_HANGS
__attribute__((constructor)) static void load(void) {
    for (;;) rest(1000);
}
#endif

#ifdef LOAD_EATS
__attribute__((constructor)) static void load(void) {
    for (;;) memset(malloc(1 << 24), 1, 1 << 24);
}
#endif

const scrim_plugin *scrim_plugin_entry(uint32_t host_abi) {
#ifdef ENTRY_CRASHES
    abort();
#endif
    return host_abi >> 16 == SCRIM_ABI_MAJOR ? &plugin : 0;
}
