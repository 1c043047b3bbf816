//! Where the bytes of a table come from, and how they are read.

use std::borrow::Cow;
use std::fs;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// Where bytes come from: small files are held, large ones read where they are asked.
#[derive(Debug)]
pub(super) enum Source {
    Held(Vec<u8>),
    Left(fs::File),
}

/// Files up to this many bytes are held.
const HELD: u64 = 1 << 20;

impl Source {
    pub fn open(path: &Path) -> Option<Source> {
        let file = fs::File::open(path).ok()?;
        let held = file.metadata().ok()?.len() <= HELD;
        if held { fs::read(path).ok().map(Source::Held) } else { Some(Source::Left(file)) }
    }

    pub fn bytes(&self, at: u64, len: usize) -> Option<Cow<'_, [u8]>> {
        match self {
            Source::Held(bytes) => {
                let at = usize::try_from(at).ok()?;
                bytes.get(at..at.checked_add(len)?).map(Cow::Borrowed)
            }
            Source::Left(file) => {
                let mut bytes = vec![0; len];
                file.read_exact_at(&mut bytes, at).ok()?;
                Some(Cow::Owned(bytes))
            }
        }
    }

    pub fn cursor(&self, at: u64) -> Cursor<'_> {
        Cursor { source: self, at }
    }
}

/// Reads little-endian numbers one after the other.
pub(super) struct Cursor<'a> {
    source: &'a Source,
    pub at: u64,
}

impl Cursor<'_> {
    pub fn u8(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn take<const LEN: usize>(&mut self) -> Option<[u8; LEN]> {
        let bytes = self.source.bytes(self.at, LEN)?.as_ref().try_into().ok()?;
        self.at += LEN as u64;
        Some(bytes)
    }

    pub fn skip(&mut self, bytes: u64) {
        self.at = self.at.saturating_add(bytes);
    }

    pub fn align(&mut self, to: u64) {
        self.at = self.at.next_multiple_of(to);
    }
}
