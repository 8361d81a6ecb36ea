//! The results as text: a table for each leg, and how things grow from leg to leg.

use std::{iter, mem};

use anstyle::{AnsiColor, Style};

use super::columns::{Column, columns, followed};
use super::figures::{Figure, MEDIANS, growth, milliseconds};
use super::results::{Entry, Leg, Race};
use crate::units::whole;
use crate::wrap::wrapped;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const FASTEST: Style = AnsiColor::Green.on_default();
const WARNING: Style = AnsiColor::Yellow.on_default();

/// How wide the names of the contestants are, and the titles of what is followed from leg to leg.
const NAMES: usize = 12;
const TITLES: usize = 28;

/// Returns the text in lines of at most `width` columns, with the colours of a terminal.
pub fn table(race: &Race, width: usize) -> String {
    let machine = &race.machine;
    let Race { course, about, rounds, .. } = race;
    let mut text = wrapped(&format!("{BOLD}{course}{BOLD:#}: {about}"), 0, width);
    let (system, architecture) = (&machine.system, &machine.architecture);
    let [rounds, cores] = [number(*rounds, "round"), number(machine.cores, "core")];
    text += &format!("{rounds}, {system}, {architecture}, {cores}\n");
    for leg in &race.legs {
        text += &format!("\n{}", wrapped(&heading(leg), 0, width));
        let sentences = [(leg.lesson(), BOLD), (leg.comparison(), Style::new()), (leg.shortfall(), WARNING)];
        for (sentence, style) in sentences.iter().filter(|(sentence, _)| !sentence.is_empty()) {
            text += &wrapped(&format!("{style}{sentence}{style:#}"), 0, width);
        }
        text += &format!("\n{}", results(leg, width));
    }
    if race.legs.len() > 1 {
        let growth = growth(race);
        text += &growth.iter().map(|(title, figure)| growing(race, title, figure, width)).collect::<String>();
    }
    text + &contestants(race, width) + &legend(race, width)
}

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

/// The figures of a leg; the fastest contestants are green, all that the rounds do not tell apart.
fn results(leg: &Leg, width: usize) -> String {
    let style = |entry| if leg.is_among_the_fastest(entry) { FASTEST } else { Style::new() };
    let names: Vec<_> = leg.entries.iter().map(|entry| (entry.contestant.as_str(), style(entry))).collect();
    aligned(&heads(NAMES, "", &names), NAMES, &columns(leg), width)
}

/// What becomes of a cost from leg to leg.
fn growing(race: &Race, title: &str, figure: &Figure, width: usize) -> String {
    let names: Vec<_> = race.contestants().into_iter().map(|name| (name, Style::new())).collect();
    aligned(&heads(TITLES, title, &names), TITLES, &followed(race, figure), width)
}

/// What the lines of a table begin with, in so many columns.
fn heads(width: usize, title: &str, names: &[(&str, Style)]) -> Vec<String> {
    let names = names.iter().map(|(name, style)| format!("{style}{name:<width$}{style:#}"));
    iter::once(format!("{BOLD}{title:<width$}{BOLD:#}")).chain(names).collect()
}

/// The columns beside each other, aligned to the right. Those that find no room in `width` stand below, again behind
/// `heads`, which are `indent` columns wide.
fn aligned(heads: &[String], indent: usize, columns: &[Column<'_>], width: usize) -> String {
    let shown = |cell: &Option<String>| cell.clone().unwrap_or_else(|| "-".to_owned());
    let (mut text, mut lines, mut end) = (String::new(), heads.to_vec(), indent);
    for column in columns {
        let cells: Vec<String> =
            iter::once(column.name.to_owned()).chain(column.cells.iter().map(shown)).collect();
        let widest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
        if end > indent && end + 2 + widest > width {
            text += &(mem::replace(&mut lines, heads.to_vec()).join("\n") + "\n\n");
            end = indent;
        }
        end += 2 + widest;
        for (line, cell) in lines.iter_mut().zip(cells) {
            *line += &format!("  {cell:>widest$}");
        }
    }
    text + &lines.join("\n") + "\n\n"
}

fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The contestants, each with what it is.
fn contestants(race: &Race, width: usize) -> String {
    let Some(leg) = race.legs.first() else { return String::new() };
    let line = |Entry { contestant, stage, about, .. }: &Entry| {
        wrapped(&format!("{contestant:<12}  {stage:<18}{about}"), 32, width)
    };
    leg.entries.iter().map(line).collect::<String>() + "\n"
}

/// What the columns mean.
fn legend(race: &Race, width: usize) -> String {
    let mut lines = vec![wrapped(MEDIANS, 0, width)];
    for column in race.legs.iter().flat_map(columns) {
        let line = wrapped(&format!("{:<10}{}", column.name, column.meaning), 10, width);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    format!("{DIM}{}{DIM:#}", lines.concat())
}
