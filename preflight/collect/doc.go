// Package collect reads a live cluster into [evidence.Evidence].
//
// It owns what is read and how: the table of resources (wants.go), in which version
// a resource is listed, pages and their restart, what is drawn of each object and
// what is left behind, /metrics, /configz, ConfigMaps and Helm releases, and the
// ClusterRole that lets all of it be read. Every kind of thing gets a
// [evidence.Reading], which tells the truth: what could not be read is never an
// empty list.
//
// It asks only for what discovery says is served, and only with GET. It must never
// list at a deprecated version where there is another, for the server converts and
// counts the request; never keep or repeat what a Secret holds; never hold more of
// a list than one object. It checks nothing: package check does.
package collect
