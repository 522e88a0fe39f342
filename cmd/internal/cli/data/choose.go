package data

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/dataset"
)

// builtInName is the value of --data for the set that is built in.
const builtInName = "built-in"

// Choice decides which data set a run uses.
type Choice struct {
	streams terminal.Streams
	// file is the value of --data.
	file string
}

// NewChoice returns the choice of a run.
func NewChoice(streams terminal.Streams) *Choice { return &Choice{streams: streams} }

// Bind adds --data.
func (c *Choice) Bind(flags *pflag.FlagSet) {
	flags.StringVar(&c.file, "data", "", "data set `file` to use instead of the stored or built-in data set, or \"built-in\"")
}

func (c *Choice) trusted() []ed25519.PublicKey { return append(dataset.Keys(), c.streams.Keys...) }

// Choose selects the data set that --data names, or else the stored one if it is newer than the
// built-in one.
func (c *Choice) Choose(cmd *cobra.Command) error {
	switch {
	case c.file == builtInName:
		return nil
	case c.file != "":
		set, err := readSet(c.file, c.trusted())
		if err == nil {
			err = set.NotOlder(builtIn(), "the built-in one")
		}
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("--data: %w", cause.Reading(c.file, err))
		}
		if err != nil {
			return fmt.Errorf("--data %s: %w", c.file, err)
		}
		return dataset.Use(set)
	}
	stored := storedPath(cmd)
	set, err := readSet(stored, c.trusted())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		w := terminal.NewWarner(c.streams.Err, c.streams.Display.Quiet)
		w.Warn(fmt.Sprintf("the built-in data is used: the stored data set %s cannot be used: %v; run kubedelta data update", stored, err))
		return nil
	case set.Version.Compare(builtIn().Version) <= 0:
		return nil // a newer kubedelta was installed since
	}
	return dataset.Use(set)
}

// Undecided reports whether a command does not depend on the data set, or is data, which reads all
// of them.
func Undecided(cmd *cobra.Command) bool {
	return slices.Contains([]string{"data", "config", "options", "completion", "help", "render", "action"}, cmd.Name()) || cmd.Parent() != cmd.Root()
}

// storedPath returns where data update stores a data set, or "" if the user has no cache.
func storedPath(cmd *cobra.Command) string {
	o := sources.Options{}
	if f := cmd.Flags().Lookup("cache-dir"); f != nil {
		o.CacheDir = f.Value.String()
	}
	if dir := o.Cache(); dir != "" {
		return filepath.Join(dir, "data", "kubedelta-data")
	}
	return ""
}

func builtIn() dataset.Header {
	h, _ := dataset.BuiltIn()
	return h
}

// readSet reads a data set and verifies that one of the keys signed it.
func readSet(path string, keys []ed25519.PublicKey) (*dataset.Set, error) {
	b, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return dataset.Decode(b, keys)
}

func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	}
	return bounded(cause.ReadFile(path, dataset.MaxSize))
}

func bounded(b []byte, err error) ([]byte, error) {
	if err == nil && len(b) > dataset.MaxSize {
		return nil, fmt.Errorf("it is longer than %d MiB", dataset.MaxSize>>20)
	}
	return b, err
}
