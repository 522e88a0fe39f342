package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// warnRenamed says what to use in the place of old names.
func warnRenamed(old []config.Renamed, flags *pflag.FlagSet, w *warner) {
	for _, o := range old {
		var text string
		switch o.From.Level {
		case config.LevelFlag:
			text = fmt.Sprintf("%s is deprecated: use %s", written(flags.Lookup(o.Old)), written(flags.Lookup(o.New)))
		case config.LevelEnvironment, config.LevelEnvironmentCommand:
			before, _ := strings.CutSuffix(o.From.Place, config.Variable("", o.Old)[len(config.Prefix):])
			text = fmt.Sprintf("the environment variable %s is deprecated: use %s", o.From.Place, before+config.Variable("", o.New)[len(config.Prefix):])
		default:
			text = fmt.Sprintf("%s: the key %s is deprecated: use %s", o.From, o.Old, o.New)
		}
		w.warn(text)
	}
}

// written is a flag as people write it.
func written(f *pflag.Flag) string {
	if f.Shorthand == "" {
		return "--" + f.Name
	}
	return "-" + f.Shorthand + " (--" + f.Name + ")"
}
