// What the host offers to plugins.
#pragma once

#include <scrim/abi.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef uint32_t scrim_level;
enum { SCRIM_LOG_ERROR = 0, SCRIM_LOG_WARNING = 1, SCRIM_LOG_NOTICE = 2, SCRIM_LOG_INFO = 3, SCRIM_LOG_DEBUG = 4 };

/// What a glyph looks like at any size. Lengths in ems, y downward, the origin on the baseline.
typedef struct scrim_glyph {
    uint32_t size;
    /// Of the picture, in pixels, at most 1024 each; 0: there is none, and the outline is filled (non-zero).
    uint32_t width, height;
    uint32_t reserved;
    /// Copied.
    scrim_path outline;
    /// Where the picture lies.
    scrim_rect place;
    /// Rows of premultiplied 0xAARRGGBB words without gaps; copied.
    const uint32_t *_Nullable pixels;
} scrim_glyph;

/// The host's functions. The table lives as long as the process and may be kept.
///
/// The get_ functions read a property of the object that the running call is about, by its number in the schema of its kind; or
/// of an object of one of the plugin's own plain kinds ("scrim.object/1"), whose id get_objects gave.
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
    /// Makes a glyph known, for scrim_canvas.draw_glyphs, until forget_glyph; drawings that show it then go on. A number comes
    /// never again. SCRIM_LIMIT: too many are known (64 MiB); forget some. [MAIN; any time] Since 1.1.
    scrim_status (*define_glyph)(const scrim_host *host, const scrim_glyph *glyph, uint64_t *number);
    /// A number that is not known does nothing. [MAIN; any time] Since 1.1.
    void (*forget_glyph)(const scrim_host *host, uint64_t number);
    /// The objects that a property of type SCRIM_OBJECTS names, all of them there. Since 1.1.
    scrim_status (*get_objects)(
        const scrim_host *host, uint64_t object, uint32_t property, const uint64_t *_Nullable *_Nonnull values,
        uint64_t *count);
    /// The size in pixels of the picture that draw_sprites would show of an object; SCRIM_NONE when it names none, SCRIM_FAILED
    /// while it was not read, or when it cannot be. Since 1.1.
    scrim_status (*get_picture_size)(const scrim_host *host, uint64_t object, scrim_point *value);
};

/// The number of the first parameter of the operation that was taken up.
enum { SCRIM_PARAMETER = 0x10000 };

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
