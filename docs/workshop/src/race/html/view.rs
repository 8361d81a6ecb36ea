//! What every part of the page needs to know of the race.

use maud::{Markup, html};

use super::scale::shown;
use crate::race::contestant;
use crate::race::results::{Entry, Leg, Race};

/// How many hues the style has.
const HUES: usize = 8;

/// A race, as the page looks at it.
pub struct View<'a> {
    pub race: &'a Race,
    /// The contestants of all legs, each once.
    pub contestants: Vec<&'a str>,
}

impl<'a> View<'a> {
    pub fn new(race: &'a Race) -> View<'a> {
        let mut contestants: Vec<&str> = Vec::new();
        for entry in race.legs.iter().flat_map(|leg| &leg.entries) {
            if !contestants.contains(&entry.contestant.as_str()) {
                contestants.push(&entry.contestant);
            }
        }
        View { race, contestants }
    }

    /// Which hue a contestant has: everywhere on the page and, if it is one of ours, on all pages.
    pub fn hue(&self, contestant: &str) -> usize {
        let ours = contestant::ALL.iter().position(|ours| ours.name == contestant);
        let here = || self.contestants.iter().position(|name| *name == contestant).unwrap_or(0);
        ours.unwrap_or_else(|| HUES - 1 + here()) % HUES
    }

    /// The class of its hue.
    pub fn class(&self, contestant: &str) -> String {
        format!("c{}", self.hue(contestant))
    }

    /// Its name with its hue beside it.
    pub fn name(&self, contestant: &str) -> Markup {
        html! { span.swatch.(self.class(contestant)) aria-hidden="true" {} (contestant) }
    }
}

/// When the last thing happened that a contestant's pictures show, in milliseconds.
pub fn end(entry: &Entry) -> f64 {
    let trace = &entry.trace;
    let lanes = trace.lanes.iter().flat_map(|lane| {
        [Some(lane.accepted), lane.requested, lane.first_byte, lane.answered, lane.ended]
            .into_iter()
            .flatten()
    });
    let in_flight = trace.in_flight.iter().map(|(ms, _)| *ms);
    let memory = trace.memory.iter().map(|(ms, _)| *ms);
    let last = lanes.chain(in_flight).chain(memory).chain(entry.wall_ms()).map(shown).fold(0.0, f64::max);
    if last > 0.0 { last } else { 1.0 }
}

/// The most requests in flight of any contestant, so that their pictures are equally high.
pub fn most_in_flight(leg: &Leg) -> usize {
    let seen = leg.entries.iter().flat_map(|entry| entry.trace.in_flight.iter().map(|(_, open)| *open));
    seen.max().unwrap_or(0)
}

/// The most memory of any contestant, in bytes.
pub fn most_memory(leg: &Leg) -> u64 {
    let seen = leg.entries.iter().flat_map(|entry| entry.trace.memory.iter().map(|(_, bytes)| *bytes));
    seen.max().unwrap_or(0)
}
