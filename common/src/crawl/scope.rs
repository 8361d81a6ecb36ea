//! [`admits`]: which URLs belong to a crawl.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use url::{Host, Url};

use crate::crawl::options::Options;

/// The port and the site of each root, in order, so that a link is not compared with each root. The options must not change
/// after the first question.
#[derive(Clone, Debug, Default)]
pub struct Scope(Arc<OnceLock<Sites>>);

type Sites = Vec<(Option<u16>, String)>;

/// Returns whether a crawl with these options may fetch `url`.
///
/// Without a port, a root admits http and https, each on its usual port, as far as the crawl can fetch them.
pub fn admits(options: &Options, url: &Url) -> bool {
    let roots = options.services.scope.0.get_or_init(|| sites_of_roots(options));
    let Some(site) = site(url, options.lenient) else { return false };
    let found = roots.binary_search_by(|(port, root)| (*port, root.as_str()).cmp(&(url.port(), site)));
    found.is_ok() && is_fetched(options, url)
}

fn sites_of_roots(options: &Options) -> Sites {
    let roots = options.roots.iter().filter(|root| options.can_fetch(root));
    let sites = roots.filter_map(|root| Some((root.port(), site(root, options.lenient)?.to_owned())));
    sites.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns whether the crawl checks `url`, which is out of its scope.
pub(crate) fn is_checked(options: &Options, url: &Url) -> bool {
    options.checks.external && is_fetched(options, url)
}

/// Returns whether a crawl with these options fetches `url` wherever it is.
fn is_fetched(options: &Options, url: &Url) -> bool {
    options.can_fetch(url) && !options.exclude.iter().any(|regex| regex.is_match(url.as_str()))
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
