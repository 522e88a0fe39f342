package fact

import "strings"

// metrics are names in snake case. Three parts and more are one where the text
// speaks of metrics; fewer where the word stands beside them; and with the unit
// that metrics end in, always.
func (r *reading) metrics() (names found) {
	if !strings.Contains(r.text, "_") {
		return nil
	}
	spoken := r.says("metric", "histogram", "gauge", "counter", "prometheus", "stability level")
	for n, s := range r.sentences {
		for i, t := range s.tokens {
			if t.mark || !strings.Contains(t.text, "_") || t.braced || t.cut {
				continue
			}
			for part := range strings.SplitSeq(t.text, "/") {
				if metric(part, spoken) && !s.labels(i) || spoken && snake(part) >= 2 && s.beside(i, "metric", "metrics", "histogram", "gauge", "counter") {
					names.add(n, i, part)
				}
			}
		}
	}
	return names
}

// metric reports whether a name is one by its form.
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

// labels reports whether the words beside i say that it is the label of a metric.
func (s sentence) labels(i int) bool {
	return s.beside(i, "label", "labels", "dimension", "dimensions", "parameter", "sysctl", "reason", "subsystem", "prefix", "stage")
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
