// The subjects of a project that a caller sees, with what rules need of them.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { type KnownSubject, Subjects, Unknown } from "../../backtest/ports.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import { FactSource } from "../../engine/ports.ts"
import { seenSubjects } from "../access/visibilityConditions.ts"
import { FactsSql } from "../engine/FactsSql.ts"
import { uuids } from "../sql/arrays.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const facts = yield* FactSource

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
    return subjects.flatMap((subject): ReadonlyArray<KnownSubject> => {
      const subjectWho = who.get(subject.id)
      return subjectWho === undefined ? [] : [{ subject, who: subjectWho }]
    })
  })

  // of several devices on an entity, the one assigned last
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

  const list = Effect.fn("Subjects.list")(function* (
    projectId: string,
    visibility: Visibility,
    entityIds: ReadonlyArray<string> | null
  ) {
    const rows =
      entityIds === null
        ? yield* pg<Row>`${entities(projectId, visibility)} union all ${bareDevices(projectId, visibility)}`
        : yield* pg<Row>`${entities(projectId, visibility)} and e.id = any(${uuids(entityIds)})`
    return yield* known(rows, projectId)
  }, Effect.orDie)

  const get = Effect.fn("Subjects.get")(function* (
    projectId: string,
    visibility: Visibility,
    of: { readonly entityId: string } | { readonly deviceId: string }
  ) {
    const rows = yield* Effect.orDie(
      "entityId" in of
        ? pg<Row>`${entities(projectId, visibility)} and e.id = ${of.entityId}::uuid`
        : pg<Row>`${bareDevices(projectId, visibility)} and a.device_id = ${of.deviceId}::uuid`
    )
    const [someone] = yield* known(rows, projectId)
    return someone ?? (yield* new Unknown())
  })

  const devices = Effect.fn("Subjects.devices")(function* (projectId: string) {
    const rows = yield* pg<{ id: string; name: string }>`
      select d.id, d.name
      from devices d
      where exists (
        select from project_assignments a where a.device_id = d.id and a.project_id = ${projectId}::uuid
      )`
    return new Map(rows.map((d) => [d.id, d.name]))
  }, Effect.orDie)

  const entityType = Effect.fn("Subjects.entityType")(function* (id: string) {
    const [row] = yield* pg<{ key: string }>`select key from entity_types where id = ${id}::uuid`
    return row?.key ?? null
  }, Effect.orDie)

  return Subjects.of({ list, get, devices, entityType })
})

/** SubjectsSql is the `Subjects` of the backtest on PostgreSQL. */
export const SubjectsSql = Layer.effect(Subjects, make).pipe(Layer.provide(FactsSql))
