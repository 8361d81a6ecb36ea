//! How fast answers are decoded, and how fast links are found in them.
//!
//!     cargo bench -p common

use std::hint::black_box;
use std::time::{Duration, Instant};

use common::Decoder;
use common::fetch::http::ContentType;
use common::page::links::links;
use url::Url;

/// The bytes of one read.
const READ: usize = 64 << 10;

fn main() {
    // Text with a link in each paragraph.
    let text = "Some words &amp; more of them, as they stand between one link and the next. ".repeat(4);
    let paragraph = |n| {
        format!("<p class=\"text\" id=\"p{n}\">{text}<a class=\"to\" href=\"{n}.html#top\">here</a></p>\n")
    };
    let page = (0..300).map(paragraph).collect::<String>().repeat(64).into_bytes();
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", page.len());
    let answer = [head.as_bytes(), &page].concat();
    time("decode: with a length", &page, || decode(&answer));
    for size in [16, 1 << 10, 64 << 10] {
        let chunk = |bytes: &[u8]| [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
        let body: Vec<_> = page.chunks(size).flat_map(chunk).collect();
        let answer =
            [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", &*body, b"0\r\n\r\n"].concat();
        time(&format!("decode: in chunks of {size}"), &page, || decode(&answer));
    }
    let url = Url::parse("http://site.example/library/page.html").expect("it is a URL");
    let html = ContentType::parse("text/html").expect("it is a type");
    time("find links", &page, || drop(black_box(links(&page, &url, &html))));
}

/// Prints the rate of the fastest run of `work` in two seconds: what disturbs a run only makes it slower.
fn time(name: &str, page: &[u8], work: impl Fn()) {
    let (start, mut fastest) = (Instant::now(), Duration::MAX);
    while start.elapsed() < Duration::from_secs(2) {
        let start = Instant::now();
        work();
        fastest = fastest.min(start.elapsed());
    }
    println!("{name:28} {fastest:>10.2?} {:>8.0} MB/s", page.len() as f64 / 1e6 / fastest.as_secs_f64());
}

fn decode(answer: &[u8]) {
    let mut decoder = Decoder::new(answer.len());
    let mut reads = answer.chunks(READ);
    let response = reads.find_map(|bytes| decoder.decode(bytes).expect("the answer is good"));
    black_box(response.expect("it is complete"));
}
