//! What is simulated, and chance.

/// Milliseconds since the start of the crawl.
pub type Time = u64;

/// Each option: its name, its default, the least and the most that it may be, and what it is.
const OPTIONS: [(&str, f64, f64, f64, &str); 10] = [
    ("--hosts", 1000.0, 1.0, 1e6, "how many hosts"),
    ("--pages", 100_000.0, 100.0, 1e7, "how many pages, on all hosts together"),
    ("--skew", 1.0, 0.0, 3.0, "0: all hosts are equally large; 1: the n-th has 1/n of the first"),
    ("--budget", 1e7, 1.0, 1e7, "the most pages of one host"),
    ("--tasks", 100.0, 1.0, 1e6, "the most fetches in flight"),
    ("--delay", 1.0, 0.0, 3600.0, "seconds between two requests to a host"),
    ("--slow-delay", 10.0, 0.0, 3600.0, "the same for each tenth host"),
    ("--latency", 0.2, 0.001, 30.0, "seconds that the fastest answer takes"),
    ("--tail", 1.5, 0.1, 100.0, "an answer takes x times as long with probability 1/x^tail, at most 30 s"),
    ("--seed", 1.0, 0.0, 1e9, "another seed is another chance"),
];

pub struct Options {
    pub pages_of: Vec<usize>,
    pub tasks: usize,
    delays: [f64; 2],
    latency: f64,
    tail: f64,
    pub seed: u64,
}

impl Options {
    /// Parses pairs of a name and a number.
    ///
    /// # Errors
    /// If there is no such option, or if its number is missing or out of range: what is wrong.
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut values = OPTIONS.map(|(_, default, ..)| default);
        while let Some(name) = arguments.next() {
            let index = OPTIONS.iter().position(|option| option.0 == name);
            let index = index.ok_or_else(|| format!("there is no option `{name}`"))?;
            let (_, _, least, most, _) = OPTIONS[index];
            let text = arguments.next().unwrap_or_default();
            let value = text.parse().ok().filter(|value| (least..=most).contains(value));
            values[index] =
                value.ok_or_else(|| format!("{name} {text}: not a number from {least} to {most}"))?;
        }
        let [hosts, pages, skew, budget, tasks, delay, slow_delay, latency, tail, seed] = values;
        let pages_of =
            zipf(hosts as usize, pages, skew).map(|pages| pages.clamp(1.0, budget) as usize).collect();
        let (tasks, delays, seed) = (tasks as usize, [delay, slow_delay], seed as u64);
        Ok(Options { pages_of, tasks, delays, latency, tail, seed })
    }

    pub fn usage() -> String {
        OPTIONS.map(|(name, default, _, _, what)| format!("  {name:14}{what} [{default}]\n")).concat()
    }

    pub fn delay(&self, host: usize) -> Time {
        (1000.0 * self.delays[usize::from(host % 10 == 9)]) as Time
    }
}

/// Returns how many pages each host has, after Zipf's law.
fn zipf(hosts: usize, pages: f64, skew: f64) -> impl Iterator<Item = f64> {
    let weight = move |rank: usize| (rank as f64).powf(-skew);
    let all: f64 = (1..=hosts).map(weight).sum();
    (1..=hosts).map(weight).scan(0.0, move |sum, weight| {
        let before = (pages * *sum / all).round();
        *sum += weight;
        Some((pages * *sum / all).round() - before)
    })
}

/// Numbers that look random, and are the same for the same seed (SplitMix64).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns the host of each page, in random order.
    pub fn shuffled(&mut self, pages_of: &[usize]) -> Vec<usize> {
        let mut pages: Vec<usize> = (0..pages_of.len()).flat_map(|host| vec![host; pages_of[host]]).collect();
        for last in (1..pages.len()).rev() {
            pages.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
        pages
    }

    /// Returns how long an answer takes: mostly little, now and then very long (the Pareto distribution).
    pub fn latency(&mut self, options: &Options) -> Time {
        let chance = ((self.next() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        (1000.0 * (options.latency * chance.powf(-1.0 / options.tail)).min(30.0)) as Time
    }
}
