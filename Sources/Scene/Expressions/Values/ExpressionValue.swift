package import Geometry

/// The value of an expression, a variable or a key of `data`.
package enum ExpressionValue: Sendable {
    /// No value; no colour.
    case none
    case boolean(Bool)
    /// Finite.
    case number(Double)
    case text(String)
    case point(Point)
    case size(Size)
    case rect(Rect)
    case color(Color)
    case list(ExpressionList)
    case record(ExpressionRecord)

    package var type: ExpressionType {
        switch self {
        case .none: .none
        case .boolean: .boolean
        case .number: .number
        case .text: .text
        case .point: .point
        case .size: .size
        case .rect: .rect
        case .color: .color
        case .list: .list
        case .record: .record
        }
    }

    /// False when one of its numbers is infinite or NaN.
    var isFinite: Bool {
        switch self {
        case .number(let n): n.isFinite
        case .point(let p): p.x.isFinite && p.y.isFinite
        case .size(let s): s.width.isFinite && s.height.isFinite
        case .rect(let r): r.x.isFinite && r.y.isFinite && r.width.isFinite && r.height.isFinite
        default: true
        }
    }
}

extension ExpressionValue: Equatable {
    /// Values of different types are not equal. Texts are compared by bytes.
    package static func == (a: ExpressionValue, b: ExpressionValue) -> Bool {
        switch (a, b) {
        case (.none, .none): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        case (.point(let a), .point(let b)): a == b
        case (.size(let a), .size(let b)): a == b
        case (.rect(let a), .rect(let b)): a == b
        case (.color(let a), .color(let b)): a == b
        case (.list(let a), .list(let b)): a == b
        case (.record(let a), .record(let b)): a == b
        default: false
        }
    }
}

extension ExpressionValue {
    /// As `==`, with its cost taken from the budget.
    func equals(_ other: ExpressionValue, _ work: ComputeBudget) throws(ExpressionError) -> Bool {
        switch (self, other) {
        case (.text(let a), .text(let b)):
            guard a.utf8.count == b.utf8.count else { return false }
            try work.read(a.utf8.count)
            return a.utf8.elementsEqual(b.utf8)
        case (.list(let a), .list(let b)):
            guard a.count == b.count else { return false }
            if a.isStart(of: b) { return true }
            try work.spend(a.count)
            for (one, two) in zip(a, b) where try !one.equals(two, work) { return false }
            return true
        case (.record(let a), .record(let b)):
            guard a.fields.count == b.fields.count else { return false }
            if Self.isSame(a.fields, b.fields) { return true }
            try work.spend(a.fields.count)
            for (one, two) in zip(a.fields, b.fields) {
                guard one.key.utf8.count == two.key.utf8.count else { return false }
                try work.read(one.key.utf8.count)
                guard one.key.utf8.elementsEqual(two.key.utf8), try one.value.equals(two.value, work) else {
                    return false
                }
            }
            return true
        default: return self == other
        }
    }

    /// True for arrays that share memory.
    private static func isSame<Element>(_ a: [Element], _ b: [Element]) -> Bool {
        unsafe a.withUnsafeBufferPointer { a in
            unsafe b.withUnsafeBufferPointer { b in unsafe a.baseAddress == b.baseAddress }
        }
    }
}

/// Named values in order; of two fields with the same name, the later one counts.
package struct ExpressionRecord: Equatable, Sendable {
    package struct Field: Equatable, Sendable {
        package var key: String
        package var value: ExpressionValue

        package init(_ key: String, _ value: ExpressionValue) {
            self.key = key
            self.value = value
        }
    }

    package var fields: [Field]

    package init(_ fields: [Field] = []) { self.fields = fields }

    /// The value of the field `key`; nil when there is none.
    package subscript(key: String) -> ExpressionValue? {
        fields.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

// MARK: - Parts

extension ExpressionValue {
    /// The part named by `path`, as in key paths: `x`, `size.width`, `r`, an index of a list, a field of a record. Nil
    /// when there is no such part.
    package func member(_ path: ByteView, _ work: ComputeBudget) throws(ExpressionError) -> ExpressionValue? {
        switch self {
        case .list, .record: try item(path, work)
        default: part(path)
        }
    }

    /// As `member`, for a value that is neither a list nor a record.
    func part(_ path: ByteView) -> ExpressionValue? {
        switch self {
        case .point(let p): return path == "x" ? .number(p.x) : path == "y" ? .number(p.y) : nil
        case .size(let s):
            return path == "width" ? .number(s.width) : path == "height" ? .number(s.height) : nil
        case .rect(let r):
            switch true {
            case path == "origin": return .point(r.origin)
            case path == "size": return .size(r.size)
            case path == "origin.x": return .number(r.x)
            case path == "origin.y": return .number(r.y)
            case path == "size.width": return .number(r.width)
            case path == "size.height": return .number(r.height)
            default: return nil
            }
        case .color(let c):
            switch true {
            case path == "r": return .number(Double(c.red))
            case path == "g": return .number(Double(c.green))
            case path == "b": return .number(Double(c.blue))
            case path == "a": return .number(Double(c.alpha) / 255)
            default: return nil
            }
        default: return nil
        }
    }

    /// The item or field named by `path`; the longest field name is tried first, because keys may contain dots.
    private func item(_ path: ByteView, _ work: ComputeBudget) throws(ExpressionError) -> ExpressionValue? {
        var end = path.count
        while end > 0 {
            if let found = try child(path[0..<end], work) {
                if end == path.count { return found }
                if let part = try found.member(path[end + 1..<path.count], work) { return part }
            }
            end -= 1
            while end > 0, path[end] != UInt8(ascii: ".") { end -= 1 }
        }
        return nil
    }

    private func child(_ name: ByteView, _ work: ComputeBudget) throws(ExpressionError) -> ExpressionValue? {
        switch self {
        case .list(let items):
            var index = 0
            guard name.count > 0, name.count < 10 else { return nil }
            for i in 0..<name.count {
                guard ByteReader.isDigit(name[i]) else { return nil }
                index = index * 10 + Int(name[i] - 0x30)
            }
            return index < items.count ? items[index] : nil
        case .record(let record):
            try work.spend(1 + record.fields.count / 4)
            return record[name.string]
        default: return nil
        }
    }
}
