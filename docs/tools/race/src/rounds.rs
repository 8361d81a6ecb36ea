//! The race itself: the contestants run in turn, round after round.

use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::env::current_exe;
use std::io;
use std::process::Command;
use std::thread;
use std::time::Duration;

use common::text::number;
use practice_site::{Site, Visit};
use workshop::building::{log_step, show_in_place};

use crate::check::{self, Found};
use crate::contestant::{Contestant, REQWEST};
use crate::course::{Course, Plan};
use crate::measure::measure;
use crate::results::{Entry, Lane, Leg, Race, Run};

/// The most lanes that can be told apart in a picture.
const MOST_LANES: usize = 200;

/// The time after which a run counts as one that hangs.
const HUNG: Duration = Duration::from_secs(300);

/// The step before the rounds.
const WARMING_UP: &str = "warming up";

impl Course {
    /// Runs a race to its end. It is an error if a contestant fails, or finds something else than the others.
    pub fn race(&self) -> io::Result<Race> {
        // Each open request costs the site a descriptor. Where the limit stays as it is, fewer are held at once.
        let _ = rlimit::increase_nofile_limit(u64::MAX);
        log_step(WARMING_UP);
        let entries: Vec<Entry> = self.contestants.iter().map(entry).collect::<io::Result<_>>()?;
        let legs =
            self.plans.iter().map(|plan| self.leg(plan, entries.clone())).collect::<io::Result<_>>()?;
        show_in_place("");
        let cores = thread::available_parallelism().map_or(1, Into::into);
        let machine = format!("{OS}, {ARCH}, {}", number(cores, "core"));
        Ok(Race { machine, legs, ..self.results.clone() })
    }

    fn leg(&self, plan: &Plan, mut entries: Vec<Entry>) -> io::Result<Leg> {
        let contestants = &self.contestants;
        let mut first: Option<(&str, Found)> = None;
        for round in 0..self.results.rounds {
            let place = format!("round {} of {}, {}", round + 1, self.results.rounds, plan.leg.name);
            log_step(&place);
            for turn in 0..contestants.len() {
                // Another contestant begins each round.
                let index = (turn + round) % contestants.len();
                let (run, found) = run(&contestants[index], plan, &place, first.as_ref())?;
                entries[index].runs.push(run);
                first.get_or_insert((contestants[index].name, found));
            }
        }
        for entry in &mut entries {
            let median = entry.wall_ms();
            let run = entry.runs.iter().find(|run| run.wall_ms == median);
            entry.lanes = run.map(|run| run.lanes.clone()).unwrap_or_default();
        }
        Ok(Leg { entries, ..plan.leg.clone() })
    }
}

/// Enters a contestant, with its memory for a site of a single page: all that does not depend on its work.
///
/// It is the warm-up, too: afterwards the program has been loaded, and is known to work.
fn entry(contestant: &Contestant) -> io::Result<Entry> {
    // The page takes so long that the memory can be looked at.
    let site = || Site::builder().generated(1, 2000).latency(Duration::from_millis(100));
    let plan = Plan::new("a single page", Some(1), 1, site);
    let idle_bytes = run(contestant, &plan, WARMING_UP, None)?.0.peak_bytes;
    let [contestant, stage, about] = [contestant.name, contestant.stage, contestant.about].map(str::to_owned);
    Ok(Entry { contestant, stage, about, idle_bytes, ..Entry::default() })
}

/// Runs a contestant once, on a site of its own, and compares what it finds with what another one has found.
fn run(
    contestant: &Contestant,
    plan: &Plan,
    place: &str,
    other: Option<&(&str, Found)>,
) -> io::Result<(Run, Found)> {
    show_in_place(&format!("{place}: {}", contestant.name));
    let site = (plan.site)().start()?;
    let program = if contestant.name == REQWEST.name { "examples/with_reqwest" } else { contestant.stage };
    let program = current_exe()?.with_file_name(format!("{program}{EXE_SUFFIX}"));
    let mut command = Command::new(program);
    command.args(["--strategy", contestant.name, "--max-tasks", &plan.leg.max_tasks.to_string()]);
    command.args(["--format", "json", "--quiet"]);
    command.args(plan.roots.iter().map(|path| site.url(path).to_string()));
    let failed = |error: io::Error| {
        show_in_place("");
        io::Error::new(error.kind(), format!("{} ({place}): {error}", contestant.name))
    };
    let start = site.clock();
    let (output, run) = measure(&mut command, HUNG).map_err(failed)?;
    let origin = format!("http://{}", site.address());
    let found = check::found(&output, &origin, plan.pages, other);
    let found = found.map_err(|error| failed(io::Error::other(error)))?;
    // The site may be told of a closed connection a moment after the contestant's end.
    site.wait_until(|site| site.open() == 0, Duration::from_secs(1));
    let lanes = lanes(&site.log(), start);
    Ok((Run { most_open: site.most_open(), urls: found.len(), lanes, ..run }, found))
}

/// Returns the times of the visits on the clock of a contestant that started then: all, or evenly chosen ones of too many.
fn lanes(log: &[Visit], start: Duration) -> Vec<Lane> {
    let ms = |time: Duration| time.saturating_sub(start).as_micros() as f64 / 1e3;
    let times = |visit: &Visit| {
        [Some(visit.accepted), visit.requested, visit.first_byte, visit.answered, visit.ended]
            .map(|time| time.map(ms))
    };
    log.iter().step_by(log.len().div_ceil(MOST_LANES).max(1)).map(times).collect()
}
