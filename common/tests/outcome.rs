//! What a finished fetch means.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::crawl::options::Hook;
use common::fetch::http::ContentType;
use common::{Cause, FetchError, Frontier, Options, Outcome, Phase, Record, Response, Target};
use url::Url;

mod web;

use web::{answer, options, page, redirect, url};

/// Settles the outcome of a root. Returns its record, and the URLs of the new targets.
fn settled(outcome: impl FnOnce(&Target) -> Outcome) -> (Record, Vec<String>) {
    let mut frontier = Frontier::new(&options(&["/"]));
    let root = frontier.roots().remove(0);
    let outcome = outcome(&root);
    let new = frontier.settle(root, outcome);
    let record = frontier.into_report().records.remove(0);
    (record, new.into_iter().map(|target| target.url.to_string()).collect())
}

/// Settles a root that is answered with `response`.
fn of(response: Response) -> (Record, Vec<String>) {
    settled(|target| web::outcome(target, response, &options(&["/"])))
}

fn typed(content_type: &str, status: u16) -> Response {
    Response { content_type: ContentType::parse(content_type), ..answer(status, "<a href=/a>") }
}

#[test]
fn a_page_is_recorded_as_it_was_answered() {
    let response =
        Response { tries: 3, elapsed: Duration::from_millis(70), ..typed("text/HTML;charset=Latin1", 200) };
    let (record, _) = of(response);
    assert_eq!((record.status, record.size, record.tries), (Some(200), 11, 3));
    assert_eq!(record.elapsed, Duration::from_millis(70));
    assert_eq!(record.content_type.as_deref(), Some("text/HTML"));
    assert_eq!(record.encoding.as_deref(), Some("latin1"));
    assert!(record.error.is_none() && record.next_url.is_none());
}

#[test]
fn an_answer_without_a_type_has_no_encoding() {
    for body in ["<p><a href=/a>", "<x><a href=/a>"] {
        let (record, _) = of(answer(200, body));
        assert_eq!((record.content_type, record.encoding), (None, None), "{body}");
    }
}

#[test]
fn a_page_without_a_charset_in_its_type_is_recorded_as_utf_8() {
    let body = "<meta charset=windows-1251><a href=/a>";
    let (record, _) = of(Response { content_type: ContentType::parse("text/html"), ..answer(200, body) });
    assert_eq!(record.encoding.as_deref(), Some("utf-8"));
}

/// As browsers sniff it (WHATWG MIME Sniffing, section 7.1).
#[test]
fn a_page_without_a_type_that_begins_as_html_does_has_links() {
    for start in [
        "<!DOCTYPE html>",
        "<!doctype HTML ",
        "<html>",
        "\t\n\x0c\r <HEAD >",
        "<script>",
        "<iframe>",
        "<h1>",
        "<div>",
        "<font >",
        "<table>",
        "<a href=x>",
        "<style>",
        "<title>",
        "<b>",
        "<body>",
        "<br>",
        "<p>",
        "<!-- -->",
        "<!-->",
    ] {
        let (_, new) = of(answer(200, format!("{start}</script></iframe></style></title>--><a href=/a>")));
        assert_eq!(new.last().map(String::as_str), Some("http://site.example/a"), "{start}");
    }
    for start in [
        "x",
        "<x>",
        "<html/>",
        "<html",
        "<!doctype html",
        "<!doctype>",
        "<pre>",
        "<h2>",
        "<br/>",
        "<!--x>",
        "\u{feff}<html>",
        "<?xml?>",
        "%PDF-<html>",
        "\0<html>",
    ] {
        assert_eq!(of(answer(200, format!("{start}\n<a href=/a>"))).1, [""; 0], "{start}");
    }
    assert_eq!(of(answer(404, "<p><a href=/a>")).1, [""; 0]);
}

#[test]
fn a_page_leads_to_its_distinct_links_in_scope() {
    let (record, new) = of(page(&["/a", "/b#c", "/b", "http://else.example/", "mailto:a@b", "/"]));
    assert_eq!(new, ["http://site.example/a", "http://site.example/b"]);
    assert_eq!((record.links, record.new_links), (3, 2));
}

#[test]
fn only_a_success_with_markup_has_links() {
    for (content_type, status, links) in [
        ("text/html", 200, 1),
        ("application/xhtml+xml", 200, 1),
        ("application/xml", 200, 1),
        ("text/xml", 200, 1),
        ("text/plain", 200, 0),
        ("application/pdf", 200, 0),
        ("text/html", 201, 1),
        ("text/html", 203, 1),
        ("text/html", 206, 1),
        ("text/plain", 203, 0),
        ("text/html", 404, 0),
        ("text/html", 500, 0),
        ("text/html", 302, 0),
    ] {
        assert_eq!(of(typed(content_type, status)).1.len(), links, "{status} {content_type}");
    }
}

#[test]
fn a_redirect_leads_to_its_location() {
    for status in [300, 301, 302, 303, 307, 308] {
        let (record, new) = of(Response { status, ..redirect("a?b#c") });
        assert_eq!(record.next_url.as_deref(), Some(&url("/a?b")), "{status}");
        assert_eq!(new, ["http://site.example/a?b"], "{status}");
    }
}

#[test]
fn a_location_is_percent_encoded_where_it_must_be() {
    assert_eq!(
        of(redirect(" /a b\tc\u{fc}%C3%BC%zz|\"")).1,
        ["http://site.example/a%20bc%C3%BC%C3%BC%zz|%22"]
    );
}

#[test]
fn a_location_with_another_status_leads_nowhere() {
    for status in [200, 201, 304, 305, 306, 399, 404] {
        let (record, new) = of(Response { status, ..redirect("/a") });
        assert_eq!((record.next_url, new), (None, vec![]), "{status}");
    }
}

#[test]
fn a_redirect_has_no_links() {
    let (record, new) = of(Response { content_type: ContentType::parse("text/html"), ..redirect("/b") });
    assert_eq!((record.links, new.len()), (0, 1));
}

#[test]
fn a_redirect_without_a_usable_location_does_not_count() {
    assert!(!of(answer(302, "")).0.is_redirect());
    assert!(!of(redirect("http://[/")).0.is_redirect());
    assert!(!of(redirect(&format!("/{}", "x".repeat(8000)))).0.is_redirect());
}

#[test]
fn a_redirect_out_of_scope_is_recorded_and_not_followed() {
    let (record, new) = of(redirect("http://else.example/"));
    assert_eq!((record.next_url.as_deref(), new), (Some(&url("http://else.example/")), vec![]));
}

#[test]
fn a_redirect_to_https_is_counted_and_not_followed() {
    let options = options(&["/"]);
    let mut frontier = Frontier::new(&options);
    let root = frontier.roots().remove(0);
    let outcome = web::outcome(&root, redirect("https://site.example/"), &options);
    assert_eq!(frontier.settle(root, outcome), []);
    assert_eq!(frontier.into_report().skipped_https.count, 1);
}

#[test]
fn a_failure_is_recorded_with_its_error() {
    let (record, new) = settled(|target| {
        let error = FetchError::new(&target.url, Phase::Reading, 2, Duration::from_secs(1), Cause::Closed);
        Outcome::of(target, Err(error), &options(&["/"]))
    });
    assert_eq!((record.failure().as_deref(), record.status, record.tries), (Some("closed"), None, 2));
    assert_eq!((record.elapsed, new.len()), (Duration::from_secs(1), 0));
}

#[test]
fn a_panic_is_recorded_with_its_message() {
    let message = |payload: Box<dyn std::any::Any + Send>| {
        let (record, _) = settled(|target| Outcome::panicked(target, payload.as_ref(), &options(&["/"])));
        assert_eq!(record.failure().as_deref(), Some("panic"));
        record.error.unwrap().cause.to_string()
    };
    assert_eq!(message(Box::new("a literal")), "panicked: a literal");
    assert_eq!(message(Box::new(String::from("a string"))), "panicked: a string");
    assert_eq!(message(Box::new(1)), "panicked: no message");
}

#[test]
fn a_page_whose_hook_panics_keeps_its_tries_and_time() {
    let hook = Hook::new(|_, _| panic!("the hook fails"));
    let options = Options { on_response: Some(hook), ..options(&["/"]) };
    let response = Response { tries: 3, elapsed: Duration::from_secs(2), ..Response::default() };
    let (record, _) = settled(|target| Outcome::of(target, Ok(response), &options));
    assert_eq!((record.tries, record.elapsed), (3, Duration::from_secs(2)));
}

#[test]
fn the_hook_is_called_for_each_response_and_no_failure() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sees = Arc::clone(&seen);
    let hook = Hook::new(move |url: &Url, response: &Response| {
        sees.lock().unwrap().push((url.to_string(), response.status));
    });
    let options = Options { on_response: Some(hook), ..options(&["/"]) };
    settled(|target| web::outcome(target, answer(404, ""), &options));
    settled(|target| {
        let error = FetchError::new(&target.url, Phase::Reading, 1, Duration::ZERO, Cause::Closed);
        Outcome::of(target, Err(error), &options)
    });
    assert_eq!(*seen.lock().unwrap(), [("http://site.example/".to_owned(), 404)]);
}
