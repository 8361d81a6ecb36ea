//! A read of 0 bytes is the end, so I close.
//!
//! It is the end of what the client sends. It still waits for what is unsent.
//!
//! Dies: level1::the_end_comes_after_the_last_byte
//! Says: close when they are written

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
        for calls in 0..BUDGET {
            if self.unsent.len() < BUFFER {
                match attempt(|| self.stream.read(&mut buffer))? {
                    None if self.unsent.is_empty() => return Ok(calls),
                    None => {}
                    Some(0) => return Err(ErrorKind::UnexpectedEof.into()),
                    Some(count) => self.unsent.extend(&buffer[..count]),
                }
            }
            match attempt(|| self.stream.write(&self.unsent))? {
                None => return Ok(calls),
                Some(count) => drop(self.unsent.drain(..count)),
            }
        }
// end of block
