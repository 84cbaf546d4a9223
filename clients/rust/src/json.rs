//! JSON as the daemon writes it, read with the standard library alone.

use std::collections::BTreeMap;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`: none.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// Any number.
    Number(f64),
    /// A text.
    Text(String),
    /// An array: points, rectangles, lists.
    Array(Vec<Json>),
    /// An object.
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// Reads one value; None when the text is none.
    pub fn parse(text: &str) -> Option<Json> {
        let mut reader = Reader { bytes: text.as_bytes(), at: 0, depth: 0 };
        let value = reader.value()?;
        reader.space();
        (reader.at == reader.bytes.len()).then_some(value)
    }

    /// A member of an object; `Null` where there is none.
    pub fn get(&self, key: &str) -> &Json {
        match self {
            Json::Object(members) => members.get(key).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }

    /// The number, or None.
    pub fn number(&self) -> Option<f64> {
        if let Json::Number(value) = self { Some(*value) } else { None }
    }

    /// The text, or None.
    pub fn text(&self) -> Option<&str> {
        if let Json::Text(value) = self { Some(value) } else { None }
    }

    /// The truth, or None.
    pub fn bool(&self) -> Option<bool> {
        if let Json::Bool(value) = self { Some(*value) } else { None }
    }

    /// The elements; none for what is no array.
    pub fn array(&self) -> &[Json] {
        if let Json::Array(values) = self { values } else { &[] }
    }

    /// The numbers of an array, as of a point or a rectangle.
    pub fn numbers(&self) -> Vec<f64> {
        self.array().iter().filter_map(Json::number).collect()
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn space(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, word: &str, value: Json) -> Option<Json> {
        self.bytes[self.at..].starts_with(word.as_bytes()).then(|| {
            self.at += word.len();
            value
        })
    }

    fn next(&mut self) -> Option<u8> {
        self.space();
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn value(&mut self) -> Option<Json> {
        self.space();
        match *self.bytes.get(self.at)? {
            b'n' => self.take("null", Json::Null),
            b't' => self.take("true", Json::Bool(true)),
            b'f' => self.take("false", Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' | b'{' if self.depth > 10_000 => None,
            b'[' => self.array(),
            b'{' => self.object(),
            _ => {
                let start = self.at;
                while matches!(self.bytes.get(self.at), Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')) {
                    self.at += 1;
                }
                std::str::from_utf8(&self.bytes[start..self.at]).ok()?.parse().ok().map(Json::Number)
            }
        }
    }

    fn array(&mut self) -> Option<Json> {
        self.at += 1;
        self.depth += 1;
        let mut out = Vec::new();
        self.space();
        if self.bytes.get(self.at) == Some(&b']') {
            self.at += 1;
        } else {
            loop {
                out.push(self.value()?);
                match self.next()? {
                    b',' => (),
                    b']' => break,
                    _ => return None,
                }
            }
        }
        self.depth -= 1;
        Some(Json::Array(out))
    }

    fn object(&mut self) -> Option<Json> {
        self.at += 1;
        self.depth += 1;
        let mut out = BTreeMap::new();
        self.space();
        if self.bytes.get(self.at) == Some(&b'}') {
            self.at += 1;
        } else {
            loop {
                self.space();
                let key = self.string()?;
                if self.next()? != b':' {
                    return None;
                }
                out.insert(key, self.value()?);
                match self.next()? {
                    b',' => (),
                    b'}' => break,
                    _ => return None,
                }
            }
        }
        self.depth -= 1;
        Some(Json::Object(out))
    }

    fn unit(&mut self) -> Option<u32> {
        let digits = std::str::from_utf8(self.bytes.get(self.at..self.at + 4)?).ok()?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }

    fn string(&mut self) -> Option<String> {
        if self.bytes.get(self.at) != Some(&b'"') {
            return None;
        }
        self.at += 1;
        let mut out = Vec::new();
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(out).ok(),
                b'\\' => {
                    let escape = *self.bytes.get(self.at)?;
                    self.at += 1;
                    let c = match escape {
                        b'n' => '\n',
                        b't' => '\t',
                        b'r' => '\r',
                        b'b' => '\u{8}',
                        b'f' => '\u{c}',
                        b'u' => {
                            let mut code = self.unit()?;
                            if (0xD800..0xDC00).contains(&code) && self.bytes[self.at..].starts_with(b"\\u") {
                                self.at += 2;
                                code = 0x10000 + ((code - 0xD800) << 10) + self.unit()?.wrapping_sub(0xDC00);
                            }
                            char::from_u32(code)?
                        }
                        other => char::from(other),
                    };
                    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                _ => out.push(byte),
            }
        }
    }
}
