//! The commands of `cargo workshop` that need the stages. `workshop` runs this program for them.
//!
//! Each command is a module of its own, with its arguments and a `run`. They share `units`,
//! `programs` and `text`, and what `workshop` has of a build by cargo and of the terminal.

#![warn(clippy::unwrap_used)]

mod numbers;
mod race;
mod site;
mod text;

use std::process::ExitCode;

use ::race::{programs, trace, units};
use clap::{Parser, Subcommand};

/// The commands that need the stages
#[derive(Debug, Parser)]
#[command(name = "cargo workshop", bin_name = "cargo workshop", version, max_term_width = 80)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Numbers(numbers::Args),
    Race(race::Args),
    Site(site::Args),
    Trace(trace::Args),
}

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Numbers(args) => numbers::run(args).map(|()| true),
        Command::Race(args) => race::run(args).map(|()| true),
        Command::Site(args) => site::run(args).map(|()| true),
        Command::Trace(args) => trace::run(args),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo workshop: {error}");
            ExitCode::FAILURE
        }
    }
}
