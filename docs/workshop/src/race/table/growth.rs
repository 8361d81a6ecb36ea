//! What becomes of the cost of a page, or of a request in flight, from leg to leg.

use super::BOLD;
use crate::race::figures::{Figure, growth, is_sane, ratio};
use crate::race::results::{Leg, Race};

/// A small table for each cost.
pub fn summary(race: &Race) -> String {
    growth(race).iter().map(|(title, figure)| table(race, title, figure)).collect()
}

fn table(race: &Race, title: &str, figure: &Figure) -> String {
    let width = race.legs.iter().map(|leg| leg.name.len()).max().unwrap_or_default();
    let mut text = format!("{BOLD}{title:<28}{BOLD:#}");
    for leg in &race.legs {
        text += &format!("  {:>width$}", leg.name);
    }
    text += "  last to first\n";
    let Some(first) = race.legs.first() else { return text };
    let said = |number: Option<f64>, said: fn(f64) -> String| number.map_or("-".to_owned(), said);
    for entry in &first.entries {
        text += &format!("{:<28}", entry.contestant);
        let numbers: Vec<Option<f64>> =
            race.legs.iter().map(|leg| of(figure, leg, &entry.contestant)).collect();
        for number in &numbers {
            text += &format!("  {:>width$}", said(*number, figure.said));
        }
        text += &format!("  {:>13}\n", said(last_to_first(&numbers), ratio));
    }
    text + "\n"
}

fn of(figure: &Figure, leg: &Leg, contestant: &str) -> Option<f64> {
    figure.of(leg, leg.entries.iter().find(|entry| entry.contestant == contestant)?)
}

fn last_to_first(numbers: &[Option<f64>]) -> Option<f64> {
    Some((*numbers.last()?)? / (*numbers.first()?)?).filter(|ratio| is_sane(*ratio))
}
