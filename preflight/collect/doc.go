// Package collect reads a live cluster into [evidence.Evidence].
//
// It owns what is read and how: the table of resources (wants.go), the version at which a resource
// is listed, paging and restarts of lists, the fields that are kept of each object, /metrics,
// /configz, ConfigMaps and Helm releases, and the ClusterRole with the permissions to read all of
// it. Every kind of thing gets a [evidence.Reading]: what could not be read is never an empty list.
//
// It requests only what discovery lists, and only with GET. It must not list at a deprecated
// version if there is another, because the server converts the objects and counts the request. It
// must not keep or repeat the content of a Secret, or hold more than one raw object of a list in
// memory. It checks nothing: that is the task of package check.
package collect
