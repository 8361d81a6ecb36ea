//! Random choices, which are the same at every visit because generators are seeded.

use fastrand::Rng;

/// Returns one of `choices`, which must not be empty.
pub(crate) fn pick<'a>(random: &mut Rng, choices: &[&'a str]) -> &'a str {
    choices[random.usize(..choices.len())]
}
