import Glibc

/// Puts a new version in the place of the last one.
package enum VersionFile {
    /// Writes the bytes beside the file, has the medium keep them, gives them the name, and reads them back. Until that is done the
    /// last version is there as `FILE.1`.
    package static func put(_ bytes: [UInt8], at path: String, on disk: any Disk) throws(DiskError) {
        let (new, spare) = (StatePaths.new(path), StatePaths.spare(path))
        do throws(DiskError) {
            // The rest of one that was given up.
            if disk.has(new) { try disk.remove(new) }
            let file = try disk.create(new)
            try file.appendAll(bytes)
            try file.sync()
        } catch {
            try? disk.remove(new)
            throw error
        }
        // One that is there is of a version that was never read back: the good one is older.
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
