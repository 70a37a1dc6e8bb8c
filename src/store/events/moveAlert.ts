// Changes of alerts by people. A row lock serialises concurrent moves; the first one makes the step.
import type { PgClient } from "@effect/sql-pg"
import { Clock, Data, Effect } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Alert } from "../../domain/event/Alert.ts"
import { type AlertAction, type AlertStatus, nextStatus } from "../../domain/event/alertStatus.ts"
import { TAKE_BACK_NOTE, takeBack } from "../../domain/event/takeBack.ts"
import { audit } from "../access/Audit.ts"
import { countStep } from "../engine/counters.ts"
import { ConstraintViolated, Missing } from "../sql/refusals.ts"
import { oneAlert } from "./alertRow.ts"
import { appendStream } from "./EventStream.ts"

/** MoveForbidden means that the alert's status, or a later step, does not allow the move. */
export class MoveForbidden extends Data.TaggedError("MoveForbidden")<{
  readonly code: string
  readonly status: AlertStatus
  readonly detail: string
}> {}

/** NoteMissing means that the move needs a reason. */
class NoteMissing extends Data.TaggedError("NoteMissing") {}

interface Locked {
  readonly status: AlertStatus
  readonly entity_id: string | null
  readonly device_id: string | null
}

/** Step is a step to make; the two ids are the steps by which the alert is acknowledged and resolved after it. */
interface Step {
  readonly to: AlertStatus
  readonly note: string | null
  readonly action: string
  readonly stands?: { readonly acknowledged: string | null; readonly resolved: string | null }
}

/** Makes the operations; `get` reads the alert again, within the same transaction. */
export const alertMoves = (
  pg: PgClient.PgClient,
  get: (projectId: string, visibility: Visibility, id: string) => Effect.Effect<Alert, Missing>
) => {
  const lock = Effect.fnUntraced(function* (projectId: string, visibility: Visibility, id: string) {
    const [alert] = yield* pg<Locked>`
      select a.status, a.entity_id, a.device_id
      from alerts a
      where ${oneAlert(pg, projectId, visibility, id)}
      for update`
    return alert ?? (yield* new Missing())
  })

  /** After an undo the times are those of the steps that count again. */
  const times = (to: AlertStatus, stands: Step["stands"]) =>
    stands === undefined
      ? pg`acknowledged_at = case ${to}
          when 'acknowledged' then step.at
          when 'open' then null
          else acknowledged_at
        end,
        resolved_at = case ${to} when 'resolved' then step.at else null end`
      : pg`acknowledged_at = (select s.at from alert_steps s where s.id = ${stands.acknowledged}::int8),
        resolved_at = (select s.at from alert_steps s where s.id = ${stands.resolved}::int8)`

  const make = Effect.fnUntraced(function* (
    actor: Actor,
    projectId: string,
    id: string,
    alert: Locked,
    { action, note, stands, to }: Step
  ) {
    yield* pg`
      with step as (
        insert into alert_steps (
          alert_id, at, actor_kind, actor_id, actor_name, from_status, to_status, note
        )
        values (
          ${id}::uuid, clock_timestamp(), ${actor.kind}, ${actor.id}::uuid, ${actor.name}, ${alert.status},
          ${to}, ${note}
        )
        returning at
      )
      update alerts set status = ${to}, ${times(to, stands)}
      from step
      where id = ${id}::uuid`
    yield* audit(pg, actor, {
      action,
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
      const alert = yield* lock(projectId, visibility, id)
      const handled = nextStatus(alert.status, action, note)
      switch (handled._tag) {
        case "Forbidden":
          return yield* new MoveForbidden({
            code: "ALERT_STATUS",
            status: alert.status,
            detail: handled.detail
          })
        case "NoteMissing":
          return yield* new NoteMissing()
        case "Unchanged":
          return { alert: yield* get(projectId, visibility, id), to: null }
        case "Moved": {
          const { to } = handled
          yield* make(actor, projectId, id, alert, {
            to,
            note,
            action: `alert.${to === "open" ? "reopened" : to}`
          })
          return { alert: yield* get(projectId, visibility, id), to }
        }
      }
    },
    pg.withTransaction,
    Effect.catchTag("SqlError", Effect.die),
    Effect.tap(({ to }) => (to === null ? Effect.void : countStep(to))),
    Effect.map(({ alert }) => alert)
  )

  const undo = Effect.fn("Alerts.undo")(
    function* (actor: Actor, projectId: string, visibility: Visibility, id: string, stepAt: number) {
      const alert = yield* lock(projectId, visibility, id)
      const steps = yield* pg<{
        readonly id: string
        readonly at: Date
        readonly actorKind: string
        readonly actorId: string | null
        readonly from: AlertStatus
        readonly to: AlertStatus
        readonly note: string | null
      }>`
        select s.id::text as id, date_trunc('milliseconds', s.at) as at, s.actor_kind as "actorKind",
          s.actor_id as "actorId",
          s.from_status as "from", s.to_status as "to", s.note
        from alert_steps s
        where s.alert_id = ${id}::uuid
        order by s.id`
      const back = takeBack(
        steps.map((step) => ({ ...step, at: step.at.getTime() })),
        actor,
        stepAt,
        yield* Clock.currentTimeMillis
      )
      switch (back._tag) {
        case "Unknown":
          return yield* new ConstraintViolated({
            pointer: "/step_at",
            code: "UNKNOWN_STEP",
            detail: "No step of the alert was made at that moment; give `at` of its last step as it was read."
          })
        case "Refused":
          return yield* new MoveForbidden({ ...back, status: alert.status })
        case "TakenBack":
          yield* make(actor, projectId, id, alert, {
            to: back.to,
            note: TAKE_BACK_NOTE,
            action: "alert.taken_back",
            stands: back
          })
          return yield* get(projectId, visibility, id)
      }
    },
    pg.withTransaction,
    Effect.catchTag("SqlError", Effect.die)
  )

  return { move, undo }
}
