//! [`crawl_and_report`]: one crawl as the command line says, with the files that belong to it.

use std::env;
use std::io::{self, stderr};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;

use common::crawl::interrupt::Interrupt;
use common::crawl::progress::Progress;
use common::fetch::pace::Pacer;
use common::text::number;
use common::{Frontier, Job, Report, Services, Strategy};
use practice_site::Site;

use crate::args::Args;
use crate::check::{Broken, broken, write_annotations};
use crate::descriptors::max_tasks;
use crate::output::{Format, Output};
use crate::progress::Board;
use crate::resolver;
use crate::resume::Resume;
use crate::say::say;
use crate::scheme::choose_schemes;
use crate::signals::on_signal;
#[cfg(feature = "warc")]
use crate::warc::Warc;

/// The port of the practice site, unless it is taken.
const PRACTICE_PORT: u16 = 7500;

/// The exit status of a crawl that Ctrl-C ended: 128 plus the number of the signal.
const INTERRUPTED: u8 = 130;

/// The exit status of a check that found something broken.
const BROKEN: u8 = 3;

/// Crawls by calling `run`, and writes the report. Returns the exit status that `--help` describes.
///
/// # Errors
/// If the crawl cannot start, or a file cannot be read or written.
pub fn crawl_and_report(
    stage: &'static str,
    strategy: &Strategy,
    args: &Args,
    run: impl FnOnce(Job) -> io::Result<Report>,
) -> io::Result<ExitCode> {
    let output = Output::open(args.output.as_deref())?;
    let interrupt = Interrupt::default();
    end_on_signal(&interrupt)?;
    let mut options = args.options(strategy.https);
    let site = if options.roots.is_empty() { Some(practice_site()?) } else { None };
    if let Some(site) = &site {
        say(stage, format_args!("no URL was given; crawling the practice site at {}", site.url("/")));
        options.roots.push(site.url("/"));
    }
    options.max_tasks = max_tasks(stage, &options, strategy, site.is_some());
    let (resolver, pacer) = (resolver::of_system(), Pacer::default());
    let services = |options| {
        let mut services = Services::new(options);
        (services.interrupt, services.pacer) = (interrupt.clone(), pacer.clone());
        services.set_resolver(resolver.clone());
        services
    };
    let fell_back = choose_schemes(&mut options, &args.roots, strategy, services)?;
    let mut services = services(options);
    let board = Board::on_stderr(args.quiet, args.verbose);
    services.progress = Progress::observed_by(board.clone());
    let resumed = args.resume.as_deref().map(|path| Resume::open(path, &mut services)).transpose()?;
    let (resume, frontier) = resumed.unzip();
    #[cfg(feature = "warc")]
    let warc = args.warc.as_deref().map(|path| Warc::create(path, stage, &mut services)).transpose()?;
    let frontier = frontier.unwrap_or_else(|| Frontier::new(&services.options));

    // For example, no descriptor may be left for the selector.
    let failed = |error: io::Error| io::Error::new(error.kind(), format!("the crawl has failed: {error}"));
    let report = match run(Job { services, frontier }) {
        Err(error) if interrupt.is_triggered() && error.kind() == io::ErrorKind::Interrupted => {
            board.clear();
            say(stage, "interrupted before there was a report");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        report => report.map_err(failed)?,
    };
    // A crawl that machines share has counted the pauses of all of them.
    let pauses = report.pauses.max(pacer.pauses());
    #[cfg(feature = "warc")]
    let report = Report {
        truncated_in_archive: warc.as_ref().map(|warc| warc.truncated()).unwrap_or_default(),
        ..report
    };
    let report = Report { fell_back, pauses, ..report };
    board.clear();
    if report.answered_before > 0 && !args.quiet {
        let answers = number(report.answered_before, "answer");
        say(stage, format_args!("{answers} came in earlier runs: delete the file of --resume to begin anew"));
    }
    let broken = broken(&report, &args.accept);
    write(&report, output, stage, args, &broken)?;
    #[cfg(feature = "warc")]
    warc.map_or(Ok(()), |warc| warc.finish())?;
    resume.map_or(Ok(()), |resume| resume.finish())?;
    if args.check && env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
        // If that fails, the report and the exit status still say what is broken.
        let _ = write_annotations(&broken, stderr().lock());
    }
    Ok(ExitCode::from(match interrupt.is_triggered() {
        true => INTERRUPTED,
        false if !report.has_root() => 1,
        false if args.check && !broken.is_empty() => BROKEN,
        false => 0,
    }))
}

/// Ends the crawl at the first Ctrl-C, so that its report is printed. The second one exits.
fn end_on_signal(interrupt: &Interrupt) -> io::Result<()> {
    let interrupt = interrupt.clone();
    on_signal(move || match interrupt.is_triggered() {
        true => std::process::exit(INTERRUPTED.into()),
        false => interrupt.trigger(),
    })
}

/// Writes the report. Of a check, it has what is broken.
fn write(report: &Report, output: Output, stage: &str, args: &Args, broken: &[Broken]) -> io::Result<()> {
    let has_file = matches!(output, Output::File(_));
    let lists_all = !args.check && (args.verbose || !output.is_terminal());
    output.write(report, stage, args.format, lists_all, broken)?;
    // A file is for another program, and the log of a CI server should show what is broken, too.
    if args.check && has_file {
        Output::Stdout.write(report, stage, Format::Text, false, broken)?;
    }
    Ok(())
}

/// Starts the practice site on its usual port, so that reports can be compared. If the port is taken, any other will do.
fn practice_site() -> io::Result<Site> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, PRACTICE_PORT));
    Site::builder().comics().bind(address).start().or_else(|_| Site::comics())
}
