// Package findings is the report of scan, and the formats of findings of all commands: the JSON
// contract (docs/scan-json.md) from which every other format is rendered, the renderers, and the
// waivers and baselines that decide which findings count.
//
// It owns the order and the wording of what users see. Renderers take a writer, a *Report and
// Options, and return the write error. It must not read a file, a clock or the network, check
// anything, or know where rules are defined.
package findings
