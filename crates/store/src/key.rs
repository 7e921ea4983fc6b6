//! The key of a user, by which a store knows what this user's Ludex has written.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::StoreError;
use crate::mac::{Code, hmac};

/// The name of a key that may be public.
pub(crate) type KeyId = [u8; 8];

/// The environment variable that names the file of the key.
const VARIABLE: &str = "LUDEX_KEY";

/// A secret of 32 bytes in a file that only its user can read.
///
/// The file is the one that the environment variable `LUDEX_KEY` names, or else `ludex/key` in the
/// user's folder for states of programs: `$XDG_STATE_HOME`, `$HOME/.local/state` or
/// `%LOCALAPPDATA%`. It is made, from random numbers of the system, when a store is first opened.
#[derive(Clone)]
pub struct Key {
    secret: Code,
    id: KeyId,
}

impl Key {
    /// Reads the key of the user, or makes it.
    pub fn of_user() -> Result<Key, StoreError> {
        let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let path = user_file(variable).ok_or(StoreError::NoKey)?;
        Key::at(&path)
    }

    /// Reads the key in a file, or makes it if there is no file.
    pub fn at(path: &Path) -> Result<Key, StoreError> {
        let unusable =
            |why: io::Error| StoreError::Key { path: path.to_owned(), why: why.to_string() };
        let secret = match read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                make(path).and_then(|()| read(path))
            }
            secret => secret,
        };
        Ok(Key::new(secret.map_err(unusable)?))
    }

    fn new(secret: Code) -> Key {
        let id = hmac(&secret, b"the name of this key");
        Key { id: *id.first_chunk().expect("8 of 32 bytes"), secret }
    }

    pub(crate) fn id(&self) -> KeyId {
        self.id
    }

    /// Returns the code of a message that nobody without the key can compute.
    pub(crate) fn code(&self, message: &[u8]) -> Code {
        hmac(&self.secret, message)
    }
}

/// Returns the file of the user's key, given the variables of the environment. Folders that are not
/// absolute are ignored: a key must not depend on where the program is started.
fn user_file(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    if let Some(file) = variable(VARIABLE).filter(|file| !file.as_os_str().is_empty()) {
        return Some(file);
    }
    let home = || Some(variable("HOME")?.join(".local").join("state"));
    let folders = [variable("XDG_STATE_HOME"), home(), variable("LOCALAPPDATA")];
    let folder = folders.into_iter().flatten().find(|folder| folder.is_absolute())?;
    Some(folder.join("ludex").join("key"))
}

fn read(path: &Path) -> io::Result<Code> {
    let file = File::open(path)?;
    require_private(&file)?;
    let mut bytes = Vec::new();
    file.take(33).read_to_end(&mut bytes)?;
    bytes.try_into().map_err(|_| io::Error::other("it does not have 32 bytes"))
}

/// Refuses a key that others can read: they could write what only its user can.
#[cfg(unix)]
fn require_private(file: &File) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    match file.metadata()?.mode() & 0o077 {
        0 => Ok(()),
        _ => Err(io::Error::other("others may read or change it (its mode should be 600)")),
    }
}

#[cfg(not(unix))]
fn require_private(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Makes a key. It is linked to its place when it is whole, so that of several programs that make
/// one at the same time all use the first.
fn make(path: &Path) -> io::Result<()> {
    let random = |bytes: &mut [u8]| getrandom::fill(bytes).map_err(io::Error::other);
    let (mut secret, mut number) = ([0; 32], [0; 8]);
    random(&mut secret)?;
    random(&mut number)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), make_folder)?;
    let beside = path.with_file_name(format!(".key.{:016x}.part", u64::from_le_bytes(number)));
    let mut file = private(OpenOptions::new().write(true).create_new(true)).open(&beside)?;
    let written = file.write_all(&secret).and_then(|()| file.sync_all());
    let linked = written.and_then(|()| fs::hard_link(&beside, path));
    fs::remove_file(&beside).ok();
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Lets only the user read and write the file that is made.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_folder_that_is_named_has_the_key() {
        let file = |given: &[(&str, &str)]| {
            user_file(|name| {
                let value = given.iter().find(|(given, _)| *given == name)?.1;
                Some(PathBuf::from(value))
            })
        };
        let home = ("HOME", "/home/x");
        let state = ("XDG_STATE_HOME", "/state");
        assert_eq!(file(&[home]), Some("/home/x/.local/state/ludex/key".into()));
        assert_eq!(file(&[home, state]), Some("/state/ludex/key".into()));
        assert_eq!(file(&[home, state, (VARIABLE, "k")]), Some("k".into()));
        assert_eq!(file(&[("XDG_STATE_HOME", "here"), home]), file(&[home]));
        assert_eq!(file(&[(VARIABLE, ""), home]), file(&[home]));
        assert_eq!(file(&[("HOME", "")]), None);
        assert_eq!(file(&[]), None);
    }

    #[test]
    fn programs_that_start_together_have_one_key() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new").join("key");
        let keys: Vec<KeyId> = std::thread::scope(|scope| {
            let start = |_| scope.spawn(|| Key::at(&path).expect("a key").id());
            let threads: Vec<_> = (0..16).map(start).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        assert!(keys.iter().all(|key| *key == keys[0]));
        let files = fs::read_dir(folder.path().join("new")).expect("the folder");
        assert_eq!(files.count(), 1, "nothing is left beside the key");
    }

    #[test]
    fn a_file_that_is_no_key_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("key");
        for bytes in [&[1; 31][..], &[1; 33], &[]] {
            let mut file = private(OpenOptions::new().write(true).create(true).truncate(true))
                .open(&path)
                .expect("a file");
            file.write_all(bytes).expect("written");
            let error = Key::at(&path).err().expect("no key").to_string();
            assert!(error.contains("32 bytes") && error.contains("key"), "{error}");
        }
        assert!(Key::at(folder.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("key");
        Key::at(&path).expect("made");
        let mode = fs::metadata(&path).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("changed");
        let error = Key::at(&path).err().expect("refused").to_string();
        assert!(error.contains("others may read"), "{error}");
    }
}
