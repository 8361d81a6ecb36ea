//! [`Patience`]: how long a test may take, on a machine that may have other things to do.

use std::fs;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How many tests of this process have hung.
pub static HUNG: AtomicUsize = AtomicUsize::new(0);

/// How long a test may make no progress on a machine that has nothing else to do.
pub const IDLE: Duration = Duration::from_millis(4500);

/// How often the watchdog looks.
pub const TICK: Duration = Duration::from_millis(100);

/// How many processors there are. To ask takes the time of four files that are read.
static PROCESSORS: LazyLock<f64> =
    LazyLock::new(|| thread::available_parallelism().map_or(1.0, |count| count.get() as f64));

/// Measures how long a test has made no progress. While the machine is busy, this time goes by more slowly.
#[derive(Debug)]
pub struct Patience {
    limit: Duration,
    idle: Duration,
    looked: Instant,
}

impl Patience {
    /// Makes a patience of another length, for a part of a test that is watched as a whole, too.
    pub fn of(limit: Duration) -> Patience {
        Patience { limit, idle: Duration::ZERO, looked: Instant::now() }
    }

    /// Returns whether the test has made no progress for so long that it hangs. Call it often.
    pub fn is_over(&mut self) -> bool {
        self.spent() > self.limit
    }

    /// Returns how much time has gone by: less than the clock says, while the machine is busy. Call it often.
    pub fn spent(&mut self) -> Duration {
        let now = Instant::now();
        self.idle += (now - self.looked).div_f64(busy());
        self.looked = now;
        self.idle
    }

    /// Waits until `look` returns a value, and calls it every moment. Returns `None` if the test hangs.
    pub fn wait<T>(mut self, mut look: impl FnMut(Duration) -> Option<T>) -> Option<T> {
        loop {
            if let Some(value) = look(TICK) {
                return Some(value);
            }
            if self.is_over() {
                return None;
            }
        }
    }
}

/// Returns how many tasks of the system want a processor, for each processor, but at least 1.
///
/// Once a test has hung, the machine's load does not count: it may be that of threads that ask again and again, which
/// cannot be stopped. Otherwise each of them would make the next test that hangs last longer.
fn busy() -> f64 {
    if HUNG.load(Ordering::Relaxed) > 0 {
        return 1.0;
    }
    let processors = *PROCESSORS;
    let wanted = match fs::read_to_string("/proc/loadavg") {
        // Such as `0.20 0.18 0.12 3/1204 11206`: 3 tasks want a processor.
        Ok(text) => text.split([' ', '/']).nth(3).and_then(|tasks| tasks.parse().ok()).unwrap_or(processors),
        // Other systems do not tell, and count as busy.
        Err(_) => 3.0 * processors,
    };
    (wanted / processors).max(1.0)
}
