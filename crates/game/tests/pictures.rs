//! Pictures: the text letter by letter, the SVG by what it draws and by being well-formed.

use ludex_game::{Arrow, Badge, Border, Ink, Picture, Shape, Side, Tone};

fn board(shape: Shape, rows: i16, columns: i16, shift: i16) -> Picture {
    let mut picture = Picture::new(shape);
    for row in 0..rows {
        picture.label(row, -2 + shift * row, (rows - row).to_string());
        for column in 0..columns {
            let (text, ink) = match (row + column) % 3 {
                0 => ("·", Ink::Plain),
                1 => ("X", Ink::Of(0)),
                _ => ("O", Ink::Of(1)),
            };
            picture.cell(row, 2 * column + shift * row, text, ink);
        }
    }
    picture
}

/// Checks what a tiny XML reader can: tags are balanced, attributes quoted, texts escaped. Returns
/// the names of the elements.
fn well_formed(svg: &str) -> Vec<&str> {
    let (mut open, mut elements) = (Vec::new(), Vec::new());
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or_else(|| panic!("unclosed <{part}"));
        assert!(!text.contains('>'), "stray > in {text}");
        for entity in text.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;", "quot;"].iter().any(|name| entity.starts_with(name));
            assert!(known, "stray & in {text}");
        }
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let inner = tag.strip_suffix('/').unwrap_or(tag);
        let name = inner.split(' ').next().expect("a name");
        let attributes = &inner[name.len()..];
        assert_eq!(attributes.matches('"').count(), 2 * attributes.matches("=\"").count());
        elements.push(name);
        if inner == tag {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "not closed: {open:?}");
    elements
}

fn count(svg: &str, element: &str) -> usize {
    well_formed(svg).iter().filter(|&&name| name == element).count()
}

#[test]
fn squares_as_text() {
    let mut picture = board(Shape::Square, 2, 3, 0);
    (0..3).for_each(|c| drop(picture.label(2, 2 * c, ["a", "b", "c"][c as usize]).clone()));
    picture.note("X to move");
    assert_eq!(picture.to_text(), "2 · X O\n1 X O ·\n  a b c\nX to move\n");
}

#[test]
fn hexagonal_rows_are_shifted_by_half_a_column() {
    let picture = board(Shape::Hexagon, 3, 3, 1);
    assert_eq!(picture.to_text(), "3 · X O\n 2 X O ·\n  1 O · X\n");
}

#[test]
fn columns_grow_with_their_texts() {
    let mut picture = board(Shape::Square, 2, 2, 0);
    picture.cell(1, 4, "15", Ink::Plain);
    picture.cell(1, 6, "8", Ink::Plain);
    assert_eq!(picture.to_text(), "2  ·  X\n1  X  O 15  8\n");
    // On a hexagonal board a column stays even, so that rows can be shifted by half of it.
    let mut picture = board(Shape::Hexagon, 2, 2, 1);
    picture.cell(0, 4, "15", Ink::Plain);
    picture.cell(1, 5, "16", Ink::Plain);
    assert_eq!(picture.to_text(), "2   ·   X  15\n  1   X   O  16\n");
}

#[test]
fn long_labels_stay_outside_of_the_board() {
    let mut picture = board(Shape::Square, 1, 2, 0);
    picture.label(1, -2, "captured");
    picture.label(0, 4, "rest");
    assert_eq!(picture.to_text(), "       1 · X rest\ncaptured\n");
    let svg = picture.to_svg();
    let label = svg.split("<text").find(|part| part.contains(">captured<")).expect("the label");
    assert!(label.contains("text-anchor=\"end\""), "{label}");
    let x: f64 = label.split("x=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
    assert!(x > 8.0 * 14.0 * 0.6, "nothing is left of the page: {label}");
}

#[test]
fn two_things_in_one_place_do_no_harm() {
    let mut picture = Picture::new(Shape::Square);
    picture.cell(0, 0, "X", Ink::Plain);
    picture.cell(0, 0, "O", Ink::Plain);
    assert_eq!(picture.to_text(), "XO\n");
    well_formed(&picture.to_svg());
}

#[test]
fn svg_draws_every_cell_in_its_shape() {
    let squares = board(Shape::Square, 3, 4, 0).to_svg();
    assert_eq!(count(&squares, "rect"), 12 + 1, "twelve cells and the paper");
    assert_eq!(count(&squares, "text"), 3, "three labels");
    assert_eq!((count(&squares, "path"), count(&squares, "circle")), (4, 4), "crosses and rings");
    assert_eq!(count(&board(Shape::Hexagon, 3, 4, 1).to_svg(), "polygon"), 12);
    // A grid of 3 by 4 points has 3*3 + 2*4 edges, each of them drawn as two halves.
    assert_eq!(board(Shape::Point, 3, 4, 0).to_svg().matches("M0 0l").count(), 2 * 17);
    // A disc is two circles, a hole one.
    assert_eq!(count(&board(Shape::Hole, 3, 4, 0).to_svg(), "circle"), 12 + 2 * 8);
}

#[test]
fn marks_are_drawn_in_both_cases_and_owners_called_by_colours_have_a_letter() {
    let drawn = |text, ink| {
        let mut picture = Picture::new(Shape::Square);
        picture.cell(0, 0, text, ink);
        picture.to_svg()
    };
    for (small, large) in [("x", "X"), ("o", "O")] {
        assert_eq!(drawn(small, Ink::Of(0)), drawn(large, Ink::Of(0)));
        assert!(drawn(small, Ink::Of(0)).contains("\"mark "));
    }
    assert!(drawn("O", Ink::Colour("#d55e00")).contains("\"counter\""));
}

#[test]
fn stones_are_drawn_and_marked_points_shaded() {
    let mut picture = Picture::new(Shape::Point);
    picture.cell(0, 0, "●", Ink::Of(0)).shaded = true;
    picture.cell(0, 2, "○", Ink::Of(1));
    let svg = picture.to_svg();
    assert_eq!((count(&svg, "circle"), count(&svg, "text")), (3, 0));
}

#[test]
fn svg_of_awkward_texts_is_well_formed() {
    let mut picture = Picture::new(Shape::Square);
    picture.cell(0, 0, "a&b", Ink::Of(200));
    picture.label(i16::MIN, i16::MAX, "<\"'>");
    picture.cell(i16::MAX, i16::MIN, "", Ink::Plain);
    picture.note("1 < 2 & 3 > 2 \u{0}\u{7}");
    well_formed(&picture.to_svg());
    let mut points = Picture::new(Shape::Point);
    points.cell(i16::MAX, i16::MAX, "x", Ink::Plain);
    well_formed(&points.to_svg());
    assert_eq!(Picture::new(Shape::Hexagon).to_text(), "");
    well_formed(&Picture::new(Shape::Hexagon).to_svg());
}

#[test]
fn pieces_of_chess_are_drawn_and_not_written() {
    let mut picture = Picture::new(Shape::Square);
    for (column, figure) in "♔♕♖♗♘♙♚♛♜♝♞♟".chars().enumerate() {
        picture.cell(0, 2 * column as i16, figure, Ink::Plain);
    }
    let svg = picture.to_svg();
    assert_eq!((count(&svg, "text"), svg.matches("white-piece").count()), (0, 6));
    assert_eq!(svg.matches("black-piece").count(), 6);
}

#[test]
fn dominoes_have_a_shape_and_an_owner() {
    let mut picture = Picture::new(Shape::Square);
    picture.cell(0, 0, "■", Ink::Of(1)).joined = Some(Side::Right);
    picture.cell(0, 2, "■", Ink::Of(1)).joined = Some(Side::Left);
    picture.cell(0, 4, "■", Ink::Plain);
    let svg = picture.to_svg();
    assert_eq!(svg.matches("class=\"domino\"").count(), 2);
    assert!(svg.contains("rotate(0)") && svg.contains("rotate(180)"), "{svg}");
    assert_eq!(svg.matches("class=\"block\"").count(), 1, "nobody knows what it belongs to");
}

#[test]
fn sides_arrows_badges_and_the_last_move_are_drawn() {
    let mut picture = board(Shape::Hexagon, 2, 2, 1);
    picture.borders.push(Border { row: 0, column2: 0, side: 4, ink: Ink::Colour("white") });
    picture.cells[1].last = true;
    picture.arrows.push(Arrow { from: Some(1), to: 2, text: "1".into(), ink: Ink::Of(0) });
    picture.arrows.push(Arrow { from: None, to: 1, text: String::new(), ink: Ink::Of(1) });
    picture.badges.push(Badge { cell: 1, text: "W<".into(), tone: Tone::Win });
    // Places that do not exist are left out.
    picture.arrows.push(Arrow { from: Some(99), to: 1, text: String::new(), ink: Ink::Plain });
    picture.badges.push(Badge { cell: 99, text: String::new(), tone: Tone::Loss });
    let svg = picture.to_svg();
    well_formed(&svg);
    assert_eq!(svg.matches("class=\"border\"").count(), 2, "a rim and a colour");
    assert_eq!(svg.matches("class=\"arrow\"").count(), 2);
    assert_eq!(svg.matches("class=\"badge win\"").count(), 1);
    assert_eq!(svg.matches("class=\"last-mark\"").count(), 1);
}

/// Returns where the labels of a drawing are: left and right edge, by the approximate width of letters.
fn spans(svg: &str) -> Vec<(f64, f64)> {
    let number = |text: &str, name: &str| -> f64 {
        text.split(&format!(" {name}=\""))
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    let labels = svg.split("<text class=\"label\"").skip(1);
    let span = |label: &str| {
        let text = label.split('>').nth(1).unwrap().split('<').next().unwrap();
        let half = text.chars().count() as f64 * number(label, "font-size") * 0.6 / 2.0;
        let x = number(label, "x");
        (x - half, x + half)
    };
    labels.map(span).collect()
}

#[test]
fn labels_of_columns_shrink_and_then_turn_so_that_they_do_not_overlap() {
    let labelled = |names: &[&str]| {
        let mut picture = Picture::new(Shape::Square);
        for (column, name) in names.iter().enumerate() {
            picture.cell(0, 2 * column as i16, "·", Ink::Plain);
            picture.label(1, 2 * column as i16, *name);
        }
        picture.to_svg()
    };
    let shrunk = labelled(&["col-1", "col-2", "col-3"]);
    assert!(!shrunk.contains("rotate"));
    assert!(spans(&shrunk).windows(2).all(|pair| pair[0].1 < pair[1].0), "{shrunk}");
    let turned = labelled(&["first-column", "second-column", "third-column"]);
    assert_eq!(turned.matches("rotate(-45").count(), 3, "{turned}");
}

#[test]
fn the_cells_of_the_last_move_are_in_brackets() {
    let mut picture = board(Shape::Square, 2, 3, 0);
    let mark = |picture: &mut Picture, row, column2| {
        let mut board = picture.cells.iter_mut().filter(|cell| !cell.label);
        let cell = board.find(|cell| (cell.row, cell.column2) == (row, column2));
        cell.expect("a cell").last = true;
    };
    mark(&mut picture, 0, 2);
    mark(&mut picture, 0, 4);
    mark(&mut picture, 1, 0);
    assert_eq!(picture.to_marked_text(), "2 ·[X O]\n1[X]O ·\n");
    assert_eq!(picture.to_text(), "2 · X O\n1 X O ·\n");
    // Without labels on the left there is a column more.
    let mut bare = Picture::new(Shape::Square);
    (0..3).for_each(|column| drop(bare.cell(0, 2 * column, "X", Ink::Of(0)).clone()));
    mark(&mut bare, 0, 0);
    assert_eq!(bare.to_marked_text(), "[X]X X\n");
    let mut hexagons = board(Shape::Hexagon, 2, 3, 1);
    mark(&mut hexagons, 1, 3);
    let marked = hexagons.to_marked_text();
    assert_eq!(marked.replace(['[', ']'], " "), hexagons.to_text(), "nothing moves: {marked}");
}
