//! The pieces of chess, drawn by us: outlines and inner lines around the middle of a cell.

use super::style::{DARK, LIGHT};

/// The foot that all pieces stand on.
const FOOT: &str = "M-11.5 15.5q-.6 -5 3.5 -5.5h16q4.1 .5 3.5 5.5z";

/// Outlines and inner lines of king, queen, rook, bishop, knight and pawn.
const PIECES: [[&str; 2]; 6] = [
    [
        "M-1.3 -16.2h2.6v2.5h2.6v2.5h-2.6v3.2q2.6 -3.2 6.8 -2.3q6.3 2 3.8 8.5l-3.7 6.4l-.7 5.4h-15\
         l-.7 -5.4l-3.7 -6.4q-2.5 -6.5 3.8 -8.5q4.2 -.9 6.8 2.3v-3.2h-2.6v-2.5h2.6z",
        "M-8.2 4.6q8.2 -2.4 16.4 0M0 -8v10.6",
    ],
    [
        "M-8.3 4.6l-3.5 -11.4a1.9 1.9 0 1 1 1.2 -.5l4.9 6l.2 -9.8a1.9 1.9 0 1 1 1.3 -.2l2.9 8.7\
         l1 -10.3a1.9 1.9 0 1 1 .6 0l1 10.3l2.9 -8.7a1.9 1.9 0 1 1 1.3 .2l.2 9.8l4.9 -6\
         a1.9 1.9 0 1 1 1.2 .5l-3.5 11.4l-1 5.4h-14.6z",
        "M-8.3 4.6q8.3 -2.6 16.6 0",
    ],
    [
        "M-10 -13h4.3v2.8h3.5v-2.8h4.4v2.8h3.5v-2.8h4.3v6.2l-3 2.6l1.2 14.2h-16.4l1.2 -14.2\
         l-3 -2.6z",
        "M-6.8 -4h13.6M-7.7 6.5h15.4",
    ],
    [
        "M0 -11.8q7.8 6 6.3 11.3q-.7 2.7 -3.1 3.9h1.6v2.6h-1.4l2.2 4h-11.2l2.2 -4h-1.4v-2.6h1.6\
         q-2.4 -1.2 -3.1 -3.9q-1.5 -5.3 6.3 -11.3zM0 -11.8a2 2 0 1 1 .01 0z",
        "M1.8 -7.6l-3 4.2M-3.2 3.4h6.4",
    ],
    [
        "M8.8 10q2.6 -16.5 -5.3 -20.8l-1.2 -3.7l-3.1 2.9q-6.2 1 -8.7 8.7l-3.2 5.4q-.5 2.4 1.3 3.3\
         q1.9 .8 3.2 -1.1q1 -1 2.7 -1.3q2.8 -.5 4.5 -2.3q.4 3.6 -3.2 5.9q-2.7 1 -2.9 3z",
        "M-4.6 -5.4l1.2 -.6M2.6 -8.6q4 4.6 3.4 15",
    ],
    [
        "M0 -12a4.8 4.8 0 0 1 2.9 8.6l2.6 1.4v1.8h-2.7q.6 6.7 5 10.2h-15.6q4.4 -3.5 5 -10.2h-2.7\
         v-1.8l2.6 -1.4a4.8 4.8 0 0 1 2.9 -8.6z",
        "",
    ],
];

/// Returns the drawing of a figure of chess, if the letter is one.
pub(super) fn chess(figure: char) -> Option<String> {
    let number = u32::from(figure).checked_sub(u32::from('♔')).filter(|&number| number < 12)?;
    let [outline, lines] = PIECES[number as usize % 6];
    let (class, fill, stroke, inner) = match number < 6 {
        true => ("white-piece", LIGHT, DARK, DARK),
        false => ("black-piece", "#37312d", "#15110e", "#e9dfcc"),
    };
    Some(format!(
        "<path class=\"chess {class}\" d=\"{outline}{FOOT}\" fill=\"{fill}\" stroke=\"{stroke}\" \
         stroke-width=\"1.5\" stroke-linejoin=\"round\"/><path d=\"{lines}\" fill=\"none\" \
         stroke=\"{inner}\" stroke-width=\"1.3\" stroke-linecap=\"round\"/>"
    ))
}
