package github

import (
	"context"
	"encoding/json" // go-github decodes with it
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v58/github"
)

// raiseLimit says how to.
const raiseLimit = "set GITHUB_TOKEN or GH_TOKEN to a token (of any account, without scopes) for 5,000 an hour"

// explain turns an error into a sentence that says what to do, without the
// token, whatever a server put into its answer.
func (r *reader) explain(ctx context.Context, tag string, err error) error {
	err = fmt.Errorf("github:%s: %w", tag, r.sentence(ctx, err))
	if r.token != "" && strings.Contains(err.Error(), r.token) {
		return errors.New(strings.ReplaceAll(err.Error(), r.token, "(token)"))
	}
	return err
}

func (r *reader) sentence(ctx context.Context, err error) error {
	if timedOut := context.Cause(ctx); errors.Is(timedOut, errTimeout) {
		return fmt.Errorf("%w, with %s read; what was read is kept in the cache", timedOut, r.fetched.String())
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if rate, ok := errors.AsType[*github.RateLimitError](err); ok {
		return r.rateSentence(rate)
	}
	if after, limited := retryAfter(err); limited {
		if after <= 0 {
			return errors.New("GitHub asks for a pause after too many requests at once (its secondary rate limit); try again in some minutes")
		}
		return fmt.Errorf("GitHub asks for a pause of %s after too many requests at once (its secondary rate limit); try again then", after.Round(time.Second))
	}
	if answer, ok := errors.AsType[*github.ErrorResponse](err); ok {
		return answerSentence(answer)
	}
	if errors.Is(err, errRedirect) {
		return fmt.Errorf("GitHub sent the request on to another host, which is not followed: %w", err)
	}
	if _, html := errors.AsType[*json.SyntaxError](err); html {
		return errors.New("GitHub's answer is not JSON; a proxy may have put its own page there")
	}
	if network, ok := errors.AsType[*url.Error](err); ok && !errors.Is(err, errTooLarge) {
		return fmt.Errorf("%s cannot be reached: %w", r.host, inner(network))
	}
	return err
}

func (r *reader) rateSentence(rate *github.RateLimitError) error {
	said := fmt.Sprintf("GitHub's limit of %d requests an hour is used up until %s", rate.Rate.Limit, rate.Rate.Reset.UTC().Format("15:04 UTC"))
	if wait := time.Until(rate.Rate.Reset.Time).Round(time.Minute); wait > 0 {
		said += fmt.Sprintf(" (for %d min)", int(wait.Minutes()))
	}
	if r.token == "" {
		said += "; " + raiseLimit + ", or try again then"
	} else {
		said += ", with the token that was given; try again then"
	}
	if r.cache.dir != "" && r.fetched.done.Load() > 0 {
		said += fmt.Sprintf(": %s are in the cache and will not be asked for again", r.fetched.String())
	}
	return errors.New(said)
}

func answerSentence(answer *github.ErrorResponse) error {
	code := answer.Response.StatusCode
	status := fmt.Sprintf("%d %s", code, http.StatusText(code))
	switch {
	case code == http.StatusUnauthorized:
		return errors.New("GitHub refuses the token: it is mistyped, revoked or past its day; correct or unset GITHUB_TOKEN and GH_TOKEN")
	case code >= http.StatusInternalServerError:
		return fmt.Errorf("GitHub answers %s, %d times in a row; try again later", status, attempts)
	case answer.Message != "":
		return fmt.Errorf("GitHub answers %s: %s", status, clip(answer.Message))
	default:
		return fmt.Errorf("GitHub answers %s", status)
	}
}

// inner drops the method and URL of a failed request, and the doubled words of
// what failed below it.
func inner(err *url.Error) error {
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Errorf("its name is not found: %s", dns.Err)
	}
	return err.Err
}

// String says how far the reading is.
func (p *progress) String() string { return fmt.Sprintf("%d of %d files", p.done.Load(), p.of) }

func clip(s string) string {
	if len(s) > 200 {
		return s[:200] + "…"
	}
	return s
}
