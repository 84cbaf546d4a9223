#![doc = include_str!("../README.md")]

#[macro_use]
mod macros;

mod connection;
mod generated;
mod json;
mod line;

pub use connection::{Batch, Client, Error, Events, Options, Pending, Replies, Reply, Result};
pub use generated::*;
pub use json::Json;
pub use line::{of, socket_path, Line, Of, Pairs, Properties, Value, NONE};

impl Client {
    /// A picture's bytes: PNG, or as `format` says; none with `path`.
    pub fn snapshot(&mut self, options: SnapshotOptions) -> Result<Vec<u8>> {
        let line = Line::new("snapshot").parts(options);
        let reply: Json = self.run(line)?;
        Ok(connection::bytes_of(reply.get("data").text().unwrap_or_default()))
    }
}
