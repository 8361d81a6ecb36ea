//! An async runtime of one thread, on `mio`: [`block_on`] polls the futures that were woken, and parks the thread in the
//! selector while there are none.

use std::cell::RefCell;
use std::io;
use std::mem;
use std::pin::pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use mio::{Events, Token};

// level 2
use std::cell::Cell;
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::task::ready;
use std::{rc, thread};
// end

// level 3
use std::ops::RangeBounds;
use std::time::Instant;
// end

// level 5
use mio::Interest;
use std::io::{Read, Write};
use std::net::SocketAddr;
// end

// level 6
use std::collections::VecDeque;
// end

/// The number of the main future.
const MAIN: usize = 0;

/// The selector's token for wake-ups. No socket has so large a number.
const WOKEN: Token = Token(usize::MAX);

thread_local! {
    /// The runtime of the `block_on` that runs on this thread.
    static CURRENT: RefCell<Option<Rc<Runtime>>> = const { RefCell::new(None) };
}

/// Runs `future` on this thread until it is ready, and returns its output, or the error of a selector that fails.
///
/// Panics inside of another `block_on`, and if `future` panics.
pub fn block_on<F: Future>(future: F) -> io::Result<F::Output> {
    let entered = Entered::new()?;
    let runtime = &entered.0;
    let mut events = Events::with_capacity(256);
    // It is dropped before `entered`: its destructors may still use the runtime.
    let mut future = pin!(future);
    let main = TaskWaker::new(MAIN, &runtime.ready);
    let waker = Waker::from(Arc::clone(&main));
    waker.wake_by_ref();
    loop {
        for id in runtime.turn(&mut events)? {
            if id == MAIN {
                main.begin_poll();
                if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                    return Ok(output);
                }
            }
            // level 2
            runtime.poll_task(id);
            // end
        }
    }
}

struct Runtime {
    selector: RefCell<mio::Poll>,
    ready: Arc<Ready>,
    // level 2
    tasks: RefCell<BTreeMap<usize, Rc<Entry>>>,
    // end
    // level 3
    timers: Rc<Waiters<Instant>>,
    // end
    // level 5
    readers: Rc<Waiters<usize>>,
    writers: Rc<Waiters<usize>>,
    // end
}

impl Runtime {
    fn new() -> io::Result<Runtime> {
        let selector = mio::Poll::new()?;
        let notifier = mio::Waker::new(selector.registry(), WOKEN)?;
        Ok(Runtime {
            selector: RefCell::new(selector),
            ready: Arc::new(Ready { ids: Mutex::default(), notifier }),
            // level 2
            tasks: RefCell::default(),
            // end
            // level 3
            timers: Rc::default(),
            // end
            // level 5
            readers: Rc::default(),
            writers: Rc::default(),
            // end
        })
    }

    /// Waits for events, unless a future was woken, and wakes. Returns what was woken, in that order.
    ///
    /// There is a turn after each round of polls. So futures that are always ready starve no timer and no socket.
    fn turn(&self, events: &mut Events) -> io::Result<Vec<usize>> {
        let timeout = if self.ready.lock().is_empty() { None } else { Some(Duration::ZERO) };
        // level 3
        let timeout = timeout.or_else(|| until_first(&self.timers));
        // end
        match self.selector.borrow_mut().poll(events, timeout) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
            _ => {}
        }
        // level 3
        let now = Instant::now();
        while wake_first(&self.timers, ..=(now, usize::MAX)) {}
        // end
        // level 5
        for event in &*events {
            let of_socket = (event.token().0, 0)..=(event.token().0, usize::MAX);
            if event.is_readable() || event.is_read_closed() || event.is_error() {
                while wake_first(&self.readers, of_socket.clone()) {}
            }
            if event.is_writable() || event.is_write_closed() || event.is_error() {
                while wake_first(&self.writers, of_socket.clone()) {}
            }
        }
        // end
        Ok(mem::take(&mut *self.ready.lock()))
    }
}

/// Marks this thread as one that runs `block_on`, until this is dropped.
struct Entered(Rc<Runtime>);

impl Entered {
    fn new() -> io::Result<Entered> {
        let is_free = CURRENT.with_borrow(Option::is_none);
        assert!(
            is_free,
            "block_on inside of block_on: the outer one could not go on meanwhile. Use `.await`"
        );
        let runtime = Rc::new(Runtime::new()?);
        CURRENT.set(Some(Rc::clone(&runtime)));
        Ok(Entered(runtime))
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        // level 2
        // The destructor of a task finds the runtime, and may spawn another task.
        while let Some(id) = self.0.first_task() {
            self.0.remove(id);
        }
        // end
        CURRENT.set(None);
    }
}

/// The numbers of what was woken, and how the first of them unparks the thread.
struct Ready {
    ids: Mutex<Vec<usize>>,
    notifier: mio::Waker,
}

impl Ready {
    fn lock(&self) -> MutexGuard<'_, Vec<usize>> {
        self.ids.lock().expect("no code panics while it holds this lock")
    }
}

/// The waker of a future. Any thread may call it, also after `block_on`, whose selector it does not keep open.
struct TaskWaker {
    id: usize,
    is_woken: AtomicBool,
    ready: Weak<Ready>,
}

impl TaskWaker {
    fn new(id: usize, ready: &Arc<Ready>) -> Arc<TaskWaker> {
        Arc::new(TaskWaker { id, is_woken: AtomicBool::new(false), ready: Arc::downgrade(ready) })
    }

    /// Clears the flag before the poll: a wake-up during the poll sets it again.
    fn begin_poll(&self) {
        self.is_woken.swap(false, SeqCst);
    }
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let Some(ready) = self.ready.upgrade() else { return };
        // The flag says that the number is in the list.
        if self.is_woken.swap(true, SeqCst) {
            return;
        }
        let mut ids = ready.lock();
        ids.push(self.id);
        let is_first = ids.len() == 1;
        drop(ids);
        // The selector remembers this, even if the thread looked at the list just before, and parks just after.
        if is_first {
            ready.notifier.wake().expect("the selector is open, because `ready` is");
        }
    }
}

// level 2
thread_local! {
    static LAST_NUMBER: Cell<usize> = const { Cell::new(MAIN) };
}

/// Returns a number that nothing else on this thread has.
fn next_number() -> usize {
    LAST_NUMBER.set(LAST_NUMBER.get() + 1);
    LAST_NUMBER.get()
}

/// Runs `future` as a task of its own, until it ends or `block_on` does. Panics outside of `block_on`.
pub fn spawn<F: Future + 'static>(future: F) -> Task<F::Output> {
    let completion = Rc::new(Completion { result: Cell::new(None), awaiter: Cell::new(None) });
    let weak = Rc::downgrade(&completion);
    let mut future = Some(Box::pin(future));
    let (id, runtime) = Runtime::current().insert(poll_fn(move |cx| {
        let Some(unfinished) = &mut future else { return Poll::Ready(()) };
        let result = match catch_unwind(AssertUnwindSafe(|| unfinished.as_mut().poll(cx))) {
            Ok(polled) => Ok(ready!(polled)),
            Err(panic) => Err(panic),
        };
        // The future is gone before its awaiter is woken. A panic of its destructor is a panic of the task.
        let result = dropped(future.take()).and(result);
        if let Some(completion) = weak.upgrade() {
            completion.result.set(Some(result));
            completion.awaiter.take().into_iter().for_each(Waker::wake);
        } else {
            let _ = dropped(result);
        }
        Poll::Ready(())
    }));
    Task { id, runtime, completion }
}

/// Drops a value, and returns the panic of its destructor.
fn dropped<T>(value: T) -> thread::Result<()> {
    catch_unwind(AssertUnwindSafe(|| drop(value)))
}

/// How a task has ended, and the waker of the future that awaits it.
struct Completion<T> {
    result: Cell<Option<thread::Result<T>>>,
    awaiter: Cell<Option<Waker>>,
}

/// The handle of a task, and a future of its output, which panics if the task does. Dropping it detaches the task.
pub struct Task<T> {
    id: usize,
    runtime: rc::Weak<Runtime>,
    completion: Rc<Completion<T>>,
}

impl<T> Task<T> {
    /// Drops the task's future. That of a task that cancels itself is dropped when its poll returns.
    pub fn cancel(self) {
        if let Some(runtime) = self.runtime.upgrade() {
            runtime.remove(self.id);
        }
    }

    /// Waits for the end of the task. An error is what the task panicked with.
    pub async fn result(self) -> thread::Result<T> {
        poll_fn(|cx| self.poll_result(cx)).await
    }

    fn poll_result(&self, cx: &mut Context<'_>) -> Poll<thread::Result<T>> {
        if let Some(result) = self.completion.result.take() {
            return Poll::Ready(result);
        }
        assert!(self.runtime.strong_count() > 0, "the task was dropped, because its `block_on` has ended");
        // The latest waker counts.
        self.completion.awaiter.set(Some(cx.waker().clone()));
        Poll::Pending
    }
}

impl<T> Future for Task<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        Poll::Ready(ready!(self.poll_result(cx)).unwrap_or_else(|panic| resume_unwind(panic)))
    }
}

/// A task that has not ended. Its future is absent while it is polled.
struct Entry {
    future: Cell<Option<Pin<Box<dyn Future<Output = ()>>>>>,
    waker: Arc<TaskWaker>,
}

// Each borrow of the tasks ends before a future is polled or dropped, because that may spawn and cancel others.
impl Runtime {
    fn current() -> Rc<Runtime> {
        CURRENT.with_borrow(Option::clone).expect("there is no runtime here: call this inside of `block_on`")
    }

    /// Adds a task, and wakes it for its first poll.
    fn insert(self: Rc<Self>, future: impl Future<Output = ()> + 'static) -> (usize, rc::Weak<Runtime>) {
        let id = next_number();
        let waker = TaskWaker::new(id, &self.ready);
        let entry = Entry { future: Cell::new(Some(Box::pin(future))), waker: Arc::clone(&waker) };
        self.tasks.borrow_mut().insert(id, Rc::new(entry));
        waker.wake();
        (id, Rc::downgrade(&self))
    }

    /// Drops a task. No handle could report a panic of its destructor.
    fn remove(&self, id: usize) {
        let entry = self.tasks.borrow_mut().remove(&id);
        let _ = dropped(entry);
    }

    fn first_task(&self) -> Option<usize> {
        self.tasks.borrow().keys().next().copied()
    }

    /// Polls a task, unless it has ended.
    fn poll_task(&self, id: usize) {
        let Some(entry) = self.tasks.borrow().get(&id).cloned() else { return };
        let Some(mut future) = entry.future.take() else { return };
        entry.waker.begin_poll();
        let waker = Waker::from(Arc::clone(&entry.waker));
        if future.as_mut().poll(&mut Context::from_waker(&waker)).is_ready() {
            return self.remove(id);
        }
        entry.future.set(Some(future));
        // If it was cancelled during the poll, this is the last reference, and drops the future.
        let _ = dropped(entry);
    }
}
// end

// level 3
/// Waits until `at`. Panics if it is polled outside of `block_on`.
pub async fn sleep_until(at: Instant) {
    let timer = Waiter::new(&Runtime::current().timers, at);
    poll_fn(|cx| if Instant::now() >= at { Poll::Ready(()) } else { timer.wait(cx) }).await;
}

/// The wakers of futures that wait for an event, ordered by what they wait for, and then by age.
type Waiters<K> = RefCell<BTreeMap<(K, usize), Waker>>;

/// Wakes the first waiter in `range`, and returns whether there is one.
fn wake_first<K: Copy + Ord>(waiters: &Waiters<K>, range: impl RangeBounds<(K, usize)>) -> bool {
    let mut wakers = waiters.borrow_mut();
    let first = wakers.range(range).next().map(|(key, _)| *key);
    let waker = first.and_then(|key| wakers.remove(&key));
    // A waker may run any code.
    drop(wakers);
    waker.map(Waker::wake).is_some()
}

/// Returns how long it takes to the first time. The selector rounds it up to its own unit.
fn until_first(timers: &Waiters<Instant>) -> Option<Duration> {
    let (at, _) = *timers.borrow().keys().next()?;
    Some(at.saturating_duration_since(Instant::now()))
}

/// A place among the waiters. Dropping it removes its waker.
struct Waiter<K: Copy + Ord> {
    waiters: Rc<Waiters<K>>,
    key: (K, usize),
}

impl<K: Copy + Ord> Waiter<K> {
    fn new(waiters: &Rc<Waiters<K>>, key: K) -> Waiter<K> {
        Waiter { waiters: Rc::clone(waiters), key: (key, next_number()) }
    }

    /// Stores the waker of this poll. The borrow ends before that of an earlier poll is dropped.
    fn wait<T>(&self, cx: &mut Context<'_>) -> Poll<T> {
        let _old = self.waiters.borrow_mut().insert(self.key, cx.waker().clone());
        Poll::Pending
    }
}

impl<K: Copy + Ord> Drop for Waiter<K> {
    fn drop(&mut self) {
        let _waker = self.waiters.borrow_mut().remove(&self.key);
    }
}
// end

// level 4
/// Waits for `future`, but not longer than until `at`. Returns `None` if `future` is not ready by then.
pub async fn timeout_at<F: Future>(at: Instant, future: F) -> Option<F::Output> {
    // The future is polled before the clock: what is ready at the deadline is not too late.
    match first(future, sleep_until(at)).await {
        First::A(output) => Some(output),
        First::B(()) => None,
    }
}

/// Waits for both futures at once, and returns both outputs.
pub async fn join<A: Future, B: Future>(a: A, b: B) -> (A::Output, B::Output) {
    let (mut a, mut b) = (pin!(a), pin!(b));
    match first(a.as_mut(), b.as_mut()).await {
        First::A(output) => (output, b.await),
        First::B(output) => (a.await, output),
    }
}

/// The output of the future that was ready first.
#[derive(Debug)]
pub enum First<A, B> {
    /// That of the first future, also if both were ready.
    A(A),
    /// That of the second future.
    B(B),
}

/// Waits for both futures at once, until one is ready, and drops both.
pub async fn first<A: Future, B: Future>(a: A, b: B) -> First<A::Output, B::Output> {
    let (mut a, mut b) = (pin!(a), pin!(b));
    poll_fn(|cx| match a.as_mut().poll(cx) {
        Poll::Ready(output) => Poll::Ready(First::A(output)),
        Poll::Pending => b.as_mut().poll(cx).map(First::B),
    })
    .await
}
// end

// level 5
/// A connection, which belongs to the `block_on` that made it. One future may read while another one writes.
pub struct TcpStream {
    socket: mio::net::TcpStream,
    id: usize,
    readers: Rc<Waiters<usize>>,
    writers: Rc<Waiters<usize>>,
}

impl TcpStream {
    /// Connects to `address`. Panics if it is polled outside of `block_on`.
    pub async fn connect(address: SocketAddr) -> io::Result<TcpStream> {
        let (runtime, id) = (Runtime::current(), next_number());
        let mut socket = mio::net::TcpStream::connect(address)?;
        // Once for both directions, and for good: the selector is edge-triggered.
        let interest = Interest::READABLE | Interest::WRITABLE;
        runtime.selector.borrow().registry().register(&mut socket, Token(id), interest)?;
        let (readers, writers) = (Rc::clone(&runtime.readers), Rc::clone(&runtime.writers));
        drop(runtime);
        let stream = TcpStream { socket, id, readers, writers };
        stream.wait_for(&stream.writers, || stream.connected()).await?;
        Ok(stream)
    }

    /// Reads into `buffer`, and returns how many bytes; 0 is the end of the stream.
    pub async fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        self.wait_for(&self.readers, || (&self.socket).read(buffer)).await
    }

    /// Writes all of `bytes`.
    pub async fn write_all(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.wait_for(&self.writers, || (&self.socket).write(bytes)).await? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                count => bytes = &bytes[count..],
            }
        }
        Ok(())
    }

    /// Calls `io` at once and after each event, until it says something else than `WouldBlock`.
    async fn wait_for<T>(
        &self,
        waiters: &Rc<Waiters<usize>>,
        mut io: impl FnMut() -> io::Result<T>,
    ) -> io::Result<T> {
        let waiter = Waiter::new(waiters, self.id);
        poll_fn(|cx| match io() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => waiter.wait(cx),
            result => Poll::Ready(result),
        })
        .await
    }

    /// Returns how a connect has ended; `WouldBlock` while it is in progress. Writable is not connected.
    fn connected(&self) -> io::Result<()> {
        match self.socket.peer_addr() {
            Err(error) if error.kind() == io::ErrorKind::NotConnected => {
                Err(self.socket.take_error()?.unwrap_or_else(|| io::ErrorKind::WouldBlock.into()))
            }
            result => result.map(drop),
        }
    }
}
// end

// level 6
/// A queue that knows when all its items have been worked on. An empty queue is not a finished one.
#[derive(Default)]
pub struct Queue<T> {
    items: RefCell<VecDeque<T>>,
    unfinished: Cell<usize>,
    getters: Rc<Waiters<()>>,
    joiners: Rc<Waiters<()>>,
}

impl<T> Queue<T> {
    /// Makes an empty queue.
    pub fn new() -> Queue<T> {
        let (items, unfinished) = (RefCell::default(), Cell::new(0));
        Queue { items, unfinished, getters: Rc::default(), joiners: Rc::default() }
    }

    /// Adds an item, which is unfinished until `task_done`.
    pub fn put(&self, item: T) {
        self.items.borrow_mut().push_back(item);
        self.unfinished.set(self.unfinished.get() + 1);
        wake_first(&self.getters, ..);
    }

    /// Waits for an item.
    pub async fn get(&self) -> T {
        let _pass_on = PassOn(self);
        let getter = Waiter::new(&self.getters, ());
        let pop = || self.items.borrow_mut().pop_front();
        poll_fn(|cx| pop().map_or_else(|| getter.wait(cx), Poll::Ready)).await
    }

    /// Marks an item as done. Put the items that it led to before this call. Panics if there is no such item.
    pub fn task_done(&self) {
        self.unfinished.set(self.unfinished.get().checked_sub(1).expect("call task_done once for each item"));
        while self.unfinished.get() == 0 && wake_first(&self.joiners, ..) {}
    }

    /// Waits until every item is done.
    pub async fn join(&self) {
        let joiner = Waiter::new(&self.joiners, ());
        poll_fn(|cx| if self.unfinished.get() == 0 { Poll::Ready(()) } else { joiner.wait(cx) }).await;
    }
}

/// Passes on the wake-up that a dropped getter may have had. Otherwise an item could lie there while a getter waits.
struct PassOn<'a, T>(&'a Queue<T>);

impl<T> Drop for PassOn<'_, T> {
    fn drop(&mut self) {
        if !self.0.items.borrow().is_empty() {
            wake_first(&self.0.getters, ..);
        }
    }
}
// end
