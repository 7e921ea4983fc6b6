//! What to try first: the menu of the program.

use crate::page::{Page, PageLine, PageStyle, Tone};

/// Commands, and what they are for.
const MENU: &[(&str, &str)] = &[
    ("play connect4", "play against it (type help there)"),
    ("solve tictactoe", "who wins with perfect play?"),
    ("check connect4 \"omega(2)\" --moves 4131", "can X win with two more moves?"),
    ("problem \"#2\" --position kbK5/pp6/1P6/8/8/8/8/R7", "a chess problem: mate in two"),
    ("analyse breakthrough:rows=5,columns=4", "is a game balanced? takes a minute"),
    ("example", "a tour: nine commands, with what they mean"),
    ("games", "the games there are"),
    ("serve", "all of it in a browser"),
    ("--help", "all commands"),
];

/// Returns the menu: commands with their numbers.
pub fn menu_page(style: &PageStyle<'_>) -> Vec<PageLine> {
    let mut page = Page::new(style);
    page.line("Ludex answers questions about games and proves its answers. Try");
    let rows = MENU.iter().enumerate().map(|(at, (command, purpose))| {
        let command = page.styled(Tone::Strong, &format!("ludex {command}"));
        vec![format!("  {}", at + 1), command, (*purpose).to_string()]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    page.table(&rows);
    page.lines
}

/// Returns the arguments of the command with a number of the menu. Returns `None` for anything else.
///
/// ```
/// assert_eq!(ludex::menu_choice("2\n").unwrap(), ["solve", "tictactoe"]);
/// assert_eq!(ludex::menu_choice("4").unwrap()[1], "#2");
/// assert_eq!(ludex::menu_choice("0"), None);
/// ```
pub fn menu_choice(line: &str) -> Option<Vec<String>> {
    let number: usize = line.trim().parse().ok()?;
    let (command, _) = MENU.get(number.checked_sub(1)?)?;
    Some(command.split(' ').map(|word| word.trim_matches('"').to_string()).collect())
}
