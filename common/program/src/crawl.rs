//! [`crawl_and_report`]: one crawl as the command line says: prepare, run, write, status.

use std::env;
use std::io::{self, stderr};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;

use common::crawl::interrupt::Interrupt;
use common::text::number;
use common::{Job, Options, Report, Services, Strategy};
use practice_site::Site;
use web::pace::Pacer;

use crate::args::{Args, Format};
use crate::check::{Broken, broken, write_annotations};
use crate::output::Output;
use crate::process::{max_tasks, on_signal};
use crate::progress::Board;
use crate::resolver;
use crate::resume::Resume;
use crate::say::say;
use crate::scheme::choose_schemes;

/// The port of the practice site, unless it is taken.
const PRACTICE_PORT: u16 = 7500;

/// The exit status of a crawl that Ctrl-C ended: 128 plus the number of the signal.
const INTERRUPTED: u8 = 130;

/// The exit status of a check that found something broken.
const BROKEN: u8 = 3;

/// Crawls with these options by calling `run`, which calls the strategy, and writes the report. Returns the exit status that `--help`
/// describes.
///
/// # Errors
/// If the crawl cannot start, or a file cannot be read or written.
pub fn crawl_and_report(
    stage: &'static str,
    strategy: &Strategy,
    args: &Args,
    options: Options,
    run: impl FnOnce(Job) -> io::Result<Report>,
) -> io::Result<ExitCode> {
    let (prepared, job) = Prepared::new(stage, strategy, args, options)?;
    let report = match run(job) {
        Err(error) if prepared.interrupt.is_triggered() && error.kind() == io::ErrorKind::Interrupted => {
            prepared.board.clear();
            say(stage, "interrupted before there was a report");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        // For example, no descriptor may be left for the selector.
        report => {
            report.map_err(|error| io::Error::new(error.kind(), format!("the crawl has failed: {error}")))?
        }
    };
    let broken = broken(&report, &args.accept);
    let status = prepared.status(&report, &broken);
    prepared.write(&report, &broken)?;
    Ok(ExitCode::from(status))
}

/// What belongs to a crawl that is ready to begin, and is needed at its end.
struct Prepared<'a> {
    stage: &'static str,
    args: &'a Args,
    output: Output,
    interrupt: Interrupt,
    board: Arc<Board>,
    resume: Option<Arc<Resume>>,
    /// Serves until the crawl has ended.
    _site: Option<Site>,
}

impl Prepared<'_> {
    /// Opens the files, and makes the crawl.
    fn new<'a>(
        stage: &'static str,
        strategy: &Strategy,
        args: &'a Args,
        mut options: Options,
    ) -> io::Result<(Prepared<'a>, Job)> {
        let output = Output::open(args.output.as_deref())?;
        let interrupt = Interrupt::default();
        end_on_signal(&interrupt)?;
        let site = if options.roots.is_empty() { Some(practice_site()?) } else { None };
        if let Some(site) = &site {
            say(stage, format_args!("no URL was given; crawling the practice site at {}", site.url("/")));
            options.roots.push(site.url("/"));
        }
        options.max_tasks = max_tasks(stage, &options, strategy, site.is_some());
        let (resolver, pacer) = (resolver::of_system(), Pacer::default());
        let services = |options| {
            let mut services = Services::with_resolver(options, resolver.clone());
            services.door = web::door(&services.options, &pacer);
            services.interrupt = interrupt.clone();
            services
        };
        let fell_back = strategy
            .https
            .then(|| choose_schemes(&mut options, &args.roots, strategy, services))
            .transpose()?;
        let mut services = services(options);
        if let Some(fell_back) = fell_back {
            services.door.add(Arc::new(fell_back));
        }
        let board = Board::on_stderr(args.quiet, args.verbose);
        services.door.add(board.clone());
        let (resume, job) = match args.resume.as_deref() {
            None => (None, services.into()),
            Some(path) => {
                let (resume, frontier) = Resume::open(path, &services)?;
                (Some(resume), Job { services, frontier })
            }
        };
        Ok((Prepared { stage, args, output, interrupt, board, resume, _site: site }, job))
    }

    /// Writes the report; with `--check`, only what is broken.
    fn write(self, report: &Report, broken: &[Broken]) -> io::Result<()> {
        let Prepared { stage, args, output, .. } = self;
        self.board.clear();
        if report.answered_before > 0 && !args.quiet {
            let answers = number(report.answered_before, "answer");
            say(
                stage,
                format_args!("{answers} came in earlier runs: delete the file of --resume to begin anew"),
            );
        }
        let has_file = matches!(output, Output::File(_));
        let lists_all = !args.check && (args.verbose || !output.is_terminal());
        output.write(report, stage, args.format, lists_all, broken)?;
        // A file is for another program, and the log of a CI server should show what is broken, too.
        if args.check && has_file {
            Output::Stdout.write(report, stage, Format::Text, false, broken)?;
        }
        self.resume.map_or(Ok(()), |resume| resume.finish())?;
        if args.check && env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
            // If that fails, the report and the exit status still say what is broken.
            let _ = write_annotations(broken, stderr().lock());
        }
        Ok(())
    }

    fn status(&self, report: &Report, broken: &[Broken]) -> u8 {
        match self.interrupt.is_triggered() {
            true => INTERRUPTED,
            false if !report.has_root() => 1,
            false if self.args.check && !broken.is_empty() => BROKEN,
            false => 0,
        }
    }
}

/// Ends the crawl at the first Ctrl-C, so that its report is printed. The second one exits.
fn end_on_signal(interrupt: &Interrupt) -> io::Result<()> {
    let interrupt = interrupt.clone();
    on_signal(move || match interrupt.is_triggered() {
        true => std::process::exit(INTERRUPTED.into()),
        false => interrupt.trigger(),
    })
}

/// Starts the practice site on its usual port, so that reports can be compared. If the port is taken, any other will do.
fn practice_site() -> io::Result<Site> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, PRACTICE_PORT));
    Site::builder().comics().bind(address).start().or_else(|_| Site::comics())
}
