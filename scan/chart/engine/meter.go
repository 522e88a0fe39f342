package engine

import (
	"context"
	"reflect"
	"runtime/metrics"
	"strings"
	"sync/atomic"
)

// The limits. The largest known charts are far below them: 2 MB from 200 templates.
const (
	// maxTemplate limits the bytes of a template. Helm stores a packed chart in 1 MiB; Kyverno's
	// chart has templates of 1.4 MiB with CRDs.
	maxTemplate = 4 << 20
	// maxText limits the bytes of an argument or a result of a function.
	maxText = 8 << 20
	// maxOutput limits the bytes that one file renders.
	maxOutput = 16 << 20
	// maxDepth limits how deeply templates call each other; Helm limits each name to 1000.
	maxDepth = 1000
	// maxWork limits the work of rendering a chart: stepWork for each step of a template, and 1
	// for each byte that is built. Work is counted, not timed, so that slow and fast machines
	// render the same.
	maxWork  = 256 << 20
	stepWork = 64
	// maxHeap limits the growth of the heap, in case something that is built is not counted.
	maxHeap = 1 << 30
	// maxNodes limits how many values a function traverses.
	maxNodes = 1 << 20
)

// limitError is the error of a rendering that exceeds a limit.
type limitError struct{ what string }

func (e limitError) Error() string { return e.what }

// meter counts the work of a rendering.
type meter struct {
	interrupted atomic.Bool
	// work is what was counted so far; most is the limit.
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

// tick counts a step: each iteration of a loop and each call of a function. It panics with a
// limitError, which text/template returns, because not every function can return an error.
func (m *meter) tick() {
	m.charge(stepWork)
	if m.ticks++; m.ticks%256 == 0 && m.heap() > m.base+maxHeap {
		panic(limitError{"the template takes more than 1 GB of memory"})
	}
}

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

// allow panics if a value of that size must not be built.
func (m *meter) allow(size int) {
	if size < 0 || size > maxText {
		panic(limitError{"the template builds a value of more than 8 MB"})
	}
}

// product returns a*b, or more than maxText if that is larger, so that it cannot overflow.
func product(a, b int) int {
	if a > 0 && b > maxText/a {
		return maxText + 1
	}
	return a * b
}

// guard wraps a function so that its arguments are checked against the limits before it runs. With
// weighed, the arguments are traversed and counted. bound is nil, or a function with the same
// parameters that panics if the call would exceed a limit.
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

// built returns the approximate size of a result in memory; 0 if it is one of the arguments.
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

// shallow returns the approximate size of a shallow copy of a value.
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
		// These may be the arguments of a variadic function.
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

// weigh returns the size of the text of a value, and panics if that is above the limit. Values may
// share their parts: of 40 lists, each with the previous list twice, the value is small and the
// text has no practical end.
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

// writer collects a rendered text up to a limit.
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

func lines(text string) int { return strings.Count(text, "\n") + 1 }

// Weigh returns an error if a value would be too large with copies of its shared parts.
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
