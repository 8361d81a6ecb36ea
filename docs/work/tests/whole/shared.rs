//! The shared crawl: many workers, one report. It needs redis-server.

mod ends;
mod faults;
mod manners;
mod reports;
