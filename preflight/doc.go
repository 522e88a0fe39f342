// Package preflight answers whether a cluster is ready for a Kubernetes version,
// and if not, what is to be done before which hop. It never writes to the
// cluster, and never takes what it could not read for fine.
//
// It owns the model of the answer: checks, verdicts, outcomes, the plan. evidence
// is what was read of a cluster; collect reads it; check checks it, a check a
// file; plan orders what is to be done by hops. It must not import cobra.
package preflight
