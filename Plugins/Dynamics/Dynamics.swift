public import ScrimPluginABI
import ScrimPluginKit

private let plugin = Plugin(id: "Dynamics", version: "1.0.0", behaviors: Engine.self)

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
