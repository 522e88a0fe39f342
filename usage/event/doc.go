// Package event reads Kubernetes audit events out of text: plain events, lists of
// events, and the envelopes in which log services hand them out.
//
// It owns what an audit event looks like, in every version of audit.k8s.io and in the
// log entries of providers, and by which shape an envelope is recognised. It looks at
// the structure of JSON only, without decoding values that nobody asks for, so that a
// log is read nearly as fast as its bytes can be looked at. It must not read files, and
// must not know which APIs are deprecated.
package event
