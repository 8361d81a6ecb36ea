//! Which lines of a robots.txt are for this crawler (RFC 9309).

use std::time::{Duration, Instant};

use common::{Job, Options};
use common_fuzz::offline::{allowed, answer, options, outcome};
use web::pace::Pacer;

#[test]
fn groups_are_chosen_by_the_name_of_the_crawler() {
    for (robots_txt, expected) in [
        ("User-agent: US\nDisallow: /b", "/a"),
        ("User-agent: FOUR-stages-crawler\nDisallow: /b", "/a"),
        ("User-agent: US (a comment)\nDisallow: /b", "/a"),
        ("User-agent: US-images\nDisallow: /b", "/a /b"),
        ("User-agent: other\nUser-agent: US\nUser-agent: third\nDisallow: /b", "/a"),
        ("User-agent: US\nDisallow: /b\n\nUser-agent: *\nDisallow: /a", "/a"),
        ("User-agent: *\nDisallow: /\n\nUser-agent: US\nDisallow:", "/a /b"),
        // Groups of one name are one group, whatever is between them.
        ("User-agent: US\nDisallow: /a\nUser-agent: x\nAllow: /\nUser-agent: US\nDisallow: /b", ""),
        ("User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", ""),
        ("User-agent: * # all\nDisallow: /b", "/a"),
        // As Google's parser reads it.
        ("User-agent: * (all)\nDisallow: /b", "/a"),
        ("User-agent: *\tall\nDisallow: /b", "/a"),
        ("User-agent: *bot\nDisallow: /b", "/a /b"),
        // Other records do not end a group, nor does an empty line.
        ("User-agent: US\n\nSitemap: /x\nUser-agent: other\nHost: x\n\nDisallow: /b", "/a"),
        // Rules of no group.
        ("Disallow: /\n\nUser-agent: *\nDisallow: /b", "/a"),
        ("", "/a /b"),
    ] {
        let robots_txt = robots_txt.replace("US", "four-stages-crawler");
        assert_eq!(allowed(robots_txt.as_str(), &["/a", "/b"]).join(" "), expected, "{robots_txt}");
    }
}

#[test]
fn lines_are_read_leniently() {
    for robots_txt in [
        "User-agent: *\r\nDisallow: /b\r\n",
        "User-agent: *\rDisallow: /b\r",
        "User-agent: *\r\r\nDisallow: /b",
        "\u{feff}User-agent: *\nDisallow: /b",
        " \tUSER-AGENT\t:*\n\tdisAllow : /b\t# comment",
        "User-agent:*#x\nDisallow:/b#x",
        "User-agent *\nDisallow /b",
        "Useragent: *\nDissallow: /b",
        "what is this?\n:\n\u{0}\nUser-agent: *\n:::\nDisallow: /b",
    ] {
        assert_eq!(allowed(robots_txt, &["/a", "/b"]), ["/a"], "{robots_txt:?}");
    }
}

#[test]
fn the_longest_crawl_delay_of_the_group_counts_up_to_five_minutes() {
    for (lines, delay) in [
        ("Crawl-delay: 0.5 # seconds", 0.5),
        ("Crawl-delay: 7\nDisallow: /x\nCrawl-delay: 9\nCrawl-delay: 8", 9.0),
        ("Crawl-delay: 1e99", 300.0),
        ("Crawl-delay: -7", 0.0),
        ("Crawl-delay: 7s", 0.0),
        ("Disallow: /x\nUser-agent: other\nCrawl-delay: 7", 0.0),
    ] {
        let options = Options { obey_robots: true, ..options(&["/"]) };
        let pacer = Pacer::default();
        let Job { services, mut frontier } = Job::from(web::services_at(options.clone(), &pacer));
        let robots = frontier.roots().remove(0);
        let rules = outcome(&robots, answer(200, format!("User-agent: *\n{lines}")), &options);
        services.settle(&mut frontier, robots, rules);
        let (now, root) = (Instant::now(), &options.roots[0]);
        let turns = [(); 2].map(|()| pacer.plan_from(now, root, Duration::ZERO, Duration::ZERO));
        assert_eq!(turns[1].as_secs_f64(), delay, "{lines}");
    }
}
