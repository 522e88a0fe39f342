// Package query writes the questions of kubedelta usage in the languages of the engines
// where audit logs lie, and reads what these return.
//
// It owns one description of the rows that are asked for, one small writer for each
// engine, and the forms in which results come. It must not run queries, and must not check
// what an API is: the rows go to package usage/totals, as the events of a local log do.
package query
