//! `cargo workshop trace`.

use std::process::ExitCode;

use clap::Parser;
use trace_page::{TraceOptions, run};
use workshop::building::exit_code;

fn main() -> ExitCode {
    exit_code(run(&TraceOptions::parse()))
}
