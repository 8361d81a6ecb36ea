//! One fetch without its waiting: addresses, turns, tries, deadlines.

mod attempt;
mod attempt_addresses;
mod public;
mod resolve;
