// Deliveries: list, look up, and send again. The worker's side is in `DeliverySql.ts`.
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Layer } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { type Action, receiversOf } from "../../domain/automation/Action.ts"
import type { Delivery, DeliveryStatus } from "../../domain/automation/Delivery.ts"
import { audit } from "../access/Audit.ts"
import { resetColumns, deliveryColumns } from "./deliveryRow.ts"
import { makeSummariseDeliveries } from "./summariseDeliveries.ts"
import { makeRedeliverAll } from "./redeliverAll.ts"
import { after, placeTime, slice, type Window } from "../sql/keyset.ts"
import { Missing, refusing } from "../sql/refusals.ts"
import { seenRecords } from "../access/visibilityConditions.ts"

/** CannotRedeliver means that a delivery cannot be sent again; `code` says why. */
class CannotRedeliver extends Data.TaggedError("CannotRedeliver")<{
  readonly code: string
  readonly detail: string
  readonly status: DeliveryStatus
}> {}

/** DeliveryFilter narrows a list of deliveries. */
interface DeliveryFilter {
  readonly status?: DeliveryStatus
  readonly event_id?: string
  readonly automation_id?: string
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(deliveryColumns)

  /** A delivery is seen with its event. */
  const seen = (visibility: Visibility) =>
    seenRecords(pg, visibility, "e").map(
      (condition) => pg`exists (select from events e where e.id = d.event_id and ${condition})`
    )
  /** Queues deliveries of an automation with this end again, a bounded number at a time; returns how many. */
  const redeliverAll = makeRedeliverAll(pg, seen)
  const one = (projectId: string, visibility: Visibility, id: string) =>
    pg.and([pg`d.id = ${id}::uuid`, pg`d.project_id = ${projectId}::uuid`, ...seen(visibility)])

  const list = Effect.fn("Deliveries.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: DeliveryFilter,
    window: Window
  ) {
    const rows = yield* pg<Delivery & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("d.created_at"))} as place_time
      from deliveries d
      where ${pg.and([
        pg`d.project_id = ${projectId}::uuid`,
        ...seen(visibility),
        ...(filter.status === undefined ? [] : [pg`d.status = ${filter.status}`]),
        ...(filter.event_id === undefined ? [] : [pg`d.event_id = ${filter.event_id}::uuid`]),
        ...(filter.automation_id === undefined ? [] : [pg`d.automation_id = ${filter.automation_id}::uuid`]),
        after(pg, window, "d.created_at", "d.id")
      ])}
      order by d.created_at desc, d.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("Deliveries.get")(function* (projectId: string, visibility: Visibility, id: string) {
    const [row] = yield* Effect.orDie(
      pg<Delivery>`select ${selected} from deliveries d where ${one(projectId, visibility, id)}`
    )
    return row ?? (yield* new Missing())
  })

  /** Queues a delivery that ended again: the same id, a new count of attempts, and the current action. */
  const redeliver = Effect.fn("Deliveries.redeliver")(
    function* (actor: Actor, projectId: string, visibility: Visibility, id: string) {
      const [row] = yield* pg<{
        readonly status: DeliveryStatus
        readonly automation_id: string | null
        readonly action: Action | null
        readonly target: string
      }>`
        select d.status, d.automation_id, d.target,
          (select x from jsonb_array_elements(a.actions) x where x ->> 'id' = d.action_id::text) as action
        from deliveries d
          left join automations a on a.id = d.automation_id
        where ${one(projectId, visibility, id)}
        for update of d`
      if (row === undefined) return yield* new Missing()
      const { action, automation_id, status, target } = row
      if (status === "queued")
        return yield* new CannotRedeliver({
          code: "DELIVERY_QUEUED",
          detail: "The delivery has not ended: it is sent as soon as it can be.",
          status
        })
      if (automation_id === null)
        return yield* new CannotRedeliver({
          code: "AUTOMATION_REMOVED",
          detail: "The automation was removed, and its address with it.",
          status
        })
      if (action === null)
        return yield* new CannotRedeliver({
          code: "ACTION_REMOVED",
          detail: "The automation has no such action any more.",
          status
        })
      // the address of a webhook may have changed; the recipient of a message is the same person
      const receiver = action.type === "webhook" ? receiversOf(action)[0] : undefined
      yield* pg`
        update deliveries set
          ${pg.literal(resetColumns)},
          target = ${receiver?.target ?? target},
          lane = coalesce(${receiver?.receiverGroup ?? null}, lane)
        where id = ${id}::uuid`
      yield* audit(pg, actor, {
        action: "delivery.redelivered",
        objectType: "delivery",
        objectId: id,
        projectId,
        detail: { was: status }
      })
      yield* pg`select pg_notify('deliveries', '')`
      return yield* get(projectId, visibility, id)
    },
    pg.withTransaction,
    refusing({})
  )

  return {
    list,
    get,
    /** Counts deliveries of the last days, without tests. */
    summarise: makeSummariseDeliveries(pg, seen),
    redeliver,
    redeliverAll
  }
})

/** Deliveries lists deliveries and sends them again. */
export class Deliveries extends Context.Service<Deliveries>()("store/Deliveries", { make }) {
  static readonly layer = Layer.effect(Deliveries, make)
}
