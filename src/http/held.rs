//! An answer on its way out.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use super::presence::Busy;

/// A body that keeps its connection busy until it has been handed over or dropped. It is handed
/// over in pieces, the next when the other side has room for it; HTTP/2 may have none while its
/// socket takes everything.
pub struct Held {
    body: Body,
    /// What there is of the body and has not been handed over.
    rest: Bytes,
    busy: Busy,
}

/// The largest piece, in bytes: as much as a frame of HTTP/2 has.
const PIECE: usize = 16 << 10;

impl Held {
    pub fn new(body: Body, mut busy: Busy) -> Held {
        busy.waits_for_us(false);
        Held { body, rest: Bytes::new(), busy }
    }
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            let polled = Pin::new(&mut self.body).poll_frame(context);
            self.busy.waits_for_us(polled.is_pending());
            match polled {
                Poll::Ready(Some(Ok(frame))) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                other => return other,
            }
        } else {
            self.busy.waits_for_us(false);
        }
        let piece = PIECE.min(self.rest.len());
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, body) = (self.rest.len() as u64, self.body.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(rest + body.lower());
        if let Some(upper) = body.upper() {
            hint.set_upper(rest + upper);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;
    use prometheus_client::metrics::counter::Counter;
    use prometheus_client::metrics::gauge::Gauge;

    use super::*;
    use crate::http::presence::Open;

    #[tokio::test]
    async fn a_large_body_is_handed_over_in_pieces() {
        let body = vec![7; 3 * PIECE + 1];
        let presence = Open::new(1, Gauge::default(), Counter::default()).enter().unwrap();
        let mut held = Held::new(Body::from(body.clone()), presence.busy());
        let mut pieces = Vec::new();
        while let Some(frame) = held.frame().await {
            pieces.push(frame.unwrap().into_data().unwrap());
            let handed_over: usize = pieces.iter().map(Bytes::len).sum();
            assert_eq!(held.size_hint().exact(), Some((body.len() - handed_over) as u64));
        }
        assert_eq!(pieces.iter().map(Bytes::len).collect::<Vec<_>>(), [PIECE, PIECE, PIECE, 1]);
        assert_eq!(pieces.concat(), body);
    }
}
