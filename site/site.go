package site

import (
	"context"
	_ "embed"
	"encoding/xml"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// Input is the data of a site.
type Input struct {
	Tool envelope.Tool
	Data envelope.Data
	// Releases are the releases of the site, oldest first. The changes of each but the first have
	// pages.
	Releases []discovery.Release
	Surface  func(discovery.Release) (*discovery.Surface, error)
	// Lifecycles, Types and Gates cover all releases, not only those of the site.
	Lifecycles []discovery.ResourceLifecycle
	Types      *history.Table
	Gates      gate.Table
	// Notes are the built-in release notes of each release, with their texts.
	Notes map[discovery.Release]Notes
	// Dates are the release dates, known as of AsOf.
	Dates map[discovery.Release]string
	AsOf  string
	// Set is the version of the data set, and Made the date on which it was made.
	Set, Made string
	// SIGs are the labels of the SIGs that have pages; nil for all.
	SIGs []string
	// Custom are comparisons of custom resources.
	Custom []Custom
	// Languages are the languages of the pages: the first is at the root, and each other one in a
	// folder.
	Languages []string
	// BaseURL is the address of the published site, with a slash at the end, or "" if it is not
	// known. Without it there are no canonical addresses and no sitemap.
	BaseURL string
}

// Notes are the built-in notes of a minor release and its patches, with their links to the changes
// of its API.
type Notes struct {
	Minor     catalog.Minor
	Documents []changelog.Document
}

// File is a file of the site. Its path has slashes.
type File struct {
	Path string
	Text []byte
}

// builder has what the pages of a site share.
type builder struct {
	Input
	views []*view
	steps []*step
	gates map[string]*gateFacts
	// gateNames are the names of gates in addresses.
	gateNames map[string]string
	kinds     []*kindFacts
	// usedBy has the places where each type is used.
	usedBy map[string][]place
	search *index

	mu    sync.Mutex
	write func(File) error
	// paths are the pages, for the sitemap.
	paths []string
}

// Build calls write with each file of the site. The order is not fixed. Calls are not concurrent.
func Build(ctx context.Context, in Input, write func(File) error) error {
	b := &builder{Input: in, write: write, search: &index{}}
	if err := b.readSteps(); err != nil {
		return err
	}
	b.readKinds()
	b.readGates()
	for i, tag := range in.Languages {
		v := &view{builder: b, tag: tag, w: language.Of(tag), first: i == 0}
		if !v.first {
			v.folder = tag + "/"
		}
		b.views = append(b.views, v)
	}
	b.searchNotes()
	jobs := b.comparisonJobs()
	for _, v := range b.views {
		jobs = append(jobs, v.jobs()...)
	}
	if err := run(ctx, jobs); err != nil {
		return err
	}
	return b.emit(b.files()...)
}

func run(ctx context.Context, jobs []func() error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan func() error)
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(jobs)) {
		wait.Go(func() {
			for job := range next {
				if ctx.Err() != nil {
					continue
				}
				if err := job(); err != nil {
					stop(err)
				}
			}
		})
	}
	for _, job := range jobs {
		next <- job
	}
	close(next)
	wait.Wait()
	return context.Cause(ctx)
}

func (b *builder) emit(files ...File) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".html") {
			b.paths = append(b.paths, f.Path)
		}
		if err := b.write(f); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) files() []File {
	out := slices.Concat(assets(), b.search.files())
	if b.BaseURL != "" {
		out = append(out, b.sitemap())
	}
	return out
}

// view is the site in one language.
type view struct {
	*builder
	tag    string
	w      language.Words
	folder string
	first  bool
}

// Large jobs come first, so that all processors finish at about the same time.
func (v *view) jobs() []func() error {
	gates := inShares(slices.Sorted(maps.Keys(v.gates)), v.gate)
	others := []func() error{v.gateList, v.home, v.matrix, v.about, v.searchPage, v.comparePage}
	return slices.Concat(v.releaseJobs(), v.resourceJobs(), gates, v.sigJobs(), v.customJobs(), others)
}

func (b *builder) oldest() discovery.Release { return b.Releases[0] }

func (b *builder) last() discovery.Release { return b.Releases[len(b.Releases)-1] }

// sitemap has no dates, so that the same data gives the same file (sitemaps.org).
func (b *builder) sitemap() File {
	type location struct {
		Loc string `xml:"loc"`
	}
	type urlset struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []location `xml:"url"`
	}
	slices.Sort(b.paths)
	return xmlFile("sitemap.xml", urlset{URLs: slice.Map(b.paths, func(path string) location { return location{b.BaseURL + path} })}, " ")
}

func xmlFile(path string, document any, indent string) File {
	text, err := xml.MarshalIndent(document, "", indent)
	if err != nil {
		panic(err) // documents are structs of strings
	}
	return File{path, slices.Concat([]byte(xml.Header), text, []byte("\n"))}
}

// The scripts of pages, below the root of the site.
const (
	reportScript  = "assets/report.js"
	searchScript  = "assets/search.js"
	compareScript = "assets/compare.js"
)

var (
	//go:embed assets/site.css
	styles string
	//go:embed assets/search.js
	searchCode string
	//go:embed assets/compare.js
	compareCode string
)

func assets() []File {
	style, script := page.Assets()
	return []File{
		{page.StyleFile, []byte(style + styles)},
		{reportScript, []byte(script)}, {searchScript, []byte(searchCode)}, {compareScript, []byte(compareCode)},
	}
}
