package github

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/google/go-github/v58/github"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// near lists up to three tags of the same minor release, nearest first. It sends one request, and
// returns nothing if that fails.
func (r *reader) near(ctx context.Context, tag string) (near []string) {
	release, err := discovery.ParseRelease(tag)
	if err != nil {
		return nil
	}
	prefix := "tags/v" + release.String()
	refs, _, err := r.git.ListMatchingRefs(ctx, owner, repo, &github.ReferenceListOptions{Ref: prefix})
	if err != nil {
		return nil
	}
	for _, ref := range refs {
		name := strings.TrimPrefix(ref.GetRef(), "refs/tags/")
		if of, err := discovery.ParseRelease(name); err == nil && of == release && validTag(name) {
			near = append(near, name)
		}
	}
	wanted := patchOf(tag)
	order.By(near, func(a, b string) int {
		return cmp.Or(cmp.Compare(patchOf(a).distance(wanted), patchOf(b).distance(wanted)), strings.Compare(a, b))
	})
	return near[:min(3, len(near))]
}

// patch is the part of a tag after the minor release: "2-rc.1".
type patch struct {
	number int
	pre    string
}

func patchOf(tag string) patch {
	parts := strings.SplitN(tag, ".", 3)
	if len(parts) < 3 {
		return patch{}
	}
	number, pre, _ := strings.Cut(parts[2], "-")
	n, _ := strconv.Atoi(number)
	return patch{n, pre}
}

// distance is smaller for tags of the same kind, release or pre-release.
func (p patch) distance(wanted patch) int {
	d := p.number - wanted.number
	if d < 0 {
		d = -d
	}
	if (p.pre == "") != (wanted.pre == "") {
		d += 1000
	}
	return d
}
