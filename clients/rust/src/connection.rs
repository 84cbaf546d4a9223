use crate::generated::{BeginOptions, Code, CommitReply, Event, Verbs};
use crate::json::Json;
use crate::line::socket_path;
use std::collections::VecDeque;
use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::marker::PhantomData;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Why a line did not do what it says.
#[derive(Debug)]
pub enum Error {
    /// The daemon refused it; nothing has changed.
    Refused {
        /// The protocol's code.
        code: Code,
        /// What is wrong.
        message: String,
        /// The line.
        line: String,
    },
    /// The daemon went away: whether the line took effect is not known.
    Lost(std::io::Error),
    /// A reply that is none of the protocol's.
    Reply(String),
    /// The reply of a batch that has not been sent, or could not be.
    NotSent,
}

impl Error {
    /// The code of a refusal.
    pub fn code(&self) -> Option<&Code> {
        if let Error::Refused { code, .. } = self { Some(code) } else { None }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused { code, message, .. } => write!(out, "{}: {message}", code.name()),
            Error::Lost(why) => write!(out, "the connection to the daemon is lost: {why}"),
            Error::Reply(text) => write!(out, "no reply of the protocol: {text}"),
            Error::NotSent => write!(out, "the batch has not been sent"),
        }
    }
}

impl std::error::Error for Error {}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Lost(error)
    }
}

/// What a line gives, or why it does not.
pub type Result<T> = std::result::Result<T, Error>;

/// What a reply brings, in Rust's types.
pub trait Reply: Sized {
    #[doc(hidden)]
    fn read(json: &Json) -> Self;
}

impl Reply for () {
    fn read(_: &Json) {}
}

impl Reply for Json {
    fn read(json: &Json) -> Self {
        json.clone()
    }
}

macro_rules! members {
    ($($type:ty: $json:ident => $value:expr;)*) => { $(impl Reply for $type {
        fn read($json: &Json) -> Self { $value }
    })* };
}
members! {
    String: json => json.text().unwrap_or_default().to_owned();
    f64: json => json.number().unwrap_or_default();
    bool: json => json.bool().unwrap_or_default();
}

impl<const N: usize> Reply for [f64; N] {
    fn read(json: &Json) -> Self {
        let mut out = [0.0; N];
        for (to, from) in out.iter_mut().zip(json.numbers()) {
            *to = from;
        }
        out
    }
}

impl<T: Reply> Reply for Vec<T> {
    fn read(json: &Json) -> Self {
        json.array().iter().map(T::read).collect()
    }
}

impl<T: Reply> Reply for Option<T> {
    fn read(json: &Json) -> Self {
        (*json != Json::Null).then(|| T::read(json))
    }
}

fn read<T: Reply>(line: &str, reply: &str) -> Result<T> {
    let (head, rest) = reply.split_once(' ').unwrap_or((reply, ""));
    match head {
        "ok" if rest.is_empty() => Ok(T::read(&Json::Null)),
        "ok" => Json::parse(rest).map(|json| T::read(&json)).ok_or_else(|| Error::Reply(reply.into())),
        "error" => {
            let (code, message) = rest.split_once(' ').unwrap_or((rest, ""));
            Err(Error::Refused { code: Code::from(code), message: message.into(), line: line.into() })
        }
        _ => Err(Error::Reply(reply.into())),
    }
}

/// How a connection is made.
#[derive(Default)]
pub struct Options {
    path: Option<PathBuf>,
    name: Option<String>,
    reconnect: Duration,
    on_connect: Option<OnConnect>,
}

type OnConnect = Box<dyn FnMut(&mut Client) -> Result<()> + Send>;

impl Options {
    /// The default: `$SCRIM_SOCKET`, else the daemon `main`; without reconnecting.
    pub fn new() -> Self {
        Self::default()
    }

    /// The socket.
    pub fn path(mut self, path: impl Into<PathBuf>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// The daemon's name, in place of a path.
    pub fn name(mut self, name: &str) -> Self {
        self.name = Some(name.into());
        self
    }

    /// For how long a lost connection is tried again, by whatever needs it next.
    pub fn reconnect(mut self, time: Duration) -> Self {
        self.reconnect = time;
        self
    }

    /// Called for each connection, the first too: it may build a scene.
    pub fn on_connect(mut self, made: impl FnMut(&mut Client) -> Result<()> + Send + 'static) -> Self {
        self.on_connect = Some(Box::new(made));
        self
    }

    /// Connects.
    pub fn connect(self) -> Result<Client> {
        let path = self.path.unwrap_or_else(|| socket_path(self.name.as_deref()));
        let mut client = Client {
            path,
            reconnect: self.reconnect,
            on_connect: self.on_connect,
            socket: None,
            rest: Vec::new(),
            replies: VecDeque::new(),
            events: VecDeque::new(),
            memory: Vec::new(),
        };
        client.open()?;
        Ok(client)
    }
}

/// A connection to a daemon.
pub struct Client {
    path: PathBuf,
    reconnect: Duration,
    on_connect: Option<OnConnect>,
    socket: Option<UnixStream>,
    rest: Vec<u8>,
    replies: VecDeque<String>,
    events: VecDeque<Event>,
    /// What a connection that is made again has to say again.
    memory: Vec<String>,
}

impl Client {
    /// Connects to `$SCRIM_SOCKET`, else to the daemon `main`.
    pub fn connect() -> Result<Self> {
        Options::new().connect()
    }

    fn open(&mut self) -> Result<()> {
        let socket = UnixStream::connect(&self.path)?;
        self.rest.clear();
        self.replies.clear();
        self.socket = Some(socket);
        self.repeat("session ")?;
        if let Some(mut made) = self.on_connect.take() {
            let result = made(self);
            self.on_connect = Some(made);
            result?;
        }
        self.repeat("subscribe ")
    }

    fn repeat(&mut self, verb: &str) -> Result<()> {
        let lines: Vec<_> = self.memory.iter().filter(|line| line.starts_with(verb)).cloned().collect();
        for line in lines {
            // What was subscribed to may be gone.
            match self.ask::<()>(&line) {
                Err(Error::Refused { .. }) | Ok(()) => (),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Makes a lost connection again. One that the daemon has closed meanwhile is lost.
    fn live(&mut self) -> Result<()> {
        if self.reconnect.is_zero() {
            return if self.socket.is_some() { Ok(()) } else { Err(Error::Lost(ErrorKind::NotConnected.into())) };
        }
        self.notice_the_end();
        let (end, mut pause) = (Instant::now() + self.reconnect, Duration::from_millis(20));
        while self.socket.is_none() {
            match self.open() {
                Ok(()) => break,
                Err(error) if Instant::now() + pause > end => return Err(error),
                Err(_) => std::thread::sleep(pause),
            }
            pause = (pause * 2).min(Duration::from_secs(1));
        }
        Ok(())
    }

    fn notice_the_end(&mut self) {
        let Some(mut socket) = self.socket.as_ref() else { return };
        if socket.set_nonblocking(true).is_err() {
            return;
        }
        let mut buffer = [0; 65536];
        let read = socket.read(&mut buffer);
        let is_gone = match read {
            Ok(0) => true,
            Ok(count) => {
                let _ = socket.set_nonblocking(false);
                self.feed(&buffer[..count]);
                return;
            }
            Err(error) => error.kind() != ErrorKind::WouldBlock,
        };
        let _ = socket.set_nonblocking(false);
        if is_gone {
            self.socket = None;
        }
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        let Some(last) = self.rest.iter().rposition(|byte| *byte == b'\n') else { return };
        let after = self.rest.split_off(last + 1);
        let whole = std::mem::replace(&mut self.rest, after);
        for line in String::from_utf8_lossy(&whole).lines() {
            match line.strip_prefix("event ") {
                Some(event) => {
                    let (name, data) = event.split_once(' ').unwrap_or((event, "{}"));
                    self.events.push_back(Event::read(name, &Json::parse(data).unwrap_or(Json::Null)));
                }
                None => self.replies.push_back(line.into()),
            }
        }
    }

    fn receive(&mut self) -> Result<()> {
        let mut buffer = [0; 65536];
        let Some(socket) = self.socket.as_mut() else { return Err(Error::Lost(ErrorKind::NotConnected.into())) };
        match socket.read(&mut buffer) {
            Ok(0) => {
                self.socket = None;
                Err(Error::Lost(ErrorKind::UnexpectedEof.into()))
            }
            Ok(count) => {
                self.feed(&buffer[..count]);
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Err(Error::Lost(error)),
            Err(error) => {
                self.socket = None;
                Err(Error::Lost(error))
            }
        }
    }

    fn write(&mut self, text: &str) -> Result<()> {
        let Some(socket) = self.socket.as_mut() else { return Err(Error::Lost(ErrorKind::NotConnected.into())) };
        socket.write_all(text.as_bytes()).map_err(|error| {
            self.socket = None;
            Error::Lost(error)
        })
    }

    fn reply(&mut self) -> Result<String> {
        loop {
            if let Some(reply) = self.replies.pop_front() {
                return Ok(reply);
            }
            self.receive()?;
        }
    }

    /// Sends one line over the connection as it is.
    fn ask<T: Reply>(&mut self, line: &str) -> Result<T> {
        self.write(&format!("{line}\n"))?;
        read(line, &self.reply()?)
    }

    fn note(&mut self, line: &str) {
        let mut words = line.split(' ');
        match words.next() {
            Some("session" | "subscribe") if !self.memory.iter().any(|old| old == line) => self.memory.push(line.into()),
            Some("unsubscribe") => {
                let gone: Vec<_> = words.collect();
                self.memory = self.memory.iter().filter_map(|old| without(old, &gone)).collect();
            }
            _ => (),
        }
    }

    /// Lines that are sent at once, by `send`.
    pub fn batch(&mut self) -> Batch<'_> {
        Batch { client: self, lines: Vec::new() }
    }

    /// Sends what the function sends as one: all of it happens in one frame, or none of it. An error aborts it.
    pub fn transaction(
        &mut self, options: BeginOptions, lines: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<CommitReply> {
        self.begin(options)?;
        match lines(self) {
            Ok(()) => self.commit(),
            Err(error) => {
                if !matches!(error, Error::Lost(_)) {
                    self.abort()?;
                }
                Err(error)
            }
        }
    }

    /// What was subscribed to, as it comes, for ever. It ends with an error when the connection is lost and cannot be made again.
    pub fn events(&mut self) -> Events<'_> {
        Events(self)
    }

    /// The next event, or None when there is none within the time.
    pub fn event_within(&mut self, time: Duration) -> Result<Option<Event>> {
        let end = Instant::now() + time;
        while self.events.is_empty() {
            self.live()?;
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let Some(socket) = self.socket.as_ref() else { continue };
            socket.set_read_timeout(Some(left))?;
            let received = self.receive();
            if let Some(socket) = self.socket.as_ref() {
                socket.set_read_timeout(None)?;
            }
            match received {
                Err(Error::Lost(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => (),
                Err(_) if !self.reconnect.is_zero() => (),
                other => other?,
            }
        }
        Ok(self.events.pop_front())
    }
}

/// Leaves out events of a subscription; none stands for all.
fn without(line: &str, gone: &[&str]) -> Option<String> {
    if !line.starts_with("subscribe ") {
        return Some(line.into());
    }
    let kept: Vec<_> = line.split(' ').filter(|word| !gone.contains(word)).collect();
    let is_left = !gone.is_empty() && kept[1..].iter().any(|word| !word.contains('='));
    is_left.then(|| kept.join(" "))
}

impl Verbs for Client {
    type Out<T: Reply> = Result<T>;

    fn run<T: Reply>(&mut self, line: crate::line::Line) -> Result<T> {
        self.live()?;
        let reply = self.ask(&line.0)?;
        self.note(&line.0);
        Ok(reply)
    }
}

/// The iterator of `Client::events`.
pub struct Events<'a>(&'a mut Client);

impl Iterator for Events<'_> {
    type Item = Result<Event>;

    fn next(&mut self) -> Option<Result<Event>> {
        loop {
            if let Some(event) = self.0.events.pop_front() {
                return Some(Ok(event));
            }
            if let Err(error) = self.0.live() {
                return Some(Err(error));
            }
            if !self.0.events.is_empty() {
                continue;
            }
            match self.0.receive() {
                Ok(()) => (),
                Err(_) if !self.0.reconnect.is_zero() => (),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Lines that are sent at once. Each call gives a `Pending`, which finds its reply in what `send` gives.
pub struct Batch<'a> {
    client: &'a mut Client,
    lines: Vec<String>,
}

/// A reply that comes when the batch is sent.
pub struct Pending<T> {
    at: usize,
    reply: PhantomData<T>,
}

/// The replies of a batch.
pub struct Replies {
    lines: Vec<String>,
    replies: Vec<String>,
}

impl Verbs for Batch<'_> {
    type Out<T: Reply> = Pending<T>;

    fn run<T: Reply>(&mut self, line: crate::line::Line) -> Pending<T> {
        self.lines.push(line.0);
        Pending { at: self.lines.len() - 1, reply: PhantomData }
    }
}

impl Batch<'_> {
    /// Sends the lines and waits for all replies; those that were refused are in them.
    pub fn send(self) -> Result<Replies> {
        let mut replies = Vec::with_capacity(self.lines.len());
        self.client.live()?;
        // Replies are read in between, so that no side waits for the other.
        for some in self.lines.chunks(500) {
            self.client.write(&(some.join("\n") + "\n"))?;
            for line in some {
                let reply = self.client.reply()?;
                if reply.starts_with("ok") {
                    self.client.note(line);
                }
                replies.push(reply);
            }
        }
        Ok(Replies { lines: self.lines, replies })
    }
}

impl Replies {
    /// One line's reply.
    pub fn get<T: Reply>(&self, pending: &Pending<T>) -> Result<T> {
        let (Some(line), Some(reply)) = (self.lines.get(pending.at), self.replies.get(pending.at)) else {
            return Err(Error::NotSent);
        };
        read(line, reply)
    }

    /// The first refusal, if there is one.
    pub fn check(&self) -> Result<()> {
        self.lines.iter().zip(&self.replies).try_for_each(|(line, reply)| read::<Json>(line, reply).map(drop))
    }
}

/// The bytes that a text in base 64 stands for.
pub(crate) fn bytes_of(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    out
}
