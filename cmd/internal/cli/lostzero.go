package cli

import (
	"github.com/kubedelta/kubedelta/discovery"
)

// checkZero refuses a release that can be another one, of which YAML took the last zero.
// what is the flag, with a space, or empty.
func checkZero(what, text string) error {
	if err := discovery.LostZero(text); err != nil {
		return usagef("%s%w", what, err)
	}
	return nil
}

// checkZeros does the same for the two sides of a comparison. Who compares two releases
// before 1.10 means them.
func checkZeros(old, new string) error {
	early := func(text string) bool {
		r, err := discovery.ParseRelease(text)
		return err == nil && r.Compare(discovery.Release{Major: 1, Minor: 10}) < 0
	}
	if early(old) && early(new) {
		return nil
	}
	if err := checkZero("", old); err != nil {
		return err
	}
	return checkZero("", new)
}
