//! The columns of the tables, in the terminal and on the page.

use super::figures::*;
use super::results::{Entry, Leg, Race};
use crate::units::range;

/// Stands beside the wall time, and is a text.
const RANGE: (&str, &str) = ("min–max", "the wall times of the fastest and of the slowest run");

/// The columns of a table, from left to right.
const FIGURES: [Figure; 10] =
    [WALL, TO_BEST, CPU, MEMORY, THREADS, PROCESSES, SWITCHES, AT_ONCE, CONNECTIONS, PAGES_PER_SECOND];

/// A column of a leg's table, with a cell for each contestant. An unknown number is `None`.
pub struct Column<'a> {
    pub name: &'a str,
    pub meaning: &'a str,
    pub cells: Vec<Option<String>>,
}

/// Returns the columns of a leg that say something.
pub fn columns(leg: &Leg) -> Vec<Column<'static>> {
    let column = |figure: &Figure| Column {
        name: figure.name,
        meaning: figure.meaning,
        cells: leg.entries.iter().map(|entry| figure.text(leg, entry)).collect(),
    };
    let mut columns: Vec<Column<'_>> =
        FIGURES.iter().filter(|figure| says_something(figure, leg)).map(column).collect();
    if leg.entries.iter().any(|entry| entry.runs.len() > 1) {
        let cells = leg.entries.iter().map(wall_range).collect();
        columns.insert(1.min(columns.len()), Column { name: RANGE.0, meaning: RANGE.1, cells });
    }
    columns
}

/// Returns a figure from leg to leg, with a cell for each contestant of the race, and how it has grown.
pub fn followed<'a>(race: &'a Race, figure: &Figure) -> Vec<Column<'a>> {
    let names = race.contestants();
    let column = |leg: &'a Leg| Column {
        name: &leg.name,
        meaning: figure.meaning,
        cells: names.iter().map(|name| figure.of(leg, leg.entry(name)?).map(figure.said)).collect(),
    };
    let mut columns: Vec<Column<'_>> = race.legs.iter().map(column).collect();
    let ends = race.legs.first().zip(race.legs.last());
    let of = |leg: &Leg, name: &str| figure.of(leg, leg.entry(name)?);
    let grown = |name| ends.and_then(|(first, last)| Some(of(last, name)? / of(first, name)?));
    let cells = names.iter().map(|name| grown(name).filter(|times| is_sane(*times)).map(ratio)).collect();
    columns.push(Column { name: "last to first", meaning: "", cells });
    columns
}

fn says_something(figure: &Figure, leg: &Leg) -> bool {
    let is_known = leg.entries.iter().any(|entry| figure.of(leg, entry).is_some());
    is_known
        && match figure.name {
            // Where the site waits, that is what it shows.
            name if name == PAGES_PER_SECOND.name => leg.floor_ms.is_none(),
            // A site that answers at once sees one request at a time, however many are wanted.
            name if name == AT_ONCE.name => {
                leg.floor_ms.is_some() || leg.entries.iter().any(|entry| entry.most_open() > 1)
            }
            // Mostly there is a connection for each request.
            name if name == CONNECTIONS.name => {
                let mut runs = leg.entries.iter().flat_map(|entry| &entry.runs);
                runs.any(|run| run.connections * 2 < run.requests)
            }
            _ => true,
        }
}

fn wall_range(entry: &Entry) -> Option<String> {
    let (least, most) = entry.wall_range_ms().filter(|(least, most)| is_sane(*least) && is_sane(*most))?;
    Some(range(&milliseconds(least), &milliseconds(most)))
}
