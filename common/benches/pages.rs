//! How fast answers are decoded, and how fast links are found in them.
//!
//!     cargo bench -p common

use std::hint::black_box;
use std::time::{Duration, Instant};

use common::Decoder;
use common::fetch::http::ContentType;
use common::page::links::links;
use url::Url;

/// Roughly the time for one line.
const ENOUGH: Duration = Duration::from_secs(2);

/// The bytes of one read.
const READ: usize = 64 << 10;

fn main() {
    let page = page().repeat(64);
    let length = page.len();
    for (name, header) in
        [("until the end", String::new()), ("with a length", format!("Content-Length: {length}\r\n"))]
    {
        let answer = answer(&header, &page);
        time(&format!("decode: {name}"), length, || decode(&answer));
    }
    for size in [16, 1 << 10, 64 << 10] {
        let chunk = |bytes: &[u8]| [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
        let body = [page.chunks(size).flat_map(chunk).collect(), b"0\r\n\r\n".to_vec()].concat();
        let answer = answer("Transfer-Encoding: chunked\r\n", &body);
        time(&format!("decode: in chunks of {size}"), length, || decode(&answer));
    }
    let url = Url::parse("http://site.example/library/page.html").expect("it is a URL");
    let html = ContentType::parse("text/html").expect("it is a type");
    time("find links", length, || drop(black_box(links(&page, &url, &html))));
}

/// Prints the rate of the fastest run of `work` over so many bytes: what disturbs a run only makes it slower.
fn time(name: &str, bytes: usize, work: impl Fn()) {
    let run = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let start = Instant::now();
    let mut fastest = run();
    while start.elapsed() < ENOUGH {
        fastest = fastest.min(run());
    }
    println!("{name:28} {fastest:>10.2?} {:>8.0} MB/s", bytes as f64 / 1e6 / fastest.as_secs_f64());
}

/// A page of text with a link in each paragraph.
fn page() -> Vec<u8> {
    let text = "Some words &amp; more of them, as they stand between one link and the next. ".repeat(4);
    let paragraph = |n| {
        format!("<p class=\"text\" id=\"p{n}\">{text}<a class=\"to\" href=\"{n}.html#top\">here</a></p>\n")
    };
    (0..300).map(paragraph).collect::<String>().into_bytes()
}

fn answer(headers: &str, body: &[u8]) -> Vec<u8> {
    [format!("HTTP/1.1 200 OK\r\n{headers}\r\n").as_bytes(), body].concat()
}

fn decode(answer: &[u8]) {
    let mut decoder = Decoder::new(answer.len());
    for bytes in answer.chunks(READ).chain([&[][..]]) {
        if black_box(decoder.decode(bytes).expect("the answer is good")).is_some() {
            return;
        }
    }
}
