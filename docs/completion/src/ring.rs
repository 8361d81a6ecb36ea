//! [`Ring`]: orders for the kernel, and its reports. What an order works with is in its slot.

use std::io::{self, PipeWriter, Write};
use std::net::SocketAddr;
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::time::Duration;

use common::Phase;
use io_uring::squeue::{Entry, Flags};
use io_uring::types::{CancelBuilder, DestinationSlot, Fixed, SubmitArgs, Timespec};
use io_uring::{IoUring, opcode};
use socket2::{Domain, SockAddr, Type};

/// The size of a buffer. Each slot has one.
const BUFFER: usize = 16 << 10;

/// The phases that a report may have.
const PHASES: [Phase; 3] = [Phase::Connecting, Phase::Sending, Phase::Reading];

/// What has happened for a slot.
pub enum Event {
    /// Another thread has woken it, or a time has come.
    Look,
    /// Its order has ended in this phase, with an error or a number of bytes. One that was cancelled has timed out.
    Report(Phase, io::Result<usize>),
}

/// What an order works with. It is the kernel's while `is_ordered`, whatever becomes of the fetch.
#[derive(Default)]
struct Slot {
    address: Option<SockAddr>,
    request: Vec<u8>,
    buffer: Vec<u8>,
    is_ordered: bool,
}

/// Orders for the kernel, at most one in each slot, and its reports. An error means that it does not take the order.
pub struct Ring {
    uring: IoUring,
    /// Each has the socket of the same number. The last one has the pipe. None ever moves: the kernel has its address.
    slots: Box<[Slot]>,
    /// Takes the numbers of the slots that other threads wake.
    pipe: Arc<PipeWriter>,
}

impl Ring {
    /// Makes a ring for so many sockets, with what Linux has since its version 6.1.
    pub fn new(sockets: usize) -> io::Result<Ring> {
        let mut builder = IoUring::builder();
        // There is room for all reports: each slot's, and what became of cancellations.
        builder.setup_single_issuer().setup_defer_taskrun().setup_cqsize(4 * sockets.max(64) as u32);
        let why = |error: io::Error| format!("this system gives no io_uring: {error}");
        let uring = builder.build(128).map_err(|error| io::Error::new(error.kind(), why(error)))?;
        let ((reader, writer), pipe) = (io::pipe()?, sockets as u32);
        uring.submitter().register_files_sparse(pipe + 1)?;
        uring.submitter().register_files_update(pipe, &[reader.as_raw_fd()])?;
        let slots = (0..=sockets).map(|_| Slot::default()).collect();
        let mut ring = Ring { uring, slots, pipe: Arc::new(writer) };
        ring.receive(sockets)?;
        Ok(ring)
    }

    /// Orders a connect, a send and a receive. There is one report: of what fails, or of the receive.
    pub fn fetch(&mut self, slot: usize, address: SocketAddr, request: Vec<u8>) -> io::Result<()> {
        let receive = self.receiving(slot);
        let (memory, fd) = (&mut self.slots[slot], Fixed(slot as u32));
        memory.request = request;
        let (request, count) = (memory.request.as_ptr(), memory.request.len() as u32);
        let target = DestinationSlot::try_from_slot_target(slot as u32).ok();
        let domain = Domain::for_address(address).into();
        let address = memory.address.insert(address.into());
        let flags = Flags::IO_LINK | Flags::SKIP_SUCCESS;
        let linked = |order: Entry, phase| order.flags(flags).user_data(user_data(slot, phase));
        let socket = opcode::Socket::new(domain, Type::STREAM.into(), 0).file_index(target).build();
        let connect = opcode::Connect::new(fd, address.as_ptr().cast(), address.len()).build();
        // The flag says that a part is not enough.
        let send = opcode::Send::new(fd, request, count).flags(libc::MSG_WAITALL).build();
        self.order(slot, &[linked(socket, 0), linked(connect, 0), linked(send, 1), receive])
    }

    /// Orders another receive.
    pub fn receive(&mut self, slot: usize) -> io::Result<()> {
        let receive = self.receiving(slot);
        self.order(slot, &[receive])
    }

    /// Returns the bytes that the last order has received.
    pub fn received(&mut self, slot: usize, count: usize) -> &[u8] {
        &self.ours(slot).buffer[..count]
    }

    /// Orders the end of the connection.
    pub fn close(&mut self, slot: usize) -> io::Result<()> {
        let close = opcode::Close::new(Fixed(slot as u32)).build();
        self.order(slot, &[close.user_data(user_data(slot, 2))])
    }

    /// Cancels the order of a slot, or only its connect. The report comes all the same.
    pub fn cancel(&mut self, slot: usize, only_connect: bool) -> io::Result<()> {
        let (connect, any) =
            (CancelBuilder::user_data(user_data(slot, 0)), CancelBuilder::fd(Fixed(slot as u32)));
        let cancelled = if only_connect { connect } else { any.all() };
        self.push(&[opcode::AsyncCancel2::new(cancelled).build().user_data(u64::MAX)])
    }

    /// Returns what another thread calls to wake the slot.
    pub fn waker(&self, slot: usize) -> impl FnOnce() + Send + use<> {
        let pipe = Arc::clone(&self.pipe);
        // It has room for each slot. It fails if the ring is gone.
        move || drop((&*pipe).write_all(&(slot as u32).to_ne_bytes()))
    }

    /// Gives the kernel the orders, and waits for events, at most for `limit`.
    pub fn turn(&mut self, limit: Duration) -> io::Result<Vec<(usize, Event)>> {
        self.enter(limit)?;
        if self.uring.completion().is_empty() {
            // The program may have been stopped for long. What has come meanwhile is reported before a time that has come.
            self.enter(Duration::ZERO)?;
        }
        let mut events = Vec::new();
        while let Some(report) = { self.uring.completion().next() } {
            let (slot, phase) = ((report.user_data() / 4) as usize, report.user_data() as usize % 4);
            let Some(memory) = self.slots.get_mut(slot) else { continue };
            memory.is_ordered = false;
            let result = usize::try_from(report.result()).map_err(|_| match -report.result() {
                libc::ECANCELED => io::ErrorKind::TimedOut.into(),
                errno => io::Error::from_raw_os_error(errno),
            });
            if slot + 1 < self.slots.len() {
                events.push((slot, Event::Report(PHASES[phase], result)));
            } else if let Ok(count) = result {
                let (numbers, _) = self.received(slot, count).as_chunks();
                events.extend(numbers.iter().map(|n| (u32::from_ne_bytes(*n) as usize, Event::Look)));
                self.receive(slot)?;
            }
        }
        Ok(events)
    }

    /// Returns the memory of a slot without an order.
    fn ours(&mut self, slot: usize) -> &mut Slot {
        assert!(!self.slots[slot].is_ordered, "the kernel works with this memory");
        &mut self.slots[slot]
    }

    fn receiving(&mut self, slot: usize) -> Entry {
        let buffer = &mut self.ours(slot).buffer;
        buffer.resize(BUFFER, 0);
        // It is for sockets and for the pipe.
        let read = opcode::Read::new(Fixed(slot as u32), buffer.as_mut_ptr(), BUFFER as u32).build();
        read.user_data(user_data(slot, 2))
    }

    fn order(&mut self, slot: usize, linked: &[Entry]) -> io::Result<()> {
        self.ours(slot);
        self.push(linked)?;
        self.slots[slot].is_ordered = true;
        Ok(())
    }

    fn push(&mut self, entries: &[Entry]) -> io::Result<()> {
        // SAFETY: the memory of an order is its slot's. Nothing touches it before the report, and `drop` waits for all reports.
        #[allow(unsafe_code)]
        while unsafe { self.uring.submission().push_multiple(entries) }.is_err() {
            // The queue is full.
            self.enter(Duration::ZERO)?;
        }
        Ok(())
    }

    fn enter(&self, limit: Duration) -> io::Result<()> {
        let time = Timespec::from(limit);
        let entered = self.uring.submitter().submit_with_args(1, &SubmitArgs::new().timespec(&time));
        match entered.as_ref().map_err(io::Error::raw_os_error) {
            // The time is over, a signal has come, or the kernel has no room for the moment.
            Err(Some(libc::ETIME | libc::EINTR | libc::EAGAIN | libc::EBUSY)) => Ok(()),
            _ => entered.map(drop),
        }
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        while self.slots.iter().any(|slot| slot.is_ordered) {
            let cancel = opcode::AsyncCancel2::new(CancelBuilder::any()).build().user_data(u64::MAX);
            if self.push(&[cancel]).and_then(|()| self.turn(Duration::from_secs(1))).is_err() {
                // The kernel keeps the memory.
                return std::mem::forget(std::mem::take(&mut self.slots));
            }
        }
        // The sockets are closed now, and not in the background after the end of the ring.
        let _ = self.uring.submitter().unregister_files();
    }
}

/// Returns what the kernel repeats in a report.
fn user_data(slot: usize, phase: usize) -> u64 {
    (4 * slot + phase) as u64
}
