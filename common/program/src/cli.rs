//! The command line, the same for every stage.

use std::env;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write, stderr};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches};
use common::crawl::interrupt::Interrupt;
use common::crawl::progress::Progress;
use common::fetch::http::PRODUCT;
use common::text::printable;
use common::{Options, Report, Strategy};
use practice_site::Site;

use crate::args::Args;
use crate::check::{broken, write_annotations};
use crate::output::{Format, Output};
use crate::panics::print_panics;
use crate::progress::Board;
use crate::resolver;
use crate::resume::Resume;
use crate::signals::on_signal;
#[cfg(feature = "warc")]
use crate::warc::Warc;

/// The port of the practice site, unless it is taken.
const PRACTICE_PORT: u16 = 7500;

/// The exit status of a crawl that Ctrl-C ended: 128 plus the number of the signal.
const INTERRUPTED: u8 = 130;

/// The exit status of a check that found something broken.
const BROKEN: u8 = 3;

/// The end of `--help`.
const AFTER_HELP: &str = "\
On a public site, obey robots.txt and send few requests:
  STAGE --obey-robots --delay 1000 --max-tasks 2 \\
    --exclude '/login' http://site.example/
The name of this crawler is AGENT, in requests and in robots.txt.
Add --public-only for URLs from a source that you do not trust.

Exit status: 0 done, 1 no root could be fetched or a file could not be read or
written, 2 bad arguments, 3 with --check: something is broken, 130 interrupted.
If several hold: 130, then 1, then 3. Where GITHUB_ACTIONS is true, --check
also prints each broken link on stderr as an annotation.

Example: crawl a site with 100 requests in flight, and keep the report:
  STAGE --max-tasks 100 --format json localhost:8000 > report.json";

/// Crawls as the command line says, and writes the report. The default is the strategy that fetches https, too, or else the
/// first of `strategies`.
///
/// Returns the exit status that `--help` describes.
pub fn run(stage: &'static str, strategies: &[Strategy]) -> ExitCode {
    match try_run(stage, strategies) {
        Ok(code) => code,
        Err(error) => {
            say(stage, printable(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

fn try_run(stage: &'static str, strategies: &[Strategy]) -> io::Result<ExitCode> {
    print_panics();
    let mut command = command(stage, strategies);
    let parsed = command.try_get_matches_from_mut(env::args_os());
    let args = parsed.and_then(|parsed| Args::from_arg_matches(&parsed)).unwrap_or_else(|error| error.exit());
    let strategy = strategies.iter().find(|strategy| strategy.name == args.strategy);
    let strategy = strategy.expect("clap accepts these names alone");
    let no_root = why_no_root_can_be_fetched(&args.options(strategy.https), strategies);
    if let Some(reason) = no_root.or_else(|| args.why_files_clash()) {
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
        _ => crawl(stage, strategy, &args),
    }
}

fn crawl(stage: &'static str, strategy: &Strategy, args: &Args) -> io::Result<ExitCode> {
    let output = Output::open(args.output.as_deref())?;
    // With fewer descriptors, fetches wait for each other.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    // A spare descriptor for the file: after an interrupt, threads that are left behind may hold all others.
    let spare = args.output.as_ref().map(|_| File::open("/dev/null"));
    let board = Board::on_stderr(args.quiet, args.verbose);
    let mut options = args.options(strategy.https);
    options.services.progress = Progress::observed_by(board.clone());
    options.services.resolver = resolver::of_system();
    let site = if options.roots.is_empty() { Some(practice_site()?) } else { None };
    if let Some(site) = &site {
        say(stage, format_args!("no URL was given; crawling the practice site at {}", site.url("/")));
        options.roots.push(site.url("/"));
    }
    #[cfg(feature = "warc")]
    let warc = args.warc.as_deref().map(|path| Warc::create(path, stage, &mut options)).transpose()?;
    let resume = args.resume.as_deref().map(|path| open_resume(path, args, &mut options)).transpose()?;
    let interrupt = options.services.interrupt.clone();
    on_signal(move || interrupt_or_exit(&interrupt))?;

    // For example, no descriptor may be left for the selector.
    let failed = |error: io::Error| io::Error::new(error.kind(), format!("the crawl has failed: {error}"));
    let report = (strategy.crawl)(&options).map_err(failed)?;
    board.clear();
    drop(spare);
    // A file is for another program, and the log of a CI server should show what is broken, too.
    let has_file = matches!(output, Output::File(_));
    output.write(&report, stage, args.format, args.verbose, args.accepted())?;
    if args.check && has_file {
        Output::Stdout.write(&report, stage, Format::Text, false, args.accepted())?;
    }
    #[cfg(feature = "warc")]
    warc.map_or(Ok(()), |warc| warc.finish())?;
    resume.map_or(Ok(()), Resume::finish)?;
    let is_broken = conclude(&report, args);
    Ok(ExitCode::from(match options.services.interrupt.is_triggered() {
        true => INTERRUPTED,
        false if !report.has_root() => 1,
        false if is_broken => BROKEN,
        false => 0,
    }))
}

/// Returns whether a check found something broken. Tells GitHub of it.
fn conclude(report: &Report, args: &Args) -> bool {
    let broken = args.accepted().map(|accept| broken(report, accept)).unwrap_or_default();
    if env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
        // If that fails, the report and the exit status still say it.
        let _ = write_annotations(&broken, stderr().lock());
    }
    !broken.is_empty()
}

/// Returns the reason if there are roots, but none that the crawl can fetch.
fn why_no_root_can_be_fetched(options: &Options, strategies: &[Strategy]) -> Option<String> {
    let root = options.roots.first().filter(|_| !options.roots.iter().any(|root| options.can_fetch(root)))?;
    let https = match strategies.iter().find(|strategy| strategy.https) {
        _ if root.scheme() != "https" => String::new(),
        Some(strategy) => format!("; `--strategy {}` can", strategy.name),
        None => format!("; this can: cargo run -p stage4-async --features https -- {root}"),
    };
    Some(format!("{root}: {}{https}", options.unsupported(root)))
}

/// Opens the file of `--resume`. It must not be that of `--output`, which the report replaces.
fn open_resume(path: &Path, args: &Args, options: &mut Options) -> io::Result<Resume> {
    let resume = Resume::open(path, options)?;
    let [output, this] = [args.output.as_deref(), Some(path)].map(|path| path?.canonicalize().ok());
    if output == this { Err(io::Error::other("--resume and --output need two files")) } else { Ok(resume) }
}

/// Returns the command line of a stage with these strategies.
fn command(stage: &'static str, strategies: &[Strategy]) -> Command {
    let name = |strategy: &Strategy| PossibleValue::new(strategy.name).help(strategy.about);
    let names = PossibleValuesParser::new(strategies.iter().map(name));
    // Without a name, clap would take this package's.
    let command =
        Args::command().name(stage).after_help(AFTER_HELP.replace("STAGE", stage).replace("AGENT", PRODUCT));
    let has_https = strategies.iter().any(|strategy| strategy.https);
    command.mut_arg("ca", |arg| arg.hide(!has_https)).mut_arg("strategy", |arg| {
        let only_one = strategies.len() == 1;
        let default = strategies.iter().find(|strategy| strategy.https).unwrap_or(&strategies[0]).name;
        arg.required(false).value_parser(names).default_value(default).hide(only_one)
    })
}

/// Prints a line on stderr. If that fails, the exit status still says how the crawl ended.
fn say(stage: &str, what: impl Display) {
    let _ = writeln!(stderr(), "{stage}: {what}");
}

/// Ends the crawl at the first Ctrl-C, so that its report is printed. Exits at the second.
fn interrupt_or_exit(interrupt: &Interrupt) {
    if interrupt.is_triggered() {
        std::process::exit(INTERRUPTED.into());
    }
    interrupt.trigger();
}

/// Starts the practice site on its usual port, so that reports can be compared. If the port is
/// taken, any other will do.
fn practice_site() -> io::Result<Site> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, PRACTICE_PORT));
    Site::builder().comics().bind(address).start().or_else(|_| Site::comics())
}
