//! `cargo workshop`: what one needs beside the stages themselves.
//!
//! - `exercises`: holes in the sources, their tests, and the learner's way through them
//! - `diff`: the stages side by side
//! - `elsewhere`: the commands of the package `race`
//! - `outline`, `syntax`: what the pieces of a source are; `width`: of the terminal

#![warn(clippy::unwrap_used)]

mod diff;
mod elsewhere;
mod exercises;
mod outline;
mod syntax;
mod width;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tools for the workshop: exercises, the stages side by side, a race, a practice site
#[derive(Debug, Parser)]
#[command(name = "cargo workshop", bin_name = "cargo workshop", version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Diff(diff::Args),
    /// Measures what waiting costs on this machine
    Numbers(elsewhere::Args),
    /// Races the stages against each other
    Race(elsewhere::Args),
    /// Serves a web site to practise crawling on
    Site(elsewhere::Args),
}

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Diff(args) => diff::run(args),
        Command::Numbers(args) => elsewhere::run("numbers", &args),
        Command::Race(args) => elsewhere::run("race", &args),
        Command::Site(args) => elsewhere::run("site", &args),
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
