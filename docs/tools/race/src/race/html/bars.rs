//! Bars: what each contestant cost, its name and its number above each.

use maud::{Markup, html};

use super::class;
use super::scale::percent;
use crate::race::columns;
use crate::race::results::{Entry, Leg};
use crate::units::{bytes, milliseconds, whole};

/// How high a bar is with its words above, where they stand and where it begins, in CSS pixels.
const STEP: usize = 42;
const WORDS: usize = 15;
const BAR: usize = 21;
const THICK: usize = 14;

/// A picture: what it shows.
struct Chart {
    title: &'static str,
    meaning: &'static str,
    number: fn(&Entry) -> Option<f64>,
    said: fn(f64) -> String,
}

const CHARTS: [Chart; 3] = [
    Chart {
        title: "Threads",
        meaning: columns::THREADS,
        number: |entry| entry.most(|run| run.threads).map(|most| most as f64),
        said: |number| whole(number as usize),
    },
    Chart { title: "Peak memory", meaning: columns::MEMORY, number: Entry::peak_bytes, said: bytes },
    Chart { title: "CPU time", meaning: columns::CPU, number: Entry::cpu_ms, said: milliseconds },
];

/// Draws the three pictures of a leg.
pub fn bars(leg: &Leg) -> Markup {
    html! {
        div.bars { @for chart in &CHARTS {
            figure {
                figcaption { b { (chart.title) } br; (chart.meaning) }
                (picture(leg, chart))
            }
        } }
    }
}

fn picture(leg: &Leg, Chart { title, number, said, .. }: &Chart) -> Markup {
    let most = leg.entries.iter().filter_map(number).fold(0.0, f64::max);
    let said = |entry: &Entry| number(entry).map_or_else(|| "n/a".to_owned(), said);
    let label: Vec<_> =
        leg.entries.iter().map(|entry| format!("{}: {}", entry.contestant, said(entry))).collect();
    html! {
        svg role="img" aria-label=(format!("{title}. {}", label.join("; ")))
            width="100%" height=(leg.entries.len() * STEP) {
            @for (index, entry) in leg.entries.iter().enumerate() {
                svg.(class(&entry.contestant)) y=(index * STEP) width="100%" height=(STEP) {
                    text.name x="0" y=(WORDS) { (entry.contestant) }
                    text x="100%" y=(WORDS) text-anchor="end" { (said(entry)) }
                    rect.band x="0" y=(BAR) width="100%" height=(THICK) {}
                    @if let Some(number) = number(entry).filter(|_| most > 0.0) {
                        rect.hue x="0" y=(BAR) width=(percent(number / most)) height=(THICK) {}
                    }
                }
            }
        }
    }
}
