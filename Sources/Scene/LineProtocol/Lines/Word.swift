package import Geometry

/// One word of a line: positional, or a value with its key. Valid until its splitter splits again.
@safe package struct Word {
    /// The text before the first unquoted `=`; empty for a positional word.
    package let key: ByteView
    /// The rest, or the whole positional word, with its quotes and escapes resolved.
    package let value: ByteView
    /// The offset of the word, in bytes from the beginning of the line.
    package let offset: Int
    /// True for `key:=expression`; the value is the text of the expression.
    package let isExpression: Bool
    /// True for `key<=>path`; the value is the path, which is an expression as well.
    package let isTwoWay: Bool
    /// True for an empty value in quotes: an empty text, as opposed to no value, which removes something.
    package let isEmptyText: Bool

    @inlinable @inline(__always) package init(
        key: ByteView, value: ByteView, offset: Int, isExpression: Bool = false, isEmptyText: Bool = false,
        isTwoWay: Bool = false
    ) {
        self.isTwoWay = isTwoWay
        self.isEmptyText = isEmptyText
        self.key = key
        self.value = value
        self.offset = offset
        self.isExpression = isExpression
    }

    @inlinable @inline(__always) package var isPositional: Bool { key.isEmpty }
}

/// The words of a line, in the splitter's storage. Valid until it splits again.
@safe package struct WordList: RandomAccessCollection {
    @usableFromInline let base: UnsafePointer<Word>
    package let count: Int

    @inlinable init(_ base: UnsafePointer<Word>, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// No words.
    init() { unsafe self.init(UnsafeRawPointer(ByteView().base).assumingMemoryBound(to: Word.self), count: 0) }

    /// The words after the first `left`.
    func dropping(_ left: Int) -> WordList {
        let left = Swift.min(left, count)
        return unsafe WordList(base + left, count: count - left)
    }

    @inlinable @inline(__always) package var startIndex: Int { 0 }
    @inlinable @inline(__always) package var endIndex: Int { count }

    @inlinable @inline(__always) package subscript(index: Int) -> Word {
        precondition(index >= 0 && index < count)
        return unsafe base[index]
    }

    /// Its own: that of all collections allocates for each word where it is not specialized.
    @inlinable @inline(__always) package func makeIterator() -> Iterator { Iterator(self) }

    package struct Iterator: IteratorProtocol {
        @usableFromInline let words: WordList
        @usableFromInline var at = 0

        @inlinable @inline(__always) init(_ words: WordList) { self.words = words }

        @inlinable @inline(__always) package mutating func next() -> Word? {
            guard at < words.count else { return nil }
            at += 1
            return words[at - 1]
        }
    }
}
