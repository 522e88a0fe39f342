package gather

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/draft"
	"github.com/kubedelta/kubedelta/changelog/github"
	"github.com/kubedelta/kubedelta/changelog/markdown"
	"github.com/kubedelta/kubedelta/discovery"
)

// ask reads from GitHub the texts that the files do not have. It stops after the first network
// error, because the next request would fail in the same way and take as long. Offline, a document
// that is not in the cache does not stop it.
func (g *Gathered) ask(ctx context.Context, remote Remote, path []changelog.Version) error {
	asked := map[discovery.Release]bool{}
	for _, v := range path {
		if _, texts := g.Library.Has(v); texts {
			continue
		}
		if !asked[v.Release] {
			asked[v.Release] = true
			text, err := remote.Changelog(ctx, v.Release)
			if stop, err := g.failed(ctx, v, err); stop || err != nil {
				return err
			}
			for _, d := range markdown.Parse(text, "") {
				g.Library.Add(d)
			}
		}
		data, err := remote.Draft(ctx, v)
		if stop, err := g.failed(ctx, v, err); stop || err != nil {
			return err
		}
		if len(data) == 0 {
			continue
		}
		d, err := draft.Decode(data, v.String())
		if err != nil {
			g.Warnings = append(g.Warnings, fmt.Sprintf("the machine-readable notes of %s cannot be read: %v", v, err))
			continue
		}
		g.Library.Add(d)
	}
	return g.askSIGs(ctx, remote, path)
}

// failed handles an error of GitHub. A file that does not exist is no failure. If GitHub is
// unreachable, it records why texts are missing. If the context is done, it returns the error of
// the context.
func (g *Gathered) failed(ctx context.Context, v changelog.Version, err error) (stop bool, _ error) {
	if err == nil {
		return false, nil
	}
	if _, none := errors.AsType[*github.NotFoundError](err); none {
		return false, nil
	}
	if ctx.Err() != nil {
		return true, ctx.Err()
	}
	for _, name := range []string{v.String(), v.Release.String()} {
		g.Why[name] = cmp.Or(g.Why[name], err.Error())
	}
	g.NoTexts = cmp.Or(g.NoTexts, err.Error())
	return !errors.Is(err, github.ErrNotCached), nil
}

func (g *Gathered) askSIGs(ctx context.Context, remote Remote, path []changelog.Version) error {
	var prs []int
	for _, v := range path {
		if d, ok := g.Library.Document(v); ok {
			for _, n := range d.Notes {
				if len(n.SIGs) == 0 && n.PR != 0 && n.Repository == "" {
					prs = append(prs, n.PR)
				}
			}
		}
	}
	if len(prs) == 0 {
		return nil
	}
	sigs, err := remote.SIGs(ctx, prs)
	if g.Library.SIGs = sigs; err != nil {
		return ctx.Err() // without their labels, these notes have no SIGs
	}
	return nil
}
