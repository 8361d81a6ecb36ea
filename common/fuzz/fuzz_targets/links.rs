#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    common_fuzz::links::check(input);
});
