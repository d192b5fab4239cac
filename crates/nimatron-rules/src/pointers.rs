//! Rules behind a pointer are rules: `&R`, `Box<R>` and `Arc<R>` make the promises of `R`.

use std::sync::Arc;

use crate::{HeapRule, Impartial, Line, Parts, Player, Representative, Rules, Short, Taking, Theorem};

macro_rules! behind {
    ($($pointer:ty),*) => {
        $(impl<R: Rules> Rules for $pointer {
            type Position = R::Position;
            type Move = R::Move;

            fn moves(&self, position: &R::Position, player: Player, out: &mut Vec<R::Move>) {
                (**self).moves(position, player, out);
            }

            fn play(&self, position: &R::Position, player: Player, mv: &R::Move) -> R::Position {
                (**self).play(position, player, mv)
            }

            fn options(&self, position: &R::Position, player: Player, out: &mut Vec<R::Position>) {
                (**self).options(position, player, out);
            }

            fn move_bound(&self, position: &R::Position, player: Player) -> u64 {
                (**self).move_bound(position, player)
            }

            fn first_moves(&self, position: &R::Position, player: Player, most: usize, out: &mut Vec<R::Move>) {
                (**self).first_moves(position, player, most, out);
            }

            fn mobility(&self, position: &R::Position, player: Player) -> u32 {
                (**self).mobility(position, player)
            }

            fn parts(&self, position: &R::Position) -> Parts<R::Position> {
                (**self).parts(position)
            }

            fn normal(&self, position: &R::Position) -> R::Position {
                (**self).normal(position)
            }

            fn normal_up_to_sign(&self, position: &R::Position) -> (R::Position, bool) {
                (**self).normal_up_to_sign(position)
            }
        }

        impl<R: Short> Short for $pointer {
            fn moves_left(&self, position: &R::Position) -> u32 {
                (**self).moves_left(position)
            }
        }

        impl<R: Impartial> Impartial for $pointer {
            fn known_nimber(&self, part: &R::Position) -> Option<u32> {
                (**self).known_nimber(part)
            }

            fn quick_nimber(&self, part: &R::Position) -> Option<u32> {
                (**self).quick_nimber(part)
            }

            fn as_heaps(&self, position: &R::Position) -> Option<(&HeapRule, Vec<u32>)> {
                (**self).as_heaps(position)
            }

            fn as_lines(&self, position: &R::Position) -> Option<Vec<Line>> {
                (**self).as_lines(position)
            }

            fn as_squares(&self, position: &R::Position) -> Option<Vec<usize>> {
                (**self).as_squares(position)
            }

            fn as_taking(&self, heaps: usize) -> Option<(Taking, Representative)> {
                (**self).as_taking(heaps)
            }

            fn by_theorem(&self, position: &R::Position) -> Option<Theorem> {
                (**self).by_theorem(position)
            }
        })*
    };
}

behind!(&R, Box<R>, Arc<R>);
