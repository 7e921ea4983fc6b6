//! The solutions of a problem as problemists lay them out.

use ludex_base::{counted, units};

use super::answer::{ProblemAssumed, ProblemChange, ProblemPart, ProblemSolved, Variation};
use super::tree::is_minor_dual;
use super::{ProblemIntention, ProblemMates};
use crate::page::{Page, PageLine, PageStyle, Tone};

impl ProblemSolved {
    /// Returns the page as plain text.
    pub fn to_text(&self) -> String {
        let lines = self.page(&|_, text| text.to_string());
        lines.into_iter().map(|line| line.text.trim_end().to_string() + "\n").collect()
    }

    /// Returns the page, its pieces styled by `style`: the verdict, the board, the solutions with
    /// their play, and what else was asked for.
    pub fn page(&self, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        page.headline(self);
        page.solutions(self);
        page.remarks(self);
        page.lines
    }

    /// Returns the page with what finding the solutions took.
    pub fn page_with_work(&self, style: &PageStyle<'_>) -> Vec<PageLine> {
        let mut page = Page::new(style);
        page.lines = self.page(style);
        let (moves, seconds) = (counted(self.nodes, "move"), units::seconds(self.seconds));
        page.line(format!("{} {moves} in {seconds}", page.faint("work")));
        if let Some(proof) = &self.proof {
            page.line(format!("{} {}", page.faint("proof"), counted(proof.size, "node")));
        }
        if let Some(stopped) = &self.stopped {
            page.line(format!("{} {stopped}", page.faint("stopped:")));
        }
        page.lines
    }
}

impl Page<'_> {
    /// Adds a solution, which may be long.
    fn printed(&mut self, line: &str) {
        self.long(format!("  {line}"), 4);
    }

    fn headline(&mut self, solved: &ProblemSolved) {
        let noun = match (&solved.keys, solved.count) {
            (Some(_), 1) => "key",
            (Some(_), _) => "keys",
            (None, 1) => "solution",
            (None, _) => "solutions",
        };
        let (tone, verdict) = match (solved.count, solved.complete) {
            (0, true) => (Tone::Bad, "no solution".to_string()),
            (0, false) => (Tone::Strong, "no solution found".to_string()),
            (count, true) => (Tone::Good, format!("{count} {noun}")),
            (count, false) => (Tone::Good, format!("{count} {noun}, perhaps more")),
        };
        let verdict = self.styled(tone, &verdict);
        self.line(format!("{}: {verdict} in {}", solved.stipulation, solved.position));
        self.line(solved.drawing.clone());
        if let Some(assumed) = &solved.assumed {
            self.line(format!("{} {}", self.faint("assumed"), assumption(assumed)));
        }
        for remark in &solved.remarks {
            self.line(format!("{} {remark}", self.faint("remark")));
        }
    }

    fn solutions(&mut self, solved: &ProblemSolved) {
        match solved.variations.is_empty() {
            true => solved.printed.iter().for_each(|line| self.printed(line)),
            false => solved.variations.iter().for_each(|branch| self.key(branch)),
        }
        if let Some(short) = solved.short.as_ref().filter(|short| !short.is_empty()) {
            let count = self.styled(Tone::Bad, &format!("{} in fewer moves", short.len()));
            self.line(format!("{} {count}", self.faint("short")));
            short.iter().take(20).for_each(|line| self.line(format!("  {}", line.join(" "))));
        }
    }

    fn remarks(&mut self, solved: &ProblemSolved) {
        if let Some(intention) = &solved.intention {
            self.intention(intention);
        }
        if let Some(duals) = solved.duals.filter(|&duals| duals > 0) {
            let minor = match solved.minor_duals {
                0 => String::new(),
                minor => format!(", {minor} of them minor"),
            };
            self.line(format!("{} {duals}{minor}", self.faint("duals")));
        }
        if let Some(ProblemMates { different, pure, model, ideal, .. }) = solved.mates {
            let kinds = [(pure, "pure"), (model, "model"), (ideal, "ideal")];
            let kinds = kinds.map(|(count, kind)| format!("{count} {kind}")).join(", ");
            self.line(format!("{} {different} different: {kinds}", self.faint("mates")));
        }
        for one in solved.tries.iter().flatten() {
            self.line(format!("{} {}", self.faint("try"), one.printed));
        }
        if !solved.set_variations.is_empty() {
            self.line(self.faint("set play"));
            solved.set_variations.iter().for_each(|defence| self.variation(defence, 2));
        }
        for ProblemChange { defence, set, solution } in &solved.changed {
            let [set, solution] = [set, solution].map(|answers| answers.join(" / "));
            self.line(format!(
                "{} {defence} {set}, {solution} after the key",
                self.faint("changed")
            ));
        }
        self.part("set play", solved.set_play.as_ref());
        self.part("duplex", solved.duplex.as_ref());
        if let Some(most) = solved.limited {
            let most = counted(most as u64, "solution");
            self.line(format!("{} {most} a list; --limit N lists more", self.faint("limit")));
        }
    }

    fn intention(&mut self, intention: &ProblemIntention) {
        let verdict = match intention.sound {
            Some(true) => {
                self.styled(Tone::Good, "sound: the intended solutions are all there are")
            }
            Some(false) => self.styled(Tone::Bad, "not sound"),
            None => "unknown: the search did not end".to_string(),
        };
        self.line(format!("{} {verdict}", self.faint("intended")));
        for line in &intention.failing {
            self.long(format!("{} {}", self.faint("fails"), line.join(" ")), 4);
        }
        for cook in &intention.cooks {
            self.long(format!("{} {cook}", self.styled(Tone::Bad, "cook")), 4);
        }
    }

    fn part(&mut self, name: &str, part: Option<&ProblemPart>) {
        let Some(part) = part else { return };
        let shorter = if part.shorter_exists { ", and shorter ones" } else { "" };
        let more = if part.complete { "" } else { ", perhaps more" };
        let count = counted(part.count as u64, "solution");
        self.line(format!("{} {}: {count}{more}{shorter}", self.faint(name), part.stipulation));
        part.printed.iter().for_each(|line| self.printed(line));
    }

    /// Adds a key with its threats and defences.
    fn key(&mut self, branch: &Variation) {
        let key = self.styled(Tone::Strong, &format!("{}!", branch.printed));
        self.line(format!("  {key}{}", threats(branch)));
        self.after_threats(branch, 2);
        branch.next.iter().for_each(|defence| self.variation(defence, 2));
    }

    /// Adds a defence with its answers on one line, and the play after each on lines of its own.
    fn variation(&mut self, defence: &Variation, level: usize) {
        let answers: Vec<String> =
            defence.next.iter().map(|answer| answer.printed.clone() + &threats(answer)).collect();
        let dual = match (answers.len() > 1, is_minor_dual(&defence.next)) {
            (true, true) => self.faint(" (minor dual)"),
            (true, false) => self.faint(" (dual)"),
            (false, _) => String::new(),
        };
        let line = format!("{}{} {}", "  ".repeat(level), defence.printed, answers.join(" / "));
        self.line(format!("{}{dual}", line.trim_end()));
        for answer in &defence.next {
            if answer.next.is_empty() {
                continue;
            }
            if defence.next.len() > 1 {
                self.line(format!("{}{}", "  ".repeat(level + 1), answer.printed));
            }
            self.after_threats(answer, level + 2);
            answer.next.iter().for_each(|next| self.variation(next, level + 2));
        }
    }

    /// Adds the play after each threat that does not reach the goal at once, should the other side
    /// let it be carried out.
    fn after_threats(&mut self, branch: &Variation, level: usize) {
        for threat in branch.threats.iter().filter(|threat| !threat.next.is_empty()) {
            let indent = "  ".repeat(level);
            self.line(format!("{indent}threat {}{}", threat.printed, threats(threat)));
            self.after_threats(threat, level + 2);
            threat.next.iter().for_each(|defence| self.variation(defence, level + 2));
        }
    }
}

/// Returns what was assumed, and why.
fn assumption(assumed: &ProblemAssumed) -> String {
    let turn = assumed.turn.as_ref().map(|side| format!("{side} moves first"));
    let castling = assumed.castling.as_ref().map(|rights| format!("castling {rights}"));
    let all: Vec<String> = turn.into_iter().chain(castling).collect();
    format!("{} (the position does not say)", all.join(", "))
}

fn threats(branch: &Variation) -> String {
    let moves: Vec<&str> = branch.threats.iter().map(|threat| threat.printed.as_str()).collect();
    match moves.is_empty() {
        true => String::new(),
        false => format!(" threat: {}", moves.join(", ")),
    }
}
