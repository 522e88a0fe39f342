// Package paging follows the continue tokens of a list, and ends a list that does not end by
// itself.
//
// It owns the limits of lists. It must not send requests.
package paging

import (
	"errors"
	"fmt"
	"strconv"
)

// The limits. Kubernetes supports 150,000 pods in a cluster, and etcd 8 GiB
// (https://kubernetes.io/docs/setup/best-practices/cluster-large/,
// https://etcd.io/docs/v3.5/dev-guide/limit/).
const (
	maxPages   = 50_000
	maxObjects = 1_000_000
	maxBytes   = 8 << 30
	// maxEmpty limits the number of consecutive pages without an object.
	maxEmpty = 20
	// maxToken limits the length of a token, which holds an etcd key in base64.
	maxToken = 16 << 10
)

// Pages is the state of a list that is being read. The zero value is a list of which no page was
// read.
type Pages struct {
	objects, empty int
	bytes          int64
	tokens, firsts map[string]bool
	version        uint64
}

// Page describes one page of a list. What has a name in JSON is the metadata of the list.
type Page struct {
	// Objects is the number of objects on the page. Bytes is its length.
	Objects int   `json:"-"`
	Bytes   int64 `json:"-"`
	// First names the first object; "" if there is none.
	First string `json:"-"`
	// Continue is the token of the next page; "" on the last page. Remaining is the number of
	// objects that are left; 0 if the server does not state it.
	Continue  string `json:"continue"`
	Remaining int64  `json:"remainingItemCount"`
	// Version is the resourceVersion of the list; "" if the server does not state it.
	Version string `json:"resourceVersion"`
}

// Next adds a page. It returns an error if the list cannot be read to its end. Otherwise the caller
// reads the next page if the page has a token.
func (p *Pages) Next(page Page) error {
	p.objects += page.Objects
	p.bytes += page.Bytes
	p.empty++
	if page.Objects > 0 {
		p.empty = 0
	}
	// All pages are of the state of the first (https://kubernetes.io/docs/reference/using-api/api-concepts/).
	// An earlier state lacks what was created since. Aggregated servers may have other versions than numbers.
	version, _ := strconv.ParseUint(page.Version, 10, 64)
	earlier := version > 0 && version < p.version
	p.version = max(p.version, version)
	switch {
	case earlier:
		return errors.New("the list is inconsistent: a page is of an earlier state than the page before it")
	case p.objects > maxObjects:
		return fmt.Errorf("the list has more than %d objects; kubedelta reads no more", maxObjects)
	case p.bytes > maxBytes:
		return fmt.Errorf("the list is larger than %d GiB; kubedelta reads no more", maxBytes>>30)
	case p.seen(&p.firsts, page.First):
		return errors.New("the list does not end: the server repeats a page")
	case page.Continue == "" && page.Remaining > 0:
		return errors.New("the list is incomplete: remainingItemCount is set, and there is no continue token")
	case page.Continue == "":
		return nil
	case len(page.Continue) > maxToken:
		return fmt.Errorf("the continue token is longer than %d kB, which no API server returns", maxToken>>10)
	case p.seen(&p.tokens, page.Continue):
		return errors.New("the list does not end: the server repeats a continue token")
	case p.empty > maxEmpty:
		return errors.New("the list does not end: the server returns one empty page after another")
	case len(p.tokens) >= maxPages:
		return fmt.Errorf("the list does not end: there are more than %d pages", maxPages)
	}
	return nil
}

// seen reports whether a text was seen before, and records it.
func (p *Pages) seen(in *map[string]bool, text string) bool {
	if text == "" {
		return false
	}
	if (*in)[text] {
		return true
	}
	if *in == nil {
		*in = map[string]bool{}
	}
	(*in)[text] = true
	return false
}
