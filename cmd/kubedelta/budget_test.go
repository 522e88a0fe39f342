package main_test

import (
	"bytes"
	"context"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// TestBudget compares the released binary with budget.txt.
func TestBudget(t *testing.T) {
	needs.Packages(t)
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("the numbers are recorded for linux/amd64")
	}
	text, err := os.ReadFile("budget.txt")
	if err != nil {
		t.Fatal(err)
	}
	budgets, err := parseBudgets(string(text))
	if err != nil {
		t.Fatal(err)
	}
	binary := build(t, "../..", nil)
	measured := map[string]int{
		"binary-linux-amd64": size(t, binary),
		"start-allocations":  initAllocations(t, binary),
		"help-allocations":   helpAllocations(t),
		"start-kilobytes":    startWork(t, binary),
	}
	for _, name := range slices.Sorted(maps.Keys(measured)) {
		is := measured[name]
		t.Logf("%-20s %d", name, is)
		b, ok := budgets[name]
		if !ok {
			t.Errorf("budget.txt has no line for %s, which is %d", name, is)
			continue
		}
		for _, complaint := range b.check(is) {
			t.Error(complaint)
		}
	}
	for name := range budgets {
		if _, ok := measured[name]; !ok {
			t.Errorf("budget.txt has a line for %s, which nothing measures", name)
		}
	}
}

func size(t *testing.T, binary string) int {
	t.Helper()
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Size())
}

// initLine matches a line of the runtime's trace: init pkg @1 ms, 0.1 ms clock, 5 bytes, 1 allocs.
var initLine = regexp.MustCompile(`(?m)^init \S+ @.* (\d+) allocs$`)

// initAllocations returns the number of objects that packages allocate before main begins. Unlike
// times, it is the same on every machine within a thousandth.
func initAllocations(t *testing.T, binary string) (total int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "--help")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	lines := initLine.FindAllStringSubmatch(trace.String(), -1)
	if len(lines) < 20 {
		t.Fatalf("the runtime's trace tells of %d packages only:\n%s", len(lines), trace.String())
	}
	for _, m := range lines {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		total += n
	}
	return total
}

// helpAllocations returns the number of objects that the commands and flags allocate.
func helpAllocations(t *testing.T) int {
	t.Helper()
	return int(testing.AllocsPerRun(20, func() {
		streams := cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
		if code := cli.Main(context.Background(), []string{"kubedelta", "--help"}, streams); code != 0 {
			t.Errorf("--help exits with %d", code)
		}
	}))
}

// startWork returns the CPU time of --help, in kilobytes that a program reads byte by byte in the
// same time on the same machine. It is the lowest of many runs, because other load only adds time.
func startWork(t *testing.T, binary string) int {
	t.Helper()
	least := time.Hour
	for range 60 {
		cmd := exec.CommandContext(t.Context(), binary, "--help")
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		least = min(least, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	}
	return int(least * 1024 / growth.Megabyte())
}
