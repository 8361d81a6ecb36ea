//! `cargo workshop`: what one needs beside the stages themselves.
//!
//! Each command is a module of its own, with its arguments and a `run`.

#![warn(clippy::unwrap_used)]

mod diff;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tools for the workshop
#[derive(Debug, Parser)]
#[command(name = "cargo workshop", bin_name = "cargo workshop", version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Diff(diff::Args),
}

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Diff(args) => diff::run(args),
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
