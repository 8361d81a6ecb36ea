//! A file in a selector: on Linux, the selector refuses it.
//!
//!     cargo run -p demos --bin polled_file
//!     cargo run -p demos --bin polled_file -- fixed

use std::fs;
use std::thread;

use futures::channel::oneshot;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

fn main() {
    #[cfg(target_os = "linux")]
    demos::main(wrong, fixed);
    #[cfg(not(target_os = "linux"))]
    demos::main(elsewhere, fixed);
}

#[cfg(target_os = "linux")]
fn wrong() {
    smol::block_on(async {
        let file = fs::File::open(PATH).unwrap();
        match smol::Async::new(file) {
            Ok(file) => println!("the file is readable: {:?}", file.readable().await),
            Err(error) => println!("the selector refuses the file: {error}"),
        }
    });
}

#[cfg(not(target_os = "linux"))]
fn elsewhere() {
    println!("this mistake is made on Linux: other systems accept a file, or know no readiness of it");
}

fn fixed() {
    demos::run(async |_reactor, _spawner| {
        let (sender, content) = oneshot::channel();
        thread::spawn(|| sender.send(fs::read_to_string(PATH)));
        // The task waits. It is the other thread that is blocked.
        let content = content.await.unwrap().unwrap();
        println!("another thread has read the file, which begins with {:?}", content.lines().next());
    });
}
