package action

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/cmd/internal/action"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// timeout is the limit for all requests about the base branch together.
const timeout = 30 * time.Second

// largest is the size up to which a file of the checkout is read.
const largest = 1 << 20

// base returns the configuration file of the base branch, which is used instead of the file in the
// pull request. It returns nil if the event is not about a pull request, or if a file was named.
func (a *step) base(ctx context.Context) (*terminal.BaseFile, error) {
	payload, err := os.ReadFile(os.Getenv("GITHUB_EVENT_PATH")) //nolint:gosec // the runner names the file
	if err != nil {
		return nil, nil
	}
	commit, pull := action.Base(payload)
	if !pull || a.namesConfiguration() {
		return nil, nil
	}
	work, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	home, _ := os.UserHomeDir() // without one, the search continues to the root
	here, found, _ := config.Find(work, home)
	ctx, cancel := client.WithTimeout(ctx, timeout)
	defer cancel()
	base, err := a.fetchBase(ctx, config.Places(work, home), commit)
	switch {
	case err != nil && found:
		return nil, fmt.Errorf("%s of the base branch cannot be read: %w; the file of the pull request is not used: specify a file, or none, with --config in args", here.Shown, err)
	case err != nil:
		a.remark("%s of the base branch cannot be read, so no configuration file is used: %v", config.FileName, err)
		return &terminal.BaseFile{}, nil
	case found && !sameFile(base, here):
		a.remark("%s of the pull request differs from that of the base branch, and is not used", here.Shown)
	}
	return base, nil
}

// sameFile reports whether the file here is that of the base branch.
func sameFile(b *terminal.BaseFile, here config.Place) bool {
	text, err := cause.ReadRegular(here.File, largest)
	return err == nil && b.There && b.Place.File == here.File && bytes.Equal(text, b.Text)
}

// namesConfiguration reports whether the workflow names a file, or none.
func (a *step) namesConfiguration() bool {
	return os.Getenv(config.VariableFile) != "" || slices.ContainsFunc(a.in.Args, func(arg string) bool { return strings.HasPrefix(arg, "--config=") })
}

// fetchBase asks GitHub for the first of the files that the commit has.
func (a *step) fetchBase(ctx context.Context, places []config.Place, commit string) (*terminal.BaseFile, error) {
	owner, name, ok := strings.Cut(os.Getenv("GITHUB_REPOSITORY"), "/")
	if !ok || !client.ValidName(owner) || !client.ValidName(name) || !client.ValidSHA(commit) {
		return nil, errors.New("the event does not contain that commit")
	}
	c, err := client.New(client.Options{Token: a.in.Token, BaseURL: os.Getenv("GITHUB_API_URL")})
	if err != nil {
		return nil, err
	}
	root := os.Getenv("GITHUB_WORKSPACE")
	if last := places[len(places)-1]; clones(last.Root, owner+"/"+name) {
		root = last.Root // actions/checkout with a path
	}
	inRepository := action.Place(option.RealPath(root), "")
	for _, p := range places {
		file := inRepository(option.RealPath(p.Folder) + string(filepath.Separator) + config.FileName)
		if filepath.IsAbs(file) {
			break // it is outside the repository
		}
		var text bytes.Buffer
		err := c.Call(ctx, func() error {
			text.Reset()
			path := "repos/" + owner + "/" + name + "/contents/" + (&url.URL{Path: file}).EscapedPath() + "?ref=" + commit
			req, err := c.API.NewRequest(http.MethodGet, path, nil)
			if err != nil {
				return err
			}
			req.Header.Set("Accept", "application/vnd.github.raw+json")
			_, err = c.API.Do(ctx, req, &text)
			return err
		})
		switch {
		case err == nil:
			return &terminal.BaseFile{Place: p, Text: text.Bytes(), There: true}, nil
		case !client.IsNotFound(err):
			return nil, c.Sentence(ctx, err)
		}
	}
	return &terminal.BaseFile{}, nil
}

// clones reports whether a folder is a clone of a repository, by the address of its remote.
func clones(folder, repository string) bool {
	text, _ := cause.ReadRegular(filepath.Join(folder, ".git", "config"), largest) // missing in a submodule
	for line := range strings.Lines(string(text)) {
		key, url, _ := strings.Cut(line, "=")
		url = strings.ReplaceAll(strings.TrimSuffix(strings.TrimSpace(url), ".git"), ":", "/") // git@HOST:OWNER/NAME
		if strings.TrimSpace(key) == "url" && strings.HasSuffix(strings.ToLower(url), strings.ToLower("/"+repository)) {
			return true
		}
	}
	return false
}
