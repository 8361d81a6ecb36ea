//! One strip: three panels, put together from a few sentences.

use std::sync::LazyLock;

use fastrand::Rng;

use super::STRIPS;

/// Sentences, one a line.
type Lines = LazyLock<Vec<&'static str>>;

static PLACES: Lines = LazyLock::new(|| include_str!("places.txt").lines().collect());
pub(crate) static QUESTIONS: Lines = LazyLock::new(|| include_str!("questions.txt").lines().collect());
pub(crate) static REPLIES: Lines = LazyLock::new(|| include_str!("replies.txt").lines().collect());
static ENDS: Lines = LazyLock::new(|| include_str!("ends.txt").lines().collect());

/// Returns what stands below the title: the panels, and the links to the other strips.
pub(super) fn body(number: usize) -> String {
    let mut random = Rng::with_seed(number as u64);
    // Pick the question first: `title` picks it with the same seed.
    let question = pick(&mut random, &QUESTIONS);
    let (place, reply, end) =
        (pick(&mut random, &PLACES), pick(&mut random, &REPLIES), pick(&mut random, &ENDS));
    let navigation = navigation(number, &mut random);
    // Every archive has some broken links.
    let comments = match number % 40 {
        13 => format!("<p><a href=\"/strip/{number}/comments\">Read the comments</a>\n"),
        _ => String::new(),
    };
    format!(
        "<div class=strip>\n\
         <p><em>{place}.</em><br><b>Ping:</b> {question}\n\
         <p><b>Poll:</b> {reply}\n\
         <p><b>Ping:</b> {end}\n\
         </div>\n{navigation}{comments}"
    )
}

/// Returns the title of strip `number`.
pub(super) fn title(number: usize) -> String {
    let question = pick(&mut Rng::with_seed(number as u64), &QUESTIONS).trim_end_matches('?');
    format!("No. {number}: {question}")
}

/// Returns one of `lines`, which must not be empty.
pub(crate) fn pick(random: &mut Rng, lines: &[&'static str]) -> &'static str {
    lines[random.usize(..lines.len())]
}

fn navigation(number: usize, random: &mut Rng) -> String {
    let mut links = String::from("<nav>");
    for (name, target) in [
        ("First", 1),
        ("Previous", number.saturating_sub(1).max(1)),
        ("Random", random.usize(1..=STRIPS)),
        ("Next", (number + 1).min(STRIPS)),
        ("Last", STRIPS),
    ] {
        links += &format!("<a href=\"/strip/{target}\">{name}</a> ");
    }
    links + "</nav>\n"
}
