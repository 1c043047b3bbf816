//! What a client keeps for the server, and can neither read nor change.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use chacha20poly1305::aead::{Aead, Generate, Key, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::config::SealKey;

/// Closes seals and opens them again.
pub struct Seals(XChaCha20Poly1305);

/// Bytes before the sealed ones: a number that is used once.
const NONCE: usize = 24;

impl Seals {
    /// Without a key the seals hold until the process ends.
    #[must_use]
    pub fn new(key: &SealKey) -> Seals {
        let key = key.bytes().map_or_else(Key::<XChaCha20Poly1305>::generate, Into::into);
        Seals(XChaCha20Poly1305::new(&key))
    }

    #[must_use]
    pub fn close(&self, what: &impl Serialize) -> String {
        let plain = serde_json::to_vec(what).expect("what is sealed is plain data");
        let nonce = XNonce::generate();
        let sealed = self.0.encrypt(&nonce, plain.as_slice()).expect("it is far from too long");
        BASE64.encode([nonce.as_slice(), &sealed].concat())
    }

    /// None: not closed by this key, or changed since.
    #[must_use]
    pub fn open<T: DeserializeOwned>(&self, seal: &str) -> Option<T> {
        let bytes = BASE64.decode(seal).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE)?;
        let plain = self.0.decrypt(&XNonce::try_from(nonce).ok()?, sealed).ok()?;
        serde_json::from_slice(&plain).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seals(key: &str) -> Seals {
        Seals::new(&SealKey::try_from(key.to_owned()).expect("a key"))
    }

    #[test]
    fn a_seal_opens_where_its_key_is_and_nowhere_else() {
        let key = BASE64.encode([7; 32]);
        let seal = seals(&key).close(&["e2e4", "d7d5"]);
        assert_eq!(seals(&key).open(&seal), Some(["e2e4".to_owned(), "d7d5".to_owned()]));
        assert_eq!(seals("").open::<Vec<String>>(&seal), None);
        assert_eq!(seals(&BASE64.encode([8; 32])).open::<Vec<String>>(&seal), None);
    }

    #[test]
    fn a_seal_shows_nothing_and_is_never_the_same() {
        let seals = seals("");
        let [one, two] = [(), ()].map(|()| seals.close(&"the king is on g8"));
        assert_ne!(one, two);
        let bytes = BASE64.decode(one).expect("base64");
        assert!(!bytes.windows(4).any(|some| some == b"king"));
    }

    #[test]
    fn a_seal_that_was_changed_does_not_open() {
        let seals = seals("");
        let mut bytes = BASE64.decode(seals.close(&"white")).expect("base64");
        for place in 0..bytes.len() {
            bytes[place] ^= 1;
            assert_eq!(seals.open::<String>(&BASE64.encode(&bytes)), None, "byte {place}");
            bytes[place] ^= 1;
        }
        assert_eq!(seals.open::<String>(&BASE64.encode(&bytes)).as_deref(), Some("white"));
        assert_eq!(seals.open::<String>(""), None);
    }
}
