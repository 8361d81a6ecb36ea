//! The results as text: a table for each leg, and how things grow from leg to leg.

use anstyle::{AnsiColor, Style};

use super::columns::{Column, columns, followed};
use super::figures::{Figure, MEDIANS, growth, milliseconds};
use super::results::{Entry, Leg, Race};
use crate::units::whole;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const FASTEST: Style = AnsiColor::Green.on_default();

/// How wide the names of the contestants are.
const NAMES: usize = 12;

/// How long the lines of the sentences are.
const WIDTH: usize = 100;

/// Returns the text, with the colours of a terminal.
pub fn table(race: &Race) -> String {
    let machine = &race.machine;
    let Race { course, about, rounds, .. } = race;
    let mut text = format!("{BOLD}{course}{BOLD:#}: {about}\n");
    let (system, architecture) = (&machine.system, &machine.architecture);
    let [rounds, cores] = [number(*rounds, "round"), number(machine.cores, "core")];
    text += &format!("{rounds}, {system}, {architecture}, {cores}\n");
    for leg in &race.legs {
        text += &format!("\n{}{}", heading(leg), wrapped(&leg.lesson(), BOLD));
        text += &(wrapped(&leg.comparison(), Style::new()) + "\n" + &results(leg));
    }
    if race.legs.len() > 1 {
        let growth = growth(race);
        text += &growth.iter().map(|(title, figure)| growing(race, title, figure)).collect::<String>();
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

/// Breaks a text between words, into lines that fit into a terminal.
fn wrapped(text: &str, style: Style) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= WIDTH => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| format!("{style}{line}{style:#}\n")).collect()
}

/// The figures of a leg; the fastest contestants are green, all that the rounds do not tell apart.
fn results(leg: &Leg) -> String {
    let style = |entry| if leg.is_among_the_fastest(entry) { FASTEST } else { Style::new() };
    let names: Vec<_> = leg.entries.iter().map(|entry| (entry.contestant.as_str(), style(entry))).collect();
    aligned(NAMES, "", &names, &columns(leg))
}

/// What becomes of a cost from leg to leg.
fn growing(race: &Race, title: &str, figure: &Figure) -> String {
    let names: Vec<_> = race.contestants().into_iter().map(|name| (name, Style::new())).collect();
    aligned(28, title, &names, &followed(race, figure))
}

/// The columns beside each other, aligned to the right, with names before the lines.
fn aligned(width: usize, title: &str, names: &[(&str, Style)], columns: &[Column<'_>]) -> String {
    let shown = |cell: &Option<String>| cell.clone().unwrap_or_else(|| "-".to_owned());
    let length = |text: &str| text.chars().count();
    let mut lines = vec![format!("{BOLD}{title:<width$}{BOLD:#}")];
    lines.extend(names.iter().map(|(name, style)| format!("{style}{name:<width$}{style:#}")));
    for column in columns {
        let cells: Vec<String> =
            [column.name.to_owned()].into_iter().chain(column.cells.iter().map(shown)).collect();
        let widest = cells.iter().map(|cell| length(cell)).max().unwrap_or_default();
        for (line, cell) in lines.iter_mut().zip(cells) {
            *line += &format!("  {cell:>widest$}");
        }
    }
    lines.join("\n") + "\n\n"
}

fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The contestants, a line for each.
fn contestants(race: &Race) -> String {
    let Some(leg) = race.legs.first() else { return String::new() };
    let line = |entry: &Entry| format!("{:<12}  {:<18}{}\n", entry.contestant, entry.stage, entry.about);
    leg.entries.iter().map(line).collect::<String>() + "\n"
}

/// What the columns mean.
fn legend(race: &Race) -> String {
    let mut lines: Vec<String> = Vec::new();
    for column in race.legs.iter().flat_map(columns) {
        let line = format!("\n{:<10}{}", column.name, column.meaning);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    format!("{DIM}{MEDIANS}{}{DIM:#}\n", lines.concat())
}
