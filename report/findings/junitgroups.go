package findings

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/report/junit"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// junitGroups groups test cases by file and object.
type junitGroups struct {
	files []*junitFile
	index map[string]*junitFile
}

type junitFile struct {
	name    string
	unread  []junit.Case
	objects []*junitObject
	index   map[string]*junitObject
}

func (g *junitGroups) file(name string) *junitFile {
	if g.index[name] == nil {
		g.index[name] = &junitFile{name: name, index: map[string]*junitObject{}}
		g.files = append(g.files, g.index[name])
	}
	return g.index[name]
}

func (g *junitGroups) object(f *finding.Finding) *junitObject {
	file, name := g.file(f.File), objectName(f)
	if file.index[name] == nil {
		file.index[name] = &junitObject{document: f.Document, name: name, line: f.Line}
		file.objects = append(file.objects, file.index[name])
	}
	return file.index[name]
}

func (g *junitGroups) suites() (list []junit.Suite) {
	order.Stably(g.files, func(a, b *junitFile) int { return strings.Compare(a.name, b.name) })
	for _, file := range g.files {
		suite := junit.Suite{Name: junit.Text(suiteName(file.name)), Cases: file.unread}
		order.Stably(file.objects, func(a, b *junitObject) int { return a.document - b.document })
		for _, object := range file.objects {
			suite.Cases = append(suite.Cases, object.testCase(file.name))
		}
		list = append(list, suite)
	}
	return list
}
