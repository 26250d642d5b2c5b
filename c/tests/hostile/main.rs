//! What the fuzz target `c` does, on boards and moves with some bytes changed.

#![expect(unsafe_code, reason = "SAFETY: pointers are of values that live as long as the calls")]

mod harness;

/// A handle of the harness, a text, and another.
const SEEDS: [(u8, &str, &str); 6] = [
    (0, "2 3 4 1 5 x 7 6 8", "rdlu"),
    (1, "123/45x", "r2d"),
    (2, "[[1,2,3,4],[5,6,7,8],[9,10,0,12],[13,14,11,15]]", "Down, right"),
    (2, "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1", "R2"),
    (
        3,
        "[[1 2 3 4 5 6 7] [8 9 10 11 12 13 14] [15 16 x 18 17 19 20] [21 22 23 24 25 26 27] [28 29 \
         30 31 32 33 34] [35 36 37 38 39 40 41]]",
        "r",
    ),
    (0, "3x3", "snail"),
];

#[test]
fn nothing_panics() {
    // splitmix64
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % below
    };
    let mut ends = [0; 6];
    for _ in 0..20_000 {
        let (handle, text, other) = SEEDS[random(SEEDS.len())];
        let handle = if random(8) == 0 { random(256) as u8 } else { handle };
        let mut data = vec![handle, random(256) as u8, text.len() as u8];
        data.extend(text.bytes().chain(other.bytes()));
        for _ in 0..random(4) {
            let at = 3 + random(data.len() - 3);
            match random(5) {
                0 => data[at] = random(256) as u8,
                1 => data.insert(at, b"0123456789 x,/"[random(14)]),
                2 => data.truncate(at + 1),
                _ => {
                    let other = 3 + random(data.len() - 3);
                    data.swap(at, other);
                }
            }
        }
        if let Some(status) = harness::calls(&data) {
            ends[status as usize] += 1;
        }
    }
    // All but what fails for want of memory or a table.
    assert!(ends[..5].iter().all(|&times| times > 20), "{ends:?}");
}
