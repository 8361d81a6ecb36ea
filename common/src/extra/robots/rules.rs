//! [`Rules`]: what a robots.txt says to this crawler (RFC 9309).

use std::mem;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use url::Url;

use super::lines::{Line, lines};
use super::spelling;
use crate::fetch::http::PRODUCT;

/// The most searches in one URL for the parts of patterns after a wildcard. It bounds the work for the URL.
const MAX_SEARCHES: usize = 1000;

/// The rules and the delay for this crawler. By default, everything is allowed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rules {
    /// From the most to the least specific. Each rule is there once.
    sorted: Vec<Rule>,
    /// The delay that it asks for, however long.
    pub crawl_delay: Option<Duration>,
}

/// A rule. The greatest is the most specific (RFC 9309, section 2.2.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Rule {
    /// How many octets the pattern has.
    length: usize,
    allows: bool,
    pattern: String,
}

/// The lines for one name.
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
        let group = |name| Group { name, is_present: false, is_current: false, rules: Rules::default() };
        let mut groups = [PRODUCT, "*"].map(group);
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
        rules.sorted.sort_unstable_by(|a, b| b.cmp(a));
        rules.sorted.dedup();
        rules
    }

    /// Returns whether the rules allow a URL: whether the most specific rule that matches does.
    ///
    /// If `MAX_SEARCHES` searches do not tell, the URL is not allowed.
    pub fn allow(&self, url: &Url) -> bool {
        let path = spelling::of_url(url);
        if path == spelling::ROBOTS_TXT {
            return true;
        }
        let mut searches = 0;
        let decides = |rule: &&Rule| searches > MAX_SEARCHES || rule.matches(&path, &mut searches);
        let decisive = self.sorted.iter().find(decides);
        searches <= MAX_SEARCHES && decisive.is_none_or(|rule| rule.allows)
    }
}

impl Rule {
    /// Returns whether the pattern matches a path.
    ///
    /// Each part after a wildcard is taken where it comes first, which leaves the most for the others.
    fn matches(&self, path: &str, searches: &mut usize) -> bool {
        let mut parts = self.pattern.split('*');
        let Some(mut rest) = parts.next().and_then(|start| path.strip_prefix(start)) else { return false };
        parts.all(|part| {
            *searches += 1;
            let found = rest.split_once(part).filter(|_| *searches <= MAX_SEARCHES);
            rest = found.map_or("", |(_, rest)| rest);
            found.is_some()
        })
    }
}

impl Group {
    fn add(&mut self, line: &Line<'_>) {
        match *line {
            Line::Agent(name) if name.eq_ignore_ascii_case(self.name.as_bytes()) => {
                (self.is_present, self.is_current) = (true, true);
            }
            Line::Rule(pattern, allows) if self.is_current && !pattern.is_empty() => {
                let pattern = spelling::of_pattern(pattern);
                self.rules.sorted.push(Rule { length: pattern.len(), allows, pattern });
            }
            Line::CrawlDelay(delay) if self.is_current => {
                self.rules.crawl_delay = self.rules.crawl_delay.max(Some(delay));
            }
            _ => {}
        }
    }
}
