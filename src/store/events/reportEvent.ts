// Events that people and integrations report.
import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Result } from "effect"
import { createHash } from "node:crypto"
import type { Actor } from "../../domain/access/Actor.ts"
import { seesRecord, type Visibility } from "../../domain/access/Visibility.ts"
import type { PostedEvent } from "../../domain/event/Event.ts"
import { boxOf, markOf } from "../../domain/geo/boxOf.ts"
import type { Geometry } from "../../domain/geo/Geometry.ts"
import { checkGeometry } from "../../domain/geo/validity.ts"
import { audit } from "../access/Audit.ts"
import { seenOnes } from "../access/visibilityConditions.ts"
import { countEvents, type CountedEvent } from "../engine/counters.ts"
import { floats } from "../sql/arrays.ts"
import { once } from "../sql/once.ts"
import { ConstraintViolated } from "../sql/refusals.ts"
import { uuid7 } from "../sql/uuid7.ts"
import { InvalidGeometry } from "../tracking/features/storedShape.ts"
import { eventColumns, eventOf, type EventRow, eventTables } from "./eventRow.ts"
import { appendStream } from "./EventStream.ts"

/** The source by kind of caller: a token stands for a program, and not for its creator. */
const sources = { user: "user", token: "integration", mcp: "ai" } as const

/** Returns the GeoJSON geometry, or null. Fails with all problems of it. */
const placeOf = (given: unknown): Effect.Effect<Geometry | null, InvalidGeometry> => {
  if (given === null) return Effect.succeed(null)
  const checked = checkGeometry(given)
  return Result.isSuccess(checked)
    ? Effect.succeed(checked.success)
    : Effect.fail(
        new InvalidGeometry({
          issues: checked.failure.map((issue) => ({ ...issue, pointer: `/geometry${issue.pointer}` }))
        })
      )
}

/** Makes the operation, which reports an event or returns the one of the same earlier report. */
export const reportEvent = (pg: PgClient.PgClient) => {
  const selected = pg.literal(eventColumns)
  const from = pg.literal(eventTables)

  const unknown = (pointer: string, what: string) =>
    new ConstraintViolated({ pointer, code: "UNKNOWN_REFERENCE", detail: `no such ${what} in this project` })

  /** Reads the names of the report's subjects; all must be of the project and seen by the reporter. */
  const about = Effect.fnUntraced(function* (
    projectId: string,
    visibility: Visibility,
    input: PostedEvent,
    time: Date
  ) {
    const [found] = yield* pg<{
      readonly device: string | null
      readonly on: string | null
      readonly feature: boolean
    }>`
      select (
        select d.name
        from devices d
        where ${pg.and([
          pg`d.id = ${input.device_id ?? null}::uuid
          and exists (select from project_assignments p where p.device_id = d.id
          and p.project_id = ${projectId}::uuid)`,
          ...seenOnes(pg, visibility, "gear", "d.id")
        ])}
      ) as device,
        (
          select n.entity_id
          from entity_assignments n
          where n.device_id = ${input.device_id ?? null}::uuid and n.project_id = ${projectId}::uuid
            and n.valid_from <= ${time} and (n.valid_to is null or n.valid_to > ${time})
        ) as on,
        exists (
          select from features f
          where f.id = ${input.feature_id ?? null}::uuid and f.project_id = ${projectId}::uuid
        ) as feature`
    if (input.device_id !== undefined && found?.device === null) return yield* unknown("/device_id", "device")
    if (input.feature_id !== undefined && found?.feature === false)
      return yield* unknown("/feature_id", "feature")
    const entityId = input.entity_id ?? found?.on ?? null
    const [entity] =
      entityId === null
        ? []
        : yield* pg<{
            readonly name: string
          }>`select name from entities where id = ${entityId}::uuid and project_id = ${projectId}::uuid`
    const isNamed = input.entity_id !== undefined
    if (isNamed && (entity === undefined || visibility?.entities.includes(input.entity_id) === false))
      return yield* unknown("/entity_id", "entity")
    if (!seesRecord(visibility, entityId, input.device_id ?? null)) {
      // of a whole project, or of the entity that the device was on
      return yield* input.device_id === undefined
        ? new ConstraintViolated({
            pointer: "/entity_id",
            code: "OUTSIDE_SCOPE",
            detail: "Name an entity or a device of your scope."
          })
        : unknown("/device_id", "device")
    }
    return { entityId, entityName: entity?.name ?? null, deviceName: found?.device ?? null }
  })

  const insert = Effect.fnUntraced(function* (
    actor: Actor,
    projectId: string,
    visibility: Visibility,
    input: PostedEvent,
    now: number,
    made: Array<CountedEvent>
  ) {
    const id = uuid7()
    const time = new Date(input.time ?? now)
    const { deviceName, entityId, entityName } = yield* about(projectId, visibility, input, time)
    const source = sources[actor.kind]
    const isDeviceReport =
      source === "integration" && input.device_id !== undefined && input.time !== undefined
    const key = createHash("sha256")
      .update(
        isDeviceReport
          ? [source, projectId, input.device_id, input.time, input.event_type, input.title].join("|")
          : id
      )
      .digest()
    const severity = input.severity ?? "info"
    const geometry = yield* placeOf(input.geometry ?? null)
    const [lon, lat] = geometry === null ? [null, null] : markOf(geometry)
    const shape = geometry === null || geometry.type === "Point" ? null : { geometry, box: boxOf(geometry) }
    const inserted = yield* pg`
      insert into events (
        id, project_id, event_key, time, created_at, event_type, severity, title, description, lon, lat,
        entity_id, entity_name, device_id, device_name, feature_id, source_kind, source_id, source_name,
        sample_time, context, geometry, box
      )
      values (
        ${id}::uuid, ${projectId}::uuid, ${key}, ${time}, ${new Date(now)}, ${input.event_type},
        ${severity}, ${input.title}, ${input.description ?? ""}, ${lon}::float8, ${lat}::float8,
        ${entityId}::uuid, ${entityName}, ${input.device_id ?? null}::uuid, ${deviceName},
        ${input.feature_id ?? null}::uuid, ${source}, ${actor.id}::uuid, ${actor.name}, ${time},
        ${pg.json(input.context ?? {})}, ${shape === null ? null : pg.json(shape.geometry)},
        ${shape === null ? null : floats(shape.box)}
      )
      on conflict (event_key) do nothing
      returning id`
    if (inserted.length === 0) {
      const [known] = yield* pg<EventRow>`select ${selected} from ${from} where e.event_key = ${key}`
      return eventOf(known!)
    }
    const alertId = input.create_alert === true ? uuid7() : null
    if (alertId !== null) {
      yield* pg`
        insert into alerts (id, event_id, project_id, severity, title, entity_id, device_id, created_at)
        values (
          ${alertId}::uuid, ${id}::uuid, ${projectId}::uuid, ${severity}, ${input.title}, ${entityId}::uuid,
          ${input.device_id ?? null}::uuid, ${new Date(now)}
        )`
    }
    yield* audit(pg, actor, {
      action: "event.created",
      objectType: "event",
      objectId: id,
      projectId,
      detail: { event_type: input.event_type, title: input.title }
    })
    const what = { projectId, entityId, deviceId: input.device_id ?? null }
    yield* appendStream(pg, [
      { ...what, type: "event.created", objectId: id },
      ...(alertId === null ? [] : [{ ...what, type: "alert.created" as const, objectId: alertId }])
    ])
    const [row] = yield* pg<EventRow>`select ${selected} from ${from} where e.id = ${id}::uuid`
    made.push({ severity, hasAlert: alertId !== null })
    return eventOf(row!)
  })

  return Effect.fn("Events.report")(
    function* (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      input: PostedEvent,
      key: string | null
    ) {
      const now = yield* Clock.currentTimeMillis
      const made: Array<CountedEvent> = []
      const request = { actorId: actor.id, route: `POST /projects/${projectId}/events`, key, body: input }
      const event = yield* pg.withTransaction(
        once(pg, request, insert(actor, projectId, visibility, input, now, made))
      )
      yield* countEvents(sources[actor.kind], made)
      return event
    },
    Effect.catchTag("SqlError", Effect.die)
  )
}
