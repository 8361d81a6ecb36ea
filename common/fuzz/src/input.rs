//! [`Input`]: the fuzzer's bytes as choices.

/// Bytes that are taken from the front. After the last one, only zeros follow.
pub struct Input<'a>(pub &'a [u8]);

impl Input<'_> {
    /// Takes a number under 256.
    pub fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    /// Takes a number under `bound`, which is 256 at most.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }
}
