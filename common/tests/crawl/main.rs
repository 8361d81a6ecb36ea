//! What a crawl is without its fetches: options, scope, what is found and what is next.

mod frontier;
mod frontier_dead_ends;
mod frontier_found_on;
mod frontier_orders;
mod frontier_redirects;
mod interrupt;
mod options;
mod outcome;
mod scope;
