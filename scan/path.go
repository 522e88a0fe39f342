package scan

import (
	"context"
	"fmt"

	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Manifests reads the manifests of a file or folder. What cannot be read is an error that names the
// file, because a report narrowed without it would leave out what matters. For the same reason
// files that git ignores are read.
func Manifests(ctx context.Context, root string) (*Usage, error) {
	u := NewUsage(false)
	options := files.Options{NoIgnore: true, Workers: 1} // Usage is for one goroutine
	account, err := files.Walk(ctx, []string{root}, options, func(f *files.File) struct{} {
		f.Objects(u.object)
		return struct{}{}
	}, func(struct{}) {})
	switch {
	case err != nil:
		return nil, err
	case len(account.Unreadable) > 0:
		return nil, fmt.Errorf("the manifests cannot be read: %s", first(account.Unreadable))
	case len(account.Notes) > 0:
		return nil, fmt.Errorf("%s is a %s, which is not followed: specify the folder itself", account.Notes[0].File, account.Notes[0].Reason)
	case u.Objects == 0:
		return nil, fmt.Errorf("%s contains no manifests: no .yaml, .yml or .json file with an apiVersion and a kind", root)
	default:
		return u, nil
	}
}

// first is the first of the unreadable files, and how many more there are.
func first(list []finding.Unreadable) string {
	where := list[0].File
	if list[0].Line > 0 {
		where = fmt.Sprintf("%s, line %d", where, list[0].Line)
	}
	more := ""
	if len(list) > 1 {
		more = fmt.Sprintf(" (and %d more)", len(list)-1)
	}
	return where + ": " + list[0].Reason + more
}
