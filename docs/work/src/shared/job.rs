//! [`Job`]: what a worker is to fetch, as the stream `jobs` has it.

use std::sync::Arc;

use common::Target;
use common::crawl::target::Kind;
use url::Url;

/// A job that this worker has taken.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its entry in the stream.
    pub id: String,
    /// What is to be fetched.
    pub target: Target,
    /// The number of the try, counted from 1.
    pub tries: u32,
    /// The workers that have tried and failed. Another one is to try now.
    pub not: Vec<String>,
}

impl Job {
    /// Reads an entry of the stream. Returns `None` if no program of this version has written it.
    pub fn read(id: String, fields: &[Vec<u8>]) -> Option<Job> {
        let texts: Vec<_> =
            fields.iter().map(|field| str::from_utf8(field)).collect::<Result<_, _>>().ok()?;
        let ["job", text, "try", tries, "not", not] = texts[..] else { return None };
        let not = not.split_whitespace().map(str::to_owned).collect();
        Some(Job { id, target: target(text)?, tries: tries.parse().ok()?, not })
    }

    /// Returns the text by which all entries name this job.
    pub fn text(&self) -> String {
        text(&self.target)
    }
}

/// Returns the text of a target: `page URL`, `external URL` or `robots.txt URL OF`.
pub fn text(Target { url, kind, .. }: &Target) -> String {
    match kind {
        Kind::Page => format!("page {url}"),
        Kind::External => format!("external {url}"),
        Kind::RobotsTxt { of } => format!("robots.txt {url} {of}"),
    }
}

/// Returns the target of a text. A URL has no space in it.
pub fn target(text: &str) -> Option<Target> {
    let words: Vec<_> = text.split(' ').collect();
    let url = |text| Some(Arc::new(Url::parse(text).ok()?));
    Some(match words[..] {
        ["page", page] => Target::page(url(page)?),
        ["external", page] => Target::external(url(page)?),
        ["robots.txt", file, of] => Target::robots_txt(url(file)?, url(of)?),
        _ => return None,
    })
}
