//! Answers over TLS: where they end, where they lead, and on which connections they come.

use futures_rustls::rustls::HandshakeKind;
use https_tests::authority::Authority;
use https_tests::crawled;
use https_tests::server::{End, Server};
use practice_site::{Answer, Site};

const HERE: &[&str] = &["127.0.0.1"];

fn page(body: &str) -> String {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    format!("{head}Content-Length: {}\r\n\r\n{body}", body.len())
}

/// A stream that ends without the end of TLS may have been cut by anything on the way.
#[test]
fn an_end_without_close_notify_is_the_end_only_where_the_length_is_known() {
    let authority = Authority::default();
    let until_end = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\nhi".to_owned();
    for (bytes, end, failure) in [
        (page("hi"), End::CutOff, None),
        (page("hi"), End::Closed, None),
        (until_end.clone(), End::Closed, None),
        (until_end, End::CutOff, Some("truncated")),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n".into(),
            End::CutOff,
            Some("truncated"),
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n".into(),
            End::Closed,
            Some("truncated"),
        ),
        ("HTTP/1.1 200 OK\r\nContent-Le".into(), End::CutOff, Some("closed")),
        (String::new(), End::CutOff, Some("closed")),
    ] {
        for version in [12, 13] {
            let answer = bytes.clone();
            let server =
                Server::start(authority.issue(HERE).config(&[version]), move |_| (answer.clone(), end));
            let report = crawled([server.url("/")], &authority.pem(), |_| {});
            let found = report.records[0].failure();
            assert_eq!(found.as_deref(), failure, "{bytes:?}, {end:?}, TLS {version}: {report:?}");
        }
    }
}

#[test]
fn a_connection_is_used_again_and_a_session_is_resumed() {
    let authority = Authority::default();
    let links: String = (0..10).map(|page| format!("<a href=/{page}>")).collect();
    for (end, connections) in [(End::Kept, 1), (End::Closed, 11)] {
        let links = links.clone();
        let answer = move |path: &str| (page(if path == "/" { &links } else { "hi" }), end);
        let server = Server::start(authority.issue(HERE).config(&[12, 13]), answer);
        let report = crawled([server.url("/")], &authority.pem(), |options| options.max_tasks = 1);
        assert_eq!(report.summary().pages, 11, "{report:?}");
        let handshakes = server.seen().handshakes;
        assert_eq!(handshakes.len(), connections, "{end:?}");
        assert_eq!(handshakes[0], Some(HandshakeKind::Full));
        let resumed = |kind: &Option<HandshakeKind>| *kind == Some(HandshakeKind::Resumed);
        assert!(handshakes[1..].iter().all(resumed), "{handshakes:?}");
    }
}

#[test]
fn redirects_lead_from_http_to_https_and_back() {
    let authority = Authority::default();
    let plain = Site::builder().page("/back", Answer::links(["/end"])).page("/end", Answer::links([""; 0]));
    let plain = plain.content(|_| None).start().expect("it starts");
    let back = plain.url("/back");
    let secure = Server::start(authority.issue(HERE).config(&[13]), move |path| match path {
        "/there" => (format!("HTTP/1.1 301 x\r\nLocation: {back}\r\nContent-Length: 0\r\n\r\n"), End::Kept),
        _ => (page("<a href=/there>"), End::Kept),
    });
    // The two have ports of their own, so each is a root.
    let report = crawled([secure.url("/"), plain.url("/end")], &authority.pem(), |_| {});
    let fetched: Vec<_> = report.records.iter().map(|record| (record.url.as_str(), record.status)).collect();
    let [root, there] = [secure.url("/"), secure.url("/there")];
    let [back, end] = [plain.url("/back"), plain.url("/end")];
    let expected = [(&back, 200), (&end, 200), (&root, 200), (&there, 301)];
    assert_eq!(fetched, expected.map(|(url, status)| (url.as_str(), Some(status))), "{report:?}");
    assert_eq!(report.summary().skipped_https, 0);
}

#[test]
fn a_guess_falls_back_to_http_if_https_gives_no_answer() {
    let site = Site::builder().page("/", Answer::links(["/a"])).page("/a", Answer::links([""; 0]));
    let site = site.start().expect("it starts");
    let mut guess = site.url("/");
    guess.set_scheme("https").expect("a special scheme");
    for obey_robots in [false, true] {
        let report = crawled([guess.clone()], "", |options| {
            options.guessed = vec![guess.clone()];
            options.obey_robots = obey_robots;
            options.max_pages = Some(2);
        });
        let fetched: Vec<_> =
            report.records.iter().map(|record| (record.url.as_str(), record.status)).collect();
        let [root, a] = [site.url("/"), site.url("/a")];
        assert_eq!(fetched, [(root.as_str(), Some(200)), (a.as_str(), Some(200))], "{report:?}");
        assert_eq!((report.fell_back.len(), report.unfinished), (1, 0), "{report:?}");
        assert!(report.has_root());
    }
}
