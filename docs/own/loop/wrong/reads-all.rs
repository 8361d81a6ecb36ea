//! I read all that comes, and write what I can.
//!
//! A client that sends and does not read fills the memory.
//!
//! Dies: level1::a_client_that_reads_late_is_read_from_no_more_and_goes_on_later
//! Says: its memory has no bound

// in place of
        for calls in 0..BUDGET {
            let is_read = self.unsent.is_empty();
            let moved = match is_read {
                true => attempt(|| self.stream.read(&mut buffer))?,
                false => attempt(|| self.stream.write(&self.unsent))?,
            };
            match moved {
                None => return Ok(calls),
                Some(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Some(count) if is_read => self.unsent.extend(&buffer[..count]),
                Some(count) => drop(self.unsent.drain(..count)),
            }
        }
// stands
        let mut has_ended = false;
        while !has_ended && let Some(count) = attempt(|| self.stream.read(&mut buffer))? {
            self.unsent.extend(&buffer[..count]);
            has_ended = count == 0;
        }
        while !self.unsent.is_empty() {
            match attempt(|| self.stream.write(&self.unsent))? {
                None => return Ok(1),
                Some(count) => drop(self.unsent.drain(..count)),
            }
        }
        if has_ended {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        return Ok(1);
        #[expect(unreachable_code)]
// end of block
