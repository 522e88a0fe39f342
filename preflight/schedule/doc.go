// Package schedule has the ends of life and the newest patches of Kubernetes releases, as the
// Kubernetes project and the providers published them.
//
// It owns the table, which is generated. It has no clock: the caller passes the day. It must import
// no check.
package schedule

//go:generate go run ../../cmd/catalog -C ../.. schedule
