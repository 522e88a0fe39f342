// Package live makes of what was read of a cluster the result of a scan: findings in
// objects, and the versions at which objects were last written.
//
// It takes values and returns values. Package collect reads the cluster.
package live
