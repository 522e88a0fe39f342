// Package engine renders the templates of a chart the way Helm does: with Go's text/template and
// the functions of Masterminds/sprig and of Helm.
//
// It owns the template language of charts and its limits. Templates are untrusted programs: every
// loop and call counts its work and the size of its results, every function refuses to build a
// value above a limit, and the depth of recursion is limited. Work is counted, not timed, so that
// slow and fast machines render the same. Templates cannot read the network, the environment, the
// clock or files outside the chart, and functions that are random in Helm return the same values
// in every run, so that the same chart gives the same bytes.
//
// It must not know what a Kubernetes object is, or how a chart is laid out.
package engine
