//! The page of chess in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::Chess;
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

const RULES: &str = "The rules of chess with castling, en passant and promotion. A player without \
    a legal move is mated (and has lost) if in check, stalemated (a draw) otherwise. With fifty=on \
    the game is drawn after fifty moves of each side without a capture or a pawn move; a mate by \
    the last of them still counts. Repetition does not end the game, nor does a position where \
    nobody can mate any more: a state knows nothing of the past but the clock, so that with \
    fifty=on no state occurs twice, while with fifty=off states can repeat for ever. Off turn a \
    player has the moves it would have if the other side passed, so it cannot capture en passant; \
    when the side on turn is in check the other side has no moves: a king is never captured. With \
    stalemate=passes a side without a move that is not in check passes instead, as the idle side \
    of a series mover does; then the game ends by mate, or if neither side has a move.";

impl Family for Chess {
    const INFO: GameInfo = GameInfo {
        name: "chess",
        aliases: &[],
        summary: "chess, and chess problems, from any position",
        rules: RULES,
        keys: &[
            KeyInfo {
                name: "fifty",
                default: "on",
                meaning: "the fifty-move rule: on or off (then the clock is no part of the state)",
            },
            KeyInfo {
                name: "stalemate",
                default: "ends",
                meaning: "what a stalemate does: ends the game, or only passes the turn (passes)",
            },
            KeyInfo {
                name: "last",
                default: "off",
                meaning: "whether states remember the last move, for atoms about it: on or off",
            },
        ],
        position: "FEN; what is left out at the end is filled in, the move number is ignored: \
                   `8/8/P7/8/7p/8/p1K5/k7 w`. The position need not be reachable, but each side \
                   has one king, at most 16 men, at most 8 pawns, and the side that is not on turn \
                   is not in check",
        moves: "from and to: `e2e4`, `e7e8q`, castling as the king's move `e1g1`; `Nf3`, `exd5`, \
                `e8=Q#`, `O-O` are read too",
        atoms: &[
            AtomInfo { pattern: "mate(AGENT)", meaning: "the agent is checkmated" },
            AtomInfo { pattern: "check(AGENT)", meaning: "the agent's king is attacked" },
            AtomInfo { pattern: "stalemate", meaning: "no legal move, and no check" },
            AtomInfo { pattern: "captured(PIECE)", meaning: "no such piece is left on the board" },
            AtomInfo {
                pattern: "captured(AGENT,PIECE)",
                meaning: "the agent has no such piece (pawn, knight, bishop, rook, queen) left",
            },
            AtomInfo {
                pattern: "at(AGENT,PIECE,SQUARE)",
                meaning: "this piece of the agent stands there: `at(White,queen,e4)`",
            },
            AtomInfo {
                pattern: "attacked(AGENT,SQUARE)",
                meaning: "a piece of the agent (pinned or not) attacks the square",
            },
            AtomInfo { pattern: "immobile", meaning: "no legal move: mate or stalemate" },
            AtomInfo {
                pattern: "double_stalemate",
                meaning: "stalemate, and the other side would have no move either",
            },
            AtomInfo {
                pattern: "moved(WHAT)",
                meaning: "with last=on: the last move was a capture, castling, en_passant, or went \
                          to a square, as in `moved(e4)`; `moved` says that there was one",
            },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let fifty = params.word("fifty", &["on", "off"])? == 0;
        let passing = params.word("stalemate", &["ends", "passes"])? == 1;
        let remembers = params.word("last", &["off", "on"])? == 1;
        let chess = Chess::new(fifty);
        let chess = if passing { chess.with_passing() } else { chess };
        Ok(visitor.sequential(if remembers { chess.with_last_move() } else { chess }))
    }
}
