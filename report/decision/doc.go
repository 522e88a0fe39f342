// Package decision reads files with decisions of users: the waivers of --waivers and the severities
// of --severity-config.
//
// It owns the form and the errors of a waiver, and the reading of files that people write by hand.
// It must not know what is waived, and must not open files.
package decision
