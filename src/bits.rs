//! Words as sets of small numbers, a bit each.

/// The numbers in a set, lowest first.
///
/// ```
/// use bestmove::bits::ones;
///
/// assert_eq!(ones(0b1001_0010).collect::<Vec<_>>(), [1, 4, 7]);
/// ```
#[inline]
pub fn ones(mut word: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as u8);
        word &= word.wrapping_sub(1);
        lowest
    })
}
