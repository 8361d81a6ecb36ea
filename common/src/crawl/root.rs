//! [`parse_root`]: where a crawl starts, as people type it.

use url::Url;

use crate::page::links::resource;

/// Schemes that need no `//`. Any other word before a colon is a host or a user name.
const WITHOUT_SLASHES: &str =
    "about blob data file ftp http https javascript mailto sip sips sms tel urn ws wss xmpp";

/// Parses a root as people type it. Returns its URL, without fragment, user name and password; of the scheme `http` if none
/// was given.
///
/// # Errors
/// If the text is no URL with a host: a sentence that says why.
pub fn parse_root(text: &str) -> Result<Url, String> {
    let text = text.trim();
    // `Url::parse` would take `localhost:8000` for a URL of the scheme `localhost`. The `://` in
    // `host/?to=http://other/` belongs to the query.
    let is_known = |word: &str| WITHOUT_SLASHES.split(' ').any(|scheme| word.eq_ignore_ascii_case(scheme));
    let has_scheme = text.split_once("://").is_some_and(|(scheme, _)| !scheme.contains(['/', '?', '#']))
        || text.split_once(':').is_some_and(|(word, _)| is_known(word));
    let url = if has_scheme { Url::parse(text) } else { Url::parse(&format!("http://{text}")) };
    let url = resource(url.map_err(|error| format!("not a URL: {error}"))?);
    if url.has_host() {
        Ok(url)
    } else {
        let scheme = url.scheme();
        Err(format!(
            "`{scheme}` URLs have no host; if `{scheme}` is the name of a host, write `http://` before it"
        ))
    }
}
