//! The recorder: it collects entries in memory, and writes them when the thread that began the trace ends.

use std::backtrace::Backtrace;
use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::context;
use super::event::{Entry, Event};
use super::place::places;
use super::words::short;

/// The variable of the environment that makes a program write its trace to a file: an entry a line, as JSON. If the name is
/// empty, the program records, and writes nothing.
pub const FILE: &str = "CRAWLER_TRACE";

/// How often the recorder looks for the file that stops the program.
const LOOK: Duration = Duration::from_millis(20);

/// The most entries that are recorded.
const MOST: usize = 50_000;

const UNKNOWN: u8 = 0;
const OFF: u8 = 1;
const ON: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
static START: OnceLock<Instant> = OnceLock::new();
static NOTES: Mutex<Vec<Note>> = Mutex::new(Vec::new());

/// The file to which the trace is written in the end.
static AT: Mutex<Option<OsString>> = Mutex::new(None);

/// An entry whose places are addresses still. To find their lines takes milliseconds, so it waits until the end.
struct Note {
    entry: Entry,
    stack: Option<Backtrace>,
}

/// Returns whether events are recorded.
#[inline]
pub fn is_on() -> bool {
    match STATE.load(Relaxed) {
        OFF => false,
        ON => true,
        _ => look(),
    }
}

/// Records an event, if anything listens. Otherwise, `event` is not called.
#[inline]
pub fn note(event: impl FnOnce() -> Event) {
    if is_on() {
        record(event());
    }
}

/// Returns a second file beside that of the trace. Once it exists, the program writes its trace and ends, even if it hangs.
pub fn stop_file(trace: &Path) -> PathBuf {
    let mut name = trace.as_os_str().to_owned();
    name.push(".stop");
    name.into()
}

/// Records all events of this process from now on.
pub fn start() {
    START.get_or_init(Instant::now);
    STATE.store(ON, Relaxed);
}

/// Returns the time since the trace began, in nanoseconds.
pub fn now() -> u64 {
    let elapsed = START.get_or_init(Instant::now).elapsed();
    u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX)
}

/// Returns what has been recorded, in the order of time.
pub fn entries() -> Vec<Entry> {
    let places = |stack: &Option<Backtrace>| stack.as_ref().map(places).unwrap_or_default();
    let entry = |Note { entry, stack }: &Note| Entry { places: places(stack), ..entry.clone() };
    let mut entries: Vec<Entry> = lock().iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.at);
    entries
}

/// Looks whether the environment asks for a trace. It asks once.
#[cold]
fn look() -> bool {
    let file = env::var_os(FILE);
    if file.is_some() && STATE.compare_exchange(UNKNOWN, ON, Relaxed, Relaxed).is_ok() {
        if let Some(file) = file.filter(|file| !file.is_empty()) {
            end_on_demand(stop_file(Path::new(&file)));
            *AT.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
            AT_END.with(|_| ());
        }
        start();
    }
    // `start` may have been called meanwhile.
    let _ = STATE.compare_exchange(UNKNOWN, OFF, Relaxed, Relaxed);
    STATE.load(Relaxed) == ON
}

#[cold]
fn record(mut event: Event) {
    if lock().len() >= MOST {
        return;
    }
    if let Event::Put { target } | Event::Done { target, .. } = &mut event {
        *target = short(target);
    }
    let stack = has_places(&event).then(Backtrace::force_capture);
    let at = now();
    let current = thread::current();
    let thread = current.name().map_or_else(|| format!("{:?}", current.id()), str::to_owned);
    let context = context::get();
    let entry = Entry {
        at,
        thread: thread.into(),
        polling: context.task,
        url: context.url.map(|url| url.to_string()),
        event,
        places: Vec::new(),
    };
    lock().push(Note { entry, stack });
}

/// Returns whether it matters from where an event comes.
fn has_places(event: &Event) -> bool {
    use Event::{Armed, Blocked, Cloned, Entered, Made, Parked, Registered, Woken};
    let is_wait = matches!(event, Armed { .. } | Blocked { .. } | Parked { .. } | Registered { .. });
    is_wait || matches!(event, Cloned { .. } | Entered { .. } | Made { .. } | Woken { .. })
}

thread_local! {
    static AT_END: AtEnd = const { AtEnd };
}

/// Writes the trace when it is dropped, at the end of the thread that looked first: of the main thread, that is the end of
/// the program.
struct AtEnd;

impl Drop for AtEnd {
    fn drop(&mut self) {
        finish();
    }
}

/// Starts a thread that ends the program when a file exists.
fn end_on_demand(stop: PathBuf) {
    let look = move || {
        while !stop.exists() {
            thread::sleep(LOOK);
        }
        finish();
        process::exit(0);
    };
    // Without this thread, the program can only be killed.
    let _ = thread::Builder::new().name("trace".into()).spawn(look);
}

/// Writes the trace to the file that the environment names, and ends it. For a program that does not end by itself.
pub fn finish() {
    let Some(file) = AT.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    STATE.store(OFF, Relaxed);
    if let Err(error) = write(&file) {
        let _ = writeln!(io::stderr(), "{}: {error}", file.display());
    }
}

fn write(file: &OsString) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(file)?);
    let at = now();
    let entries = entries();
    let end =
        |last: &Entry| Entry { at, polling: None, event: Event::Ended, places: Vec::new(), ..last.clone() };
    let end = entries.last().map(end);
    for entry in entries.into_iter().chain(end) {
        serde_json::to_writer(&mut file, &entry)?;
        file.write_all(b"\n")?;
    }
    file.flush()
}

fn lock() -> MutexGuard<'static, Vec<Note>> {
    NOTES.lock().unwrap_or_else(PoisonError::into_inner)
}
