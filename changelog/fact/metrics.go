package fact

import "strings"

// metrics finds the names of declared metrics, and names in snake case where the text is about
// metrics.
func (r *reading) metrics() (names found) {
	if !strings.Contains(r.text, "_") {
		return nil
	}
	m := metricFinder{reading: r, spoken: r.says("metric", "histogram", "gauge", "counter", "prometheus", "stability level")}
	for n, s := range r.sentences {
		if !s.bullet {
			m.announced = contains(s.tokens, listed("metricWord"))
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

type metricFinder struct {
	*reading
	// spoken: the text is about metrics. announced: the sentence before the list items is.
	spoken, announced bool
}

// is reports whether the name at i is a metric. A declared metric always is. If the source code of
// the release was read, an undeclared name is a metric only if the text calls it one.
func (m metricFinder) is(s sentence, i int, name string) bool {
	parts := snake(name)
	if parts < 2 {
		return false
	}
	whole, known := m.Dictionary.metrics[name]
	if series := histogram(name); !known && series != name {
		whole, known = m.Dictionary.metrics[series]
	}
	beside := m.spoken && (s.beside(i, listed("metricWord")) || s.afterMark(i, listed("metricWord")) ||
		s.word(i-1) == "to" && m.says("renam") && s.beside(i-2, listed("metricWord")) && !s.labels(i))
	switch {
	case whole:
		return parts > 2 || !s.labels(i)
	case !known && !beside && m.declared.covers(m.release) && !m.called(s, i, name):
		return false
	}
	return beside || metric(name, m.spoken) && !s.labels(i)
}

// afterMark matches a name after a word and a mark: "metrics: a, b".
func (s sentence) afterMark(i int, is func(word string) bool) bool {
	return (s.word(i-1) == ":" || s.word(i-1) == "(") && is(s.word(i-2))
}

// called reports whether the text shows that a name is a metric although it is not declared: it is
// in a list of metrics, or next to a declared metric, or has the prefix of a component or of other
// metrics that components serve.
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

// addMetric adds a metric with its shortened forms: without the unit at the end, or without the
// component at the beginning.
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

// histogram returns the metric of a series: "a" for "a_bucket".
func histogram(series string) string {
	for _, end := range []string{"_bucket", "_sum", "_count"} {
		if name, ok := strings.CutSuffix(series, end); ok {
			return name
		}
	}
	return series
}

// metric reports whether a name has the form of a metric. A unit at the end is enough. Other names
// need three parts, and a component prefix or a text about metrics.
func metric(name string, spoken bool) bool {
	parts := snake(name)
	unit := name[strings.LastIndexByte(name, '_')+1:]
	switch unit {
	case "total", "seconds", "bytes", "milliseconds", "microseconds":
		return parts >= 3 || spoken
	case "count", "ratio", "info", "sum", "bucket":
		return spoken
	}
	return parts >= 3 && (spoken || componentPrefix(name))
}

// componentPrefix reports whether a name begins as the metrics of a component do.
func componentPrefix(name string) bool {
	first, _, _ := strings.Cut(name, "_")
	return has([]string{"apiserver", "kubelet", "scheduler", "etcd", "workqueue", "kubeproxy"}, first)
}

// snake returns the number of parts of a name in snake case, or 0 for any other name.
func snake(name string) (parts int) {
	if name == "" || !lowerFirst(name) || !consists(name, lowers+"_") || strings.Contains(name, "__") || strings.HasSuffix(name, "_") {
		return 0
	}
	return strings.Count(name, "_") + 1
}

// labels reports whether the words next to i say that the name is the label of a metric, or the new
// name of one.
func (s sentence) labels(i int) bool {
	return s.word(i-1) == "to" && s.says("label", 0, i) && (s.says("rename", 0, i) || s.says("renamed", 0, i) || s.says("renames", 0, i)) || s.beside(i, listed("labelWord"))
}

// beside reports whether one of the words is directly before or after the list that i is part of.
func (s sentence) beside(i int, is func(word string) bool) bool {
	for _, step := range []int{-1, 1} {
		for j := i + step; j >= 0 && j < len(s.tokens) && j-i < 40 && i-j < 40; j += step {
			t := s.tokens[j]
			if is(t.low) {
				return true
			}
			if !joins(t) && !strings.Contains(t.text, "_") {
				break
			}
		}
	}
	return false
}
