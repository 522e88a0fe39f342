package query

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/usage/event"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// Row is a row of a result.
type Row struct {
	// Part is the part of the answer: Calls, Requests, Clients, Hours or Records.
	Part string
	totals.Row
	// Checked and Unread are the outcome of a row of Records; if both are false, the records were
	// passed over.
	Checked, Unread bool
}

// Read reads the result of an engine, CSV with a header or JSON, and calls each for its rows. It
// returns why the result is incomplete, as sentences.
func (e Engine) Read(in io.Reader, each func(*Row)) (incomplete []string, err error) {
	r := &result{engine: e, each: each, seen: map[string]map[string]bool{}}
	buffered := bufio.NewReader(in)
	first, err := firstByte(buffered)
	switch {
	case errors.Is(err, io.EOF):
		return r.lacks, errors.New("the file is empty: a CSV result begins with a line of column names")
	case err != nil:
		return r.lacks, err
	case first == '{' || first == '[':
		err = r.json(buffered)
	default:
		err = r.csv(buffered)
	}
	r.columns()
	if e.Rows > 0 && r.most >= e.Rows {
		r.incomplete(fmt.Sprintf("the result has %d rows, the maximum that %s returns, so rows may be missing; query a shorter period", r.most, e.Title))
	}
	return r.lacks, err
}

// firstByte skips white space and the byte order mark, and returns the next byte without reading
// it.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		b, err := in.Peek(1)
		if err != nil {
			return 0, err
		}
		if strings.IndexByte(" \t\r\n\xEF\xBB\xBF", b[0]) < 0 {
			return b[0], nil
		}
		if _, err := in.Discard(1); err != nil {
			return 0, err
		}
	}
}

type object = map[string]any

type result struct {
	engine Engine
	each   func(*Row)
	// lacks lists why the result is incomplete, as sentences.
	lacks []string
	// most is the number of rows of the longest table of the result.
	most int
	// seen has the columns of the rows of each part.
	seen map[string]map[string]bool
}

func (r *result) incomplete(text string) {
	if !slices.Contains(r.lacks, text) {
		r.lacks = append(r.lacks, text)
	}
}

func (r *result) csv(in io.Reader) error {
	c := csv.NewReader(in)
	c.ReuseRecord = true
	header, err := c.Read()
	if err != nil {
		return fmt.Errorf("not valid CSV: %w", err)
	}
	names := slices.Clone(header)
	for n := 0; ; n++ {
		cells, err := c.Read()
		if errors.Is(err, io.EOF) {
			r.most = max(r.most, n)
			return nil
		}
		if err != nil {
			return fmt.Errorf("not valid CSV: %w", err)
		}
		if err := r.cells(names, cells); err != nil {
			return fmt.Errorf("row %d: %w", n+1, err)
		}
	}
}

func (r *result) json(in io.Reader) error {
	d := jsontext.NewDecoder(in, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		var v any
		if err := json.UnmarshalDecode(d, &v); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("not a JSON result: %w", unjson.Sentence(err))
		}
		if err := r.value(v); err != nil {
			return err
		}
	}
}

// value finds the rows in a value of JSON.
func (r *result) value(v any) error {
	switch v := v.(type) {
	case []any:
		if row, is := fieldsOf(v); is {
			return r.row(row)
		}
		r.most = max(r.most, len(v))
		for _, element := range v {
			if err := r.value(element); err != nil {
				return err
			}
		}
		return nil
	case object:
		return r.object(v)
	default:
		return fmt.Errorf("not a result of %s: expected a row, found %v", r.engine.Title, v)
	}
}

// object reads a row, or an envelope with rows.
func (r *result) object(o object) error {
	r.partial(o)
	if set, is := o["ResultSet"].(object); is {
		return r.athena(set)
	}
	if tables, is := o["tables"].([]any); is {
		return r.tables(tables)
	}
	if all, is := o["aggregations"].(object); is {
		return r.aggregations(all)
	}
	if metric, is := o["metric"].(object); is {
		return r.sample(o, metric)
	}
	for _, name := range []string{"results", "responses", "result", "data"} {
		if inner, found := o[name]; found {
			return r.value(inner)
		}
	}
	if o["resultType"] != nil || o["status"] != nil || o["error"] != nil {
		return nil
	}
	return r.row(texts(o))
}

// texts returns the members of an object as in CSV.
func texts(o object) map[string]string {
	row := map[string]string{}
	for name, value := range o {
		row[name] = text(value)
	}
	return row
}

// text returns a JSON value as in CSV.
func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		b, _ := json.Marshal(v) // it comes from JSON
		return string(b)
	default:
		return fmt.Sprint(v)
	}
}

// fieldsOf returns a row of CloudWatch: [{"field":"verb","value":"get"}, …].
func fieldsOf(list []any) (map[string]string, bool) {
	row := map[string]string{}
	for _, element := range list {
		o, is := element.(object)
		name, named := o["field"].(string)
		if !is || !named {
			return nil, false
		}
		row[name] = text(o["value"])
	}
	return row, len(list) > 0
}

// as returns a value of JSON as this type, or its zero value if it has another one.
func as[T any](v any) T {
	t, _ := v.(T)
	return t
}

// members returns a member of each object of a list, as in CSV.
func members(list any, name string) []string {
	return slice.Map(as[[]any](list), func(v any) string { return text(as[object](v)[name]) })
}

// athena reads the response of GetQueryResults. Its first row has the names.
func (r *result) athena(set object) error {
	table := slice.Map(as[[]any](set["Rows"]), func(row any) []string { return members(as[object](row)["Data"], "VarCharValue") })
	if len(table) == 0 {
		return nil
	}
	return r.table(table[0], table[1:])
}

func (r *result) tables(tables []any) error {
	for _, one := range tables {
		o := as[object](one)
		rows := slice.Map(as[[]any](o["rows"]), func(row any) []string { return slice.Map(as[[]any](row), text) })
		if err := r.table(members(o["columns"], "name"), rows); err != nil {
			return err
		}
	}
	return nil
}

func (r *result) table(names []string, rows [][]string) error {
	r.most = max(r.most, len(rows))
	for i, cells := range rows {
		if err := r.cells(names, cells); err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return nil
}

func (r *result) cells(names, cells []string) error {
	if len(names) != len(cells) {
		return fmt.Errorf("it has %d values for %d columns", len(cells), len(names))
	}
	row := map[string]string{}
	for i, name := range names {
		row[name] = cells[i]
	}
	return r.row(row)
}

// aggregations reads the aggregations of a response of Elasticsearch.
func (r *result) aggregations(all object) error {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		buckets := as[[]any](as[object](all[name])["buckets"])
		r.most = max(r.most, len(buckets))
		for _, bucket := range buckets {
			b := as[object](bucket)
			row := texts(as[object](b["key"]))
			row[colPart], row[colEvents] = name, text(b["doc_count"])
			for _, column := range []string{colFirst, colLast} {
				if one, is := b[column].(object); is {
					row[column] = text(one["value"])
				}
			}
			if err := r.row(row); err != nil {
				return err
			}
		}
	}
	return nil
}

// sample reads a row of Loki, with one number.
func (r *result) sample(o, metric object) error {
	value := as[[]any](o["value"])
	if len(value) != 2 {
		return errors.New("not the result of an instant query: run the query at one time, not over a range")
	}
	row := texts(metric)
	switch row[lokiPrefix+"measure"] {
	case measureFirst:
		row[colFirst], row[colEvents] = text(value[1]), "0"
	case measureLast:
		row[colLast], row[colEvents] = text(value[1]), "0"
	default:
		row[colEvents] = text(value[1])
	}
	return r.row(row)
}

// row converts a row and calls each. The names of columns can be in lower case, or paths of members
// of an event.
func (r *result) row(named map[string]string) error {
	cells := map[string]string{}
	for name, value := range named {
		cells[columnOf(name)] = value
	}
	row := &Row{Part: cells[colPart]}
	if row.Part == "" {
		for _, part := range []string{Calls, Requests, Clients, Hours} {
			if n, found := cells[part]; found {
				row.Part, cells[colEvents] = part, n
			}
		}
	}
	if !slices.Contains([]string{Calls, Requests, Clients, Hours, Records}, row.Part) {
		return fmt.Errorf("it is not the result of a query from kubedelta usage query: the column %q is missing, or its value is unknown", colPart)
	}
	r.see(row.Part, cells)
	n, err := strconv.ParseFloat(cells[colEvents], 64)
	if err != nil || n < 0 || n != math.Trunc(n) || n > 1<<53 {
		return fmt.Errorf("the number of events is %q", cells[colEvents])
	}
	row.Row = totals.Row{
		Group: cells[colGroup], Version: cells[colVersion], Resource: cells[colResource], Subresource: cells[colSubresource], Namespace: cells[colNamespace],
		Path: cells[colPath], Verb: cells[colVerb], Level: cells[colLevel], Stage: cells[colStage], User: cells[colUser], Impersonated: cells[colImpersonated],
		Agent: cells[colAgent], Hour: clock(cells[colHour]), Sources: listOf(cells[colSources]), Groups: listOf(cells[colGroups]),
		Refused: event.Refused(cells[colCode]), Events: int(n), First: clock(cells[colFirst]), Last: clock(cells[colLast]),
	}
	row.Checked, row.Unread = cells[colOutcome] == checked, cells[colOutcome] == unread
	r.each(row)
	return nil
}

// columnOf returns the column of an engine's name of it.
func columnOf(name string) string {
	name = strings.TrimPrefix(name, lokiPrefix)
	for column, field := range insightsFields() {
		if name == field {
			return column
		}
	}
	for _, column := range columns() {
		if strings.EqualFold(name, column) {
			return column
		}
	}
	return name
}

// listOf parses a list: a JSON array, or texts with the separator between them.
func listOf(text string) (list []string) {
	if text == "" {
		return nil
	}
	if strings.HasPrefix(text, "[") && json.Unmarshal([]byte(text), &list) == nil {
		return list
	}
	return strings.Split(text, separator)
}

// clock converts an engine's form of a time to that of audit events: seconds or milliseconds since
// 1970, or a date and a time with a space between.
func clock(text string) string {
	text = strings.TrimSpace(text)
	const millis = 1e11 // seconds are smaller until the year 5138
	if n, err := strconv.ParseFloat(text, 64); err == nil && n > 0 && n < 1e15 {
		if n >= millis {
			n /= 1000
		}
		return time.Unix(int64(n), 0).UTC().Format(time.RFC3339)
	}
	text = strings.TrimSuffix(strings.TrimSuffix(text, " UTC"), "Z")
	for _, form := range []string{"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02T15", "2006-01-02 15"} {
		if t, err := time.Parse(form, text); err == nil {
			return t.UTC().Format("2006-01-02T15:04:05.000000Z")
		}
	}
	return text
}
