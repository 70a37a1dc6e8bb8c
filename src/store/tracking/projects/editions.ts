// Editions of a project: every change of a rule or feature raises the edition of its rule set, every change of
// its subjects and members that of its roster, in the transaction of the change. The engine evaluates with the
// editions it read, so it would miss a change without a new edition. The edition is raised first in such a
// transaction, after the lock of a device where one is taken: so changes of one project wait for each other, in
// order.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { uuids } from "../../sql/arrays.ts"

/** Raises the edition of the rule set and returns it. */
export const bumpRuleSet = Effect.fnUntraced(function* (pg: PgClient.PgClient, projectId: string) {
  const [row] = yield* pg<{
    version: number
  }>`
    update projects set rule_set_version = rule_set_version + 1
    where id = ${projectId}
    returning rule_set_version::float8 as version`
  return row?.version ?? 0
})

/** Raises the rosters' editions of projects, in one order for all transactions. */
export const bumpRosters = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectIds: ReadonlyArray<string>
) {
  yield* pg`
    update projects set roster_version = roster_version + 1
    where id in (select id from projects where id = any(${uuids(projectIds)}) order by id for no key update)`
})

/** Returns the projects that a device was ever assigned to. */
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
