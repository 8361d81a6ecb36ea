//! The executor: the order of its polls, and what it says of its tasks.

use std::cell::RefCell;
use std::future::pending;
use std::rc::Rc;

use crate::tools::{Left, leaving, run, yield_now};

#[test]
fn tasks_are_polled_in_the_order_in_which_they_were_woken() {
    run(async |_, spawner| {
        let log = Rc::new(RefCell::new(Vec::new()));
        let left = [(); 3].map(|()| Left::default());
        for (number, left) in left.iter().enumerate() {
            let (log, waits) = (Rc::clone(&log), leaving(left, 2));
            drop(spawner.spawn(async move {
                waits.await;
                log.borrow_mut().push(number);
            }));
        }
        yield_now().await;
        [2, 0, 1].iter().for_each(|number: &usize| left[*number].take().unwrap().wake());
        yield_now().await;
        assert_eq!(*log.borrow(), [2, 0, 1], "the ready queue is first in, first out");
    });
}

#[test]
fn a_spawner_tells_what_each_task_waits_for() {
    run(async |_, spawner| {
        let left = Left::default();
        drop(spawner.spawn(pending::<()>()));
        drop(spawner.spawn(leaving(&left, 2)));
        yield_now().await;
        let [nothing, something] = ["nothing", "something"]
            .map(|holder| format!("is not in the ready queue, and {holder} holds its waker"));
        assert_eq!(format!("{spawner:?}"), format!("Spawner({{2: {nothing}, 3: {something}}})"));
    });
}
