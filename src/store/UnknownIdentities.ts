// Who reported without being known, as far as it may be for the caller's projects. Listed by when they were first seen, which never changes, so that pages hold still.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Reach } from "../domain/access/Visibility.ts"
import type { UnknownIdentity } from "../domain/tracking/DataSource.ts"
import { uuids } from "./arrays.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "./keyset.ts"
import { wholeProjects } from "./visible.ts"

export interface UnknownIdentityFilter {
  readonly data_source_id?: string
  readonly ignored?: boolean
}

export class UnknownIdentities extends Context.Service<UnknownIdentities, {
  /** Those at data sources for a project that the caller sees whole. */
  readonly list: (reach: Reach, filter: UnknownIdentityFilter, window: Window) => Effect.Effect<Slice<UnknownIdentity>>
}>()("store/UnknownIdentities") {
  static readonly layer = Layer.effect(UnknownIdentities, Effect.gen(function*() {
    const pg = yield* PgClient.PgClient
    const selected = pg.literal(`u.id, u.data_source_id, s.name as data_source_name, u.external_id, ${wireTime("u.first_seen_at")} as first_seen_at,
      ${wireTime("u.last_seen_at")} as last_seen_at, u.report_count::float8 as report_count, ${wireTime("u.ignored_at")} as ignored_at`)
    return {
      list: Effect.fn("UnknownIdentities.list")(function*(reach: Reach, filter: UnknownIdentityFilter, window: Window) {
        const rows = yield* pg<UnknownIdentity & { place_time: string }>`
          select ${selected}, ${pg.literal(placeTime("u.first_seen_at"))} as place_time from unknown_identities u join data_sources s on s.id = u.data_source_id
          where ${pg.and([
            ...(filter.data_source_id === undefined ? [] : [pg`u.data_source_id = ${filter.data_source_id}`]),
            ...(filter.ignored === undefined ? [] : [pg.literal(`u.ignored_at is ${filter.ignored ? "not null" : "null"}`)]),
            ...(reach === null ? [] : [pg`s.project_ids && ${uuids(wholeProjects(reach))}`]),
            after(pg, window, "u.first_seen_at", "u.id")
          ])} order by u.first_seen_at desc, u.id desc limit ${window.limit + 1}`
        return slice(window, rows, (row) => row.id)
      }, Effect.orDie)
    }
  }))
}
