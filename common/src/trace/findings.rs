//! What is odd in a trace, in sentences.
