//! The race itself: the contestants run in turn, round after round.

use std::cell::Cell;
use std::env::consts::{ARCH, OS};
use std::io;
use std::process::Command;
use std::thread;
use std::time::Duration;

use super::check;
use super::contestant::Contestant;
use super::course::{Course, Leg};
use super::found::Found;
use super::measure::{Measured, measure};
use super::results::{self, Entry, Lane, Machine, Race, Run};
use super::site::{Log, RaceSite};
use crate::programs::Programs;
use crate::progress;

/// More lanes than this cannot be told apart in a picture.
const MOST_LANES: usize = 200;

/// How long a contestant may take to warm up, at least: a limit for the course says nothing about a single page.
const WARM_UP: Duration = Duration::from_secs(60);

/// What the race is told beside its course.
#[derive(Debug)]
pub struct Rules {
    /// How often each contestant runs each leg.
    pub rounds: usize,
    /// How long a contestant may take for a leg.
    pub limit: Duration,
    /// More arguments, each for one contestant.
    pub with: Vec<(&'static Contestant, String)>,
}

/// Runs a race to its end.
///
/// # Errors
/// If a contestant fails or finds something else than the others, or if the system does not give what is needed.
pub fn race(course: &Course, programs: &Programs, rules: &Rules) -> io::Result<Race> {
    let ground = Ground { course, programs, rules, runs: Cell::new(0) };
    progress::count_seconds();
    progress::log("The contestants warm up.");
    let (mut idle, count) = (Vec::new(), course.contestants.len());
    for (index, contestant) in course.contestants.iter().enumerate() {
        progress::show(&format!("warming up, {} of {count}: {}", index + 1, contestant.name));
        idle.push(ground.idle(contestant)?);
    }
    let legs = course.legs.iter().map(|leg| ground.leg(leg, &idle)).collect::<io::Result<_>>()?;
    progress::clear();
    let cores = thread::available_parallelism().map_or(1, Into::into);
    Ok(Race {
        course: course.name.clone(),
        about: course.about.clone(),
        machine: Machine { system: OS.to_owned(), architecture: ARCH.to_owned(), cores },
        rounds: rules.rounds,
        legs,
    })
}

/// What all runs have in common.
struct Ground<'a> {
    course: &'a Course,
    programs: &'a Programs,
    rules: &'a Rules,
    /// How many runs have begun, but for those that warm up.
    runs: Cell<usize>,
}

impl Ground<'_> {
    /// Measures what a contestant holds for a site of a single page: all that does not depend on its work.
    ///
    /// It is the warm-up, too: afterwards the program has been loaded, and is known to work.
    fn idle(&self, contestant: &Contestant) -> io::Result<Option<u64>> {
        // The page takes so long that the memory can be looked at.
        let site = ["--pages", "1", "--latency", "100"];
        let leg = Leg::new("a single page", Some(1), 1, &site);
        let limit = self.rules.limit.max(WARM_UP);
        let (run, _, found) =
            self.run(contestant, &leg, limit).map_err(|error| failure(contestant, "warming up", error))?;
        let sound = found.is_sound(leg.pages).map_err(io::Error::other);
        sound.map_err(|error| failure(contestant, "warming up", error))?;
        Ok(run.peak)
    }

    fn leg(&self, leg: &Leg, idle: &[Option<u64>]) -> io::Result<results::Leg> {
        let contestants = &self.course.contestants;
        let mut entries: Vec<Entry> =
            contestants.iter().zip(idle).map(|(contestant, idle)| entry(contestant, *idle)).collect();
        let mut lanes: Vec<Vec<Vec<Lane>>> = vec![Vec::new(); contestants.len()];
        let mut first: Option<(&str, Found)> = None;
        for round in 0..self.rules.rounds {
            let place = format!("round {} of {}, {}", round + 1, self.rules.rounds, leg.name);
            progress::log(&place);
            for turn in 0..contestants.len() {
                // Another contestant begins each round.
                let index = (turn + round) % contestants.len();
                let contestant = contestants[index];
                self.runs.set(self.runs.get() + 1);
                progress::show(&format!("{}: {place}: {}", self.run_of_all(), contestant.name));
                let failed = |error| failure(contestant, &place, error);
                let (run, log, found) = self.run(contestant, leg, self.rules.limit).map_err(failed)?;
                self.check(leg, &found, first.as_ref()).map_err(|error| failed(io::Error::other(error)))?;
                entries[index].runs.push(result(&run, &log, &found));
                lanes[index].push(some(log.visits));
                first.get_or_insert((contestant.name, found));
            }
        }
        for (entry, lanes) in entries.iter_mut().zip(&mut lanes) {
            entry.lanes = entry.median_run().map(|run| lanes.swap_remove(run)).unwrap_or_default();
        }
        let (name, pages, max_tasks, floor_ms) = (leg.name.clone(), leg.pages, leg.max_tasks, leg.floor_ms());
        Ok(results::Leg { name, pages, max_tasks, floor_ms, entries })
    }

    /// Returns which run this is, of how many.
    fn run_of_all(&self) -> String {
        let all = self.course.legs.len() * self.rules.rounds * self.course.contestants.len();
        format!("run {} of {all}", self.runs.get())
    }

    /// Runs a contestant once, on a site of its own.
    fn run(&self, contestant: &Contestant, leg: &Leg, limit: Duration) -> io::Result<(Measured, Log, Found)> {
        let mut site = RaceSite::start(self.programs.workshop()?, &leg.site)?;
        let roots: Vec<String> = leg.roots.iter().map(|path| format!("{}{path}", site.origin)).collect();
        let more = self.rules.with.iter().filter(|(of, _)| *of == contestant).map(|(_, argument)| argument);
        let mut command = Command::new(self.programs.of(contestant.stage)?);
        command.args(contestant.arguments(leg.max_tasks, &roots)).args(more);
        site.mark()?;
        let run = measure(&mut command, limit)?;
        let found = check::found(&run, &site.origin).map_err(io::Error::other)?;
        Ok((run, site.finish()?, found))
    }

    fn check(&self, leg: &Leg, found: &Found, first: Option<&(&str, Found)>) -> Result<(), String> {
        if self.course.sound {
            found.is_sound(leg.pages)?;
        }
        first.map_or(Ok(()), |(name, other)| found.is_same(other, name))
    }
}

fn failure(contestant: &Contestant, place: &str, error: io::Error) -> io::Error {
    progress::clear();
    io::Error::new(error.kind(), format!("{} ({place}): {error}", contestant.name))
}

fn entry(contestant: &Contestant, idle_bytes: Option<u64>) -> Entry {
    let Contestant { name, stage, about } = *contestant;
    let [contestant, stage, about] = [name, stage, about].map(str::to_owned);
    Entry { contestant, stage, about, idle_bytes, runs: Vec::new(), lanes: Vec::new() }
}

/// All lanes, or evenly chosen ones of too many.
fn some(lanes: Vec<Lane>) -> Vec<Lane> {
    let count = lanes.len();
    let is_chosen = |index: usize| index * MOST_LANES / count != (index + 1) * MOST_LANES / count;
    let chosen = lanes.into_iter().enumerate().filter(|(index, _)| count <= MOST_LANES || is_chosen(*index));
    chosen.map(|(_, lane)| lane).collect()
}

fn result(run: &Measured, log: &Log, found: &Found) -> Run {
    let ms = |time: Duration| time.as_micros() as f64 / 1e3;
    Run {
        wall_ms: ms(run.wall),
        user_ms: run.usage.user.map(ms),
        system_ms: run.usage.system.map(ms),
        peak_bytes: run.peak,
        threads: run.threads,
        processes: run.processes,
        voluntary_switches: run.usage.voluntary_switches,
        involuntary_switches: run.usage.involuntary_switches,
        most_open: log.most_open,
        connections: log.connections,
        requests: log.requests,
        urls: found.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Lane, MOST_LANES, some};

    #[test]
    fn lanes_are_chosen_evenly() {
        let lanes = |count: u32| (0..count).map(|n| Lane { accepted: n.into(), ..Lane::default() }).collect();
        assert_eq!((some(lanes(0)).len(), some(lanes(7)).len()), (0, 7));
        let chosen = some(lanes(5000));
        assert_eq!(chosen.len(), MOST_LANES);
        assert!(chosen.windows(2).all(|pair| pair[1].accepted - pair[0].accepted == 25.0));
    }
}
