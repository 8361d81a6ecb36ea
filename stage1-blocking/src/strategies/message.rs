//! What parent and child say to each other: JSON, a message a line.

use std::io::{self, BufRead, Write};
use std::net::SocketAddr;
use std::time::Duration;

use common::{Cause, Options, Outcome, Response, Target};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What a child is told.
#[derive(Debug, Serialize, Deserialize)]
pub enum ToChild {
    /// The first message: what the crawl is like.
    Begin {
        /// As they are on the command line.
        options: Options,
        /// Whether the pages are wanted and not what they mean.
        wants_responses: bool,
    },
    /// Fetch this, and answer.
    Fetch(Target),
    /// The answer to [`FromChild::Lookup`].
    Found {
        /// As it was in the question.
        host: String,
        /// As it was in the question.
        port: u16,
        /// The host's addresses.
        addresses: Result<Vec<SocketAddr>, Cause>,
    },
    /// The answer to [`FromChild::Turn`]: how long it is until then.
    Pause(Duration),
}

/// What a child says.
#[derive(Debug, Serialize, Deserialize)]
pub enum FromChild {
    /// It wants to know the addresses of its target's host.
    Lookup {
        /// The host's name.
        host: String,
        /// The port in the addresses.
        port: u16,
    },
    /// It wants a turn at its target's host, so long from now or later.
    Turn(Duration),
    /// The answer to [`ToChild::Fetch`].
    Outcome(Box<Outcome>),
    /// That answer where the pages are wanted, for one that was fetched.
    Response(Response),
}

/// Writes a message, at once and whole.
///
/// # Errors
/// What `to` says, as when the other one has ended.
pub fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.write_all(&line)?;
    to.flush()
}

/// Waits for a message; `None` when no more will come.
///
/// # Errors
/// What `from` says, or that it is no such message.
pub fn receive<T: DeserializeOwned>(from: &mut impl BufRead) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    match from.read_until(b'\n', &mut line)? {
        0 => Ok(None),
        _ => Ok(Some(serde_json::from_slice(&line)?)),
    }
}
