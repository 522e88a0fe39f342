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

// golden compares a page with its file, or writes the file with -update.
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
		t.Errorf("%s is out of date; read the difference and run with -update\n%s", path, diff)
	}
}

// tamperingPage returns the table with its outcomes, for docs.
func tamperingPage(rows []tamper.Row, commands []string, outcomes [][]tamperedTo) string {
	harmful := harmful(rows)
	var b strings.Builder
	fmt.Fprintf(&b, `# What kubedelta reports for wrong responses of an API server

A proxy in front of an API server changes one response. Without the proxy, the cluster is ready for the next release. Each row of the table is one such
change, with what `+"`preflight`, `diff` and `snapshot`"+` report. Of the %d rows, %d hide data. For these, `+"`preflight`"+` never reports ready, `+"`diff`"+` never reports no change,
`+"`snapshot`"+` is never complete, and no command reports a removal; exceptions have a reason in parentheses. The other %d rows are harmless: the result does not change.

The rows are data in `+"`fixtures/tamper`"+`. `+"`go test ./cmd/internal/cli -run '^TestTampering$'`"+` runs them, and `+"`-update`"+` writes this page. Without `+"`KUBEDELTA_THOROUGH=1`"+`, only a part of the rows runs.

- **unknown**, **unread**: the exit code is 4, and the report lists what could not be read.
- **error**: the exit code is 1, because nothing could be read from the server.
- **not ready**: the exit code is 3, because there is a blocker.
- **–**: the command does not send this request.

| response | what the proxy does | %s |
| --- | --- | %s |
`, len(rows), harmful, len(rows)-harmful, strings.Join(commands, " | "), strings.TrimSuffix(strings.Repeat("--- | ", len(commands)), " | "))
	for i := range rows {
		b.WriteString(tamperingRow(&rows[i], outcomes[i]))
	}
	return b.String()
}

// harmful returns the number of rows that are not harmless.
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
