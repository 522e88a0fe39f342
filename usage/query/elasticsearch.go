package query

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const compositeRows = 65_535 // search.max_buckets

type object = map[string]any

// composite writes a request to the search API of Elasticsearch 7.11 and later, with composite
// aggregations. The keys are runtime fields, which read the documents, so that they do not depend on
// mappings: https://www.elastic.co/docs/manage-data/data-store/mapping/runtime-fields.
func composite(p *Plan, one part) string {
	root := ""
	if p.Column != "" {
		root = p.Column + "."
	}
	time := root + "requestReceivedTimestamp"
	mappings, sources := object{}, []object{}
	for _, key := range one.Keys {
		if key == colHour {
			sources = append(sources, object{key: object{"date_histogram": object{"field": time, "fixed_interval": "1h", "missing_bucket": true}}})
			continue
		}
		mappings["audit_"+key] = runtime(painless(p.Column, key))
		sources = append(sources, object{key: object{"terms": object{"field": "audit_" + key, "missing_bucket": true}}})
	}
	filter := []object{
		// Events without a time may be in the window.
		{"bool": object{"minimum_should_match": 1, "should": []object{
			{"range": object{time: esWindow(p.Window)}}, {"bool": object{"must_not": object{"exists": object{"field": time}}}},
		}}},
		{"exists": object{"field": root + "auditID"}},
	}
	if one.Name == Calls {
		mappings["audit_api"] = runtime(painless(p.Column, "api"))
		filter = append(filter, object{"terms": object{"audit_api": paths(p.APIs)}})
	}
	aggregation := object{"composite": object{"size": compositeRows, "sources": sources}}
	if one.Spans {
		of := func(function string) object {
			return object{function: object{"field": time}}
		}
		aggregation["aggs"] = object{colFirst: of("min"), colLast: of("max")}
	}
	text, err := json.Marshal(object{
		"size": 0, "track_total_hits": true, "query": object{"bool": object{"filter": filter}}, "runtime_mappings": mappings, "aggs": object{one.Name: aggregation},
	}, json.Deterministic(true), jsontext.Multiline(true), jsontext.WithIndent("  "))
	if err != nil {
		return fmt.Sprint(err) // the values above can always be encoded
	}
	return string(text)
}

func runtime(script string) object {
	return object{"type": "keyword", "script": object{"source": script}}
}

// painless returns the script that emits a column of an event.
func painless(root, key string) string {
	// under begins a script with v, the value at a path.
	under := func(path string) string {
		text := "def v = params._source; "
		for name := range strings.SplitSeq(strings.TrimPrefix(root+"."+path, "."), ".") {
			text += "v = v == null ? null : v[" + backslashedSingle(name) + "]; "
		}
		return text
	}
	const emit = "if (v != null) emit(v.toString());"
	switch key {
	case "api":
		return under("objectRef") + "if (v != null) emit((v['apiGroup'] == null ? '' : v['apiGroup']) + '/' + v['apiVersion'] + '/' + v['resource']);"
	case colPath:
		return under("requestURI") + "if (v != null) { String s = v.toString(); int q = s.indexOf('?'); if (q >= 0) s = s.substring(0, q); if (s.startsWith('/')) s = s.substring(1); int e = s.indexOf('/'); emit(e < 0 ? s : s.substring(0, e)); }"
	case colGroups, colSources:
		return under(eventFields()[key]) + "if (v instanceof List) { emit(String.join('\\n', v)); } else " + emit
	}
	return under(eventFields()[key]) + emit
}

func esWindow(w Window) object {
	if w.Last > 0 {
		return object{"gte": fmt.Sprintf("now/h-%dh", w.Hours()), "lt": "now/h"}
	}
	bounds := object{"gte": stamp(w.Since) + "Z", "lt": "now/h"}
	if !w.Until.IsZero() {
		bounds["lt"] = stamp(w.Until) + "Z"
	}
	return bounds
}
