//! Sorting of short lists: the moves of a position, or its parts.

/// Sorts a short list by a key. The sort is stable.
///
/// In WebAssembly, this is an insertion sort: the sort of the standard library takes several kilobytes for
/// each type of move of each game, which was a tenth of everything that has to be downloaded.
#[inline]
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl FnMut(&T) -> K) {
    if cfg!(target_family = "wasm") { by_insertion(list, key) } else { list.sort_by_key(key) }
}

fn by_insertion<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    for end in 1..list.len() {
        let last = key(&list[end]);
        let place = list[..end].partition_point(|before| key(before) <= last);
        for at in (place..end).rev() {
            list.swap(at, at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insertion_sorts_as_the_standard_library_does() {
        let mut seed = 1u32;
        for length in 0..60 {
            let mut list: Vec<(u32, usize)> = (0..length)
                .map(|number| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (seed >> 28, number)
                })
                .collect();
            let mut expected = list.clone();
            expected.sort_by_key(|(key, _)| *key);
            by_insertion(&mut list, |(key, _)| *key);
            assert_eq!(list, expected);
        }
    }
}
