//! Lines of the protocol.

use std::fmt::Write;

/// The socket of the daemon of that name; without one `$SCRIM_SOCKET`, else that of `main`.
pub fn socket_path(name: Option<&str>) -> std::path::PathBuf {
    if let (None, Some(path)) = (name, std::env::var_os("SCRIM_SOCKET")) {
        return path.into();
    }
    let runtime = std::env::var("XDG_RUNTIME_DIR").unwrap_or_else(|_| {
        use std::os::unix::fs::MetadataExt;
        let user = std::fs::metadata("/proc/self").map(|own| own.uid()).unwrap_or_default();
        format!("/tmp/scrim-{user}")
    });
    format!("{runtime}/scrim/{}.sock", name.unwrap_or("main")).into()
}

/// A value as the protocol writes it, unquoted.
pub trait Value {
    /// The text.
    fn text(&self) -> String;
}

macro_rules! values {
    ($($type:ty)*) => { $(impl Value for $type {
        fn text(&self) -> String { self.to_string() }
    })* };
}
values!(str String f32 f64 i32 i64 u32 u64 usize bool);

impl<T: Value + ?Sized> Value for &T {
    fn text(&self) -> String {
        (**self).text()
    }
}

impl<T: Value> Value for Option<T> {
    fn text(&self) -> String {
        self.as_ref().map_or_else(|| "none".into(), Value::text)
    }
}

impl<T: Value> Value for [T] {
    fn text(&self) -> String {
        self.iter().map(Value::text).collect::<Vec<_>>().join(",")
    }
}

impl<T: Value> Value for Vec<T> {
    fn text(&self) -> String {
        self.as_slice().text()
    }
}

impl<T: Value, const N: usize> Value for [T; N] {
    fn text(&self) -> String {
        self.as_slice().text()
    }
}

/// No value: what `none` is.
pub const NONE: Option<&str> = None;

fn quote(out: &mut String, word: &str, always: bool) {
    let is_plain = |c: char| c > ' ' && !matches!(c, '"' | '\'' | '\\');
    if !always && !word.is_empty() && word.chars().all(is_plain) {
        out.push_str(word);
        return;
    }
    out.push('"');
    for c in word.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => write!(out, "\\u{{{:x}}}", c as u32).unwrap_or_default(),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// A line that is being made.
#[derive(Clone, Debug)]
pub struct Line(pub(crate) String);

impl Line {
    /// Begins with a verb.
    pub fn new(verb: &str) -> Self {
        Self(verb.into())
    }

    /// Appends a positional word, quoted where it has to be.
    pub fn word(mut self, value: impl Value) -> Self {
        let text = value.text();
        self.0.push(' ');
        quote(&mut self.0, &text, text.contains('='));
        self
    }

    /// Appends `key=value`.
    pub fn pair(mut self, key: &str, value: impl Value) -> Self {
        self.0.extend([" ", key, "="]);
        quote(&mut self.0, &value.text(), false);
        self
    }

    /// Appends `key:=expression`.
    pub fn computed(mut self, key: &str, expression: &str) -> Self {
        self.0.extend([" ", key, ":=", &expression.replace('\n', " ")]);
        self
    }

    pub(crate) fn lines(mut self, when: Option<&str>, lines: &str) -> Self {
        if let Some(when) = when {
            self.0.extend([" when ", &when.replace('\n', " ")]);
        }
        self.0.push(' ');
        quote(&mut self.0, lines, true);
        self
    }

    pub(crate) fn words<T: Value>(self, values: &[T]) -> Self {
        values.iter().fold(self, |line, value| line.word(value))
    }

    pub(crate) fn optional(self, value: Option<impl Value>) -> Self {
        value.into_iter().fold(self, Line::word)
    }

    pub(crate) fn parts(mut self, mut parts: impl Pairs) -> Self {
        self.0.push_str(parts.parts());
        self
    }
}

/// What keys and values are put into: the properties of objects, and the options of verbs.
pub trait Pairs: Sized {
    #[doc(hidden)]
    fn parts(&mut self) -> &mut String;

    /// Sets any key: what a client keeps (`user.note`), a key path, a component's parameter.
    fn with(mut self, key: &str, value: impl Value) -> Self {
        let line = Line(std::mem::take(self.parts())).pair(key, value);
        *self.parts() = line.0;
        self
    }

    /// Sets a key to an expression's value.
    fn computed(mut self, key: &str, expression: &str) -> Self {
        let line = Line(std::mem::take(self.parts())).computed(key, expression);
        *self.parts() = line.0;
        self
    }
}

/// Properties of an object of any kind.
pub trait Properties: Pairs {
    /// The kind's name.
    fn kind(&self) -> &str;
}

/// Properties of a kind that a component or a plugin brings; words of a drawing or of a device.
#[derive(Clone, Debug, Default)]
pub struct Of {
    kind: String,
    parts: String,
}

/// Begins properties of a kind by its name.
pub fn of(kind: &str) -> Of {
    Of { kind: kind.into(), parts: String::new() }
}

impl Pairs for Of {
    fn parts(&mut self) -> &mut String {
        &mut self.parts
    }
}

impl Properties for Of {
    fn kind(&self) -> &str {
        &self.kind
    }
}

pub(crate) fn absolute(path: &str) -> String {
    match std::env::current_dir() {
        Ok(folder) => folder.join(path).to_string_lossy().into_owned(),
        Err(_) => path.into(),
    }
}
