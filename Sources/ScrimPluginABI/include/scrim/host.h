// What the host offers to plugins.
#pragma once

#include <scrim/abi.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef uint32_t scrim_level;
enum { SCRIM_LOG_ERROR = 0, SCRIM_LOG_WARNING = 1, SCRIM_LOG_NOTICE = 2, SCRIM_LOG_INFO = 3, SCRIM_LOG_DEBUG = 4 };

/// The host's functions. The table lives as long as the process and may be kept.
///
/// The get_ functions read a property of the object that the running call is about, by its number in the schema.
/// [MAIN; during create, update, draw, configure; SCRIM_STATE else] Lists, paths and texts that they return are borrowed
/// until that call returns.
typedef struct scrim_host scrim_host;
struct scrim_host {
    uint32_t size;
    /// The host's SCRIM_ABI.
    uint32_t abi;
    /// The host's own.
    void *_Nullable context;

    /// A line for the daemon's log. [MAIN; any time]
    void (*log)(const scrim_host *host, scrim_level level, scrim_string message);

    /// Numbers, times, angles, integers.
    scrim_status (*get_number)(const scrim_host *host, uint64_t object, uint32_t property, double *value);
    scrim_status (*get_boolean)(const scrim_host *host, uint64_t object, uint32_t property, uint8_t *value);
    /// The place of a choice, or the bits of choices.
    scrim_status (*get_choice)(const scrim_host *host, uint64_t object, uint32_t property, uint32_t *value);
    scrim_status (*get_color)(const scrim_host *host, uint64_t object, uint32_t property, scrim_color *value);
    /// Points and sizes.
    scrim_status (*get_point)(const scrim_host *host, uint64_t object, uint32_t property, scrim_point *value);
    scrim_status (*get_rect)(const scrim_host *host, uint64_t object, uint32_t property, scrim_rect *value);
    scrim_status (*get_numbers)(
        const scrim_host *host, uint64_t object, uint32_t property, const double *_Nullable *_Nonnull values,
        uint64_t *count);
    scrim_status (*get_colors)(
        const scrim_host *host, uint64_t object, uint32_t property, const scrim_color *_Nullable *_Nonnull values,
        uint64_t *count);
    /// Sixteen numbers in the order of CSS matrix3d.
    scrim_status (*get_transform)(const scrim_host *host, uint64_t object, uint32_t property, double *values);
    scrim_status (*get_path)(const scrim_host *host, uint64_t object, uint32_t property, scrim_path *value);
    scrim_status (*get_string)(const scrim_host *host, uint64_t object, uint32_t property, scrim_string *value);

    /// A frame of an output is on the screen since `time` (CLOCK_MONOTONIC, nanoseconds). [MAIN; from present on, once for
    /// each frame, inside present or later]
    scrim_status (*presented)(const scrim_host *host, uint64_t object, uint64_t frame, uint64_t time);

    /// Takes up the operation at `index`, from 0, of SCRIM_OPERATIONS and says which it is: from now on, until the next one is
    /// or the call ends, SCRIM_PARAMETER and what follows number its parameters for the get_ functions. SCRIM_NONE: there
    /// are no more. Since 1.1.
    scrim_status (*get_operation)(
        const scrim_host *host, uint64_t object, uint32_t property, uint64_t index, uint32_t *operation);
    /// The objects that a property names, one or a list, as far as they are there. Since 1.1.
    scrim_status (*get_objects)(
        const scrim_host *host, uint64_t object, uint32_t property, const uint64_t *_Nullable *_Nonnull values,
        uint64_t *count);

    /// Of a property with SCRIM_PROPERTY_OPEN, the path with this place in the order of the names that were first used, and
    /// what stands behind the dot of its name. SCRIM_NONE: that one is not set; SCRIM_UNKNOWN: there are no more.
    /// Since 1.1.
    scrim_status (*get_named_path)(
        const scrim_host *host, uint64_t object, uint32_t property, uint64_t place, scrim_string *name,
        scrim_path *value);
    /// Sets a number or a boolean (0: false) of the call's object, as a client would. [MAIN; during change] Since 1.1.
    scrim_status (*set_number)(const scrim_host *host, uint64_t object, uint32_t property, double value);
};

/// The number of the first parameter of the operation that was taken up.
enum { SCRIM_PARAMETER = 0x10000 };

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
