//! The forms of what is generated: one line is a property, an option, a member or a code.

/// Methods that set a key. `name: type = "key"`; `=> absolute` makes a path absolute.
macro_rules! setters {
    ($public:vis, $($(#[$doc:meta])* $name:ident: $type:ty = $key:literal $(=> $map:path)?;)*) => { $(
        $(#[$doc])*
        ///
        #[doc = concat!("`", $key, "=`")]
        $public fn $name(self, value: $type) -> Self {
            self.with($key, $($map)?(value))
        }
    )* };
}

/// Keys and values in a type of its own, and the function that begins them.
macro_rules! pairs {
    ($(#[$doc:meta])* $type:ident $begin:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default)]
        pub struct $type(String);

        $(#[$doc])*
        pub fn $begin() -> $type {
            $type::default()
        }

        impl Pairs for $type {
            fn parts(&mut self) -> &mut String {
                &mut self.0
            }
        }
    };
}

/// Properties that several kinds have.
macro_rules! base {
    ($(#[$doc:meta])* $trait:ident { $($rows:tt)* }) => {
        $(#[$doc])*
        pub trait $trait: Pairs {
            setters! { , $($rows)* }
        }
    };
}

/// A kind: its name, the bases whose properties it has, and its own properties.
macro_rules! kind {
    ($(#[$doc:meta])* $type:ident $begin:ident $kind:literal: $($base:ident)* { $($rows:tt)* }) => {
        pairs! { $(#[$doc])* $type $begin }

        impl Properties for $type {
            fn kind(&self) -> &str {
                $kind
            }
        }

        $(impl $base for $type {})*

        impl $type {
            setters! { pub, $($rows)* }
        }
    };
}

/// Words of a verb that need not be given: positional ones in brackets, then keys.
macro_rules! options {
    ($(#[$doc:meta])* $type:ident $begin:ident [$($word:ident: $word_type:ty),*] { $($rows:tt)* }) => {
        pairs! { $(#[$doc])* $type $begin }

        impl $type {
            $(
                /// A word before those with keys.
                pub fn $word(self, value: $word_type) -> Self {
                    Self(Line(String::new()).word(value).0 + &self.0)
                }
            )*
            setters! { pub, $($rows)* }
        }
    };
}

/// What a reply or an event holds. `name: type = "member"`; `..name` is all of it.
macro_rules! record {
    ($(#[$doc:meta])* $type:ident { $($(#[$note:meta])* $name:ident: $member:ty = $key:literal,)* $(..$rest:ident)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $type {
            $(
                $(#[$note])*
                ///
                #[doc = concat!("`", $key, "`")]
                pub $name: $member,
            )*
            $(
                /// The object's properties, by their names.
                pub $rest: Json,
            )?
        }

        impl Reply for $type {
            fn read(json: &Json) -> Self {
                Self { $($name: Reply::read(json.get($key)),)* $($rest: json.clone(),)? }
            }
        }
    };
}

/// Events: the case, its name in the protocol, its type and what that holds.
macro_rules! events {
    ($($(#[$doc:meta])* $case:ident $name:literal $type:ident { $($members:tt)* })*) => {
        $(record! { $(#[$doc])* $type { $($members)* } })*

        /// What the daemon tells unasked.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Event {
            $($(#[$doc])* $case($type),)*
            /// One that this version of the client does not know: its name and what it holds.
            Other(String, Json),
        }

        impl Event {
            pub(crate) fn read(name: &str, json: &Json) -> Self {
                match name {
                    $($name => Event::$case(Reply::read(json)),)*
                    other => Event::Other(other.into(), json.clone()),
                }
            }
        }
    };
}

/// The codes of errors.
macro_rules! codes {
    ($($(#[$doc:meta])* $case:ident $name:literal)*) => {
        /// The code of an error.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $case,)*
            /// One that this version of the client does not know.
            Other(String),
        }

        impl Code {
            /// The protocol's word.
            pub fn name(&self) -> &str {
                match self {
                    $(Code::$case => $name,)*
                    Code::Other(name) => name,
                }
            }
        }

        impl From<&str> for Code {
            fn from(name: &str) -> Self {
                match name {
                    $($name => Code::$case,)*
                    other => Code::Other(other.into()),
                }
            }
        }
    };
}
