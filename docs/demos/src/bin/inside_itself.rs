//! A future that holds a reference into itself: where the reference points, before and after a move of the box.

use std::cell::Cell;
use std::future::pending;
use std::pin::Pin;
use std::task::{Context, Waker};

fn main() {
    let slice = Cell::new(0);
    let mut future = Box::pin(keeps_a_page(&slice));
    let _ = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    println!("the future takes {} bytes", size_of_val(&*future));
    println!("its slice points to byte {} of the future", slice.get() - begin(&future));
    let moved = future;
    println!("after a move of the box, to byte {}", slice.get() - begin(&moved));
}

async fn keeps_a_page(address: &Cell<usize>) {
    let page = [0_u8; 100];
    let rest = &page[50..];
    address.set(rest.as_ptr().addr());
    pending::<()>().await;
    println!("{} bytes are left", rest.len());
}

/// Returns the address of a future.
fn begin<F>(future: &Pin<Box<F>>) -> usize {
    std::ptr::from_ref(&**future).addr()
}
