//! [`Pacer`]: whose turn it is when, so that no host is asked too often.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use url::Url;

use crate::fetch::time::after;

/// The longest delay that a host can ask for itself: it must not be able to stop a crawl.
pub const LONGEST_WISH: Duration = Duration::from_secs(5 * 60);

/// Gives out turns at hosts. Its clones give out the same ones. It never waits: who takes a turn does.
#[derive(Clone, Default)]
pub struct Pacer {
    hosts: Arc<Mutex<HashMap<String, Pace>>>,
    elsewhere: Option<Arc<Ask>>,
}

type Ask = dyn Fn(Duration) -> Duration + Send + Sync;

/// How a host is treated, whatever its port.
#[derive(Debug, Default)]
struct Pace {
    /// When its next turn may be.
    next: Option<Instant>,
    /// The delay that it asks for itself.
    wish: Duration,
}

impl Pacer {
    /// A pacer that asks another one, which knows the host: `ask` is given the shortest pause that will do.
    pub fn asking(ask: impl Fn(Duration) -> Duration + Send + Sync + 'static) -> Pacer {
        Pacer { elsewhere: Some(Arc::new(ask)), ..Pacer::default() }
    }

    /// Takes a turn at the URL's host: the first that is free, `delay` behind the last one, and no
    /// sooner than `pause` from now. Returns how long it is until then.
    ///
    /// A turn that has been taken is not given back.
    pub fn turn(&self, url: &Url, delay: Duration, pause: Duration) -> Duration {
        match &self.elsewhere {
            Some(ask) => ask(pause),
            None => self.turn_from(Instant::now(), url, delay, pause),
        }
    }

    /// The same for a given time.
    pub fn turn_from(&self, now: Instant, url: &Url, delay: Duration, pause: Duration) -> Duration {
        let mut hosts = self.lock();
        let Some(pace) = pace(&mut hosts, url, !delay.is_zero()) else { return pause };
        let soonest = after(now, pause);
        let turn = pace.next.map_or(soonest, |next| next.max(soonest));
        pace.next = Some(after(turn, delay.max(pace.wish)));
        turn - now
    }

    /// Notes that the URL's host asks for a delay, of which [`LONGEST_WISH`] is granted. The longer counts.
    pub fn wish(&self, url: &Url, delay: Duration) {
        if let Some(pace) = pace(&mut self.lock(), url, true) {
            pace.wish = pace.wish.max(delay.min(LONGEST_WISH));
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Pace>> {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pace of the URL's host; a new one only if it `begins`.
fn pace<'a>(hosts: &'a mut HashMap<String, Pace>, url: &Url, begins: bool) -> Option<&'a mut Pace> {
    let host = url.host_str()?;
    let host = host.strip_suffix('.').unwrap_or(host);
    if begins && !hosts.contains_key(host) {
        hosts.insert(host.to_owned(), Pace::default());
    }
    hosts.get_mut(host)
}

impl fmt::Debug for Pacer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pacer").field("hosts", &self.lock().len()).finish()
    }
}
