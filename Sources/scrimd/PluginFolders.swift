import Service

/// Where plugins and their manifests are.
enum PluginFolders {
    /// Folders with manifests that the user named, the first ones first.
    static func named(_ options: Options) -> [String] {
        guard !options.isSafe else { return [] }
        return options.pluginPaths
            + (Folders.variable("SCRIM_PLUGIN_PATH") ?? "").split(separator: ":").map(String.init)
    }

    /// Those that came with scrimd.
    static func own(beside program: String) -> [String] {
        ["\(program)/../lib/scrim/plugins"] + (sourceTree(above: program).map { ["\($0)/Plugins"] } ?? [])
    }

    /// The source tree that the program was built in: the folder above its `.build`; nil for one that is installed.
    private static func sourceTree(above program: String) -> String? {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        guard let build = parts.lastIndex(where: { $0.hasPrefix(".build") }) else { return nil }
        return parts[..<build].joined(separator: "/")
    }
}
