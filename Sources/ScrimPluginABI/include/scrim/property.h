// The schema of a kind: data with which the host parses, checks, documents and completes properties.
#pragma once

#include <scrim/abi.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// The type of a property. Types not listed here cannot be used by plugins yet.
typedef uint32_t scrim_type;
enum {
    SCRIM_NUMBER = 0,
    SCRIM_BOOLEAN = 1,
    /// Seconds.
    SCRIM_TIME = 2,
    /// Radians.
    SCRIM_ANGLE = 3,
    SCRIM_POINT = 4,
    SCRIM_SIZE = 5,
    SCRIM_RECT = 6,
    /// A colour or none.
    SCRIM_COLOR = 7,
    /// One of `choices`, by index.
    SCRIM_CHOICE = 8,
    /// Any of `choices` (at most 32), one bit each.
    SCRIM_CHOICES = 9,
    SCRIM_NUMBERS = 10,
    SCRIM_COLORS = 11,
    SCRIM_TRANSFORM = 12,
    /// A path or none.
    SCRIM_PATH = 13,
    SCRIM_TEXT = 16,
    /// The id of an object, or none. Since 1.1.
    SCRIM_OBJECT = 17,
    /// Objects of the kinds named by `choices` (of any, if empty), each once, or none; cycles are not allowed. A change
    /// of one of them counts as a change of the property. Since 1.1.
    SCRIM_OBJECTS = 18,
    /// A whole number.
    SCRIM_INTEGER = 19,
    /// A list of operations, to which `draw ID OP…` appends; at most one such property per kind. Since 1.1.
    SCRIM_OPERATIONS = 25,
    /// x, y, and a radius of at least 0; read with get_numbers. Since 1.1.
    SCRIM_CIRCLE = 26,
    /// A picture for scrim_canvas.draw_sprites: an image, a buffer, a file, or none. For plain kinds
    /// ("scrim.object/1"), once in a schema. Since 1.1.
    SCRIM_CONTENTS = 20,
    /// A list of rectangles. For SCRIM_PROPERTY_COMPUTED properties. Since 1.1.
    SCRIM_RECTS = 27,
};

/// The consequence of a change of the property.
typedef uint32_t scrim_effect;
enum {
    /// Nothing visible changes; an output is configured again.
    SCRIM_EFFECT_NONE = 0,
    /// The object is drawn again.
    SCRIM_EFFECT_CONTENT = 2,
};

enum {
    /// The numbers of a list must be in ascending order.
    SCRIM_PROPERTY_RISING = 1u << 0,
    /// A read-only property with a value from `scrim_layer.compute`: a number, an integer, a point, a size or a
    /// rectangle; or from `scrim_layer.compute_list`: numbers or rectangles.
    SCRIM_PROPERTY_COMPUTED = 1u << 1,
    /// For an operation's parameter: it is required. Since 1.1.
    SCRIM_PROPERTY_REQUIRED = 1u << 2,
    /// For an operation's parameter: it is positional, given without its name. Since 1.1.
    SCRIM_PROPERTY_POSITIONAL = 1u << 3,
    /// A text that `scrim_layer.check` or `scrim_behavior.check` may reject. Since 1.1.
    SCRIM_PROPERTY_CHECKED = 1u << 4,
    /// Initially "none", which is a valid value (numbers, points, rectangles). Since 1.1.
    SCRIM_PROPERTY_OPTIONAL = 1u << 8,
    /// The object is removed together with the one that the property names; otherwise the reference is cleared. Since
    /// 1.1.
    SCRIM_PROPERTY_ATTACHED = 1u << 9,
    /// The name ends with a dot, after which clients add a name of their own, at most 1000 different ones. For
    /// SCRIM_PATH. Since 1.1.
    SCRIM_PROPERTY_OPEN = 1u << 10,
    /// A secret text: clients read only `set` or `unset`. Since 1.1.
    SCRIM_PROPERTY_SECRET = 1u << 11,
};

/// A property's default. All zero: none if the type allows it, otherwise zero, false, the first choice, or empty.
typedef struct scrim_default {
    /// 1: the members below are valid.
    uint32_t is_set;
    /// Boolean 0 or 1, choice, bits of choices, colour.
    uint32_t bits;
    /// Number, time, angle and integer in [0]; point and size in [0], [1]; rectangle in all.
    double numbers[4];
    /// For SCRIM_NUMBERS.
    const double *_Nullable list;
    uint64_t list_count;
    /// For SCRIM_TEXT.
    scrim_string text;
} scrim_default;

enum {
    /// Opens a level, to be closed by an operation with SCRIM_OPERATION_CLOSES; at most 256 levels.
    SCRIM_OPERATION_OPENS = 1u << 0,
    /// Closes a level; rejected when none is open.
    SCRIM_OPERATION_CLOSES = 1u << 1,
};

struct scrim_property;

/// One operation allowed in a list of SCRIM_OPERATIONS. Its number is its index in `scrim_property.operations`.
/// `scrim_property.operation_size` is the size of this struct. Since 1.1.
typedef struct scrim_operation {
    /// [A-Za-z][A-Za-z0-9._-]*
    scrim_string name;
    /// One line.
    scrim_string help;
    /// SCRIM_OPERATION_ bits.
    uint32_t flags;
    /// At most 64.
    uint32_t parameter_count;
    /// Like a kind's properties; `effect`, `animates` and SCRIM_OPERATIONS are ignored here.
    const struct scrim_property *_Nullable parameters;
} scrim_operation;

/// One property. Its number is its index in `scrim_kind.properties`. `scrim_kind.property_size` is the size of this
/// struct.
typedef struct scrim_property {
    /// [A-Za-z][A-Za-z0-9._-]*, and not a name common to all kinds of the family.
    scrim_string name;
    scrim_type type;
    scrim_effect effect;
    /// 1: intermediate values are meaningful, so the property can animate.
    uint32_t animates;
    uint32_t choice_count;
    const scrim_string *_Nullable choices;
    /// The range of numbers, also of those in a list; both zero: unlimited. Inclusive; may be infinite.
    double minimum, maximum;
    scrim_default initial;
    /// "points", "seconds"; may be empty.
    scrim_string unit;
    /// One line.
    scrim_string help;
    /// SCRIM_PROPERTY_ bits. Since 1.1.
    uint32_t flags;
    uint32_t reserved;
    /// The allowed number of elements in a list of numbers or colours; both zero: unlimited. Since 1.1. Also the
    /// maximum number of objects in a list, and of commands in a path; `least` is then 0. Since 1.1.
    uint32_t least, most;
    /// For SCRIM_OPERATIONS: 1…256. Since 1.1.
    uint32_t operation_count;
    /// sizeof(scrim_operation).
    uint32_t operation_size;
    const scrim_operation *_Nullable operations;
} scrim_property;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
