// The interface "scrim.behavior/1": kinds that move layers by rules of their own, as physics does.
//
// The behavior kinds of a plugin share one engine. It keeps what it needs to know of their objects and of the layers that these
// name, its items, and is asked to go on in scene time; what has moved goes back to the host. An item is known by its
// object's number; the root layer has the number 0.
#pragma once

#include <scrim/host.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#define SCRIM_BEHAVIOR_INTERFACE "scrim.behavior/1"

/// The most numbers of `scrim_behavior.save`.
#define SCRIM_MOTION_NUMBERS 256

/// Where a layer is, by what was set.
typedef struct scrim_item {
    uint64_t object;
    /// The middle of its bounds, in its parent's coordinates.
    scrim_point center;
    /// By which it is turned about its middle, in radians, clockwise as seen.
    double angle;
    scrim_rect bounds;
    /// From its parent's coordinates to the root's.
    scrim_affine outer;
    /// From its sublayers' coordinates to the root's.
    scrim_affine inner;
} scrim_item;

/// Where an item is now.
typedef struct scrim_motion {
    uint64_t object;
    scrim_point center;
    double angle;
} scrim_motion;

/// Two things began to touch, or ended.
typedef struct scrim_contact {
    /// The object whose rule it is.
    uint64_t behavior;
    uint64_t first;
    /// 0: what was touched is no item, and `boundary` names it.
    uint64_t second;
    scrim_string boundary;
    /// In the coordinates of the first item's parent.
    scrim_point point;
    /// 1: began, 0: ended.
    uint32_t began;
    uint32_t reserved;
} scrim_contact;

/// A step: where to, and what came of it. The lists are the engine's, and stay until its next call.
typedef struct scrim_step {
    uint32_t size;
    /// Set by the engine. 0: all is at rest, and stays so until something is changed or placed.
    uint32_t moves;
    /// Scene time in seconds; never less than before.
    double time;
    const scrim_motion *_Nullable motions;
    uint64_t motion_count;
    const scrim_contact *_Nullable contacts;
    uint64_t contact_count;
    /// Set by the engine: seconds of scene time that the step left out, since they were too much work. Since 1.1.
    double skipped;
} scrim_step;

/// How fast an item moves, in the coordinates in which the engine works.
typedef struct scrim_velocity {
    /// In points per second.
    scrim_point linear;
    /// In radians per second, clockwise as seen.
    double angular;
} scrim_velocity;

/// What `scrim_kind.table` points to. The first six are required.
typedef struct scrim_behavior {
    uint32_t size;
    uint32_t flags;
    /// Makes the engine, with the context of one of the kinds. [MAIN]
    scrim_status (*_Nullable create)(
        const scrim_host *host, void *_Nullable context, void *_Nullable *_Nonnull engine);
    /// [MAIN; last call for the engine]
    void (*_Nullable destroy)(void *_Nullable engine);
    /// An object is new, or its properties are others. `context` is that of its kind. What it names has been placed. In the
    /// order in which objects were made. [MAIN]
    scrim_status (*_Nullable change)(
        void *_Nullable engine, const scrim_host *host, void *_Nullable context, uint64_t object);
    /// An object, or an item, is gone. [MAIN]
    scrim_status (*_Nullable remove)(void *_Nullable engine, uint64_t object);
    /// Items are new, or somebody else put them elsewhere or changed their size. [MAIN]
    scrim_status (*_Nullable place)(void *_Nullable engine, const scrim_item *items, uint64_t count);
    /// Goes on to `step->time`. The same changes at the same times give the same motions, whatever times are stepped to.
    /// [MAIN]
    scrim_status (*_Nullable step)(void *_Nullable engine, const scrim_host *host, scrim_step *step);
    /// How fast an item moves now; SCRIM_NONE for what is no item. May be null. Since 1.1. [MAIN]
    scrim_status (*_Nullable velocity)(void *_Nullable engine, uint64_t item, scrim_velocity *velocity);
    /// Whether the kind takes a text for its property `property`, which has SCRIM_PROPERTY_CHECKED; if not, SCRIM_INVALID, and why in
    /// `reason`, whose memory is the plugin's and stays until its next call. `context` is that of the kind. May be null. Since 1.1. [MAIN]
    scrim_status (*_Nullable check)(
        void *_Nullable context, const scrim_host *host, uint32_t property, scrim_string text, scrim_string *reason);
    /// How an item, or an object, goes on: what the engine knows of it beside properties and places, as its velocity, in finite numbers of
    /// the engine's own, at most SCRIM_MOTION_NUMBERS. The list is the engine's, and stays until its next call. SCRIM_NONE: nothing. The host
    /// keeps it in dumps and state files. May be null. Since 1.1. [MAIN]
    scrim_status (*_Nullable save)(
        void *_Nullable engine, uint64_t object, const double *_Nullable *_Nonnull numbers, uint64_t *count);
    /// From now on an item, or an object, goes on as `save` said it, perhaps in another process and of another version: numbers that are
    /// not understood are ignored. It was told and placed before, with all that moves it. May be null. Since 1.1. [MAIN]
    scrim_status (*_Nullable restore)(
        void *_Nullable engine, uint64_t object, const double *_Nullable numbers, uint64_t count);
} scrim_behavior;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
