//! Random cases. Shrinking prefers the first of several strategies, and small values.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::case::Case;
use super::fault::{Edit, Fault};
use super::page::{Content, Framing, Link, Page};

/// The most pages of a case.
const PAGES: usize = 7;

/// The number of places in an answer: most answers have fewer bytes.
const PLACES: usize = 240;

/// Returns small sites with a few faults.
pub(super) fn case() -> impl Strategy<Value = Case> {
    let max_tries = prop_oneof![4 => 1..3_u32, 1 => 3..5_u32];
    let max_body = prop_oneof![9 => Just(100_000), 3 => select(vec![3_000, 200, 20, 0])];
    let pages = (first_page(), vec(page(), 2..PAGES));
    let pages = pages.prop_map(|(first, others)| [first].into_iter().chain(others).collect());
    (pages, 1..9_usize, max_tries, 0..4_u16, max_body).prop_map(
        |(pages, max_tasks, max_tries, max_redirects, max_body)| Case {
            pages,
            max_tasks,
            max_tries,
            max_redirects,
            max_body,
        },
    )
}

/// Returns first pages, most of which link to all others.
fn first_page() -> impl Strategy<Value = Page> {
    let links = (1..PAGES).map(Link::Page).collect::<Vec<_>>();
    let index = framing().prop_map(move |framing| Content::Links(links.clone(), framing));
    let index = (index, prop_oneof![9 => Just(Fault::None), 1 => fault()])
        .prop_map(|(content, fault)| Page { content, faults: vec![fault, Fault::None] });
    prop_oneof![1 => page(), 3 => index]
}

fn page() -> impl Strategy<Value = Page> {
    let faults = prop_oneof![
        6 => fault().prop_map(|fault| vec![fault]),
        3 => fault().prop_map(|fault| vec![fault, Fault::None]),
        1 => vec(fault(), 1..4),
    ];
    (content(), faults).prop_map(|(content, faults)| Page { content, faults })
}

fn content() -> impl Strategy<Value = Content> {
    let links = vec(link(), 0..6);
    prop_oneof![
        12 => (links, framing()).prop_map(|(links, framing)| Content::Links(links, framing)),
        3 => (select(vec![301, 302, 303, 307, 308, 300]), link())
            .prop_map(|(status, to)| Content::Redirect(status, to)),
        1 => select(vec![404, 500, 503]).prop_map(Content::Error),
        1 => select(vec![204, 304]).prop_map(Content::Nothing),
    ]
}

/// Returns links. The largest number is of no page: that link is broken.
fn link() -> impl Strategy<Value = Link> {
    prop_oneof![
        12 => (0..=PAGES).prop_map(Link::Page),
        2 => (0..=PAGES).prop_map(Link::Fragment),
        1 => Just(Link::Https),
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

fn fault() -> impl Strategy<Value = Fault> {
    prop_oneof![
        120 => Just(Fault::None),
        50 => (1..PLACES).prop_map(Fault::Pieces),
        60 => (0..PLACES).prop_map(Fault::Cut),
        60 => (0..PLACES).prop_map(Fault::Reset),
        100 => vec(edit(), 1..4).prop_map(Fault::Garbled),
        // A stall costs the time until a deadline.
        8 => (0..PLACES).prop_map(Fault::Stall),
        3 => Just(Fault::Endless),
        3 => Just(Fault::EndlessHead),
    ]
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        (0..PLACES, 1..=255_u8).prop_map(|(at, bits)| Edit::Flip(at, bits)),
        (0..PLACES).prop_map(Edit::Delete),
        (0..PLACES, any::<u8>()).prop_map(|(at, byte)| Edit::Insert(at, byte)),
    ]
}
