//! The compiler rejects this: another thread would spawn a task on stage 3's executor.
//!
//!     cargo check -p demos --features broken --bin two_threads

use stage3_futures::executor::Executor;

fn main() {
    let executor = Executor::new().unwrap();
    move_to_another_thread(executor.spawner().clone());
}

/// Requires of a value what `std::thread::spawn` asks of what it moves.
fn move_to_another_thread(_: impl Send + 'static) {}
