//! One strip: three panels, put together from a few sentences.

use fastrand::Rng;

use super::STRIPS;
use super::layout::layout;

const PLACES: [&str; 8] = [
    "On the jetty",
    "In the waiting room",
    "Behind the post office",
    "On the roof",
    "In line for tickets",
    "Under the clock",
    "In the ferry's galley",
    "At the lighthouse",
];

pub(crate) const QUESTIONS: [&str; 12] = [
    "Has the letter come?",
    "Is it our turn yet?",
    "Did you hear the bell?",
    "How long is the line?",
    "Who has the key?",
    "Is the kettle on?",
    "Is that our boat?",
    "Did anyone call my name?",
    "Is the bridge open?",
    "Who is steering?",
    "Are you asleep?",
    "What are you counting?",
];

pub(crate) const REPLIES: [&str; 12] = [
    "I looked a moment ago. I shall look again.",
    "Wake me when it is.",
    "I left my number with the clerk.",
    "There are two ahead of us. One of them is you.",
    "It was here. Then I let you hold it.",
    "I asked it to whistle.",
    "It is a boat. I make no promise beyond that.",
    "Yes, but they were only practising.",
    "It is half open, which helps half of us.",
    "I thought we took turns.",
    "I was, and it was going well.",
    "Waves. One hundred and four. No, wait.",
];

const ENDS: [&str; 10] = [
    "...",
    "Let us do something else meanwhile.",
    "I brought soup.",
    "Then nobody is steering.",
    "We could knit.",
    "It came while you were asking.",
    "I shall put up a sign.",
    "Next time, we write.",
    "Somebody drew a door on the wall.",
    "And that was Tuesday.",
];

/// Returns the page of strip `number`.
pub(super) fn page(number: usize) -> String {
    layout(&title(number), &body(number))
}

/// Returns what stands below the title: the panels, and the links to the other strips.
pub(super) fn body(number: usize) -> String {
    let mut random = random(number);
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
    let question = pick(&mut random(number), &QUESTIONS).trim_end_matches('?');
    format!("No. {number}: {question}")
}

/// Returns one of `choices`, which must not be empty.
pub(crate) fn pick<'a>(random: &mut Rng, choices: &[&'a str]) -> &'a str {
    choices[random.usize(..choices.len())]
}

fn random(number: usize) -> Rng {
    Rng::with_seed(number as u64)
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
