//! [`Cause`]: what went wrong in a fetch.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::io;
use std::sync::Arc;

use thiserror::Error;
use url::Url;

use super::Phase;
use crate::fetch::http::Again;
use crate::fetch::public::NotPublic;

/// What went wrong. [`Cause::kind`] is its stable name.
#[derive(Debug, Error)]
pub enum Cause {
    /// The lookup of the host's addresses failed.
    #[error("name not resolved")]
    Dns(#[source] io::Error),
    /// No address of the host accepted the connection.
    #[error("no connection")]
    Connect(#[source] io::Error),
    /// The server is to be asked again. No report has this cause.
    #[error("to be asked again")]
    Again(Again),
    /// The request may start later. No report has this cause.
    #[error("too early")]
    TooEarly,
    /// The deadline of the try has passed.
    #[error("timed out")]
    Timeout,
    /// The host has no address that the crawl may connect to.
    #[error("host not public")]
    NotPublic(#[source] NotPublic),
    /// No secure connection can be made, for the reason that the source gives: a certificate that has expired or is for
    /// another host, an unknown issuer, a protocol that the server does not speak.
    #[error("no secure connection")]
    Tls(#[source] Box<dyn StdError + Send + Sync>),
    /// The peer reset the connection.
    #[error("connection reset")]
    Reset(#[source] io::Error),
    /// The peer closed the connection before the headers had ended.
    #[error("connection closed without an answer")]
    Closed,
    /// The peer closed the connection before the body had ended.
    #[error("body ended early")]
    Truncated,
    /// The answer exceeds a limit, which the text names.
    #[error("answer too large: over {0}")]
    TooLarge(String),
    /// The answer's head is not HTTP.
    #[error("malformed answer")]
    Malformed(#[from] httparse::Error),
    /// The answer is not acceptable HTTP, for the reason that the text gives.
    #[error("bad answer: {0}")]
    BadResponse(Cow<'static, str>),
    /// The body is compressed or otherwise coded, although the request did not ask for it.
    #[error("content coding not understood: {0}")]
    ContentEncoding(String),
    /// The answer is a redirect that leads nowhere, for the reason `why`.
    #[error("redirect leads nowhere: {why}{}", on_the_way(start.as_deref()))]
    Redirect {
        /// The reason.
        why: Cow<'static, str>,
        /// The first URL of the chain of redirects, if this is not the first one.
        start: Option<Arc<Url>>,
    },
    /// The crawl does not know the URL's scheme, as the text says.
    #[error("the scheme {0}")]
    UnsupportedScheme(String),
    /// Code that handled the page panicked, with this message.
    #[error("panicked: {0}")]
    Panic(String),
    /// No descriptor was left for another socket, in the process or in the system.
    #[error("out of descriptors")]
    OutOfDescriptors(#[source] io::Error),
    /// What another program tells of a cause, or an earlier run: its kind, and the whole message of the error.
    #[error("{message}")]
    Told {
        /// The stable name.
        kind: String,
        /// The message of the [`FetchError`](super::FetchError).
        message: String,
    },
    /// Any other fault of the operating system.
    #[error("input or output failed")]
    Io(#[source] io::Error),
}

impl Cause {
    /// Returns the stable name of the cause, which the report shows.
    pub fn kind(&self) -> &str {
        match self {
            Cause::Dns(_) => "dns",
            Cause::Connect(_) => "connect",
            Cause::NotPublic(_) => "not-public",
            Cause::Again(_) | Cause::TooEarly => "again",
            Cause::Timeout => "timeout",
            Cause::Tls(_) => "tls",
            Cause::Reset(_) => "reset",
            Cause::Closed => "closed",
            Cause::Truncated => "truncated",
            Cause::TooLarge(_) => "too-large",
            Cause::Malformed(_) | Cause::BadResponse(_) => "bad-response",
            Cause::ContentEncoding(_) => "content-encoding",
            Cause::Redirect { .. } => "redirect",
            Cause::UnsupportedScheme(_) => "unsupported-scheme",
            Cause::Panic(_) => "panic",
            Cause::Told { kind, .. } => kind,
            Cause::OutOfDescriptors(_) | Cause::Io(_) => "io",
        }
    }

    /// Returns what an I/O error means in the given phase. That may be a cause inside it.
    pub fn from_io(error: io::Error, phase: Phase) -> Cause {
        use io::ErrorKind::*;
        if let Some(not_public) = NotPublic::of(&error) {
            return Cause::NotPublic(not_public);
        }
        let error = match error.downcast() {
            Ok(cause) => return cause,
            Err(error) => error,
        };
        match error.kind() {
            InvalidData if phase == Phase::Securing => {
                Cause::BadResponse("the server does not speak TLS".into())
            }
            _ if is_out_of_descriptors(&error) => Cause::OutOfDescriptors(error),
            TimedOut => Cause::Timeout,
            _ if phase == Phase::Resolving => Cause::Dns(error),
            // A blocking socket reports its time limit as `WouldBlock` on Unix.
            WouldBlock => Cause::Timeout,
            // In any phase: the peer may accept a connection and reset it before this side notices.
            UnexpectedEof if phase == Phase::Securing => Cause::Closed,
            ConnectionReset | ConnectionAborted | BrokenPipe => Cause::Reset(error),
            _ if phase == Phase::Connecting => Cause::Connect(error),
            _ => Cause::Io(error),
        }
    }

    /// Returns whether another try may succeed, because the network failed and not the answer.
    pub fn is_of_the_network(&self) -> bool {
        use Cause::*;
        let of_the_network = ["dns", "connect", "timeout", "reset", "closed", "truncated", "io"];
        match self {
            Told { kind, .. } => of_the_network.contains(&&**kind),
            _ => matches!(self, Dns(_) | Connect(_) | Timeout | Reset(_) | Closed | Truncated | Io(_)),
        }
    }
}

fn on_the_way(start: Option<&Url>) -> String {
    start.map_or_else(String::new, |start| format!(", on the way from {start}"))
}

/// Returns whether the error is ENFILE, EMFILE (the same numbers on every Unix) or Windows' WSAEMFILE.
pub fn is_out_of_descriptors(error: &io::Error) -> bool {
    let codes: &[i32] = if cfg!(windows) { &[10024] } else { &[23, 24] };
    error.raw_os_error().is_some_and(|code| codes.contains(&code))
}
