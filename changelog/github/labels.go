package github

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// Labels are the labels of a pull request that are relevant for notes, without their prefixes:
// "node" for "sig/node".
type Labels struct {
	SIGs, Kinds, Areas []string
	// ActionRequired: it has the label release-note-action-required.
	ActionRequired bool
}

const (
	// labelsFresh is how long cached labels are used without a request. The labels of a merged pull
	// request rarely change.
	labelsFresh = 30 * 24 * time.Hour
	// labelsAtOnce is the number of concurrent requests.
	labelsAtOnce = 4
)

// Labels returns the labels of pull requests of kubernetes/kubernetes. It sends at most
// Options.MaxLabels requests, for the first pull requests in prs. Those beyond, and pull requests
// that do not exist, are not in the result. After an error, the result has the labels that were
// read before.
func (s *Source) Labels(ctx context.Context, prs []int) (map[int]Labels, error) {
	var mu sync.Mutex
	all := map[int]Labels{}
	err := client.Each(labelsAtOnce, s.worthAsking(prs), func(pr int) error {
		labels, found, err := s.labelsOf(ctx, pr)
		if found {
			mu.Lock()
			all[pr] = labels
			mu.Unlock()
		}
		return err
	})
	return all, err
}

// worthAsking removes duplicates, and pull requests beyond the maximum number of requests. Cached
// labels need no request.
func (s *Source) worthAsking(prs []int) (ask []int) {
	seen, requests := map[int]bool{}, 0
	for _, pr := range prs {
		if pr <= 0 || seen[pr] {
			continue
		}
		seen[pr] = true
		d := s.pull(pr)
		if _, age, ok := s.cache.get(s.client.URL(d.path)); !s.offline && (!ok || age < 0 || age >= d.fresh) {
			if requests == s.maxLabels {
				continue
			}
			requests++
		}
		ask = append(ask, pr)
	}
	return ask
}

func (s *Source) pull(pr int) document {
	const repository = "kubernetes/kubernetes"
	return document{
		repository: repository, name: fmt.Sprintf("pull request #%d", pr), accept: "application/vnd.github+json",
		path: fmt.Sprintf("repos/%s/issues/%d", repository, pr), fresh: max(s.fresh, labelsFresh), check: onlyLabels,
	}
}

func (s *Source) labelsOf(ctx context.Context, pr int) (Labels, bool, error) {
	data, err := s.read(ctx, s.pull(pr))
	if _, missing := errors.AsType[*NotFoundError](err); missing {
		return Labels{}, false, nil
	}
	if err != nil {
		return Labels{}, false, err
	}
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		return Labels{}, false, err // onlyLabels wrote it.
	}
	return sortLabels(names), true, nil
}

// onlyLabels returns only the names of the labels of a pull request, which may be long.
func onlyLabels(data []byte) ([]byte, error) {
	var issue struct {
		Number int `json:"number"`
		Labels []struct {
			Name string `json:"name"`
		} `json:"labels"`
	}
	if err := json.Unmarshal(data, &issue); err != nil || issue.Number == 0 {
		return nil, &client.BrokenError{Says: "GitHub's response is not a pull request in JSON; a proxy may have put its own page there"}
	}
	names := []string{}
	for _, label := range issue.Labels {
		names = append(names, label.Name)
	}
	return json.Marshal(names)
}

func sortLabels(names []string) (l Labels) {
	for _, name := range names {
		prefix, rest, _ := strings.Cut(name, "/")
		switch {
		case name == "release-note-action-required":
			l.ActionRequired = true
		case rest == "":
		case prefix == "sig":
			l.SIGs = append(l.SIGs, rest)
		case prefix == "kind":
			l.Kinds = append(l.Kinds, rest)
		case prefix == "area":
			l.Areas = append(l.Areas, rest)
		}
	}
	slices.Sort(l.SIGs)
	slices.Sort(l.Kinds)
	slices.Sort(l.Areas)
	return l
}
