package chart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// junction evaluates and, or. One argument that decides is enough, also if others are unknown.
func junction(args []value, or bool) value {
	unknown := len(args) == 0
	for _, a := range args {
		yes, sure := a.truth()
		if sure && yes == or {
			return known(or)
		}
		unknown = unknown || !sure
	}
	if unknown {
		return value{missing: missing(args)}
	}
	return known(!or)
}

// choose evaluates ternary.
func choose(args []value) value {
	if len(args) != 3 {
		return value{}
	}
	if yes, sure := args[2].truth(); sure {
		if yes {
			return args[0]
		}
		return args[1]
	}
	return value{texts: union(args[0], args[1])}
}

// typeLines returns the lines for apiVersion and kind of a dict, as toYaml writes them. The other
// values of the dict are not known.
func typeLines(pairs []value) value {
	texts := []string{""}
	for i := 0; i+1 < len(pairs); i += 2 {
		if key := pairs[i].v; key != "apiVersion" && key != "kind" {
			continue
		}
		may, _ := pairs[i+1].candidates()
		var all []string
		for _, text := range texts {
			for _, v := range may {
				all = append(all, text+fmt.Sprintf("%s: %s\n", pairs[i].v, v))
			}
		}
		texts = all[:min(len(all), maxValues)]
	}
	return value{texts: slices.DeleteFunc(texts, func(text string) bool { return text == "" })}
}

// passed returns the possible results of functions that may return their argument unchanged.
func passed(name string, args []value) value {
	switch name {
	case "trim", "toString", "quote", "squote", "print", "printf", "tpl", "trimAll", "required", "toYaml", "toJson":
		return value{texts: slice.Flat(args, func(a value) []string { return a.texts })}
	default:
		return value{}
	}
}

// calculate calls a function with known arguments. It leaves out the quotes of quote and squote.
func (ev *evaluator) calculate(name string, args []value) value {
	if (name == "quote" || name == "squote") && len(args) == 1 {
		return known(strings.TrimSpace(fmt.Sprint(args[0].v)))
	}
	all := make([]any, len(args))
	for i := range args {
		all[i] = args[i].v
	}
	v, ok := ev.functions().Call(name, all...)
	return value{known: ok, v: v}
}
