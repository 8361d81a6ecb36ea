//! An async runtime of one thread, on `mio`: [`block_on`] polls what was woken, and parks while nothing is.

use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, Weak, atomic::AtomicBool, atomic::Ordering::SeqCst};
use std::task::{Context, Poll, Wake, Waker};
use std::{cell::RefCell, io, mem, rc::Rc, time};

use mio::{Events, Token};

// level 2
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::{cell::Cell, collections::BTreeMap, future::poll_fn, rc, sync::atomic::AtomicUsize, thread};

// level 5
use mio::Interest;
use std::io::{Read, Write};
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
    let is_free = CURRENT.with_borrow(Option::is_none);
    assert!(is_free, "block_on inside of block_on would block the outer one: use `.await`");
    let runtime = Rc::new(Runtime::new()?);
    CURRENT.set(Some(Rc::clone(&runtime)));
    let _entered = OnDrop(|| {
        // level 2
        // The destructor of a task finds the runtime, and may spawn another task. No borrow is left while it runs.
        let next = || runtime.tasks.borrow_mut().pop_first();
        while next().is_some() {}
        // end
        CURRENT.set(None);
    });
    let mut events = Events::with_capacity(256);
    // Dropped before `_entered`: its destructors may still use the runtime.
    let mut future = pin!(future);
    let main = TaskWaker::new(MAIN, &runtime.ready);
    main.wake_by_ref();
    loop {
        for id in runtime.turn(&mut events)? {
            if id == MAIN
                && let Poll::Ready(output) = main.poll(future.as_mut())
            {
                return Ok(output);
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
    // level 3
    timers: Rc<Waiters<time::Instant>>,
    // level 5
    sockets: Rc<Waiters<(Token, Interest)>>,
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
            // level 3
            timers: Rc::default(),
            // level 5
            sockets: Rc::default(),
            // end
        })
    }

    /// Waits for events, unless a future was woken, and wakes. Returns what was woken, in that order.
    ///
    /// There is a turn after each round of polls. So futures that are always ready starve no timer and no socket.
    fn turn(&self, events: &mut Events) -> io::Result<Vec<usize>> {
        let timeout = if self.ready.lock().is_empty() { None } else { Some(time::Duration::ZERO) };
        // level 3
        // The selector rounds it up to its own unit.
        let next = self.timers.borrow().keys().next().map(|(at, _)| *at);
        let timeout = timeout.or_else(|| Some(next?.saturating_duration_since(time::Instant::now())));
        // end
        match self.selector.borrow_mut().poll(events, timeout) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
            _ => {}
        }
        // level 3
        let now = time::Instant::now();
        while wake_first(&self.timers, ..=(now, usize::MAX)) {}
        // level 5
        for event in &*events {
            let reads = (event.is_readable() || event.is_read_closed(), Interest::READABLE);
            let writes = (event.is_writable() || event.is_write_closed(), Interest::WRITABLE);
            for (is_ready, interest) in [reads, writes] {
                let key = (event.token(), interest);
                while is_ready && wake_first(&self.sockets, (key, 0)..=(key, usize::MAX)) {}
            }
        }
        // end
        Ok(mem::take(&mut *self.ready.lock()))
    }
}

/// Calls its closure when it is dropped: by a return, a panic, or the end of a future that waits.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        self.0();
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

    /// Polls a future with this waker. Clears the flag before the poll: a wake-up during the poll sets it again.
    fn poll<F: Future + ?Sized>(self: &Arc<Self>, future: Pin<&mut F>) -> Poll<F::Output> {
        self.is_woken.swap(false, SeqCst);
        future.poll(&mut Context::from_waker(&Waker::from(Arc::clone(self))))
    }
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
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
/// The next number: 0 is `MAIN`, and no number is used again.
static NEXT: AtomicUsize = AtomicUsize::new(1);

/// Runs `future` as a task of its own, until it ends or `block_on` does. Panics outside of `block_on`.
pub fn spawn<F: Future + 'static>(future: F) -> Task<F::Output> {
    let completion = Rc::new(Completion { result: Cell::new(None), awaiter: Cell::new(None) });
    let weak = Rc::downgrade(&completion);
    let future = async move {
        let mut future = Box::pin(future);
        let result = poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(polled) => polled.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        });
        let result = result.await;
        // The future is gone before its awaiter is woken.
        drop(future);
        let Some(completion) = weak.upgrade() else { return };
        completion.result.set(Some(result));
        completion.awaiter.take().into_iter().for_each(Waker::wake);
    };
    let (runtime, id) = (Runtime::current(), NEXT.fetch_add(1, SeqCst));
    let waker = TaskWaker::new(id, &runtime.ready);
    // The first poll comes by itself.
    waker.wake_by_ref();
    let entry = Entry { future: RefCell::new(Box::pin(future)), waker };
    runtime.tasks.borrow_mut().insert(id, Rc::new(entry));
    Task { id, runtime: Rc::downgrade(&runtime), completion }
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
            let _entry = runtime.tasks.borrow_mut().remove(&self.id);
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
        // The latest waker counts.
        self.completion.awaiter.set(Some(cx.waker().clone()));
        Poll::Pending
    }
}

impl<T> Future for Task<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        self.poll_result(cx).map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
    }
}

/// A task that has not ended. Its future is borrowed while it is polled.
struct Entry {
    future: RefCell<Pin<Box<dyn Future<Output = ()>>>>,
    waker: Arc<TaskWaker>,
}

// Each borrow of the tasks ends before a future is polled or dropped, because that may spawn and cancel others.
impl Runtime {
    fn current() -> Rc<Runtime> {
        CURRENT.with_borrow(Option::clone).expect("there is no runtime here: call this inside of `block_on`")
    }

    /// Polls a task, unless it has ended.
    fn poll_task(&self, id: usize) {
        let Some(entry) = self.tasks.borrow().get(&id).cloned() else { return };
        let polled = entry.waker.poll(entry.future.borrow_mut().as_mut());
        if polled.is_ready() {
            let _entry = self.tasks.borrow_mut().remove(&id);
        }
        // If it was cancelled during the poll, `entry` is the last reference, and drops the future here.
    }
}

// level 3
/// Waits until `at`. Panics if it has to wait and is polled outside of `block_on`.
pub async fn sleep_until(at: time::Instant) {
    if time::Instant::now() >= at {
        return;
    }
    let timers = Rc::clone(&Runtime::current().timers);
    wait(&timers, at, || (time::Instant::now() >= at).then_some(())).await;
}

/// The wakers of futures that wait for an event, ordered by what they wait for, and then by age.
type Waiters<K> = RefCell<BTreeMap<(K, usize), Waker>>;

/// Wakes the first waiter in `range`, and returns whether there is one.
fn wake_first<K: Copy + Ord>(waiters: &Waiters<K>, range: impl std::ops::RangeBounds<(K, usize)>) -> bool {
    let mut wakers = waiters.borrow_mut();
    let first = wakers.range(range).next().map(|(key, _)| *key);
    let waker = first.and_then(|key| wakers.remove(&key));
    // A waker may run any code.
    drop(wakers);
    waker.map(Waker::wake).is_some()
}

/// Calls `look` at once and after each event, until it returns something.
async fn wait<K: Copy + Ord, T>(waiters: &Waiters<K>, key: K, mut look: impl FnMut() -> Option<T>) -> T {
    let place = (key, NEXT.fetch_add(1, SeqCst));
    let _leave = OnDrop(|| {
        // The borrow ends before the waker is dropped.
        let _waker = waiters.borrow_mut().remove(&place);
    });
    poll_fn(|cx| {
        let found = look();
        if found.is_none() {
            // The latest waker counts. The borrow ends before an earlier one is dropped.
            let _old = waiters.borrow_mut().insert(place, cx.waker().clone());
        }
        found.map_or(Poll::Pending, Poll::Ready)
    })
    .await
}

// level 4
/// Waits for `future`, but not longer than until `at`. Returns `None` if `future` is not ready by then.
pub async fn timeout_at<F: Future>(at: time::Instant, future: F) -> Option<F::Output> {
    // The future is polled before the clock: what is ready at the deadline is not too late.
    if let First::A(output) = first(future, sleep_until(at)).await { Some(output) } else { None }
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

// level 5
/// A connection, which belongs to the `block_on` that made it. One future may read while another one writes.
pub struct TcpStream {
    socket: mio::net::TcpStream,
    token: Token,
    waiters: Rc<Waiters<(Token, Interest)>>,
}

impl TcpStream {
    /// Connects to `address`. Panics if it is polled outside of `block_on`.
    pub async fn connect(address: std::net::SocketAddr) -> io::Result<TcpStream> {
        let (runtime, token) = (Runtime::current(), Token(NEXT.fetch_add(1, SeqCst)));
        let mut socket = mio::net::TcpStream::connect(address)?;
        // Once for both directions, and for good: the selector is edge-triggered.
        let both = Interest::READABLE | Interest::WRITABLE;
        runtime.selector.borrow().registry().register(&mut socket, token, both)?;
        let stream = TcpStream { socket, token, waiters: Rc::clone(&runtime.sockets) };
        drop(runtime);
        let connected = || match stream.socket.peer_addr() {
            // Writable is not connected.
            Err(_) => Err(stream.socket.take_error()?.unwrap_or_else(|| io::ErrorKind::WouldBlock.into())),
            Ok(_) => Ok(()),
        };
        stream.wait_for(Interest::WRITABLE, connected).await?;
        Ok(stream)
    }

    /// Reads into `buffer`, and returns how many bytes; 0 is the end of the stream.
    pub async fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        self.wait_for(Interest::READABLE, || (&self.socket).read(buffer)).await
    }

    /// Writes all of `bytes`.
    pub async fn write_all(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let count = self.wait_for(Interest::WRITABLE, || (&self.socket).write(bytes)).await?;
            bytes = &bytes[count..];
        }
        Ok(())
    }

    /// Calls `io` at once and after each event, until it says something else than `WouldBlock`.
    async fn wait_for<T>(&self, interest: Interest, mut io: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        let look = || match io() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => None,
            result => Some(result),
        };
        wait(&self.waiters, (self.token, interest), look).await
    }
}

// level 6
/// A queue that knows when all its items have been worked on. An empty queue is not a finished one.
#[derive(Default)]
pub struct Queue<T> {
    items: RefCell<std::collections::VecDeque<T>>,
    unfinished: Cell<usize>,
    getters: Waiters<()>,
    joiners: Waiters<()>,
}

impl<T> Queue<T> {
    /// Makes an empty queue.
    pub fn new() -> Queue<T> {
        let (items, unfinished) = (RefCell::default(), Cell::new(0));
        Queue { items, unfinished, getters: RefCell::default(), joiners: RefCell::default() }
    }

    /// Adds an item, which is unfinished until `task_done`.
    pub fn put(&self, item: T) {
        self.items.borrow_mut().push_back(item);
        self.unfinished.set(self.unfinished.get() + 1);
        wake_first(&self.getters, ..);
    }

    /// Waits for an item.
    pub async fn get(&self) -> T {
        // If it is dropped after its wake-up, an item could lie there while another getter waits.
        let _pass_on = OnDrop(|| {
            if !self.items.borrow().is_empty() {
                wake_first(&self.getters, ..);
            }
        });
        wait(&self.getters, (), || self.items.borrow_mut().pop_front()).await
    }

    /// Marks an item as done. Put the items that it led to before this call. Panics if there is no such item.
    pub fn task_done(&self) {
        self.unfinished.set(self.unfinished.get().checked_sub(1).expect("call task_done once for each item"));
        while self.unfinished.get() == 0 && wake_first(&self.joiners, ..) {}
    }

    /// Waits until every item is done.
    pub async fn join(&self) {
        wait(&self.joiners, (), || (self.unfinished.get() == 0).then_some(())).await;
    }
}
// end
