// Package finding is what scan and preflight find, as plain values: findings with
// their places, and the account of what was read and what was not.
package finding
