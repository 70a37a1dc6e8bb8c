// Whether and how well a text matches a search: `rank` of `SearchItem.ts`, in SQL. Compared in small letters
// and literally: no character of the query is a wildcard.
import type * as SqlClient from "effect/sql/SqlClient"

/** Whether a column contains the query; `column` is a trusted name. */
export const containsText = (sql: SqlClient.SqlClient, column: string, q: string) =>
  sql`position(lower(${q}::text) in lower(${sql.literal(column)})) > 0`

/** Returns the rank of a match; 4 where there is none. */
export const rankOf = (sql: SqlClient.SqlClient, column: string, q: string) => {
  const name = sql.literal(`lower(${column})`)
  return sql`(case
    when ${name} = lower(${q}::text) then 0
    when starts_with(${name}, lower(${q}::text)) then 1
    when position(' ' || lower(${q}::text) in ${name}) > 0 then 2
    when position(lower(${q}::text) in ${name}) > 0 then 3
    else 4
  end)`
}
