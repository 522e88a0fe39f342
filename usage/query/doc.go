// Package query writes the queries of kubedelta usage for the engines that store audit logs, and
// reads their results.
//
// It owns the columns of the rows, a template for the queries of each engine, and the forms of results.
// It must not run queries, and must not check APIs: package usage/totals counts the rows like the
// events of a local log.
package query
