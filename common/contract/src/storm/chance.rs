//! Random cases. Shrinking prefers the first of several strategies, and small values.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::case::Case;
use super::fault::{Change, Edit, End, Fault};
use super::page::{Framing, Page, error, links, nothing, path, redirect};

/// The most pages of a case.
const PAGES: usize = 7;

/// The number of places in an answer: most answers have fewer bytes.
const PLACES: usize = 240;

/// Returns small sites, and sometimes one for each byte of an answer.
pub(super) fn case() -> impl Strategy<Value = Case> {
    prop_oneof![19 => small(), 1 => every_byte()]
}

prop_compose! {
    /// Returns small sites with a few faults.
    fn small()(
        first in first_page(),
        others in vec(page(), 2..PAGES),
        max_tasks in 1..9_usize,
        max_tries in prop_oneof![4 => 1..3_u32, 1 => 3..5_u32],
        max_redirects in 0..4_u16,
        max_body in prop_oneof![9 => Just(100_000), 3 => select(vec![3_000, 200, 20, 0])],
    ) -> Case {
        let pages = [first].into_iter().chain(others).collect();
        Case { pages, max_tasks, max_tries, max_redirects, max_body }
    }
}

prop_compose! {
    /// Returns sites with a page for each byte of an answer, with a fault there: at every hit, or at the first one alone.
    fn every_byte()(wire in wire(), fault in fault(), answers in 1..3_usize) -> Case {
        // Without a change of the bytes, each place is as good as any other.
        let cut = if fault.edits.is_empty() { fault.cut.or(Some(0)) } else { fault.cut };
        let fault = Fault { cut, ..fault };
        let page = |at| {
            let mut faults = vec![fault.moved_by(at)];
            faults.resize_with(answers, Fault::default);
            Page { wire: wire.clone(), faults }
        };
        let index = links((1..=wire.len() + 1).map(path), Framing::Length);
        let first = Page { wire: index, faults: vec![Fault::default()] };
        let pages = [first].into_iter().chain((0..=wire.len()).map(page)).collect();
        // A stall takes the whole timeout, so many pages stall at once.
        Case { pages, max_tasks: 60, max_tries: 2, max_redirects: 10, max_body: 100_000 }
    }
}

/// Returns first pages, most of which link to all others.
fn first_page() -> impl Strategy<Value = Page> {
    let index = framing().prop_map(|framing| links((1..PAGES).map(path), framing));
    let fault = prop_oneof![9 => Just(Fault::default()), 1 => fault()];
    let index = (index, fault).prop_map(|(wire, fault)| Page { wire, faults: vec![fault, Fault::default()] });
    prop_oneof![1 => page(), 3 => index]
}

fn page() -> impl Strategy<Value = Page> {
    let faults = prop_oneof![
        6 => fault().prop_map(|fault| vec![fault]),
        3 => fault().prop_map(|fault| vec![fault, Fault::default()]),
        1 => vec(fault(), 1..4),
    ];
    (wire(), faults).prop_map(|(wire, faults)| Page { wire, faults })
}

fn wire() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => (vec(link(), 0..6), framing()).prop_map(|(to, framing)| links(to, framing)),
        3 => (select(vec![301, 302, 303, 307, 308, 300]), link())
            .prop_map(|(status, to)| redirect(status, &to)),
        1 => select(vec![404, 500, 503]).prop_map(error),
        1 => select(vec![204, 304]).prop_map(nothing),
    ]
}

/// Returns links. The largest number is of no page: that link is broken.
fn link() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => (0..=PAGES).prop_map(path),
        2 => (0..=PAGES).prop_map(|page| path(page) + "#there"),
        1 => Just("https://site.test/".to_owned()),
    ]
}

fn framing() -> impl Strategy<Value = Framing> {
    prop_oneof![
        Just(Framing::Length),
        Just(Framing::UntilEnd),
        (1..40_usize).prop_map(Framing::Chunked),
        Just(Framing::AfterInterim),
    ]
}

prop_compose! {
    fn fault()(
        edits in prop_oneof![3 => Just(Vec::new()), 1 => vec(edit(), 1..4)],
        cut in prop_oneof![2 => Just(None), 1 => (0..PLACES).prop_map(Some)],
        end in prop_oneof![
            24 => Just(End::Closed),
            6 => (1..PLACES).prop_map(End::Pieces),
            10 => Just(End::Reset),
            // A stall costs the time until a deadline.
            1 => Just(End::Stall),
            1 => prop_oneof![Just(End::Endless), Just(End::EndlessHead)],
        ],
    ) -> Fault {
        Fault { edits, cut, end }
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    let change = prop_oneof![
        (1..=255_u8).prop_map(Change::Flip),
        Just(Change::Delete),
        any::<u8>().prop_map(Change::Insert),
    ];
    (0..PLACES, change).prop_map(|(at, change)| Edit { at, change })
}
