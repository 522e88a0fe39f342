// Package findings is the report of scan and of preflight: the versioned JSON
// contract (docs/scan-json.md) that every other format is rendered from, the
// renderers, and what decides which findings count: waivers and a baseline.
//
// It owns the order and the wording of what users see. Renderers take a writer,
// a *Report and Options, and return the write error. It must not read a file, a
// clock or the network, check anything, or know where the rules come from.
package findings
