//! The calls that lead to an event, from a backtrace.

use std::backtrace::Backtrace;
use std::env;
use std::fmt;
use std::path::Path;

use super::event::Place;

/// The standard library, and what starts a program or a test. Their calls explain nothing.
const NOT_SHOWN: [&str; 6] = ["std", "core", "alloc", "test", "program", "test_tools"];

/// Returns the calls, the innermost first, without those of the standard library and of the trace.
pub(super) fn places(stack: &Backtrace) -> Vec<Place> {
    let text = stack.to_string();
    let mut places = Vec::new();
    for line in text.lines() {
        // Such as `   3: stage3_futures::queue::Queue<T>::put`, and `             at ./stage3-futures/src/queue.rs:47:13`.
        let line = line.trim_start();
        if let Some(place) = line.strip_prefix("at ") {
            locate(places.last_mut(), place);
        } else if let Some((number, function)) = line.split_once(": ")
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            places.push(Place { function: function.to_owned(), file: String::new(), line: 0 });
        }
    }
    places.retain(is_shown);
    // A closure and its function may share a line.
    places.dedup_by(|outer, inner| outer.line > 0 && (outer.line, &outer.file) == (inner.line, &inner.file));
    places
}

/// Sets file and line of a call in this workspace. The files of other crates are elsewhere on another machine.
fn locate(place: Option<&mut Place>, text: &str) {
    let mut parts = text.rsplitn(3, ':');
    let (_column, line, file) = (parts.next(), parts.next(), parts.next());
    let (Some(place), Some(line), Some(file)) = (place, line, file) else { return };
    if let Some(file) = in_workspace(file) {
        (place.file, place.line) = (file, line.parse().unwrap_or(0));
    }
}

/// Returns a path from the workspace's root on, if it leads to a file of it.
fn in_workspace(file: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?.parent()?;
    // The standard library shortens paths in the current folder.
    let file = env::current_dir().ok()?.join(Path::new(file).strip_prefix(".").unwrap_or(Path::new(file)));
    let relative = file.strip_prefix(root).ok()?;
    file.is_file().then(|| relative.to_string_lossy().replace('\\', "/"))
}

fn is_shown(Place { function, file, .. }: &Place) -> bool {
    // Such as `<stage3_futures::timer::Sleep as core::future::future::Future>::poll`.
    let path = function.trim_start_matches(|char: char| !char.is_alphanumeric() && char != '_');
    let name = path.split(|char: char| !char.is_alphanumeric() && char != '_').next().unwrap_or_default();
    // A closure of a macro has no line.
    let is_known = !file.is_empty() || !function.ends_with("{{closure}}");
    is_known && !NOT_SHOWN.contains(&name) && !path.starts_with("trace::") && function.contains("::")
}

/// Parts of the paths of files that show what waits, and not how.
const OF_LESSON: [&str; 7] = [
    "src/fetch.rs",
    "src/crawl.rs",
    "/strategies/",
    "/examples/",
    "/tests/",
    "docs/demos/src/bin/",
    "docs/demos/broken/",
];

/// Functions in such files that register a wait for their caller.
const HELPERS: [&str; 3] = ["wait_for", "set_deadline", "callback"];

impl Place {
    /// Returns whether it is where a learner reads what waits.
    pub fn is_of_lesson(&self) -> bool {
        let is_shown = OF_LESSON.iter().any(|part| self.file.contains(part));
        let is_helper = HELPERS.iter().any(|name| self.function.contains(&format!("::{name}")));
        is_shown && !is_helper && !self.file.starts_with("common/")
    }

    /// Returns the last parts of the function's path, such as `Sleep::poll` or `fetch_once`.
    pub fn short(&self) -> String {
        let path = self.function.replace("::{{closure}}", "");
        let path = match (path.find(" as "), path.rfind(">::")) {
            // Such as `<stage3_futures::timer::Sleep as core::future::future::Future>::poll`.
            (Some(end), Some(method)) => format!("{}{}", &path[1..end], &path[method + 1..]),
            _ => path,
        };
        let path = without_generics(&path);
        let mut parts = path.rsplit("::");
        let (name, of) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if of.starts_with(char::is_uppercase) { format!("{of}::{name}") } else { name.to_owned() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Removes what stands between angle brackets.
fn without_generics(path: &str) -> String {
    let mut depth = 0_usize;
    let outside = path.chars().filter(|char| {
        depth += usize::from(*char == '<');
        let is_outside = depth == 0;
        depth -= usize::from(*char == '>' && depth > 0);
        is_outside
    });
    outside.collect()
}
