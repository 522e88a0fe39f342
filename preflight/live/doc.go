// Package live converts what was read of a cluster to the result of a scan: findings in objects,
// and the versions at which objects were last written.
//
// It owns that conversion. It must not read a cluster: package collect does.
package live
