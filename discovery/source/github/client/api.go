package client

import (
	"context"
	"net/http"

	"github.com/google/go-github/v58/github"
)

// API has the used functions of go-github, not its client: the linker keeps all exported methods of
// a type that is reachable from an interface, here 4,000 with 1.6 MB.
type API struct {
	NewRequest func(method, path string, body any, options ...github.RequestOption) (*http.Request, error)
	Do         func(ctx context.Context, req *http.Request, into any) (*github.Response, error)
	Git        Git
	Issues     Issues
}

// Git has the functions for tags, trees and files.
type Git struct {
	GetRef           func(ctx context.Context, owner, repo, ref string) (*github.Reference, *github.Response, error)
	ListMatchingRefs func(ctx context.Context, owner, repo string, o *github.ReferenceListOptions) ([]*github.Reference, *github.Response, error)
	GetTag           func(ctx context.Context, owner, repo, sha string) (*github.Tag, *github.Response, error)
	GetTree          func(ctx context.Context, owner, repo, sha string, recursive bool) (*github.Tree, *github.Response, error)
	GetBlobRaw       func(ctx context.Context, owner, repo, sha string) ([]byte, *github.Response, error)
}

// Issues has the functions for the comments of pull requests, which GitHub treats as issues.
type Issues struct {
	ListComments  func(ctx context.Context, owner, repo string, number int, o *github.IssueListCommentsOptions) ([]*github.IssueComment, *github.Response, error)
	CreateComment func(ctx context.Context, owner, repo string, number int, c *github.IssueComment) (*github.IssueComment, *github.Response, error)
	EditComment   func(ctx context.Context, owner, repo string, id int64, c *github.IssueComment) (*github.IssueComment, *github.Response, error)
}

func apiOf(c *github.Client) API {
	return API{
		NewRequest: c.NewRequest,
		Do:         c.Do,
		Git: Git{
			GetRef: c.Git.GetRef, ListMatchingRefs: c.Git.ListMatchingRefs, GetTag: c.Git.GetTag,
			GetTree: c.Git.GetTree, GetBlobRaw: c.Git.GetBlobRaw,
		},
		Issues: Issues{ListComments: c.Issues.ListComments, CreateComment: c.Issues.CreateComment, EditComment: c.Issues.EditComment},
	}
}
