// Package report holds the versioned JSON contract that every output format is
// rendered from, builds it from a comparison's result, and keeps the budgets.
//
// It owns the order and the wording of what users see. Renderers take a writer
// and a *Report and return the write error. It must not import anything of diff
// but its values, and never reads a file, a clock or the network.
package report
