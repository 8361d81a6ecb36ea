//! Runs a program under `strace`, which makes its system calls fail.

use std::collections::HashMap;
use std::process::Command;
use std::{fmt, fs};

use tempfile::NamedTempFile;

/// A program in one of its strategies, and the URL that it crawls from.
pub(super) struct Traced<'a> {
    pub(super) program: &'a str,
    pub(super) strategy: &'a str,
    pub(super) root: &'a str,
}

/// What came of a run.
pub(super) struct Run {
    /// The exit status; none if a signal ended the program.
    pub(super) code: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The calls that `strace` shows.
    pub(super) calls: String,
}

/// The calls that fail only for the files of the resolver, because a thread opens them.
const OF_FILES: [&str; 2] = ["openat", "newfstatat"];

impl Traced<'_> {
    /// Crawls the site while calls fail as `injection` says.
    pub(super) fn crawl_with(&self, injection: &str) -> Run {
        let call = injection.split(':').next().unwrap_or_default();
        let files = if OF_FILES.contains(&call) { "-P /etc/hosts -P /etc/nsswitch.conf" } else { "" };
        self.trace(
            &format!("-qq --seccomp-bpf {files} -e trace={call} -e inject={injection}"),
            &self.arguments(),
        )
    }

    /// Returns how often a crawl makes each call, and how often before `main`.
    ///
    /// The second count is that of `--version`, without its own `write` and the resolver's files.
    pub(super) fn counts(&self) -> [HashMap<String, usize>; 2] {
        let counted = |arguments: &[&str]| {
            let run = self.trace("-c -U name,calls", arguments);
            let line = |line: &str| {
                let (name, count) = line.trim().split_once(' ')?;
                Some((name.to_owned(), count.trim().parse().ok()?))
            };
            run.calls.lines().filter_map(line).collect()
        };
        let [crawl, mut start]: [HashMap<_, _>; 2] = [counted(&self.arguments()), counted(&["--version"])];
        start.retain(|call, _| call != "write" && !OF_FILES.contains(&call.as_str()));
        [crawl, start]
    }

    /// Returns the arguments of a crawl.
    fn arguments(&self) -> Vec<&str> {
        let options = "--format=json --max-tasks=2 --max-tries=2 --timeout=2 --strategy";
        options.split(' ').chain([self.strategy, self.root]).collect()
    }

    fn trace(&self, options: &str, arguments: &[&str]) -> Run {
        // In a file: on stderr, the calls may stand in the middle of the program's message.
        let calls = NamedTempFile::new().expect("a temporary file");
        // A run within the limits, in seconds, is neither busy for nothing nor hung. `timeout` ends the program, too.
        let script = format!("ulimit -t 20; exec timeout -s KILL 60 strace -f -o \"$0\" {options} \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(calls.path()).arg(self.program).args(arguments);
        let output = command.output().expect("there is a shell");
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let calls = fs::read_to_string(calls).unwrap_or_default();
        Run { code: output.status.code(), stdout, stderr, calls }
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.calls.lines().collect();
        let end = lines[lines.len().saturating_sub(20)..].join("\n");
        let Run { code, stdout, stderr, .. } = self;
        write!(f, "status: {code:?}\nstdout: {stdout}\nstderr: {stderr}\nthe last calls:\n{end}\n")
    }
}
