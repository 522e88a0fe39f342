package paging_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/paging"
)

// TestNoEnd: a list that does not end is an error, after few pages.
func TestNoEnd(t *testing.T) {
	for name, c := range map[string]struct {
		page  func(i int) paging.Page
		after int
		says  string
	}{
		"one token":     {func(int) paging.Page { return paging.Page{Continue: "a"} }, 2, "repeats a continue token"},
		"two by turns":  {func(i int) paging.Page { return paging.Page{Continue: fmt.Sprint(i % 2)} }, 3, "repeats a continue token"},
		"empty pages":   {func(i int) paging.Page { return paging.Page{Continue: fmt.Sprint(i)} }, 21, "one empty page after another"},
		"the same page": {func(i int) paging.Page { return paging.Page{Objects: 5, First: "a", Continue: fmt.Sprint(i)} }, 2, "repeats a page"},
		"new objects": {func(i int) paging.Page {
			return paging.Page{Objects: 500, First: fmt.Sprint(i), Continue: fmt.Sprint(i)}
		}, 2001, "more than 1000000 objects"},
		"one per page": {func(i int) paging.Page { return paging.Page{Objects: 1, First: fmt.Sprint(i), Continue: fmt.Sprint(i)} }, 50000, "more than 50000 pages"},
		"large pages":  {func(i int) paging.Page { return paging.Page{Objects: 1, Bytes: 1 << 30, Continue: fmt.Sprint(i)} }, 9, "larger than 8 GiB"},
		"a count only": {func(int) paging.Page { return paging.Page{Objects: 1, Remaining: 3} }, 1, "remainingItemCount is set"},
		"earlier states": {func(i int) paging.Page {
			return paging.Page{Objects: 1, First: fmt.Sprint(i), Continue: fmt.Sprint(i), Version: fmt.Sprint(1000 - i)}
		}, 2, "a page is of an earlier state"},
		"a token of 1MB": {func(int) paging.Page { return paging.Page{Objects: 1, Continue: strings.Repeat("a", 1<<20)} }, 1, "longer than 16 kB"},
	} {
		t.Run(name, func(t *testing.T) {
			var p paging.Pages
			for i := 0; ; i++ {
				err := p.Next(c.page(i))
				if err == nil && i < c.after {
					continue
				}
				if err == nil || !strings.Contains(err.Error(), c.says) || i+1 != c.after {
					t.Errorf("after %d pages: %v", i+1, err)
				}
				return
			}
		})
	}
	var p paging.Pages
	for i := range 5 {
		page := paging.Page{Objects: 500, First: fmt.Sprint("object-", i), Continue: fmt.Sprint("page-", i), Remaining: 9}
		if i == 4 {
			page.Continue, page.Remaining = "", 0
		}
		if err := p.Next(page); err != nil {
			t.Errorf("a list of five pages: %v", err)
		}
	}
}
