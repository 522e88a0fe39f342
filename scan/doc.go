// Package scan reads what people have: manifests, and the objects of a cluster,
// as far as it matters which kinds and fields they use.
//
// It owns the reading of manifests into [Usage]. It must not import net: objects
// of a cluster are handed to it one by one.
package scan
