// Identities of unknown devices that reported, as far as they may belong to the caller's projects. Listed by
// when they were first seen, which never changes, so that pages are stable. Identities whose device is known by
// now are about to be removed and not listed.
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Layer } from "effect"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Reach } from "../../../domain/access/Visibility.ts"
import type {
  NewRegistrations,
  UnknownIdentity,
  UnknownOfSource
} from "../../../domain/tracking/UnknownIdentity.ts"
import { uuids } from "../../sql/arrays.ts"
import { audit } from "../../access/Audit.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { READ_BY_SQL } from "../readBy.ts"
import { refusing } from "../../sql/refusals.ts"
import { keptReport, type KeptReportRow } from "./keptReport.ts"
import { registerRefusals, registerUnknown } from "./registerUnknown.ts"
import { wholeProjects } from "../../access/visibilityConditions.ts"

/** UnknownIdentityFilter narrows a list of unknown identities. */
interface UnknownIdentityFilter {
  readonly data_source_id?: string
  readonly ignored?: boolean
  /** with the last report of each */
  readonly reports?: boolean
}

/**
 * UnseenIdentities means that some of the named identities do not exist, or are not the caller's: their
 * places in the list.
 */
export class UnseenIdentities extends Data.TaggedError("UnseenIdentities")<{
  readonly places: ReadonlyArray<number>
}> {}

const lastReport =
  ", (select k.report from kept_reports k where k.unknown_identity_id = u.id order by k.report_time " +
  "desc, k.id desc limit 1) as last_report"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const from = pg.literal("unknown_identities u join data_sources s on s.id = u.data_source_id")
  const kept = (end: "asc" | "desc") =>
    wireTime(
      `(select k.report_time from kept_reports k where k.unknown_identity_id = u.id
        order by k.report_time ${end} limit 1)`
    )
  const selected = pg.literal(`u.id, u.data_source_id, s.name as data_source_name, u.external_id,
    (select nullif(k.report ->> 'device_name', '') from kept_reports k
      where k.unknown_identity_id = u.id order by k.report_time desc, k.id desc limit 1) as device_name,
        ${wireTime("u.first_seen_at")} as first_seen_at,
    ${wireTime("u.last_seen_at")} as last_seen_at, u.report_count::float8 as report_count,
      ${kept("asc")} as kept_from, ${kept("desc")} as kept_to, ${wireTime("u.ignored_at")} as ignored_at`)

  /** What the caller sees of them, to be spread into `pg.and`. */
  const seen = (reach: Reach) => [
    pg.literal(
      "not exists (select from device_identities i where i.data_source_id = u.data_source_id and " +
        "i.external_id = u.external_id)"
    ),
    ...(reach === null ? [] : [pg`s.project_ids && ${uuids(wholeProjects(reach))}`])
  ]

  /** Identities at data sources for a project that the caller sees as a whole. */
  const list = Effect.fn("UnknownIdentities.list")(function* (
    reach: Reach,
    filter: UnknownIdentityFilter,
    window: Window
  ) {
    const rows = yield* pg<UnknownIdentity & { readonly place_time: string }>`
      select ${selected}${pg.literal(filter.reports === true ? lastReport : "")},
        ${pg.literal(placeTime("u.first_seen_at"))} as place_time
      from ${from}
      where ${pg.and([
        ...seen(reach),
        ...(filter.data_source_id === undefined ? [] : [pg`u.data_source_id = ${filter.data_source_id}`]),
        ...(filter.ignored === undefined
          ? []
          : [pg.literal(`u.ignored_at is ${filter.ignored ? "not null" : "null"}`)]),
        after(pg, window, "u.first_seen_at", "u.id")
      ])}
      order by u.first_seen_at desc, u.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  /** The stored reports of some of them; identities that the caller does not see are left out. */
  const reports = Effect.fn("UnknownIdentities.reports")(function* (
    reach: Reach,
    { fields, ids }: { readonly ids: ReadonlyArray<string> | null; readonly fields: boolean },
    window: Window
  ) {
    const rows = yield* pg<KeptReportRow>`
      select k.id::text as id, u.id as identity_id, u.external_id, k.report, ${pg.literal(READ_BY_SQL)} as by,
        ${pg.literal(`${wireTime("k.report_time")} as time, ${wireTime("k.received_at")} as received_at`)},
        ${pg.literal(placeTime("k.report_time"))} as place_time
      from ${from}
        join kept_reports k on k.unknown_identity_id = u.id
      where ${pg.and([
        ...seen(reach),
        ...(ids === null ? [] : [pg`u.id = any(${uuids(ids)})`]),
        after(pg, window, "k.report_time", "k.id", "int8")
      ])}
      order by k.report_time desc, k.id desc
      limit ${window.limit + 1}`
    const { items, next } = slice(window, rows, (row) => row.id)
    return { next, items: items.map((row) => keptReport(row, fields)) }
  }, Effect.orDie)

  const sources = Effect.fn("UnknownIdentities.sources")(function* (reach: Reach, window: Window) {
    const rows = yield* pg<UnknownOfSource & { readonly place_time: string }>`
      select s.id as data_source_id,
        s.name as data_source_name,
        count(*)::float8 as identities,
        count(u.ignored_at)::float8 as ignored,
        sum(u.report_count)::float8 as reports,
        ${pg.literal(wireTime("min(u.first_seen_at)"))} as first_seen_at,
        ${pg.literal(wireTime("max(u.last_seen_at)"))} as last_seen_at,
        ${pg.literal(placeTime("s.created_at"))} as place_time
      from ${from}
      where ${pg.and([...seen(reach), after(pg, window, "s.created_at", "s.id")])}
      group by s.id
      order by s.created_at desc, s.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.data_source_id)
  }, Effect.orDie)

  /** Locks the identities, in the order of intake. */
  const lock = Effect.fnUntraced(function* (reach: Reach, ids: ReadonlyArray<string>) {
    const rows = yield* pg<UnknownIdentity>`
      select ${selected}
      from ${from}
      where ${pg.and([...seen(reach), pg`u.id = any(${uuids(ids)})`])}
      order by u.data_source_id, u.external_id
      for update of u`
    const rowById = new Map(rows.map((row) => [row.id, row]))
    const places = ids.flatMap((id, i) => (rowById.has(id) ? [] : [i]))
    return places.length > 0 ? yield* new UnseenIdentities({ places }) : ids.map((id) => rowById.get(id)!)
  })

  const setIgnored = Effect.fn("UnknownIdentities.setIgnored")(
    function* (actor: Actor, reach: Reach, ids: ReadonlyArray<string>, ignored: boolean) {
      yield* lock(reach, ids)
      yield* pg`
        update unknown_identities set ignored_at = case when ${ignored} then coalesce(ignored_at, now()) end
        where id = any(${uuids(ids)})`
      yield* audit(pg, actor, {
        action: ignored ? "unknown_identities.ignored" : "unknown_identities.heeded",
        objectType: "unknown_identity",
        objectId: null,
        detail: { identity_ids: ids }
      })
      return yield* lock(reach, ids)
    },
    pg.withTransaction,
    refusing({})
  )

  /** Makes a device of each, all or none, and queues the jobs that process the stored reports. */
  const register = Effect.fn("UnknownIdentities.register")(
    function* (actor: Actor, reach: Reach, input: NewRegistrations) {
      return yield* registerUnknown(pg, actor, reach, yield* lock(reach, input.identity_ids), input)
    },
    pg.withTransaction,
    refusing(registerRefusals)
  )

  return { list, reports, sources, setIgnored, register }
})

/** UnknownIdentities lists and registers unknown identities. */
export class UnknownIdentities extends Context.Service<UnknownIdentities>()("store/UnknownIdentities", {
  make
}) {
  static readonly layer = Layer.effect(UnknownIdentities, make)
}
