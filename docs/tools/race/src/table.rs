//! The results as text: a table for each leg, and how things grow from leg to leg.

use std::iter;

use anstyle::{AnsiColor, Style};

use common::text::{number, whole};
use workshop::table::{aligned, wrapped};

use crate::columns::{COLUMNS, Column, Cost, MEDIANS, NOT_ON_LINUX, costs, milliseconds, ratio};
use crate::lesson::lesson;
use crate::results::{Entry, Leg, Race};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const FASTEST: Style = AnsiColor::Green.on_default();

/// The widths of the contestants' names, and of the titles of costs that are followed from leg to leg.
const NAMES: usize = 12;
const TITLES: usize = 28;

/// Returns the text in lines of at most `width` columns, with the colours of a terminal.
pub fn table(race: &Race, width: usize) -> String {
    let Race { course, about, machine, .. } = race;
    let mut text = wrapped(&format!("{BOLD}{course}{BOLD:#}: {about}"), 0, width);
    let (system, architecture) = (&machine.system, &machine.architecture);
    let [rounds, cores] = [number(race.rounds, "round"), number(machine.cores, "core")];
    text += &format!("{rounds}, {system}, {architecture}, {cores}\n");
    for leg in &race.legs {
        text += &format!("\n{}", wrapped(&heading(leg), 0, width));
        text += &wrapped(&format!("{BOLD}{}{BOLD:#}", lesson(leg)), 0, width);
        text += &format!("\n{}", results(leg, width));
    }
    if race.legs.len() > 1 {
        text.extend(costs(race).iter().map(|cost| growth(race, cost, width)));
    }
    text + &contestants(race, width) + &legend(race, width)
}

/// Returns the name of a leg, with its limits.
fn heading(leg: &Leg) -> String {
    let name = &leg.name;
    let urls = leg.entries.first().and_then(|entry| entry.median(|run| Some(run.urls as f64)));
    let urls = match (leg.pages, urls) {
        (None, Some(urls)) => format!(", {} URLs", whole(urls as usize)),
        _ => String::new(),
    };
    let floor = leg.floor_ms.map(|floor| format!(", floor {}", milliseconds(floor))).unwrap_or_default();
    format!("{BOLD}{name}{BOLD:#}{urls}, --max-tasks {}{floor}", leg.max_tasks)
}

/// Returns the figures of a leg. The fastest contestants are green: all that the rounds do not tell apart.
fn results(leg: &Leg, width: usize) -> String {
    let name = |entry: &Entry| {
        let style = if leg.is_among_the_fastest(entry) { FASTEST } else { Style::new() };
        format!("{style}{:<NAMES$}{style:#}", entry.contestant)
    };
    let heads = iter::once(" ".repeat(NAMES)).chain(leg.entries.iter().map(name)).collect();
    let cells = |column: &Column| {
        let cells = leg.entries.iter().map(|entry| (column.cell)(leg, entry)).collect();
        (column.name.to_owned(), cells)
    };
    aligned(heads, NAMES, COLUMNS.iter().map(cells), width)
}

/// Returns what becomes of a cost from leg to leg.
fn growth(race: &Race, Cost { title, of, text }: &Cost, width: usize) -> String {
    let names = || race.legs[0].entries.iter().map(|entry| entry.contestant.as_str());
    let name = |name| format!("{name:<TITLES$}");
    let heads = iter::once(format!("{BOLD}{title:<TITLES$}{BOLD:#}")).chain(names().map(name)).collect();
    let cost = |leg: &Leg, name: &str| of(leg.entries.iter().find(|entry| entry.contestant == name)?);
    let column = |leg: &Leg| (leg.name.clone(), names().map(|name| cost(leg, name).map(text)).collect());
    let (first, last) = (&race.legs[0], &race.legs[race.legs.len() - 1]);
    let grown = names().map(|name| ratio(cost(last, name)? / cost(first, name)?)).collect();
    let columns = race.legs.iter().map(column).chain([("last to first".to_owned(), grown)]);
    aligned(heads, TITLES, columns, width)
}

/// Returns the contestants, each with what it is.
fn contestants(race: &Race, width: usize) -> String {
    let indent = if width < 60 { 14 } else { 32 };
    let line = |Entry { contestant, stage, about, .. }: &Entry| {
        wrapped(&format!("{contestant:<12}  {stage:<18}{about}"), indent, width)
    };
    race.legs.iter().take(1).flat_map(|leg| &leg.entries).map(line).collect::<String>() + "\n"
}

/// Returns what the columns mean.
fn legend(race: &Race, width: usize) -> String {
    let is_shown = |column: &&Column| {
        let entries = race.legs.iter().flat_map(|leg| leg.entries.iter().map(move |entry| (leg, entry)));
        entries.into_iter().any(|(leg, entry)| (column.cell)(leg, entry).is_some())
    };
    let line = |column: &Column| wrapped(&format!("{:<10}{}", column.name, column.meaning), 10, width);
    let lines: String = COLUMNS.iter().filter(is_shown).map(line).collect();
    let unknown = if race.machine.system == "linux" { "" } else { NOT_ON_LINUX };
    let notes = format!("{MEDIANS} {unknown}");
    format!("{DIM}{}{lines}{DIM:#}", wrapped(&notes, 0, width))
}
