//! A [`Cause`] on its way to another process: its kind, and what is needed to make it anew there.

use std::io;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Cause;
use crate::fetch::public;

/// What httparse can say, to be found again by its text.
const MALFORMED: [httparse::Error; 7] = [
    httparse::Error::HeaderName,
    httparse::Error::HeaderValue,
    httparse::Error::NewLine,
    httparse::Error::Status,
    httparse::Error::Token,
    httparse::Error::TooManyHeaders,
    httparse::Error::Version,
];

#[derive(Serialize, Deserialize)]
struct Wire {
    /// The cause's kind, but for `malformed`: of a bad response, there are two.
    kind: String,
    /// What the cause is about, or what was said of it.
    text: String,
    /// The operating system's number, where that said it.
    code: Option<i32>,
}

impl Serialize for Cause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use Cause::*;
        let kind = if let Malformed(_) = self { "malformed" } else { self.kind() };
        let (text, code) = match self {
            Dns(error) | Connect(error) | Reset(error) | Io(error) => {
                (error.to_string(), error.raw_os_error())
            }
            Malformed(error) => (error.to_string(), None),
            BadResponse(reason) => (reason.to_string(), None),
            TooLarge(text) | ContentEncoding(text) | UnsupportedScheme(text) | Panic(text) => {
                (text.clone(), None)
            }
            NotPublic(error) => (error.0.to_string(), None),
            Timeout | Closed | Truncated => (String::new(), None),
        };
        Wire { kind: kind.into(), text, code }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cause {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cause, D::Error> {
        use Cause::*;
        let Wire { kind, text, code } = Wire::deserialize(deserializer)?;
        let io = |text| code.map_or_else(|| io::Error::other(text), io::Error::from_raw_os_error);
        Ok(match kind.as_str() {
            "dns" => Dns(io(text)),
            "connect" => Connect(io(text)),
            "not-public" => NotPublic(public::NotPublic(text.parse().map_err(D::Error::custom)?)),
            "timeout" => Timeout,
            "reset" => Reset(io(text)),
            "closed" => Closed,
            "truncated" => Truncated,
            "too-large" => TooLarge(text),
            "bad-response" => BadResponse(text.into()),
            "content-encoding" => ContentEncoding(text),
            "malformed" => match MALFORMED.into_iter().find(|error| error.to_string() == text) {
                Some(error) => Malformed(error),
                None => BadResponse(text.into()),
            },
            "unsupported-scheme" => UnsupportedScheme(text),
            "panic" => Panic(text),
            "io" => Io(io(text)),
            _ => return Err(D::Error::custom(format!("no kind of error: {kind}"))),
        })
    }
}
