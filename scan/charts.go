package scan

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/reader"
	"github.com/kubedelta/kubedelta/scan/tree"
)

// Charts renders the charts among what is scanned.
type Charts struct {
	Target chart.Target
	Values chart.Values
	// one at a time: the limit on memory is on that of the process.
	mu sync.Mutex
}

// Claims reports whether a path is a chart: a folder with a Chart.yaml, or an
// archive.
func (*Charts) Claims(name string, folder bool) bool {
	if folder {
		return chart.Is(name)
	}
	return strings.HasSuffix(name, ".tgz")
}

// Read renders a chart, and hands over its objects with their places in the
// templates. A template that cannot be rendered is read as text.
func (c *Charts) Read(ctx context.Context, f *files.File, visit func(*tree.Object)) finding.Account {
	c.mu.Lock()
	defer c.mu.Unlock()
	account := finding.Account{Files: 1}
	unread := func(file, reason string) {
		account.Unreadable = append(account.Unreadable, finding.Unreadable{File: file, Reason: reason})
	}
	src, err := open(ctx, f)
	if err != nil {
		unread(f.Path, err.Error())
		return account
	}
	r, err := chart.Render(ctx, src, c.Target, c.Values)
	if err != nil {
		unread(f.Path, "the chart cannot be rendered: "+err.Error())
		return account
	}
	if r.Refused != "" {
		account.Notes = append(account.Notes, finding.Unreadable{File: f.Path, Reason: r.Refused})
	}
	for _, name := range r.Missing {
		unread(f.Path, fmt.Sprintf("its dependency %s is not in charts/, so nothing of it was read: run helm dependency build first", name))
	}
	var rd reader.Reader
	for i := range r.Documents {
		d := &r.Documents[i]
		file := path.Join(f.Path, d.Template)
		result := rd.Read(file, d.Data, func(o *tree.Object) {
			o.Origin = tree.Origin{Chart: d.Chart, Template: d.Template}
			if !d.Plain {
				o.Place, o.Written = d.Place, d.Written
			}
			visit(o)
		})
		addResult(&account, file, result, d.Place)
	}
	for _, failed := range r.Failures {
		file := path.Join(f.Path, failed.Template)
		unread(file, fmt.Sprintf("the template cannot be rendered, so it was read as text: %s", failed.Message))
		for _, g := range chart.Raw(failed.Data, c.Target, helpers(src)...) {
			visit(g.Object(file, r.Chart))
			account.Objects++
		}
	}
	return account
}

func open(ctx context.Context, f *files.File) (chart.Source, error) {
	if f.Folder {
		return chart.OpenDir(ctx, f.Name)
	}
	in, err := os.Open(f.Name)
	if err != nil {
		return chart.Source{}, err
	}
	defer in.Close() //nolint:errcheck // it was only read
	return chart.OpenArchive(ctx, filepath.ToSlash(f.Name), in)
}

// helpers are the templates of a chart that only define others.
func helpers(src chart.Source) (texts [][]byte) {
	for _, f := range src.Files {
		if strings.HasPrefix(path.Base(f.Path), "_") {
			texts = append(texts, f.Data)
		}
	}
	return texts
}

// addResult takes the reading of one text into the account.
func addResult(a *finding.Account, file string, r reader.Result, place func(line, column int) (int, int)) {
	a.Documents += r.Documents
	a.Objects += r.Objects
	a.Empty += r.Empty
	a.Other += r.Other
	for _, p := range r.Problems {
		line, _ := place(p.Line, 1)
		a.Unreadable = append(a.Unreadable, finding.Unreadable{File: file, Line: line, Document: p.Document, Reason: p.Reason})
	}
}
