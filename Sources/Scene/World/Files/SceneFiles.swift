package import Living
package import Schema

/// File access for `load` and `save`.
package protocol SceneFiles: AnyObject {
    /// The bytes of a file. Throws `io` with the path and the system's reason, `limit` when it is too large.
    func read(_ path: String) throws(SceneError) -> [UInt8]
    /// Size of a regular file in bytes; nil for anything else.
    func size(_ path: String) -> Int?
    /// Writes a file completely or not at all.
    func write(_ path: String, _ bytes: [UInt8]) throws(SceneError)
    /// The path of a file that `use` names: as given, in the folder of the file that names it, or among the files
    /// installed with the daemon. Returns `path` when not found.
    func locate(_ path: String, beside folder: String?) -> String
    /// The reason why a source's file may not be opened: symbolic links lead out of its folder. Nil when it may be
    /// opened or does not exist.
    func refusal(of source: SourceRules.Opening) -> String?
    /// Replacement for `$XDG_RUNTIME_DIR` in path patterns; nil when unset.
    var runtimeFolder: String? { get }
}

extension SceneFiles {
    package func refusal(of source: SourceRules.Opening) -> String? { nil }
    package var runtimeFolder: String? { nil }
    package func size(_ path: String) -> Int? { nil }
    package func locate(_ path: String, beside folder: String?) -> String { path }
}
