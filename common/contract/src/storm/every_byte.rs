//! Cases for each byte of some answers: the site has a page for each byte, with the fault there.

use super::case::Case;
use super::fault::{Edit, End, Fault};
use super::page::{Framing, Page, links, nothing, path, redirect};

/// Faults at a place in an answer.
const FAULTS: [fn(usize) -> Fault; 8] = [
    |at| Fault { cut: Some(at), ..Fault::default() },
    |at| Fault { cut: Some(at), end: End::Reset, ..Fault::default() },
    |at| Fault { cut: Some(at), end: End::Stall, ..Fault::default() },
    |at| Fault { end: End::Pieces(at), ..Fault::default() },
    |at| Fault { edits: vec![Edit::Flip(at, 1)], ..Fault::default() },
    |at| Fault { edits: vec![Edit::Flip(at, 0x80)], ..Fault::default() },
    |at| Fault { edits: vec![Edit::Delete(at)], ..Fault::default() },
    |at| Fault { edits: vec![Edit::Insert(at, b'\n')], ..Fault::default() },
];

/// Returns a case for each fault with each answer: at every hit, and at the first one alone.
pub(super) fn cases() -> Vec<Case> {
    let to_the_first = || ["/0", "/0#there", "https://site.test/"].map(str::to_owned);
    let framings = [Framing::Length, Framing::UntilEnd, Framing::Chunked(20), Framing::AfterInterim];
    let answers = framings.map(|framing| links(to_the_first(), framing)).into_iter();
    let answers = answers.chain([redirect(302, "/0"), nothing(204)]);
    let faulty = answers.flat_map(|wire| FAULTS.map(|fault| (wire.clone(), fault)));
    faulty.flat_map(|(wire, fault)| [1, 2].map(|answers| case(&wire, fault, answers))).collect()
}

/// Returns a case whose pages have so many answers, of which the first one has the fault.
fn case(wire: &str, fault: fn(usize) -> Fault, answers: usize) -> Case {
    let page = |at| {
        let mut faults = vec![fault(at)];
        faults.resize_with(answers, Fault::default);
        Page { wire: wire.to_owned(), faults }
    };
    let index = links((1..=wire.len() + 1).map(path), Framing::Length);
    let first = Page { wire: index, faults: vec![Fault::default()] };
    Case {
        pages: [first].into_iter().chain((0..=wire.len()).map(page)).collect(),
        // A stall takes the whole timeout, so many pages stall at once.
        max_tasks: if fault(0).end == End::Stall { 60 } else { 8 },
        max_tries: 2,
        max_redirects: 10,
        max_body: 100_000,
    }
}
