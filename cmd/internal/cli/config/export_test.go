package config

// What the tests of the tables see of them.
var (
	Loosenings        = loosenings
	Loosens           = loosens
	Unconfigured      = unconfigured
	UnconfiguredFlags = unconfiguredFlags
	Meaning           = meaning
	Guard             = guard
	Arguments         = arguments
	FlagOf            = flagOf
)

// Names are the flags of a loosening.
func (l loosening) Names() []string { return l.flags }
