// The schema of a kind: data, from which the host parses, checks, documents and completes.
#pragma once

#include <scrim/abi.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// What a property holds. Types that are left out of this list cannot be offered by a plugin yet.
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
    /// One of `choices`, by its place.
    SCRIM_CHOICE = 8,
    /// Any of `choices` (at most 32), a bit each.
    SCRIM_CHOICES = 9,
    SCRIM_NUMBERS = 10,
    SCRIM_COLORS = 11,
    SCRIM_TRANSFORM = 12,
    /// A path or none.
    SCRIM_PATH = 13,
    SCRIM_TEXT = 16,
    /// The id of an object, or none. Since 1.1.
    SCRIM_OBJECT = 17,
    /// Objects of the kinds that `choices` names (of any, when it names none), each once, or none; never in a circle. A change of one of them is a change of
    /// the property. Since 1.1.
    SCRIM_OBJECTS = 18,
    /// A whole number.
    SCRIM_INTEGER = 19,
    /// A list of operations, to which `draw ID OP…` appends; at most one property of a kind. Since 1.1.
    SCRIM_OPERATIONS = 25,
    /// x, y, and a radius of at least 0; read with get_numbers. Since 1.1.
    SCRIM_CIRCLE = 26,
    /// A picture for scrim_canvas.draw_sprites: an image, a buffer, a file, or none. Of plain kinds ("scrim.object/1"), once in a
    /// schema. Since 1.1.
    SCRIM_CONTENTS = 20,
};

/// What a change of the property makes necessary.
typedef uint32_t scrim_effect;
enum {
    /// Nothing that can be seen; an output is configured again.
    SCRIM_EFFECT_NONE = 0,
    /// The object draws itself again.
    SCRIM_EFFECT_CONTENT = 2,
};

enum {
    /// The numbers of a list never decrease.
    SCRIM_PROPERTY_RISING = 1u << 0,
    /// It can only be read, and `scrim_layer.compute` says what: a number, an integer, a point, a size or a rectangle.
    SCRIM_PROPERTY_COMPUTED = 1u << 1,
    /// Of an operation's parameter: it has to be given. Since 1.1.
    SCRIM_PROPERTY_REQUIRED = 1u << 2,
    /// Of an operation's parameter: it is given without its name, in its turn. Since 1.1.
    SCRIM_PROPERTY_POSITIONAL = 1u << 3,
    /// A text that `scrim_layer.check` or `scrim_behavior.check` may refuse. Since 1.1.
    SCRIM_PROPERTY_CHECKED = 1u << 4,
    /// At first it is none, which is a value of its own (numbers, points, rectangles). Since 1.1.
    SCRIM_PROPERTY_OPTIONAL = 1u << 8,
    /// The object goes when the one that the property names goes; else the reference is cleared. Since 1.1.
    SCRIM_PROPERTY_ATTACHED = 1u << 9,
    /// The name ends with a dot: clients put a name of their own behind it, at most 1000 different ones. Of SCRIM_PATH.
    /// Since 1.1.
    SCRIM_PROPERTY_OPEN = 1u << 10,
    /// A text of an object that the host keeps and shows to nobody: clients read `set` or `unset`. Since 1.1.
    SCRIM_PROPERTY_SECRET = 1u << 11,
};

/// A property's default. All zero: none where the type has it, else zero, false, the first choice, empty.
typedef struct scrim_default {
    /// 1: the members below count.
    uint32_t is_set;
    /// Boolean 0 or 1, choice, bits of choices, colour.
    uint32_t bits;
    /// Number, time, angle and integer in [0]; point and size in [0], [1]; rectangle in all.
    double numbers[4];
    /// Of SCRIM_NUMBERS.
    const double *_Nullable list;
    uint64_t list_count;
    /// Of SCRIM_TEXT.
    scrim_string text;
} scrim_default;

enum {
    /// Opens a level, which one with SCRIM_OPERATION_CLOSES has to end; at most 256 are open at a time.
    SCRIM_OPERATION_OPENS = 1u << 0,
    /// Is refused where no level is open.
    SCRIM_OPERATION_CLOSES = 1u << 1,
};

struct scrim_property;

/// One operation that a list of SCRIM_OPERATIONS may hold. Its number is its place in `scrim_property.operations`.
/// `scrim_property.operation_size` is this struct's size. Since 1.1.
typedef struct scrim_operation {
    /// [A-Za-z][A-Za-z0-9._-]*
    scrim_string name;
    /// One line.
    scrim_string help;
    /// SCRIM_OPERATION_ bits.
    uint32_t flags;
    /// At most 64.
    uint32_t parameter_count;
    /// As a kind's properties; `effect`, `animates` and SCRIM_OPERATIONS mean nothing here.
    const struct scrim_property *_Nullable parameters;
} scrim_operation;

/// One property. Its number is its place in `scrim_kind.properties`. `scrim_kind.property_size` is this struct's size.
typedef struct scrim_property {
    /// [A-Za-z][A-Za-z0-9._-]*, and none of the names that every kind of the family has.
    scrim_string name;
    scrim_type type;
    scrim_effect effect;
    /// 1: values between two others have a meaning.
    uint32_t animates;
    uint32_t choice_count;
    const scrim_string *_Nullable choices;
    /// Of numbers, each one of a list too; both zero: any. Inclusive; may be infinite.
    double minimum, maximum;
    scrim_default initial;
    /// "points", "seconds"; may be empty.
    scrim_string unit;
    /// One line.
    scrim_string help;
    /// SCRIM_PROPERTY_ bits. Since 1.1.
    uint32_t flags;
    uint32_t reserved;
    /// How many a list of numbers or colours may have; both zero: any. Since 1.1. How many objects a list of them may name, and
    /// how many commands a path may have; `least` is 0. Since 1.1.
    uint32_t least, most;
    /// Of SCRIM_OPERATIONS: 1…256. Since 1.1.
    uint32_t operation_count;
    /// sizeof(scrim_operation).
    uint32_t operation_size;
    const scrim_operation *_Nullable operations;
} scrim_property;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
