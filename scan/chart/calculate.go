package chart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// junction: and, or. One that decides is enough.
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
	a, _ := args[0].candidates()
	b, _ := args[1].candidates()
	return value{texts: append(slices.Clone(a), b...)}
}

// typeLines are the apiVersion and kind of a dict whose other values are not known, as toYaml
// writes them.
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

// passed: functions that leave a text as it is hand on what it may be.
func passed(name string, args []value) value {
	switch name {
	case "trim", "toString", "quote", "squote", "print", "printf", "tpl", "trimAll", "required", "toYaml", "toJson":
		return value{texts: slice.Flat(args, func(a value) []string { return a.texts })}
	default:
		return value{}
	}
}

// calculate calls a function whose arguments are known. What quotes writes is read without
// them.
func (ev *evaluator) calculate(name string, args []value) value {
	if (name == "quote" || name == "squote") && len(args) == 1 {
		return known(strings.TrimSpace(fmt.Sprint(args[0].v)))
	}
	all := make([]any, len(args))
	for i := range args {
		all[i] = args[i].v
	}
	return ev.result(ev.calculator().Call(name, all...))
}

func (*evaluator) result(v any, ok bool) value { return value{known: ok, v: v} }

// calculator is made when a template first needs it.
func (x *Texts) calculator() *engine.Calculator {
	if x.functions == nil {
		x.functions = engine.NewCalculator()
	}
	return x.functions
}
