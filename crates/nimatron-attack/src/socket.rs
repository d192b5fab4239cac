//! A client of the server: the required subset of HTTP and WebSockets (RFC 6455).

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Opcodes: text, close and ping.
pub const TEXT: u8 = 1;
const CLOSE: u8 = 8;
pub const PING: u8 = 9;

/// A connection.
pub struct Socket {
    pub stream: TcpStream,
    /// Received, but not yet read.
    received: Vec<u8>,
}

impl Socket {
    /// A connection on which nothing has been sent.
    pub fn silent(address: SocketAddr) -> Result<TcpStream> {
        let stream = TcpStream::connect_timeout(&address, Duration::from_secs(5))?;
        stream.set_write_timeout(Some(Duration::from_secs(2)))?;
        stream.set_read_timeout(Some(Duration::from_millis(100)))?;
        Ok(stream)
    }

    /// A WebSocket.
    pub fn open(address: SocketAddr) -> Result<Self> {
        let mut stream = Self::silent(address)?;
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bmltYXRyb24gYXR0YWNrIQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes())?;
        let mut socket = Socket { stream, received: Vec::new() };
        let deadline = Instant::now() + Duration::from_secs(5);
        let end = loop {
            if let Some(at) = socket.received.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
            socket.receive(deadline)?;
        };
        let head = String::from_utf8_lossy(&socket.received[..end]).into_owned();
        if !head.starts_with("HTTP/1.1 101") {
            bail!("no WebSocket: {}", head.lines().next().unwrap_or_default());
        }
        socket.received.drain(..end);
        Ok(socket)
    }

    /// Sends a frame of some kind.
    pub fn send(&mut self, kind: u8, payload: &[u8]) -> Result<()> {
        Ok(self.stream.write_all(&frame(kind, payload))?)
    }

    /// The final answer to a question, if it arrives in time.
    pub fn answer(&mut self, id: u64, patience: Duration) -> Result<Value> {
        let deadline = Instant::now() + patience;
        loop {
            let (kind, payload) = self.frame(deadline)?;
            match kind {
                TEXT => {
                    let said: Value =
                        serde_json::from_slice(&payload).context("the server did not send JSON")?;
                    if said["id"] == id && said["kind"] != "progress" {
                        return Ok(said);
                    }
                }
                CLOSE => bail!("the server closed the connection"),
                _ => {}
            }
        }
    }

    /// The next frame. Servers send short ones whole, and do not mask them.
    fn frame(&mut self, deadline: Instant) -> Result<(u8, Vec<u8>)> {
        loop {
            if let Some((kind, payload, length)) = whole(&self.received) {
                self.received.drain(..length);
                return Ok((kind, payload));
            }
            self.receive(deadline)?;
        }
    }

    /// Waits for some bytes.
    fn receive(&mut self, deadline: Instant) -> Result<()> {
        let mut buffer = [0; 1 << 14];
        loop {
            match self.stream.read(&mut buffer) {
                Ok(0) => bail!("the server hung up"),
                Ok(count) => {
                    self.received.extend_from_slice(&buffer[..count]);
                    return Ok(());
                }
                Err(error) if is_late(&error) => {}
                Err(error) => return Err(error.into()),
            }
            if Instant::now() >= deadline {
                bail!("no answer in time");
            }
        }
    }
}

fn is_late(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}

/// A frame as clients send it: masked, here with zeros.
pub fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | kind];
    match payload.len() {
        length @ 0..126 => frame.push(0x80 | length as u8),
        length @ 126..65536 => {
            frame.push(0x80 | 126);
            frame.extend((length as u16).to_be_bytes());
        }
        length => {
            frame.push(0x80 | 127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// The first frame of what was received: its kind, payload and length. `None` if it is incomplete.
fn whole(bytes: &[u8]) -> Option<(u8, Vec<u8>, usize)> {
    let (kind, short) = (bytes.first()? & 15, usize::from(bytes.get(1)? & 127));
    let (start, length): (usize, usize) = match short {
        126 => (4, usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
        127 => (10, usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?),
        length => (2, length),
    };
    let end = start.checked_add(length)?;
    Some((kind, bytes.get(start..end)?.to_vec(), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_length_are_written_with_their_length() {
        assert_eq!(frame(TEXT, b"hi"), [0x81, 0x82, 0, 0, 0, 0, b'h', b'i']);
        assert_eq!(frame(TEXT, &[0; 300])[..4], [0x81, 0xfe, 1, 44]);
        assert_eq!(frame(TEXT, &[0; 70_000])[..10], [0x81, 0xff, 0, 0, 0, 0, 0, 1, 0x11, 0x70]);
    }

    #[test]
    fn frames_are_read_when_they_are_whole() {
        assert_eq!(whole(&[0x81, 2, b'h']), None);
        assert_eq!(whole(&[0x81, 2, b'h', b'i', 9]), Some((TEXT, b"hi".to_vec(), 4)));
        let long = [&[0x81, 126, 1, 0][..], &[7; 256]].concat();
        assert_eq!(whole(&long), Some((TEXT, vec![7; 256], 260)));
    }
}
