//! The table of a leg: what each contestant took, in numbers.

use maud::{Markup, html};

use super::view::View;
use super::words::{UNKNOWN, count, is_sane, known, ratio, size, time, times};
use crate::race::results::{Entry, Leg, Run};

/// A column: its name, what it means, and what stands in it.
struct Column {
    name: &'static str,
    meaning: &'static str,
    cell: fn(&Leg, &Entry) -> String,
}

const COLUMNS: [Column; 13] = [
    Column {
        name: "wall",
        meaning: "from the start of the process to its end: the median of its runs",
        cell: |_, entry| known(entry.wall_ms(), time),
    },
    Column { name: "min–max", meaning: "the fastest and the slowest run", cell: range },
    Column {
        name: "to best",
        meaning: "the wall time in times of the best contestant's",
        cell: |leg, entry| known(leg.ratio_to_best(entry), ratio),
    },
    Column {
        name: "to floor",
        meaning: "the wall time in times of the floor, which nobody can beat",
        cell: |leg, entry| known(leg.ratio_to_floor(entry), ratio),
    },
    Column {
        name: "user",
        meaning: "CPU time in the program",
        cell: |_, entry| known(entry.median(|run| run.user_ms), time),
    },
    Column {
        name: "system",
        meaning: "CPU time in the system on its behalf",
        cell: |_, entry| known(entry.median(|run| run.system_ms), time),
    },
    Column {
        name: "memory",
        meaning: "the most resident memory, all processes together",
        cell: |_, entry| known(entry.peak_bytes(), size),
    },
    Column { name: "threads", meaning: "the most at once", cell: |_, entry| most(entry, |run| run.threads) },
    Column {
        name: "processes",
        meaning: "the most at once",
        cell: |_, entry| most(entry, |run| run.processes),
    },
    Column {
        name: "waits",
        meaning: "how often it gave up the CPU to wait (voluntary context switches)",
        cell: |_, entry| number(entry, |run| run.voluntary_switches),
    },
    Column {
        name: "preempted",
        meaning: "how often the CPU was taken from it (involuntary context switches)",
        cell: |_, entry| number(entry, |run| run.involuntary_switches),
    },
    Column {
        name: "at once",
        meaning: "the most requests that were open at once, as the site saw it",
        cell: |_, entry| most(entry, |run| Some(run.most_open)),
    },
    Column {
        name: "pages/s",
        meaning: "URLs in its report by wall time",
        cell: |_, entry| known(entry.pages_per_second(), |pages| count(pages as i64)),
    },
];

/// The table, and what its columns mean.
pub fn table(view: &View<'_>, leg: &Leg) -> Markup {
    let best = leg.best_ms();
    html! {
        div.scroll role="region" aria-label=(format!("Results: {}", leg.name)) tabindex="0" {
            table.results {
                caption {
                    (leg.name)
                    @if view.race.rounds > 1 { ": medians of " (view.race.rounds) " rounds" }
                }
                thead { tr {
                    th scope="col" { "contestant" }
                    @for column in &COLUMNS { th.n scope="col" { (column.name) } }
                } }
                tbody { @for entry in &leg.entries {
                    tr.best[best.is_some() && entry.wall_ms() == best] {
                        th scope="row" { (view.name(&entry.contestant)) }
                        @for column in &COLUMNS { td.n { ((column.cell)(leg, entry)) } }
                    }
                } }
            }
        }
    }
}

/// What the columns mean.
pub fn meanings() -> Markup {
    html! {
        details {
            summary { "What the columns mean" }
            dl { @for column in &COLUMNS { div { dt { (column.name) } dd { (column.meaning) } } } }
        }
    }
}

fn range(_: &Leg, entry: &Entry) -> String {
    let range = entry.wall_range_ms().filter(|(least, most)| is_sane(*least) && is_sane(*most));
    range.map_or_else(|| UNKNOWN.into(), |(least, most)| times(least, most))
}

fn number(entry: &Entry, of: impl Fn(&Run) -> Option<u64>) -> String {
    known(entry.median(|run| of(run).map(|number| number as f64)), |median| count(median as i64))
}

fn most(entry: &Entry, of: impl Fn(&Run) -> Option<usize>) -> String {
    entry.runs.iter().filter_map(of).max().map_or(UNKNOWN.into(), count)
}
