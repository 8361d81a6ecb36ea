//! A crawl of a billion pages, worked out on paper: our measured figures, and other people's.
//!
//!     cargo run -p demos --bin on_paper
//!
//! The measured figures are those of the races in `docs/src/pictures`, which `cargo workshop race --json` has saved.

use serde_json::Value;

const PAGES: f64 = 1e9;
const DAY: f64 = 24.0 * 60.0 * 60.0;

/// The two plans: how many seconds the crawl may take.
const PLANS: [f64; 2] = [30.0 * DAY, DAY];

/// How long an answer takes, and how long a host is left alone, in seconds.
const ANSWER: f64 = 1.0;
const DELAY: f64 = 1.0;

/// The milliseconds of CPU for TLS and for inflating a page. The crawlers do neither, so it is a guess.
const TLS: f64 = 1.0;

/// The bytes of a page without compression: 394 TiB for 2.64 billion pages (Common Crawl, December 2024).
const PAGE: f64 = 394.0 * (1_u64 << 40) as f64 / 2.64e9;

/// How many URLs are found for each page that is fetched: 41 billion for 6.3 billion pages (IRLbot, 2008).
const FOUND: f64 = 41.0 / 6.3;

fn main() {
    let growth = Race::read(include_str!("../../../src/pictures/growth.json"));
    let docs = Race::read(include_str!("../../../src/pictures/docs.json"));
    let c10k = Race::read(include_str!("../../../src/pictures/ten-thousand.json"));
    println!("{:34}{:>15}{:>15}", "a billion pages", "in 30 days", "in 1 day");
    let rates = PLANS.map(|seconds| PAGES / seconds);
    row("pages per second", rates, "");
    for (what, race) in [("cores: small pages", &growth), ("cores: pages of documentation", &docs)] {
        let cpu = race.median("async", |run| run.cpu_ms / run.urls);
        row(what, rates.map(|rate| rate * cpu / 1e3), &format!("{cpu:.2} ms of CPU a page"));
    }
    row(
        "cores: TLS, and inflating",
        rates.map(|rate| rate * TLS / 1e3),
        &format!("{TLS} ms of CPU a page, a guess"),
    );
    row("connections open", rates.map(|rate| rate * ANSWER), "1 s for an answer");
    for (what, contestant) in [("  memory of threads, MB", "threads"), ("  memory of futures, MB", "async")] {
        let bytes = c10k.median(contestant, |run| run.bytes / run.most_open);
        let memory = rates.map(|rate| rate * ANSWER * bytes / 1e6);
        row(what, memory, &format!("{:.1} kB a connection", bytes / 1e3));
    }
    row("hosts that take turns, at least", rates.map(|rate| rate * DELAY), "1 s for each turn");
    row("pages of one host, at most", PLANS.map(|seconds| seconds / DELAY), "1 s for each turn");
    let page = format!("{:.0} kB a page", PAGE / 1e3);
    row("Mbit/s of pages", rates.map(|rate| rate * PAGE * 8.0 / 1e6), &page);
    row("TB of pages", PLANS.map(|_| PAGES * PAGE / 1e12), "not compressed");

    let urls = PAGES * FOUND;
    let title = format!("the set of URLs seen, {FOUND:.1} a page");
    println!("\n{title:34}{:>15}{:>15}", "bytes each", "GB");
    let exact = growth.median("async", |run| run.bytes / run.urls);
    let set = |what, bytes, lost: &str| row(what, [bytes, urls * bytes / 1e9], lost);
    set("the URLs, as in our frontier", exact, "with what the report needs");
    set("a hash of 16 bytes", 16.0, "none is lost");
    // Two of n hashes of 64 bits are equal for n²/2 pairs, each with the probability 2^-64.
    set("a hash of 8 bytes", 8.0, &format!("about {:.1} URLs are lost", urls * urls / 2_f64.powi(65)));
    // A Bloom filter needs log2(1/p)/ln 2 bits for each URL.
    set("a Bloom filter, 1 % wrong", 100_f64.log2() / 2_f64.ln() / 8.0, "one new URL in a hundred is lost");
}

fn row(what: &str, numbers: [f64; 2], note: &str) {
    let [left, right] = numbers.map(|number| match number {
        ..99.5 => format!("{number:.2}"),
        _ => grouped(number.round() as u64),
    });
    println!("{}", format!("{what:34}{left:>15}{right:>15}  {note}").trim_end());
}

fn grouped(number: u64) -> String {
    match number {
        ..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

/// The longest leg of a saved race.
struct Race(Value);

/// A run of a contestant.
struct Run {
    cpu_ms: f64,
    /// The most memory, beyond what the contestant holds when idle.
    bytes: f64,
    /// How many URLs are in its report.
    urls: f64,
    /// The most requests open at once.
    most_open: f64,
}

impl Race {
    fn read(json: &str) -> Race {
        let race: Value = serde_json::from_str(json).unwrap();
        Race(race["legs"].as_array().unwrap().last().unwrap().clone())
    }

    /// Returns the median of something over the runs of a contestant.
    fn median(&self, contestant: &str, of: fn(&Run) -> f64) -> f64 {
        let entries = self.0["entries"].as_array().unwrap();
        let entry = entries.iter().find(|entry| entry["contestant"] == contestant).unwrap();
        let runs = entry["runs"].as_array().unwrap().iter();
        let mut numbers: Vec<f64> = runs.map(|run| of(&Run::read(entry, run))).collect();
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() / 2]
    }
}

impl Run {
    fn read(entry: &Value, run: &Value) -> Run {
        let number = |name: &str| run[name].as_f64().unwrap();
        Run {
            cpu_ms: number("user_ms") + number("system_ms"),
            bytes: number("peak_bytes") - entry["idle_bytes"].as_f64().unwrap(),
            urls: number("urls"),
            most_open: number("most_open"),
        }
    }
}
