import Geometry

/// Parses an expression and emits its code in one pass: recursive descent, with one function per level of precedence.
///
/// Each function emits code that pushes one value, and returns the value's type as far as it is known.
@safe struct ExpressionCompiler {
    var lexer: ExpressionLexer
    private(set) var resultType = ExpressionType.any
    private(set) var code: [Instruction] = []
    private(set) var constants: [ExpressionValue] = []
    private(set) var references: [ExpressionReference] = []
    var selectors: [Selector] = []
    private(set) var members: [String] = []
    private(set) var recordKeys: [[String]] = []
    var loops: [ExpressionLoop] = []
    /// Names of local values, the innermost last.
    var scopes: [(name: String, local: Int)] = []
    private(set) var localCount = 0
    /// The functions that may be called, the calls, and the names of all functions that they call.
    let functions: UserFunctions
    private(set) var calls: [UserCall] = []
    private(set) var called: Set<String> = []
    /// Numbers of the references and selectors in this text itself, which come first.
    private(set) var own = (references: 0, selectors: 0)
    /// True for the body of a function, whose names an environment looks up without a cache.
    private let isBody: Bool
    var computesNames = false
    var usesWallTime = false
    private(set) var maxHeight = 0
    /// Number of values on the stack at this point of the code.
    private var height = 0
    private var operations = 0
    /// Nesting depth of parentheses, calls and conditionals.
    var depth = 0

    init(_ text: ByteView, _ functions: UserFunctions, _ parameters: [String]?) {
        lexer = ExpressionLexer(text)
        self.functions = functions
        isBody = parameters != nil
        for name in parameters ?? [] { scopes.append((name, newLocal())) }
    }

    mutating func newLocal() -> Int {
        localCount += 1
        return localCount - 1
    }

    mutating func compile() throws(ExpressionError) {
        guard lexer.text.count <= Expression.maxBytes else {
            throw ExpressionError(.limit, "an expression has at most \(Expression.maxBytes) bytes")
        }
        try lexer.advance()
        resultType = try conditional()
        guard lexer.token == .end else { throw unexpected("an operator or the end") }
        takeNamesOfCalled()
    }

    // MARK: - Operators

    mutating func conditional() throws(ExpressionError) -> ExpressionType {
        let start = lexer.start
        let condition = try either()
        guard lexer.token == .question else { return condition }
        try enter(at: lexer.start)
        try countOperation(at: lexer.start)
        try require(condition, .boolean, "? :", at: start)
        let jumpToElse = emit(.jumpIfFalse, at: start, pops: 1)
        try lexer.advance()
        let first = try conditional()
        let jumpToEnd = emit(.jump, at: lexer.start)
        guard lexer.token == .colon else { throw unexpected("\":\"") }
        try lexer.advance()
        code[jumpToElse].operand = Int32(code.count)
        height -= 1
        let second = try conditional()
        code[jumpToEnd].operand = Int32(code.count)
        depth -= 1
        return first.joined(with: second)
    }

    private mutating func either() throws(ExpressionError) -> ExpressionType {
        try logical("or", .or) { (compiler) throws(ExpressionError) in try compiler.both() }
    }

    private mutating func both() throws(ExpressionError) -> ExpressionType {
        try logical("and", .and) { (compiler) throws(ExpressionError) in try compiler.negation() }
    }

    private mutating func logical(
        _ word: StaticString, _ operation: Instruction.Operation,
        _ operand: (inout ExpressionCompiler) throws(ExpressionError) -> ExpressionType
    ) throws(ExpressionError) -> ExpressionType {
        var start = lexer.start
        var type = try operand(&self)
        while lexer.isName(word) {
            try countOperation(at: lexer.start)
            try require(type, .boolean, "\(word)", at: start)
            let jump = emit(operation, at: start, pops: 1)
            try lexer.advance()
            start = lexer.start
            type = try operand(&self)
            try require(type, .boolean, "\(word)", at: start)
            if type == .any { emit(.boolean, at: start) }
            code[jump].operand = Int32(code.count)
            type = .boolean
        }
        return type
    }

    private mutating func negation() throws(ExpressionError) -> ExpressionType {
        guard lexer.isName("not") else { return try comparison() }
        try countOperation(at: lexer.start)
        try lexer.advance()
        let start = lexer.start
        try require(try negation(), .boolean, "not", at: start)
        emit(.not, at: start)
        return .boolean
    }

    private mutating func comparison() throws(ExpressionError) -> ExpressionType {
        var type = try sum()
        while true {
            let operation: Instruction.Operation
            switch lexer.token {
            case .equal: operation = .equal
            case .notEqual: operation = .notEqual
            case .less: operation = .less
            case .lessOrEqual: operation = .lessOrEqual
            case .greater: operation = .greater
            case .greaterOrEqual: operation = .greaterOrEqual
            default: return type
            }
            type = try binary(operation, type) { (compiler) throws(ExpressionError) in try compiler.sum() }
        }
    }

    private mutating func sum() throws(ExpressionError) -> ExpressionType {
        var type = try product()
        while lexer.token == .plus || lexer.token == .minus {
            type = try binary(lexer.token == .plus ? .add : .subtract, type) { (compiler) throws(ExpressionError) in
                try compiler.product()
            }
        }
        return type
    }

    private mutating func product() throws(ExpressionError) -> ExpressionType {
        var type = try unary()
        while true {
            let operation: Instruction.Operation
            switch lexer.token {
            case .times: operation = .multiply
            case .divide: operation = .divide
            case .remainder: operation = .remainder
            default: return type
            }
            type = try binary(operation, type) { (compiler) throws(ExpressionError) in try compiler.unary() }
        }
    }

    private mutating func binary(
        _ operation: Instruction.Operation, _ left: ExpressionType,
        _ operand: (inout ExpressionCompiler) throws(ExpressionError) -> ExpressionType
    ) throws(ExpressionError) -> ExpressionType {
        let sign = lexer.start
        try countOperation(at: sign)
        try lexer.advance()
        let right = try operand(&self)
        guard let type = ExpressionOperators.type(operation, left, right) else {
            throw lexer.error(.value, ExpressionOperators.mixture(operation, left, right), at: sign)
        }
        emit(operation, at: sign, pops: 1)
        return type
    }

    private mutating func unary() throws(ExpressionError) -> ExpressionType {
        guard lexer.token == .minus else { return try member() }
        let sign = lexer.start
        try countOperation(at: sign)
        try lexer.advance()
        let type = try unary()
        switch type {
        case .any, .number, .angle, .point, .size: break
        default: throw lexer.error(.value, "- takes no \(type.name.split(separator: " ").last ?? "")", at: sign)
        }
        emit(.negate, at: sign)
        return type
    }

    private mutating func member() throws(ExpressionError) -> ExpressionType {
        var type = try primary()
        while true {
            if lexer.token == .openBracket || lexer.token == .memberOpen {
                try item(of: type)
                type = .any
                continue
            }
            guard lexer.token == .member else { break }
            try countOperation(at: lexer.start)
            let name = lexer.name
            guard let part = ExpressionOperators.type(ofMember: name, of: type) else {
                throw lexer.error(.value, "\(type.name) has no part \(ValueSyntax.quote(name))", at: lexer.start)
            }
            members.append(name.string)
            emit(.member, at: lexer.start, operand: members.count - 1)
            type = part
            try lexer.advance()
        }
        return type
    }

    /// Compiles `[index]` and `.(key)` after a value.
    private mutating func item(of type: ExpressionType) throws(ExpressionError) {
        let (start, isKey) = (lexer.start, lexer.token == .memberOpen)
        guard type.mayBe(.list) || type.mayBe(.record) else {
            throw lexer.error(.value, "\(type.name) has no items", at: start)
        }
        try countOperation(at: start)
        try enter(at: start)
        try lexer.advance()
        _ = try conditional()
        guard lexer.token == (isKey ? .close : .closeBracket) else { throw unexpected(isKey ? "\")\"" : "\"]\"") }
        try lexer.advance()
        depth -= 1
        emit(.item, at: start, pops: 1)
    }

    /// Compiles `[a, b]`.
    private mutating func listLiteral() throws(ExpressionError) -> ExpressionType {
        let start = lexer.start
        try enter(at: start)
        try lexer.advance()
        var count = 0
        while lexer.token != .closeBracket {
            if count > 0 {
                guard lexer.token == .comma else { throw unexpected("a comma or \"]\"") }
                try lexer.advance()
            }
            _ = try conditional()
            count += 1
        }
        try lexer.advance()
        depth -= 1
        emit(.makeList, at: start, count: count, pops: count, pushes: 1)
        return .list
    }

    /// Compiles `{name: a, 'a name': b}`.
    private mutating func recordLiteral() throws(ExpressionError) -> ExpressionType {
        let start = lexer.start
        try enter(at: start)
        try lexer.advance()
        var keys: [String] = []
        while lexer.token != .closeBrace {
            if !keys.isEmpty {
                guard lexer.token == .comma else { throw unexpected("a comma or \"}\"") }
                try lexer.advance()
            }
            let name = lexer.name.string
            switch lexer.token {
            case .name where lexer.following == UInt8(ascii: "}"):
                throw lexer.error(
                    .syntax, "{\(name)} stands for a text in words; an expression has \(name) itself", at: start)
            case .name where !name.utf8.contains(UInt8(ascii: ".")): keys.append(name)
            case .text(let text): keys.append(text)
            default: throw unexpected("the name of a field")
            }
            try lexer.advance()
            guard lexer.token == .colon else { throw unexpected("\":\"") }
            try lexer.advance()
            _ = try conditional()
        }
        try lexer.advance()
        depth -= 1
        recordKeys.append(keys)
        emit(.makeRecord, at: start, operand: recordKeys.count - 1, count: keys.count, pops: keys.count, pushes: 1)
        return .record
    }

    // MARK: - Values

    private mutating func primary() throws(ExpressionError) -> ExpressionType {
        let start = lexer.start
        switch lexer.token {
        case .number(let n): return try literal(.number(n), .number)
        case .angle(let n): return try literal(.number(n), .angle)
        case .text(let t): return try literal(.text(t), .text)
        case .color(let c): return try literal(.color(c), .color)
        case .variable: return try reference(.variable)
        case .part: return try reference(.part)
        case .open:
            try enter(at: start)
            try lexer.advance()
            let type = try conditional()
            try expectClose(of: start)
            depth -= 1
            return type
        case .openBracket: return try listLiteral()
        case .openBrace: return try recordLiteral()
        case .name: break
        default: throw unexpected("a value")
        }
        if lexer.following == UInt8(ascii: "("), !isKeyword { return try call() }
        switch true {
        case lexer.name == "true": return try literal(.boolean(true), .boolean)
        case lexer.name == "false": return try literal(.boolean(false), .boolean)
        case lexer.name == "none": return try literal(.none, .none)
        case isKeyword: throw unexpected("a value")
        case !scopes.isEmpty:
            if let type = try local() { return type }
            return try reference(.name)
        default: return try reference(.name)
        }
    }

    private var isKeyword: Bool { lexer.isName("and") || lexer.isName("or") || lexer.isName("not") }

    private mutating func literal(
        _ value: ExpressionValue, _ type: ExpressionType
    ) throws(ExpressionError) -> ExpressionType {
        constants.append(value)
        emit(.constant, at: lexer.start, operand: constants.count - 1, pushes: 1)
        try lexer.advance()
        return type
    }

    /// Compiles a local value, or a part of it; nil for other names.
    private mutating func local() throws(ExpressionError) -> ExpressionType? {
        let (name, start) = (lexer.name, lexer.start)
        var end = 0
        while end < name.count, name[end] != UInt8(ascii: ".") { end += 1 }
        let first = name[0..<end].string
        guard let known = scopes.last(where: { $0.name == first }) else { return nil }
        emit(.local, at: start, operand: known.local, pushes: 1)
        if end < name.count {
            members.append(name[end + 1..<name.count].string)
            emit(.member, at: start, operand: members.count - 1)
        }
        try lexer.advance()
        return .any
    }

    private mutating func reference(_ kind: ExpressionReference.Kind) throws(ExpressionError) -> ExpressionType {
        emit(.reference, at: lexer.start, operand: intern(kind, lexer.name), pushes: 1)
        try lexer.advance()
        return .any
    }

    mutating func intern(_ kind: ExpressionReference.Kind, _ view: ByteView) -> Int {
        let name = view.string
        if let known = references.firstIndex(where: { $0.kind == kind && $0.name == name }) { return known }
        references.append(ExpressionReference(kind: kind, name: name, index: isBody ? -1 : references.count))
        return references.count - 1
    }

    /// Records a call. Returns its index.
    mutating func link(_ name: String, to function: UserFunction?) -> Int {
        calls.append(UserCall(name: name, function: function))
        called.insert(name)
        guard let body = function?.body else { return calls.count - 1 }
        called.formUnion(body.functions)
        computesNames = computesNames || body.computesNames
        usesWallTime = usesWallTime || body.usesWallTime
        return calls.count - 1
    }

    /// What the called functions use, also through others, becomes what this expression uses: once for each function, however many ways
    /// lead to it.
    private mutating func takeNamesOfCalled() {
        own = (references.count, selectors.count)
        guard !called.isEmpty else { return }
        var known: [ExpressionReference.Kind: Set<String>] = [:]
        for reference in references { known[reference.kind, default: []].insert(reference.name) }
        for body in called.sorted().compactMap({ functions[$0]?.body }) {
            for reference in body.references.prefix(body.own.references)
            where known[reference.kind, default: []].insert(reference.name).inserted {
                references.append(reference)
            }
            selectors += body.selectors.prefix(body.own.selectors)
        }
    }

    // MARK: - Bounds and errors

    /// Sets the end of a loop's expression.
    mutating func closeLoop(_ loop: Int) { loops[loop].end = code.count }

    @discardableResult
    mutating func emit(
        _ operation: Instruction.Operation, at offset: Int, operand: Int = 0, count: Int = 0, pops: Int = 0,
        pushes: Int = 0
    ) -> Int {
        code.append(
            Instruction(
                operation: operation, count: UInt16(count), offset: UInt16(offset), operand: Int32(operand)))
        height += pushes - pops
        maxHeight = max(maxHeight, height)
        return code.count - 1
    }

    mutating func countOperation(at offset: Int) throws(ExpressionError) {
        operations += 1
        guard operations <= Expression.maxOperations else {
            throw lexer.error(
                .limit, "an expression has at most \(Expression.maxOperations) operators and calls", at: offset)
        }
    }

    mutating func enter(at offset: Int) throws(ExpressionError) {
        depth += 1
        guard depth <= Expression.maxDepth else {
            throw lexer.error(
                .limit, "parentheses, calls and conditionals stand at most \(Expression.maxDepth) deep", at: offset)
        }
    }

    mutating func expectClose(of open: Int) throws(ExpressionError) {
        guard lexer.token == .close else { throw unexpected("\")\"") }
        try lexer.advance()
    }

    private func require(
        _ type: ExpressionType, _ wanted: ExpressionType, _ what: String, at offset: Int
    ) throws(ExpressionError) {
        guard type.mayBe(wanted) else {
            throw lexer.error(.value, "\(what) takes \(wanted.name), not \(type.name)", at: offset)
        }
    }

    func unexpected(_ wanted: String) -> ExpressionError {
        lexer.error(.syntax, "\(lexer.quoted) found where \(wanted) is expected", at: lexer.start)
    }
}
