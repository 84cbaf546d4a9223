// @NAME@: a behavior that moves its items on at a velocity.
#include <scrim/plugin.h>

#include <stdlib.h>
#include <string.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

enum { ITEMS, VELOCITY };

static const scrim_property properties[] = {
    [ITEMS] = {.name = TEXT("items"), .type = SCRIM_OBJECTS, .help = TEXT("the layers that move")},
    [VELOCITY] = {.name = TEXT("velocity"), .type = SCRIM_POINT, .unit = TEXT("points per second"), .help = TEXT("how they move")},
};

// One item of one object: from where, since when, how fast.
typedef struct {
    uint64_t behavior, object;
    scrim_point from, velocity;
    double since;
} drift;

// Where an item was put; the last place counts.
typedef struct {
    uint64_t object;
    scrim_point center;
    double angle;
} place;

typedef struct {
    drift *drifts;
    uint64_t drift_count;
    place *places;
    uint64_t place_count;
    scrim_motion *motions;
    double now;
} engine;

static scrim_status create(const scrim_host *host, void *context, void **made) {
    (void)host, (void)context;
    *made = calloc(1, sizeof(engine));
    return *made ? SCRIM_OK : SCRIM_NO_MEMORY;
}

static void destroy(void *instance) {
    engine *e = instance;
    free(e->drifts), free(e->places), free(e->motions), free(e);
}

static place *place_of(engine *e, uint64_t object) {
    for (uint64_t i = 0; i < e->place_count; i++)
        if (e->places[i].object == object) return &e->places[i];
    return NULL;
}

static scrim_point at(const drift *d, double now) {
    return (scrim_point){d->from.x + d->velocity.x * (now - d->since), d->from.y + d->velocity.y * (now - d->since)};
}

static scrim_status take_away(void *instance, uint64_t object) {
    engine *e = instance;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < e->drift_count; i++)
        if (e->drifts[i].behavior != object && e->drifts[i].object != object) e->drifts[kept++] = e->drifts[i];
    e->drift_count = kept;
    place *gone = place_of(e, object);
    if (gone) *gone = e->places[--e->place_count];
    return SCRIM_OK;
}

static scrim_status change(void *instance, const scrim_host *host, void *context, uint64_t object) {
    (void)context;
    engine *e = instance;
    // Where its items are now is where they go on from.
    for (uint64_t i = 0; i < e->drift_count; i++) {
        place *p = place_of(e, e->drifts[i].object);
        if (e->drifts[i].behavior == object && p) p->center = at(&e->drifts[i], e->now);
    }
    uint64_t kept = 0;
    for (uint64_t i = 0; i < e->drift_count; i++)
        if (e->drifts[i].behavior != object) e->drifts[kept++] = e->drifts[i];
    e->drift_count = kept;
    const uint64_t *items = NULL;
    uint64_t count = 0;
    scrim_point velocity = {0, 0};
    host->get_objects(host, object, ITEMS, &items, &count);
    host->get_point(host, object, VELOCITY, &velocity);
    drift *drifts = realloc(e->drifts, (e->drift_count + count + 1) * sizeof *drifts);
    if (drifts) e->drifts = drifts;
    scrim_motion *motions = realloc(e->motions, (e->drift_count + count + 1) * sizeof *motions);
    if (motions) e->motions = motions;
    if (!drifts || !motions) return SCRIM_NO_MEMORY;
    for (uint64_t i = 0; i < count; i++) {
        const place *p = place_of(e, items[i]);
        if (p) e->drifts[e->drift_count++] = (drift){object, items[i], p->center, velocity, e->now};
    }
    return SCRIM_OK;
}

static scrim_status put(void *instance, const scrim_item *items, uint64_t count) {
    engine *e = instance;
    place *places = realloc(e->places, (e->place_count + count + 1) * sizeof *places);
    if (!places) return SCRIM_NO_MEMORY;
    e->places = places;
    for (uint64_t i = 0; i < count; i++) {
        place *p = place_of(e, items[i].object);
        if (!p) p = &e->places[e->place_count++];
        *p = (place){items[i].object, items[i].center, items[i].angle};
        for (uint64_t k = 0; k < e->drift_count; k++)
            if (e->drifts[k].object == items[i].object) e->drifts[k].from = items[i].center, e->drifts[k].since = e->now;
    }
    return SCRIM_OK;
}

static scrim_status step(void *instance, const scrim_host *host, scrim_step *step) {
    (void)host;
    engine *e = instance;
    e->now = step->time;
    step->moves = 0;
    step->motion_count = 0;
    for (uint64_t i = 0; i < e->drift_count; i++) {
        const drift *d = &e->drifts[i];
        if (d->velocity.x == 0 && d->velocity.y == 0) continue;
        const place *p = place_of(e, d->object);
        e->motions[step->motion_count++] = (scrim_motion){d->object, at(d, e->now), p ? p->angle : 0};
        step->moves = 1;
    }
    step->motions = e->motions;
    return SCRIM_OK;
}

static const scrim_behavior table = {
    .size = sizeof table, .create = create, .destroy = destroy, .change = change, .remove = take_away, .place = put, .step = step,
};

static const scrim_kind kind = {
    .size = sizeof kind, .name = TEXT("@name@"), .interface = TEXT(SCRIM_BEHAVIOR_INTERFACE), .help = TEXT("moves its items on at a velocity"), .table = &table,
    .properties = properties, .property_count = sizeof properties / sizeof properties[0], .property_size = sizeof(scrim_property),
};
static const scrim_kind *const kinds[] = {&kind};
static const scrim_plugin plugin = {
    .size = sizeof plugin, .abi = SCRIM_ABI, .id = TEXT("@NAME@"), .version = TEXT("1.0.0"), .kinds = kinds, .kind_count = 1,
};

const scrim_plugin *scrim_plugin_entry(uint32_t host_abi) { return host_abi >> 16 == SCRIM_ABI_MAJOR ? &plugin : 0; }
