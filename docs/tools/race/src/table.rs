//! The results as text: a table for each leg, and how costs grow from leg to leg.

use std::iter;

use common::text::{number, range, size, time, whole};

use crate::contestant::OWN;
use crate::results::{Entry, Leg, Race, Run};

/// A column: its name, and the figure of a contestant.
type Column = (&'static str, fn(&Entry) -> Option<String>);

/// The columns, from left to right.
const COLUMNS: [Column; 8] = [
    ("wall", |entry| entry.median(|run| Some(run.wall_ms)).map(milliseconds)),
    ("min–max", walls),
    ("CPU", |entry| entry.median(|run| run.cpu_ms).map(milliseconds)),
    ("memory", |entry| entry.median(|run| Some(run.peak_bytes? as f64)).map(size)),
    ("threads", |entry| most(entry, |run| run.threads)),
    ("procs", |entry| most(entry, |run| run.processes)),
    ("switches", |entry| entry.median(|run| Some(run.switches? as f64)).map(|count| whole(count as usize))),
    ("at once", |entry| entry.runs.iter().map(|run| run.most_open).min().map(whole)),
];

const LEGEND: &str = include_str!("legend.txt");

/// What is followed from leg to leg where the site waits, and where it does not.
const WAITING: [Column; 2] =
    [CPU_OF_A_PAGE, ("Memory per request in flight", |entry| memory(entry, |run| run.most_open))];
const WORKING: [Column; 2] = [CPU_OF_A_PAGE, ("Memory per page", |entry| memory(entry, |run| run.urls))];
const CPU_OF_A_PAGE: Column =
    ("CPU time per page", |entry| entry.median(|run| Some(run.cpu_ms? / run.urls as f64)).map(milliseconds));

/// Returns the text.
pub fn table(race: &Race) -> String {
    let Race { course, about, machine, rounds, legs } = race;
    let mut text = format!("{course}: {about}\n{}, {machine}\n", number(*rounds, "round"));
    for leg in legs {
        text += &format!("\n{}\n\n{}{}", heading(leg), figures(leg), place(leg).unwrap_or_default());
    }
    if legs.len() > 1 {
        let waits = legs.iter().all(|leg| leg.floor_ms.is_some());
        text.extend(if waits { WAITING } else { WORKING }.map(|cost| growth(legs, cost)));
    }
    text += "\n";
    for Entry { contestant, stage, about, .. } in legs.iter().take(1).flat_map(|leg| &leg.entries) {
        text += &format!("{contestant:<12}  {stage:<18}{about}\n");
    }
    format!("{text}\n{LEGEND}")
}

/// Returns the name of a leg, with its limits.
fn heading(leg: &Leg) -> String {
    let floor = leg.floor_ms.map(|floor| format!(", floor {}", milliseconds(floor))).unwrap_or_default();
    let urls = leg.entries.first().and_then(|entry| entry.runs.first()).map_or(0, |run| run.urls);
    format!("{}, --max-tasks {}{floor}, {} URLs", leg.name, leg.max_tasks, whole(urls))
}

/// Returns the figures of a leg.
fn figures(leg: &Leg) -> String {
    let heads = iter::once("").chain(COLUMNS.map(|(name, _)| name)).map(str::to_owned).collect();
    let row = |entry: &Entry| {
        let cells = COLUMNS.map(|(_, figure)| figure(entry).unwrap_or("-".to_owned()));
        iter::once(entry.contestant.clone()).chain(cells).collect()
    };
    aligned(&iter::once(heads).chain(leg.entries.iter().map(row)).collect::<Vec<_>>())
}

/// Returns the place of the learner's crawl by its wall time, if it takes part.
fn place(leg: &Leg) -> Option<String> {
    let own = leg.entries.iter().find(|entry| entry.contestant == OWN.name)?.wall_ms();
    let faster = leg.entries.iter().filter(|entry| entry.wall_ms() < own).count();
    Some(format!("\nYour runtime takes place {} of {}.\n", faster + 1, leg.entries.len()))
}

/// Returns what becomes of a cost from leg to leg.
fn growth(legs: &[Leg], (title, cost): Column) -> String {
    let heads = iter::once(title.to_owned()).chain(legs.iter().map(|leg| leg.name.clone())).collect();
    let row = |(index, entry): (usize, &Entry)| {
        let cells = legs.iter().map(|leg| leg.entries.get(index).and_then(cost).unwrap_or("-".to_owned()));
        iter::once(entry.contestant.clone()).chain(cells).collect()
    };
    let rows = legs[0].entries.iter().enumerate().map(row);
    format!("\n{}", aligned(&iter::once(heads).chain(rows).collect::<Vec<_>>()))
}

/// Sets the first column to the left, and the others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = iter::zip(row, &widths).skip(1).map(|(cell, &width)| format!("  {cell:>width$}"));
        format!("{:<2$}{}\n", row[0], cells.collect::<String>(), widths[0])
    };
    rows.iter().map(line).collect()
}

fn walls(entry: &Entry) -> Option<String> {
    let walls = || entry.runs.iter().map(|run| run.wall_ms);
    let [least, most] = [walls().min_by(f64::total_cmp)?, walls().max_by(f64::total_cmp)?].map(milliseconds);
    Some(range(&least, &most))
}

fn most(entry: &Entry, count: fn(&Run) -> Option<u64>) -> Option<String> {
    entry.runs.iter().filter_map(count).max().map(|most| whole(most as usize))
}

/// Returns the memory beyond what the contestant holds when idle, for each of so many.
fn memory(entry: &Entry, count: fn(&Run) -> usize) -> Option<String> {
    let beyond =
        |run: &Run| Some(run.peak_bytes?.saturating_sub(entry.idle_bytes?) as f64 / count(run) as f64);
    entry.median(beyond).map(size)
}

/// Writes a time in milliseconds.
pub fn milliseconds(ms: f64) -> String {
    time(ms * 1e6)
}
