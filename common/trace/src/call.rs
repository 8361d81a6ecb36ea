//! The calls that lead to an event, from a backtrace.

use std::backtrace::Backtrace;
use std::env;
use std::path::Path;

use super::event::Call;

/// The folders of what starts a program or a test, and of this crate. Their calls explain nothing.
const NOT_SHOWN: [&str; 3] = ["common/program/", "common/tools/", "common/trace/src/"];

/// The path of the workspace, as `.cargo/config.toml` sets it. If it changes, cargo compiles this crate anew,
/// and all that depend on it: so their calls are found in a workspace that has moved.
const _: Option<&str> = option_env!("CRAWLER_ROOT");

/// Returns the calls of the workspace, the innermost first, without those of the trace.
pub(super) fn calls(stack: &Backtrace) -> Vec<Call> {
    let text = stack.to_string();
    let mut calls = Vec::<Call>::new();
    for line in text.lines() {
        // Such as `   3: stage3_futures::queue::Queue<T>::put`, and below it
        // `             at ./stage3-futures/src/queue.rs:47:13`.
        let line = line.trim_start();
        if let Some(place) = line.strip_prefix("at ") {
            if let (Some(call), Some((file, line))) = (calls.last_mut(), in_workspace(place)) {
                (call.file, call.line) = (file, line);
            }
        } else if let Some((number, function)) = line.split_once(": ")
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            calls.push(Call { function: function.to_owned(), file: String::new(), line: 0 });
        }
    }
    let is_shown = |file: &str| !file.is_empty() && !NOT_SHOWN.iter().any(|folder| file.starts_with(folder));
    calls.retain(|call| is_shown(&call.file));
    // A closure and its function may share a line.
    calls.dedup_by(|outer, inner| (outer.line, &outer.file) == (inner.line, &inner.file));
    calls
}

/// Returns the file of `FILE:LINE:COLUMN`, from the workspace's root on, and the line, if it is a file of the
/// workspace: those of other crates are elsewhere on another machine.
fn in_workspace(place: &str) -> Option<(String, u32)> {
    let (file, line) = place.rsplit_once(':')?.0.rsplit_once(':')?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?.parent()?;
    // The standard library shortens paths in the current folder.
    let file = env::current_dir().ok()?.join(Path::new(file).strip_prefix(".").unwrap_or(Path::new(file)));
    let relative = file.strip_prefix(root).ok()?.to_string_lossy();
    file.is_file().then(|| (relative.replace('\\', "/"), line.parse().unwrap_or(0)))
}

/// Parts of the paths of files that show what waits, and not how.
const OF_LESSON: [&str; 7] =
    ["src/fetch.rs", "src/crawl.rs", "/strategies/", "/examples/", "/tests/", "/src/bin/", "/broken/"];

/// Functions in such files that register a wait for their caller.
const HELPERS: [&str; 3] = ["wait_for", "set_deadline", "callback"];

/// Returns the call that a reader looks for: the innermost one in a file that carries the idea of a stage, or
/// in an example, a demo or a test; else the innermost one.
pub fn shown(calls: &[Call]) -> Option<&Call> {
    calls.iter().find(|call| call.is_of_lesson()).or(calls.first())
}

impl Call {
    /// Returns whether it is where a learner reads what waits.
    fn is_of_lesson(&self) -> bool {
        let is_shown = OF_LESSON.iter().any(|part| self.file.contains(part));
        let is_helper = HELPERS.iter().any(|name| self.function.contains(&format!("::{name}")));
        is_shown && !is_helper && !self.file.starts_with("common/")
    }

    /// Returns the last parts of the function's path, such as `Sleep::poll` or `fetch_once`.
    pub fn short(&self) -> String {
        let mut path = self.function.replace("::{{closure}}", "");
        // Such as `<stage3_futures::timer::Sleep as core::future::future::Future>::poll`.
        if let (Some(end), Some(method)) = (path.find(" as "), path.rfind(">::")) {
            path = format!("{}{}", &path[1..end], &path[method + 1..]);
        }
        // Generics: the last bracket that opens is an innermost one.
        while let Some(start) = path.rfind('<')
            && let Some(length) = path[start..].find('>')
        {
            path.replace_range(start..=start + length, "");
        }
        let (rest, name) = path.rsplit_once("::").unwrap_or(("", &path));
        let of = rest.rsplit("::").next().unwrap_or_default();
        if of.starts_with(char::is_uppercase) { format!("{of}::{name}") } else { name.to_owned() }
    }
}
