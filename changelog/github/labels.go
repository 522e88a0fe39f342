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

// Labels are those of a pull request that notes are sorted by, each without its
// prefix: "node" for "sig/node".
type Labels struct {
	SIGs, Kinds, Areas []string
	// ActionRequired: the label release-note-action-required.
	ActionRequired bool
}

const (
	// labelsFresh is for how long labels are believed: those of a merged pull
	// request hardly change, and each one asked again would cost a request.
	labelsFresh = 30 * 24 * time.Hour
	// labelsAtOnce is how many are asked for at a time.
	labelsAtOnce = 4
)

// Labels reads the labels of pull requests of kubernetes/kubernetes, the first
// given first. It makes no more than Options.MaxLabels requests: those beyond,
// and pull requests that do not exist, are not in the answer. After an error
// what was read until then is in it.
func (s *Source) Labels(ctx context.Context, prs []int) (map[int]Labels, error) {
	ask := s.worthAsking(prs)
	var (
		mu    sync.Mutex
		wg    sync.WaitGroup
		next  int
		first error
		all   = map[int]Labels{}
	)
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if first != nil || next == len(ask) {
			return 0, false
		}
		next++
		return ask[next-1], true
	}
	for range min(labelsAtOnce, len(ask)) {
		wg.Go(func() {
			for pr, ok := take(); ok; pr, ok = take() {
				labels, found, err := s.labelsOf(ctx, pr)
				mu.Lock()
				if err != nil && first == nil {
					first = err
				}
				if found {
					all[pr] = labels
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return all, first
}

// worthAsking drops what is given twice, and what is beyond the bound of
// requests. What is kept costs none.
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

// onlyLabels cuts a pull request, which may be long, to the names of its labels.
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
