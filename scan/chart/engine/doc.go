// Package engine renders the templates of a chart the way Helm does: Go's
// text/template with the functions that charts call, which are those of
// Masterminds/sprig and Helm's own.
//
// It owns the language of charts, and its limits. Templates are programs of
// strangers, so whatever they do ends: every loop and every call counts what it
// does and builds, every function refuses to build more than a bounded value, and
// recursion has a bottom. The limit is counted, not timed, so that a slow machine
// renders what a fast one does. Nothing is read from outside: no network, no
// environment, no files but the chart's, no clock and no dice. What would be random
// is the same in every run, so that the same chart gives the same bytes.
//
// It must not know what a Kubernetes object is, nor how a chart is laid out.
package engine
