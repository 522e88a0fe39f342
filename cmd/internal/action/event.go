package action

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// event is the part of the payload of an event ($GITHUB_EVENT_PATH) about a pull request.
type event struct {
	PullRequest *struct {
		Number int `json:"number"`
		Base   struct {
			SHA string `json:"sha"`
		} `json:"base"`
	} `json:"pull_request"`
	MergeGroup *struct {
		BaseSHA string `json:"base_sha"`
	} `json:"merge_group"`
	Issue struct {
		Number      int       `json:"number"`
		PullRequest *struct{} `json:"pull_request"`
	} `json:"issue"`
}

// PullRequest returns the number of the pull request of an event, or 0.
func PullRequest(payload []byte) (int, error) {
	var e event
	if len(payload) == 0 {
		return 0, nil
	}
	if err := json.Unmarshal(payload, &e); err != nil {
		return 0, fmt.Errorf("the payload of the event cannot be read: %w", unjson.Sentence(err))
	}
	if e.PullRequest != nil && e.PullRequest.Number > 0 {
		return e.PullRequest.Number, nil
	}
	if e.Issue.PullRequest != nil {
		return max(e.Issue.Number, 0), nil
	}
	return 0, nil
}

// Base returns the base commit of a pull request, or of a merge queue's group of them. pull reports
// whether the event is one of these.
func Base(payload []byte) (commit string, pull bool) {
	var e event
	switch err := json.Unmarshal(payload, &e); {
	case err != nil:
		return "", false
	case e.PullRequest != nil:
		return e.PullRequest.Base.SHA, true
	case e.MergeGroup != nil:
		return e.MergeGroup.BaseSHA, true
	}
	return "", false
}

// RunURL returns the address of the workflow run, or "" if the environment has no valid one.
func RunURL(getenv func(string) string) string {
	server, err := url.Parse(getenv("GITHUB_SERVER_URL"))
	if err != nil || server.Scheme != "https" || server.Host == "" || strings.ContainsAny(server.String(), "()<> ") {
		return ""
	}
	owner, name, _ := strings.Cut(getenv("GITHUB_REPOSITORY"), "/")
	id, err := strconv.ParseUint(getenv("GITHUB_RUN_ID"), 10, 64)
	if err != nil || owner == "" || name == "" {
		return ""
	}
	return fmt.Sprintf("%s/%s/%s/actions/runs/%d", strings.TrimSuffix(server.String(), "/"), url.PathEscape(owner), url.PathEscape(name), id)
}
