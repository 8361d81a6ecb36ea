//! Scale: long, wide and many.

use std::process::Command;
use std::time::Duration;

use common::fetch::resolve::Resolver;
use practice_site::Answer;

use super::program::Program;
use super::tools::{defaults, kind, named, page, refusing, site_linking_to, start};
use super::{Site, Stage};

fn numbered(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|n| format!("/{n}"))
}

pub(super) fn a_chain_of_3000_pages(stage: &Stage) {
    let next = |path: &str| path[1..].parse::<u32>().unwrap_or(0) + 1;
    let link = move |path: &str| (next(path) < 3000).then(|| format!("/{}", next(path)));
    let site = start(Site::builder().content(move |path| Some(Answer::links(link(path)))));
    let report = stage.crawl(&site, defaults);
    assert_eq!(report.summary().pages, 3000);
    assert_eq!(site.requests(), 3000);
}

/// All 500 requests are open before the first is answered, or as many as the strategy can have.
pub(super) fn two_thousand_pages_at_500_at_once(stage: &Stage) {
    let at_once = stage.at_once(500);
    let site = start(Site::builder().content(|_| Some(page())).gate(at_once));
    let report = stage.crawl(&site, |options| {
        options.roots = numbered(2000).map(|path| site.url(&path)).collect();
        options.max_tasks = at_once;
    });
    assert_eq!(report.summary().pages, 2000);
    assert_eq!(site.most_open(), at_once);
    assert_eq!(site.requests(), 2000);
}

/// What fails at once leads straight to the next one: that must not go ever deeper into the stack.
pub(super) fn three_thousand_links_to_nobody(stage: &Stage) {
    let site =
        site_linking_to(|site| numbered(3000).map(|path| named(site, "nobody.site.test", &path)).collect());
    let (_socket, nobody) = refusing();
    let address = site.address();
    let report = stage.crawl(&site, |options| {
        options.roots = vec![named(&site, "site.test", "/")];
        options.resolver =
            Resolver::new(move |host, _| Ok(vec![if host == "site.test" { address } else { nobody }]));
        options.lenient = true;
        options.max_tries = 1;
    });
    let refused = report.records.iter().filter(|record| kind(record) == "connect").count();
    assert_eq!(refused, 3000);
}

pub(super) fn three_thousand_links_to_unknown_hosts(stage: &Stage) {
    let site =
        site_linking_to(|site| (0..3000).map(|n| named(site, &format!("host-{n}.site.test"), "/")).collect());
    let address = site.address();
    let report = stage.crawl(&site, |options| {
        options.roots = vec![named(&site, "site.test", "/")];
        options.resolver = Resolver::new(move |host, _| match host {
            "site.test" => Ok(vec![address]),
            _ => Err(std::io::Error::other("no such host")),
        });
        options.lenient = true;
        options.max_tries = 1;
    });
    let unknown = report.records.iter().filter(|record| kind(record) == "dns").count();
    assert_eq!(unknown, 3000);
}

pub(super) fn three_thousand_broken_links(stage: &Stage) {
    let site = start(Site::builder().page("/", Answer::links(numbered(3000))));
    let report = stage.crawl(&site, |options| options.max_tasks = 50);
    assert_eq!(report.summary().errors, 3000);
    assert_eq!(site.requests(), 3001);
}

/// With 40 descriptors, there is no way to have 100 connections: who gets none waits, and that is no try.
#[cfg_attr(not(unix), expect(unused_variables, reason = "what limits descriptors is Unix' own"))]
pub(super) fn few_descriptors_lose_no_page(stage: &Stage) {
    #[cfg(unix)]
    {
        let latency = Duration::from_millis(20);
        let site = start(
            Site::builder()
                .page("/", Answer::links(numbered(200)))
                .content(|_| Some(page()))
                .latency(latency),
        );
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -n 40 && exec \"$@\"", "sh", stage.program]).args(stage.arguments);
        command.args(["--max-tasks=100", "--max-tries=1", "--format=json", site.url("/").as_str()]);
        let ended = Program::start(command, &site).finish();
        let summary = &ended.json()["summary"];
        assert_eq!(
            (summary["pages"].as_u64(), summary["errors"].as_u64()),
            (Some(201), Some(0)),
            "{summary}"
        );
        assert_eq!(ended.code, Some(0));
    }
}
