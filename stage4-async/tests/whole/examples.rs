//! Runs every example, and checks what it prints. How long it takes is not tested.

test_tools::examples!("sleepy_async");
