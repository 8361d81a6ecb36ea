//! A file in a selector: on Linux, the selector refuses it.

use std::fs;
use std::thread;

use futures::channel::oneshot;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

demos::main!(wrong, fixed);

fn wrong() {
    smol::block_on(async {
        let file = fs::File::open(PATH).unwrap();
        match smol::Async::new(file) {
            Ok(file) => println!("the file is readable: {:?}", file.readable().await),
            Err(error) => println!("the selector refuses the file: {error}"),
        }
    });
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
