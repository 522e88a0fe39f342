package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report"
)

type matrixOptions struct {
	output   outputOptions
	from, to string
}

func newMatrix(streams Streams) *cobra.Command {
	o := &matrixOptions{}
	cmd := &cobra.Command{
		Use:   "matrix [RESOURCE...]",
		Short: "Show which release serves which version of a resource",
		Long: `Show which Kubernetes release serves which version of a resource, from the
built-in catalog. The table has a row for each version and a column for each
release, and marks APIs that are off by default or deprecated.

RESOURCE is a resource, kind or short name, with or without its group or version
(ingresses, Ingress, ing, networking.k8s.io/Ingress, deployments.apps, v1/pods),
or a group or group-version (policy/v1beta1).`,
		Example: `  kubedelta matrix ingresses
  kubedelta matrix horizontalpodautoscalers --from 1.22
  kubedelta matrix -o csv > matrix.csv`,
		RunE: func(_ *cobra.Command, args []string) error { return runMatrix(o, args, streams) },
	}
	cmd.Flags().StringVar(&o.from, "from", "", "the first `release` (default: the oldest in the catalog)")
	cmd.Flags().StringVar(&o.to, "to", "", "the last `release` (default: the newest in the catalog)")
	o.output.bind(cmd.Flags(), (&report.LifeMatrix{}).Writers().Names()...)
	return cmd
}

func runMatrix(o *matrixOptions, names []string, streams Streams) error {
	if err := o.output.check(streams.Out); err != nil {
		return err
	}
	cat := catalog.New()
	releases, err := o.releases(cat)
	if err != nil {
		return err
	}
	lives, err := cat.Lives()
	if err != nil {
		return err
	}
	if lives, err = selectLives(lives, names); err != nil {
		return err
	}
	return o.output.writeReport(streams, report.BuildLifeMatrix(lives, releases).Writers(), nil)
}

// releases are the columns, from --from to --to.
func (o *matrixOptions) releases(cat *catalog.Catalog) ([]discovery.Release, error) {
	all := cat.Releases()
	first, last := all[0], all[len(all)-1]
	for _, f := range []struct {
		flag, value string
		to          *discovery.Release
	}{{"--from", o.from, &first}, {"--to", o.to, &last}} {
		if f.value == "" {
			continue
		}
		if err := checkZero(f.flag+" ", f.value); err != nil {
			return nil, err
		}
		r, err := discovery.ParseRelease(released(f.value))
		if err != nil {
			return nil, usagef("%s: %w", f.flag, err)
		}
		if !slices.Contains(all, r) {
			return nil, &catalog.MissingError{Release: r, Has: all}
		}
		*f.to = r
	}
	if last.Compare(first) < 0 {
		return nil, usagef("--from %s is after --to %s", first, last)
	}
	return slices.DeleteFunc(all, func(r discovery.Release) bool { return r.Compare(first) < 0 || r.Compare(last) > 0 }), nil
}

// selectLives picks what the names mean; a name that means nothing is an error
// that tells what is near.
func selectLives(lives []discovery.Life, names []string) ([]discovery.Life, error) {
	if len(names) == 0 {
		return lives, nil
	}
	keep := map[int]bool{}
	for _, name := range names {
		found := false
		for i := range lives {
			if means(name, &lives[i]) {
				keep[i], found = true, true
			}
		}
		if !found {
			return nil, usagef("no release of Kubernetes has a resource %q%s", name, didYouMean(name, resourceNames(lives)))
		}
	}
	var out []discovery.Life
	for i := range lives {
		if keep[i] {
			out = append(out, lives[i])
		}
	}
	return out, nil
}

// means tells whether a word means a life: by the names of its kind, as kubectl takes
// them, or all of its group-version or group.
func means(word string, l *discovery.Life) bool {
	if l.Matches(word) || word == l.GroupVersion.String() || word == l.Group && word != "" || word == "core" && l.Group == "" {
		return true
	}
	return kind.Parse(word).Means(l.GroupVersion, &discovery.Resource{Name: l.Resource, Kind: l.Kind, Singular: strings.ToLower(l.Kind)})
}

func resourceNames(lives []discovery.Life) (names []string) {
	for i := range lives {
		names = append(names, lives[i].Resource, lives[i].Kind)
	}
	return slice.Unique(names)
}

// didYouMean is the tail of an error: the nearest of what there is.
func didYouMean(word string, among []string) string {
	if near := nearest.Word(word, among); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// notOneOf is the error of a value that is none of a few: it names the nearest of them, or
// else all.
func notOneOf[S ~string](problem, value string, among []S) error {
	names := slice.Map(among, func(s S) string { return string(s) })
	if near := didYouMean(value, names); near != "" {
		return usagef("%s%s", problem, near)
	}
	return usagef("%s; use one of %s", problem, strings.Join(names, ", "))
}
