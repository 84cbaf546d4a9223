package import Living
package import Scene

/// Where `load` and `save` find their files.
package protocol SceneFiles: AnyObject {
    /// The bytes of a file. Throws `io` with the path and the system's reason, `limit` when it is too large.
    func read(_ path: String) throws(SceneError) -> [UInt8]
    /// The bytes of a regular file, without reading it; nil for anything else.
    func size(_ path: String) -> Int?
    /// Writes a file whole or not at all.
    func write(_ path: String, _ bytes: [UInt8]) throws(SceneError)
    /// The path of a file that `use` names: as it is, in the folder of the file that names it, or among those that came with the
    /// daemon. `path` itself when it is nowhere.
    func locate(_ path: String, beside folder: String?) -> String
    /// Why the file of a source may not be opened: it is reached by links that lead out of its folder. Nil when it may be, or is
    /// not there.
    func refusal(of source: SourceRules.Opening) -> String?
    /// The replacement of `$XDG_RUNTIME_DIR` in patterns of paths; nil when there is none.
    var runtimeFolder: String? { get }
}

extension SceneFiles {
    package func refusal(of source: SourceRules.Opening) -> String? { nil }
    package var runtimeFolder: String? { nil }
    package func size(_ path: String) -> Int? { nil }
    package func locate(_ path: String, beside folder: String?) -> String { path }
}
