// Package version compares versions the way charts do: semantic versions read
// leniently, and the constraints of Chart.yaml and of semverCompare, with the
// meaning that Masterminds/semver gives them, which Helm uses. It owns values only.
package version
