import Service

/// Folders of plugins and their manifests.
enum PluginFolders {
    /// Manifest folders that the user named, in order of priority.
    static func named(_ options: Options) -> [String] {
        guard !options.isSafe else { return [] }
        return options.pluginPaths
            + (Folders.variable("SCRIM_PLUGIN_PATH") ?? "").split(separator: ":").map(String.init)
    }

    /// The folders installed with scrimd.
    static func own(beside program: String) -> [String] {
        ["\(program)/../lib/scrim/plugins"] + (sourceTree(above: program).map { ["\($0)/Plugins"] } ?? [])
    }

    /// The source tree in which the program was built: the folder above its `.build`; nil for an installed one.
    private static func sourceTree(above program: String) -> String? {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        guard let build = parts.lastIndex(where: { $0.hasPrefix(".build") }) else { return nil }
        return parts[..<build].joined(separator: "/")
    }
}
