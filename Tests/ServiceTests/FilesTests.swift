import Glibc
import Schema
import TestSupport
import Testing

@testable import Service

extension ServiceTests {
    @Suite final class WrittenFiles {
        @Test func aNewFileHasOneName() throws {
            let folder = TemporaryFolder()
            let path = "\(folder.path)/new"
            func names() -> [String] { Files.names(in: folder.path).filter { !$0.hasPrefix(".") } }
            try Files().write(path, Array("one".utf8), lasting: false, isNew: true)
            var info = stat()
            #expect(unsafe stat(path, &info) == 0 && info.st_nlink == 1)
            #expect(names() == ["new"])
            #expect(throws: SceneError.self) {
                try Files().write(path, Array("two".utf8), lasting: false, isNew: true)
            }
            #expect(try Files().read(path) == Array("one".utf8))
            #expect(names() == ["new"])
        }
    }
}
