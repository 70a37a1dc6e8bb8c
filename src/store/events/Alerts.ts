// Alerts: list, look up, summarise; their status changes in `moveAlert.ts`.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { MAX_REPEATS } from "../../domain/event/Alert.ts"
import type { AlertStatus } from "../../domain/event/alertStatus.ts"
import type { Severity } from "../../domain/rule/Document.ts"
import { texts, uuids } from "../sql/arrays.ts"
import { alertSummary } from "./alertSummary.ts"
import { alertColumns, type AlertRow, alertsOf, alertTables, oneAlert } from "./alertRow.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { Missing } from "../sql/refusals.ts"
import { alertMoves } from "./moveAlert.ts"
import { seenRecords } from "../access/visibilityConditions.ts"

/** AlertFilter narrows a list of alerts. */
interface AlertFilter {
  /** one, or any of several */
  readonly status?: AlertStatus | ReadonlyArray<AlertStatus>
  readonly severity?: Severity
  readonly rule_id?: string
  readonly event_type?: string
  readonly entity_id?: string
  readonly device_id?: string
  /** repeats of one rule and subject are one row, the newest of them */
  readonly fold?: boolean
  /** of `created_at`, epoch ms, half-open */
  readonly from?: number
  readonly to?: number
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(alertColumns)
  const from = pg.literal(alertTables)

  /** Returns an alert `alias` of the list with its event `event`. */
  const listed = (
    projectId: string,
    visibility: Visibility,
    filter: AlertFilter,
    { alias, event }: { readonly alias: string; readonly event: string }
  ) => {
    const a = (column: string) => pg.literal(`${alias}.${column}`),
      e = (column: string) => pg.literal(`${event}.${column}`)
    return pg.and([
      pg`${a("project_id")} = ${projectId}::uuid`,
      ...seenRecords(pg, visibility, alias),
      ...(filter.status === undefined ? [] : [pg`${a("status")} = any(${texts([filter.status].flat())})`]),
      ...(filter.severity === undefined ? [] : [pg`${a("severity")} = ${filter.severity}`]),
      ...(filter.entity_id === undefined ? [] : [pg`${a("entity_id")} = ${filter.entity_id}::uuid`]),
      ...(filter.device_id === undefined ? [] : [pg`${a("device_id")} = ${filter.device_id}::uuid`]),
      ...(filter.rule_id === undefined ? [] : [pg`${e("rule_id")} = ${filter.rule_id}::uuid`]),
      ...(filter.event_type === undefined ? [] : [pg`${e("event_type")} = ${filter.event_type}`]),
      ...(filter.from === undefined ? [] : [pg`${a("created_at")} >= ${new Date(filter.from)}`]),
      ...(filter.to === undefined ? [] : [pg`${a("created_at")} < ${new Date(filter.to)}`])
    ])
  }

  const list = Effect.fn("Alerts.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: AlertFilter,
    window: Window
  ) {
    const isFolded = filter.fold === true
    const others = listed(projectId, visibility, filter, { alias: "o", event: "x" })
    const alike = pg`
      o.rule_id = a.rule_id and o.status = a.status
        and coalesce(o.entity_id, o.device_id) = coalesce(a.entity_id, a.device_id) and ${others}`
    const rows = yield* pg<AlertRow & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("a.created_at"))} as place_time
        ${isFolded ? pg.literal(", folded.repeats") : pg.literal("")}
      from ${from}
      ${
        isFolded
          ? pg`
            left join lateral (
              select jsonb_build_object(
                'count', greatest(count(*), 1),
                'first_time', ${pg.literal(wireTime("coalesce(min(s.time), e.time)"))},
                'last_time', ${pg.literal(wireTime("coalesce(max(s.time), e.time)"))}
              ) as repeats
              from (
                select x.time
                from alerts o
                  join events x on x.id = o.event_id
                where ${alike}
                order by o.created_at desc, o.id desc
                limit ${MAX_REPEATS}
              ) s
            ) folded on true`
          : pg.literal("")
      }
      where ${pg.and([
        listed(projectId, visibility, filter, { alias: "a", event: "e" }),
        ...(isFolded
          ? [
              // the newest stands for all: one that is added while pages are read precedes every cursor
              pg`not exists (
                select
                from alerts o
                  join events x on x.id = o.event_id
                where ${alike} and (o.created_at, o.id) > (a.created_at, a.id)
              )`
            ]
          : []),
        after(pg, window, "a.created_at", "a.id")
      ])}
      order by a.created_at desc, a.id desc
      limit ${window.limit + 1}`
    const { items, next } = slice(window, rows, (row) => row.id)
    return { items: yield* alertsOf(pg, items), next }
  }, Effect.orDie)

  const read = (where: Fragment) =>
    Effect.orDie(
      Effect.flatMap(pg<AlertRow>`select ${selected} from ${from} where ${where}`, (rows) =>
        alertsOf(pg, rows)
      )
    )

  const get = Effect.fn("Alerts.get")(function* (projectId: string, visibility: Visibility, id: string) {
    const [alert] = yield* read(oneAlert(pg, projectId, visibility, id))
    return alert ?? (yield* new Missing())
  })

  const byIds = (ids: ReadonlyArray<string>) =>
    ids.length === 0 ? Effect.succeed([]) : read(pg`a.id = any(${uuids(ids)})`)

  const ofEvent = Effect.fn("Alerts.ofEvent")(function* (eventId: string) {
    const [alert] = yield* read(pg`a.event_id = ${eventId}::uuid`)
    return alert ?? null
  })

  return {
    list,
    get,
    /** Summarises the seen alerts of the project. */
    summary: alertSummary(pg),
    byIds,
    ofEvent,
    ...alertMoves(pg, get)
  }
})

/** Alerts lists and moves alerts. */
export class Alerts extends Context.Service<Alerts>()("store/Alerts", { make }) {
  static readonly layer = Layer.effect(Alerts, make)
}
