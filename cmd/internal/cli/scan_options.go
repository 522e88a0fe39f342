package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/pflag"
)

// scanOptions say what is read, and what it is held against.
type scanOptions struct {
	sources          sourceOptions
	filter           scanFilter
	from             string
	to               []string
	include, exclude []string
	noIgnore, strict bool
	decisions        decisionOptions
	validate, stats  bool
	values           []string
	set, setString   []string
}

// bindReading adds the flags that say what is read, and which findings count.
func (o *scanOptions) bindReading(flags *pflag.FlagSet) {
	flags.StringSliceVar(&o.include, "include", nil, "read files that match these `globs`, instead of *.yaml, *.yml and *.json")
	flags.StringSliceVar(&o.exclude, "exclude", nil, "exclude files and folders that match these `globs`")
	flags.BoolVar(&o.noIgnore, "no-ignore", false, "also read files that git ignores")
	flags.StringArrayVar(&o.values, "values", nil, "values `file` for charts, as in helm (repeatable)")
	flags.StringArrayVar(&o.set, "set", nil, "set a `value` for charts, as in helm: a.b=1,c[0]=x (repeatable)")
	flags.StringArrayVar(&o.setString, "set-string", nil, "set a string `value` for charts, as in helm (repeatable)")
	o.decisions.bind(flags)
	o.decisions.bindBaseline(flags)
}

// existing refuses paths at which there is nothing: a slip of the pen must not pass
// for something that could not be read.
func existing(paths []string) error {
	for _, path := range paths {
		if path == "-" || isCluster(path) {
			continue
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cannot scan %s: no such file or folder", path)
		}
	}
	return nil
}
