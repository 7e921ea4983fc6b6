//! Proof games: what calls a diagram out of reach is right.

use ludex_base::{Random, trials};
use ludex_game::{Agent, Game, Hints, Model, Notation};
use ludex_games::Chess;

/// Every position of a random play is one from which the last one can still be reached, by the very
/// moves that were played. The moves are drawn so that there is a lot of castling, promotion and
/// capturing in them.
#[test]
fn no_position_of_a_play_is_called_too_far_from_its_end() {
    let plain = Chess::new(false);
    let (mut castled, mut promoted, mut positions) = (0, 0, 0);
    for seed in 0..trials(150) {
        let mut dice = Random::new(seed);
        let length = 1 + dice.below(119);
        let hasty = seed % 3 == 0;
        let mut states = vec![plain.initial()];
        let mut line = Vec::new();
        for ply in 0..length {
            let (state, agent) = (&states[ply], Agent((ply % 2) as u8));
            let mut moves = Vec::new();
            plain.moves(state, agent, &mut moves);
            if moves.is_empty() {
                break;
            }
            // Castling, promotions and pushed pawns, if there are any, twice out of three times.
            let text = |mv: &_| plain.print_move(state, agent, *mv);
            let wanted: Vec<_> = moves
                .iter()
                .filter(|mv| {
                    let text = text(mv);
                    text.starts_with("O-O")
                        || text.contains('=')
                        || hasty && text.starts_with(|c: char| c.is_ascii_lowercase())
                })
                .copied()
                .collect();
            let list = if !wanted.is_empty() && !dice.one_in(3) { wanted } else { moves };
            let mv = list[dice.below(list.len())];
            castled += u32::from(text(&mv).starts_with("O-O"));
            promoted += u32::from(text(&mv).contains('='));
            let mut next = state.clone();
            plain.play(&mut next, agent, mv);
            line.push(mv);
            states.push(next);
        }
        let (Some(end), plies) = (states.last(), line.len()) else { continue };
        let game = Chess::new(false).with_diagram(end);
        let atom = game.atoms().iter().position(|name| name == "diagram").expect("it has") as u32;
        for (ply, state) in states.iter().enumerate() {
            let left = [plies.div_ceil(2) - ply.div_ceil(2), plies / 2 - ply / 2].map(|n| n as u32);
            assert!(game.reachable(state, atom, &left), "seed {seed}, ply {ply} of {plies}");
            positions += 1;
            if ply < plies {
                let mut after = left;
                after[ply % 2] -= 1;
                let mut moves = Vec::new();
                game.moves_towards(state, Agent((ply % 2) as u8), atom, &after, &mut moves);
                assert!(moves.contains(&line[ply]), "seed {seed}, ply {ply} of {plies}");
            }
        }
        assert!(game.holds(end, atom));
    }
    assert!(castled > 20 && promoted > 20 && positions > 5000, "{castled} {promoted} {positions}");
}

/// Returns whether a diagram may be reached from the start of a game by this many moves of each side.
fn reachable(board: &str, left: [u32; 2]) -> bool {
    let game = Chess::new(false);
    let end = game.read_position(board).expect("a position");
    let game = game.with_diagram(&end);
    let atom = game.atoms().iter().position(|name| name == "diagram").expect("it has") as u32;
    game.reachable(&game.initial(), atom, &left)
}

#[test]
fn what_is_certainly_too_far_is_known() {
    // The bishop cannot leave its square before one of its pawns moves.
    assert!(!reachable("rnbqkbnr/pppppppp/8/8/2B5/8/PPPPPPPP/RNBQK1NR w - - 0 1", [5, 5]));
    // A knight needs two moves.
    assert!(!reachable("rnbqkbnr/pppppppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R w - - 0 1", [1, 2]));
    assert!(reachable("rnbqkbnr/pppppppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R w - - 0 1", [2, 2]));
    // Castled in four moves of White, not in three.
    let castled = "rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 1";
    assert!(reachable(castled, [4, 4]) && !reachable(castled, [3, 3]));
    // A pawn takes once for every file it goes aside, and there must be so many men to take.
    assert!(!reachable("rnbqkbnr/pppppppp/8/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq - 0 1", [9, 9]));
}
