// Package preflight is the report of `kubedelta preflight`: the JSON contract
// (docs/preflight-json.md) from which every other format is rendered, the renderers, and the
// waivers and baselines that decide which findings count.
//
// It owns the verdict of a cluster, the wording of what users see, and the redaction of reports. It
// must not read a cluster, a file, a clock or the network, and must not check anything: package
// preflight/plan provides the results.
package preflight
