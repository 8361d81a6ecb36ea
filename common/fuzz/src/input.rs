//! [`Input`]: the fuzzer's bytes as choices.

/// Bytes that are taken from the front; when they are used up, there are only zeros.
pub struct Input<'a>(pub &'a [u8]);

impl Input<'_> {
    /// A number under 256.
    pub fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    /// A number under `bound`, which is 256 at most.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }

    /// A number of 32 bits.
    pub fn number(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// Bytes up to a zero, which is taken, too.
    pub fn bytes(&mut self) -> Vec<u8> {
        let end = self.0.iter().position(|byte| *byte == 0);
        let bytes = self.0[..end.unwrap_or(self.0.len())].to_vec();
        self.0 = self.0.get(bytes.len() + 1..).unwrap_or_default();
        bytes
    }

    /// Text up to a zero.
    pub fn text(&mut self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }
}
