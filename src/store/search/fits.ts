// Whether a text holds what was looked for, and how well: `rank` of `SearchItem.ts`, in SQL. Compared in small
// letters, as text: no letter of a question means anything but itself.
import type * as SqlClient from "effect/sql/SqlClient"

/** `column` is a name of ours, never of a request. */
export const holds = (sql: SqlClient.SqlClient, column: string, q: string) =>
  sql`position(lower(${q}::text) in lower(${sql.literal(column)})) > 0`

/** How well a name fits; 4 where it does not. */
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
