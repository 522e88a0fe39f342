package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
)

// NoteStats counts what the bullets of release notes were read as.
type NoteStats struct {
	APIVersion string        `json:"apiVersion"`
	Kind       string        `json:"kind"`
	Documents  []ReleaseStat `json:"documents"`
}

// ReleaseStat is the counts of one document of notes.
type ReleaseStat struct {
	Release         string         `json:"release"`
	Form            changelog.Form `json:"form"`
	changelog.Stats `json:",inline"`
}

// NewNoteStats returns empty counts.
func NewNoteStats() *NoteStats {
	return &NoteStats{APIVersion: APIVersion, Kind: "NoteStats"}
}

// Add adds a document.
func (s *NoteStats) Add(d changelog.Document) {
	s.Documents = append(s.Documents, ReleaseStat{Release: d.Release, Form: d.Form, Stats: d.Stats})
}

// Writers are the formats of the counts.
func (s *NoteStats) Writers() format.Writers {
	all := format.Writers{format.Text: s.text, format.Wide: s.text, format.Markdown: s.markdown}
	all.Values(s)
	return all
}

func (s *NoteStats) markdown(w io.Writer, _ format.Options) error {
	b := bufio.NewWriter(w)
	b.WriteString("| release | form | bullets | entries | with PR | with SIG | merged | skipped |\n| --- | --- | --: | --: | --: | --: | --: | --: |\n")
	for _, d := range s.Documents {
		fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d | %d | %d |\n",
			escape.Markdown(d.Release), d.Form, d.Bullets, d.Entries, d.WithPR, d.WithSIG, d.Merged, len(d.Skipped))
	}
	for _, d := range s.Documents {
		for i, skipped := range d.Skipped {
			if i == 0 {
				fmt.Fprintf(b, "\n## Not entries in %s\n\n", escape.Markdown(d.Release))
			}
			fmt.Fprintf(b, "- line %d: %s: %s\n", skipped.Line, escape.Markdown(skipped.Reason), escape.Code(skipped.Text))
		}
	}
	return b.Flush()
}

func (s *NoteStats) text(w io.Writer, _ format.Options) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%-18s %-9s %8s %8s %8s %8s %8s %8s\n", "RELEASE", "FORM", "BULLETS", "ENTRIES", "WITH PR", "WITH SIG", "MERGED", "SKIPPED")
	for _, d := range s.Documents {
		fmt.Fprintf(b, "%-18s %-9s %8d %8d %8d %8d %8d %8d\n",
			escape.Plain(d.Release), d.Form, d.Bullets, d.Entries, d.WithPR, d.WithSIG, d.Merged, len(d.Skipped))
	}
	for _, d := range s.Documents {
		for _, skipped := range d.Skipped {
			fmt.Fprintf(b, "%s line %d: %s: %s\n", escape.Plain(d.Release), skipped.Line, escape.Plain(skipped.Reason), escape.Plain(skipped.Text))
		}
	}
	return b.Flush()
}
