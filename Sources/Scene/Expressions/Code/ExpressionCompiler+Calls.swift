import Geometry

/// Compiles calls: plain functions, and those whose first argument names an object, a property or a selector.
extension ExpressionCompiler {
    mutating func call() throws(ExpressionError) -> ExpressionType {
        let start = lexer.start
        if let loop = ExpressionLoop.Function(rawValue: lexer.name.string), try isLoop(loop) {
            return try loopCall(loop, start)
        }
        guard let function = ExpressionFunction(lexer.name) else { return try userCall(start) }
        try countOperation(at: start)
        try enter(at: start)
        try lexer.advance()
        let open = lexer.start
        try lexer.advance()
        let type: ExpressionType
        if function.isAboutObjects {
            type = try objectCall(function, start, open)
        } else {
            type = try plainCall(function, start, open)
        }
        depth -= 1
        return type
    }

    /// Compiles the call of a function of the scene.
    private mutating func userCall(_ start: Int) throws(ExpressionError) -> ExpressionType {
        let name = lexer.name.string
        let function = functions[name]
        guard function != nil || functions.isOpen else {
            throw lexer.error(.value, ExpressionFunction.unknown(lexer.name), at: start)
        }
        try countOperation(at: start)
        try enter(at: start)
        try lexer.advance()
        let open = lexer.start
        try lexer.advance()
        var count = 0
        while lexer.token != .close {
            if count > 0 { try expectComma() }
            _ = try conditional()
            count += 1
            guard lexer.token == .comma else { break }
        }
        try expectClose(of: open)
        depth -= 1
        if let function, function.parameters.count != count, !functions.isOpen {
            throw lexer.error(.value, function.wrongCount(count), at: start)
        }
        emit(.callUser, at: start, operand: link(name, to: function), count: count, pops: count, pushes: 1)
        return function?.body.type ?? .any
    }

    /// True for the name of a loop function followed by `(x in`, and for names that can only be loops.
    private func isLoop(_ function: ExpressionLoop.Function) throws(ExpressionError) -> Bool {
        guard function == .find else { return true }
        var ahead = lexer
        try ahead.advance()
        try ahead.advance()
        return ahead.token == .name && ahead.isFollowed(by: "in")
    }

    /// `map(x in list, EXPR)` and `fold(sum, x in list, start, EXPR)`.
    private mutating func loopCall(
        _ function: ExpressionLoop.Function, _ start: Int
    ) throws(ExpressionError) -> ExpressionType {
        try countOperation(at: start)
        try enter(at: start)
        try lexer.advance()
        let open = lexer.start
        try lexer.advance()
        var loop = ExpressionLoop(function: function, item: newLocal(), index: newLocal())
        var names: [(name: String, local: Int)] = []
        if function == .fold {
            loop.sum = newLocal()
            names.append((try localName(), loop.sum))
            try expectComma()
        }
        let item = try localName()
        guard lexer.isName("in") else { throw unexpected("\"in\"") }
        try lexer.advance()
        let offset = lexer.start
        let type = try conditional()
        guard type.mayBe(.list) else {
            throw lexer.error(.value, "\(function.rawValue) goes over a list, not \(type.name)", at: offset)
        }
        try expectComma()
        if function == .fold {
            _ = try conditional()
            try expectComma()
        }
        loops.append(loop)
        let number = loops.count - 1
        emit(.loop, at: start, operand: number, pops: function == .fold ? 2 : 1)
        let outer = scopes.count
        scopes.append(("index", loop.index))
        scopes += names
        scopes.append((item, loop.item))
        let result = try conditional()
        scopes.removeSubrange(outer...)
        closeLoop(number)
        try expectClose(of: open)
        depth -= 1
        switch function {
        case .map: return .list
        case .filter, .find, .any, .all:
            guard result.mayBe(.boolean) else {
                throw lexer.error(.value, "\(function.rawValue) asks for a boolean, not \(result.name)", at: start)
            }
            return function == .filter ? .list : function == .find ? .any : .boolean
        case .fold: return .any
        }
    }

    /// Reads the name of an item.
    private mutating func localName() throws(ExpressionError) -> String {
        let name = lexer.name.string
        guard lexer.token == .name, !name.utf8.contains(UInt8(ascii: ".")) else {
            throw unexpected("a name for the items")
        }
        try lexer.advance()
        return name
    }

    private mutating func expectComma() throws(ExpressionError) {
        guard lexer.token == .comma else { throw unexpected("a comma") }
        try lexer.advance()
    }

    private mutating func plainCall(
        _ function: ExpressionFunction, _ start: Int, _ open: Int
    ) throws(ExpressionError) -> ExpressionType {
        let signature = function.signature
        var types: [ExpressionType] = []
        var firstConstant: ExpressionValue?
        if lexer.token != .close {
            while true {
                let offset = lexer.start
                let before = code.count
                let type = try conditional()
                if types.isEmpty, code.count == before + 1, code[before].operation == .constant {
                    firstConstant = constants[Int(code[before].operand)]
                }
                if let wanted = signature.parameter(types.count), !wanted.contains(where: type.mayBe) {
                    throw lexer.error(.value, signature.mismatch(function, types.count, type.name), at: offset)
                }
                types.append(type)
                guard lexer.token == .comma else { break }
                try lexer.advance()
            }
        }
        try expectClose(of: open)
        guard signature.count.contains(types.count) else {
            throw lexer.error(.value, signature.wrongCount(function, types.count), at: start)
        }
        if function == .format, case .text(let pattern) = firstConstant {
            do throws(ExpressionError) { try FormatPattern.check(pattern, count: types.count - 1) } catch {
                throw lexer.error(error.code, error.message, at: start)
            }
        }
        if function == .timeText, types.count == 1 { usesWallTime = true }
        let hueIsAngle = function == .hsl && types.first == .angle
        emit(
            .call, at: start, operand: Int((hueIsAngle ? .hslOfAngle : function).rawValue), count: types.count,
            pops: types.count, pushes: 1)
        return ExpressionOperators.type(of: function, types)
    }

    /// Compiles `exists has index presentation count`, whose first argument is not a value.
    private mutating func objectCall(
        _ function: ExpressionFunction, _ start: Int, _ open: Int
    ) throws(ExpressionError) -> ExpressionType {
        func wrongCount(_ count: Int) -> ExpressionError {
            lexer.error(.value, function.signature.wrongCount(function, count), at: start)
        }
        guard lexer.token != .close else { throw wrongCount(0) }
        let isBare =
            (lexer.token == .name || lexer.token == .part) && function != .count
            && (lexer.following == UInt8(ascii: ")") || lexer.following == UInt8(ascii: ","))
        var object: Int?
        if isBare {
            object = intern(function == .presentation ? .presentation : .object, lexer.name)
            try lexer.advance()
        } else if function == .presentation {
            throw lexer.error(.value, "presentation takes a property: presentation(ID.key)", at: lexer.start)
        } else if function == .count, case .text(let text) = lexer.token, lexer.following == UInt8(ascii: ")") {
            try countLiteral(text)
            object = selectors.count - 1
        } else {
            let offset = lexer.start
            try requireText(try conditional(), function, 0, at: offset)
            computesNames = true
        }
        if function == .has {
            guard lexer.token == .comma else {
                if lexer.token == .close { throw wrongCount(1) }
                throw unexpected("\",\"")
            }
            try lexer.advance()
            let offset = lexer.start
            try requireText(try conditional(), function, 1, at: offset)
        }
        if lexer.token == .comma { throw wrongCount(function == .has ? 3 : 2) }
        try expectClose(of: open)
        let operand = object ?? 0
        switch function {
        case .presentation: emit(.reference, at: start, operand: operand, pushes: 1)
        case .exists: emitAbout(.existsReference, .existsID, object, start)
        case .index: emitAbout(.indexReference, .indexID, object, start)
        case .count: emitAbout(.countSelector, .countText, object, start)
        default:
            if object == nil {
                emit(.hasID, at: start, pops: 1)
            } else {
                emit(.hasReference, at: start, operand: operand)
            }
        }
        return function.signature.result
    }

    private mutating func emitAbout(
        _ known: Instruction.Operation, _ computed: Instruction.Operation, _ operand: Int?, _ start: Int
    ) {
        if let operand { emit(known, at: start, operand: operand, pushes: 1) } else { emit(computed, at: start) }
    }

    private mutating func countLiteral(_ text: String) throws(ExpressionError) {
        do throws(SelectorSyntax) { selectors.append(try Selector(text)) } catch {
            throw lexer.error(.syntax, error.message, at: lexer.start)
        }
        try lexer.advance()
    }

    private func requireText(
        _ type: ExpressionType, _ function: ExpressionFunction, _ at: Int, at offset: Int
    ) throws(ExpressionError) {
        guard type.mayBe(.text) else {
            throw lexer.error(.value, function.signature.mismatch(function, at, type.name), at: offset)
        }
    }
}
