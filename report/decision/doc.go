// Package decision reads the files by which people decide what counts: the waivers of
// --waivers and the severities of --severity-config.
//
// It owns the form of a waiver, what is wrong with one, and how files that people write by
// hand are read. It must not know what is waived, nor open files.
package decision
