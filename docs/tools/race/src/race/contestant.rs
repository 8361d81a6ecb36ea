//! The contestants: each stage, with each of its strategies.

use std::ffi::OsString;
use std::sync::LazyLock;

use common::Strategy;

/// A program, and the way in which it waits.
#[derive(Debug, PartialEq)]
pub struct Contestant {
    /// Its name in the race, which is that of its strategy.
    pub name: &'static str,
    /// Its package, and its program.
    pub stage: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
}

/// The stages, and what each of them offers.
const STAGES: [(&str, &[Strategy]); 4] = [
    ("stage1-blocking", stage1_blocking::STRATEGIES),
    ("stage2-callbacks", stage2_callbacks::STRATEGIES),
    ("stage3-futures", stage3_futures::STRATEGIES),
    ("stage4-async", stage4_async::STRATEGIES),
];

/// These come first, though none of them is the default of its stage: they lead to the others.
const FIRST: [&str; 2] = ["one-by-one", "processes"];

/// All there are, in the order of the course.
pub static ALL: LazyLock<Vec<Contestant>> = LazyLock::new(|| {
    let mut all: Vec<Contestant> = STAGES.into_iter().flat_map(of_stage).collect();
    all.sort_by_key(|contestant| {
        FIRST.iter().position(|name| *name == contestant.name).unwrap_or(FIRST.len())
    });
    all
});

fn of_stage((stage, strategies): (&'static str, &'static [Strategy])) -> impl Iterator<Item = Contestant> {
    strategies.iter().map(move |strategy| Contestant { name: strategy.name, stage, about: strategy.about })
}

/// The first strategy of each stage: a thousand requests at once can be asked of it.
pub static SCALING: LazyLock<Vec<&str>> =
    LazyLock::new(|| STAGES.iter().filter_map(|(_, strategies)| Some(strategies.first()?.name)).collect());

/// Returns the contestant of this name.
///
/// # Errors
/// If there is none. The message names all that there are.
pub fn named(name: &str) -> Result<&'static Contestant, String> {
    let names: Vec<&str> = ALL.iter().map(|contestant| contestant.name).collect();
    ALL.iter()
        .find(|contestant| contestant.name == name)
        .ok_or_else(|| format!("no contestant is called so; there are {}", names.join(", ")))
}

/// Lists all contestants for the help, a line for each.
pub fn listed() -> String {
    let line = |contestant: &Contestant| {
        let Contestant { name, stage, about } = contestant;
        format!("    {name:<12}  {stage:<18}{about}\n")
    };
    ALL.iter().map(line).collect()
}

impl Contestant {
    /// Returns the arguments with which it crawls from `roots` on.
    pub fn arguments(&self, max_tasks: usize, roots: &[String]) -> Vec<OsString> {
        let max_tasks = max_tasks.to_string();
        let options = ["--strategy", self.name, "--max-tasks", &max_tasks, "--format", "json", "--quiet"];
        options.into_iter().chain(roots.iter().map(String::as_str)).map(OsString::from).collect()
    }
}
