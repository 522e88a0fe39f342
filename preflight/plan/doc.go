// Package plan orders by hops what must be done before an upgrade. It runs the checks for each hop,
// on evidence that is updated as the plan changes the cluster, and says what must be done before
// each hop, what should be done, and what can wait.
//
// It owns the version skew that a plan must keep, the order in a hop, and the verdict of a check
// over all hops. It must not read a cluster, a file or a clock, and knows no output formats.
package plan
