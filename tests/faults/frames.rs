//! Frames of HTTP/2, written and read by hand.

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

/// What an HTTP/2 connection begins with.
pub const HELLO: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Kinds of its frames.
pub const HEADERS: u8 = 1;
pub const SETTINGS: u8 = 4;
pub const PING: u8 = 6;
pub const GOAWAY: u8 = 7;
/// Flags of headers that are all of a request: END_HEADERS, END_STREAM.
pub const WHOLE: u8 = 4 | 1;
/// The flag of a PING's answer.
pub const ACK: u8 = 1;

/// A frame of HTTP/2.
pub fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The kind and the payload of the next frame of HTTP/2; none at the end.
pub async fn next_frame(stream: &mut TcpStream) -> Option<(u8, Vec<u8>)> {
    let mut head = [0; 9];
    stream.read_exact(&mut head).await.ok()?;
    let [a, b, c, kind, ..] = head;
    let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
    stream.read_exact(&mut payload).await.ok()?;
    Some((kind, payload))
}
