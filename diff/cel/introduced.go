package cel

import (
	"slices"
	"strings"
	"sync"
)

// libraries has the functions and macros that API servers do not accept in all releases with CEL
// rules, by the first minor that accepts them in new expressions. That is the one after the release
// that introduces the library (k8s.io/apiserver/pkg/cel/environment: baseOpts and
// DefaultCompatibilityVersion of 1.28 to 1.37; ExtensionLibs in pkg/cel/library of 1.25 to 1.27).
// first, last and unwrap came with cel-go 0.23.2, which 1.33 is the first to use. A name with a dot at
// its start is that of a method.
//
//nolint:gochecknoglobals // read once
var libraries = sync.OnceValue(func() map[string]int {
	all := map[string]int{}
	for minor, names := range map[int]string{
		29: "quantity isQuantity optional.of optional.none optional.ofNonZeroValue .orValue .hasValue .optMap .optFlatMap",
		30: "sets.contains sets.equivalent sets.intersects strings.quote .format",
		31: "ip isIP ip.isCanonical cidr isCIDR",
		32: ".fieldSelector .labelSelector format.named format.dns1123Label format.dns1123Subdomain format.dns1035Label format.qualifiedName format.dns1123LabelPrefix " +
			"format.dns1123SubdomainPrefix format.dns1035LabelPrefix format.labelValue format.uri format.uuid format.byte format.date format.datetime",
		33: ".transformList .transformMap .transformMapEntry .first .last optional.unwrap .unwrapOpt",
		34: "semver isSemver",
		35: "lists.range .distinct .flatten .reverse .slice .sort .sortBy",
		38: ".includes",
	} {
		for _, name := range strings.Fields(names) {
			all[name] = minor
		}
	}
	return all
})

// Introduced returns what an expression uses that API servers accept latest in new expressions, such
// as "quantity()", with the first minor of them that does; "" if all of them accept it.
func (e *Expr) Introduced() (what string, minor int) { return e.introduced(nil) }

// introduced is Introduced inside comprehensions that bind variables.
func (e *Expr) introduced(bound []string) (what string, minor int) {
	if variable, binds := e.Binds(); binds {
		bound = append(slices.Clip(bound), variable)
	}
	switch name := e.function(bound); {
	case e.Kind == Call && strings.Contains(e.Text, "?") && e.Text != "?:":
		what, minor = "optional fields and entries (?)", libraries()["optional.of"]
	case e.Kind == Method && len(e.Args) == 4 && slices.Contains([]string{"all", "exists", "existsOne", "exists_one"}, e.Text):
		what, minor = e.Text+"() with two variables", libraries()[".transformList"]
	case name != "" && libraries()[name] > 0:
		what, minor = strings.TrimPrefix(name, ".")+"()", libraries()[name]
	}
	for _, a := range e.Args {
		if other, later := a.introduced(bound); later > minor {
			what, minor = other, later
		}
	}
	return what, minor
}

// function is the name of the called function: "ip", "sets.contains", ".format".
func (e *Expr) function(bound []string) string {
	switch {
	case e.Kind == Call:
		return e.Text
	case e.Kind != Method:
		return ""
	case e.Args[0].Kind == Ident && !slices.Contains(bound, e.Args[0].Text) && libraries()[e.Args[0].Text+"."+e.Text] > 0:
		return e.Args[0].Text + "." + e.Text
	default:
		return "." + e.Text
	}
}
