//! What a run tells others: a small file beside its store, which the page shows.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::JobStatus;

/// The ending of the names of such files, after the name of the store.
const ENDING: &str = ".run";
/// How often the file is written.
const INTERVAL: Duration = Duration::from_secs(1);
/// The most files that are read in a folder, and the most bytes of each.
const MOST: (usize, u64) = (100, 1 << 16);

/// How far a run is, as its file says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunRecord {
    /// The name of its store.
    pub store: String,
    /// The game and the position.
    pub game: String,
    /// The position in the notation of the game.
    pub position: String,
    /// The search.
    pub algorithm: String,
    /// How long it has run since it was started or resumed.
    pub seconds: f64,
    /// When the file was written, in seconds since 1970.
    pub written: u64,
    /// Its jobs since then.
    pub status: JobStatus,
    /// The value, if it was found.
    pub value: Option<Value>,
}

impl RunRecord {
    /// Returns the runs whose stores are in a folder, the last one first. Files that say nothing are
    /// passed over.
    pub fn in_folder(folder: &Path) -> Vec<RunRecord> {
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let named = files.filter(|file| {
            file.file_name().to_string_lossy().ends_with(ENDING)
                && file.file_type().is_ok_and(|kind| kind.is_file())
        });
        let mut runs: Vec<RunRecord> =
            named.take(MOST.0).filter_map(|file| RunRecord::read(&file.path())).collect();
        ludex_base::sort_by(&mut runs, |a, b| (b.written, &a.store).cmp(&(a.written, &b.store)));
        runs
    }

    fn read(path: &Path) -> Option<RunRecord> {
        let mut text = String::new();
        fs::File::open(path).ok()?.take(MOST.1).read_to_string(&mut text).ok()?;
        serde_json::from_str(&text).ok()
    }
}

/// Writes the file of a run.
pub(super) struct Recorder {
    path: PathBuf,
    start: Instant,
    last: Mutex<Option<Instant>>,
    template: RunRecord,
}

impl Recorder {
    /// Makes one for a run that is kept in this store.
    pub fn new(store: &Path, [game, position, algorithm]: [String; 3]) -> Recorder {
        let name = store.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let template = RunRecord {
            store: name.clone(),
            game,
            position,
            algorithm,
            seconds: 0.0,
            written: 0,
            status: JobStatus::default(),
            value: None,
        };
        let path = store.with_file_name(name + ENDING);
        Recorder { path, start: Instant::now(), last: Mutex::new(None), template }
    }

    /// Writes how far the run is, unless that was done a moment ago. The end is always written. That
    /// the file cannot be written is no reason to end a run.
    pub fn write(&self, status: &JobStatus, value: Option<&Value>) {
        let Ok(mut last) = self.last.lock() else { return };
        if !status.finished && last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        *last = Some(Instant::now());
        let record = RunRecord {
            seconds: self.start.elapsed().as_secs_f64(),
            written: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
            status: status.clone(),
            value: value.cloned(),
            ..self.template.clone()
        };
        let new = self.path.with_extension("run~");
        let written = serde_json::to_vec(&record).ok().map(|text| fs::write(&new, text));
        if let Some(Ok(())) = written {
            let _ = fs::rename(new, &self.path);
        }
    }
}
