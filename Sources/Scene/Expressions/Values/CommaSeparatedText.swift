/// Tables as text (RFC 4180): records of fields between commas, quoted where they contain commas, quotes or line feeds.
package enum CommaSeparatedText {
    /// Records of CSV; nil when a quote is not closed. Empty lines are skipped.
    package static func records(of text: String) -> [[String]]? {
        var records: [[String]] = []
        var (record, field): ([String], String) = ([], "")
        var (isQuoted, wasQuoted) = (false, false)
        var rest = text.unicodeScalars.makeIterator()
        var next = rest.next()
        func isEmpty() -> Bool { record.isEmpty && field.isEmpty && !wasQuoted }
        while let scalar = next {
            next = rest.next()
            if isQuoted {
                if scalar != "\"" {
                    field.unicodeScalars.append(scalar)
                } else if next == "\"" {
                    field.unicodeScalars.append(scalar)
                    next = rest.next()
                } else {
                    isQuoted = false
                }
                continue
            }
            switch scalar {
            case "\"" where field.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
            case ",":
                record.append(field)
                (field, wasQuoted) = ("", false)
            case "\r" where next == "\n": continue
            case "\n", "\r":
                if !isEmpty() { records.append(record + [field]) }
                (record, field, wasQuoted) = ([], "", false)
            default: field.unicodeScalars.append(scalar)
            }
        }
        if isQuoted { return nil }
        if !isEmpty() { records.append(record + [field]) }
        return records
    }
}
