//! The words of Popeye's input files in its three languages. A word may be shortened as long as it
//! is clear which one is meant.

/// The language of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tongue {
    English,
    German,
    French,
}

pub(super) const TONGUES: [Tongue; 3] = [Tongue::English, Tongue::German, Tongue::French];

/// A word in English, German and French.
type Word = [&'static str; 3];

/// The commands of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    End,
    Next,
    Twin,
    Zero,
    /// Text to the end of the line that means nothing here.
    Remark,
    /// A file and letters for a printed diagram, on any number of lines.
    Latex,
    Author,
    Origin,
    Title,
    Award,
    Pieces,
    Condition,
    Option,
    Stipulation,
    Structured,
    GameArray,
    Forsyth,
}

pub(super) const BEGIN: [(Word, ()); 1] =
    [(["BeginProblem", "AnfangProblem", "DebutProbleme"], ())];

pub(super) const COMMANDS: [(Word, Command); 19] = [
    (["EndProblem", "EndeProblem", "FinProbleme"], Command::End),
    (["NextProblem", "WeiteresProblem", "asuivre"], Command::Next),
    (["Twin", "Zwilling", "jumeau"], Command::Twin),
    (["ZeroPosition", "NullStellung", "zeroposition"], Command::Zero),
    (["remark", "Bemerkung", "remarque"], Command::Remark),
    (["sstipulation", "sForderung", "senonce"], Command::Structured),
    (["author", "Autor", "auteur"], Command::Author),
    (["origin", "Quelle", "source"], Command::Origin),
    (["pieces", "Steine", "pieces"], Command::Pieces),
    (["condition", "Bedingung", "condition"], Command::Condition),
    (["option", "Option", "option"], Command::Option),
    (["stipulation", "Forderung", "enonce"], Command::Stipulation),
    (["protocol", "Protokoll", "protocol"], Command::Remark),
    (["title", "Titel", "titre"], Command::Title),
    (["LaTeX", "LaTeX", "LaTeX"], Command::Latex),
    (["LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"], Command::Latex),
    (["award", "Auszeichnung", "prix"], Command::Award),
    (["InitialGameArray", "PartieAnfangsStellung", "PositionInitialePartie"], Command::GameArray),
    (["Forsyth", "Forsyth", "Forsyth"], Command::Forsyth),
];

/// The changes of a twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Move,
    Exchange,
    Stipulation,
    Structured,
    Add,
    Remove,
    Continued,
    Rotate,
    Condition,
    Polish,
    Mirror,
    Shift,
    Substitute,
}

pub(super) const CHANGES: [(Word, Change); 13] = [
    (["move", "versetze", "deplacement"], Change::Move),
    (["exchange", "tausche", "echange"], Change::Exchange),
    (["stipulation", "Forderung", "enonce"], Change::Stipulation),
    (["sstipulation", "SForderung", "senonce"], Change::Structured),
    (["add", "hinzufuegen", "ajoute"], Change::Add),
    (["remove", "entferne", "ote"], Change::Remove),
    (["continued", "ferner", "enplus"], Change::Continued),
    (["rotate", "Drehung", "rotation"], Change::Rotate),
    (["condition", "Bedingung", "condition"], Change::Condition),
    (["PolishType", "Farbwechsel", "CouleurEchange"], Change::Polish),
    (["mirror", "Spiegelung", "miroir"], Change::Mirror),
    (["shift", "Verschiebung", "translation"], Change::Shift),
    (["substitute", "ersetze", "remplace"], Change::Substitute),
];

/// The colours of men; `None` for those that chess has not.
pub(super) const COLOURS: [(Word, Option<bool>); 4] = [
    (["White", "Weiss", "Blanc"], Some(true)),
    (["Black", "Schwarz", "Noir"], Some(false)),
    (["Neutral", "Neutral", "Neutre"], None),
    (["TotalInvisible", "TotalUnsichtbar", "TotalInvisible"], None),
];

/// What an option means for the solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// Nothing: it is about how Popeye searches or prints.
    Nothing,
    /// Nothing, and a number may follow.
    NothingOrNumber,
    Tries,
    /// As many refutations of a try.
    Refutations,
    SetPlay,
    Variations,
    Duplex,
    HalfDuplex,
    WhiteToPlay,
    MaxSolutions,
    MaxTime,
    EnPassant,
    NoCastling,
    /// A side has no king, which the position says.
    Kingless,
    /// Other solutions than those of the rules.
    Missing,
}

pub(super) const OPTIONS: [(Word, Meaning); 39] = [
    (["Defence", "Widerlegung", "Defense"], Meaning::Refutations),
    (["SetPlay", "Satzspiel", "Apparent"], Meaning::SetPlay),
    (["WhiteToPlay", "WeissBeginnt", "ApparentSeul"], Meaning::WhiteToPlay),
    (["Variations", "Varianten", "Variantes"], Meaning::Variations),
    (["MoveNumbers", "Zugnummern", "Trace"], Meaning::Nothing),
    (["StartMoveNumber", "StartZugnummer", "Enroute"], Meaning::Missing),
    (["NoWk", "OhneWk", "SansRB"], Meaning::Kingless),
    (["Duplex", "Duplex", "Duplex"], Meaning::Duplex),
    (["NoBk", "OhneSk", "SansRN"], Meaning::Kingless),
    (["Threat", "Drohung", "Menace"], Meaning::Missing),
    (["NoThreat", "OhneDrohung", "SansMenace"], Meaning::Nothing),
    (["Try", "Verfuehrung", "Essais"], Meaning::Tries),
    (["MaxSolutions", "MaxLoesungen", "MaxSolutions"], Meaning::MaxSolutions),
    (["MaxFlightsquares", "MaxFluchtFelder", "MaxCasesFuites"], Meaning::Missing),
    (["Search", "Suchen", "Search"], Meaning::Nothing),
    (["MultiSolutions", "MehrereLoesungen", "MultiSolutions"], Meaning::Nothing),
    (["NoSymmetry", "KeineSymmetrie", "NonSymetrique"], Meaning::Nothing),
    (["NonTrivial", "NichtTrivial", "NonTrivial"], Meaning::Missing),
    (["KeepMatingPiece", "HalteMattsetzendenStein", "RetiensPieceMatante"], Meaning::Nothing),
    (["EnPassant", "EnPassant", "EnPassant"], Meaning::EnPassant),
    (["NoBoard", "OhneBrett", "SansEchiquier"], Meaning::Nothing),
    (["NoShortVariations", "OhneKurzVarianten", "SansVariantesCourtes"], Meaning::Nothing),
    (["HalfDuplex", "HalbDuplex", "DemiDuplex"], Meaning::HalfDuplex),
    (["PostKeyPlay", "NachSchluessel", "ApresCle"], Meaning::Missing),
    (["Intelligent", "Intelligent", "Intelligent"], Meaning::NothingOrNumber),
    (["MaxTime", "MaxZeit", "MaxTemps"], Meaning::MaxTime),
    (["NoCastling", "KeineRochade", "SansRoquer"], Meaning::NoCastling),
    (["Quodlibet", "Quodlibet", "Quodlibet"], Meaning::Missing),
    (
        ["StopOnShortSolutions", "StopNachKurzloesungen", "FinApresSolutionsCourtes"],
        Meaning::Nothing,
    ),
    (["Beep", "Pieps", "Bip"], Meaning::NothingOrNumber),
    (["SuppressGrid", "OhneGitter", "SansGrille"], Meaning::Nothing),
    (["WriteGrid", "ZeichneGitter", "AjouteGrille"], Meaning::Nothing),
    (
        [
            "CastlingMutuallyExclusive",
            "RochadenGegenseitigAusschliessend",
            "RoquesMutuellementExclusifs",
        ],
        Meaning::Missing,
    ),
    (["GoalIsEnd", "ZielIstEnde", "ButEstFin"], Meaning::Missing),
    (["unpublishedoption", "nichtpublizierteoption", "optionnonpubliee"], Meaning::Missing),
    (["NullMoves", "NullZuege", "CoupsVides"], Meaning::Missing),
    (["UpToMoveNumber", "BisZugnummer", "JusquAuCoup"], Meaning::Missing),
    (
        ["TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"],
        Meaning::Nothing,
    ),
    (["MatesIn1", "MattsIn1", "MatsEn1"], Meaning::Nothing),
];

/// Returns what a word means: the one it is, or the only one it is the beginning of.
pub(super) fn lookup<T: Copy>(table: &[(Word, T)], tongue: Tongue, text: &str) -> Option<T> {
    let begins = |word: &str| {
        let head = word.get(..text.len());
        !text.is_empty() && head.is_some_and(|head| head.eq_ignore_ascii_case(text))
    };
    let word = |(word, _): &(Word, T)| word[tongue as usize];
    let exact = table.iter().find(|entry| word(entry).eq_ignore_ascii_case(text));
    let mut close = table.iter().filter(|entry| begins(word(entry)));
    let only = close.next().filter(|_| close.next().is_none());
    exact.or(only).map(|(_, meaning)| *meaning)
}

/// Returns the words of a table, for suggestions.
pub(super) fn words<T>(
    table: &[(Word, T)],
    tongue: Tongue,
) -> impl Iterator<Item = &'static str> + Clone {
    let words: Vec<&'static str> = table.iter().map(|(word, _)| word[tongue as usize]).collect();
    words.into_iter()
}

impl Tongue {
    /// Returns the letters of king, queen, rook, bishop, knight and pawn.
    fn letters(self) -> &'static str {
        match self {
            Tongue::English => "kqrbsp",
            Tongue::German => "kdtlsb",
            Tongue::French => "rdtfcp",
        }
    }

    /// Returns the man with this letter, as FEN writes it for Black.
    pub fn man(self, letter: char) -> Option<char> {
        let letter = letter.to_ascii_lowercase();
        let at = self.letters().find(letter)?;
        "kqrbnp".chars().nth(at)
    }
}
