//! `cargo workshop race --html`: one page that needs nothing else.

mod race_samples;

use std::collections::HashSet;
use std::fs;

use race_samples::{HOSTILE, c10k, file, hostile, page, ten_pages, workshop};
use serde_json::Value;

/// The page of a race, as text.
fn html(race: &Value, name: &str) -> String {
    fs::read_to_string(page(race, name)).unwrap()
}

/// What stands after each `mark`, up to the next `end`.
fn all<'a>(html: &'a str, mark: &str, end: &str) -> Vec<&'a str> {
    html.split(mark).skip(1).map(|rest| rest.split(end).next().unwrap_or_default()).collect()
}

#[test]
fn the_page_stands_beside_the_table() {
    let [json, html] = ["file.json", "file.html"].map(file);
    fs::write(&json, ten_pages().to_string()).unwrap();
    let output = workshop(&["race", "--from", json.to_str().unwrap(), "--html", html.to_str().unwrap()]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("one-by-one"));
    assert!(fs::read_to_string(html).unwrap().starts_with("<!DOCTYPE html><html lang=\"en\">"));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let (json, html) = (file("nowhere.json"), file("no/such/page.html"));
    fs::write(&json, ten_pages().to_string()).unwrap();
    let output = workshop(&["race", "--from", json.to_str().unwrap(), "--html", html.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("page.html"));
}

#[test]
fn the_page_needs_nothing_else() {
    for (race, name) in [(ten_pages(), "alone-ten-pages"), (c10k(), "alone-c10k")] {
        let page = html(&race, name);
        assert!(!page.contains("://") && !page.contains(" src=") && !page.contains("@import"));
        assert_eq!(page.matches("url(").count(), page.matches("url(#").count());
        assert!(page.contains("content=\"default-src 'none'; "));
    }
}

#[test]
fn every_link_and_every_shape_is_on_the_page() {
    for (race, name) in
        [(ten_pages(), "links-ten-pages"), (c10k(), "links-c10k"), (hostile(), "links-hostile")]
    {
        let page = html(&race, name);
        let ids = all(&page, " id=\"", "\"");
        let unique: HashSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "an id occurs twice");
        let links = all(&page, " href=\"", "\"");
        assert!(links.iter().all(|link| unique.contains(link.strip_prefix('#').unwrap_or("elsewhere"))));
    }
}

#[test]
fn every_picture_has_words() {
    let page = html(&ten_pages(), "words");
    let pictures = all(&page, "<svg class=\"", ">");
    let silent = |picture: &&&str| !picture.contains("role=\"img\" aria-label=\"");
    let silent: Vec<_> = pictures.iter().filter(silent).collect();
    // Samples, axes and shapes are no pictures, and a bar or a stretched part is inside of one.
    let inside = |picture: &str| {
        picture.starts_with('c') && picture.contains(" y=") || picture.starts_with("stretched")
    };
    assert!(
        silent.iter().all(|picture| picture.contains("aria-hidden=\"true\"") || inside(picture)),
        "{silent:?}"
    );
    assert_eq!(page.matches("<table").count(), page.matches("<caption").count());
    assert_eq!(page.matches("<th ").count(), page.matches(" scope=\"").count());
    assert!(!page.contains("<th>"));
}

#[test]
fn figures_of_many_legs_have_tables() {
    let page = html(&c10k(), "legs");
    let figures = all(&page, "<svg class=\"growth\"", "</figure>");
    assert_eq!(figures.len(), 3);
    assert!(figures.iter().all(|figure| figure.contains("<table") && figure.matches("<td").count() == 20));
}

#[test]
fn of_thousands_of_connections_some_are_drawn() {
    let page = html(&c10k(), "many");
    assert!(page.contains("requests: 200 of 10,000, evenly chosen"));
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
}

#[test]
fn all_contestants_are_on_one_time_axis() {
    let page = html(&ten_pages(), "axis");
    let captions = all(&page, "<span class=\"caption\">", ":");
    assert_eq!(captions, ["one-by-one", "threads", "async"]);
    let ends: HashSet<&str> = all(&page, "<svg class=\"stretched\"", " 10\"").into_iter().collect();
    assert_eq!(ends.len(), 1, "all have the same time axis: {ends:?}");
}

#[test]
fn what_a_race_contains_is_text() {
    let page = html(&hostile(), "escape");
    assert_eq!(page.matches("<script").count(), 0);
    assert!(!page.contains("<b onclick") && page.contains("&lt;/script&gt;&lt;script&gt;"));
    assert!(!page.contains(HOSTILE));
}

#[test]
fn what_is_not_known_or_makes_no_sense_does_no_harm() {
    let page = html(&hostile(), "senseless");
    assert!(page.contains("n/a") && page.contains("No contestant ran."));
    assert!(!page.contains("NaN") && !page.contains("inf\"") && !page.contains("infs"));
    let mut empty = ten_pages();
    empty["legs"] = serde_json::json!([]);
    assert!(html(&empty, "empty").contains("No leg was run."));
}

#[test]
fn a_leg_in_which_not_all_requests_were_open_at_once_is_marked() {
    let mut race = c10k();
    race["legs"][3]["entries"][1]["runs"][2]["most_open"] = 9837.into();
    let marked = "Not all 10,000 requests were open at once in every round: callbacks (9,837).";
    assert_eq!(all(&html(&race, "not-all"), "<p class=\"short\"><strong>", "</strong>"), [marked]);
}

#[test]
fn every_element_is_closed() {
    for (race, name) in [(ten_pages(), "closed-ten-pages"), (hostile(), "closed-hostile")] {
        let page = html(&race, name);
        let mut open = Vec::new();
        for tag in all(&page, "<", ">") {
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{open:?}"),
                None if ["!DOCTYPE", "meta", "br"].contains(&name_of(tag))
                    || open.last() == Some(&"style") => {}
                None => open.push(name_of(tag)),
            }
        }
        assert_eq!(open, Vec::<&str>::new());
    }
}

fn name_of(tag: &str) -> &str {
    tag.split(' ').next().unwrap_or_default()
}

#[test]
fn a_keyboard_gets_everywhere() {
    let page = html(&ten_pages(), "keyboard");
    assert!(page.contains("<a class=\"skip\" href=\"#results\">"));
    assert_eq!(page.matches("<h1>").count(), 1);
    let scrolled = all(&page, "<div class=\"scroll\"", ">");
    assert!(
        scrolled.iter().all(|region| region.starts_with(" role=\"region\" aria-label=\"")
            && region.ends_with("tabindex=\"0\""))
    );
}
