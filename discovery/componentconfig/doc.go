// Package componentconfig knows the configuration of Kubernetes' components: which versions
// of its files each release of a component reads, which fields of them it lost, and
// which command line flags.
//
// It owns versions.tsv and fields.tsv, read out of the source of each minor release
// from 1.19 on, and the table of flags. It must not read the network, and nobody may edit
// the two files by hand: cmd/catalog writes them, byte for byte the same from the same
// releases.
package componentconfig

//go:generate go run ../../cmd/catalog -C ../.. configurations
