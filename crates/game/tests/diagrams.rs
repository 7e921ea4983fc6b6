//! Trees: no two nodes overlap, whatever their shape; SVG, DOT and TikZ are well-formed.

use ludex_game::{Diagram, DiagramNode, Ink, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns the frames of the nodes: left, top, width, height.
fn frames(svg: &str) -> Vec<[f64; 4]> {
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
    let frames = svg.split("<rect class=\"frame\"").skip(1);
    frames.map(|frame| ["x", "y", "width", "height"].map(|name| number(frame, name))).collect()
}

fn overlap(a: &[f64; 4], b: &[f64; 4]) -> bool {
    let apart = |i: usize| a[i] + a[i + 2] <= b[i] || b[i] + b[i + 2] <= a[i];
    !apart(0) && !apart(1)
}

#[test]
fn nodes_of_random_trees_do_not_overlap() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for nodes in [1, 2, 5, 20, 60, 150] {
        let mut tree = Diagram::default();
        tree.root(DiagramNode::new("root").ink(Ink::Of(0)));
        for number in 1..nodes {
            let label = "x".repeat(1 + below(&mut random, 18));
            let node = DiagramNode::new(label).note("note").chosen(number % 2 == 0);
            tree.child(below(&mut random, number), format!("move {number}"), node);
        }
        assert_eq!(tree.len(), nodes);
        let svg = tree.to_svg();
        let frames = frames(&svg);
        assert_eq!(frames.len(), nodes);
        for (i, one) in frames.iter().enumerate() {
            assert!(one[0] >= 0.0 && one[1] >= 0.0, "{one:?} is outside of the page");
            let other = frames[..i].iter().find(|other| overlap(one, other));
            assert!(other.is_none(), "{nodes} nodes: {one:?} overlaps {other:?}");
        }
    }
}

#[test]
fn texts_are_escaped_in_all_forms() {
    let mut tree = Diagram::default();
    assert!(tree.is_empty() && tree.to_svg().ends_with("</svg>\n"));
    let root = tree.root(DiagramNode::new("a \"b\" <c> & \\"));
    tree.child(root, "m\"1\nn", DiagramNode::new("end").leaf());
    let (svg, dot) = (tree.to_svg(), tree.to_dot());
    assert!(svg.contains("a &quot;b&quot; &lt;c&gt; &amp; \\"), "{svg}");
    assert!(dot.contains(r#"label="a \"b\" <c> & \\""#), "{dot}");
    assert!(dot.contains(r#"n0 -> n1 [label="m\"1\\nn"]"#), "{dot}");
    let tikz = tree.to_tikz();
    assert!(tikz.contains(r#"{a "b" <c> \& \textbackslash{}};"#), "{tikz}");
    assert!(tikz.contains(r#"node[move] {m"1\textbackslash{}nn} (n1);"#), "{tikz}");
    assert!(
        tikz.contains("\\node[black, frame] (n0)"),
        "a frame is filled after its colour: {tikz}"
    );
}

/// A mark that turns the direction of writing made a drawn proof say something else.
#[test]
fn what_is_invisible_is_written_out_in_all_forms() {
    let mut tree = Diagram::default();
    let root = tree.root(DiagramNode::new("a\u{202e}b").note("\u{1b}[2K"));
    tree.child(root, "\u{200b}", DiagramNode::new("\r").leaf());
    for text in [tree.to_svg(), tree.to_dot(), tree.to_tikz()] {
        let hidden = |c| c != '\n' && ludex_base::is_invisible(c);
        assert!(!text.contains(hidden), "{text:?}");
        assert!(text.contains("202e") && text.contains("200b"), "{text}");
    }
}
