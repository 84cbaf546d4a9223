import Expressions
package import Geometry

/// The source of `data`: `file:PATH` or `fifo:PATH`.
package struct SourcePath: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case file, fifo
    }

    package var kind: Kind
    /// The path as given.
    package var path: String

    /// Throws unless the text begins with `file:` or `fifo:`. `SourceRules` decides whether the path may be read.
    package init(_ text: ByteView) throws(ValueSyntax) {
        guard text.count > 5, let kind = Kind(rawValue: text[0..<4].string), text[4] == UInt8(ascii: ":") else {
            throw ValueSyntax("\(ValueSyntax.quote(text)) is no source: file:PATH and fifo:PATH are", at: 0)
        }
        self.kind = kind
        path = text[5..<text.count].string
    }
}

/// The paths that `data` may read, as patterns in which `*` matches any characters, including `/`.
package struct SourceRules: Equatable, Sendable {
    package static let maxPatterns = 64

    package let patterns: [String]

    package init(_ patterns: [String]) { self.patterns = patterns }

    /// Parses patterns separated by colons.
    package init(colonSeparated text: String) {
        patterns = text.split(separator: ":").map(String.init)
    }

    /// How a path is opened: the file must be reachable from `folder` without leaving it, by symbolic links or
    /// otherwise.
    package struct Opening: Equatable, Sendable {
        /// Ends with `/`.
        package var folder: String
        /// The path relative to the folder.
        package var relative: String
    }

    /// How `path` may be opened; nil when it is not absolute, contains `.` or `..`, or matches no pattern.
    ///
    /// Symbolic links are followed within `/sys`, otherwise within the pattern's folder: the part of the pattern before
    /// the last `/` that precedes its first `*`.
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
