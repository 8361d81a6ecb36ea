//! What mdBook complains of: it writes a log, and goes on.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// The warnings and errors since the last look.
#[derive(Clone, Default)]
pub struct Warnings(Arc<Mutex<Vec<String>>>);

/// Listens to the log, from now on and on this thread.
pub fn listen() -> (Warnings, tracing::subscriber::DefaultGuard) {
    let warnings = Warnings::default();
    let guard = tracing::subscriber::set_default(warnings.clone());
    (warnings, guard)
}

impl Warnings {
    /// Takes what there is.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }

    fn event(&self, event: &Event<'_>) {
        let mut message = Message(format!("{}: ", event.metadata().level()));
        event.record(&mut message);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(message.0);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The text of an event.
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, _: &Field, value: &dyn Debug) {
        // Writing to a string does not fail.
        let _ = write!(self.0, "{value:?} ");
    }
}
