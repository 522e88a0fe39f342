// Package manifest splits a text of Kubernetes manifests, YAML or JSON, into its documents, each as
// one JSON value.
//
// It owns the limits for untrusted texts: their size, their depth, and the size of their expanded
// aliases. Errors are sentences with the line. Scalars have the same meaning as in kubectl, which
// reads YAML 1.1: an unquoted yes, no, on or off is a boolean.
//
// The subset of YAML that manifests use is read by the fast parser of package reader, and any other
// text by yaml.v3. A fuzz test compares the two.
//
// It must not read files, and must not interpret manifests.
package manifest
