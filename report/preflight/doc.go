// Package preflight is the report of `kubedelta preflight`: the versioned JSON
// contract (docs/preflight-json.md) that every other format is rendered from, the
// renderers, and what decides which findings count: waivers and a baseline.
//
// It owns the verdict of a cluster, the wording of what users see, and the redaction of
// a report that is to be shared. It must not read a cluster, a file, a clock or the
// network, and checks nothing: package preflight/plan hands it the answers.
package preflight
