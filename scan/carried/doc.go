// Package carried finds the manifests in texts that objects carry for others: the
// patches of a GitOps object, the values of a chart, the files of a ConfigMap.
//
// It owns what such a text may look like, how it is read although a template engine
// comes before the YAML, and where in the outer file a place of it stands. It must
// not know what an object says: that is package checker's.
package carried
