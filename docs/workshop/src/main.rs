//! `cargo workshop`: what one needs beside the stages themselves.
//!
//! Each command is a module of its own, with its arguments and a `run`. They share `units`, `progress` and `width`.

#![warn(clippy::unwrap_used)]

mod diff;
mod exercises;
mod numbers;
mod outline;
mod progress;
mod race;
mod site;
mod syntax;
mod units;
mod width;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tools for the workshop: the stages side by side, a race, a practice site
#[derive(Debug, Parser)]
#[command(name = "cargo workshop", bin_name = "cargo workshop", version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Diff(diff::Args),
    Numbers(numbers::Args),
    Race(race::Args),
    Site(site::Args),
}

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Diff(args) => diff::run(args),
        Command::Numbers(args) => numbers::run(args),
        Command::Race(args) => race::run(args),
        Command::Site(args) => site::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo workshop: {error}");
            ExitCode::FAILURE
        }
    }
}
