package config

// Tables for the tests.
var (
	Loosenings        = loosenings
	Loosens           = loosens
	Unconfigured      = unconfigured
	UnconfiguredFlags = unconfiguredFlags
	Guard             = guard
	Arguments         = arguments
	FlagOf            = flagOf
)

// Names returns the flags of a trait.
func (l trait) Names() []string { return l.flags }
