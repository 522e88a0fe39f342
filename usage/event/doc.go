// Package event reads Kubernetes audit events from text: single events, lists of events, and the
// envelopes of log services.
//
// It owns the form of audit events, in every version of audit.k8s.io and in the log entries of
// providers, and the forms of envelopes. For speed it only reads the structure of JSON, and does
// not decode values that are not needed. It must not read files, and must not know which APIs are
// deprecated.
package event
