//! What belongs to a crawl, what has been found, and what is next.
//!
//! - [`options`]: what to crawl, and how hard; [`root`]: where that starts; [`scope`]: which URLs that includes
//! - [`target`]: a URL to fetch; [`outcome`]: what a finished fetch means
//! - [`frontier`]: which URLs have been seen, and which are new
//! - [`services`]: what the fetches of a running crawl share, what every stage calls around an outcome, and where the crawl begins
//! - [`interrupt`]: the request to end it early
//! - [`strategy`]: one of a stage's ways to crawl

pub mod frontier;
pub mod interrupt;
pub mod options;
pub mod outcome;
pub mod root;
pub mod scope;
pub mod services;
pub mod strategy;
pub mod target;
