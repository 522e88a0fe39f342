package action_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	runner "github.com/kubedelta/kubedelta/fixtures/action"
	"github.com/kubedelta/kubedelta/fixtures/github"
)

// pullRequest returns a job of pull request 7 of o/r.
func pullRequest(t *testing.T) (*runner.Job, *github.Server, *github.Repository) {
	t.Helper()
	j := released(t)
	server := github.New(t)
	repository := server.Repository("o/r").PullRequest(7).Branch("main", map[string][]byte{"a.yaml": nil})
	server.RequireToken(j.GitHub["token"])
	pulled(t, j, repository)
	j.Env["GITHUB_EVENT_NAME"], j.Env["GITHUB_API_URL"] = "pull_request", strings.TrimSuffix(server.URL, "/")
	writeFile(t, filepath.Join(j.Workspace, "a.yaml"), oldIngress)
	return j, server, repository
}

// pulled writes the event of the pull request. Its base is the current main branch.
func pulled(t *testing.T, j *runner.Job, repository *github.Repository) {
	t.Helper()
	j.Env["GITHUB_EVENT_PATH"] = filepath.Join(j.Temp, "event.json")
	writeFile(t, j.Env["GITHUB_EVENT_PATH"], `{"action":"opened","number":7,"pull_request":{"number":7,"title":"$(touch evil)","base":{"sha":"`+repository.Commit("main")+`"}}}`)
}

func warnings(r runner.Result) (texts []string) {
	for _, c := range r.Commands {
		if c.Name == "warning" {
			texts = append(texts, c.Data)
		}
	}
	return texts
}

// TestCommentInPlace checks that a comment is written once and then updated, among comments of
// others and of other uses.
func TestCommentInPlace(t *testing.T) {
	t.Parallel()
	j, server, repository := pullRequest(t)
	for i := range 250 {
		repository.Comment(7, "somebody", fmt.Sprintf("comment %d", i))
	}
	scan := []string{"command=scan", "to=1.33", "comment=true", "version=v1.2.3"}
	first := use(t, j, scan...)
	checkCommands(t, first)
	comments := repository.Comments(7)
	mine := comments[len(comments)-1]
	if len(comments) != 251 || mine.Author != "github-actions[bot]" || !strings.Contains(mine.Body, "# Scan for Kubernetes 1.33") || !strings.Contains(mine.Body, "`a.yaml:1:1`") {
		t.Fatalf("%d comments, the last is %+v\n%s", len(comments), mine, first.Log)
	}
	// A comment that quotes ours is not changed.
	repository.Comment(7, "somebody", mine.Body)
	writeFile(t, filepath.Join(j.Workspace, "a.yaml"), strings.Replace(oldIngress, "v1beta1", "v1", 1))
	second := use(t, j, scan...)
	checkOutputs(t, second, map[string]string{"verdict": "pass"})
	comments = repository.Comments(7)
	if len(comments) != 252 || comments[250].ID != mine.ID || !strings.Contains(comments[250].Body, "**No findings**") || comments[251].Body != mine.Body {
		t.Errorf("%d comments, ours is %+v", len(comments), comments[250])
	}
	// The same text again is not an edit.
	before := edits(server)
	use(t, j, scan...)
	if edits(server) != before {
		t.Error("a comment that says the same was edited")
	}
	// Another use has its own comment.
	use(t, j, "command=diff", "old=1.24", "new=1.25", "comment=true", "version=v1.2.3")
	use(t, j, "command=scan", "to=1.30", "comment=true", "version=v1.2.3")
	if comments = repository.Comments(7); len(comments) != 254 || comments[252].Body == comments[253].Body {
		t.Errorf("%d comments", len(comments))
	}
	// With a key, uses that ask for different things share a comment.
	use(t, j, "command=scan", "to=1.31", "comment=true", "comment-key=api", "version=v1.2.3")
	use(t, j, "command=scan", "to=1.32", "comment=true", "comment-key=api", "version=v1.2.3")
	if comments = repository.Comments(7); len(comments) != 255 || !strings.Contains(comments[254].Body, "Kubernetes 1.32") {
		t.Errorf("%d comments", len(comments))
	}
}

func edits(s *github.Server) (n int) {
	for _, r := range s.Requests() {
		if r.Method != http.MethodGet {
			n++
		}
	}
	return n
}

// TestCommentOfAPerson checks that with the token of a person, only comments of that person are
// updated.
func TestCommentOfAPerson(t *testing.T) {
	t.Parallel()
	j, server, repository := pullRequest(t)
	server.Login("octocat")
	use(t, j, "command=scan", "to=1.33", "comment=true", "version=v1.2.3")
	body := repository.Comments(7)[0].Body
	repository.Comment(7, "other[bot]", body)
	use(t, j, "command=scan", "to=1.33", "comment=true", "version=v1.2.3", "fail-on=never")
	if comments := repository.Comments(7); len(comments) != 2 || comments[0].Author != "octocat" || comments[1].Body != body {
		t.Errorf("%+v", comments)
	}
}

// TestCommentSheds checks that a report that is too long for a comment is shortened, and says what
// is missing.
func TestCommentSheds(t *testing.T) {
	t.Parallel()
	j, _, repository := pullRequest(t)
	var many strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&many, "---\napiVersion: networking.k8s.io/v1beta1\nkind: Ingress\nmetadata: {name: %s-%d}\n", "ä", i)
	}
	writeFile(t, filepath.Join(j.Workspace, "many.yaml"), many.String())
	r := use(t, j, "command=scan", "to=1.33", "comment=true", "version=v1.2.3")
	checkCommands(t, r)
	body := repository.Comments(7)[0].Body
	if len(body) > 65536 || len(body) < 60000 || !utf8.ValidString(body) {
		t.Errorf("the comment has %d bytes", len(body))
	}
	for _, want := range []string{"lines left out to fit the size limit**", "1501", "… and ", "[The summary of the run](https://github.com/o/r/actions/runs/42) contains more."} {
		if !strings.Contains(body, want) {
			t.Errorf("the comment does not say %q", want)
		}
	}
	cells := 0 // in the rows of a table, after its head
	for line := range strings.Lines(body) {
		switch n := strings.Count(line, " | "); {
		case !strings.HasPrefix(line, "|"):
			cells = 0
		case cells == 0:
			cells = n
		case n != cells:
			t.Errorf("a row is cut: %s", line)
		}
	}
	if strings.Contains(r.Summary, "to fit the size limit") || strings.Count(r.Summary, "\n| `many") != 1500 {
		t.Error("the summary has not all")
	}
	if got := count(r, "error"); got != 10 {
		t.Errorf("%d errors", got)
	}
	if last := r.Commands[len(r.Commands)-1]; !strings.Contains(last.Data, "and 1491 more errors") {
		t.Errorf("the last annotation is %+v", last)
	}
}

// TestNoComment checks that a comment that cannot be written is a warning, and that the step ends
// as the command did.
func TestNoComment(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(j *runner.Job, s *github.Server, r *github.Repository)
		want   string
	}{
		"a fork":          {func(_ *runner.Job, _ *github.Server, r *github.Repository) { r.ReadOnly() }, "a pull request from a fork"},
		"no such request": {func(j *runner.Job, _ *github.Server, _ *github.Repository) { j.Env["GITHUB_REPOSITORY"] = "o/other" }, "404"},
		"no pull request": {func(j *runner.Job, _ *github.Server, _ *github.Repository) { j.Env["GITHUB_EVENT_PATH"] = "" }, "does not belong to a pull request"},
		"an issue":        {func(j *runner.Job, _ *github.Server, _ *github.Repository) { event(t, j, `{"issue":{"number":7}}`) }, "does not belong to a pull request"},
		"an odd event":    {func(j *runner.Job, _ *github.Server, _ *github.Repository) { event(t, j, `[`) }, "the payload of the event cannot be read"},
		"a wrong token":   {func(_ *runner.Job, s *github.Server, _ *github.Repository) { s.RequireToken("another") }, "GitHub rejected the token"},
		"no token":        {func(j *runner.Job, _ *github.Server, _ *github.Repository) { j.GitHub["token"] = "" }, "the input token is empty"},
		"a page":          {func(_ *runner.Job, s *github.Server, _ *github.Repository) { fault(t, s, "/comments", "page") }, "is not JSON"},
		"an odd answer":   {func(_ *runner.Job, s *github.Server, _ *github.Repository) { odd(s, `[{"id":"x"}]`) }, "the response of GitHub is not as expected"},
		"an object":       {func(_ *runner.Job, s *github.Server, _ *github.Repository) { odd(s, `{"id":1}`) }, "the response of GitHub is not as expected"},
		"an odd time":     {func(_ *runner.Job, s *github.Server, _ *github.Repository) { odd(s, `[{"created_at":"x"}]`) }, "the response of GitHub is not as expected"},
		"an odd repo":     {func(j *runner.Job, _ *github.Server, _ *github.Repository) { j.Env["GITHUB_REPOSITORY"] = "o/../x" }, "is not a repository"},
		"another host": {func(_ *runner.Job, s *github.Server, _ *github.Repository) {
			fault(t, s, "/comments", "redirect http://127.0.0.1:1/")
		}, "another host"},
		"an open http API": {func(j *runner.Job, _ *github.Server, _ *github.Repository) {
			j.Env["GITHUB_API_URL"] = "http://ghes.example/api/v3"
		}, "unencrypted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j, s, repository := pullRequest(t)
			c.change(j, s, repository)
			r := use(t, j, "command=scan", "to=1.33", "comment=true", "version=v1.2.3")
			checkCommands(t, r)
			checkOutputs(t, r, map[string]string{"verdict": "fail", "exit-code": "3"})
			if all := strings.Join(warnings(r), "\n"); !strings.Contains(all, c.want) || strings.Contains(r.Log, "ghs_") {
				t.Errorf("want %q: %s", c.want, r.Log)
			}
			if len(repository.Comments(7)) != 0 {
				t.Error("there is a comment")
			}
		})
	}
}

func event(t *testing.T, j *runner.Job, text string) {
	t.Helper()
	writeFile(t, j.Env["GITHUB_EVENT_PATH"], text)
}

func odd(s *github.Server, text string) {
	s.Fail("/comments", -1, github.Body("application/json", text))
}

func fault(t *testing.T, s *github.Server, path string, words ...string) {
	t.Helper()
	f, err := github.Named(words...)
	if err != nil {
		t.Fatal(err)
	}
	s.Fail(path, -1, f)
}

// TestCommentAfterARetry checks that requests are repeated after an outage of GitHub, and that
// nothing is written twice.
func TestCommentAfterARetry(t *testing.T) {
	t.Parallel()
	j, s, repository := pullRequest(t)
	f, err := github.Named("status", "502", "oops")
	if err != nil {
		t.Fatal(err)
	}
	s.Fail("/comments", 1, f)
	r := use(t, j, "command=scan", "to=1.33", "comment=true", "version=v1.2.3")
	if len(repository.Comments(7)) != 1 || len(warnings(r)) != 0 {
		t.Errorf("%d comments: %s", len(repository.Comments(7)), r.Log)
	}
}
