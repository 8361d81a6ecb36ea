//! Reports: that of each worker is that of one process.

use practice_site::{Answer, Site};

use crate::tools::{Redis, Worker, alone, count};

/// Starts a site with what a crawl may meet: chains of redirects that meet, errors, a robots.txt, and pages that it forbids.
fn site() -> Site {
    let links: Vec<_> = (0..40).map(|page| format!("/page/{page}")).collect();
    let more =
        ["/chain/0", "/chain/7", "/loop", "/missing", "/broken", "/private/1", "/moved"].map(str::to_owned);
    let robots = Answer::body("text/plain", "User-agent: *\nDisallow: /private\nCrawl-delay: 0");
    Site::builder()
        .page("/", Answer::links(links.iter().chain(&more)))
        .page("/robots.txt", Answer::redirect(301, "/rules"))
        .page("/rules", robots)
        .page("/loop", Answer::redirect(302, "/loop"))
        .page("/moved", Answer::redirect(302, "/private/2"))
        .page("/broken", Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: many\r\n\r\n"))
        .content(|path| {
            let (kind, number) = path[1..].split_once('/')?;
            let number: usize = number.parse().ok()?;
            let links = (1..8).map(|by| format!("/page/{}", (number * 7 + by) % 250));
            match kind {
                // It is longer than a crawl follows, but its middle is linked to.
                "chain" if number < 20 => Some(Answer::redirect(302, &format!("/chain/{}", number + 1))),
                "page" if number < 200 => Some(Answer::links(links)),
                "chain" | "private" => Some(Answer::html("the end")),
                _ => None,
            }
        })
        .start()
        .unwrap()
}

#[test]
fn one_three_and_eight_workers_give_the_report_of_one_process() {
    let (redis, site) = (Redis::start(), site());
    let crawls: [&[&str]; 3] = [&[], &["--obey-robots"], &["--check", "--fragments", "--max-redirects=3"]];
    for (crawl, options) in crawls.into_iter().enumerate() {
        let before = site.requests();
        let expected = alone(&site, options);
        let one_fetches = site.requests() - before;
        assert!(count(&expected) > 200, "{expected:#}");
        for workers in [1, 3, 8] {
            let name = format!("--name={crawl} by {workers}");
            let before = site.requests();
            let start =
                |_| Worker::start(&redis, &site, &[options, &[name.as_str(), "--max-tasks=4"]].concat());
            let workers: Vec<_> = (0..workers).map(start).collect();
            for worker in workers {
                assert_eq!(worker.finish().report(), expected, "{name}");
            }
            let fetched = site.requests() - before;
            assert!(fetched <= one_fetches, "{fetched} requests, and one process makes {one_fetches}");
            let late = start(0).finish();
            assert_eq!((late.report() == expected, site.requests()), (true, before + fetched), "{late:?}");
            let says = format!("the crawl `{}` ended at 20", &name["--name=".len()..]);
            assert!(late.stderr.contains(&says), "{late:?}");
        }
    }
}

/// Each try is a job, and the message of the last one has its number.
#[test]
fn a_page_that_fails_in_each_try_is_reported_as_by_one_process() {
    let (redis, site) = (Redis::start(), Site::builder().page("/", Answer::raw("")).start().unwrap());
    let expected = alone(&site, &[]);
    assert_eq!(expected["records"][0]["tries"], 4, "{expected:#}");
    assert_eq!(Worker::start(&redis, &site, &[]).finish().report(), expected);
}
