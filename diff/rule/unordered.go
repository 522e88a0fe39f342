package rule

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// unordered returns anyOf, oneOf, allOf or not with its lists sorted, because their order has no
// meaning.
func unordered(text string) string {
	var list []jsontext.Value
	if json.Unmarshal([]byte(text), &list) == nil {
		parts := slice.Map(list, func(part jsontext.Value) string { return unordered(string(part)) })
		slices.Sort(parts)
		return "[" + strings.Join(parts, ",") + "]"
	}
	var members map[string]jsontext.Value
	if json.Unmarshal([]byte(text), &members) != nil {
		return text
	}
	for name, value := range members {
		if name != "enum" { // a listed value can be a list
			members[name] = jsontext.Value(unordered(string(value)))
		}
	}
	out, err := json.Marshal(members, json.Deterministic(true))
	if err != nil {
		return text
	}
	return string(out)
}
