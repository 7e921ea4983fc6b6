//! Games between players and tournaments as pages.

use ludex_play::{
    End, Played, Standing, TournamentResult, Transcript, leader, seat_rows, standing_rows,
};

use super::{Page, PageLine, PageStyle, Tone};

/// Returns a move with the value that its player expects.
pub fn played_text(played: &Played, style: &PageStyle<'_>) -> String {
    let value = played.thought.value.map(|value| {
        format!(" ({}{value:.2})", if played.thought.proven { "proved " } else { "expects " })
    });
    let (mv, thought) = (style(Tone::Strong, &played.mv), value.unwrap_or_default());
    format!("{} {mv}{}", played.agent, style(Tone::Faint, &thought))
}

/// Returns how a game ended: the scores, faults of players, and why it ended early.
pub fn transcript_page(transcript: &Transcript, style: &PageStyle<'_>) -> Vec<PageLine> {
    let mut page = Page::new(style);
    let players = &transcript.players;
    for (agent, (player, score)) in
        transcript.agents.iter().zip(players.iter().zip(&transcript.scores))
    {
        let score = page.styled(Tone::Strong, &score.to_string());
        page.line(format!("{agent} ({player}): {score}"));
    }
    for fault in &transcript.faults {
        let (name, turn) = (page.styled(Tone::Bad, "fault"), fault.turn + 1);
        page.line(format!("{name} turn {turn}: {} {}", players[fault.place], fault.what));
    }
    match transcript.end {
        End::Final => {}
        End::Resigned(place) => page.line(format!("{} gave up", transcript.agents[place])),
        End::Moves => page.line(page.faint("stopped: too many moves")),
        End::Stopped => page.line(page.faint("not finished")),
    }
    page.lines
}

/// Returns the tables of tournaments, and of all of them together if there are several.
pub fn tournament_page(
    tables: &[TournamentResult],
    all: &[Standing],
    style: &PageStyle<'_>,
) -> Vec<PageLine> {
    let mut page = Page::new(style);
    for table in tables {
        let (name, matches) = (page.styled(Tone::Strong, &table.game), table.matches_text());
        page.line(format!("{name} {}", page.faint(&matches)));
        page.standings(&table.standings);
        page.table(&seat_rows(&table.seats));
        page.line("");
    }
    if tables.len() > 1 {
        page.line(page.styled(Tone::Strong, "all games"));
        page.standings(all);
    }
    page.lines
}

impl Page<'_> {
    fn standings(&mut self, standings: &[Standing]) {
        self.table(&standing_rows(standings));
        if let Some(best) = leader(standings) {
            let name = self.styled(Tone::Good, &best.player);
            self.line(format!("{name} is ahead beyond chance"));
        }
    }
}
