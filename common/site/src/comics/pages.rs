//! The pages of the archive: strips, put together from a few sentences, what is around them, and the frame of all.

use std::sync::LazyLock;

use fastrand::Rng;

/// How many strips the archive has. With the pages around them, it has about 120 pages.
pub(super) const STRIPS: usize = 110;

/// Sentences, one a line.
type Lines = LazyLock<Vec<&'static str>>;

static SCENES: Lines = LazyLock::new(|| include_str!("scenes.txt").lines().collect());
pub(crate) static QUESTIONS: Lines = LazyLock::new(|| include_str!("questions.txt").lines().collect());
pub(crate) static RETORTS: Lines = LazyLock::new(|| include_str!("retorts.txt").lines().collect());
static PUNCHLINES: Lines = LazyLock::new(|| include_str!("punchlines.txt").lines().collect());

/// Returns a whole page: `body` in the frame that all pages share.
pub(super) fn layout(title: &str, body: &str) -> String {
    include_str!("layout.html").replace("{title}", title).replace("{body}", body)
}

/// Returns the page of strip `number`.
pub(super) fn strip(number: usize) -> String {
    layout(&title(number), &body(number))
}

pub(super) fn front() -> String {
    let newest = body(STRIPS);
    let title = title(STRIPS);
    let body = format!(
        "<h2><a href=\"/latest\">{title}</a></h2>\n{newest}\
         <p>New here? Begin with <a href=\"/first\">the first strip</a>, or with\n\
         <a href=\"/best\">the one everybody sends around</a>.\n"
    );
    layout("Today's strip", &body)
}

pub(super) fn archive() -> String {
    let mut list = String::from("<ul class=archive>\n");
    for number in 1..=STRIPS {
        list += &format!("<li><a href=\"/strip/{number}\">{}</a>\n", title(number));
    }
    layout("Archive", &(list + "</ul>\n"))
}

/// Returns what stands below the title of a strip: three panels, and the links to the other strips.
fn body(number: usize) -> String {
    let mut random = Rng::with_seed(number as u64);
    // Pick the question first: `title` picks it with the same seed.
    let question = pick(&mut random, &QUESTIONS);
    let (scene, retort, punchline) =
        (pick(&mut random, &SCENES), pick(&mut random, &RETORTS), pick(&mut random, &PUNCHLINES));
    let navigation = navigation(number, &mut random);
    // Every archive has some broken links.
    let comments = match number % 40 {
        13 => format!("<p><a href=\"/strip/{number}/comments\">Read the comments</a>\n"),
        _ => String::new(),
    };
    format!(
        "<div class=strip>\n\
         <p><em>{scene}.</em><br><b>Ping:</b> {question}\n\
         <p><b>Poll:</b> {retort}\n\
         <p><b>Ping:</b> {punchline}\n\
         </div>\n{navigation}{comments}"
    )
}

/// Returns the title of strip `number`.
fn title(number: usize) -> String {
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
