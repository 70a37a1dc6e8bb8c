// The subjects of a project that a caller sees, with what rules ask of them.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Who } from "../../domain/rule/scope.ts"
import type { FactSource } from "../../engine/ports.ts"
import { seenSubjects } from "../access/visible.ts"
import { uuids } from "../sql/arrays.ts"
import { Missing } from "../sql/refusals.ts"

/** A subject with what scopes ask of it. */
export interface Someone {
  readonly subject: Subject
  readonly who: Who
}

/** `facts` says who they are. */
export const ruleSubjects = (pg: PgClient.PgClient, facts: FactSource["Service"]) => {
  const known = Effect.fnUntraced(function* (
    list: ReadonlyArray<{ readonly id: string; readonly device_id: string; readonly is_entity: boolean }>,
    projectId: string
  ) {
    const subjects = list.map((r): Subject => ({
      id: r.id,
      projectId,
      entityId: r.is_entity ? r.id : null,
      deviceId: r.device_id
    }))
    const who = yield* facts.who(subjects)
    return subjects.flatMap((subject): ReadonlyArray<Someone> => {
      const found = who.get(subject.id)
      return found === undefined ? [] : [{ subject, who: found }]
    })
  })

  // of the devices an entity carried, the one it was given last
  const entities = (projectId: string, visibility: Visibility) => pg`
    select e.id,
      coalesce(
        (
          select a.device_id
          from entity_assignments a
          where a.entity_id = e.id
          order by a.valid_from desc
          limit 1
        ), e.id
      ) as device_id,
      true as is_entity
    from entities e
    where ${pg.and([pg`e.project_id = ${projectId}::uuid`, ...seenSubjects(pg, visibility, "e.id")])}`
  const bareDevices = (projectId: string, visibility: Visibility) => pg`
    select distinct a.device_id as id, a.device_id, false as is_entity
    from project_assignments a
    where ${pg.and([pg`a.project_id = ${projectId}::uuid`, ...seenSubjects(pg, visibility, "a.device_id")])}`
  type Row = Parameters<typeof known>[0][number]

  const subjects = Effect.fn("RuleTests.subjects")(function* (
    projectId: string,
    visibility: Visibility,
    entityIds: ReadonlyArray<string> | null
  ) {
    const list =
      entityIds === null
        ? yield* pg<Row>`${entities(projectId, visibility)} union all ${bareDevices(projectId, visibility)}`
        : yield* pg<Row>`${entities(projectId, visibility)} and e.id = any(${uuids(entityIds)})`
    return yield* known(list, projectId)
  }, Effect.orDie)

  const subject = Effect.fn("RuleTests.subject")(function* (
    projectId: string,
    visibility: Visibility,
    of: { readonly entityId: string } | { readonly deviceId: string }
  ) {
    const list = yield* Effect.orDie(
      "entityId" in of
        ? pg<Row>`${entities(projectId, visibility)} and e.id = ${of.entityId}::uuid`
        : pg<Row>`${bareDevices(projectId, visibility)} and a.device_id = ${of.deviceId}::uuid`
    )
    const [someone] = yield* known(list, projectId)
    return someone ?? (yield* new Missing())
  })

  return { subjects, subject }
}
