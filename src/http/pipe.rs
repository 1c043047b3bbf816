//! What is sent on a connection, and whether the other side takes it.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::presence::Presence;

/// A connection that tells its presence how sending goes.
pub struct Pipe<S> {
    stream: S,
    presence: Arc<Presence>,
}

impl<S> Pipe<S> {
    pub fn new(stream: S, presence: Arc<Presence>) -> Pipe<S> {
        Pipe { stream, presence }
    }

    fn noting(&self, sent: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &sent {
            Poll::Ready(_) => self.presence.sent_some(),
            Poll::Pending => self.presence.got_stuck(),
        }
        sent
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Pipe<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.noting(sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.noting(sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Pipe<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use prometheus_client::metrics::counter::Counter;
    use prometheus_client::metrics::gauge::Gauge;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;
    use crate::http::presence::Open;

    /// A connection that takes four bytes before somebody reads, and its other end.
    fn connection() -> (Pipe<DuplexStream>, DuplexStream, Arc<Presence>) {
        let presence = Arc::new(Open::new(1, Gauge::default(), Counter::default()).enter().unwrap());
        let (here, there) = duplex(4);
        (Pipe::new(here, presence.clone()), there, presence)
    }

    #[tokio::test]
    async fn who_has_not_read_its_answer_is_not_idle_however_long_it_was_silent() {
        let (mut here, mut there, presence) = connection();
        let patience = Duration::from_millis(20);
        let mut sending = tokio::spawn(async move { here.write_all(b"a long answer").await });
        tokio::select! {
            _ = &mut sending => panic!("nobody has read it"),
            () = presence.overstayed(patience) => {}
        }
        assert!(presence.idle_since().is_none(), "it may not make room for another");
        let mut read = [0; 13];
        there.read_exact(&mut read).await.unwrap();
        sending.await.unwrap().unwrap();
        assert!(presence.idle_since().is_some());
    }

    #[tokio::test]
    async fn who_never_reads_overstays_though_its_request_is_open() {
        let (mut here, _there, presence) = connection();
        let _busy = presence.busy();
        let sending = tokio::spawn(async move { here.write_all(b"a stream without end").await });
        presence.overstayed(Duration::from_millis(20)).await;
        assert!(!sending.is_finished());
    }
}
