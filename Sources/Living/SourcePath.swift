import Expressions
package import Geometry

/// `file:PATH` or `fifo:PATH`, where `data` reads from.
package struct SourcePath: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case file, fifo
    }

    package var kind: Kind
    /// As it was written.
    package var path: String

    /// Throws unless it begins with `file:` or `fifo:`. Whether the path may be read is `SourceRules`'s to say.
    package init(_ text: ByteView) throws(ValueSyntax) {
        guard text.count > 5, let kind = Kind(rawValue: text[0..<4].string), text[4] == UInt8(ascii: ":") else {
            throw ValueSyntax("\(ValueSyntax.quote(text)) is no source: file:PATH and fifo:PATH are", at: 0)
        }
        self.kind = kind
        path = text[5..<text.count].string
    }
}

/// Which paths `data` may read: patterns in which `*` stands for anything, `/` too.
package struct SourceRules: Equatable, Sendable {
    package static let maxPatterns = 64

    package let patterns: [String]

    package init(_ patterns: [String]) { self.patterns = patterns }

    /// Patterns between colons.
    package init(colonSeparated text: String) {
        patterns = text.split(separator: ":").map(String.init)
    }

    /// Where a path is opened: its file has to be reached from `folder` without leaving it, by symbolic links or otherwise.
    package struct Opening: Equatable, Sendable {
        /// Ends with `/`.
        package var folder: String
        /// The path below it.
        package var relative: String
    }

    /// How `path` may be opened; nil when it is not absolute, has `.` or `..` in it, or fits no pattern.
    ///
    /// Symbolic links are followed within `/sys`, else within the pattern's own folder: the part of the pattern before the
    /// last `/` that stands before its first `*`.
    package func opening(of path: String) -> Opening? {
        guard Self.isPlain(path) else { return nil }
        for pattern in patterns {
            let fits = ByteView.with(path) { path in ByteView.with(pattern) { Selector.matches(path, $0) } }
            guard fits else { continue }
            let folder = path.hasPrefix("/sys/") && pattern.hasPrefix("/sys/") ? "/sys/" : Self.folder(of: pattern)
            guard path.hasPrefix(folder), path.utf8.count > folder.utf8.count else { continue }
            return Opening(folder: folder, relative: String(path.dropFirst(folder.count)))
        }
        return nil
    }

    private static func isPlain(_ path: String) -> Bool {
        guard path.hasPrefix("/"), path.utf8.count < 4096, !path.utf8.contains(0) else { return false }
        return !path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .contains { $0.isEmpty || $0 == "." || $0 == ".." }
    }

    private static func folder(of pattern: String) -> String {
        let fixed = pattern.prefix { $0 != "*" }
        guard let slash = fixed.lastIndex(of: "/") else { return "/" }
        return String(fixed[...slash])
    }
}
