//go:build !unix

package cli_test

// limitProcessor limits nothing where there is no such limit.
func limitProcessor() {}
