// The interface "scrim.behavior/1": kinds that move layers by their own rules, such as physics.
//
// The behavior kinds of a plugin share one engine. It keeps what it needs to know about their objects and about the
// layers these name (its items), and is stepped forward in scene time; the new positions of items are returned to the
// host. An item is identified by its object's number; the root layer has the number 0.
#pragma once

#include <scrim/host.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#define SCRIM_BEHAVIOR_INTERFACE "scrim.behavior/1"

/// Maximum number of values of `scrim_behavior.save`.
#define SCRIM_MOTION_NUMBERS 256

/// The position of a layer, according to its properties.
typedef struct scrim_item {
    uint64_t object;
    /// The center of its bounds, in its parent's coordinates.
    scrim_point center;
    /// Its rotation about its center, in radians, clockwise on screen.
    double angle;
    scrim_rect bounds;
    /// Maps its parent's coordinates to the root's.
    scrim_affine outer;
    /// Maps its sublayers' coordinates to the root's.
    scrim_affine inner;
} scrim_item;

/// The current position of an item.
typedef struct scrim_motion {
    uint64_t object;
    scrim_point center;
    double angle;
} scrim_motion;

/// The beginning or end of a contact.
typedef struct scrim_contact {
    /// The object whose rule reports it.
    uint64_t behavior;
    uint64_t first;
    /// 0: the other side is not an item; `boundary` is its name.
    uint64_t second;
    scrim_string boundary;
    /// In the coordinates of the first item's parent.
    scrim_point point;
    /// 1: began, 0: ended.
    uint32_t began;
    uint32_t reserved;
} scrim_contact;

/// A step and its results. The lists belong to the engine, and are valid until its next call.
typedef struct scrim_step {
    uint32_t size;
    /// Set by the engine. 0: everything is at rest, until something is changed or placed.
    uint32_t moves;
    /// Target time in seconds of scene time; never less than before.
    double time;
    const scrim_motion *_Nullable motions;
    uint64_t motion_count;
    const scrim_contact *_Nullable contacts;
    uint64_t contact_count;
    /// Set by the engine: seconds of scene time that the step skipped because it was too much work. Since 1.1.
    double skipped;
} scrim_step;

/// The velocity of an item, in the engine's coordinates.
typedef struct scrim_velocity {
    /// In points per second.
    scrim_point linear;
    /// In radians per second, clockwise on screen.
    double angular;
} scrim_velocity;

/// The struct behind `scrim_kind.table`. The first six functions are required.
typedef struct scrim_behavior {
    uint32_t size;
    uint32_t flags;
    /// Creates the engine, with the context of one of the kinds. [MAIN]
    scrim_status (*_Nullable create)(
        const scrim_host *host, void *_Nullable context, void *_Nullable *_Nonnull engine);
    /// Destroys the engine. [MAIN; last call for the engine]
    void (*_Nullable destroy)(void *_Nullable engine);
    /// An object is new, or its properties changed. `context` is that of its kind. The items it names have been placed.
    /// Called in the order of creation. [MAIN]
    scrim_status (*_Nullable change)(
        void *_Nullable engine, const scrim_host *host, void *_Nullable context, uint64_t object);
    /// An object or an item was removed. [MAIN]
    scrim_status (*_Nullable remove)(void *_Nullable engine, uint64_t object);
    /// Items are new, or were moved or resized by others. [MAIN]
    scrim_status (*_Nullable place)(void *_Nullable engine, const scrim_item *items, uint64_t count);
    /// Steps to `step->time`. The same changes at the same times must give the same motions, whatever the steps. [MAIN]
    scrim_status (*_Nullable step)(void *_Nullable engine, const scrim_host *host, scrim_step *step);
    /// The current velocity of an item; SCRIM_NONE for other layers. May be null. Since 1.1. [MAIN]
    scrim_status (*_Nullable velocity)(void *_Nullable engine, uint64_t item, scrim_velocity *velocity);
    /// Validates a text for the property `property`, which has SCRIM_PROPERTY_CHECKED. For an invalid text, returns
    /// SCRIM_INVALID and the reason in `reason`, whose memory belongs to the plugin and is valid until its next call.
    /// `context` is that of the kind. May be null. Since 1.1. [MAIN]
    scrim_status (*_Nullable check)(
        void *_Nullable context, const scrim_host *host, uint32_t property, scrim_string text, scrim_string *reason);
    /// The motion of an item or an object: state that is not in properties or positions, such as its velocity, as
    /// finite numbers with a meaning known to the engine, at most SCRIM_MOTION_NUMBERS. The list belongs to the engine,
    /// and is valid until its next call. SCRIM_NONE: no state. The host stores it in dumps and state files. May be
    /// null. Since 1.1. [MAIN]
    scrim_status (*_Nullable save)(
        void *_Nullable engine, uint64_t object, const double *_Nullable *_Nonnull numbers, uint64_t *count);
    /// Lets an item or an object continue with a motion from `save`, possibly of another process or version: unknown
    /// numbers are ignored. It was changed and placed before, with everything that moves it. May be null. Since 1.1.
    /// [MAIN]
    scrim_status (*_Nullable restore)(
        void *_Nullable engine, uint64_t object, const double *_Nullable numbers, uint64_t count);
} scrim_behavior;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
