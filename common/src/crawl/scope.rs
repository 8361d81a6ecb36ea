//! [`admits`]: which URLs belong to a crawl.

use url::{Host, Url};

use crate::crawl::options::Options;

/// Returns whether a crawl with these options may fetch `url`.
///
/// A root that is not `http` adds nothing to the scope, because its port belongs to another protocol.
pub fn admits(options: &Options, url: &Url) -> bool {
    let lenient = options.lenient;
    let Some(wanted) = site(url, lenient) else { return false };
    let is_of = |root: &Url| {
        root.scheme() == "http"
            && root.port_or_known_default() == url.port_or_known_default()
            && site(root, lenient).is_some_and(|site| site == wanted)
    };
    url.scheme() == "http"
        && options.roots.iter().any(is_of)
        && !options.exclude.iter().any(|regex| regex.is_match(url.as_str()))
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
/// `www.com` keeps its `www.`, because a public suffix alone is not a site.
fn domain(name: &str, lenient: bool) -> &str {
    let name = name.strip_suffix('.').unwrap_or(name);
    if lenient {
        // A second dot at the end makes another name, which `psl` would not tell apart.
        psl::domain_str(name).filter(|domain| name.ends_with(domain)).unwrap_or(name)
    } else {
        name.strip_prefix("www.").filter(|rest| psl::domain_str(rest).is_some()).unwrap_or(name)
    }
}
