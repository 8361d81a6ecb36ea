//! The size of a robots.txt and the work for it are bounded, however many rules it has.

use std::time::{Duration, Instant};

use common::Decoder;
use common::fetch::http::Needs;
use common_fuzz::offline;
use web::robots::MAX_ROBOTS_TXT;

/// Longer than this means: hung.
const HUNG: Duration = Duration::from_secs(60);

/// Returns a robots.txt of at most 490 KiB with a line for each of the first `most` numbers.
fn robots_txt(most: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = "User-agent: *\n".to_owned();
    for line in (0..most).map(line) {
        if text.len() + line.len() > 490 << 10 {
            break;
        }
        text += &(line + "\n");
    }
    text
}

/// Returns how many of `count` URLs this robots.txt allows.
fn allowed(count: usize, robots_txt: String) -> usize {
    let urls: Vec<_> = (0..count).map(|number| format!("/{}/{number}", "a".repeat(100))).collect();
    offline::allowed(robots_txt, &urls.iter().map(String::as_str).collect::<Vec<_>>()).len()
}

#[test]
fn the_largest_robots_txt_judges_hundreds_of_urls_at_once() {
    let page = "a".repeat(100);
    for (line, expected) in [
        (&(|number| format!("Disallow: /*a*b{number}")) as &dyn Fn(usize) -> String, 0),
        (&|number| format!("Disallow: /b{number}*"), 500),
        (&|number| format!("Disallow: /b{number}"), 500),
        (&|number| format!("Disallow: /{page}/{}$", number % 400), 100),
        (&|number| format!("Disallow: /{}b", "a".repeat(number)), 500),
        (&|number| format!("Disallow: /{}b", "a*".repeat(number)), 0),
        (&|_| format!("Disallow: /{}b", "*".repeat(480 << 10)), 0),
        (&|_| format!("Disallow: /*x{page}"), 500),
    ] {
        let started = Instant::now();
        assert_eq!(allowed(500, robots_txt(usize::MAX, line)), expected, "{:.40}", line(7));
        assert!(started.elapsed() < HUNG, "{:.40}: {:?}", line(7), started.elapsed());
    }
}

/// Only rules whose text before the wildcard matches need a search.
#[test]
fn a_url_that_needs_more_than_a_thousand_searches_is_not_allowed() {
    let anywhere = |number| format!("Disallow: /*b{number}");
    assert_eq!(allowed(1, robots_txt(1000, anywhere)), 1);
    assert_eq!(allowed(1, robots_txt(1001, anywhere)), 0);
    assert_eq!(allowed(1, robots_txt(5000, |number| format!("Disallow: /b/*b{number}"))), 1);
}

/// A line that the limit cuts does not count: `Allow: /a/b` might become `Allow: /`.
#[test]
fn the_first_500_kib_count() {
    let start = "User-agent: *\nDisallow: /a\n";
    let comment = |size: usize| format!("#{}\n", "#".repeat(size - 2));
    let [short, long] = [100, MAX_ROBOTS_TXT].map(|size| format!("{start}{}Disallow: /b", comment(size)));
    assert_eq!(offline::allowed(short, &["/a", "/b"]), [""; 0]);
    assert_eq!(offline::allowed(long, &["/a", "/b"]), ["/b"]);
    let cut = format!("{start}{}Allow: /a/b", comment(MAX_ROBOTS_TXT - start.len() - 8));
    assert_eq!(offline::allowed(cut, &["/a", "/b"]), ["/b"]);
}

#[test]
fn a_longer_file_is_cut_and_its_end_is_not_awaited() {
    let head = "HTTP/1.0 200 OK\r\nContent-Length: 99999999999\r\n\r\n";
    let answer = format!("{head}{}", "#".repeat(MAX_ROBOTS_TXT + 2));
    let response =
        Decoder::of(Needs::Start(MAX_ROBOTS_TXT + 1), 0).decode(answer.as_bytes()).expect("an answer");
    assert!(response.is_some_and(|response| response.body.len() > MAX_ROBOTS_TXT));
}
