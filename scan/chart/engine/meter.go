package engine

import (
	"context"
	"reflect"
	"runtime/metrics"
	"strings"
	"sync/atomic"
)

// The limits. Real charts stay far below all of them: the largest known charts
// render 2 MB from 200 templates.
const (
	// maxTemplate bounds a template. Helm stores a chart packed, in 1 MiB; the definitions
	// of Kyverno are templates of 1.4 MiB.
	maxTemplate = 4 << 20
	// maxText bounds a value that a function takes or gives.
	maxText = 8 << 20
	// maxOutput bounds what one file renders.
	maxOutput = 16 << 20
	// maxDepth bounds how deeply templates call each other; Helm bounds each name
	// to 1000.
	maxDepth = 1000
	// maxWork bounds what rendering a chart may do and build: a step of a template
	// counts stepWork, and what is built counts its bytes. It is counted, so that a
	// slow machine renders what a fast one does.
	maxWork  = 256 << 20
	stepWork = 64
	// maxHeap bounds what rendering may add to the memory in use, should anything be
	// built that is not counted.
	maxHeap = 1 << 30
	// maxNodes bounds how many values a function looks through.
	maxNodes = 1 << 20
)

// limitError ends a rendering that takes too much.
type limitError struct{ what string }

func (e limitError) Error() string { return e.what }

// meter watches what a rendering takes.
type meter struct {
	interrupted atomic.Bool
	// work is what was done; most is what may be.
	work, most int
	ticks      uint
	base       uint64
	sample     []metrics.Sample
}

func newMeter(ctx context.Context, most int) (m *meter, stop func() bool) {
	m = &meter{most: most, sample: []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}}
	m.base = m.heap()
	return m, context.AfterFunc(ctx, func() { m.interrupted.Store(true) })
}

func (m *meter) heap() uint64 {
	metrics.Read(m.sample)
	return m.sample[0].Value.Uint64()
}

// tick is called in every loop and by every function. It panics with a limitError
// that text/template hands on, because not every function can return an error.
func (m *meter) tick() {
	m.charge(stepWork)
	if m.ticks++; m.ticks%256 == 0 && m.heap() > m.base+maxHeap {
		panic(limitError{"the template takes more than 1 GB of memory"})
	}
}

// charge counts work.
func (m *meter) charge(work int) {
	if m.interrupted.Load() {
		panic(errInterrupted)
	}
	if m.work += work; m.work > m.most {
		panic(errWork)
	}
}

var (
	errWork        = limitError{"the templates of the chart exceed the limit of work"}
	errInterrupted = limitError{"rendering was interrupted"}
)

// allow refuses what would be too large before it is built.
func (m *meter) allow(size int) {
	if size < 0 || size > maxText {
		panic(limitError{"the template builds a value of more than 8 MB"})
	}
}

// product is a*b, capped, so that no multiplication overflows.
func product(a, b int) int {
	if a > 0 && b > maxText/a {
		return maxText + 1
	}
	return a * b
}

// guard holds a function's arguments against the limits before it runs. Values are
// weighed where the function may go through them; bound is nil, or takes the same
// arguments and panics where the function would do or build too much.
func (r *renderer) guard(f any, weighed bool, bound any) any {
	v, before := reflect.ValueOf(f), reflect.ValueOf(bound)
	call, check := v.Call, before.Call
	if v.Type().IsVariadic() {
		call, check = v.CallSlice, before.CallSlice
	}
	return reflect.MakeFunc(v.Type(), func(args []reflect.Value) []reflect.Value {
		r.meter.tick()
		size := 0
		for _, a := range args {
			if size += shallow(a); size > maxText {
				r.meter.allow(size)
			}
			if weighed && a.Kind() != reflect.String {
				r.meter.weighValue(a)
			}
		}
		r.meter.charge(size / 4)
		if before.IsValid() {
			check(args)
		}
		results := call(args)
		r.meter.charge(built(results[0], args))
		return results
	}).Interface()
}

// built is about what a result takes in memory. What a function was given and hands
// on takes nothing more.
func built(result reflect.Value, args []reflect.Value) int {
	for result.Kind() == reflect.Interface {
		result = result.Elem()
	}
	switch result.Kind() {
	case reflect.String:
		return result.Len()
	case reflect.Map, reflect.Slice:
		for _, a := range args {
			for a.Kind() == reflect.Interface {
				a = a.Elem()
			}
			if a.Kind() == result.Kind() && a.UnsafePointer() == result.UnsafePointer() {
				return 0
			}
		}
		if result.Kind() == reflect.Map {
			return 64 + 64*result.Len()
		}
		return int(result.Type().Elem().Size()) * result.Len()
	default:
		return 0
	}
}

// shallow is about what copying a value takes, its parts not followed.
func shallow(v reflect.Value) int {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Map:
		return 16 * v.Len()
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return v.Len()
		}
		size := 16 * v.Len()
		// The arguments of a variadic function: each is one of its own.
		for i := 0; i < v.Len() && size <= maxText && v.Type().Elem().Kind() == reflect.Interface; i++ {
			if e := v.Index(i).Elem(); e.Kind() == reflect.String {
				size += e.Len()
			}
		}
		return size
	default:
		return 0
	}
}

// weigh bounds the text that a value makes when it is written out, and gives its
// size. Values may share their parts: forty lists, each of them twice the one
// before, are a small value and an endless text.
func (m *meter) weigh(v any) int { return m.weighValue(reflect.ValueOf(v)) }

func (m *meter) weighValue(v reflect.Value) int {
	s := scale{meter: m}
	s.add(v, 0)
	return s.size
}

type scale struct {
	meter       *meter
	size, nodes int
}

func (s *scale) add(v reflect.Value, depth int) {
	s.nodes++
	s.size += 8 + 2*depth // written with indentation
	if s.nodes%1024 == 0 {
		s.meter.charge(1024 * stepWork / 2)
	}
	if s.nodes > maxNodes || depth > maxDepth {
		panic(limitError{"the template writes out a value that is too deep or too large"})
	}
	s.meter.allow(s.size)
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String:
		s.size += v.Len()
		s.meter.allow(s.size)
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			s.add(it.Key(), depth+1)
			s.add(it.Value(), depth+1)
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			s.size += v.Len()
			s.meter.allow(s.size)
			return
		}
		for i := range v.Len() {
			s.add(v.Index(i), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			s.add(v.Field(i), depth+1)
		}
	default:
		// Of bounded size.
	}
}

// writer gathers a rendered text up to a limit.
type writer struct {
	meter *meter
	limit int
	data  []byte
}

func (w *writer) Write(p []byte) (int, error) {
	if w.meter.interrupted.Load() {
		return 0, errInterrupted
	}
	if len(w.data)+len(p) > w.limit {
		return 0, limitError{"the template writes more than 16 MB"}
	}
	if w.meter.work += len(p); w.meter.work > w.meter.most {
		return 0, errWork
	}
	w.data = append(w.data, p...)
	return len(p), nil
}

// lines is how many lines a text has.
func lines(text string) int { return strings.Count(text, "\n") + 1 }

// Weigh refuses a value that would be too large if its shared parts were copied.
func Weigh(v any) (err error) {
	m, stop := newMeter(context.Background(), maxWork)
	defer stop()
	defer func() {
		if limit, ok := recover().(limitError); ok {
			err = limit
		}
	}()
	m.weigh(v)
	return nil
}
