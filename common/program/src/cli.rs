//! The command line, the same for every stage.

use std::env;
use std::io;
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, Command, CommandFactory, FromArgMatches};
use common::fetch::http::PRODUCT;
use common::text::{printable, without_user};
use common::{Job, Options, Report, Strategy};

use crate::args::Args;
use crate::crawl::crawl_and_report;
use crate::output::is_same;
use crate::process::{on_signal, print_panics};
use crate::progress::is_dumb;
use crate::say::say;

/// The end of `--help`.
const AFTER_HELP: &str = include_str!("help.txt").trim_ascii_end();

/// The options that one program has beside those of all stages.
pub trait More: clap::Args {
    /// The package that can fetch https URLs.
    const HTTPS_BY: &'static str = "stage4-async";

    /// Crawls with a strategy. Shows no progress if it is to be `quiet`.
    ///
    /// # Errors
    /// If the crawl cannot start, or if the selector fails.
    fn crawl(&self, strategy: &Strategy, quiet: bool, job: Job) -> io::Result<Report>;
}

/// The options that only a stage has: none.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct NothingMore {}

impl More for NothingMore {
    fn crawl(&self, strategy: &Strategy, _quiet: bool, job: Job) -> io::Result<Report> {
        (strategy.crawl)(job)
    }
}

/// Crawls as the command line says, and writes the report. The default strategy is one that fetches https, or the first.
///
/// Returns the exit status that `--help` describes.
pub fn run(stage: &'static str, strategies: &[Strategy]) -> ExitCode {
    run_with::<NothingMore>(stage, strategies)
}

/// Does the same with more options on the command line.
///
/// Returns the exit status that `--help` describes.
pub fn run_with<M: More>(stage: &'static str, strategies: &[Strategy]) -> ExitCode {
    try_run::<M>(stage, strategies).unwrap_or_else(|error| {
        say(stage, printable(&error.to_string()));
        ExitCode::FAILURE
    })
}

fn try_run<M: More>(stage: &'static str, strategies: &[Strategy]) -> io::Result<ExitCode> {
    print_panics();
    let mut command = command::<M>(stage, strategies);
    let parsed = command.try_get_matches_from_mut(env::args_os());
    let parsed =
        parsed.and_then(|parsed| Ok((Args::from_arg_matches(&parsed)?, M::from_arg_matches(&parsed)?)));
    let (args, more) = parsed.unwrap_or_else(|error| without_secrets(error).exit());
    let strategy = strategies.iter().find(|strategy| strategy.name == args.strategy);
    let strategy = strategy.expect("clap accepts these names alone");
    let options = args.options(strategy.https);
    let no_root = why_no_root_can_be_fetched::<M>(&options, strategies);
    let files = args.output.as_ref().zip(args.resume.as_ref());
    let is_clash = files.is_some_and(|(output, resume)| is_same(output, resume));
    let clash = is_clash.then(|| "--output and --resume name the same file".to_owned());
    if let Some(reason) = no_root.or(clash) {
        command.error(ErrorKind::ValueValidation, reason).exit();
    }
    if args.ca.is_some() && !strategy.https {
        command.error(ErrorKind::ArgumentConflict, "--ca is for https, which this crawl cannot fetch").exit();
    }
    match strategy.serve {
        Some(serve) if args.child => {
            // Ctrl-C reaches the children, too. The parent ends them.
            on_signal(|| {})?;
            serve().map(|()| ExitCode::SUCCESS)
        }
        _ => crawl_and_report(stage, strategy, &args, options, |job| more.crawl(strategy, args.quiet, job)),
    }
}

/// Takes users and passwords out of the arguments that an error of clap shows, whatever they were meant for.
fn without_secrets(mut error: clap::Error) -> clap::Error {
    for shown in [ContextKind::InvalidArg, ContextKind::InvalidValue] {
        if let Some(ContextValue::String(argument)) = error.get(shown) {
            let argument = without_user(argument);
            error.insert(shown, ContextValue::String(argument));
        }
    }
    // This repeats an unknown option, as the value that it might be.
    error.remove(ContextKind::Suggested);
    error
}

/// Returns the reason if there are roots, but none that the crawl can fetch.
fn why_no_root_can_be_fetched<M: More>(options: &Options, strategies: &[Strategy]) -> Option<String> {
    let root = options.roots.first().filter(|_| !options.roots.iter().any(|root| options.can_fetch(root)))?;
    let https = match strategies.iter().find(|strategy| strategy.https) {
        _ if root.scheme() != "https" => String::new(),
        Some(strategy) => format!("; `--strategy {}` can", strategy.name),
        None => format!("; this can: cargo run -p {} --features https -- '{root}'", M::HTTPS_BY),
    };
    Some(format!("{root}: {}{https}", options.unsupported(root)))
}

/// Returns the command line of a stage with these strategies.
fn command<M: More>(stage: &'static str, strategies: &[Strategy]) -> Command {
    let name = |strategy: &Strategy| PossibleValue::new(strategy.name).help(strategy.about);
    let names = PossibleValuesParser::new(strategies.iter().map(name));
    let command = Args::command();
    let about = command.get_about().cloned().unwrap_or_default();
    let long_about = command.get_long_about().cloned().unwrap_or_default();
    // The options of `M` would bring their own description, and without a name, clap would take this package's.
    let command = M::augment_args(command).about(about).long_about(long_about).name(stage);
    let command = command.after_help(AFTER_HELP.replace("STAGE", stage).replace("AGENT", PRODUCT));
    let has_https = strategies.iter().any(|strategy| strategy.https);
    // On a CI server, clap would take any terminal for one with colours.
    let command = command.color(if is_dumb() { ColorChoice::Never } else { ColorChoice::Auto });
    command.mut_arg("ca", |arg| arg.hide(!has_https)).mut_arg("strategy", |arg| {
        let only_one = strategies.len() == 1;
        let default = strategies.iter().find(|strategy| strategy.https).unwrap_or(&strategies[0]).name;
        arg.required(false).value_parser(names).default_value(default).hide(only_one)
    })
}
