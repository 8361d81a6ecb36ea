//! The bars: the cost of each contestant, with its name and its number above.

use maud::{Markup, html};

use super::class;
use super::scale::percent;
use crate::race::columns;
use crate::race::results::{Entry, Leg};
use crate::units::{bytes, milliseconds, whole};

/// Draws the threads, the memory and the CPU time of a leg's contestants.
pub fn bars(leg: &Leg) -> Markup {
    let threads = |entry: &Entry| entry.most(|run| run.threads).map(|most| most as f64);
    html! {
        div.bars {
            (chart(leg, "Threads", columns::THREADS, threads, |number| whole(number as usize)))
            (chart(leg, "Peak memory", columns::MEMORY, Entry::peak_bytes, bytes))
            (chart(leg, "CPU time", columns::CPU, Entry::cpu_ms, milliseconds))
        }
    }
}

fn chart(
    leg: &Leg,
    title: &str,
    meaning: &str,
    number: fn(&Entry) -> Option<f64>,
    text: fn(f64) -> String,
) -> Markup {
    let most = leg.entries.iter().filter_map(number).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        figure {
            figcaption { b { (title) } br; (meaning) }
            div {
                @for entry in &leg.entries {
                    @let number = number(entry);
                    div.bar {
                        b { (entry.contestant) } " " span { (number.map_or_else(|| "n/a".to_owned(), text)) }
                        div.(class(&entry.contestant)) style={ "width: " (percent(number.unwrap_or(0.0) / most)) } {}
                    }
                }
            }
        }
    }
}
