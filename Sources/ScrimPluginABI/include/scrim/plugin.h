// Scrim plugin contract 1: the one header to include.
//
// A plugin is a shared library with one function, scrim_plugin_entry, and a text file beside it, NAME.scrimplugin, that
// names the kinds it brings, so that nothing is loaded before it is used. See examples/plugins.
//
// Interfaces: "scrim.layer/1", "scrim.object/1", "scrim.output/1", "scrim.filter/1", "scrim.decoder/1",
// "scrim.behavior/1". Reserved:
// "scrim.transition/1".
#pragma once

#include <scrim/abi.h>
#include <scrim/behavior.h>
#include <scrim/canvas.h>
#include <scrim/decoder.h>
#include <scrim/filter.h>
#include <scrim/host.h>
#include <scrim/layer.h>
#include <scrim/layout.h>
#include <scrim/output.h>
#include <scrim/property.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// A plain kind: its objects are no layers and do nothing; they have properties, which other kinds of the plugin read. Since 1.1.
#define SCRIM_OBJECT_INTERFACE "scrim.object/1"

/// One kind of object.
typedef struct scrim_kind {
    uint32_t size;
    uint32_t property_count;
    /// sizeof(scrim_property).
    uint32_t property_size;
    uint32_t reserved;
    /// [A-Za-z][A-Za-z0-9._-]*, as the manifest has it.
    scrim_string name;
    /// SCRIM_LAYER_INTERFACE, SCRIM_OBJECT_INTERFACE, SCRIM_OUTPUT_INTERFACE, SCRIM_FILTER_INTERFACE,
    /// SCRIM_DECODER_INTERFACE or SCRIM_BEHAVIOR_INTERFACE.
    scrim_string interface;
    /// One line.
    scrim_string help;
    /// The kind's own properties; those that every layer or output has come before them by themselves.
    const scrim_property *_Nullable properties;
    /// A scrim_layer, scrim_output, scrim_filter, scrim_decoder or scrim_behavior, by `interface`; of a plain kind, null.
    const void *_Nullable table;
    /// Handed to create.
    void *_Nullable context;
} scrim_kind;

/// What the entry returns.
typedef struct scrim_plugin {
    uint32_t size;
    /// SCRIM_ABI of the header that the plugin was built with.
    uint32_t abi;
    /// As the manifest has it.
    scrim_string id;
    scrim_string version;
    uint32_t kind_count;
    uint32_t reserved;
    const scrim_kind *_Nullable const *_Nullable kinds;
} scrim_plugin;

#if defined(__GNUC__)
#define SCRIM_EXPORT __attribute__((visibility("default")))
#else
#define SCRIM_EXPORT
#endif

/// The only symbol that a plugin exports. Returns a table that lives as long as the process, or null when the plugin
/// cannot work with a host of this version. Does nothing else, and may be called again. [MAIN]
SCRIM_EXPORT const scrim_plugin *_Nullable scrim_plugin_entry(uint32_t host_abi);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
