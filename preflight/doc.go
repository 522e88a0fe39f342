// Package preflight answers whether a cluster is ready for a Kubernetes version, and if not, what
// must be done before which hop.
//
// It owns the model of the answer: checks, verdicts, outcomes. Package evidence is what was read of
// a cluster, collect reads it, check has the checks, one file for each, and plan orders by hops
// what must be done. It must not write to the cluster, must not treat what could not be read as
// good, and must not import cobra.
package preflight
