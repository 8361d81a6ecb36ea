//! What a finished fetch means.

use std::sync::Arc;
use std::time::Duration;

use common::fetch::http::ContentType;
use common::{Frontier, Outcome, Record, Response, Services, Target};
use common_fuzz::offline;
use common_fuzz::offline::{OnAnswer, answer, options, redirect, url};

/// Settles the outcome of a root. Returns its record, and the paths of the new targets.
fn settled(outcome: impl FnOnce(&Target) -> Outcome) -> (Record, Vec<String>) {
    let mut frontier = Frontier::new(&options(&["/"]));
    let root = frontier.roots().remove(0);
    let outcome = outcome(&root);
    let new = frontier.settle(root, outcome);
    let record = frontier.finish().records.remove(0);
    let path = |target: Target| target.url.as_str().replacen("http://site.example", "", 1);
    (record, new.into_iter().map(path).collect())
}

/// Settles a root that is answered with `response`.
fn of(response: Response) -> (Record, Vec<String>) {
    settled(|target| offline::outcome(target, response, &options(&["/"])))
}

fn typed(content_type: &str, status: u16) -> Response {
    Response { content_type: ContentType::parse(content_type), ..answer(status, "<a href=/a>") }
}

#[test]
fn a_page_is_recorded_as_it_was_answered() {
    let elapsed = Duration::from_millis(70);
    let (record, _) = of(Response { tries: 3, elapsed, ..typed("text/HTML;charset=Latin1", 200) });
    assert_eq!((record.status, record.size, record.tries, record.elapsed), (Some(200), 11, 3, elapsed));
    assert_eq!(record.content_type.as_deref(), Some("text/HTML"));
    assert_eq!(record.encoding.as_deref(), Some("latin1"));
    assert!(record.error.is_none() && record.next_url.is_none());
    let (record, _) = of(answer(200, "<p><a href=/a>"));
    assert_eq!((record.content_type, record.encoding), (None, None));
    assert_eq!(of(typed("text/html", 200)).0.encoding.as_deref(), Some("utf-8"));
}

/// As browsers sniff it (WHATWG MIME Sniffing, section 7.1).
#[test]
fn a_page_without_a_type_that_begins_as_html_does_has_links() {
    for start in ["<!doctype HTML ", "\t\n\x0c\r <HEAD >", "<a href=x>", "<br>", "<!-- -->", "<!-->"] {
        let (_, new) = of(answer(200, format!("{start}--><a href=/a>")));
        assert_eq!(new.last().map(String::as_str), Some("/a"), "{start}");
    }
    for start in ["x", "<x>", "<html/>", "<html", "<!doctype>", "<!--x>", "\u{feff}<html>", "\0<html>"] {
        assert_eq!(of(answer(200, format!("{start}\n<a href=/a>"))).1, [""; 0], "{start}");
    }
    assert_eq!(of(answer(404, "<p><a href=/a>")).1, [""; 0]);
}

#[test]
fn only_a_success_with_markup_has_links() {
    for content_type in [
        "text/html",
        "Text/HTML",
        "application/xhtml+xml",
        "application/xml; x=y",
        "text/xml",
        "image/svg+xml",
        "Application/Atom+XML; charset=utf-8",
        "application/rss+xml;x",
        "x/+xml",
    ] {
        let links = [200, 201, 206, 404, 302].map(|status| of(typed(content_type, status)).1.len());
        assert_eq!(links, [1, 1, 1, 0, 0], "{content_type}");
    }
    for content_type in ["text/plain", "text/xsl", "image/svg", "image/svg+xml+zip", "image/xml", "x+xml"] {
        assert_eq!(of(typed(content_type, 200)).1, [""; 0], "{content_type}");
    }
}

#[test]
fn a_redirect_leads_to_its_location() {
    for status in [300, 301, 302, 303, 307, 308] {
        let (record, new) = of(Response { status, ..redirect("a?b#c") });
        assert_eq!(record.next_url.as_deref(), Some(&url("/a?b")), "{status}");
        assert_eq!(new, ["/a?b"], "{status}");
    }
    for status in [200, 201, 304, 305, 306, 399, 404] {
        let (record, new) = of(Response { status, ..redirect("/a") });
        assert_eq!((record.next_url, new), (None, vec![]), "{status}");
    }
    // rust-url 1140: a caret is encoded in a path alone.
    assert_eq!(of(redirect("/a^b?c^d#e^f")).1, ["/a%5Eb?c^d"]);
    let location = redirect(" /a b\tc\u{fc}%C3%BC%zz|\"");
    assert_eq!(of(location).1, ["/a%20bc%C3%BC%C3%BC%zz|%22"], "it is percent-encoded where it must be");
    let content_type = ContentType::parse("text/html");
    let (record, new) = of(Response { content_type, body: "<a href=/a>".into(), ..redirect("/b") });
    assert_eq!((record.links, new.len()), (0, 1), "it has no links");
}

#[test]
fn a_page_whose_hook_panics_is_recorded_with_its_tries_its_time_and_the_message() {
    let mut services = Services::new(options(&["/"]));
    services.door.add(Arc::new(OnAnswer(|_: &Target, _: &Response| panic!("the hook fails"))));
    let response = Response { tries: 3, elapsed: Duration::from_secs(2), ..Response::default() };
    let (record, _) = settled(|target| services.outcome(target, Ok(response)));
    assert_eq!((record.tries, record.elapsed), (3, Duration::from_secs(2)));
    assert_eq!(record.failure().as_deref(), Some("panic"));
    assert_eq!(record.error.unwrap().cause.to_string(), "panicked: the hook fails");
}
