package cli_test

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/tamper"
)

// golden holds a page against its file, or writes it with -update.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *updateScripts {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is another; read the difference and run with -update\n%s", path, diff)
	}
}

// tamperingPage is the table with its outcomes, for docs.
func tamperingPage(rows []tamper.Row, commands []string, outcomes [][]tamperedTo) string {
	harmful := harmful(rows)
	var b strings.Builder
	fmt.Fprintf(&b, `# What kubedelta makes of answers that are wrong

A proxy stands in front of an API server that is ready for the next release, and changes one of its answers. Each row is one such change, and what
`+"`preflight`, `diff` and `snapshot`"+` make of it. Of %d rows %d hide something: for these no cluster is ready, no comparison is without change, no
snapshot is whole but where the row says why, and no removal is reported. %d rows are harmless, and change nothing.

`+"`go test ./cmd/internal/cli -run '^TestTampering$'`"+` runs the table, which is data in `+"`fixtures/tamper`"+`, and `+"`-update`"+` writes this page; both do a share of the rows without `+"`KUBEDELTA_THOROUGH=1`"+`.

- **unknown**, **unread**: the exit code is 4, and the report says what could not be read.
- **error**: the exit code is 1, because nothing of the server could be read.
- **not ready**: the exit code is 3, because what was found stands in the way.
- **–**: the command does not ask for it.

| answer | what is done to it | %s |
| --- | --- | %s |
`, len(rows), harmful, len(rows)-harmful, strings.Join(commands, " | "), strings.TrimSuffix(strings.Repeat("--- | ", len(commands)), " | "))
	for i := range rows {
		b.WriteString(tamperingRow(&rows[i], outcomes[i]))
	}
	return b.String()
}

// harmful counts the rows that are not harmless.
func harmful(rows []tamper.Row) (n int) {
	for i := range rows {
		if rows[i].Harmless == "" {
			n++
		}
	}
	return n
}

func tamperingRow(r *tamper.Row, outcomes []tamperedTo) string {
	var b strings.Builder
	does := r.Does
	if why := r.Harmless + r.Told; why != "" {
		does += " (" + why + ")"
	}
	fmt.Fprintf(&b, "| %s | %s |", r.Request, does)
	for _, o := range outcomes {
		fmt.Fprintf(&b, " %s |", cmp.Or(o.word, "–"))
	}
	b.WriteByte('\n')
	return b.String()
}
