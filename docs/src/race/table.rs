//! The results as a table: one for each leg, and how things grow from leg to leg.

mod growth;
mod text;

use anstyle::{AnsiColor, Style};

use super::results::{Entry, Leg, Race};
use crate::units::{bytes, count};
pub use text::milliseconds;
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
        (None, Some(urls)) => format!(", {} URLs", count(urls)),
        _ => String::new(),
    };
    let floor = leg.floor_ms.map(|floor| format!(", floor {}", milliseconds(floor))).unwrap_or_default();
    let tasks = count(leg.max_tasks as f64);
    format!("{BOLD}{name}{BOLD:#}{urls}, up to {} in flight{floor}\n", tasks.trim_end_matches(".0"))
}

/// The columns of a leg: without those that it has nothing for.
fn shown(leg: &Leg) -> Vec<Column> {
    let column = |name, cell: &dyn Fn(&Entry) -> Option<String>| Column {
        name,
        cells: leg.entries.iter().map(|entry| Cell::plain(cell(entry))).collect(),
    };
    let whole = |number: Option<f64>| number.map(|number| format!("{number:.0}"));
    let most = |entry: &Entry, number: fn(&super::results::Run) -> Option<usize>| {
        whole(entry.runs.iter().filter_map(number).max().map(|number| number as f64))
    };
    let columns = vec![
        column("wall", &|entry| entry.wall_ms().map(milliseconds)),
        to_best(leg),
        column("to floor", &|entry| leg.ratio_to_floor(entry).map(ratio)),
        column("user", &|entry| entry.median(|run| run.user_ms).map(milliseconds)),
        column("system", &|entry| entry.median(|run| run.system_ms).map(milliseconds)),
        column("memory", &|entry| entry.peak_bytes().map(bytes)),
        column("threads", &|entry| most(entry, |run| run.threads)),
        column("procs", &|entry| most(entry, |run| run.processes)),
        column("switches", &|entry| entry.switches().map(counted)),
        column("at once", &|entry| entry.median(|run| Some(run.most_open as f64)).map(counted)),
        column("pages/s", &|entry| entry.pages_per_second().map(counted)),
    ];
    columns.into_iter().filter(|column| !column.is_empty()).collect()
}

fn to_best(leg: &Leg) -> Column {
    let cell = |entry: &Entry| match leg.ratio_to_best(entry) {
        Some(1.0) => Cell { text: Some("best".to_owned()), style: BEST },
        other => Cell::plain(other.map(ratio)),
    };
    Column { name: "to best", cells: leg.entries.iter().map(cell).collect() }
}

/// How many times as much.
pub fn ratio(ratio: f64) -> String {
    if ratio < 9.995 { format!("{ratio:.2}x") } else { format!("{}x", count(ratio)) }
}

/// A number of things: there is no half of one.
fn counted(number: f64) -> String {
    if number < 999.5 { format!("{number:.0}") } else { count(number) }
}

fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Who they are.
fn contestants(race: &Race) -> String {
    let Some(leg) = race.legs.first() else { return String::new() };
    let line = |entry: &Entry| format!("{:<12}{:<18}{}\n", entry.contestant, entry.stage, entry.about);
    leg.entries.iter().map(line).collect::<String>() + "\n"
}

/// What the columns mean.
fn legend(race: &Race) -> String {
    let mut text =
        String::from("wall      from the start of the process to its end; medians, also in what follows\n");
    if race.legs.iter().any(|leg| leg.floor_ms.is_some()) {
        text += "floor     what the site itself waits before it answers: nobody can be faster\n";
    }
    text += "memory    the most that was resident; processes share some, which is counted for each\n";
    text += "threads, procs   the most at once, as far as they lived long enough to be seen\n";
    text += "switches  how often it gave up the CPU to wait, or lost it to another\n";
    text += "at once   the most requests that were open at once, as the site saw it\n";
    format!("{DIM}{text}{DIM:#}")
}
