// Alerts: list, look up, and what people do about them. A row lock puts simultaneous moves in order; the
// first one makes the step.
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Layer } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Alert } from "../../domain/event/Alert.ts"
import { type AlertAction, type AlertStatus, handle } from "../../domain/event/handle.ts"
import type { Severity } from "../../domain/rule/Document.ts"
import { uuids } from "../sql/arrays.ts"
import { audit } from "../access/Audit.ts"
import { countStep } from "../engine/counters.ts"
import { appendStream } from "./EventStream.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "../sql/keyset.ts"
import { Missing } from "../sql/refusals.ts"
import { seenRecords } from "../access/visible.ts"

/** The alert's status does not allow the move. */
export class MoveForbidden extends Data.TaggedError("MoveForbidden")<{
  readonly status: AlertStatus
  readonly detail: string
}> {}

/** The move wants a reason. */
export class NoteMissing extends Data.TaggedError("NoteMissing") {}

export interface AlertFilter {
  readonly status?: AlertStatus
  readonly severity?: Severity
  readonly entity_id?: string
  /** of `created_at`, epoch ms, half-open */
  readonly from?: number
  readonly to?: number
}

export class Alerts extends Context.Service<
  Alerts,
  {
    readonly list: (
      projectId: string,
      visibility: Visibility,
      filter: AlertFilter,
      window: Window
    ) => Effect.Effect<Slice<Alert>>
    readonly get: (projectId: string, visibility: Visibility, id: string) => Effect.Effect<Alert, Missing>
    readonly byIds: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Alert>>
    readonly ofEvent: (eventId: string) => Effect.Effect<Alert | null>
    /** Moves an alert; one that is there already comes back as it is. */
    readonly move: (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      id: string,
      action: AlertAction,
      note: string | null
    ) => Effect.Effect<Alert, Missing | MoveForbidden | NoteMissing>
  }
>()("store/Alerts") {
  static readonly layer = Layer.effect(
    Alerts,
    Effect.suspend(() => make)
  )
}

const columns = `a.id, a.event_id, a.project_id, a.status, a.severity, a.title, a.entity_id, a.device_id,
  ${wireTime("a.created_at")} as created_at,
  ${wireTime("a.acknowledged_at")} as acknowledged_at, ${wireTime("a.resolved_at")} as resolved_at,
  coalesce((select jsonb_agg(jsonb_build_object('at', ${wireTime("s.at")}, 'actor',
    jsonb_build_object('kind', s.actor_kind, 'id', s.actor_id, 'name', s.actor_name),
    'from', s.from_status, 'to', s.to_status, 'note', s.note) order by s.id) from alert_steps s
      where s.alert_id = a.id), '[]') as steps`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(columns)

  const one = (projectId: string, visibility: Visibility, id: string) =>
    pg.and([
      pg`a.id = ${id}::uuid`,
      pg`a.project_id = ${projectId}::uuid`,
      ...seenRecords(pg, visibility, "a")
    ])

  const list = Effect.fn("Alerts.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: AlertFilter,
    window: Window
  ) {
    const rows = yield* pg<Alert & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("a.created_at"))} as place_time
      from alerts a
      where ${pg.and([
        pg`a.project_id = ${projectId}::uuid`,
        ...seenRecords(pg, visibility, "a"),
        ...(filter.status === undefined ? [] : [pg`a.status = ${filter.status}`]),
        ...(filter.severity === undefined ? [] : [pg`a.severity = ${filter.severity}`]),
        ...(filter.entity_id === undefined ? [] : [pg`a.entity_id = ${filter.entity_id}::uuid`]),
        ...(filter.from === undefined ? [] : [pg`a.created_at >= ${new Date(filter.from)}`]),
        ...(filter.to === undefined ? [] : [pg`a.created_at < ${new Date(filter.to)}`]),
        after(pg, window, "a.created_at", "a.id")
      ])}
      order by a.created_at desc, a.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("Alerts.get")(function* (projectId: string, visibility: Visibility, id: string) {
    const [row] = yield* Effect.orDie(
      pg<Alert>`select ${selected} from alerts a where ${one(projectId, visibility, id)}`
    )
    return row ?? (yield* new Missing())
  })

  const byIds = (ids: ReadonlyArray<string>) =>
    ids.length === 0
      ? Effect.succeed([])
      : Effect.orDie(pg<Alert>`select ${selected} from alerts a where a.id = any(${uuids(ids)})`)

  const ofEvent = Effect.fn("Alerts.ofEvent")(function* (eventId: string) {
    const [row] = yield* Effect.orDie(
      pg<Alert>`select ${selected} from alerts a where a.event_id = ${eventId}::uuid`
    )
    return row ?? null
  })

  const move = Effect.fn("Alerts.move")(
    function* (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      id: string,
      action: AlertAction,
      note: string | null
    ) {
      const [alert] = yield* pg<{
        readonly status: AlertStatus
        readonly entity_id: string | null
        readonly device_id: string | null
      }>`
        select status, entity_id, device_id from alerts a where ${one(projectId, visibility, id)} for update`
      if (alert === undefined) return yield* new Missing()
      const handled = handle(alert.status, action, note)
      switch (handled._tag) {
        case "Forbidden":
          return yield* new MoveForbidden({ status: alert.status, detail: handled.detail })
        case "NoteMissing":
          return yield* new NoteMissing()
        case "Unchanged":
          return { alert: yield* get(projectId, visibility, id), to: null }
        case "Moved": {
          const { to } = handled
          yield* pg`
            with step as (
              insert into alert_steps (
                alert_id, at, actor_kind, actor_id, actor_name, from_status, to_status, note
              )
              values (
                ${id}::uuid, clock_timestamp(), ${actor.kind}, ${actor.id}::uuid, ${actor.name},
                ${alert.status}, ${to}, ${note}
              )
              returning at
            )
            update alerts set
              status = ${to},
              acknowledged_at = case ${to}
                when 'acknowledged' then step.at
                when 'open' then null
                else acknowledged_at
              end,
              resolved_at = case ${to} when 'resolved' then step.at else null end
            from step
            where id = ${id}::uuid`
          yield* audit(pg, actor, {
            action: `alert.${to === "open" ? "reopened" : to}`,
            objectType: "alert",
            objectId: id,
            projectId,
            detail: { from: alert.status, note }
          })
          yield* appendStream(pg, [
            {
              projectId,
              type: "alert.updated",
              objectId: id,
              entityId: alert.entity_id,
              deviceId: alert.device_id
            }
          ])
          return { alert: yield* get(projectId, visibility, id), to }
        }
      }
    },
    pg.withTransaction,
    Effect.catchTag("SqlError", Effect.die),
    Effect.tap(({ to }) => (to === null ? Effect.void : countStep(to))),
    Effect.map(({ alert }) => alert)
  )

  return Alerts.of({ list, get, byIds, ofEvent, move })
})
