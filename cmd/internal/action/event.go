package action

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// PullRequest is the number of the pull request that an event is about, as its
// payload ($GITHUB_EVENT_PATH) tells; 0 for none.
func PullRequest(payload []byte) (int, error) {
	var event struct {
		PullRequest struct {
			Number int `json:"number"`
		} `json:"pull_request"`
		Issue struct {
			Number      int       `json:"number"`
			PullRequest *struct{} `json:"pull_request"`
		} `json:"issue"`
	}
	if len(payload) == 0 {
		return 0, nil
	}
	if err := json.Unmarshal(payload, &event); err != nil {
		return 0, fmt.Errorf("the payload of the event cannot be read: %w", unjson.Sentence(err))
	}
	if event.PullRequest.Number > 0 {
		return event.PullRequest.Number, nil
	}
	if event.Issue.PullRequest != nil && event.Issue.Number > 0 {
		return event.Issue.Number, nil
	}
	return 0, nil
}

// Base is the commit that a pull request is to be merged into, as the payload of its
// event tells; pull is whether the event is one of a pull request's own.
func Base(payload []byte) (commit string, pull bool) {
	var event struct {
		PullRequest *struct {
			Base struct {
				SHA string `json:"sha"`
			} `json:"base"`
		} `json:"pull_request"`
	}
	if json.Unmarshal(payload, &event) != nil || event.PullRequest == nil {
		return "", false
	}
	return event.PullRequest.Base.SHA, true
}

// RunURL is the address of the run that the environment tells of; "" where it does
// not tell, or tells something else.
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
