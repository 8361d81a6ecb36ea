//! Runs what the arguments name, and reads its trace.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use trace::{FILE, stop_file};
use workshop::diff::Workspace;
use workshop::exercises::Course;

use crate::options::{TraceOptions, refuse};
use crate::program::{Program, programs};
use crate::recording::{FAILED, Recording};
use crate::test::{Test, find_test};

/// Builds and runs what the arguments name. Ends this program if that does not exist.
pub fn record(options: &TraceOptions) -> io::Result<Vec<Recording>> {
    let (stages, last) = options.parts();
    let url = last.cloned();
    let workspace = Workspace::open(None)?;
    let stage = |name: &String| workspace.stage(name).unwrap_or_else(|message| refuse(&message));
    let mut packages: BTreeSet<_> = stages.iter().map(|name| &*stage(name).name).collect();
    let test = options.test().map(|name| find_test(&workspace, &packages, name)).transpose()?;
    let (kind, name, default, args) = match (&options.example, &options.demo, &test) {
        (Some(name), ..) => ("example", &**name, None, Vec::from_iter(url)),
        (_, Some(name), _) => ("bin", &**name, Some("demos"), Vec::new()),
        (.., Some(Test { package, file, path })) => {
            // With one thread alone, a panic would name that one `main`.
            let flags = ["--exact", "--nocapture", "--include-ignored", "--test-threads=2", path];
            ("test", &**file, package.as_deref(), flags.map(str::to_owned).into())
        }
        _ => {
            let pages = format!("--max-pages={}", options.max_pages);
            let tasks = format!("--max-tasks={}", options.max_tasks);
            ("bin", "", Some("stage4-async"), [pages, tasks].into_iter().chain(url).collect())
        }
    };
    let args: Vec<_> = args.into_iter().map(OsString::from).chain(options.args.clone()).collect();
    packages.extend(default.filter(|_| stages.is_empty()));
    if let Some(open) = Course::open(None)?.unsolved()? {
        eprintln!("The exercise {} is not solved: code that reaches its hole panics.", open.id);
    }
    programs(kind, name, &packages)?.iter().map(|program| run(program, &args, options.limit)).collect()
}

/// Builds a program, runs it, and reads its trace. It is an error if the program leaves none.
fn run(program: &Program, args: &[OsString], limit: u64) -> io::Result<Recording> {
    let path = program.build()?;
    let folder = tempfile::tempdir()?;
    let [trace, printed] = ["trace.jsonl", "printed"].map(|name| folder.path().join(name));
    let output = File::create(&printed)?;
    let mut command = Command::new(path);
    command.args(args).env(FILE, &trace).env("RUST_BACKTRACE", "0").stdin(Stdio::null());
    if program.kind == "test" {
        // As cargo does.
        command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
    }
    let mut child = command.stdout(output.try_clone()?).stderr(output).spawn()?;
    let end = match wait(&mut child, limit)? {
        None => {
            // The program writes its trace, and ends.
            fs::write(stop_file(&trace), "")?;
            if wait(&mut child, limit)?.is_none() {
                child.kill()?;
                child.wait()?;
            }
            eprintln!("{} was stopped after {limit} s: it had not ended.", program.file);
            Some("was stopped")
        }
        Some(status) if status.success() => None,
        Some(status) => {
            eprintln!("{} did not succeed ({status}). It has printed:", program.file);
            io::stderr().write_all(&fs::read(&printed)?)?;
            Some(FAILED)
        }
    };
    let recording = if trace.exists() { Some(Recording::read(&trace)?) } else { None };
    let why = match recording {
        Some(read) if !read.entries.is_empty() => {
            return Ok(Recording { name: program.file.clone(), end, ..read });
        }
        _ if fs::read_to_string(&printed)?.contains("running 0 tests") => {
            "it has no test of that name: `cargo test -p PACKAGE --test FILE -- --list` lists them"
        }
        _ => "nothing of it is traced: it polls by hand, or calls no part of a stage that waits",
    };
    Err(io::Error::other(format!("{}: {why}", program.file)))
}

/// Returns the exit status of a program, if it ends within so many seconds.
fn wait(child: &mut Child, limit: u64) -> io::Result<Option<ExitStatus>> {
    let end = Instant::now() + Duration::from_secs(limit);
    let mut status = child.try_wait()?;
    while status.is_none() && Instant::now() < end {
        thread::sleep(Duration::from_millis(5));
        status = child.try_wait()?;
    }
    Ok(status)
}
