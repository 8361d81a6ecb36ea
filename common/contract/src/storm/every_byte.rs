//! Cases for each byte of some answers: the site has a page for each byte, with the fault there.

use super::case::Case;
use super::fault::{Edit, Fault};
use super::page::{Content, Framing, Link, Page};

/// A fault at a place in an answer.
type At = fn(usize) -> Fault;

const FAULTS: [At; 8] = [
    Fault::Cut,
    Fault::Reset,
    Fault::Stall,
    Fault::Pieces,
    |at| Fault::Garbled(vec![Edit::Flip(at, 1)]),
    |at| Fault::Garbled(vec![Edit::Flip(at, 0x80)]),
    |at| Fault::Garbled(vec![Edit::Delete(at)]),
    |at| Fault::Garbled(vec![Edit::Insert(at, b'\n')]),
];

/// Returns a case for each fault with each answer: at every hit, and at the first one alone.
pub(super) fn cases() -> impl Iterator<Item = Case> {
    let answers = contents().into_iter().flat_map(|content| FAULTS.map(|fault| (content.clone(), fault)));
    answers.flat_map(|(content, fault)| [true, false].map(|for_good| case(&content, fault, for_good)))
}

/// Returns answers of every framing, which lead back to the first page.
fn contents() -> Vec<Content> {
    let links = vec![Link::Page(0), Link::Fragment(0), Link::Https];
    let framings = [Framing::Length, Framing::UntilEnd, Framing::Chunked(20), Framing::AfterInterim];
    let pages = framings.map(|framing| Content::Links(links.clone(), framing));
    let others = [Content::Redirect(302, Link::Page(0)), Content::Nothing(204)];
    pages.into_iter().chain(others).collect()
}

fn case(content: &Content, fault: At, for_good: bool) -> Case {
    let bytes = Page::whole(content.clone()).wire().len();
    let page = |at| {
        let faults = if for_good { vec![fault(at)] } else { vec![fault(at), Fault::None] };
        Page { content: content.clone(), faults }
    };
    let links = (1..=bytes + 1).map(Link::Page).collect();
    let first = Page::whole(Content::Links(links, Framing::Length));
    Case {
        pages: [first].into_iter().chain((0..=bytes).map(page)).collect(),
        // A stall takes the whole timeout, so many pages stall at once.
        max_tasks: if fault(0).is_stall() { 60 } else { 8 },
        max_tries: 2,
        max_redirects: 10,
        max_body: 100_000,
    }
}
