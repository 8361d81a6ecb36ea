//! [`Scope`]: which URLs belong to a crawl.

use regex_lite::Regex;
use url::{Host, Url};

use crate::crawl::options::Options;

/// The rule that says which URLs a crawl may fetch, made of its roots.
#[derive(Clone, Debug)]
pub struct Scope {
    sites: Vec<(Host<String>, Option<u16>)>,
    lenient: bool,
    exclude: Vec<Regex>,
}

impl Scope {
    /// The scope of a crawl with these options.
    ///
    /// A root whose scheme is not spoken adds nothing to it: its port is one where others are spoken.
    pub fn new(options: &Options) -> Scope {
        let of_root =
            |root: &Url| Some((site(root, options.lenient)?.to_owned(), root.port_or_known_default()));
        let roots = options.roots.iter().filter(|root| root.scheme() == "http");
        Scope {
            sites: roots.filter_map(of_root).collect(),
            lenient: options.lenient,
            exclude: options.exclude.clone(),
        }
    }

    /// Whether the crawl may fetch `url`.
    pub fn admits(&self, url: &Url) -> bool {
        let Some(host) = site(url, self.lenient) else { return false };
        let port = url.port_or_known_default();
        url.scheme() == "http"
            && self.sites.iter().any(|(of, at)| *of == host && *at == port)
            && !self.exclude.iter().any(|regex| regex.is_match(url.as_str()))
    }
}

/// The part of a URL's host that two URLs of one site share.
fn site(url: &Url, lenient: bool) -> Option<Host<&str>> {
    Some(match url.host()? {
        Host::Domain(name) => Host::Domain(domain(name, lenient)),
        address => address,
    })
}

/// What counts of a host's name: all but a leading `www.`; only the last two labels if lenient.
///
/// No `www.` is taken from two labels: what is left of `www.com` is everybody's.
fn domain(name: &str, lenient: bool) -> &str {
    let name = name.strip_suffix('.').unwrap_or(name);
    if lenient {
        let start = name.rmatch_indices('.').nth(1).map_or(0, |(dot, _)| dot + 1);
        &name[start..]
    } else {
        name.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(name)
    }
}
