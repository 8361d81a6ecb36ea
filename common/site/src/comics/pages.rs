//! The pages around the strips, and the frame that all pages share.

use super::{STRIPS, strip};

/// Returns a whole page: `body` in the frame that all pages share.
pub(super) fn layout(title: &str, body: &str) -> String {
    include_str!("layout.html").replace("{title}", title).replace("{body}", body)
}

/// Returns the page of strip `number`.
pub(super) fn strip(number: usize) -> String {
    layout(&strip::title(number), &strip::body(number))
}

pub(super) fn front() -> String {
    let newest = strip::body(STRIPS);
    let title = strip::title(STRIPS);
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
        list += &format!("<li><a href=\"/strip/{number}\">{}</a>\n", strip::title(number));
    }
    layout("Archive", &(list + "</ul>\n"))
}
