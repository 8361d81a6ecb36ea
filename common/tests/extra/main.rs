//! What only a real site asks for: robots, checks, resume, archive.

mod checks;
mod exchange;
mod fragments;
mod journal;
mod robots;
mod robots_bounded;
mod robots_groups;
mod robots_rules;
