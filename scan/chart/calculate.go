package chart

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"
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

// passed: functions that leave a text as it is hand on what it may be.
func passed(name string, args []value) value {
	switch name {
	case "trim", "toString", "quote", "squote", "print", "printf", "tpl", "trimAll", "required":
		var texts []string
		for _, a := range args {
			texts = append(texts, a.texts...)
		}
		return value{texts: texts}
	default:
		return value{}
	}
}

// calculate calls a function whose arguments are known.
func calculate(name string, args []value) value {
	switch len(args) {
	case 0:
		return value{}
	case 1:
		return calculateOne(name, fmt.Sprint(args[0].v))
	case 2:
		if v := calculateTwo(name, args[0].v, args[1].v); v.known {
			return v
		}
	}
	switch name {
	case "eq":
		return known(slices.ContainsFunc(args[1:], func(v value) bool { return v.v == args[0].v }))
	case "print":
		var b strings.Builder
		for _, a := range args {
			fmt.Fprint(&b, a.v)
		}
		return known(b.String())
	case "printf":
		return formatted(args)
	case "replace", "regexReplaceAll":
		if len(args) == 3 {
			return replaced(name, fmt.Sprint(args[0].v), fmt.Sprint(args[1].v), fmt.Sprint(args[2].v))
		}
	}
	return value{}
}

// replaced is how charts take "+" and what follows out of a version.
func replaced(name, a, b, c string) value {
	if len(a)+len(b)+len(c) > 1000 {
		return value{}
	}
	if name == "replace" {
		return known(strings.ReplaceAll(c, a, b))
	}
	pattern, err := regexp.Compile(a)
	if err != nil {
		return value{}
	}
	return known(pattern.ReplaceAllString(b, c))
}

func calculateOne(name, text string) value {
	switch name {
	case "int", "int64", "atoi":
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return known(n)
		}
	case "trim", "toString", "quote", "squote", "print", "printf":
		return known(strings.TrimSpace(text))
	case "empty":
		return known(text == "" || text == "0" || text == "false")
	case "semver":
		if v, err := semver.NewVersion(text); err == nil {
			return known(v)
		}
	}
	return value{}
}

func calculateTwo(name string, a, b any) value {
	switch name {
	case "semverCompare":
		constraint, err1 := semver.NewConstraint(fmt.Sprint(a))
		v, err2 := semver.NewVersion(fmt.Sprint(b))
		if err1 == nil && err2 == nil {
			return known(constraint.Check(v))
		}
	case "ne", "lt", "le", "gt", "ge":
		return compare(name, a, b)
	case "trimSuffix", "trimPrefix", "hasPrefix", "contains":
		return cut(name, fmt.Sprint(a), fmt.Sprint(b))
	}
	return value{}
}

// formatted is printf with %s alone.
func formatted(args []value) value {
	out := fmt.Sprint(args[0].v)
	if strings.Count(out, "%") != strings.Count(out, "%s") || strings.Count(out, "%s") != len(args)-1 || len(out) > 1000 {
		return value{}
	}
	for _, a := range args[1:] {
		s := fmt.Sprint(a.v)
		if len(s) > 1000 {
			return value{}
		}
		out = strings.Replace(out, "%s", strings.ReplaceAll(s, "%", ""), 1)
	}
	return known(out)
}

func cut(name, with, s string) value {
	switch name {
	case "trimSuffix":
		return known(strings.TrimSuffix(s, with))
	case "trimPrefix":
		return known(strings.TrimPrefix(s, with))
	case "hasPrefix":
		return known(strings.HasPrefix(s, with))
	default:
		return known(strings.Contains(s, with))
	}
}

func compare(name string, a, b any) value {
	var order int
	switch x := a.(type) {
	case int64:
		y, ok := b.(int64)
		if !ok {
			return value{}
		}
		order = cmp.Compare(x, y)
	case string:
		y, ok := b.(string)
		if !ok {
			return value{}
		}
		order = strings.Compare(x, y)
	default:
		return value{}
	}
	switch name {
	case "ne":
		return known(order != 0)
	case "lt":
		return known(order < 0)
	case "le":
		return known(order <= 0)
	case "gt":
		return known(order > 0)
	default:
		return known(order >= 0)
	}
}
