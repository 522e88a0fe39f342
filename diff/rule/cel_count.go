package rule

import (
	"strconv"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// mostCounted is how many properties an expression of their number has. A proof tries all cases.
const mostCounted = 8

// counts reports whether a keyword limits the number of properties.
func counts(keyword string) bool { return keyword == "minProperties" || keyword == "maxProperties" }

// countOf reads minProperties or maxProperties of an object that can have only the properties that its
// schema lists, and not many of them.
func countOf(keyword, text string, s *discovery.Schema, at *cel.Expr) expressed {
	n, err := strconv.Atoi(text)
	if err != nil || s.Type != "object" || s.AdditionalProperties != nil || s.KeepsUnknown() || isEmbedded(s) || isObject(s) || len(s.Properties) > mostCounted {
		return expressed{}
	}
	list, set := &cel.Expr{Kind: cel.List}, &cel.Expr{Kind: cel.Ident, Text: "$set"}
	for _, p := range s.Properties {
		written, ok := expressionName(p.Name)
		if !ok {
			return expressed{}
		}
		list.Args = append(list.Args, has(property(at, written)))
	}
	those := &cel.Expr{Kind: cel.Method, Text: "filter", Args: []*cel.Expr{list, set, set}}
	op := map[string]string{"minProperties": ">=", "maxProperties": "<="}[keyword]
	return expressed{cel.Op(op, cel.Op("size", those), &cel.Expr{Kind: cel.Literal, Text: strconv.Itoa(n)}), true}
}

// isObject reports that a schema can be that of an API object, which also has the properties that the
// API server adds.
func isObject(s *discovery.Schema) bool {
	return s.Field("metadata") != nil && s.Field("apiVersion") != nil && s.Field("kind") != nil
}
