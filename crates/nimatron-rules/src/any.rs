//! Positions and moves whose type is known only at run time. Small values are stored in place, so that a list
//! of them is one block of memory; larger ones are boxed.

use std::any::TypeId;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::{ManuallyDrop, MaybeUninit};

/// A position of any game, stored in place if it has at most 64 bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct AnyPosition(Erased<8>);

/// A move of any game, stored in place if it has at most 32 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct AnyMove(Erased<4>);

impl AnyPosition {
    /// Erases the type of a position.
    pub fn new<P: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static>(position: P) -> Self {
        if Erased::<8>::has_room_for::<P>() {
            AnyPosition(Erased::new(position, KindOf::<P>::HASHED))
        } else {
            AnyPosition(Erased::new(Box::new(position), KindOf::<Box<P>>::HASHED))
        }
    }

    /// The position, if it has this type.
    #[inline]
    #[must_use]
    pub fn downcast_ref<P: 'static>(&self) -> Option<&P> {
        self.0.downcast_ref()
    }
}

impl AnyMove {
    /// Erases the type of a move.
    pub fn new<M: Clone + Eq + fmt::Debug + Send + Sync + 'static>(mv: M) -> Self {
        if Erased::<4>::has_room_for::<M>() {
            AnyMove(Erased::new(mv, KindOf::<M>::PLAIN))
        } else {
            AnyMove(Erased::new(Box::new(mv), KindOf::<Box<M>>::PLAIN))
        }
    }

    /// The move, if it has this type.
    #[inline]
    #[must_use]
    pub fn downcast_ref<M: 'static>(&self) -> Option<&M> {
        self.0.downcast_ref()
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A value of some type, in `WORDS` words of memory, and the operations of that type.
///
/// Invariant: `content` holds a valid value of the type that `kind` belongs to, and that type is `Send` and `Sync`.
struct Erased<const WORDS: usize> {
    content: MaybeUninit<[u64; WORDS]>,
    kind: &'static Kind,
}

/// The operations on values of one type. Every pointer must point to a valid value of that type.
struct Kind {
    id: fn() -> TypeId,
    /// Writes a copy of the first value to the second place, which is not initialized.
    clone: unsafe fn(*const u8, *mut u8),
    drop: unsafe fn(*mut u8),
    equal: unsafe fn(*const u8, *const u8) -> bool,
    hash: unsafe fn(*const u8, &mut dyn Hasher),
    debug: unsafe fn(*const u8, &mut fmt::Formatter<'_>) -> fmt::Result,
}

/// Where the operations of a type are kept.
struct KindOf<T>(T);

impl<T: Clone + Eq + fmt::Debug + 'static> KindOf<T> {
    /// The operations of a type whose values need not be hashed.
    const PLAIN: &'static Kind = &Self::kind(|_, _| {});

    const fn kind(hash: unsafe fn(*const u8, &mut dyn Hasher)) -> Kind {
        Kind {
            id: TypeId::of::<T>,
            // SAFETY: the caller passes a valid value, and a place with room for another.
            clone: |from, to| unsafe { to.cast::<T>().write((*from.cast::<T>()).clone()) },
            // SAFETY: the caller passes a valid value that it does not use again.
            drop: |value| unsafe { value.cast::<T>().drop_in_place() },
            // SAFETY: the caller passes two valid values.
            equal: |one, other| unsafe { *one.cast::<T>() == *other.cast::<T>() },
            hash,
            // SAFETY: the caller passes a valid value.
            debug: |value, f| unsafe { (*value.cast::<T>()).fmt(f) },
        }
    }
}

impl<T: Clone + Eq + Hash + fmt::Debug + 'static> KindOf<T> {
    /// The operations of a type whose values can be hashed.
    // SAFETY: the caller passes a valid value.
    const HASHED: &'static Kind =
        &Self::kind(|value, mut state| unsafe { (*value.cast::<T>()).hash(&mut state) });
}

impl<const WORDS: usize> Erased<WORDS> {
    /// Whether values of a type are stored in place.
    const fn has_room_for<T>() -> bool {
        size_of::<T>() <= 8 * WORDS && align_of::<T>() <= align_of::<u64>()
    }

    /// A value, with the operations of its type.
    fn new<T: Send + Sync + 'static>(value: T, kind: &'static Kind) -> Self {
        assert!(Self::has_room_for::<T>() && (kind.id)() == TypeId::of::<T>());
        let value = ManuallyDrop::new(value);
        let mut content = MaybeUninit::<[u64; WORDS]>::uninit();
        // SAFETY: there is room for the value, at the right alignment; the original is never dropped.
        unsafe { content.as_mut_ptr().cast::<T>().write(std::ptr::read(&*value)) };
        Erased { content, kind }
    }

    fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        let id = (self.kind.id)();
        let content = self.content.as_ptr();
        if Self::has_room_for::<T>() {
            // SAFETY: the types agree, so the content is a valid value of this type.
            return (id == TypeId::of::<T>()).then(|| unsafe { &*content.cast::<T>() });
        }
        // SAFETY: as above, for a value that was boxed.
        (id == TypeId::of::<Box<T>>()).then(|| unsafe { &**content.cast::<Box<T>>() })
    }
}

// SAFETY: only values of types that are Send and Sync are stored: see `new`.
unsafe impl<const WORDS: usize> Send for Erased<WORDS> {}
// SAFETY: as above.
unsafe impl<const WORDS: usize> Sync for Erased<WORDS> {}

impl<const WORDS: usize> Drop for Erased<WORDS> {
    fn drop(&mut self) {
        // SAFETY: the content is valid, and this is its last use.
        unsafe { (self.kind.drop)(self.content.as_mut_ptr().cast()) }
    }
}

impl<const WORDS: usize> Clone for Erased<WORDS> {
    fn clone(&self) -> Self {
        let mut content = MaybeUninit::<[u64; WORDS]>::uninit();
        // SAFETY: the content is valid, and there is room for another value of the same type. If the clone
        // panics, nothing has been made that would be dropped.
        unsafe { (self.kind.clone)(self.content.as_ptr().cast(), content.as_mut_ptr().cast()) };
        Erased { content, kind: self.kind }
    }
}

impl<const WORDS: usize> PartialEq for Erased<WORDS> {
    fn eq(&self, other: &Self) -> bool {
        let same = std::ptr::eq(self.kind, other.kind) || (self.kind.id)() == (other.kind.id)();
        // SAFETY: both are valid values of the same type.
        same && unsafe { (self.kind.equal)(self.content.as_ptr().cast(), other.content.as_ptr().cast()) }
    }
}

impl<const WORDS: usize> Eq for Erased<WORDS> {}

impl<const WORDS: usize> Hash for Erased<WORDS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // SAFETY: the content is valid.
        unsafe { (self.kind.hash)(self.content.as_ptr().cast(), state) }
    }
}

impl<const WORDS: usize> fmt::Debug for Erased<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the content is valid.
        unsafe { (self.kind.debug)(self.content.as_ptr().cast(), f) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::*;

    #[test]
    fn positions_are_equal_if_their_types_and_values_are() {
        assert_eq!(AnyPosition::new(7u32), AnyPosition::new(7u32));
        assert_ne!(AnyPosition::new(7u32), AnyPosition::new(8u32));
        assert_ne!(AnyPosition::new(7u32), AnyPosition::new(7u64));
        assert_eq!(AnyPosition::new([1u64; 20]), AnyPosition::new([1u64; 20]));
        let set: HashSet<_> = (0..100u32).map(|i| AnyPosition::new([i % 10; 30])).collect();
        assert_eq!(set.len(), 10);
        assert_eq!(format!("{:?}", AnyMove::new("a1")), "\"a1\"");
    }

    #[test]
    fn small_and_large_values_come_back_as_they_were() {
        assert_eq!(
            AnyPosition::new(String::from("board")).downcast_ref::<String>().map(String::as_str),
            Some("board")
        );
        assert_eq!(AnyPosition::new([7u64; 8]).downcast_ref::<[u64; 8]>(), Some(&[7; 8]));
        assert_eq!(AnyPosition::new([7u64; 9]).downcast_ref::<[u64; 9]>(), Some(&[7; 9]));
        assert_eq!(AnyPosition::new(7u128).downcast_ref::<u128>(), Some(&7));
        assert_eq!(AnyPosition::new([7u64; 9]).downcast_ref::<[u64; 8]>(), None);
        // A box that was erased is not a value of the boxed type.
        assert_eq!(AnyPosition::new(Box::new(7u32)).downcast_ref::<u32>(), None);
        assert_eq!(AnyMove::new([3u64; 5]).downcast_ref::<[u64; 5]>(), Some(&[3; 5]));
    }

    #[test]
    fn every_copy_is_dropped_once() {
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        struct Counted([u64; 10], Arc<()>);
        let counter = Arc::new(());
        {
            let small = AnyPosition::new(Arc::clone(&counter));
            let large = AnyPosition::new(Counted([0; 10], Arc::clone(&counter)));
            let copies = [small.clone(), large.clone(), large.clone()];
            assert_eq!(Arc::strong_count(&counter), 6);
            drop(small);
            assert_eq!(copies[1], large);
            assert_eq!(Arc::strong_count(&counter), 5);
        }
        assert_eq!(Arc::strong_count(&counter), 1);
    }
}
