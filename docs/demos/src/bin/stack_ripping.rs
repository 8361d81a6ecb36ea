//! The backtrace of the same malformed answer in stage 1 and in stage 2.
//!
//!     cargo run -p demos --bin stack_ripping

use std::backtrace::Backtrace;
use std::env;
use std::process::Command;

use common::crawl::strategy::Crawl;
use common::{FetchError, Options};
use practice_site::{Answer, Site};

fn main() {
    if env::var_os("RUST_BACKTRACE").is_none_or(|value| value != "1") {
        // A process reads the variable once, so another one is started with it.
        let mut command = Command::new(env::current_exe().unwrap());
        command.env("RUST_BACKTRACE", "1").status().unwrap();
        return;
    }
    show("stage 1", "stage1_blocking::", stage1_blocking::crawl);
    show("stage 2", "stage2_callbacks::", stage2_callbacks::crawl);
}

/// Crawls a page with a malformed answer, and prints the error with the stage's own functions in its backtrace.
fn show(stage: &str, krate: &str, crawl: Crawl) {
    let error = error_of_a_broken_page(crawl);
    println!("{stage}: {error}");
    for function in functions_of(krate, &error.backtrace) {
        println!("    {function}");
    }
}

fn error_of_a_broken_page(crawl: Crawl) -> FetchError {
    let broken = Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: many\r\n\r\n");
    let site = Site::builder().page("/", broken).start().unwrap();
    let report = crawl(&Options::new([site.url("/")])).unwrap();
    *report.records.into_iter().find_map(|record| record.error).unwrap()
}

/// Returns the functions of `krate` in a backtrace, the innermost first.
fn functions_of(krate: &str, backtrace: &Backtrace) -> Vec<String> {
    let text = backtrace.to_string();
    // A frame is a line `7: path::function`. The line below it names the file.
    let frames = text.lines().filter_map(|line| line.trim_start().split_once(": "));
    let functions = frames.filter_map(|(_, name)| name.strip_prefix(krate));
    functions.map(|name| name.replace("<F>", "").replace("{{closure}}", "(closure)")).collect()
}
