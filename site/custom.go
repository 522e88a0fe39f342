package site

// Custom are custom resources that the site has pages of.
type Custom struct{}

func (v *view) customJobs() []func() error { return nil }
