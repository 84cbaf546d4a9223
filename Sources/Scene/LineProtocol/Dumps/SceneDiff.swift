import Geometry
import Scene

/// The lines that change the scene of one dump to that of another.
package struct SceneDiff {
    private let old: DumpedScene
    private let new: DumpedScene
    /// Objects in both dumps that are not identical: of another kind, or below or attached to such an object.
    private let replaced: Set<String>
    private let gone: Set<String>
    /// The removed objects that are not removed together with another one.
    private let alone: Set<String>

    /// Dumps, their lines with an LF each.
    package init(from old: [UInt8], to new: [UInt8]) {
        let (old, new) = (DumpedScene(old), DumpedScene(new))
        (self.old, self.new) = (old, new)
        var replaced: Set<String> = []
        for id in old.order {
            guard let was = old.objects[id], let now = new.objects[id] else { continue }
            let hangs = Self.hangs(was)
            if was.kind != now.kind || hangs.contains(where: replaced.contains) { replaced.insert(id) }
        }
        self.replaced = replaced
        // Objects removed together with others need no line.
        var (gone, alone) = (Set<String>(), Set<String>())
        for id in old.order where new.objects[id] == nil {
            let hangs = Self.hangs(old.objects[id])
            if !hangs.contains(where: { replaced.contains($0) || gone.contains($0) }) { alone.insert(id) }
            gone.insert(id)
        }
        (self.gone, self.alone) = (gone, alone)
    }

    /// The objects with which an object is removed.
    private static func hangs(_ object: DumpedScene.Object?) -> [String] {
        [object?.parent, object?.words["layer"].map { String($0.dropFirst("layer=".count)) }].compactMap { $0 }
    }

    package func lines() -> [String] {
        var out: [String] = []
        for (key, line) in new.files where old.files[key] == nil { out.append(line) }
        for name in new.definitionOrder where old.definitions[name] != new.definitions[name] {
            out += new.definitions[name] ?? []
        }
        let doomed = old.order.filter(replaced.contains)
        if !doomed.isEmpty { out.append("remove " + doomed.joined(separator: " ")) }
        var moved: [String] = []
        for id in new.order {
            guard let now = new.objects[id] else { continue }
            if isFresh(id) {
                out.append(now.line)
            } else if let was = old.objects[id], was.parent != now.parent, let parent = now.parent {
                moved.append(id)
                out.append("set \(id) parent=\(parent)")
            }
        }
        let leaving =
            old.order.filter(alone.contains)
            + old.others.filter { isTimer($0.key) && new.has($0.key) == nil }
            .map(\.key)
        if !leaving.isEmpty { out.append("remove " + leaving.joined(separator: " ")) }
        out += order(moved)
        out += values()
        out += others()
        for name in old.definitionOrder.reversed() where new.definitions[name] == nil { out.append("undefine \(name)") }
        return out
    }

    private func isFresh(_ id: String) -> Bool { old.objects[id] == nil || replaced.contains(id) }

    private func isTimer(_ key: String) -> Bool { !key.contains("~") }

    /// Lines that reorder siblings.
    private func order(_ moved: [String]) -> [String] {
        var out: [String] = []
        let behind = new.order.filter(isFresh) + moved
        let before = old.children(except: gone.union(replaced).union(moved))
        let after = new.children(except: [])
        var added: [String: [String]] = [:]
        for id in behind { if let parent = new.objects[id]?.parent { added[parent, default: []].append(id) } }
        for parent in new.parents {
            var current = (before[parent] ?? []) + (added[parent] ?? [])
            let wanted = after[parent] ?? []
            guard current != wanted, Set(current) == Set(wanted) else { continue }
            for (at, id) in wanted.enumerated() where current[at] != id {
                out.append(at == 0 ? "set \(id) below=\(current[0])" : "set \(id) above=\(wanted[at - 1])")
                current.removeAll { $0 == id }
                current.insert(id, at: at)
            }
        }
        return out
    }

    /// Lines that set the differences, references last.
    private func values() -> [String] {
        var out: [String] = []
        for id in new.order + ["main", "daemon", "root"] {
            let now = new.later(id, isFresh: isFresh(id) && new.objects[id] != nil)
            let was = isFresh(id) && new.objects[id] != nil ? [:] : old.words(of: id)
            var words: [String] = []
            for (key, raw) in now.sorted(by: { $0.key < $1.key }) where was[key] != raw { words.append(raw) }
            if !isFresh(id) || new.objects[id] == nil {
                for key in was.keys.sorted() where new.words(of: id)[key] == nil { words.append("\(key)=") }
            }
            if !words.isEmpty { out.append("set \(id) " + words.joined(separator: " ")) }
            let (drawn, draws) = (isFresh(id) ? [] : old.draws[id] ?? [], new.draws[id] ?? [])
            if draws.starts(with: drawn) {
                out += draws[drawn.count...]
            } else {
                out.append("set \(id) drawing=")
                out += draws
            }
        }
        return out
    }

    /// Lines for bindings and timers.
    private func others() -> [String] {
        var out: [String] = []
        for one in old.others where new.has(one.key) == nil && one.key.contains("~") {
            guard let mark = one.key.firstIndex(of: "~"), case let id = String(one.key[..<mark]),
                !gone.contains(id), !replaced.contains(id)
            else { continue }
            out.append("bind \(id) \(one.key[one.key.index(after: mark)...]):=")
        }
        for one in new.others {
            let was = old.has(one.key)
            let isDead = one.key.firstIndex(of: "~").map { replaced.contains(String(one.key[..<$0])) } ?? false
            if was == one.line, !isDead { continue }
            if was != nil, isTimer(one.key) { out.append("remove \(one.key)") }
            out.append(one.line)
        }
        return out
    }
}

/// A dump, read line by line.
private struct DumpedScene {
    struct Object: Equatable {
        var kind: String
        /// `parent=`; nil for an object that is not a layer.
        var parent: String?
        /// Words by key, as written, without `parent=`.
        var words: [String: String]
        var line: String
    }

    private(set) var objects: [String: Object] = [:]
    /// Ids in the order of creation.
    private(set) var order: [String] = []
    /// `set` lines of objects, including references: words by key.
    private(set) var set: [String: [String: String]] = [:]
    private(set) var draws: [String: [String]] = [:]
    private(set) var definitions: [String: [String]] = [:]
    private(set) var definitionOrder: [String] = []
    private(set) var files: [String: String] = [:]
    /// Bindings, by `ID~key`, and timers, by id.
    private(set) var others: [(key: String, line: String)] = []
    private var known: [String: Int] = [:]

    init(_ dump: [UInt8]) {
        var splitter = WordSplitter()
        var definition: String?
        dump.forEachLine { bytes in
            guard let line = try? Line(bytes, &splitter) else { return }
            let text = bytes.string
            if let name = definition {
                definitions[name, default: []].append(text)
                if line.verb == "end" { definition = nil }
                return
            }
            guard line.count > 0 else { return }
            let id = line[0].value.string
            switch true {
            case line.verb == "define":
                definition = id
                definitionOrder.append(id)
                definitions[id] = [text]
            case line.verb == "function":
                let name = String(line[0].key.string.prefix { $0 != "(" })
                definitionOrder.append(name)
                definitions[name] = [text]
            case line.verb == "use": files[id] = text
            case line.verb == "create":
                var words = Self.words(line, from: 2, bytes)
                let parent = words.removeValue(forKey: "parent").map { String($0.dropFirst("parent=".count)) }
                objects[id] = Object(kind: line[1].value.string, parent: parent, words: words, line: text)
                order.append(id)
            case line.verb == "set": set[id, default: [:]].merge(Self.words(line, from: 1, bytes)) { _, new in new }
            case line.verb == "draw": draws[id, default: []].append(text)
            // Clients cannot send these lines.
            case line.verb == "inside" || line.verb == "focus": break
            case line.verb == "bind":
                for at in 1..<line.count where line[at].isExpression { add("\(id)~\(line[at].key.string)", text) }
            default:
                let name = (0..<line.count).first { line[$0].key == "name" }.map { line[$0].value.string }
                add(name ?? text, text)
            }
        }
    }

    private mutating func add(_ key: String, _ line: String) {
        known[key] = others.count
        others.append((key, line))
    }

    func has(_ key: String) -> String? { known[key].map { others[$0].line } }

    /// Words after `from` by key, as written.
    private static func words(_ line: Line, from: Int, _ bytes: ByteView) -> [String: String] {
        var words: [String: String] = [:]
        for at in from..<max(from, line.count) where !line[at].isPositional {
            var end = at + 1 < line.count ? line[at + 1].offset : bytes.count
            while end > line[at].offset, bytes[end - 1] == 0x20 { end -= 1 }
            words[line[at].key.string] = bytes[line[at].offset..<end].string
        }
        return words
    }

    /// All words of an object.
    func words(of id: String) -> [String: String] {
        (objects[id]?.words ?? [:]).merging(set[id] ?? [:]) { _, new in new }
    }

    /// The words for the lines after the creation of objects: for an object created by the diff, only those of its
    /// `set` lines.
    func later(_ id: String, isFresh: Bool) -> [String: String] { isFresh ? set[id] ?? [:] : words(of: id) }

    /// Parents of layers, each once, in the order of their first sublayers.
    var parents: [String] {
        var seen: Set<String> = []
        return order.compactMap { id in objects[id]?.parent.flatMap { seen.insert($0).inserted ? $0 : nil } }
    }

    /// Sublayers by parent.
    func children(except left: Set<String>) -> [String: [String]] {
        var all: [String: [String]] = [:]
        for id in order where !left.contains(id) {
            if let parent = objects[id]?.parent { all[parent, default: []].append(id) }
        }
        return all
    }
}
