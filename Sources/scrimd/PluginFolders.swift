import Service

/// Where plugins and their manifests are.
enum PluginFolders {
    /// Folders with manifests, the first ones first: named ones, `$SCRIM_PLUGIN_PATH`, then those that came with scrimd.
    static func manifests(_ options: Options, _ setting: String, beside program: String) -> [String] {
        var folders: [String] = []
        if !options.isSafe {
            folders += options.pluginPaths
            folders += setting.split(separator: ":").map(String.init)
            folders += (Folders.variable("SCRIM_PLUGIN_PATH") ?? "").split(separator: ":").map(String.init)
        }
        folders.append("\(program)/../lib/scrim/plugins")
        if let tree = sourceTree(above: program) { folders.append("\(tree)/Plugins") }
        return folders
    }

    /// The source tree that the program was built in: the folder above its `.build`; nil for one that is installed.
    private static func sourceTree(above program: String) -> String? {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        guard let build = parts.lastIndex(where: { $0.hasPrefix(".build") }) else { return nil }
        return parts[..<build].joined(separator: "/")
    }
}
