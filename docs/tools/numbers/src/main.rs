//! `cargo workshop numbers`: what is measured, and in which order.
//!
//! - `measure`: how often, and which of the results counts
//! - `cpu`, `tasks`, `kernel`, `network`: what is measured
//! - `print`: the table, with what cannot be measured here

#![warn(clippy::unwrap_used)]

mod cpu;
mod kernel;
mod measure;
mod network;
mod print;
mod tasks;

use std::io::{self, Write};
use std::process::ExitCode;

use measure::Takes;
use print::Numbers;

use clap::Parser;
use workshop::building::{exit_code, show_in_place};
use workshop::width;

const LONG_HELP: &str = "\
Each thing is done over and over, in batches, for a fraction of a second. The
table has the median of the batches and the quartiles, between which half of
them lie; the same time on a scale on which one cycle of the CPU takes a
second; and how many function calls fit into it. It takes less than five
seconds; other programs that run meanwhile are measured, too. Where two
threads take turns, it matters whether the system lets them share a core: the
switch and the round trip may differ from run to run, even by a factor of
four.

The program is built with optimizations first, in the usual target directory:
a minute or two the first time.

What needs a disk or a network cannot be measured here; there the table has
numbers that others have published, and names them.";

/// Measures what waiting costs on this machine
#[derive(Debug, Parser)]
#[command(bin_name = "cargo workshop numbers", after_long_help = LONG_HELP, max_term_width = 80)]
struct NumbersOptions {
    /// Do nothing: a process is measured by this one
    #[arg(long, hide = true)]
    nothing: bool,
}

/// A function that measures one thing.
type Measure = fn() -> io::Result<Takes>;

/// The things that are measured, each with its name. All are compared with the first.
const MEASURES: [(&str, Measure); 11] = [
    ("call a function", cpu::call),
    ("poll a future that is ready", tasks::poll_ready),
    ("wake a task, and poll it", tasks::wake_and_poll),
    ("lock a free mutex, and unlock it", cpu::lock),
    ("a system call", kernel::system_call),
    ("switch to another thread", kernel::switch_threads),
    ("spawn a thread, and join it", kernel::spawn_thread),
    ("start a process, and wait for its end", kernel::start_process),
    ("loopback: a byte there and back", network::round_trip),
    ("loopback: connect, accept and close", network::connect),
    ("loopback: fetch a page (stage 4)", network::fetch_page),
];

fn main() -> ExitCode {
    if NumbersOptions::parse().nothing {
        return ExitCode::SUCCESS;
    }
    let print = |numbers| io::stdout().write_all(print::table(&numbers, width::of_stdout()).as_bytes());
    exit_code(measure_all().and_then(print).map(|()| true))
}

fn measure_all() -> io::Result<Numbers> {
    show_in_place("measuring the clock");
    let hertz = cpu::clock()?;
    let mut measured = Vec::new();
    for (index, (name, measure)) in MEASURES.into_iter().enumerate() {
        show_in_place(&format!("measuring, {} of {}: {name}", index + 1, MEASURES.len()));
        let time = measure().map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
        measured.push((name, time));
    }
    show_in_place("");
    Ok(Numbers { hertz, measured })
}
