// Package chart renders Helm charts for a Kubernetes release: a folder with a
// Chart.yaml, or the .tgz that `helm package` makes of one.
//
// It owns the layout of charts, their values, their dependencies and what a release
// looks like to a template; package engine owns the language of the templates. What
// is rendered keeps its place: every line of it can be traced to a line of the
// template. Where a template cannot be rendered, [Raw] reads what its text tells.
//
// It must not reach the network, read outside of the chart, or trust an archive.
package chart
