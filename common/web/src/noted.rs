//! [`Noted`]: what is read in an answer beside its links. The outcome carries it to the frontier, and the file of `--resume` stores it.

use std::collections::BTreeSet;

use common::Outcome;
use common::page::links::{Anchors, NoUrl};
use serde::{Deserialize, Serialize};

use crate::robots::rules::Rules;

/// What is read in an answer beside its links.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Noted {
    /// The rules of a robots.txt.
    pub rules: Option<Rules>,
    /// The names in a page, and its links that have fragments; `None` unless fragments are checked.
    pub anchors: Option<Anchors>,
    /// The links that are no URLs; empty unless links are checked.
    pub invalid: BTreeSet<NoUrl>,
}

/// Returns the notes of an outcome. Makes empty ones if there are none.
pub(crate) fn noted(outcome: &mut Outcome) -> &mut Noted {
    let noted = outcome.noted.get_or_insert_with(|| Box::new(Noted::default()));
    noted.downcast_mut().expect("nothing else makes notes")
}
