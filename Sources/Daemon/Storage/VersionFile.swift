import Glibc

/// Replaces the version of a state file.
package enum VersionFile {
    /// Writes the bytes to a new file, waits until it is on the medium, renames it, and reads it back. Until that is
    /// done, the previous version is kept as `FILE.1`.
    package static func put(_ bytes: [UInt8], at path: String, on disk: any Disk) throws(DiskError) {
        let (new, spare) = (StatePaths.new(path), StatePaths.spare(path))
        do throws(DiskError) {
            // The rest of an interrupted write.
            if disk.has(new) { try disk.remove(new) }
            let file = try disk.create(new)
            try file.appendAll(bytes)
            try file.sync()
        } catch {
            try? disk.remove(new)
            throw error
        }
        // An existing spare file means that the current version was never read back; the good one is the older.
        if disk.has(path), !disk.has(spare) {
            do throws(DiskError) { try disk.link(path, to: spare) } catch {
                guard error.isUnsupported else { throw error }
                try disk.rename(path, to: spare)
            }
        }
        try disk.rename(new, to: path)
        try disk.syncFolder(of: path)
        guard try disk.readBack(path) == bytes else {
            if disk.has(spare) { try disk.rename(spare, to: path) }
            throw DiskError(path, EIO)
        }
        if disk.has(spare) { try disk.remove(spare) }
    }
}
