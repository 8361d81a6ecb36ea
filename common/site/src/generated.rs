//! [`Generated`]: a site of any number of pages, of any size, with any number of links.
//!
//! Everything follows from the path, so two crawls see the same site.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use fastrand::Rng;

use crate::answer::Answer;
use crate::comics::pages::{QUESTIONS, RETORTS, pick};

/// A site of generated pages: the front page is `/`, the others are `/page/1` and so on.
///
/// Each page links to the next, and the last to the front page, so all can be reached. The other links are random.
#[derive(Clone, Copy, Debug)]
pub struct Generated {
    /// How many pages there are, the front page included.
    pub pages: usize,
    /// How many other pages each page links to; all of them, if there are fewer.
    pub links: usize,
    /// How many bytes of HTML each page has, unless its links need more.
    pub size: usize,
}

impl Generated {
    /// Returns the page at `path`, if there is one.
    pub fn answer(&self, path: &str) -> Option<Answer> {
        let page = match path.strip_prefix("/page/") {
            None => (path == "/").then_some(0),
            // A page has one address, so `/page/007` is none.
            Some(text) => text.parse().ok().filter(|page| self::path(*page) == path),
        };
        page.filter(|page| *page < self.pages).map(|page| Answer::html(self.html(page)))
    }

    fn html(&self, page: usize) -> String {
        let mut random = Rng::with_seed(page as u64);
        let title = if page == 0 { "Front page".to_owned() } else { format!("Page {page}") };
        let mut html =
            format!("<!DOCTYPE html>\n<html lang=en>\n<title>{title}</title>\n<h1>{title}</h1>\n<ul>\n");
        for target in self.links(page, &mut random) {
            // Writing to a string does not fail.
            let _ = writeln!(html, "<li><a href=\"{}\">{}</a>", path(target), pick(&mut random, &QUESTIONS));
        }
        html.push_str("</ul>\n");
        let end_of_links = html.len();
        while html.len() < self.size {
            let _ = writeln!(html, "{} {}", pick(&mut random, &QUESTIONS), pick(&mut random, &RETORTS));
        }
        // All of the text is ASCII, which can be cut anywhere.
        html.truncate(self.size.max(end_of_links));
        html
    }

    /// Returns the pages that `page` links to, each once.
    fn links(&self, page: usize, random: &mut Rng) -> Vec<usize> {
        let others = self.pages - 1;
        let links = self.links.min(others);
        // How far ahead each of them is: the next one, and others at random.
        let mut steps: BTreeSet<usize> = (1..=links.min(1)).collect();
        while steps.len() < links {
            steps.insert(random.usize(1..=others));
        }
        steps.into_iter().map(|step| (page + step) % self.pages).collect()
    }
}

fn path(page: usize) -> String {
    if page == 0 { "/".to_owned() } else { format!("/page/{page}") }
}
