// Package scan reads manifests and the objects of a cluster, and reports which of their contents a
// version of Kubernetes does not accept.
//
// It owns the steps of a scan: files finds and opens the named files, reader parses objects,
// checker checks them, and waiver removes what comments waive. It also owns [Usage], the kinds and
// fields that manifests use, for reports that are narrowed to them. It must not import net: objects
// of a cluster are passed to it one by one.
package scan
