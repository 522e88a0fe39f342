// Package manifest splits a file of Kubernetes manifests, YAML or JSON, into
// its documents, each as one JSON value.
//
// It owns what a hostile or broken text may cost: a text is bounded in size, in
// nesting and in what its aliases expand to, and every refusal is a sentence
// with a line in it. Scalars mean what they mean to kubectl, which reads YAML
// 1.1: a bare yes, no, on or off is a truth value.
//
// What manifests are written in is read by the fast way of package reader; a text
// with anything else in it is read by yaml.v3. A fuzz test holds the two together.
//
// It must never touch a file or know what a manifest says.
package manifest
