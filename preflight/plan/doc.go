// Package plan orders what is to be done before an upgrade by hops: it runs the
// checks once a hop, on evidence that is carried forward as the plan changes the
// cluster, and says what must be done before each hop, what should, and what can
// wait.
//
// It owns the version skew that a plan must keep, the order inside a hop, and the
// verdict of a check over all hops. It must not read a cluster, a file or a clock,
// and knows nothing of formats.
package plan
