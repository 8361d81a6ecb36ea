//! What a client of the site sees, and what the site sees of its clients.

mod answers;
mod client;
mod directory;
mod keeping;
mod observing;
