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

const (
	// labelsFresh is how long cached labels are used without a request. The labels of a merged pull
	// request rarely change.
	labelsFresh = 30 * 24 * time.Hour
	// labelsAtOnce is the number of concurrent requests.
	labelsAtOnce = 4
)

// SIGs returns the SIGs in the labels of pull requests of kubernetes/kubernetes: "node" for
// "sig/node". It sends at most Options.MaxLabels requests, for the first pull requests in prs. Those
// beyond, and pull requests that do not exist, are not in the result. After an error, the result has
// the SIGs that were read before.
func (s *Source) SIGs(ctx context.Context, prs []int) (map[int][]string, error) {
	var mu sync.Mutex
	all := map[int][]string{}
	err := client.Each(labelsAtOnce, s.worthAsking(prs), func(pr int) error {
		data, err := s.read(ctx, s.pull(pr))
		if _, missing := errors.AsType[*NotFoundError](err); missing {
			return nil
		}
		var names, sigs []string
		if err == nil {
			err = json.Unmarshal(data, &names) // onlyLabels wrote it
		}
		if err != nil {
			return err
		}
		for _, name := range names {
			if sig, ok := strings.CutPrefix(name, "sig/"); ok && sig != "" {
				sigs = append(sigs, sig)
			}
		}
		slices.Sort(sigs)
		mu.Lock()
		defer mu.Unlock()
		all[pr] = sigs
		return nil
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
		if _, age, ok := s.cache.get(s.client.URL(d.path)); !s.o.Offline && (!ok || age < 0 || age >= d.fresh) {
			if requests == s.o.MaxLabels {
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
		path: fmt.Sprintf("repos/%s/issues/%d", repository, pr), fresh: max(s.o.Fresh, labelsFresh), check: onlyLabels,
	}
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
