package fact

import (
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"
	"testing"
)

func TestZZSample(t *testing.T) {
	d := everything(t)
	type e struct {
		rel string
		n   int
		txt string
		d, r, l, none bool
	}
	var all []e
	for _, rel := range finals(t) {
		if rel < "1.19" || rel > "1.36.9" { continue }
		notes := notesOf(t, rel)
		var ks []int
		for k := range notes { ks = append(ks, k) }
		sort.Ints(ks)
		for _, k := range ks {
			n := notes[k]
			if n.Withheld && !n.Mapped { continue }
			low := strings.ToLower(n.Text)
			kw := false
			for _, w := range []string{"deprecat", "remov", "drop", "no longer", "lock", "unconditional"} { kw = kw || strings.Contains(low, w) }
			if !kw { continue }
			f := d.Of(n.Text, nil)
			named := len(f.Gates)+len(f.Flags)+len(f.Metrics)+len(f.GroupVersions)+len(f.APIKinds)+len(f.Fields) > 0
			if !named { continue }
			all = append(all, e{strings.TrimSuffix(rel, ".0"), k, n.Text, f.Deprecates, f.Removes, f.Locked, !f.Deprecates && !f.Removes && !f.Locked})
		}
	}
	heldFile, _ := os.ReadFile("/tmp/names_held.txt")
	var dump strings.Builder
	for _, x := range all {
		if x.none || strings.Contains(string(heldFile), fmt.Sprintf("=== %s #%d\n", x.rel, x.n)) { continue }
		f := d.Of(x.txt, nil)
		txt := strings.Join(strings.Fields(x.txt), " ")
		if len(txt) > 900 { txt = txt[:900] + "…" }
		fmt.Fprintf(&dump, "%s #%d %s\n", x.rel, x.n, txt)
		if f.Deprecates { fmt.Fprintf(&dump, "   DEP %v\n", f.DeprecatedNames) }
		if f.Removes { fmt.Fprintf(&dump, "   REM %v\n", f.RemovedNames) }
		if f.Locked { fmt.Fprintf(&dump, "   LOCK %v\n", f.LockedNames) }
	}
	os.WriteFile("/tmp/dump.txt", []byte(dump.String()), 0o644)
	r := rand.New(rand.NewSource(20260))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var nd, nr, nl, nn int
	for _, x := range all { if x.d {nd++}; if x.r {nr++}; if x.l {nl++}; if x.none {nn++} }
	fmt.Println("pool", len(all), nd, nr, nl, nn)
	sets := [2][]e{}
	seen := map[string]bool{}
	take := func(set, want int, ok func(e) bool) {
		for _, x := range all {
			if want == 0 { return }
			key := fmt.Sprint(x.rel, x.n)
			if seen[key] || !ok(x) { continue }
			seen[key] = true
			sets[set] = append(sets[set], x)
			want--
		}
	}
	for s := range 2 {
		take(s, 12, func(x e) bool { return x.l })
		take(s, 20, func(x e) bool { return x.d })
		take(s, 22, func(x e) bool { return x.r })
		take(s, 6, func(x e) bool { return x.none })
	}
	for s, name := range []string{"tune", "held"} {
		var b strings.Builder
		for _, x := range sets[s] { fmt.Fprintf(&b, "=== %s #%d\n%s\n", x.rel, x.n, strings.TrimSpace(x.txt)) }
		os.WriteFile("/tmp/names_"+name+".txt", []byte(b.String()), 0o644)
	}
}
