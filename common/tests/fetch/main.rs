//! One fetch without its waiting: addresses, turns, tries, deadlines.

mod attempt;
mod attempt_addresses;
mod attempt_head;
mod pace;
mod public;
mod resolve;
