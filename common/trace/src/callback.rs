//! A callback that is traced.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::context;
use super::event::Event;
use crate::recorder::{is_on, note};

/// The number of the last callback.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Returns a callback that does what `callback` does, and is traced from now until it is dropped.
pub fn callback(callback: impl Fn() + 'static) -> impl Fn() + 'static {
    let traced = is_on().then(Registered::new);
    move || match &traced {
        Some(traced) => traced.call(&callback),
        None => callback(),
    }
}

struct Registered {
    number: u64,
    /// The URL that was fetched when it was registered.
    url: RefCell<Option<Arc<str>>>,
}

impl Registered {
    fn new() -> Registered {
        let number = LAST.fetch_add(1, Relaxed) + 1;
        note(|| Event::Registered { callback: number });
        Registered { number, url: RefCell::new(context::url()) }
    }

    fn call(&self, callback: impl FnOnce()) {
        let number = self.number;
        let mut url = self.url.borrow().clone();
        context::fetching(&mut url, || {
            note(|| Event::Called { callback: number });
            callback();
        });
        context::fetching(&mut self.url.borrow().clone(), || note(|| Event::Returned { callback: number }));
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        let callback = self.number;
        context::fetching(self.url.get_mut(), || note(|| Event::Removed { callback }));
    }
}
