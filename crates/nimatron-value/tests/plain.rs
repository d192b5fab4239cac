//! The arena against a second implementation that uses only the definitions: no numbers, no probes, no stops,
//! just lists of options.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::collections::HashMap;

use nimatron_value::{Arena, Dyadic, Game, Nus, Style, parse_value};

type Id = usize;

#[derive(Default)]
struct Plain {
    games: Vec<[Vec<Id>; 2]>,
    index: HashMap<[Vec<Id>; 2], Id>,
    order: HashMap<(Id, Id), bool>,
    sums: HashMap<(Id, Id), Id>,
    values: HashMap<Id, Game>,
}

impl Plain {
    fn form(&mut self, mut sides: [Vec<Id>; 2]) -> Id {
        sides.iter_mut().for_each(|side| {
            side.sort_unstable();
            side.dedup();
        });
        *self.index.entry(sides.clone()).or_insert_with(|| {
            self.games.push(sides);
            self.games.len() - 1
        })
    }

    fn le(&mut self, g: Id, h: Id) -> bool {
        if let Some(answer) = self.order.get(&(g, h)) {
            return *answer;
        }
        let (left, right) = (self.games[g][0].clone(), self.games[h][1].clone());
        let answer = !left.iter().any(|l| self.le(h, *l)) && !right.iter().any(|r| self.le(*r, g));
        self.order.insert((g, h), answer);
        answer
    }

    /// `g ≤ h` for the player on side 0, `h ≤ g` for the other.
    fn is_better(&mut self, side: usize, g: Id, h: Id) -> bool {
        if side == 0 { self.le(g, h) } else { self.le(h, g) }
    }

    fn canonical(&mut self, mut sides: [Vec<Id>; 2]) -> Id {
        let g = self.form(sides.clone());
        for (side, options) in sides.iter_mut().enumerate() {
            let mut kept: Vec<Id> = Vec::new();
            'next: while let Some(option) = options.pop() {
                for answer in self.games[option][1 - side].clone() {
                    if self.is_better(side, answer, g) {
                        options.extend(self.games[answer][side].clone());
                        continue 'next;
                    }
                }
                if !kept.iter().any(|k| self.is_better(side, option, *k)) {
                    kept.retain(|k| !self.is_better(side, *k, option));
                    kept.push(option);
                }
            }
            *options = kept;
        }
        self.form(sides)
    }

    fn negative(&mut self, g: Id) -> Id {
        let [left, right] =
            self.games[g].clone().map(|side| side.iter().map(|o| self.negative(*o)).collect());
        self.form([right, left])
    }

    fn sum(&mut self, g: Id, h: Id) -> Id {
        if let Some(known) = self.sums.get(&(g, h)) {
            return *known;
        }
        let sides = [0, 1].map(|side| {
            let (of_g, of_h) = (self.games[g][side].clone(), self.games[h][side].clone());
            let mut all: Vec<Id> = of_g.iter().map(|o| self.sum(*o, h)).collect();
            all.extend(of_h.iter().map(|o| self.sum(g, *o)));
            all
        });
        let sum = self.canonical(sides);
        self.sums.insert((g, h), sum);
        sum
    }

    fn number(&mut self, x: &Dyadic) -> Id {
        let sides = match (x.is_zero(), x.is_integer()) {
            (true, _) => [vec![], vec![]],
            (_, false) => [vec![self.number(&(x - &x.unit()))], vec![self.number(&(x + &x.unit()))]],
            _ if x.is_positive() => [vec![self.number(&(x - &x.unit()))], vec![]],
            _ => [vec![], vec![self.number(&(x + &x.unit()))]],
        };
        self.form(sides)
    }

    fn nimber(&mut self, k: u32) -> Id {
        let options: Vec<Id> = (0..k).map(|j| self.nimber(j)).collect();
        self.form([options.clone(), options])
    }

    fn compact(&mut self, x: &Dyadic, up: i64, star: u32) -> Id {
        let (zero, one_star) = (self.nimber(0), self.nimber(1));
        let mut arrow = self.form([vec![zero], vec![one_star]]);
        if up < 0 {
            arrow = self.negative(arrow);
        }
        let (number, heap) = (self.number(x), self.nimber(star));
        (0..up.abs()).fold(self.sum(number, heap), |sum, _| self.sum(sum, arrow))
    }

    fn birthday(&self, g: Id) -> i64 {
        self.games[g].iter().flatten().map(|o| 1 + self.birthday(*o)).max().unwrap_or(0)
    }

    /// The arena's value of a game in canonical form, whose options are checked on the way.
    fn value(&mut self, arena: &Arena, g: Id) -> Game {
        if let Some(known) = self.values.get(&g) {
            return *known;
        }
        let sides = self.games[g].clone().map(|side| {
            let values: Vec<Game> = side.iter().map(|o| self.value(arena, *o)).collect();
            values
        });
        let value = arena.canonical(&sides[0], &sides[1]).unwrap();
        let (left, right) = arena.options(value).unwrap();
        for (ours, theirs) in [(left, &sides[0]), (right, &sides[1])] {
            assert!(ours.len() == theirs.len() && ours.iter().all(|o| theirs.contains(o)));
        }
        self.values.insert(g, value);
        value
    }
}

/// A pseudo-random number below `n`.
fn random(seed: &mut u64, n: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 20) as usize % n
}

#[test]
fn the_arena_agrees_with_the_definitions_on_odd_numbers_ups_stars_and_what_is_made_of_them() {
    let numbers = [(0, 0), (1, 0), (-2, 0), (7, 0), (5, 3), (17, 4), (-33, 5), (1, 12), (-9, 2), (3, 1)];
    let mut seed = 20_261_014;
    for _ in 0..150 {
        let (arena, mut plain, mut pool) = (Arena::new(), Plain::default(), Vec::new());
        for _ in 0..8 {
            let (numerator, exponent) = numbers[random(&mut seed, numbers.len())];
            let x = Dyadic::new(numerator, exponent);
            let (up, star) = (random(&mut seed, 7) as i64 - 3, random(&mut seed, 5) as u32);
            let g = plain.compact(&x, up, star);
            let value = plain.value(&arena, g);
            assert_eq!(arena.compact(value), Some(&Nus::new(x, up, star)));
            pool.push(g);
        }
        for _ in 0..12 {
            let mut side =
                || (0..1 + random(&mut seed, 4)).map(|_| pool[random(&mut seed, pool.len())]).collect();
            let sides: [Vec<Id>; 2] = [side(), side()];
            let [left, right] = sides.clone().map(|side| {
                let values: Vec<Game> = side.iter().map(|o| plain.value(&arena, *o)).collect();
                values
            });
            let g = plain.canonical(sides);
            assert_eq!(arena.canonical(&left, &right).unwrap(), plain.value(&arena, g));
            pool.push(g);
        }
        for g in pool.clone() {
            let value = plain.value(&arena, g);
            assert_eq!(arena.birthday(value).unwrap(), Dyadic::from(plain.birthday(g)));
            let minus_g = plain.negative(g);
            assert_eq!(plain.value(&arena, minus_g), arena.negative(value).unwrap());
            for style in [Style::Unicode, Style::Ascii] {
                let text = arena.display(value, style).text;
                assert_eq!(parse_value(&arena, &text).unwrap(), value, "{text}");
            }
            for h in pool.clone() {
                let other = plain.value(&arena, h);
                assert_eq!(arena.le(value, other).unwrap(), plain.le(g, h));
                if plain.birthday(g) + plain.birthday(h) <= 8 {
                    let sum = plain.sum(g, h);
                    assert_eq!(arena.sum(value, other).unwrap(), plain.value(&arena, sum));
                }
            }
        }
    }
}

#[test]
fn several_threads_on_one_arena_find_what_each_finds_alone() {
    let walk = |arena: &Arena, mut seed: u64| {
        let mut pool = vec![Game::ZERO];
        pool.extend((-5..6).map(|n| arena.from_number(Dyadic::new(n, 1)).unwrap()));
        pool.extend((1..4).map(|k| arena.nimber(k).unwrap()));
        let mut found = Vec::new();
        for _ in 0..600 {
            let mut pick = || pool[random(&mut seed, pool.len())];
            let (a, b, c) = (pick(), pick(), pick());
            let g = match random(&mut seed, 3) {
                0 => arena.canonical(&[a, b], &[c]).unwrap(),
                1 => arena.canonical(&[a], &[arena.negative(b).unwrap(), c]).unwrap(),
                _ if arena.birthday(a).unwrap() > Dyadic::from(6) => a,
                _ => arena.sum(a, b).unwrap(),
            };
            found.push(format!("{} {:?}", arena.display(g, Style::Ascii).text, arena.compare(g, c).unwrap()));
            if arena.birthday(g).unwrap() < Dyadic::from(9) {
                pool.push(g);
            }
        }
        found
    };
    let shared = Arena::new();
    let together: Vec<Vec<String>> = std::thread::scope(|scope| {
        let walkers: Vec<_> = (0..4u64)
            .map(|i| {
                scope.spawn({
                    let shared = &shared;
                    move || walk(shared, 77 + i / 2)
                })
            })
            .collect();
        walkers.into_iter().map(|walker| walker.join().unwrap()).collect()
    });
    for (i, found) in together.iter().enumerate() {
        assert!(*found == walk(&Arena::new(), 77 + i as u64 / 2));
    }
}
