//! What only a real site asks for: robots, checks, resume, manners, odd answers.

mod checks;
mod fragments;
mod journal;
mod manners;
mod odd;
mod pace;
mod robots;
mod robots_bounded;
mod robots_groups;
mod robots_rules;
