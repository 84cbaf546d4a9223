package import Scene

/// Where `load` and `save` find their files.
package protocol SceneFiles: AnyObject {
    /// The bytes of a file. Throws `io` with the path and the system's reason, `limit` when it is too large.
    func read(_ path: String) throws(SceneError) -> [UInt8]
    /// Writes a file whole or not at all.
    func write(_ path: String, _ bytes: [UInt8]) throws(SceneError)
}
