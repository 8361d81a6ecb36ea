//! What is recorded, and what is odd in it.

mod findings;
mod recorded;
