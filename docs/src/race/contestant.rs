//! Who takes part: each stage, with each of its strategies.

use std::ffi::OsString;

/// A program, and the way in which it waits.
#[derive(Debug, PartialEq)]
pub struct Contestant {
    /// Its name in the race, which is that of its strategy.
    pub name: &'static str,
    /// Its package, and its program.
    pub stage: &'static str,
    pub about: &'static str,
}

/// All there are, in the order of the course.
pub const ALL: [Contestant; 7] = [
    Contestant {
        name: "one-by-one",
        stage: "stage1-blocking",
        about: "one thread, one page after the other",
    },
    Contestant { name: "processes", stage: "stage1-blocking", about: "a pool of processes" },
    Contestant {
        name: "threads",
        stage: "stage1-blocking",
        about: "a pool of threads, each waits for its page",
    },
    Contestant {
        name: "spin",
        stage: "stage1-blocking",
        about: "one thread that asks again and again instead of waiting",
    },
    Contestant {
        name: "callbacks",
        stage: "stage2-callbacks",
        about: "one thread, a selector, and callbacks",
    },
    Contestant { name: "futures", stage: "stage3-futures", about: "one thread, and futures written by hand" },
    Contestant {
        name: "async",
        stage: "stage4-async",
        about: "one thread, and futures written by the compiler",
    },
];

/// Those of whom a thousand requests at once can be asked.
pub const SCALING: [&str; 4] = ["threads", "callbacks", "futures", "async"];

/// The contestant of this name.
///
/// # Errors
/// There is none; the message names those that there are.
pub fn named(name: &str) -> Result<&'static Contestant, String> {
    let names = || ALL.map(|contestant| contestant.name).join(", ");
    ALL.iter()
        .find(|contestant| contestant.name == name)
        .ok_or_else(|| format!("no contestant is called so; there are {}", names()))
}

impl Contestant {
    /// The arguments with which it crawls from `roots` on.
    pub fn arguments(&self, max_tasks: usize, roots: &[String]) -> Vec<OsString> {
        let max_tasks = max_tasks.to_string();
        let options = ["--strategy", self.name, "--max-tasks", &max_tasks, "--format", "json", "--quiet"];
        options.into_iter().chain(roots.iter().map(String::as_str)).map(OsString::from).collect()
    }
}
