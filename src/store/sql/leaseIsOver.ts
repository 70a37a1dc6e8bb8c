// When a lease is over: the database's clock counts, and it can be set.

/**
 * SQL. A lease of more than two minutes was given by a clock that went back since: it would keep everybody
 * out until that time comes again.
 */
export const leaseIsOver = (column: string): string =>
  `(${column} < now() or ${column} > now() + interval '2 minutes')`
