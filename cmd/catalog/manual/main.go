// Command manual writes the files that packages contain in addition to the binary, from the tree of
// commands: docs/cli as markdown, man pages, completion scripts, and the licences of linked
// modules.
//
// It owns the form of the pages. It must not know what a command does, and no package that the
// binary links may import it. The same tree gives the same bytes: only man pages contain a date and
// a version, if they are given.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

// options are the output folders and the data for the header of man pages.
type options struct {
	markdown, man, completion, notices string
	header                             header
}

func run(ctx context.Context, args []string, errs io.Writer) error {
	o, err := parse(args, errs)
	if err != nil {
		return err
	}
	pages := readPages(cli.Commands())
	for _, part := range []struct {
		folder string
		files  func() (map[string][]byte, error)
	}{
		{o.markdown, func() (map[string][]byte, error) { return markdownFiles(pages), nil }},
		{o.man, func() (map[string][]byte, error) { return manFiles(pages, o.header) }},
		{o.completion, func() (map[string][]byte, error) { return completionFiles(ctx) }},
	} {
		if part.folder == "" {
			continue
		}
		files, err := part.files()
		if err == nil {
			err = replace(part.folder, files)
		}
		if err != nil {
			return err
		}
	}
	if o.notices == "" {
		return nil
	}
	text, err := notices(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(o.notices), 0o755); err != nil {
		return err
	}
	return os.WriteFile(o.notices, text, 0o644)
}

func parse(args []string, errs io.Writer) (options, error) {
	var o options
	var date string
	flags := flag.NewFlagSet("manual", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.StringVar(&o.markdown, "markdown", "", "`folder` for the pages in markdown")
	flags.StringVar(&o.man, "man", "", "`folder` for the man pages, compressed")
	flags.StringVar(&o.completion, "completion", "", "`folder` for the completion scripts")
	flags.StringVar(&o.notices, "notices", "", "`file` for the licences of the linked modules")
	flags.StringVar(&o.header.version, "version", "", "`version` for the man pages")
	flags.StringVar(&date, "date", "", "`time` of the commit, in RFC 3339 format, for the date of the man pages")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 || o.markdown+o.man+o.completion+o.notices == "" {
		return o, errors.New("set at least one of -markdown, -man, -completion and -notices")
	}
	if date != "" {
		t, err := time.Parse(time.RFC3339, date)
		if err != nil {
			return o, fmt.Errorf("-date: %w", err)
		}
		o.header.date = t.UTC().Format(time.DateOnly)
	}
	return o, nil
}
