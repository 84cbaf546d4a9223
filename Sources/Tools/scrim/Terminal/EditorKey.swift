/// A key of the line editor.
enum EditorKey: Equatable {
    case character(Character)
    /// Control and a letter, in lower case.
    case control(Character)
    /// Alt or Escape and a letter, in lower case.
    case alt(Character)
    case enter, tab, backspace, delete, left, right, up, down, home, end, wordLeft, wordRight
}

/// Decodes terminal bytes into keys. Sequences may arrive in pieces.
struct KeyDecoder {
    private var pending: [UInt8] = []

    /// The keys that are complete with these bytes.
    mutating func keys(_ bytes: some Sequence<UInt8>) -> [EditorKey] {
        pending += bytes
        var keys: [EditorKey] = []
        while !pending.isEmpty {
            guard let (key, count) = Self.first(pending) else { break }
            pending.removeFirst(count)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// The first key and its length; unknown sequences give no key. Nil while bytes are missing.
    private static func first(_ bytes: [UInt8]) -> (EditorKey?, Int)? {
        switch bytes[0] {
        case 0x1B: return escaped(bytes)
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x7F, 0x08: return (.backspace, 1)
        case 0..<0x20: return (.control(Character(Unicode.Scalar(bytes[0] | 0x60))), 1)
        case 0x20..<0x7F: return (.character(Character(Unicode.Scalar(bytes[0]))), 1)
        default:
            let count = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : bytes[0] >= 0xC0 ? 2 : 1
            guard bytes.count >= count else { return nil }
            guard let text = String(validating: bytes[..<count], as: UTF8.self), let character = text.first else {
                return (nil, 1)
            }
            return (.character(character), count)
        }
    }

    private static func escaped(_ bytes: [UInt8]) -> (EditorKey?, Int)? {
        guard bytes.count > 1 else { return nil }
        guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
            if bytes[1] == 0x7F { return (.control("w"), 2) }
            return (bytes[1] < 0x80 ? .alt(Character(Unicode.Scalar(bytes[1] | 0x20))) : nil, 2)
        }
        // Parameters, then a final byte: ECMA-48.
        guard let end = bytes.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(bytes[$0]) }) else {
            return bytes.count > 16 ? (nil, bytes.count) : nil
        }
        let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
        let isModified = parameters.hasSuffix(";5") || parameters.hasSuffix(";3")
        let key: EditorKey? =
            switch bytes[end] {
            case UInt8(ascii: "A"): .up
            case UInt8(ascii: "B"): .down
            case UInt8(ascii: "C"): isModified ? .wordRight : .right
            case UInt8(ascii: "D"): isModified ? .wordLeft : .left
            case UInt8(ascii: "H"): .home
            case UInt8(ascii: "F"): .end
            case UInt8(ascii: "~"):
                switch parameters {
                case "1", "7": .home
                case "4", "8": .end
                case "3": .delete
                default: nil
                }
            default: nil
            }
        return (key, end + 1)
    }
}
