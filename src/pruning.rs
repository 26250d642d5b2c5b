//! The automata that keep a search from trying duplicates, made by `build.rs`.

pub(crate) use tilebase_core::partitions::automaton::{REFUSED, Transitions};

// PRUNING and PLAIN: the automaton that refuses duplicates, and the one that only refuses taking
// a move back.
include!(concat!(env!("OUT_DIR"), "/pruning.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase_core::partitions::automaton::{DEPTH, PLAIN as MOVES_BACK, automaton};

    #[test]
    fn the_automata_are_what_the_library_makes() {
        assert!(PRUNING[..] == automaton(DEPTH) && PLAIN[..] == automaton(MOVES_BACK));
    }
}
