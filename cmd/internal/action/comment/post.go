package comment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/go-github/v58/github"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
	"github.com/kubedelta/kubedelta/report/budget"
)

// Target identifies a comment.
type Target struct {
	// Repository is "owner/name".
	Repository string
	Number     int
	// Command and Key distinguish comments of several uses of the action.
	Command, Key string
}

// timeout is the limit for all requests together. A job must not wait long for its comment.
const timeout = 30 * time.Second

// maxPages limits the search to 10,000 comments.
const maxPages = 100

// Put writes the comment, or updates it if it exists. It returns which of these it did, as a word.
func Put(ctx context.Context, c *client.Client, t Target, text string) (string, error) {
	owner, name, ok := strings.Cut(t.Repository, "/")
	if !ok || !client.ValidName(owner) || !client.ValidName(name) {
		return "", fmt.Errorf("%q is not a repository", t.Repository)
	}
	ctx, cancel := client.WithTimeout(ctx, timeout)
	defer cancel()
	p := poster{c: c, owner: owner, name: name, number: t.Number}
	first := marker(t.Command, t.Key)
	done, err := p.put(ctx, first, first+"\n"+text)
	if err != nil {
		return "", p.explain(ctx, err)
	}
	return done, nil
}

type poster struct {
	c           *client.Client
	owner, name string
	number      int
}

func (p *poster) put(ctx context.Context, marker, body string) (string, error) {
	self, err := p.self(ctx)
	if err != nil {
		return "", err
	}
	old, err := p.find(ctx, marker, self)
	if err != nil {
		return "", err
	}
	switch {
	case old == nil:
		// Call repeats failed requests. GitHub may have processed a request that seems to have
		// failed, and a repeated one would add a second comment.
		_, _, err := p.c.API.Issues.CreateComment(ctx, p.owner, p.name, p.number, &github.IssueComment{Body: &body})
		return "created", err
	case strings.ReplaceAll(old.GetBody(), "\r\n", "\n") == body:
		return "unchanged", nil
	}
	return "updated", p.c.Call(ctx, func() error {
		_, _, err := p.c.API.Issues.EditComment(ctx, p.owner, p.name, old.GetID(), &github.IssueComment{Body: &body})
		return err
	})
}

// self returns the login of the token's owner. It returns "" for the token of an app, such as that
// of a workflow, which may not ask.
func (p *poster) self(ctx context.Context) (login string, err error) {
	var user struct {
		Login string `json:"login"`
	}
	err = p.c.Call(ctx, func() error {
		req, err := p.c.API.NewRequest(http.MethodGet, "user", nil)
		if err != nil {
			return err
		}
		_, err = p.c.API.Do(ctx, req, &user)
		return err
	})
	if refused(err) {
		return "", nil
	}
	return user.Login, err
}

// refused reports whether GitHub denied a request because of the permissions of the token, not
// because of a rate limit.
func refused(err error) bool {
	answer, ok := errors.AsType[*github.ErrorResponse](err)
	return ok && (answer.Response.StatusCode == http.StatusForbidden || answer.Response.StatusCode == http.StatusNotFound)
}

// find returns the oldest comment with the marker whose author is the owner of the token, or nil.
// If the owner is not known, it is an app, so the author must be an app too: comments of people are
// never changed.
func (p *poster) find(ctx context.Context, marker, self string) (*github.IssueComment, error) {
	options := &github.IssueListCommentsOptions{ListOptions: github.ListOptions{PerPage: 100}}
	for range maxPages {
		var page []*github.IssueComment
		var response *github.Response
		err := p.c.Call(ctx, func() (err error) {
			page, response, err = p.c.API.Issues.ListComments(ctx, p.owner, p.name, p.number, options)
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, one := range page {
			if marked(one.GetBody(), marker) && wrote(one.GetUser(), self) {
				return one, nil
			}
		}
		if response.NextPage == 0 {
			return nil, nil
		}
		options.Page = response.NextPage
	}
	return nil, nil
}

func wrote(user *github.User, self string) bool {
	if self != "" {
		return user.GetLogin() == self
	}
	return user.GetType() == "Bot" || strings.HasSuffix(user.GetLogin(), "[bot]")
}

// explain adds to an error what the user can do, and removes the token from it.
func (p *poster) explain(ctx context.Context, err error) error {
	denied := refused(err)
	err = p.c.Redact(p.c.Sentence(ctx, err))
	if denied {
		return fmt.Errorf("%w; the job needs permissions: pull-requests: write, which the token of a pull request from a fork never has", err)
	}
	return err
}

// marker returns the hidden first line of a comment. Command and key consist of letters and digits.
func marker(command, key string) string {
	return fmt.Sprintf("<!-- kubedelta-action: %s %s -->", command, key)
}

// Room returns how many bytes the text of a comment can have.
func Room(command, key string) int { return budget.CommentCharacters - len(marker(command, key)) - 1 }

// marked reports whether a comment begins with the marker. GitHub can return line breaks as \r\n.
func marked(body, marker string) bool {
	line, _, _ := strings.Cut(body, "\n")
	return strings.TrimRight(line, "\r") == marker
}
