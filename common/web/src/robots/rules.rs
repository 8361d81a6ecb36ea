//! [`Rules`]: what a robots.txt says to this crawler (RFC 9309).

use std::iter;
use std::mem;
use std::time::Duration;

use memchr::memmem;
use serde::{Deserialize, Serialize};
use url::Url;

use super::lines::{Line, lines};
use super::spelling;
use common::fetch::http::PRODUCT;

/// The most searches in one URL for the parts of patterns after a wildcard. It bounds the work for the URL.
const MAX_SEARCHES: usize = 1000;

/// The rules and the delay for this crawler. By default, everything is allowed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rules {
    /// Sorted by start, then from the least to the most specific. Each rule is there once.
    sorted: Vec<Rule>,
    /// The delay that it asks for, however long.
    pub crawl_delay: Option<Duration>,
}

/// A rule. Among rules with the same start, the greatest is the most specific (RFC 9309, section 2.2.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "(bool, String)", from = "(bool, String)")]
struct Rule {
    /// The pattern before its first wildcard.
    start: Vec<u8>,
    /// How many octets the pattern has.
    length: usize,
    allows: bool,
    /// The pattern after its first wildcard.
    rest: Option<Vec<u8>>,
    has_query: bool,
}

/// The lines for one name.
#[derive(Default)]
struct Group {
    name: &'static str,
    is_present: bool,
    /// Whether the current lines belong to it.
    is_current: bool,
    rules: Rules,
}

impl Rules {
    /// Returns the rules that forbid everything.
    pub fn forbid_all() -> Rules {
        Rules::parse(b"User-agent: *\nDisallow: /")
    }

    /// Parses a robots.txt. All groups of this crawler's name count, or else all groups of `*`.
    pub(super) fn parse(text: &[u8]) -> Rules {
        let mut groups = [PRODUCT, "*"].map(|name| Group { name, ..Group::default() });
        let mut after_rule = false;
        for line in lines(text) {
            // After a rule, a name begins another group. Any other line does not end the group.
            let begins = matches!(line, Line::Agent(_)) && mem::take(&mut after_rule);
            after_rule |= matches!(line, Line::Rule(..));
            for group in &mut groups {
                group.is_current &= !begins;
                group.add(&line);
            }
        }
        let [ours, all] = groups;
        let mut rules = if ours.is_present { ours.rules } else { all.rules };
        rules.sorted.sort_unstable();
        rules.sorted.dedup();
        rules
    }

    fn add(&mut self, pattern: &[u8], allows: bool) {
        if !pattern.is_empty() {
            self.sorted.push(Rule::new(&spelling::of_pattern(pattern), allows));
        }
    }

    /// Returns whether the rules allow a URL: whether the most specific rule that matches does.
    ///
    /// If `MAX_SEARCHES` searches do not tell, the URL is not allowed.
    pub fn allow(&self, url: &Url) -> bool {
        let (path, with_query) = spelling::of_url(url);
        if path == spelling::ROBOTS_TXT {
            return true;
        }
        // What allows is more specific than what forbids, if both are of the same length.
        let (mut longest, mut allows, mut searches) = (0, true, 0);
        for rules in self.starting_as(&with_query) {
            for rule in rules.iter().rev().take_while(|rule| (rule.length, rule.allows) > (longest, allows)) {
                let path = if rule.has_query { &with_query } else { &path };
                if rule.matches(&path[rule.start.len()..], &mut searches) {
                    (longest, allows) = (rule.length, rule.allows);
                    break;
                }
                if searches > MAX_SEARCHES {
                    return false;
                }
            }
        }
        allows
    }

    /// Returns the groups of rules whose start is a prefix of `path`, the longest start first.
    fn starting_as<'a>(&'a self, mut path: &'a [u8]) -> impl Iterator<Item = &'a [Rule]> {
        let mut rules = &*self.sorted;
        iter::from_fn(move || {
            loop {
                rules = &rules[..rules.partition_point(|rule| *rule.start <= *path)];
                let start = &rules.last()?.start;
                let common = iter::zip(start, path).take_while(|(a, b)| a == b).count();
                path = &path[..common];
                if common == start.len() {
                    let (shorter, found) = rules.split_at(rules.partition_point(|rule| rule.start < *start));
                    rules = shorter;
                    return Some(found);
                }
            }
        })
    }
}

impl Rule {
    /// Makes a rule of a pattern in the spelling of patterns.
    fn new(pattern: &[u8], allows: bool) -> Rule {
        let mut parts = pattern.splitn(2, |&octet| octet == b'*');
        let start = parts.next().unwrap_or_default().to_vec();
        let rest = parts.next().map(<[u8]>::to_vec);
        let has_query = pattern.contains(&b'?');
        Rule { start, length: pattern.len(), allows, rest, has_query }
    }

    /// Returns whether the pattern, of which the start has matched, matches the rest of a path.
    ///
    /// Each part between two wildcards is taken where it comes first, which leaves the most for the others.
    fn matches(&self, mut path: &[u8], searches: &mut usize) -> bool {
        let Some(rest) = &self.rest else { return true };
        rest.split(|&octet| octet == b'*').all(|part| {
            *searches += 1;
            let found = memmem::find(path, part).filter(|_| *searches <= MAX_SEARCHES);
            path = found.map_or(&[], |at| &path[at + part.len()..]);
            found.is_some()
        })
    }
}

/// A rule as a journal stores it: whether it allows, and its pattern, which is ASCII.
impl From<Rule> for (bool, String) {
    fn from(Rule { mut start, rest, allows, .. }: Rule) -> (bool, String) {
        if let Some(rest) = rest {
            start.push(b'*');
            start.extend(rest);
        }
        (allows, String::from_utf8_lossy(&start).into_owned())
    }
}

impl From<(bool, String)> for Rule {
    fn from((allows, pattern): (bool, String)) -> Rule {
        Rule::new(pattern.as_bytes(), allows)
    }
}

impl Group {
    fn add(&mut self, line: &Line<'_>) {
        match *line {
            Line::Agent(name) if name.eq_ignore_ascii_case(self.name.as_bytes()) => {
                (self.is_present, self.is_current) = (true, true);
            }
            Line::Rule(pattern, allows) if self.is_current => self.rules.add(pattern, allows),
            Line::CrawlDelay(delay) if self.is_current => {
                self.rules.crawl_delay = self.rules.crawl_delay.max(Some(delay));
            }
            _ => {}
        }
    }
}
