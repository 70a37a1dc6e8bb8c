// Editions of a project: every change of a rule or feature counts its rule set up, every change of who and what
// is in it its roster, in the transaction of the change. The engine judges with the editions it read, so a
// change without a count would go unseen. The count comes first in such a transaction, after the lock of a
// device where one is taken: so the changes of one project wait for each other, in order.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { uuids } from "../../sql/arrays.ts"

/** Counts the rule set up; the new edition. */
export const bumpRuleSet = Effect.fnUntraced(function* (pg: PgClient.PgClient, projectId: string) {
  const [row] = yield* pg<{
    version: number
  }>`
    update projects set rule_set_version = rule_set_version + 1
    where id = ${projectId}
    returning rule_set_version::float8 as version`
  return row?.version ?? 0
})

/** Counts the rosters of projects up, in one order for everybody. */
export const bumpRosters = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectIds: ReadonlyArray<string>
) {
  yield* pg`
    update projects set roster_version = roster_version + 1
    where id in (select id from projects where id = any(${uuids(projectIds)}) order by id for no key update)`
})

/** The projects a device was ever assigned to. */
export const projectsOfDevice = Effect.fnUntraced(function* (pg: PgClient.PgClient, deviceId: string) {
  const rows = yield* pg<{ id: string }>`
    select project_id as id
    from project_assignments
    where device_id = ${deviceId}
    union
    select project_id
    from entity_assignments
    where device_id = ${deviceId}`
  return rows.map((row) => row.id)
})
