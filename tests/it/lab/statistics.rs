//! Intervals and tests of the lab, compared with published values. Input: exact sums. Output: estimates.

use threefold::lab::statistics::{f_tail, hotelling, mean, ratio, solve, wilson};

#[track_caller]
fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

#[test]
fn a_wilson_interval_agrees_with_published_values() {
    // Newcombe (1998), table I: 81 of 263, and 0 of 20.
    let (low, high) = wilson(81, 263);
    near(low, 0.2553, 5e-5);
    near(high, 0.3662, 5e-5);
    let (low, high) = wilson(0, 20);
    assert_eq!(low, 0.0);
    near(high, 0.1611, 5e-5);
    assert_eq!(wilson(20, 20).1, 1.0);
    assert_eq!(wilson(0, 0), (0.0, 1.0));
}

#[test]
fn the_f_distribution_agrees_with_tables() {
    near(f_tail(161.45, 1.0, 1.0), 0.05, 1e-5);
    near(f_tail(4.10, 2.0, 10.0), 0.05, 2e-4);
    near(f_tail(3.32, 2.0, 30.0), 0.05, 3e-4);
    // With a large second freedom it is the chi-squared distribution.
    near(f_tail(9.21 / 2.0, 2.0, 1e9), 0.01, 1e-4);
    assert_eq!((f_tail(0.0, 2.0, 9.0), f_tail(f64::INFINITY, 2.0, 9.0)), (1.0, 0.0));
}

#[test]
fn a_mean_has_the_interval_of_student() {
    // The values 1, 2, 3, 4: mean 2.5, standard deviation 1.29099, quantile 3.182.
    let it = mean(4, 10, 30, 1.0);
    near(it.mean, 2.5, 1e-12);
    near(it.margin.expect("four games"), 3.182 * 1.290_994 / 2.0, 1e-5);
    assert_eq!(mean(1, 5, 25, 1.0).margin, None);
    assert_eq!(mean(0, 0, 0, 1.0).margin, None);
}

#[test]
fn a_constant_ratio_has_no_error() {
    // 2 of 1, 4 of 2, 6 of 3.
    let it = ratio(3, (12, 56), (6, 14), 28);
    near(it.mean, 2.0, 1e-12);
    near(it.margin.expect("three games"), 0.0, 1e-9);
}

#[test]
fn two_quantities_are_tested_by_students_t() {
    // The differences 1, 2, 3, 2: mean 2, variance 2/3, so t² = 4 · 4 / (2/3) = 24.
    let (a, b) = ([1, 2, 3, 2], [0, 0, 0, 0]);
    let sums = [8, 0];
    let products = [a.iter().map(|it| it * it).sum(), 0, 0, b.iter().sum()];
    let it = hotelling(4, &sums, &products).expect("enough games");
    near(it.statistic, 24.0, 1e-9);
    // The two-sided p-value of t = 4.899 with 3 degrees of freedom.
    near(it.p_value, 0.0163, 1e-4);
    assert_eq!(it.differences, 1);
}

#[test]
fn constant_differences_decide_and_equal_quantities_do_not() {
    // In each of five games the quantities are 2 and 0.
    let it = hotelling(5, &[10, 0], &[20, 0, 0, 0]).expect("enough games");
    assert_eq!((it.p_value, it.statistic), (0.0, f64::INFINITY));
    let it = hotelling(5, &[5, 5], &[5, 5, 5, 5]).expect("enough games");
    assert_eq!((it.p_value, it.differences), (1.0, 0));
    assert!(hotelling(2, &[1, 1], &[1, 1, 1, 1]).is_none());
    assert!(hotelling(9, &[1], &[1]).is_none());
}

#[test]
fn a_singular_system_is_solved_where_it_is_determined() {
    let mut rows = vec![vec![2.0, 0.0, 4.0], vec![0.0, 0.0, 0.0]];
    let it = solve(&mut rows);
    assert_eq!((it.solution, it.is_determined), (vec![2.0, 0.0], vec![true, false]));
    assert!(it.is_consistent && it.rank == 1);
}
