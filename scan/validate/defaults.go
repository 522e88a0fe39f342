package validate

import (
	"encoding/json"

	"github.com/kubedelta/kubedelta/discovery"
)

// complete makes of a custom resource what the API server validates: fields that are missing or
// null get the default of their schema, and null that a schema does not allow and that has no
// default is dropped from maps. Items of lists stay null.
// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting.
func (x *check) complete(value any, s *discovery.Schema, depth int) {
	s, _ = x.resolve(s)
	if s == nil || depth > maxDepth {
		return
	}
	switch value := value.(type) {
	case map[string]any:
		for _, f := range s.Properties {
			if _, set := value[f.Name]; !set && f.Schema.Default != "" {
				value[f.Name] = defaultOf(f.Schema)
			}
		}
		for key, inner := range value {
			of := s.AdditionalProperties
			if f := s.Field(key); f != nil {
				of = f.Schema
			}
			if inner = filledWith(inner, of); inner == nil && !allowsNull(of) {
				delete(value, key)
				continue
			}
			value[key] = inner
			x.complete(inner, of, depth+1)
		}
	case []any:
		for i := range value {
			value[i] = filledWith(value[i], s.Items)
			x.complete(value[i], s.Items, depth+1)
		}
	}
}

// filled is the value, or the default in the place of null.
func filledWith(value any, s *discovery.Schema) any {
	if value == nil && !allowsNull(s) && s.Default != "" {
		return defaultOf(s)
	}
	return value
}

// allowsNull: of what no schema says anything, null is a value as others.
func allowsNull(s *discovery.Schema) bool { return s == nil || s.Nullable }

func defaultOf(s *discovery.Schema) (value any) {
	if json.Unmarshal([]byte(s.Default), &value) != nil {
		return nil
	}
	return value
}
