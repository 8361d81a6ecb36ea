//! [`Scope`]: which URLs belong to a crawl.

use std::collections::BTreeSet;
use std::sync::Arc;

use regex_lite::Regex;
use url::{Host, Url};

use crate::crawl::options::Options;
use crate::crawl::target::can_fetch;
use crate::page::links::Wanted;

/// Which URLs belong to a crawl, and what is read on their pages. Its clones share their lists.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The port and the site of each root, in order, so that a link is not compared with each root.
    sites: Arc<[(Option<u16>, String)]>,
    exclude: Arc<[Regex]>,
    lenient: bool,
    https: bool,
    /// Whether the URLs of all sites are in it, because something [around](crate::around) the crawl checks them.
    is_open: bool,
}

impl Scope {
    /// Makes the scope of a crawl with these options.
    pub fn new(options: &Options) -> Scope {
        let Options { https, lenient, .. } = *options;
        let roots = options.roots.iter().filter(|root| can_fetch(root, https));
        let sites = roots.filter_map(|root| Some((root.port(), site(root, lenient)?.to_owned())));
        let sites = sites.collect::<BTreeSet<_>>().into_iter().collect();
        let is_open = options.checks.external;
        Scope { sites, exclude: options.exclude[..].into(), lenient, https, is_open }
    }

    /// Returns whether the crawl may fetch `url`, at least to check it.
    pub fn includes(&self, url: &Url) -> bool {
        let is_excluded = || self.exclude.iter().any(|regex| regex.is_match(url.as_str()));
        (self.is_open || self.has_site(url)) && self.can_fetch(url) && !is_excluded()
    }

    /// Returns what is wanted of a page beside its links: nothing, but links are left out as `--exclude` says.
    pub(crate) fn wanted(&self) -> Wanted<'_> {
        Wanted { exclude: &self.exclude, ..Wanted::default() }
    }

    /// Returns whether the crawl can fetch URLs of this scheme.
    pub fn can_fetch(&self, url: &Url) -> bool {
        can_fetch(url, self.https)
    }

    /// Returns whether `url` is on the site of a root, excluded or not.
    ///
    /// Without a port, a root admits http and https, each on its usual port, as far as the crawl can fetch them.
    pub fn has_site(&self, url: &Url) -> bool {
        let Some(site) = site(url, self.lenient) else { return false };
        let compare = |(port, root): &(_, String)| (*port, root.as_str()).cmp(&(url.port(), site));
        self.sites.binary_search_by(compare).is_ok()
    }
}

/// Returns the part of a URL's host that all URLs of one site share.
fn site(url: &Url, lenient: bool) -> Option<&str> {
    match url.host()? {
        Host::Domain(name) => Some(domain(name, lenient)),
        _ => url.host_str(),
    }
}

/// Returns a host's name without a leading `www.`; if lenient, only its registrable domain. That is one label
/// more than its public suffix, such as `co.uk` or `github.io` (publicsuffix.org).
///
/// `www.com` keeps its `www.`, because `com` alone is not a site.
fn domain(name: &str, lenient: bool) -> &str {
    let name = name.strip_suffix('.').unwrap_or(name);
    let site = name.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(name);
    // A second dot at the end makes another name, which `psl` would not tell apart.
    let domain = || psl::domain_str(site).filter(|domain| site.ends_with(domain));
    if lenient { domain().unwrap_or(site) } else { site }
}
