//! The child's side: it fetches what it is told, makes out what that means, and says so.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::process;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use common::fetch::pace::Pacer;
use common::fetch::resolve::Resolver;
use common::{Cause, Options, Outcome, Scope, Target};

use super::message::{FromChild, ToChild, receive, send};
use crate::fetch::fetch;

/// Fetches what stdin tells, and answers on stdout.
///
/// When stdin ends, the process does: whatever became of the parent, no child outlives it.
///
/// # Errors
/// What the system says, or that stdin is not a parent's.
pub fn serve() -> io::Result<()> {
    let Some(ToChild::Begin { options, wants_responses }) = receive(&mut io::stdin().lock())? else {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "stdin is not a parent's"));
    };
    let lookups = Arc::new(Lookups::default());
    let asking = Arc::clone(&lookups);
    let resolver = Resolver::new(move |host, port| asking.ask(host, port));
    let (pauses, turns) = channel();
    let pacer = if options.is_paced() { pacer_of_the_parent(turns) } else { Pacer::default() };
    let options = Options { resolver, pacer, ..options };
    let scope = Scope::new(&options);
    for target in listen(lookups, pauses)? {
        let answer = match fetch(&target, &options) {
            Ok(response) if wants_responses => FromChild::Response(response),
            fetched => FromChild::Outcome(Box::new(Outcome::of(&target, fetched, &scope, &options))),
        };
        say(&answer)?;
    }
    Ok(())
}

fn say(message: &FromChild) -> io::Result<()> {
    send(&mut io::stdout().lock(), message)
}

/// Listens to the parent on a thread of its own, and returns the targets that it names.
fn listen(lookups: Arc<Lookups>, pauses: Sender<Duration>) -> io::Result<Receiver<Target>> {
    let (sender, targets) = channel();
    let listen = move || {
        while let Ok(Some(message)) = receive(&mut io::stdin().lock()) {
            match message {
                ToChild::Fetch(target) => drop(sender.send(target)),
                ToChild::Found { host, port, addresses } => lookups.answer((host, port), addresses),
                ToChild::Pause(pause) => drop(pauses.send(pause)),
                ToChild::Begin { .. } => break,
            }
        }
        // A fetch that nobody waits for need not come to its end.
        process::exit(0);
    };
    thread::Builder::new().name("listener".into()).spawn(listen)?;
    Ok(targets)
}

/// A pacer that asks the parent, which knows what all children do. This one does one thing at a time.
fn pacer_of_the_parent(turns: Receiver<Duration>) -> Pacer {
    let turns = Mutex::new(turns);
    Pacer::asking(move |pause| {
        let turns = turns.lock().unwrap_or_else(PoisonError::into_inner);
        // Without a parent, this process is about to end.
        say(&FromChild::Turn(pause)).ok().and_then(|()| turns.recv().ok()).unwrap_or(Duration::MAX)
    })
}

/// Names that the parent was asked for: it knows them for all children.
#[derive(Default)]
struct Lookups(Mutex<HashMap<(String, u16), Sender<Found>>>);

type Found = Result<Vec<SocketAddr>, Cause>;

impl Lookups {
    /// Asks the parent, and waits for the answer. The resolver asks for each name once at a time.
    fn ask(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let (sender, answer) = channel();
        self.lock().insert((host.into(), port), sender);
        say(&FromChild::Lookup { host: host.into(), port })?;
        match answer.recv() {
            Ok(Err(Cause::Dns(error))) => Err(error),
            Ok(addresses) => addresses.map_err(io::Error::other),
            Err(never) => Err(io::Error::other(never)),
        }
    }

    fn answer(&self, name: (String, u16), found: Found) {
        if let Some(sender) = self.lock().remove(&name) {
            // Who asked may have lost patience.
            let _ = sender.send(found);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(String, u16), Sender<Found>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
