package history_test

import (
	"strings"
	"testing"

	built "github.com/kubedelta/kubedelta/cmd/catalog/history"
	"github.com/kubedelta/kubedelta/history"
)

// FuzzParseMentions checks that no table causes a panic, and that what is read is written again
// unchanged.
func FuzzParseMentions(f *testing.F) {
	f.Add("gate\tA\tv1.2.0\t3\talpha,on\t\t5\n")
	f.Add("flag\t--a\tv1\t3\t\tkubelet\n")
	f.Fuzz(func(t *testing.T, tsv string) {
		m, err := history.ParseMentions(tsv)
		if err != nil {
			return
		}
		again, err := history.ParseMentions(string(built.FormatMentions(m)))
		if err != nil || string(built.FormatMentions(again)) != string(built.FormatMentions(m)) {
			t.Errorf("read again it differs: %v", err)
		}
	})
}

// FuzzDecode checks that no table causes a panic in any function.
func FuzzDecode(f *testing.F) {
	f.Add(`{"first":"1.2","last":"1.3","kinds":[{"group":"","version":"v1","kind":"Pod","resource":"pods","schema":"a.v1.Pod","spans":[{"first":"1.2","last":"1.3"}]}]}`+"\n"+
		`{"name":"a.v1.Pod","spans":[{"first":"1.2","last":"1.3"}],"fields":[{"name":"spec","spans":[{"first":"1.2","last":"1.3"}],"type":"Pod","ref":"a.v1.Pod"}]}`+"\n", "pod.spec.spec")
	f.Fuzz(func(t *testing.T, data, word string) {
		table, err := history.Decode([]byte(data))
		if err != nil {
			return
		}
		tables := history.Tables{Table: table, Named: history.Mentions{}}
		for _, p := range table.Find(word) {
			if p.Field != nil {
				tables.Field(p)
			} else {
				tables.TypeOf(p)
			}
		}
		table.Near(strings.ToValidUTF8(word, ""))
		table.Below(word + ".")
		for i := range table.Kinds {
			tables.Of(&table.Kinds[i], table.First, table.Last)
		}
	})
}
