//! What becomes of the cost of a page, or of a request in flight, from leg to leg.

use super::super::results::{Entry, Leg, Race};
use super::{BOLD, bytes, milliseconds, ratio};

/// What is followed from leg to leg: of an entry in its leg, a number and how it is written.
struct Cost {
    name: &'static str,
    number: fn(&Leg, &Entry) -> Option<f64>,
    write: fn(f64) -> String,
}

const WALL: Cost =
    Cost { name: "wall, to floor", number: |leg, entry| leg.ratio_to_floor(entry), write: ratio };

const REQUEST: Cost = Cost {
    name: "memory per request in flight",
    number: |_, entry| entry.memory_per_request(),
    write: bytes,
};

const TIME: Cost =
    Cost { name: "wall per page", number: |_, entry| entry.ms_per_page(), write: milliseconds };

const CPU: Cost =
    Cost { name: "CPU per page", number: |_, entry| entry.cpu_ms_per_page(), write: milliseconds };

const PAGE: Cost = Cost { name: "memory per page", number: |_, entry| entry.memory_per_page(), write: bytes };

/// A small table for each cost.
pub fn summary(race: &Race) -> String {
    let waits = race.legs.iter().all(|leg| leg.floor_ms.is_some());
    let costs = if waits { vec![WALL, CPU, REQUEST] } else { vec![TIME, CPU, PAGE] };
    costs.iter().map(|cost| cost.table(race)).collect()
}

impl Cost {
    fn table(&self, race: &Race) -> String {
        let width = race.legs.iter().map(|leg| leg.name.len()).max().unwrap_or_default();
        let mut text = format!("{BOLD}{:<28}{BOLD:#}", self.name);
        for leg in &race.legs {
            text += &format!("  {:>width$}", leg.name);
        }
        text += "  last to first\n";
        let Some(first) = race.legs.first() else { return text };
        for entry in &first.entries {
            text += &format!("{:<28}", entry.contestant);
            let numbers: Vec<Option<f64>> =
                race.legs.iter().map(|leg| self.of(leg, &entry.contestant)).collect();
            for number in &numbers {
                text += &format!("  {:>width$}", number.map_or("-".to_owned(), self.write));
            }
            let growth = |numbers: &[Option<f64>]| Some((*numbers.last()?)? / (*numbers.first()?)?);
            text += &format!("  {:>13}\n", growth(&numbers).map_or("-".to_owned(), ratio));
        }
        text + "\n"
    }

    fn of(&self, leg: &Leg, contestant: &str) -> Option<f64> {
        let entry = leg.entries.iter().find(|entry| entry.contestant == contestant)?;
        (self.number)(leg, entry)
    }
}
