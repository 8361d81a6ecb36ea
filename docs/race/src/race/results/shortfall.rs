//! Whether all requests of a leg were open at once, for its name and its lesson say so.

use super::words::joined;
use super::{Entry, Leg};
use crate::units::whole;

impl Leg {
    /// Names the contestants of which the site did not see as many requests open at once as the leg is about, with the
    /// fewest of any round. It is empty where the site saw them all, or does not wait.
    pub fn shortfall(&self) -> String {
        let Some(wanted) = self.wanted() else { return String::new() };
        let short = |entry: &Entry| {
            let fewest = entry.runs.iter().map(|run| run.most_open).min()?;
            let is_short = entry.most_open() > 1 && fewest < wanted;
            is_short.then(|| format!("{} ({})", entry.contestant, whole(fewest)))
        };
        let short: Vec<String> = self.entries.iter().filter_map(short).collect();
        if short.is_empty() {
            return String::new();
        }
        format!("Not all {} requests were open at once in every round: {}.", whole(wanted), joined(&short))
    }

    /// Returns how many requests can be open at once, where the site waits.
    fn wanted(&self) -> Option<usize> {
        self.floor_ms.and(self.pages).map(|pages| pages.min(self.max_tasks))
    }
}
