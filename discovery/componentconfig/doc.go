// Package componentconfig has the data about the configuration of Kubernetes' components: which
// versions of configuration files each release of a component reads, and which fields and command
// line flags were removed.
//
// It owns versions.tsv and fields.tsv, which come from the source of each minor release from 1.19
// on, and the table of flags. It must not use the network. The two files must not be edited by
// hand: cmd/catalog writes them, with the same bytes for the same releases.
package componentconfig

//go:generate go run ../../cmd/catalog -C ../.. configurations
