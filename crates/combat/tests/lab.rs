//! The tables as data: complete, with players that exist, and runnable.

use ludex_combat::{PlayerSpec, combat_tables};

#[test]
fn tables_are_complete() {
    assert_eq!(combat_tables().len(), 3);
    for table in combat_tables() {
        assert_eq!(table.published.len(), table.rows.len(), "{}", table.name);
        for (row, published) in table.rows.iter().zip(&table.published) {
            assert_eq!(published.len(), table.columns.len(), "{}", table.name);
            row.opponent.parse::<PlayerSpec>().expect("an opponent");
            for column in &table.columns {
                let player = column.player.replace("{opponent}", &row.opponent);
                player.parse::<PlayerSpec>().expect("a player");
            }
        }
        for claim in &table.claims {
            for name in claim.lower.iter().chain([&claim.higher]) {
                assert!(table.columns.iter().any(|column| column.name == *name), "{name}");
            }
        }
    }
}

#[test]
fn a_table_runs_and_its_claims_are_judged() {
    let mut table = combat_tables()[2].clone();
    table.rows.truncate(1);
    table.published.truncate(1);
    table.columns[0].player = "nok-av".to_string();
    let report = table.run(4, |_| true).expect("a run");
    assert_eq!(report.cells.len(), 1);
    // NOK-AV wins every game against Random.
    assert_eq!(report.cells[0].measured.score, 1.0);
    assert!(report.claims[0].holds);
}
