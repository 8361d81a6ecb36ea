//! [`admits`]: which URLs belong to a crawl.

use url::{Host, Url};

use crate::crawl::options::Options;

/// Returns whether a crawl with these options may fetch `url`.
///
/// Without a port, a root admits http and https, each on its usual port, as far as the crawl can fetch them.
pub fn admits(options: &Options, url: &Url) -> bool {
    let lenient = options.lenient;
    let Some(wanted) = site(url, lenient) else { return false };
    let is_of = |root: &Url| {
        options.can_fetch(root)
            && root.port() == url.port()
            && site(root, lenient).is_some_and(|site| site == wanted)
    };
    is_fetched(options, url) && options.roots.iter().any(is_of)
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
fn site(url: &Url, lenient: bool) -> Option<Host<&str>> {
    Some(match url.host()? {
        Host::Domain(name) => Host::Domain(domain(name, lenient)),
        address => address,
    })
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
