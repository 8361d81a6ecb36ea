//! The bars: the cost of each contestant, with its name and its number above.

use common::text::{size, whole};
use maud::{Markup, html};

use super::scale::percent;
use super::style::class;
use crate::columns::{CPU, MEMORY, THREADS, milliseconds};
use crate::results::{Entry, Leg, Run};

/// Draws the threads, the memory and the CPU time of a leg's contestants.
pub fn bars(leg: &Leg) -> Markup {
    let threads = |entry: &Entry| entry.most(|run| run.threads).map(|most| most as f64);
    html! {
        div.bars {
            (chart(leg, ["Threads", THREADS], threads, |number| whole(number as usize)))
            (chart(leg, ["Peak memory", MEMORY], Entry::peak_bytes, size))
            (chart(leg, ["CPU time", CPU], |entry| entry.median(Run::cpu_ms), milliseconds))
        }
    }
}

fn chart(leg: &Leg, words: [&str; 2], cost: fn(&Entry) -> Option<f64>, text: fn(f64) -> String) -> Markup {
    let most = leg.entries.iter().filter_map(cost).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        figure {
            figcaption { b { (words[0]) } br; (words[1]) }
            div {
                @for entry in &leg.entries {
                    @let cost = cost(entry);
                    div.bar {
                        b { (entry.contestant) } " " span { (cost.map_or_else(|| "n/a".to_owned(), text)) }
                        div.(class(&entry.contestant)) style={ "width: " (percent(cost.unwrap_or(0.0) / most)) } {}
                    }
                }
            }
        }
    }
}
