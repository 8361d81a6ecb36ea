//! [`Fragments`]: which links have fragments, and which names their pages have.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use url::Url;

use super::backlinks::Pages;
use crate::page::links::{Anchors, Names};
use crate::report::{MissingFragment, Record, report_order};

/// The names in the pages so far, and the links whose targets are not found yet.
#[derive(Debug, Default)]
pub(super) struct Fragments {
    names: HashMap<Arc<Url>, Names>,
    /// By URL and by fragment.
    links: HashMap<Url, HashMap<String, Pages>>,
    /// The redirects with a fragment of their own, which replaces that of a link.
    replaced: HashSet<Arc<Url>>,
}

impl Fragments {
    /// Notes the anchors of the last record, whose URL is `url`. Forgets the links whose targets are found.
    pub(super) fn settle(&mut self, url: &Arc<Url>, anchors: Anchors, records: &[Record]) {
        let Anchors { names, links } = anchors;
        if let Some(names) = names {
            if let Some(fragments) = self.links.get_mut(&**url) {
                fragments.retain(|fragment, _| !names.have(fragment));
            }
            self.names.insert(Arc::clone(url), names);
        } else if !links.is_empty() && records.last().is_some_and(Record::is_redirect) {
            self.replaced.insert(Arc::clone(url));
        }
        for (url, fragment) in links {
            if !self.names.get(&url).is_some_and(|names| names.have(&fragment)) {
                self.links.entry(url).or_default().entry(fragment).or_default().add(records);
            }
        }
    }

    /// Returns the links whose page was fetched and has no such name, in the order of the report.
    ///
    /// The fragment of a link goes along with redirects (WHATWG Fetch, section 4.4, "HTTP-redirect fetch").
    pub(super) fn missing(&self, records: &[Record]) -> Vec<MissingFragment> {
        let redirects: HashMap<&Url, &Url> = records
            .iter()
            .filter(|record| record.is_redirect() && !self.replaced.contains(&record.url))
            .filter_map(|record| Some((&*record.url, record.next_url.as_deref()?)))
            .collect();
        let mut missing = Vec::new();
        for (url, fragments) in &self.links {
            let mut end = url;
            // The loop ends: a redirect in each circle is a failure.
            while let Some(next) = redirects.get(end) {
                end = next;
            }
            let Some(names) = self.names.get(end) else { continue };
            for (fragment, pages) in fragments.iter().filter(|(fragment, _)| !names.have(fragment)) {
                let mut url = url.clone();
                url.set_fragment(Some(fragment));
                missing.push(MissingFragment { url, backlinks: pages.named(records) });
            }
        }
        missing.sort_unstable_by(|a, b| report_order(&a.url, &b.url));
        missing
    }
}
