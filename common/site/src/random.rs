//! Choices that look random, and are the same at every visit if the generator has the same seed.

use fastrand::Rng;

/// One of `choices`, which are not empty.
pub(crate) fn pick<'a>(random: &mut Rng, choices: &[&'a str]) -> &'a str {
    choices[random.usize(..choices.len())]
}
