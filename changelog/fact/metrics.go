package fact

import (
	"slices"
	"strings"
)

// metrics are names in snake case: those of the table of metrics, and those of the
// form that metrics have, where the text speaks of metrics.
func (r *reading) metrics() (names found) {
	if !strings.Contains(r.text, "_") {
		return nil
	}
	m := metricFinder{reading: r, spoken: r.says("metric", "histogram", "gauge", "counter", "prometheus", "stability level")}
	for n, s := range r.sentences {
		if !s.bullet {
			m.announced = slices.ContainsFunc(s.tokens, func(t token) bool { return has(metricWords(), t.low) })
		}
		first := s.leadAt()
		for i, t := range s.tokens {
			if t.mark || !strings.Contains(t.text, "_") || t.braced || t.cut {
				continue
			}
			for part := range strings.SplitSeq(t.text, "/") {
				if i == first && part != "" {
					part = strings.ToLower(part[:1]) + part[1:] // notes begin with a capital
				}
				if m.is(s, i, part) {
					names.add(n, i, part)
				}
			}
		}
	}
	return names
}

// metricWords call what stands beside them a metric.
func metricWords() []string {
	return []string{"metric", "metrics", "histogram", "histograms", "gauge", "gauges", "counter", "counters"}
}

type metricFinder struct {
	*reading
	// spoken: the text speaks of metrics; announced: so does the sentence before the items.
	spoken, announced bool
}

// is reports whether a name at i of a sentence is that of a metric. What the table
// has is one, wherever it stands. What it does not have, though the source of the
// release was read, is one only where the text calls it so.
func (m metricFinder) is(s sentence, i int, name string) bool {
	parts := snake(name)
	if parts < 2 {
		return false
	}
	whole, known := m.Dictionary.metrics[name]
	if series := histogram(name); !known && series != name {
		whole, known = m.Dictionary.metrics[series]
	}
	beside := m.spoken && (s.beside(i, metricWords()...) || s.afterMark(i, metricWords()...) ||
		s.word(i-1) == "to" && m.says("renam") && s.beside(i-2, metricWords()...) && !s.labels(i))
	switch {
	case whole:
		return parts > 2 || !s.labels(i)
	case !known && !beside && m.declared.covers(m.release) && !m.called(s, i, name):
		return false
	}
	return beside || metric(name, m.spoken) && !s.labels(i)
}

// afterMark: a mark stands between the word and the name, "metrics: a, b".
func (s sentence) afterMark(i int, words ...string) bool {
	return (s.word(i-1) == ":" || s.word(i-1) == "(") && has(words, s.word(i-2))
}

// called: the text calls something a metric that the table does not have: as an item
// of a list of metrics, or together with one of the table; or it has the name of a
// component, or of what components serve of other programs.
func (m metricFinder) called(s sentence, i int, name string) bool {
	if !m.spoken {
		return false
	}
	first, _, _ := strings.Cut(name, "_")
	if m.announced && s.bullet || componentPrefix(name) || has([]string{"container", "machine", "go", "process"}, first) {
		return true
	}
	together := false
	take := func(j int) bool {
		together = together || m.Dictionary.metrics[s.tokens[j].text]
		return snake(s.tokens[j].text) > 1
	}
	s.listBefore(i, take)
	s.listAfter(i, take)
	return together
}

// addMetric adds a metric with what texts write for it: they leave out the unit that
// it ends in, or the name of the component that it begins with.
func (d *Dictionary) addMetric(name string) {
	part := func(text string) { d.metrics[text] = d.metrics[text] || text == name }
	part(name)
	for _, unit := range []string{"_total", "_seconds", "_bytes"} {
		if base, ok := strings.CutSuffix(name, unit); ok {
			part(base)
		}
	}
	for _, end, more := strings.Cut(name, "_"); more && strings.Contains(end, "_"); _, end, more = strings.Cut(end, "_") {
		part(end)
	}
}

// histogram is the name of the metric that a series is of.
func histogram(series string) string {
	for _, end := range []string{"_bucket", "_sum", "_count"} {
		if name, ok := strings.CutSuffix(series, end); ok {
			return name
		}
	}
	return series
}

// metric reports whether a name is one by its form: of three parts and more where
// the text speaks of metrics; with the unit that metrics end in, always.
func metric(name string, spoken bool) bool {
	parts := snake(name)
	if parts < 2 {
		return false
	}
	unit := name[strings.LastIndexByte(name, '_')+1:]
	switch unit {
	case "total", "seconds", "bytes", "milliseconds", "microseconds":
		return parts >= 3 || spoken
	case "count", "ratio", "info", "sum", "bucket":
		return spoken
	}
	return parts >= 3 && (spoken || componentPrefix(name))
}

// componentPrefix: the names of the metrics of a component begin with it.
func componentPrefix(name string) bool {
	switch first, _, _ := strings.Cut(name, "_"); first {
	case "apiserver", "kubelet", "scheduler", "etcd", "workqueue", "kubeproxy":
		return true
	}
	return false
}

// snake counts the parts of a name in snake case; 0 where it is none.
func snake(name string) (parts int) {
	if name == "" || name[0] < 'a' || name[0] > 'z' {
		return 0
	}
	for part := range strings.SplitSeq(name, "_") {
		if part == "" {
			return 0
		}
		for i := range len(part) {
			if c := part[i]; (c < 'a' || c > 'z') && !digit(c) {
				return 0
			}
		}
		parts++
	}
	return parts
}

// labels reports whether the words beside i say that it is the label of a metric, or
// that one is renamed to it.
func (s sentence) labels(i int) bool {
	return s.word(i-1) == "to" && s.says("label", 0, i) && (s.says("rename", 0, i) || s.says("renamed", 0, i) || s.says("renames", 0, i)) || s.beside(i, "label", "labels", "dimension", "dimensions", "parameter", "sysctl", "reason", "subsystem", "prefix", "stage")
}

// beside reports whether one of the words stands directly before or after the
// list that i is part of.
func (s sentence) beside(i int, words ...string) bool {
	for _, step := range []int{-1, 1} {
		for j := i + step; j >= 0 && j < len(s.tokens) && j-i < 40 && i-j < 40; j += step {
			t := s.tokens[j]
			if has(words, t.low) {
				return true
			}
			if !joins(t) && !strings.Contains(t.text, "_") {
				break
			}
		}
	}
	return false
}
