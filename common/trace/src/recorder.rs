//! The recorder: it collects entries in memory, and writes them when the thread that began the trace ends.

use std::backtrace::Backtrace;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::call::calls;
use super::context::{self, Context};
use super::event::{Entry, Event, Event::*, lines};
use super::words::short;

/// The variable of the environment that makes a program write its trace to a file: an entry a line, as JSON.
/// If the name is empty, the program records, and writes nothing.
pub const FILE: &str = "CRAWLER_TRACE";

/// The most entries that are recorded. To find the lines of their calls takes a second or two when a test spins.
const MOST: usize = 20_000;

/// Whether events are recorded: at first, whether the environment asks for it.
static IS_ON: LazyLock<AtomicBool> = LazyLock::new(|| AtomicBool::new(is_asked_for()));

/// When the trace began: at its first event.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The entries, with the addresses of their calls still. To find their lines takes milliseconds, so it waits
/// until the end.
static NOTES: Mutex<Vec<(Entry, Option<Backtrace>)>> = Mutex::new(Vec::new());

/// The file to which the trace is written in the end.
static AT: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Returns whether events are recorded.
#[inline]
pub fn is_on() -> bool {
    IS_ON.load(Relaxed)
}

/// Records an event, if anything listens. Otherwise, `event` is not called.
#[inline]
pub fn note(event: impl FnOnce() -> Event) {
    if is_on() {
        record(event());
    }
}

/// Notes which URL this thread fetches from now on.
pub fn set_url(url: &str) {
    if is_on() {
        context::set_url(&short(url));
    }
}

/// Returns a second file beside that of the trace. Once it exists, the program writes its trace and ends,
/// even if it hangs.
pub fn stop_file(trace: &Path) -> PathBuf {
    trace.with_extension("stop")
}

/// Records all events of this process from now on.
pub fn start() {
    IS_ON.store(true, Relaxed);
}

/// Returns the time since the trace began, in nanoseconds.
pub fn now() -> u64 {
    u64::try_from(START.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Returns what has been recorded, in the order of time.
pub fn entries() -> Vec<Entry> {
    let calls = |stack: &Option<Backtrace>| stack.as_ref().map(calls).unwrap_or_default();
    let notes = lock(&NOTES);
    let mut entries: Vec<_> =
        notes.iter().map(|(entry, stack)| Entry { calls: calls(stack), ..entry.clone() }).collect();
    entries.sort_by_key(|entry| entry.at);
    entries
}

/// Returns whether the environment asks for a trace, and prepares to write it.
fn is_asked_for() -> bool {
    let file = env::var_os(FILE).map(PathBuf::from);
    if let Some(file) = file.as_ref().filter(|file| !file.as_os_str().is_empty()) {
        *lock(&AT) = Some(file.clone());
        AT_END.with(|_| ());
        let stop = stop_file(file);
        let end_on_demand = move || {
            while !stop.exists() {
                thread::sleep(Duration::from_millis(20));
            }
            finish();
            process::exit(0);
        };
        // Without this thread, the program can only be killed.
        let _ = thread::Builder::new().name("trace".into()).spawn(end_on_demand);
    }
    file.is_some()
}

#[cold]
fn record(mut event: Event) {
    if lock(&NOTES).len() >= MOST {
        return;
    }
    if let Put { target } | Done { target, .. } = &mut event {
        *target = short(target);
    }
    let is_wait = matches!(event, Armed { .. } | Blocked { .. } | Parked { .. } | Registered { .. });
    // Of other events, it does not matter from where they come.
    let has_calls = is_wait || matches!(event, Cloned { .. } | Entered { .. } | Made { .. } | Woken { .. });
    let stack = has_calls.then(Backtrace::force_capture);
    let at = now();
    let current = thread::current();
    let thread = current.name().map_or_else(|| format!("{:?}", current.id()), str::to_owned).into();
    let Context { task: polling, url, .. } = context::get();
    let url = url.map(|url| url.to_string());
    lock(&NOTES).push((Entry { at, thread, polling, url, event, calls: Vec::new() }, stack));
}

thread_local! {
    static AT_END: AtEnd = const { AtEnd };
}

/// Writes the trace when it is dropped: at the end of the thread that looked first, mostly the main one.
struct AtEnd;

impl Drop for AtEnd {
    fn drop(&mut self) {
        finish();
    }
}

/// Ends the trace, and writes it to the file that the environment names, if it names one. For a program that does not end
/// by itself.
pub fn finish() {
    IS_ON.store(false, Relaxed);
    let Some(file) = lock(&AT).take() else { return };
    let at = now();
    let mut entries = entries();
    let end = |last| Entry { at, polling: None, event: Ended, calls: Vec::new(), ..last };
    entries.extend(entries.last().cloned().map(end));
    if let Err(error) = fs::write(&file, lines(&entries)) {
        let _ = writeln!(io::stderr(), "{}: {error}", file.display());
    }
}

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
