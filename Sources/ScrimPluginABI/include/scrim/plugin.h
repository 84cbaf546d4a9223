// Scrim plugin contract 1: the one header to include.
//
// A plugin is a shared library with one function, scrim_plugin_entry, and a text file beside it, NAME.scrimplugin, that
// names its kinds, so that nothing is loaded before it is used. See examples/plugins.
//
// Interfaces: "scrim.layer/1", "scrim.object/1", "scrim.output/1", "scrim.filter/1", "scrim.decoder/1",
// "scrim.behavior/1". Reserved: "scrim.transition/1".
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

/// A plain kind: its objects are not layers and have no behavior, only properties that other kinds of the plugin read.
/// Since 1.1.
#define SCRIM_OBJECT_INTERFACE "scrim.object/1"

/// One kind of object.
typedef struct scrim_kind {
    uint32_t size;
    uint32_t property_count;
    /// sizeof(scrim_property).
    uint32_t property_size;
    uint32_t reserved;
    /// [A-Za-z][A-Za-z0-9._-]*, as in the manifest.
    scrim_string name;
    /// SCRIM_LAYER_INTERFACE, SCRIM_OBJECT_INTERFACE, SCRIM_OUTPUT_INTERFACE, SCRIM_FILTER_INTERFACE,
    /// SCRIM_DECODER_INTERFACE or SCRIM_BEHAVIOR_INTERFACE.
    scrim_string interface;
    /// One line.
    scrim_string help;
    /// The kind's own properties, without those common to all layers or outputs, which precede them.
    const scrim_property *_Nullable properties;
    /// A scrim_layer, scrim_output, scrim_filter, scrim_decoder or scrim_behavior, depending on `interface`; null for a
    /// plain kind.
    const void *_Nullable table;
    /// Passed to create.
    void *_Nullable context;
} scrim_kind;

/// The result of the entry function.
typedef struct scrim_plugin {
    uint32_t size;
    /// SCRIM_ABI of the header with which the plugin was built.
    uint32_t abi;
    /// As in the manifest.
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

/// The only symbol exported by a plugin. Returns a table that lives as long as the process, or null when the plugin
/// does not support this version of the host. Has no side effects, and may be called again. [MAIN]
SCRIM_EXPORT const scrim_plugin *_Nullable scrim_plugin_entry(uint32_t host_abi);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
