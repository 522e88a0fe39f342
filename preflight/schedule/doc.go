// Package schedule knows the ends of life and the newest patches of Kubernetes'
// releases, as the Kubernetes project and the providers published them.
//
// It has no clock: who asks brings the day. It must import no check.
package schedule

//go:generate go run ../../cmd/catalog -C ../.. schedule
