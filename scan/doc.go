// Package scan reads what people have, manifests and the objects of a cluster,
// and says which of their contents a version of Kubernetes does not accept.
//
// It owns the way of a scan: files finds and opens what is named, reader makes
// objects of it, check checks them, waiver takes out what comments let pass; and
// the reading of manifests into [Usage], for reports narrowed to what is used. It
// must not import net: objects of a cluster are handed to it one by one.
package scan
