//! A prompt with history: lines from a terminal, or from a pipe.

use std::io::IsTerminal;
use std::path::PathBuf;

use ludex::InputError;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::print::tell;

/// A prompt for questions.
pub struct Prompt {
    editor: DefaultEditor,
    history: Option<PathBuf>,
}

impl Prompt {
    /// Returns a prompt with the history of this name, after printing the `words` that questions
    /// start with.
    pub fn new(name: &str, words: &[&str]) -> Result<Prompt, InputError> {
        let mut editor = DefaultEditor::new().map_err(broken)?;
        let history = history(name);
        if let Some(path) = &history {
            // The first time there is none.
            editor.load_history(path).ok();
        }
        if std::io::stdin().is_terminal() {
            tell!("Questions start with {}. Ctrl-D ends.", words.join(", "));
        }
        Ok(Prompt { editor, history })
    }

    /// Returns the next line that is not empty; `None` at the end of the input or after Ctrl-C.
    pub fn line(&mut self) -> Result<Option<String>, InputError> {
        loop {
            match self.editor.readline("? ") {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => {
                    self.editor.add_history_entry(line.as_str()).map_err(broken)?;
                    return Ok(Some(line.trim().to_string()));
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(None),
                Err(error) => return Err(broken(error)),
            }
        }
    }
}

impl Drop for Prompt {
    fn drop(&mut self) {
        if let Some(path) = &self.history {
            // Failing to save the history is not reported: the answers were given.
            path.parent().map(std::fs::create_dir_all);
            self.editor.save_history(path).ok();
        }
    }
}

/// Returns the file of the history, in the folder for the state of programs; `None` if the input
/// is not a terminal.
fn history(name: &str) -> Option<PathBuf> {
    if !std::io::stdin().is_terminal() {
        return None;
    }
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let folder = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(home)?;
    Some(folder.join("ludex").join(format!("{name}.history")))
}

fn broken(error: ReadlineError) -> InputError {
    InputError::new(format!("cannot read from the terminal: {error}"))
}
