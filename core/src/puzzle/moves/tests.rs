//! Moves, their sets and their sequences.

use super::*;

#[test]
fn every_length_comes_back_from_a_word() {
    for len in 0..32 {
        let moves: Moves = (0..len).map(|i| Direction::ALL[(i * i + i / 7) % 4]).collect();
        let packed = (0..len).map(|i| u64::from(moves[i].0) << (2 * i)).sum::<u64>();
        assert_eq!(Moves::from_word(packed | 1 << (2 * len)), moves);
        let mut text = b"before".to_vec();
        write_letters(&moves, &mut text);
        assert_eq!(text, format!("before{moves}").into_bytes());
    }
}

#[test]
fn moves_are_bytes_in_the_canonical_order() {
    let mut all = Vec::new();
    for direction in Direction::ALL {
        for cells in 1..=Move::MOST_CELLS {
            let mv = Move::new(direction, cells).unwrap();
            assert_eq!((mv.direction(), mv.cells()), (direction, cells));
            assert_eq!(mv.inverse(), Move::new(direction.inverse(), cells).unwrap());
            all.push(mv);
        }
        assert_eq!((Move::new(direction, 0), Move::new(direction, 65)), (None, None));
    }
    assert!(all.is_sorted());
    let of_set = |mv: &&Move| u32::from(mv.cells()) <= CELLS_IN_SET;
    let set: MoveSet = all.iter().filter(of_set).copied().collect();
    assert_eq!((set.len(), set.directions()), (64, Directions::from_bits(0b1111)));
    assert!(set.iter().eq(all.iter().filter(of_set).copied()));
    for bits in 0..16 {
        let directions = Directions::from_bits(bits);
        let set = MoveSet::from(directions);
        assert_eq!((set.directions(), set.len()), (directions, directions.len()));
        assert!(set.iter().eq(directions.iter().map(Move::from)));
    }
}

#[test]
fn letters_are_in_the_canonical_order() {
    let letters: String = Direction::ALL.iter().map(|mv| mv.letter()).collect();
    assert_eq!(letters, "dlru");
    for mv in Direction::ALL {
        assert_eq!(mv.inverse().inverse(), mv);
        assert_ne!(mv.inverse(), mv);
    }
    for (text, error) in [
        ("xu", "expected moves d, l, r and u, each with its cells as in `d2`, found `xu`"),
        ("d\u{e9}", "expected moves d, l, r and u, each with its cells as in `d2`, found `é`"),
        ("d65", "expected moves d, l, r and u, each with its cells as in `d2`, found `d65`"),
        ("dul", "expected one move, found `dul`"),
        ("", "expected one move, found ``"),
    ] {
        assert_eq!(text.parse::<Move>().unwrap_err().to_string(), error);
    }
}
