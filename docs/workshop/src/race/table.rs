//! The results as a table: one for each leg, and how things grow from leg to leg.

mod growth;
mod text;

use anstyle::{AnsiColor, Style};

use super::figures::*;
use super::results::{Entry, Leg, Race};
use crate::units::whole;
use text::{Cell, Column, columns};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const BEST: Style = AnsiColor::Green.on_default();

/// The text, with the colours of a terminal.
pub fn table(race: &Race) -> String {
    let machine = &race.machine;
    let Race { course, about, rounds, .. } = race;
    let mut text = format!("{BOLD}{course}{BOLD:#}: {about}\n");
    let rounds = if *rounds == 1 { "one round".to_owned() } else { format!("{rounds} rounds") };
    let (system, architecture, cores) = (&machine.system, &machine.architecture, machine.cores);
    text += &format!("{rounds}, {system}, {architecture}, {}\n\n", number(cores, "core"));
    for leg in &race.legs {
        text += &heading(leg);
        let shown = shown(leg);
        text += &columns(&shown, leg.entries.iter().map(|entry| entry.contestant.as_str()));
        text.push('\n');
    }
    if race.legs.len() > 1 {
        text += &growth::summary(race);
    }
    text + &contestants(race) + &legend(race)
}

fn heading(leg: &Leg) -> String {
    let name = &leg.name;
    let urls = leg.entries.first().and_then(|entry| entry.median(|run| Some(run.urls as f64)));
    let urls = match (leg.pages, urls) {
        (None, Some(urls)) => format!(", {} URLs", whole(urls as usize)),
        _ => String::new(),
    };
    let floor = leg.floor_ms.map(|floor| format!(", floor {}", milliseconds(floor))).unwrap_or_default();
    format!("{BOLD}{name}{BOLD:#}{urls}, --max-tasks {}{floor}\n", leg.max_tasks)
}

/// The columns, from left to right.
const FIGURES: [Figure; 12] = [
    WALL,
    TO_BEST,
    TO_FLOOR,
    CPU_PER_PAGE,
    USER,
    SYSTEM,
    MEMORY,
    THREADS,
    PROCESSES,
    SWITCHES,
    AT_ONCE,
    PAGES_PER_SECOND,
];

/// The columns of a leg: without those that it has nothing for.
fn shown(leg: &Leg) -> Vec<Column> {
    let column = |figure: &Figure| Column {
        name: figure.name,
        cells: leg.entries.iter().map(|entry| cell(figure, leg, entry)).collect(),
    };
    FIGURES.iter().filter(|figure| says_something(figure, leg)).map(column).collect()
}

/// Where the site lets everyone wait, what a page costs of the CPU's time is not the point.
fn says_something(figure: &Figure, leg: &Leg) -> bool {
    let is_known = leg.entries.iter().any(|entry| figure.of(leg, entry).is_some());
    is_known && (figure.name != CPU_PER_PAGE.name || leg.floor_ms.is_none())
}

fn cell(figure: &Figure, leg: &Leg, entry: &Entry) -> Cell {
    if figure.name == TO_BEST.name && figure.of(leg, entry) == Some(1.0) {
        return Cell { text: Some("best".to_owned()), style: BEST };
    }
    Cell::plain(figure.text(leg, entry))
}

fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Who they are.
fn contestants(race: &Race) -> String {
    let Some(leg) = race.legs.first() else { return String::new() };
    let line = |entry: &Entry| format!("{:<12}  {:<18}{}\n", entry.contestant, entry.stage, entry.about);
    leg.entries.iter().map(line).collect::<String>() + "\n"
}

/// What the columns mean.
fn legend(race: &Race) -> String {
    let shown = FIGURES.iter().filter(|figure| race.legs.iter().any(|leg| says_something(figure, leg)));
    let lines: String = shown.map(|figure| format!("\n{:<10}{}", figure.name, figure.meaning)).collect();
    format!("{DIM}{MEDIANS}{lines}{DIM:#}\n")
}
