//! What the tokenizer of HTML takes a byte for.

/// Returns whether the byte is white space.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0c')
}

/// Returns whether the byte ends a tag's name.
pub fn ends_name(byte: &u8) -> bool {
    is_space(*byte) || matches!(byte, b'/' | b'>')
}
