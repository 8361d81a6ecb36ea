//! [`Backlinks`]: the pages that link to a URL. [`MissingFragment`]: a link into a page that lacks its target.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use url::Url;

/// The most pages that are named for one link. A link on more pages is mostly in their common frame.
pub(crate) const MAX_BACKLINKS: usize = 10;

/// The pages that have a link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Backlinks {
    /// The first ten, in the order of the report.
    #[serde(serialize_with = "urls")]
    pub pages: Vec<Arc<Url>>,
    /// How many more there are.
    pub more: usize,
}

/// A link whose page was fetched, but has no element of the fragment's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingFragment {
    /// The URL, with the fragment.
    #[serde(serialize_with = "text")]
    pub url: Url,
    /// The pages that link to it. A redirect to it counts as a page.
    #[serde(flatten)]
    pub backlinks: Backlinks,
}

fn urls<S: Serializer>(urls: &[Arc<Url>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(urls.iter().map(|url| url.as_str()))
}

fn text<S: Serializer>(url: &Url, serializer: S) -> Result<S::Ok, S::Error> {
    url.as_str().serialize(serializer)
}
