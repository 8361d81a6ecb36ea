//! What every part of the page needs to know of the race.

use maud::{Markup, html};

use super::words::{UNKNOWN, brief};
use crate::race::columns::Column;
use crate::race::contestant;
use crate::race::results::Race;

/// How many hues the style has.
const HUES: usize = 8;

/// A race, as the page looks at it.
pub struct View<'a> {
    pub race: &'a Race,
    pub contestants: Vec<&'a str>,
}

impl<'a> View<'a> {
    /// Makes a view of a race.
    pub fn new(race: &'a Race) -> View<'a> {
        View { race, contestants: race.contestants() }
    }

    /// Returns the hue of a contestant: the same everywhere on the page and, for a stage's strategy, on all pages.
    pub fn hue(&self, contestant: &str) -> usize {
        let ours = contestant::ALL.iter().position(|ours| ours.name == contestant);
        let here = || self.contestants.iter().position(|name| *name == contestant).unwrap_or(0);
        ours.unwrap_or_else(|| HUES - 1 + here()) % HUES
    }

    /// Returns the class of its hue.
    pub fn class(&self, contestant: &str) -> String {
        format!("c{}", self.hue(contestant))
    }

    /// Shows its name with its hue beside it.
    pub fn name(&self, contestant: &str) -> Markup {
        html! { span.swatch.(self.class(contestant)) aria-hidden="true" {} (contestant) }
    }

    /// Makes a table with a line for each contestant, which is bold if it is marked.
    pub fn table(&self, caption: &str, contestants: &[(&str, bool)], columns: &[Column<'_>]) -> Markup {
        html! {
            div.scroll role="region" aria-label=(caption) tabindex="0" {
                table {
                    caption { (caption) }
                    thead { tr {
                        th scope="col" { "contestant" }
                        @for column in columns { th.n scope="col" { (brief(column.name, 40)) } }
                    } }
                    tbody { @for (row, (name, is_marked)) in contestants.iter().enumerate() {
                        tr.best[*is_marked] {
                            th scope="row" { (self.name(name)) }
                            @for column in columns { td.n { (column.cells[row].as_deref().unwrap_or(UNKNOWN)) } }
                        }
                    } }
                }
            }
        }
    }
}
