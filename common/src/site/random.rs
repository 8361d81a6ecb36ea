//! Numbers that look random, and are the same at every visit.

/// A number that looks random and follows from `seed` (SplitMix64, Steele et al. 2014).
pub(super) fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A sequence of such numbers, which follows from two seeds.
#[derive(Debug)]
pub(super) struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    /// The sequence number `sequence` of those that `seed` has.
    pub fn new(seed: u64, sequence: u64) -> Random {
        Random { seed: mix(mix(seed) ^ sequence), drawn: 0 }
    }

    /// The next number, less than `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.drawn += 1;
        // The remainder favours small numbers a little: by one in a billion, for limits of this size.
        (mix(self.seed.wrapping_add(self.drawn)) % limit as u64) as usize
    }

    /// One of `choices`, which are not empty.
    pub fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}
