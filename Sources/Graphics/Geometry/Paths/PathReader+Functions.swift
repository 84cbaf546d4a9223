extension PathReader {
    /// Reads one function, whose name has been read.
    mutating func function(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        bounds.isDelta = false
        if name == "rect" {
            let a = try shape(name, 4...4, notNegative: 2...3, start)
            path.addRect(Rect(a[0], a[1], a[2], a[3]))
        } else if name == "rrect" {
            try roundedRect(name, start)
        } else if name == "circle" {
            let a = try shape(name, 3...3, notNegative: 2...2, start)
            path.addCircle(Point(a[0], a[1]), radius: a[2])
        } else if name == "ellipse" {
            let a = try shape(name, 4...4, notNegative: 2...3, start)
            path.addEllipse(Point(a[0], a[1]), rx: a[2], ry: a[3])
        } else if name == "polygon" {
            try polygon(start)
        } else if name == "arc" {
            try arcFunction(name, start)
        } else if name == "stroke" {
            try stroke(name, start)
        } else if name == "tangentArc" {
            try tangentArc(name, start)
        } else if name == "inset" {
            try inset(name, start)
        } else if name == "mix" {
            try mix(name, start)
        } else if let derivation = try PathDerivation(&self, name, start) {
            try derive(derivation, start)
        } else {
            throw unknown(start)
        }
    }

    private mutating func shape(
        _ name: ByteView, _ counts: ClosedRange<Int>, notNegative: ClosedRange<Int>, _ start: Int
    ) throws(ValueSyntax) -> FunctionArguments {
        var a = try FunctionArguments(&reader, of: name, .init(counts: counts, notesPercent: true))
        try bounds.resolve(&a, of: name, reader, start)
        for i in notNegative where i < a.count && a[i] < 0 {
            throw ValueSyntax("\(name.string) has a length below 0", at: start)
        }
        return a
    }

    private mutating func roundedRect(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        let a = try shape(name, 5...8, notNegative: 2...7, start)
        let rect = Rect(a[0], a[1], a[2], a[3])
        switch a.count {
        case 5: path.addRoundedRect(rect, rx: a[4], ry: a[4])
        case 6: path.addRoundedRect(rect, rx: a[4], ry: a[5])
        case 8:
            path.addRoundedRect(
                rect, CornerShape(topLeft: a[4], topRight: a[5], bottomRight: a[6], bottomLeft: a[7]))
        default: throw ValueSyntax("rrect takes 5, 6 or 8 arguments, not 7", at: start)
        }
    }

    /// Reads pairs of numbers, at least two.
    private mutating func polygon(_ start: Int) throws(ValueSyntax) {
        reader.advance()
        reader.skipSpaces()
        var count = 0
        repeat {
            let p = try point(.zero)
            if count == 0 { path.move(to: p) } else { path.line(to: p) }
            count += 1
            try check(start)
        } while reader.skipSeparator() || reader.isAtNumber
        guard reader.skip(UInt8(ascii: ")")) else { throw reader.expected("\")\"") }
        guard count >= 2 else { throw ValueSyntax("polygon takes 2 points at least", at: start) }
        path.close()
    }

    private mutating func arcFunction(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        var a = try FunctionArguments(
            &reader, of: name, .init(counts: 5...5, angles: 0b11000, notesPercent: true, isOpen: true))
        try bounds.resolve(&a, of: name, reader, start)
        guard a[2] >= 0 else { throw ValueSyntax("arc has a radius below 0", at: start) }
        let word = reader.position
        let direction = reader.identifier()
        guard direction == "cw" || direction == "ccw" else {
            reader.position = word
            throw reader.expected("cw or ccw")
        }
        reader.skipSpaces()
        guard reader.skip(UInt8(ascii: ")")) else { throw reader.expected("\")\"") }
        path.addArc(Point(a[0], a[1]), radius: a[2], start: a[3], end: a[4], clockwise: direction == "cw")
    }

    /// `stroke(width[,cap[,join[,miterLimit]]]){ path }`
    private mutating func stroke(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        let style = try strokeStyle(name, start)
        let inner = try operand("stroked", start)
        path.append(inner.stroked(style))
        try check(start)
    }

    /// Reads the path in braces; `state` is its participle for error messages.
    mutating func operand(_ state: String, _ start: Int) throws(ValueSyntax) -> Path {
        guard depth < Path.maxStrokeDepth else {
            throw ValueSyntax(
                "functions of paths stand within one another at most \(Path.maxStrokeDepth) deep", at: start)
        }
        reader.skipSpaces()
        guard reader.skip(UInt8(ascii: "{")) else { throw reader.expected("\"{\"") }
        let (outer, outerChecked) = (path, checked)
        (path, checked) = (Path(), 0)
        depth += 1
        controlOf = .move
        try commands()
        guard reader.skip(UInt8(ascii: "}")) else { throw reader.expected("\"}\"") }
        guard path.points.count <= Path.maxStrokedPoints else {
            throw ValueSyntax(
                "a \(state) path has at most \(Path.maxStrokedPoints) points, this one has more", at: start)
        }
        let inner = path
        depth -= 1
        (path, checked) = (outer, outerChecked)
        return inner
    }

    /// Reads the paths in braces and adds the changed or combined path.
    private mutating func derive(_ derivation: PathDerivation, _ start: Int) throws(ValueSyntax) {
        var result = try operand(derivation.state, start)
        try derivation.change(&result, start)
        guard let operation = derivation.operation else {
            path.append(result)
            return try check(start)
        }
        var count = 1
        while true {
            reader.skipSpaces()
            guard reader.next == UInt8(ascii: "{") else { break }
            let other = try operand(derivation.state, start)
            guard let combined = result.combined(operation, other, derivation.rule, budget: &budget) else {
                throw ValueSyntax("the paths cross too often to be combined", at: start)
            }
            result = combined
            count += 1
        }
        if count == 1 {
            guard let simple = result.combined(.union, Path(), derivation.rule, budget: &budget) else {
                throw ValueSyntax("the path crosses itself too often to be combined", at: start)
            }
            result = simple
        }
        path.append(result)
        try check(start)
    }

    /// `tangentArc(x1,y1,x2,y2,r)`: an arc tangent to the lines from the current point to the first point, and from
    /// there to the second.
    private mutating func tangentArc(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        let a = try shape(name, 5...5, notNegative: 4...4, start)
        if path.isEmpty { throw reader.wrong("cannot begin a path: M or a shape does", at: start) }
        path.addTangentArc(toward: Point(a[0], a[1]), then: Point(a[2], a[3]), radius: a[4])
    }

    /// `inset(all)`, `inset(vertical,horizontal)` or `inset(top,left,bottom,right[,radius])`: the bounds reduced on
    /// each side. Insets larger than the bounds are scaled down in proportion, as in CSS.
    private mutating func inset(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        let a = try FunctionArguments(&reader, of: name, .init(counts: 1...5, notesPercent: true))
        guard a.count != 3 else { throw ValueSyntax("inset takes 1, 2, 4 or 5 arguments, not 3", at: start) }
        let (rect, radius) = try bounds.inset(a, reader, start)
        if radius > 0 { path.addRoundedRect(rect, rx: radius, ry: radius) } else { path.addRect(rect) }
    }

    /// `mix(t){a}{b}`: a at 0, b at 1; `mix(w1,w2,…){a}{b}…`: the weighted sum of the points. If the commands differ,
    /// the last path is used.
    private mutating func mix(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        let a = try FunctionArguments(&reader, of: name, .init(counts: 1...16))
        let weights = a.count == 1 ? [1 - a[0], a[0]] : (0..<a.count).map { a[$0] }
        var paths: [Path] = []
        for _ in weights { paths.append(try operand("mixed", start)) }
        guard var result = paths.last else { return }
        if paths.allSatisfy({ $0.commands == result.commands }) {
            for at in result.points.indices {
                result.points[at] = zip(weights, paths).reduce(.zero) { $0 + $1.1.points[at] * $1.0 }
            }
        }
        path.append(result)
        try check(start)
    }

    private mutating func strokeStyle(_ name: ByteView, _ start: Int) throws(ValueSyntax) -> StrokeStyle {
        var style = StrokeStyle()
        let a = try FunctionArguments(&reader, of: name, .init(counts: 1...1, isOpen: true))
        style.width = a[0]
        guard style.width >= 0 else { throw ValueSyntax("stroke has a width below 0", at: start) }
        var goesOn = a.endsWithComma || reader.next != UInt8(ascii: ")")
        if goesOn {
            let word = reader.position
            guard let cap = LineCap(parsing: reader.identifier()) else {
                reader.position = word
                throw reader.expected("butt, round or square")
            }
            style.cap = cap
            goesOn = reader.skipSeparator()
        }
        if goesOn {
            let word = reader.position
            guard let join = LineJoin(parsing: reader.identifier()) else {
                reader.position = word
                throw reader.expected("miter, round or bevel")
            }
            style.join = join
            goesOn = reader.skipSeparator()
        }
        if goesOn {
            let word = reader.position
            style.miterLimit = try reader.number()
            guard style.miterLimit >= 0 else { throw reader.wrong("is a miter limit below 0", at: word) }
            reader.skipSpaces()
        }
        guard reader.skip(UInt8(ascii: ")")) else { throw reader.expected("\")\"") }
        return style
    }
}
