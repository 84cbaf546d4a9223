import Schema
import TestSupport
import Testing

/// What can be set is read. A word of the sources counts as a use, so a property with the word of something else is not
/// noticed.
@Suite struct UseTests {
    private static let words = Places.words(
        in: ["*/*", "*/*/*", "*/*/*/*"].map { "Sources/\($0).swift" },
        except: ["LayerProperty.swift", "SettingsProperty.swift"])

    @Test(arguments: LayerProperty.allCases) func propertiesOfLayersAreRead(_ property: LayerProperty) {
        let isRead = Self.words.contains(".\(property)")
        #expect(isRead)
    }

    @Test func limitsAreReadAndDescribed() {
        let page = String(decoding: Places.bytes("docs/bounds.md"), as: UTF8.self)
        for limit in SettingsProperty.allCases {
            let name = SettingsProperty.schema[Int(limit.rawValue)].name
            guard name.hasPrefix("limit.") else { continue }
            let isRead = Self.words.contains(".\(limit)")
            #expect(isRead, "\(limit)")
            #expect(page.contains("`\(name)`"), "\(name) is not in docs/bounds.md")
        }
    }
}
