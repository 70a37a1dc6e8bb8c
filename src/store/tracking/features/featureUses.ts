// What prevents the removal of a feature: the enabled rules that name it, and their events.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { uuids } from "../../sql/arrays.ts"
import { StateConflict } from "../../sql/refusals.ts"

/** MAX_RULES is how many rules are named. */
const MAX_RULES = 20
/** MAX_EVENTS is up to how many events are counted. */
const MAX_EVENTS = 10_000

/** Refuses where an enabled rule names the feature; called under the lock of the project's rule set. */
export const checkUnused = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  id: string
) {
  const rules = yield* pg<{ readonly id: string; readonly name: string }>`
    select r.id, r.name
    from rules r
      join rule_versions v on v.rule_id = r.id and v.version = r.current_version
    where r.project_id = ${projectId} and r.enabled and r.archived_at is null
      and jsonb_path_exists(
        v.document, '$.**.feature_ids[*] ? (@ == $id)', jsonb_build_object('id', ${id}::text)
      )
    order by r.name, r.id`
  const [first] = rules
  if (first === undefined) return
  const [events] = yield* pg<{ readonly n: number }>`
    select count(*)::int as n
    from (
      select
      from events e
      where e.rule_id = any(${uuids(rules.map((rule) => rule.id))}) and e.feature_id = ${id}
      limit ${MAX_EVENTS}
    ) counted`
  const name = JSON.stringify(first.name)
  return yield* new StateConflict({
    code: "IN_USE",
    detail:
      rules.length === 1
        ? `The enabled rule ${name} names this feature.`
        : `The enabled rule ${name} and ${rules.length - 1} more name this feature.`,
    id: first.id,
    users: rules.slice(0, MAX_RULES).map((rule) => ({ type: "rule", id: rule.id, name: rule.name })),
    events: events!.n
  })
})
