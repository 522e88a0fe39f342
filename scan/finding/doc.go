// Package finding has the results of scan and preflight as plain values: findings with their
// places, and the account of what was read and what was not.
package finding
